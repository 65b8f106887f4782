/* Values that say the same, or nearly so, against a slow twin that knows what each text of a short
 * list says and looks at the rows of one class after the other. */
#include "bind/rules.h"
#include "support/assessed_table.h"
#include "support/random_cases.h"
#include "warn/warn.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { MOST_ROWS = 40, MOST_CLASSES = 3, ALPHA = 3, FORMS = 4 };

static uint64_t seed;

/* Texts of one `means` say the same; `amount` is 0 where the value is none of 1000 or more. */
static const struct {
    const char *text;
    int means;
    double amount;
} pool[] = {
    {"HIV", 0, 0},        {"h.i.v.", 0, 0},     {"flu", 1, 0},     {"4", 2, 0},
    {"4.0", 2, 0},        {"+04", 2, 0},        {"5", 3, 0},       {"2000", 4, 2000},
    {"2,000", 4, 2000},   {"2015", 5, 2015},    {"2030", 6, 2030}, {"3000", 7, 3000},
    {"2024-04-04", 8, 0}, {"04.04.2024", 8, 0}, {"?", 9, 0},       {"NA", 9, 0},
    {"gout", 10, 0},      {"Gout ", 10, 0},     {"asthma", 11, 0},
};
enum { POOL = sizeof pool / sizeof *pool, MEANINGS = 12, MISSING = 9 };

typedef struct drawn_release {
    size_t rows, classes;
    bool of_persons;
    int form; /* of the rule, or -1: none; ALPHA: alpha-k with 1 / l */
    int l;
    uint32_t class_of[MOST_ROWS], person_of[MOST_ROWS];
    size_t value[MOST_ROWS]; /* place in the pool */
} drawn_release;

static drawn_release draw_release(uint64_t item) {
    random_stream from = random_open(seed, "alike", item);
    drawn_release made = {.rows = 1 + random_below(&from, MOST_ROWS),
                          .classes = 1 + random_below(&from, MOST_CLASSES)};
    made.of_persons = random_below(&from, 2) == 0;
    made.form = (int)random_below(&from, FORMS + 1) - 1;
    made.l = 1 + (int)random_below(&from, 4);
    uint64_t persons = 1 + random_below(&from, made.rows);
    for (size_t row = 0; row < made.rows; row++) {
        size_t class = random_below(&from, made.classes);
        size_t base = class * 5, width = 1 + random_below(&from, 4 + class * 4);
        made.class_of[row] = (uint32_t) class;
        made.person_of[row] = (uint32_t)random_below(&from, persons);
        made.value[row] = (base + random_below(&from, width)) % POOL;
    }
    return made;
}

/* ---- The twin -------------------------------------------------------------------------------- */

/* What the rows of a class count as: kind[pool], and how many persons have each kind. */
typedef struct kinds {
    int of[POOL];
    int count[POOL];
    int distinct;
} kinds;

static void count_kinds(kinds *out, const drawn_release *of, size_t class) {
    memset(out->count, 0, sizeof out->count);
    out->distinct = 0;
    for (size_t row = 0; row < of->rows; row++) {
        bool seen = false;
        int kind = out->of[of->value[row]];
        if (of->class_of[row] != class)
            continue;
        for (size_t other = 0; of->of_persons && other < row; other++)
            seen |= of->class_of[other] == class && out->of[of->value[other]] == kind &&
                    of->person_of[other] == of->person_of[row];
        out->distinct += out->count[kind] == 0;
        out->count[kind] += !seen;
    }
}

static bool has(const drawn_release *of, size_t class, size_t place) {
    bool found = false;
    for (size_t row = 0; row < of->rows; row++)
        found |= of->class_of[row] == class && of->value[row] == place;
    return found;
}

/* By text, then by meaning, then with the amounts of the class that are near a smaller one. Places
 * of the pool with larger amounts come later. */
static void find_kinds(kinds *texts, kinds *meant, kinds *joined, const drawn_release *of,
                       size_t class) {
    int head = -1;
    for (int p = 0; p < POOL; p++) {
        texts->of[p] = p;
        for (int q = p; q >= 0; q--)
            if (pool[q].means == pool[p].means)
                meant->of[p] = q;
        if (pool[p].means == MISSING)
            texts->of[p] = meant->of[p];
        joined->of[p] = meant->of[p];
        if (pool[p].amount == 0 || !has(of, class, (size_t)p))
            continue;
        if (head >= 0 && pool[p].amount - pool[head].amount <= 0.01 * pool[p].amount)
            joined->of[p] = joined->of[head];
        else
            head = p;
    }
    count_kinds(texts, of, class);
    count_kinds(meant, of, class);
    count_kinds(joined, of, class);
}

static int members_of(const drawn_release *of, size_t class) {
    kinds all = {.distinct = 0};
    count_kinds(&all, of, class);
    return all.count[0];
}

static bool keeps(const drawn_release *of, const kinds *found, int members) {
    double rows = 0, sum = 0, first = 0, tail = 0, most = 0;
    int rank = 0;
    for (int p = 0; p < POOL; p++) {
        rows += found->count[p];
        most = fmax(most, found->count[p]);
        sum += found->count[p] ? found->count[p] * log(found->count[p]) : 0;
    }
    if (of->form == 0)
        return found->distinct >= of->l && members >= of->l;
    if (of->form == ALPHA)
        return most <= round(1e9 / of->l) / 1e9 * members;
    if (of->form == 1)
        return log(rows) - sum / rows >= log(of->l) - 1e-9;
    for (int size = MOST_ROWS; size > 0; size--)
        for (int p = 0; p < POOL; p++)
            if (found->count[p] == size) {
                first = rank++ == 0 ? size : first;
                tail += rank >= of->l ? size : 0;
            }
    return first < 2 * tail;
}

typedef struct twin_counts {
    uint64_t below, l, seeming;
    double share; /* largest of a value where alpha-k is broken */
    bool warns;
} twin_counts;

static double largest_share(const kinds *of, int members) {
    double most = 0;
    for (int p = 0; p < POOL; p++)
        most = fmax(most, of->count[p]);
    return most / members;
}

static twin_counts count_all(const drawn_release *of) {
    twin_counts made = {.l = UINT64_MAX, .seeming = UINT64_MAX};
    uint64_t broken = 0, fewer = 0;
    bool asked = of->form >= 0 && of->form != ALPHA && of->l > 1, single = false;
    for (size_t class = 0; class < of->classes; class ++) {
        kinds texts, meant, joined;
        int members = members_of(of, class);
        find_kinds(&texts, &meant, &joined, of, class);
        if (members == 0)
            continue;
        bool spelled = meant.distinct < texts.distinct;
        bool one = joined.distinct == 1 && texts.distinct > 1;
        int real = asked || joined.distinct == 1 ? joined.distinct : meant.distinct;
        const kinds *judged = of->form == ALPHA ? &meant : &joined;
        single |= one;
        if (of->form >= 0 && keeps(of, &texts, members) && !keeps(of, judged, members)) {
            broken++;
            if (of->form == ALPHA)
                made.share = fmax(made.share, largest_share(&meant, members));
        } else if ((spelled && (!asked || texts.distinct <= 2 * of->l)) || one) {
            fewer++;
        }
        made.l = (uint64_t)real < made.l ? (uint64_t)real : made.l;
        made.seeming =
            (uint64_t)texts.distinct < made.seeming ? (uint64_t)texts.distinct : made.seeming;
    }
    made.below = broken ? broken : fewer;
    made.warns = made.below > 0 && (asked || broken || single || made.l < made.seeming);
    return made;
}

/* ---------------------------------------------------------------------------------------------- */

static uint64_t figure_of(const warning_list *list, const char *key) {
    for (size_t f = 0; list->count > 0 && f < list->each[0].figures; f++)
        if (strcmp(list->each[0].figure[f].key, key) == 0)
            return list->each[0].figure[f].count;
    return 0;
}

static double share_of(const warning_list *list) {
    for (size_t f = 0; list->count > 0 && f < list->each[0].figures; f++)
        if (strcmp(list->each[0].figure[f].key, "share") == 0)
            return list->each[0].figure[f].number;
    return 0;
}

static void set_rule(shoal_plan *plan, const drawn_release *of) {
    static const char *const forms[] = {"distinct", "entropy", "recursive c=2"};
    char rule[80];
    if (of->form < 0)
        return;
    if (of->form == ALPHA)
        snprintf(rule, sizeof rule, "alpha-k alpha=%.9f", 1.0 / of->l);
    else
        snprintf(rule, sizeof rule, "l-diversity l=%d form=%s", of->l, forms[of->form]);
    assert_int_equal(shoal_plan_set(plan, "privacy.models", rule, NULL), SHOAL_OK);
}

static void look(warning_list *out, const drawn_release *of) {
    text csv = {0};
    rule_list rules = {0};
    shoal_plan *plan = NULL;
    text_add_string(&csv, "illness\n");
    for (size_t row = 0; row < of->rows; row++)
        text_format(&csv, "\"%s\"\n", pool[of->value[row]].text);
    assert_int_equal(shoal_plan_new(&plan, NULL), SHOAL_OK);
    assert_int_equal(shoal_plan_set(plan, "attributes.illness.role", "sensitive", NULL), SHOAL_OK);
    set_rule(plan, of);
    assert_int_equal(rules_read(&rules, plan, NULL), SHOAL_OK);
    shoal_table *table = assessed_table_read(csv.bytes);
    assert_int_equal(table->rows, of->rows);
    warn_release release = {.plan = plan,
                            .table = table,
                            .class_of = of->class_of,
                            .classes = of->classes,
                            .suppressed = WARN_NO_CLASS,
                            .person_of = of->of_persons ? of->person_of : NULL,
                            .k = 1,
                            .rules = &rules};
    assert_int_equal(warn_alike(out, &release, NULL), SHOAL_OK);
    shoal_table_free(table);
    rules_free(&rules);
    shoal_plan_free(plan);
    text_free(&csv);
}

static void values_count_for_what_they_say(void **state) {
    (void)state;
    uint64_t warned[FORMS + 1] = {0}, silent = 0;
    for (size_t i = 0; i < property_cases(4000); i++) {
        drawn_release drawn = draw_release(i);
        twin_counts wanted = count_all(&drawn);
        warning_list found = {.count = 0};
        look(&found, &drawn);
        assert_int_equal(found.count, wanted.warns);
        if (wanted.warns) {
            assert_int_equal(figure_of(&found, "classes_below"), wanted.below);
            assert_int_equal(figure_of(&found, "l"), wanted.l);
            assert_int_equal(figure_of(&found, "l_seeming"), wanted.seeming);
            assert_true(fabs(share_of(&found) - wanted.share) < 1e-12);
        }
        warned[drawn.form + 1] += wanted.warns;
        silent += !wanted.warns;
        warnings_free(&found);
    }
    for (size_t form = 0; form < FORMS + 1; form++)
        assert_true(warned[form] > 0);
    assert_true(silent > 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(values_count_for_what_they_say)};
    seed = property_seed();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
