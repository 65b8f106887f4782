/* What engines share: keys, estimates, and rows of COPY. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "base/random.h"
#include "database/copy_text.h"
#include "database/distinct_estimate.h"
#include "database/group_table.h"
#include "database/key_layout.h"

#include <math.h>
#include <string.h>

/* ---- Keys ------------------------------------------------------------------------------------ */

enum { MAPS = 12 };

static void keys_come_apart(void **state) {
    (void)state;
    random_stream draw = random_open(1, "keys", 0);
    for (int round = 0; round < 200; round++) {
        engine_map map[MAPS];
        uint32_t code[MAPS], again[MAPS];
        int64_t key[MAPS];
        key_layout layout;
        for (size_t i = 0; i < MAPS; i++) {
            uint64_t most = UINT64_C(1) << (1 + random_below(&draw, 32));
            map[i] = (engine_map){.codes = (uint32_t)(1 + random_below(&draw, most - 1))};
            code[i] = (uint32_t)random_below(&draw, map[i].codes);
        }
        assert_int_equal(key_layout_make(&layout, map, MAPS, NULL), SHOAL_OK);
        key_layout_join(key, &layout, code);
        key_layout_split(again, &layout, key);
        assert_memory_equal(code, again, sizeof code);
        for (size_t w = 0; w < layout.words; w++)
            assert_true(key[w] >= 0 && key[w] < (int64_t)1 << 62);
        key_layout_free(&layout);
    }
}

/* ---- Estimates ------------------------------------------------------------------------------- */

static void estimates_are_near(void **state) {
    (void)state;
    static const size_t sizes[] = {0, 1, 100, 5000, 20000, 300000};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        uint64_t lowest[DISTINCT_REGISTERS] = {0};
        random_stream draw = random_open(2, "sketch", s);
        for (size_t i = 0; i < sizes[s]; i++) {
            uint64_t hash = random_next(&draw), rest = hash >> DISTINCT_BITS;
            uint64_t bit = rest & -rest, *at = &lowest[hash & (DISTINCT_REGISTERS - 1)];
            *at = bit > *at ? bit : *at;
        }
        double found = distinct_estimate(lowest);
        assert_true(fabs(found - (double)sizes[s]) <= 0.08 * (double)sizes[s] + 0.5);
    }
}

/* ---- COPY ------------------------------------------------------------------------------------ */

typedef struct seen_row {
    const engine_value *expected;
    size_t fields, rows;
} seen_row;

static shoal_status see(const engine_value *value, void *context, shoal_error *error) {
    seen_row *to = context;
    (void)error;
    for (size_t i = 0; i < to->fields; i++) {
        const engine_value *wanted = &to->expected[i];
        assert_int_equal(!value[i].text, !wanted->text);
        assert_int_equal(value[i].length, wanted->length);
        if (wanted->text)
            assert_memory_equal(value[i].text, wanted->text, wanted->length);
    }
    to->rows++;
    return SHOAL_OK;
}

static void values_come_back(void **state) {
    (void)state;
    static const engine_value row[] = {{"plain", 5},        {NULL, 0},       {"", 0},
                                       {"tab\there", 8},    {"a\\b", 3},     {"\\N", 2},
                                       {"line\nbreak", 10}, {"\xc3\xa9", 2}, {"cr\r", 3}};
    enum { FIELDS = sizeof row / sizeof *row };
    text written = {0};
    for (size_t i = 0; i < FIELDS; i++) {
        copy_add_value(&written, &row[i]);
        text_add_string(&written, i + 1 < FIELDS ? "\t" : "\n");
    }
    /* However the bytes are cut. */
    for (size_t piece = 1; piece < 8; piece++) {
        seen_row seen = {row, FIELDS, 0};
        copy_reader reader;
        assert_int_equal(copy_reader_open(&reader, FIELDS, NULL), SHOAL_OK);
        for (size_t at = 0; at < written.length; at += piece) {
            size_t left = written.length - at;
            assert_int_equal(copy_reader_take(&reader, written.bytes + at,
                                              left < piece ? left : piece, see, &seen, NULL),
                             SHOAL_OK);
        }
        assert_int_equal(copy_reader_end(&reader, NULL), SHOAL_OK);
        assert_int_equal(seen.rows, 1);
        copy_reader_close(&reader);
    }
    text_free(&written);
}

static shoal_status ignore(const engine_value *value, void *context, shoal_error *error) {
    (void)value;
    (void)context;
    (void)error;
    return SHOAL_OK;
}

static void wrong_rows_are_refused(void **state) {
    (void)state;
    static const char *const wrong[] = {"a\n", "a\tb\tc\n", "a\tb", "a\tb\\"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        copy_reader reader;
        assert_int_equal(copy_reader_open(&reader, 2, NULL), SHOAL_OK);
        shoal_status status =
            copy_reader_take(&reader, wrong[i], strlen(wrong[i]), ignore, NULL, NULL);
        if (status == SHOAL_OK)
            status = copy_reader_end(&reader, NULL);
        assert_int_equal(status, SHOAL_IO);
        copy_reader_close(&reader);
    }
}

/* ---- Parts of counts ------------------------------------------------------------------------- */

static void parts_are_never_small(void **state) {
    (void)state;
    static const uint64_t counts[] = {1,
                                      UINT32_MAX,
                                      (uint64_t)UINT32_MAX + 1,
                                      (uint64_t)UINT32_MAX + 2,
                                      UINT64_C(10000000000),
                                      UINT64_C(1) << 40};
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        uint64_t sum = 0;
        for (uint64_t left = counts[i]; left > 0; left -= group_part(left)) {
            sum += group_part(left);
            assert_true(counts[i] <= UINT32_MAX || group_part(left) >= UINT32_C(1) << 31);
        }
        assert_int_equal(sum, counts[i]);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(keys_come_apart),       cmocka_unit_test(estimates_are_near),
        cmocka_unit_test(values_come_back),      cmocka_unit_test(wrong_rows_are_refused),
        cmocka_unit_test(parts_are_never_small),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
