/* Values that numbers of rows give away, against a slow twin that hands out the rows of a class to
 * a person in every possible way. */
#include "support/assessed_table.h"
#include "support/random_cases.h"
#include "warn/warn.h"

#include <ctype.h>
#include <string.h>

enum { MOST_ROWS = 16, MOST_CLASSES = 3, VALUES = 3, K = 2 };

static uint64_t seed;

typedef struct drawn_release {
    size_t rows, classes, persons;
    bool of_persons, left_out, wildcard;
    uint32_t class_of[MOST_ROWS], person_of[MOST_ROWS];
    char value[MOST_ROWS];
} drawn_release;

/* The first person often has most rows, and the first value, which may be in capitals, too. */
static drawn_release draw_release(uint64_t item) {
    random_stream from = random_open(seed, "row counts", item);
    drawn_release made = {.rows = 1 + random_below(&from, MOST_ROWS),
                          .classes = 1 + random_below(&from, MOST_CLASSES),
                          .of_persons = random_below(&from, 10) > 0,
                          .left_out = random_below(&from, 2) == 0,
                          .wildcard = random_below(&from, 4) == 0};
    made.persons = 1 + random_below(&from, made.rows);
    for (size_t row = 0; row < made.rows; row++) {
        size_t class = random_below(&from, made.classes + 1);
        bool first = random_below(&from, 2) == 0, usual = random_below(&from, 2) == 0;
        made.class_of[row] =
            class < made.classes || !made.left_out ? (uint32_t) class : WARN_NO_CLASS;
        made.person_of[row] = first ? 0 : (uint32_t)random_below(&from, made.persons);
        made.value[row] = (char)('a' + (usual ? 0 : random_below(&from, VALUES)));
        if (random_below(&from, 8) == 0)
            made.value[row] = (char)toupper(made.value[row]);
    }
    return made;
}

/* ---- The twin -------------------------------------------------------------------------------- */

typedef struct one_class {
    size_t rows;
    uint32_t person[MOST_ROWS];
    char value[MOST_ROWS];
} one_class;

static one_class class_twin(const drawn_release *of, uint32_t class) {
    one_class made = {.rows = 0};
    for (size_t row = 0; row < of->rows; row++)
        if (of->class_of[row] == class) {
            made.person[made.rows] = of->person_of[row];
            made.value[made.rows++] = (char)tolower(of->value[row]);
        }
    return made;
}

static bool has(const one_class *in, uint32_t person, char value) {
    bool found = false;
    for (size_t i = 0; i < in->rows; i++)
        found |= in->person[i] == person && (!value || in->value[i] == value);
    return found;
}

static size_t count_persons(const drawn_release *of, const one_class *in, char value) {
    size_t count = 0;
    for (uint32_t person = 0; person < of->persons; person++)
        count += has(in, person, value);
    return count;
}

/* Whether so many rows, whichever of the class they are, always have the value among them. */
static bool is_among(const one_class *in, size_t count, char value) {
    for (unsigned chosen = 0; chosen < 1U << in->rows; chosen++) {
        bool among = false;
        for (size_t i = 0; i < in->rows; i++)
            among |= (chosen >> i & 1) && in->value[i] == value;
        if ((size_t)__builtin_popcount(chosen) == count && !among)
            return false;
    }
    return true;
}

static bool is_known(const drawn_release *of, const one_class *in, uint32_t person) {
    size_t rows = 0;
    bool known = false;
    for (size_t i = 0; i < in->rows; i++)
        rows += in->person[i] == person;
    for (char value = 'a'; rows > 0 && value < 'a' + VALUES; value++)
        known |=
            count_persons(of, in, value) < count_persons(of, in, 0) && is_among(in, rows, value);
    return known;
}

static bool is_judged(const drawn_release *of, const one_class *in, uint32_t class) {
    return (!of->wildcard && class < of->classes) || count_persons(of, in, 0) >= K;
}

typedef struct twin_counts {
    uint64_t classes, persons;
} twin_counts;

static twin_counts count_all(const drawn_release *of) {
    twin_counts made = {0};
    bool known[MOST_ROWS] = {false};
    for (uint32_t class = 0; of->of_persons && class <= of->classes; class ++) {
        one_class in = class_twin(of, class);
        bool tells = false;
        for (uint32_t person = 0; person < of->persons; person++)
            if (is_judged(of, &in, class) && is_known(of, &in, person))
                known[person] = tells = true;
        made.classes += tells;
    }
    for (size_t person = 0; person < of->persons; person++)
        made.persons += known[person];
    return made;
}

/* ---------------------------------------------------------------------------------------------- */

static uint64_t figure_of(const warning_list *list, const char *key) {
    for (size_t i = 0; i < list->count; i++)
        for (size_t f = 0; f < list->each[i].figures; f++)
            if (strcmp(list->each[i].code, warning_rows_of_person_tell) == 0 &&
                strcmp(list->each[i].figure[f].key, key) == 0)
                return list->each[i].figure[f].count;
    return 0;
}

static void look(warning_list *out, const drawn_release *of) {
    text csv = {0};
    shoal_plan *plan = NULL;
    text_add_string(&csv, "illness\n");
    for (size_t row = 0; row < of->rows; row++)
        text_format(&csv, "%c\n", of->value[row]);
    assert_int_equal(shoal_plan_new(&plan, NULL), SHOAL_OK);
    assert_int_equal(shoal_plan_set(plan, "attributes.illness.role", "sensitive", NULL), SHOAL_OK);
    assert_int_equal(
        shoal_plan_set(plan, "missing.rule", of->wildcard ? "wildcard" : "category", NULL),
        SHOAL_OK);
    shoal_table *table = assessed_table_read(csv.bytes);
    assert_int_equal(table->rows, of->rows);
    warn_release release = {.plan = plan,
                            .table = table,
                            .class_of = of->class_of,
                            .classes = of->classes + !of->left_out,
                            .suppressed = of->left_out ? WARN_NO_CLASS : (uint32_t)of->classes,
                            .person_of = of->of_persons ? of->person_of : NULL,
                            .k = K};
    assert_int_equal(warn_classes(out, &release, NULL), SHOAL_OK);
    shoal_table_free(table);
    shoal_plan_free(plan);
    text_free(&csv);
}

static void counts_are_what_no_deal_avoids(void **state) {
    (void)state;
    uint64_t told = 0, silent = 0;
    for (size_t i = 0; i < property_cases(500); i++) {
        drawn_release drawn = draw_release(i);
        twin_counts wanted = count_all(&drawn);
        warning_list found = {.count = 0};
        look(&found, &drawn);
        assert_int_equal(figure_of(&found, "telling"), wanted.classes);
        assert_int_equal(figure_of(&found, "persons"), wanted.persons);
        told += wanted.classes > 0;
        silent += wanted.classes == 0;
        warnings_free(&found);
    }
    assert_true(told > 0 && silent > 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(counts_are_what_no_deal_avoids),
    };
    seed = property_seed();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
