/* What a plan asks a search for: names that are known, combinations that are refused, and parts
 * that the recoding ignores. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "anonymize/run_request.h"
#include "support/recoded_table.h"

#include <string.h>

/* A plan, and what is read of it. */
typedef struct reading {
    shoal_plan *plan;
    rule_list rules;
    run_request request;
    shoal_status status;
    shoal_error error;
} reading;

#define MOST_KEYS 9

/* keys: key, value, ... NULL. */
static void reading_open(reading *out, const char *const *keys) {
    *out = (reading){0};
    assert_int_equal(shoal_plan_new(&out->plan, NULL), SHOAL_OK);
    plan_set(out->plan, "privacy.k", "2");
    plan_set(out->plan, "attributes.a.role", "quasi");
    for (; *keys; keys += 2)
        plan_set(out->plan, keys[0], keys[1]);
    assert_int_equal(rules_read(&out->rules, out->plan, NULL), SHOAL_OK);
    out->status = run_request_read(&out->request, out->plan, &out->rules, &out->error);
}

static void reading_close(reading *of) {
    run_request_close(&of->request);
    rules_free(&of->rules);
    shoal_plan_free(of->plan);
}

/* ---- What is asked for ----------------------------------------------------------------------- */

typedef struct request_case {
    const char *name;
    const char *keys[MOST_KEYS];
    const char *recoding, *algorithm, *metric;
    size_t objectives;
} request_case;

static void plans_are_read(void **state) {
    (void)state;
    static const request_case cases[] = {
        {"defaults", {NULL}, "lattice", "auto", "loss", 0},
        {"weights change the metric", {"attributes.a.weight", "2"}, "lattice", "auto", "nwp", 0},
        {"a metric", {"search.metric", "dm"}, "lattice", "auto", "dm", 0},
        {"cuts", {"recoding", "cut", "search.algorithm", "genitor"}, "cut", "genitor", "loss", 0},
        {"the algorithm's own metric",
         {"recoding", "microaggregation"},
         "microaggregation",
         "auto",
         "sse",
         0},
        {"exact bounds of levels", {"round_bounds", "no"}, "lattice", "auto", "loss", 0},
        {"round bounds of clusters",
         {"recoding", "mondrian", "round_bounds", "yes"},
         "mondrian",
         "auto",
         "loss",
         0},
        {"usual objectives", {"search.algorithm", "nsga2"}, "lattice", "nsga2", "loss", 2},
        {"objectives of its own",
         {"search.algorithm", "nsga2", "search.objectives", "loss,dm,max:k_eff"},
         "lattice",
         "nsga2",
         "loss",
         3},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        print_message("%s\n", cases[i].name);
        reading made;
        reading_open(&made, cases[i].keys);
        if (made.status != SHOAL_OK)
            fail_msg("%s", made.error.message);
        assert_string_equal(made.request.recoding->name, cases[i].recoding);
        assert_string_equal(made.request.algorithm->name, cases[i].algorithm);
        assert_string_equal(made.request.metric->name, cases[i].metric);
        assert_int_equal(made.request.objectives.count, cases[i].objectives);
        reading_close(&made);
    }
}

static void settings_are_handed_on(void **state) {
    (void)state;
    static const char *const keys[] = {"search.algorithm", "random", "search.samples", "70", NULL};
    reading made;
    reading_open(&made, keys);
    assert_int_equal(made.status, SHOAL_OK);
    assert_string_equal(made.request.settings[0].name, "samples");
    assert_string_equal(made.request.settings[0].fallback, "70");
    assert_null(made.request.settings[1].name);
    reading_close(&made);
}

/* ---- What is refused ------------------------------------------------------------------------- */

typedef struct refusal_case {
    const char *name;
    const char *keys[MOST_KEYS];
    const char *words[2]; /* of the message */
} refusal_case;

static void contradictions_are_refused(void **state) {
    (void)state;
    static const refusal_case cases[] = {
        {"unknown recoding", {"recoding", "lettuce"}, {"'lettuce'", "lattice, cut, micro"}},
        {"unknown algorithm", {"search.algorithm", "magic"}, {"'magic'", "exhaustive"}},
        {"algorithm of another recoding",
         {"search.algorithm", "genitor"},
         {"'genitor'", "lattice"}},
        {"unknown metric", {"search.metric", "shoe size"}, {"'shoe size'", "loss, precision"}},
        {"metric of another recoding",
         {"recoding", "microaggregation", "search.metric", "dm"},
         {"'dm'", "sse"}},
        {"metric without a meaning",
         {"recoding", "cut", "search.metric", "precision"},
         {"precision", ""}},
        {"objective without a meaning",
         {"recoding", "cut", "search.algorithm", "nsga2", "search.objectives", "precision,k_eff"},
         {"precision", ""}},
        {"objectives of one with a single one",
         {"search.objectives", "loss,k_eff"},
         {"auto", "nsga2"}},
        {"preference of one with a single one", {"search.prefer", "nwp=0.2"}, {"auto", "nsga2"}},
        {"unknown objective",
         {"search.algorithm", "nsga2", "search.objectives", "loss,luck"},
         {"luck", ""}},
        {"round bounds of levels", {"round_bounds", "yes"}, {"rounded, which lattice", "mondrian"}},
        {"round bounds of averages",
         {"recoding", "microaggregation", "round_bounds", "yes"},
         {"rounded, which microaggregation", "local"}},
        {"no population", {"privacy.models", "k-map k=2"}, {"population", ""}},
        {"averages and a population",
         {"recoding", "microaggregation", "privacy.models", "k-map k=2", "population.file",
          "all.csv"},
         {"population", ""}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        print_message("%s\n", cases[i].name);
        reading made;
        reading_open(&made, cases[i].keys);
        assert_int_equal(made.status, SHOAL_USAGE);
        for (size_t w = 0; w < 2; w++)
            if (!strstr(made.error.message, cases[i].words[w]))
                fail_msg("'%s' is not in: %s", cases[i].words[w], made.error.message);
        reading_close(&made);
    }
}

/* ---- The target of predictions --------------------------------------------------------------- */

typedef struct target_case {
    const char *name;
    const char *keys[MOST_KEYS];
    const char *target;
} target_case;

static void targets_are_judged_only_where_needed(void **state) {
    (void)state;
    static const target_case cases[] = {
        {"nobody asks", {"target", "c"}, NULL},
        {"the metric asks", {"target", "c", "search.metric", "cm"}, "c"},
        {"an objective asks",
         {"target", "c", "search.algorithm", "nsga2", "search.objectives", "loss,cm"},
         "c"},
        {"rules are bound anyway",
         {"target", "c", "attributes.s.role", "sensitive", "privacy.l", "2"},
         "c"},
        {"the only sensitive attribute",
         {"search.metric", "cm", "attributes.s.role", "sensitive"},
         "s"},
        {"none is named", {"search.metric", "cm"}, NULL},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        print_message("%s\n", cases[i].name);
        reading made;
        reading_open(&made, cases[i].keys);
        assert_int_equal(made.status, SHOAL_OK);
        const char *found = run_request_target(&made.request, &made.rules);
        assert_int_equal(found == NULL, cases[i].target == NULL);
        if (found)
            assert_string_equal(found, cases[i].target);
        reading_close(&made);
    }
}

/* ---- Notes ----------------------------------------------------------------------------------- */

typedef struct note_case {
    const char *name;
    const char *keys[MOST_KEYS];
    int notes;
    const char *word; /* of the last note */
} note_case;

typedef struct noted {
    int count;
    char last[240];
} noted;

static void take_note(const char *sentence, void *user) {
    noted *to = user;
    to->count++;
    strncpy(to->last, sentence, sizeof to->last - 1);
}

static void unused_parts_are_noted(void **state) {
    (void)state;
    static const note_case cases[] = {
        {"nothing", {NULL}, 0, ""},
        {"shapes of cuts", {"attributes.a.finest", "1"}, 1, "cut"},
        {"shapes, for a cut", {"recoding", "cut", "attributes.a.finest", "1"}, 0, ""},
        {"groups", {"groups", "a"}, 1, "microaggregation"},
        {"groups, for averages", {"recoding", "microaggregation", "groups", "a"}, 0, ""},
        {"weights, for levels", {"attributes.a.weight", "2"}, 0, ""},
        {"shapes and groups", {"attributes.a.order", "x|y", "groups", "a"}, 2, "groups"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        print_message("%s\n", cases[i].name);
        reading made;
        noted found = {0};
        shoal_hooks hooks = {.size = sizeof hooks, .note = take_note, .user = &found};
        reading_open(&made, cases[i].keys);
        if (made.status != SHOAL_OK)
            fail_msg("%s", made.error.message);
        run_request_note_unused(&made.request, &hooks);
        assert_int_equal(found.count, cases[i].notes);
        assert_non_null(strstr(found.last, cases[i].word));
        hooks.note = NULL;
        run_request_note_unused(&made.request, &hooks);
        reading_close(&made);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(plans_are_read),
        cmocka_unit_test(settings_are_handed_on),
        cmocka_unit_test(contradictions_are_refused),
        cmocka_unit_test(targets_are_judged_only_where_needed),
        cmocka_unit_test(unused_parts_are_noted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
