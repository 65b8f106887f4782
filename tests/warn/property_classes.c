/* Likely values, classes of few households and rows that only match, against slow twins that
 * compare every row with every other. */
#include "support/assessed_table.h"
#include "support/random_cases.h"
#include "warn/warn.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

enum { MOST_ROWS = 60, MOST_CLASSES = 4, K = 3 };

static uint64_t seed;

typedef struct drawn_release {
    size_t rows, classes, persons, homes;
    bool of_persons, left_out;
    uint32_t class_of[MOST_ROWS], person_of[MOST_ROWS], household_of[MOST_ROWS];
    char value[MOST_ROWS];
} drawn_release;

/* Classes often have a value of their own that nearly all rows have, some of them in capitals. */
static drawn_release draw_release(uint64_t item) {
    random_stream from = random_open(seed, "classes", item);
    drawn_release made = {.rows = 1 + random_below(&from, MOST_ROWS),
                          .classes = 1 + random_below(&from, MOST_CLASSES)};
    made.of_persons = random_below(&from, 2) == 0;
    made.left_out = random_below(&from, 3) == 0;
    made.persons = 1 + random_below(&from, made.rows);
    made.homes = 1 + random_below(&from, 1 + made.rows / 3);
    uint64_t slips = 2 + random_below(&from, 30), capitals = 1 + random_below(&from, 60);
    for (size_t row = 0; row < made.rows; row++) {
        size_t class = random_below(&from, made.classes + 1);
        bool slip = random_below(&from, slips) == 0;
        made.class_of[row] =
            class < made.classes || !made.left_out ? (uint32_t) class : WARN_NO_CLASS;
        made.person_of[row] = (uint32_t)random_below(&from, made.persons);
        made.household_of[row] = (uint32_t)random_below(&from, made.homes);
        made.value[row] = (char)('a' + (slip ? random_below(&from, 3) : class % 3));
        if (random_below(&from, capitals) == 0)
            made.value[row] = (char)toupper(made.value[row]);
    }
    return made;
}

/* ---- Twins ----------------------------------------------------------------------------------- */

static bool is_published(const drawn_release *of, size_t row) {
    return of->class_of[row] != WARN_NO_CLASS;
}

/* Published rows of a class, or of all of them, with a value, however it is written. */
typedef struct row_filter {
    bool any_class;
    uint32_t class;
    char value; /* 0: any */
} row_filter;

static bool passes(const drawn_release *of, size_t row, const row_filter *by) {
    return is_published(of, row) && (by->any_class || of->class_of[row] == by->class) &&
           (!by->value || tolower(of->value[row]) == by->value);
}

/* Different ids, or rows where `id` is NULL. */
static size_t count_twin(const drawn_release *of, const uint32_t *id, row_filter by) {
    size_t count = 0;
    for (size_t row = 0; row < of->rows; row++) {
        bool seen = false;
        if (!passes(of, row, &by))
            continue;
        for (size_t other = 0; id && other < row; other++)
            seen |= passes(of, other, &by) && id[other] == id[row];
        count += !seen;
    }
    return count;
}

typedef struct twin_counts {
    uint64_t likely, below, rare, smallest;
} twin_counts;

static bool written_once_twin(const drawn_release *of, uint32_t class, char value) {
    bool small = false, capital = false;
    for (size_t row = 0; row < of->rows; row++)
        if (passes(of, row, &(row_filter){.class = class, .value = value})) {
            small |= of->value[row] == value;
            capital |= of->value[row] != value;
        }
    return small != capital;
}

static bool likely_twin(const drawn_release *of, uint32_t class) {
    const uint32_t *id = of->of_persons ? of->person_of : NULL;
    size_t members = count_twin(of, id, (row_filter){.class = class});
    size_t all = count_twin(of, id, (row_filter){.any_class = true});
    bool likely = false;
    for (size_t v = 0; v < 3; v++) {
        char value = (char)('a' + v);
        size_t here = count_twin(of, id, (row_filter){.class = class, .value = value});
        size_t there = count_twin(of, id, (row_filter){.any_class = true, .value = value});
        bool nearly = here * 10 >= members * 9;
        bool gain = 2 * (members - here) * all <= (all - there) * members;
        bool certain = here == members && written_once_twin(of, class, value);
        bool few = class == of->classes && members < K;
        likely |= members > 0 && here > 0 && nearly && gain && !certain && !few;
    }
    return likely;
}

static twin_counts count_all(const drawn_release *of) {
    const uint32_t *id = of->of_persons ? of->person_of : NULL;
    twin_counts made = {0};
    bool first = true;
    for (size_t c = 0; c <= of->classes; c++) {
        uint32_t class = (uint32_t)c;
        size_t rows = count_twin(of, NULL, (row_filter){.class = class});
        size_t members = count_twin(of, id, (row_filter){.class = class});
        size_t homes = count_twin(of, of->household_of, (row_filter){.class = class});
        made.likely += likely_twin(of, class);
        made.below += members >= K && homes < K;
        if (class == of->classes)
            continue;
        made.rare += members < K ? rows : 0;
        made.smallest = first || members < made.smallest ? members : made.smallest;
        first = false;
    }
    return made;
}

/* ---------------------------------------------------------------------------------------------- */

static uint64_t figure_of(const warning_list *list, const char *code, const char *key) {
    for (size_t i = 0; i < list->count; i++)
        for (size_t f = 0; f < list->each[i].figures; f++)
            if (strcmp(list->each[i].code, code) == 0 &&
                strcmp(list->each[i].figure[f].key, key) == 0)
                return list->each[i].figure[f].count;
    return 0;
}

static void look(warning_list *out, const drawn_release *of, const char *missing) {
    text csv = {0};
    shoal_plan *plan = NULL;
    text_add_string(&csv, "illness\n");
    for (size_t row = 0; row < of->rows; row++)
        text_format(&csv, "%c\n", of->value[row]);
    assert_int_equal(shoal_plan_new(&plan, NULL), SHOAL_OK);
    assert_int_equal(shoal_plan_set(plan, "attributes.illness.role", "sensitive", NULL), SHOAL_OK);
    assert_int_equal(shoal_plan_set(plan, "missing.rule", missing, NULL), SHOAL_OK);
    shoal_table *table = assessed_table_read(csv.bytes);
    assert_int_equal(table->rows, of->rows);
    warn_release release = {.plan = plan,
                            .table = table,
                            .class_of = of->class_of,
                            .classes = of->classes + !of->left_out,
                            .suppressed = of->left_out ? WARN_NO_CLASS : (uint32_t)of->classes,
                            .person_of = of->of_persons ? of->person_of : NULL,
                            .k = K,
                            .household = "home",
                            .household_of = of->household_of,
                            .households = of->homes};
    assert_int_equal(warn_classes(out, &release, NULL), SHOAL_OK);
    shoal_table_free(table);
    shoal_plan_free(plan);
    text_free(&csv);
}

static void classes_are_what_rows_say(void **state) {
    (void)state;
    uint64_t likely = 0, below = 0, rare = 0;
    for (size_t i = 0; i < property_cases(2000); i++) {
        drawn_release drawn = draw_release(i);
        twin_counts wanted = count_all(&drawn);
        warning_list found = {.count = 0}, matched = {.count = 0};
        look(&found, &drawn, "category");
        look(&matched, &drawn, "wildcard");
        assert_int_equal(figure_of(&found, warning_sensitive_likely, "likely"), wanted.likely);
        assert_int_equal(figure_of(&found, warning_household_class, "classes_below"), wanted.below);
        assert_int_equal(figure_of(&found, warning_blanks_match, "rows"), 0);
        assert_int_equal(figure_of(&matched, warning_blanks_match, "rows"), wanted.rare);
        if (wanted.rare > 0)
            assert_int_equal(figure_of(&matched, warning_blanks_match, "smallest"),
                             wanted.smallest);
        likely += wanted.likely;
        below += wanted.below;
        rare += wanted.rare;
        warnings_free(&found);
        warnings_free(&matched);
    }
    assert_true(likely > 0 && below > 0 && rare > 0);
}

/* What is common in the whole table tells nothing new. */
static void the_gain_counts(void **state) {
    (void)state;
    assert_true(warn_is_likely(0.99, 0.5));
    assert_true(warn_is_likely(0.9, 0.8));
    assert_true(warn_is_likely(0.995, 0.99));
    assert_true(warn_is_likely(1, 0.99));
    assert_false(warn_is_likely(0.89, 0.01));
    assert_false(warn_is_likely(0.99, 0.99));
    assert_false(warn_is_likely(0.92, 0.85));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(classes_are_what_rows_say),
        cmocka_unit_test(the_gain_counts),
    };
    seed = property_seed();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
