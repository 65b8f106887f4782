/* Which whole numbers are codes, and which are quantities. */
#include "support/columns.h"

#include "data/number_kind.h"

#include <inttypes.h>
#include <stdio.h>

#define MOST 120

typedef struct kind_case {
    const char *name;
    int64_t first, step;
    uint64_t rows[MOST]; /* of first, first + step, …; 0: the number does not occur */
    number_kind kind;
} kind_case;

static const kind_case cases[] = {
    {"types of admission", 1, 1, {53990, 18480, 18869, 10, 4785, 5291, 21, 320}, NUMBERS_CODES},
    {"children", 0, 1, {4000, 2500, 2100, 700, 200, 60, 12, 3}, NUMBERS_QUANTITY},
    {"households", 1, 1, {900, 1200, 600, 500, 150, 40, 10}, NUMBERS_QUANTITY},
    {"years of education",
     1,
     1,
     {51, 168, 333, 646, 514, 933, 1175, 433, 10501, 7291, 1382, 1067, 5355, 1723, 413, 576},
     NUMBERS_QUANTITY},
    {"wards with gaps",
     1,
     1,
     {800, 0, 900, 0, 0, 700, 650, 0, 0, 0, 800, 0, 720, 0, 0, 0, 0, 0, 500},
     NUMBERS_CODES},
    {"tens", 10, 10, {100, 300, 500, 400, 200, 100}, NUMBERS_QUANTITY},
    {"hours that people report",
     1,
     1,
     {5,  6,  7,  8,  90,  9,  8,  7,  6,  400, 5,  6,  7,  8,  300, 9,  8,  7,  6,  500,
      50, 51, 40, 41, 400, 39, 38, 37, 36, 600, 35, 34, 33, 32, 500, 31, 30, 60, 29, 900},
     NUMBERS_QUANTITY},
    {"few rows", 1, 1, {9, 1, 8, 1, 9, 1, 8}, NUMBERS_QUANTITY},
};

static number_kind find(const char *const *values, const uint64_t *rows, size_t count) {
    build_input input = {
        .name = "x", .values = values, .count = count, .type = TYPE_INTEGER, .rows = rows};
    number_kind kind = NUMBERS_SKEWED;
    assert_int_equal(number_kind_find(&kind, &input, NULL), SHOAL_OK);
    return kind;
}

static void test_kinds(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const kind_case *row = &cases[i];
        char texts[MOST][24];
        const char *values[MOST];
        uint64_t rows[MOST];
        size_t count = 0;
        print_message("  %s\n", row->name);
        for (size_t j = 0; j < MOST; j++) {
            if (row->rows[j] == 0)
                continue;
            snprintf(texts[count], sizeof texts[count], "%" PRId64,
                     row->first + (int64_t)j * row->step);
            values[count] = texts[count];
            rows[count++] = row->rows[j];
        }
        assert_int_equal(find(values, rows, count), row->kind);
        /* Without rows there is nothing that could tell. */
        assert_int_equal(find(values, NULL, count), NUMBERS_QUANTITY);
    }
}

static void test_shapes(void **state) {
    (void)state;
    const char *const skewed[] = {"0", "1", "3", "80", "4000", "900000"};
    const uint64_t even[] = {10, 10, 10, 10, 10, 10};
    assert_int_equal(find(skewed, even, 6), NUMBERS_SKEWED);
    const char *const below_zero[] = {"-5", "1", "3", "80", "4000", "900000"};
    assert_int_equal(find(below_zero, even, 6), NUMBERS_QUANTITY);
    const char *const places[] = {"1107", "1211", "2323", "4122", "5249", "8189"};
    assert_int_equal(find(places, even, 6), NUMBERS_PLACES);
    const char *const lengths[] = {"107", "1211", "2323", "4122", "5249", "8189"};
    assert_int_equal(find(lengths, even, 6), NUMBERS_QUANTITY);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_kinds),
        cmocka_unit_test(test_shapes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
