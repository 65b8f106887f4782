/* What linked rows say that classes hide, against a slow twin that compares every person with every
 * other. */
#include "release/person_sequences.h"
#include "support/assessed_table.h"
#include "support/random_cases.h"

#include <ctype.h>
#include <string.h>

enum { MOST_ROWS = 24, CLASSES = 3, VALUES = 3, K = 2 };

static uint64_t seed;

typedef struct drawn_rows {
    size_t rows, persons;
    uint32_t person_of[MOST_ROWS];
    char class[MOST_ROWS], value[MOST_ROWS];
} drawn_rows;

/* Every person has a row. Persons of one kind have rows and values alike, but for slips. */
static drawn_rows draw_rows(uint64_t item) {
    random_stream from = random_open(seed, "linked values", item);
    drawn_rows made = {.rows = 2 + random_below(&from, MOST_ROWS - 1)};
    made.persons = 1 + random_below(&from, made.rows / 2);
    uint64_t classes = 1 + random_below(&from, CLASSES), slips = 1 + random_below(&from, 12);
    for (size_t row = 0; row < made.rows; row++) {
        size_t person = row % made.persons;
        bool slip = random_below(&from, slips) == 0;
        size_t kind = slip ? random_below(&from, VALUES) : (person % 2 + row / made.persons);
        made.person_of[row] = (uint32_t)person;
        made.class[row] = (char)('a' + (person % 2 + row / made.persons) % classes);
        made.value[row] = (char)('x' + kind % VALUES);
        if (random_below(&from, 10) == 0)
            made.value[row] = (char)toupper(made.value[row]);
    }
    return made;
}

/* ---- The twin -------------------------------------------------------------------------------- */

/* 0: any */
static size_t count_rows(const drawn_rows *of, size_t person, char class, char value) {
    size_t count = 0;
    for (size_t row = 0; row < of->rows; row++)
        count += of->person_of[row] == person && (!class || of->class[row] == class) &&
                 (!value || tolower(of->value[row]) == value);
    return count;
}

static bool is_alike(const drawn_rows *of, size_t one, size_t other) {
    bool alike = true;
    for (char class = 'a'; class < (char)('a' + CLASSES); class ++)
        alike &= count_rows(of, one, class, 0) == count_rows(of, other, class, 0);
    return alike;
}

static bool class_tells(const drawn_rows *of, char class, char value) {
    bool all = true;
    for (size_t person = 0; person < of->persons; person++)
        all &= count_rows(of, person, class, 0) == 0 || count_rows(of, person, class, value) > 0;
    return all;
}

static bool is_told_value(const drawn_rows *of, size_t person, char value) {
    bool told = true;
    for (size_t other = 0; other < of->persons; other++)
        told &= !is_alike(of, person, other) || count_rows(of, other, 0, value) > 0;
    for (char class = 'a'; class < (char)('a' + CLASSES); class ++)
        told &= count_rows(of, person, class, 0) == 0 || !class_tells(of, class, value);
    return told;
}

static linked_values find_twin(const drawn_rows *of) {
    linked_values made = {0};
    for (size_t person = 0; person < of->persons; person++) {
        size_t alike = 0;
        bool told = false, first = true;
        for (size_t other = 0; other < of->persons; other++) {
            alike += is_alike(of, person, other);
            first &= other >= person || !is_alike(of, person, other);
        }
        for (char value = 'x'; alike > 1 && value < 'x' + VALUES; value++)
            told |= is_told_value(of, person, value);
        made.persons += told;
        made.sequences += told && first;
    }
    return made;
}

/* ---------------------------------------------------------------------------------------------- */

static linked_values find(const drawn_rows *of) {
    static const size_t quasi[] = {0};
    text csv = {0};
    shoal_plan *plan = NULL;
    person_sequences found;
    text_add_string(&csv, "class,illness\n");
    for (size_t row = 0; row < of->rows; row++)
        text_format(&csv, "%c,%c\n", of->class[row], of -> value[row]);
    assert_int_equal(shoal_plan_new(&plan, NULL), SHOAL_OK);
    assert_int_equal(shoal_plan_set(plan, "attributes.illness.role", "sensitive", NULL), SHOAL_OK);
    shoal_table *table = assessed_table_read(csv.bytes);
    linked_rows rows = {table, quasi, 1, of->person_of, of->persons, plan, K, NULL};
    assert_int_equal(person_sequences_find(&found, &rows, NULL), SHOAL_OK);
    assert_int_equal(found.told.attribute != NULL, found.told.persons > 0);
    shoal_table_free(table);
    shoal_plan_free(plan);
    text_free(&csv);
    return found.told;
}

static void values_are_what_all_alike_have(void **state) {
    (void)state;
    uint64_t told = 0, silent = 0;
    for (size_t i = 0; i < property_cases(2000); i++) {
        drawn_rows drawn = draw_rows(i);
        linked_values wanted = find_twin(&drawn), found = find(&drawn);
        assert_int_equal(found.sequences, wanted.sequences);
        assert_int_equal(found.persons, wanted.persons);
        told += wanted.persons > 0;
        silent += wanted.persons == 0;
    }
    assert_true(told > 0 && silent > 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_are_what_all_alike_have),
    };
    seed = property_seed();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
