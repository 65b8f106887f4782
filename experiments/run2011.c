/* run2011's comparison: tabu search in the place of mutation against its two parents, at equal
 * evaluations. The hybrid runs with the paper's parameters until it ends; each parent then gets as
 * many evaluations as the hybrid has made with the same seed, and may start anew. */
#include "experiments/run2011.h"

#include "experiments/number_list.h"
#include "experiments/subject.h"
#include "search/driver/shared_memo.h"

#include <string.h>

const run2011_table run2011_tables[] = {
    {"pima",
     "pima/pima.csv",
     8,
     {"ranges", "ranges"},
     "Pima Indians diabetes: 768 rows, its 8 measurements as quasi-identifiers, ranges of chosen "
     "widths (`ranges`)"},
    {"poker",
     "poker/poker-training.data",
     10,
     {"flat", "ranges:2,4,8@1"},
     "Poker hands: 25,010 rows, suit and rank of 5 cards as quasi-identifiers; suits have one "
     "step to `*`, ranks have ranges of 2, 4 and 8 from 1 on"},
    {.name = NULL},
};

const char *const run2011_methods[] = {"tabu-genetic", "genetic", "tabu", NULL};

/* ---- The tables ----------------------------------------------------------------------------- */

static bool is_listed(const char *list, const char *name) {
    size_t length = strlen(name);
    for (const char *at = list; at; at = strchr(at, ','), at = at ? at + 1 : NULL)
        if (strncmp(at, name, length) == 0 && (!at[length] || at[length] == ','))
            return true;
    return false;
}

static shoal_status check_tables(const char *list, shoal_error *error) {
    for (const char *at = list; at; at = strchr(at, ','), at = at ? at + 1 : NULL) {
        size_t length = strcspn(at, ",");
        bool known = false;
        for (const run2011_table *table = run2011_tables; table->name; table++)
            known |= strlen(table->name) == length && strncmp(at, table->name, length) == 0;
        if (!known)
            return status_fail(error, SHOAL_USAGE,
                               "\"%.*s\" is not a table of run2011; known are pima, poker",
                               length < 40 ? (int)length : 40, at);
    }
    return SHOAL_OK;
}

static shoal_status read_subject(subject *out, experiment *of, const run2011_table *table,
                                 shoal_error *error) {
    out->name = table->name;
    STATUS_TRY(subject_read(out, of, table->file, SHOAL_NO, error));
    if (out->bound.table->columns != table->attributes + 1)
        return status_fail(error, SHOAL_BAD_DATA, "%s has %zu columns; %zu were expected",
                           table->file, out->bound.table->columns, table->attributes + 1);
    for (size_t i = 0; i < table->attributes; i++)
        STATUS_TRY(subject_add(out, i, table->specs[i % 2], error));
    return bound_table_bind_hierarchies(&out->bound, false, error);
}

/* ---- The searches --------------------------------------------------------------------------- */

typedef struct contest {
    experiment *of;
    const problem *on;
    lattice *space;
    shared_memo *shared; /* the times do not count here */
    int64_t *budgets;    /* [seeds] evaluations of the hybrid */
} contest;

static void tell(const experiment *of, size_t runs) {
    const trial *last = &of->trials.trials[of->trials.count - 1];
    experiment_note(of, "%s, k = %d, %s: %zu run%s, the last one with %lld evaluations, DM %.0f",
                    last->table, (int)last->k, last->algorithm, runs, runs == 1 ? "" : "s",
                    (long long)last->evaluations, last->value);
}

/* With a seed of 0 the exact search; else the hybrid, which uses up what evaluations it likes, or
 * a parent, which starts anew until it has used up as many. */
static shoal_status search_once(const contest *between, const char *method, size_t seed,
                                shoal_error *error) {
    static const shoal_parameter settings[] = {{"restarts", "1000", NULL}, {NULL, NULL, NULL}};
    const experiment_options *asked = &between->of->asked;
    bool hybrid = method == run2011_methods[0];
    const trial *made;
    trial_setup setup = {
        .problem = between->on,
        .algorithm = algorithm_find("lattice", method),
        .seed = seed,
        .seconds = seed ? 0 : asked->time_limit,
        .evaluations = !seed    ? 0
                       : hybrid ? asked->evaluations
                                : between->budgets[seed - 1],
        .settings = seed && !hybrid ? settings : NULL,
        .space = lattice_as_space(between->space),
        .shared = between->shared,
    };
    STATUS_TRY(trial_run(&made, between->of, &setup, error));
    if (hybrid)
        between->budgets[seed - 1] = made->evaluations;
    return SHOAL_OK;
}

static shoal_status hold_contest(const contest *between, shoal_error *error) {
    size_t runs = (size_t)between->of->asked.seeds;
    STATUS_TRY(search_once(between, "optimal", 0, error));
    tell(between->of, 1);
    for (size_t m = 0; run2011_methods[m]; m++) {
        for (size_t seed = 1; seed <= runs; seed++)
            STATUS_TRY(search_once(between, run2011_methods[m], seed, error));
        tell(between->of, runs);
    }
    return SHOAL_OK;
}

static shoal_status open_contest(contest *between, shoal_error *error) {
    between->budgets = memory_zero((size_t)between->of->asked.seeds, sizeof *between->budgets);
    if (!between->budgets)
        return status_no_memory(error);
    STATUS_TRY(problem_space(&between->space, between->on, between->of->pool, error));
    return shared_memo_open(&between->shared, between->on->attributes, 0, error);
}

static shoal_status run_k(experiment *of, const subject *table, uint64_t k, shoal_error *error) {
    problem on;
    STATUS_TRY(
        problem_open(&on, table, table->bound.attributes, k, RUN2011_SUPPRESSION, "dm", error));
    contest between = {.of = of, .on = &on};
    shoal_status status = open_contest(&between, error);
    if (status == SHOAL_OK)
        status = hold_contest(&between, error);
    shared_memo_close(between.shared);
    lattice_close(between.space);
    memory_free(between.budgets);
    problem_close(&on);
    return status;
}

static shoal_status run_table(experiment *of, const run2011_table *table, const number_list *ks,
                              shoal_error *error) {
    subject made = {0};
    shoal_status status = read_subject(&made, of, table, error);
    for (size_t i = 0; status == SHOAL_OK && i < ks->count; i++)
        status = run_k(of, &made, ks->numbers[i], error);
    subject_free(&made);
    return status;
}

static shoal_status run2011_run(experiment *of, shoal_error *error) {
    number_list ks = {0};
    shoal_status status = number_list_parse(&ks, of->asked.k, RUN2011_MOST_K, "k", error);
    for (const run2011_table *table = run2011_tables; status == SHOAL_OK && table->name; table++)
        if (is_listed(of->asked.tables, table->name))
            status = run_table(of, table, &ks, error);
    number_list_free(&ks);
    return status;
}

static shoal_status run2011_check(const experiment *of, shoal_error *error) {
    number_list ks = {0};
    shoal_status status = number_list_parse(&ks, of->asked.k, RUN2011_MOST_K, "k", error);
    number_list_free(&ks);
    return status == SHOAL_OK ? check_tables(of->asked.tables, error) : status;
}

const experiment_kind experiment_run2011 = {
    .item = {"run2011", "a hybrid of tabu and genetic search against its parents", ""},
    .paper = &run2011_paper,
    .usual =
        {.seeds = 50, .evaluations = 10000, .time_limit = 60, .k = "1-15", .tables = "pima,poker"},
    .check = run2011_check,
    .run = run2011_run,
    .flags = " --tables {tables} --k {k} --evaluations {evaluations} --time-limit {time_limit}",
    .claims = run2011_claims,
    .page = run2011_page,
    .outputs = experiment_usual_outputs,
};
