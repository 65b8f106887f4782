/* Keys of persons that differ only in how they are written, against a slow twin that compares every
 * person with every other; and the look that rules such keys out without folding them. */
#include "recognize/key_fold.h"
#include "support/assessed_table.h"
#include "support/random_cases.h"
#include "warn/warn.h"

#include <stdio.h>
#include <string.h>

enum { MOST_ROWS = 30, COLUMNS = 2, MISSING = -1 };

static uint64_t seed;

/* Texts of one `means` are one key. */
static const struct {
    const char *text;
    int means;
} pool[] = {
    {"P77", 0},  {"p77", 0},     {"P77 ", 0},     {"P-77", 1}, {"77", 2},  {"077", 2},
    {"77.0", 3}, {"?", MISSING}, {"NA", MISSING}, {"a b", 4},  {"A b", 4}, {"ab", 5},
    {"8", 6},    {"9", 7},       {"10", 8},       {"c", 9},    {"d", 10},  {"e", 11},
};
enum { POOL = sizeof pool / sizeof *pool };

typedef struct drawn_keys {
    size_t rows, columns;
    bool keeps; /* some rows do not count */
    bool kept[MOST_ROWS];
    size_t value[COLUMNS][MOST_ROWS]; /* place in the pool */
    uint32_t person_of[MOST_ROWS];
    uint64_t persons;
} drawn_keys;

static bool same_texts(const drawn_keys *of, size_t one, size_t other) {
    for (size_t c = 0; c < of->columns; c++)
        if (of->value[c][one] != of->value[c][other] || pool[of->value[c][one]].means == MISSING)
            return false;
    return true;
}

static bool same_meaning(const drawn_keys *of, size_t one, size_t other) {
    for (size_t c = 0; c < of->columns; c++) {
        int means = pool[of->value[c][one]].means;
        if (means == MISSING || means != pool[of->value[c][other]].means)
            return false;
    }
    return true;
}

static drawn_keys draw_keys(uint64_t item) {
    random_stream from = random_open(seed, "keys", item);
    drawn_keys made = {.rows = 1 + random_below(&from, MOST_ROWS),
                       .columns = 1 + random_below(&from, COLUMNS),
                       .keeps = random_below(&from, 3) == 0};
    size_t base = random_below(&from, POOL), width = 1 + random_below(&from, POOL);
    for (size_t row = 0; row < made.rows; row++) {
        made.kept[row] = !made.keeps || random_below(&from, 3) > 0;
        for (size_t c = 0; c < made.columns; c++)
            made.value[c][row] = (base + random_below(&from, width)) % POOL;
        made.person_of[row] = UINT32_MAX;
        if (!made.kept[row])
            continue;
        for (size_t other = 0; other < row; other++)
            if (made.kept[other] && same_texts(&made, row, other))
                made.person_of[row] = made.person_of[other];
        if (made.person_of[row] == UINT32_MAX)
            made.person_of[row] = (uint32_t)made.persons++;
    }
    return made;
}

/* Persons, of whom some earlier row is another person's with the same meaning. */
static uint64_t count_fewer(const drawn_keys *of) {
    uint64_t fewer = 0;
    for (uint32_t person = 0; person < of->persons; person++) {
        bool repeats = false;
        for (size_t row = 0; row < of->rows; row++)
            for (size_t other = 0; of->person_of[row] == person && other < of->rows; other++)
                repeats |= of->person_of[other] < person && same_meaning(of, row, other);
        fewer += repeats;
    }
    return fewer;
}

/* ---------------------------------------------------------------------------------------------- */

static void look(warning_list *out, const drawn_keys *of) {
    text csv = {0};
    shoal_plan *plan = NULL;
    text_add_string(&csv, of->columns == 1 ? "a\n" : "a,b\n");
    for (size_t row = 0; row < of->rows; row++)
        for (size_t c = 0; c < of->columns; c++)
            text_format(&csv, "\"%s\"%s", pool[of->value[c][row]].text,
                        c + 1 < of->columns ? "," : "\n");
    assert_int_equal(shoal_plan_new(&plan, NULL), SHOAL_OK);
    assert_int_equal(shoal_plan_set(plan, "attributes.a.role", "person", NULL), SHOAL_OK);
    if (of->columns > 1)
        assert_int_equal(shoal_plan_set(plan, "attributes.b.role", "person", NULL), SHOAL_OK);
    shoal_table *table = assessed_table_read(csv.bytes);
    assert_int_equal(table->rows, of->rows);
    warn_columns_of columns = {plan, table, of->keeps ? of->kept : NULL, of->person_of,
                               of->persons};
    assert_int_equal(warn_keys(out, &columns, NULL), SHOAL_OK);
    shoal_table_free(table);
    shoal_plan_free(plan);
    text_free(&csv);
}

static void persons_are_counted_once(void **state) {
    (void)state;
    uint64_t warned = 0, silent = 0;
    for (size_t i = 0; i < property_cases(4000); i++) {
        drawn_keys drawn = draw_keys(i);
        uint64_t fewer = count_fewer(&drawn);
        warning_list found = {.count = 0};
        look(&found, &drawn);
        assert_int_equal(found.count, fewer > 0);
        if (fewer > 0) {
            assert_string_equal(found.each[0].code, "persons_alike");
            assert_int_equal(found.each[0].figure[0].count, drawn.persons);
            assert_int_equal(found.each[0].figure[1].count, fewer);
        }
        warned += fewer > 0;
        silent += fewer == 0;
        warnings_free(&found);
    }
    assert_true(warned > 0 && silent > 0);
}

/* ---- The look -------------------------------------------------------------------------------- */

enum { LIST = 6, LONGEST = 4 };

/* Of few letters, so that lists of one kind are common. */
static size_t draw_text(char *out, random_stream *from, uint64_t kind) {
    static const char *const letters[] = {"01", "0aB", "ab1", "AB0", "a 0", "Aa\x01", "0\xc3\xa9"};
    const char *of = letters[kind];
    size_t length = kind % 2 ? random_below(from, LONGEST + 1) : LONGEST;
    for (size_t i = 0; i < length; i++)
        out[i] = of[random_below(from, strlen(of))];
    out[length] = '\0';
    return length;
}

static void the_look_misses_none(void **state) {
    (void)state;
    uint64_t ruled_out = 0, alike = 0;
    for (size_t i = 0; i < property_cases(200000); i++) {
        random_stream from = random_open(seed, "looks", i);
        char list[LIST][LONGEST + 1], one[2 * LONGEST + 1], other[2 * LONGEST + 1];
        key_looks looks = {.length = 0};
        bool found = false;
        uint64_t kind = random_below(&from, 7);
        for (size_t t = 0; t < LIST; t++)
            key_looks_add(&looks, list[t], draw_text(list[t], &from, kind));
        for (size_t t = 0; t < LIST; t++)
            for (size_t u = 0; u < t; u++) {
                key_fold(one, list[t], strlen(list[t]));
                key_fold(other, list[u], strlen(list[u]));
                found |= strcmp(list[t], list[u]) != 0 && strcmp(one, other) == 0;
            }
        assert_true(key_looks_alike(&looks) || !found);
        ruled_out += !key_looks_alike(&looks);
        alike += found;
    }
    assert_true(ruled_out > 0 && alike > 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(persons_are_counted_once),
                                       cmocka_unit_test(the_look_misses_none)};
    seed = property_seed();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
