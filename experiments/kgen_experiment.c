/* The kgen paper's comparison on cargo 2000 ("c2k"): ever more quasi-identifiers in the order of
 * the columns, k = 5, at most 0.5 % of the rows suppressed, ranges of 5, 10, 20, … (its Table 6).
 */
#include "experiments/kgen_experiment.h"

#include "data/column_type.h"
#include "data/number.h"
#include "experiments/number_list.h"
#include "experiments/subject.h"

#include <stdio.h>

#define FIRST_WIDTH 5
/* What is left of the time limit for an exact method that it has stopped before. */
#define LATER_SHARE 0.1

const kgen_method kgen_methods[] = {
    {.name = "exhaustive", .exact = true, .nodes = KGEN_EXHAUSTIVE_NODES},
    {.name = "ola", .exact = true, .nodes = KGEN_OLA_NODES},
    {.name = "optimal", .exact = true, .persistent = true},
    {.name = "auto", .timed = true},
    {.name = "kgen", .budget = "budget"},
    {.name = "random", .budget = "samples"},
    {.name = NULL},
};

#define METHOD_COUNT (sizeof kgen_methods / sizeof *kgen_methods - 1)

/* ---- The table ------------------------------------------------------------------------------ */

/* The file ends in a record of commas, which is no consignment: it has no number. */
static shoal_status leave_out_numberless(subject *c2k, shoal_error *error) {
    const column *numbers = &c2k->bound.table->column[0];
    c2k->bound.kept = memory_new(c2k->bound.table->rows, sizeof *c2k->bound.kept);
    if (!c2k->bound.kept)
        return status_no_memory(error);
    c2k->bound.rows = 0;
    for (size_t row = 0; row < c2k->bound.table->rows; row++) {
        uint32_t code = codes_get(&numbers->codes, row);
        c2k->bound.kept[row] = dictionary_length(&numbers->values, code) > 0;
        c2k->bound.rows += c2k->bound.kept[row];
    }
    return SHOAL_OK;
}

/* Difference of the largest and the smallest number, rounded down; 0 where there is none. */
static int64_t range_of(const value_list *values) {
    int64_t least = INT64_MAX, most = INT64_MIN;
    for (size_t i = 0; i < values->count; i++) {
        number parsed;
        int64_t whole;
        if (!number_parse(&parsed, values->values[i], strlen(values->values[i])) ||
            !number_floor(&parsed, 0, &whole))
            continue;
        least = whole < least ? whole : least;
        most = whole > most ? whole : most;
    }
    return most > least ? most - least : 0;
}

/* Widths that do not exceed the range; `*` covers the whole of it. */
static void print_spec(text *out, int64_t range) {
    if (range < FIRST_WIDTH) {
        text_add_string(out, "flat");
        return;
    }
    text_add_string(out, "ranges:");
    for (int64_t width = FIRST_WIDTH; width <= range; width *= 2)
        text_format(out, "%s%lld", width == FIRST_WIDTH ? "" : ",", (long long)width);
}

static shoal_status add_column(subject *c2k, size_t index, shoal_error *error) {
    value_list values;
    text spec = {0};
    STATUS_TRY(value_list_make(&values, &c2k->bound.table->column[index].values, c2k->plan, error));
    print_spec(&spec, range_of(&values));
    memory_free(values.values);
    shoal_status status =
        spec.failed ? status_no_memory(error) : subject_add(c2k, index, spec.bytes, error);
    text_free(&spec);
    return status;
}

static shoal_status read_subject(subject *c2k, experiment *of, size_t most, shoal_error *error) {
    c2k->name = KGEN_TABLE;
    STATUS_TRY(subject_read(c2k, of, "cargo2000/c2k_data_comma.csv", SHOAL_YES, error));
    if (most + 1 > c2k->bound.table->columns)
        return status_fail(error, SHOAL_BAD_DATA,
                           "c2k has %zu columns: too few for %zu quasi-identifiers",
                           c2k->bound.table->columns, most);
    STATUS_TRY(leave_out_numberless(c2k, error));
    for (size_t i = 1; i <= most; i++)
        STATUS_TRY(add_column(c2k, i, error));
    return bound_table_bind_hierarchies(&c2k->bound, false, error);
}

/* ---- The searches --------------------------------------------------------------------------- */

typedef struct kgen_progress {
    bool stopped[METHOD_COUNT]; /* the time limit has stopped the method before */
} kgen_progress;

static void tell(const experiment *of, size_t runs) {
    const trial *last = &of->trials.trials[of->trials.count - 1];
    char value[32] = "nothing found";
    if (last->found)
        snprintf(value, sizeof value, "LOG %.4f", last->value);
    experiment_note(of, "%zu quasi-identifiers, %s, %zu run%s: %s, %.1f s each, ended by %s",
                    last->attributes, last->algorithm, runs, runs == 1 ? "" : "s", value,
                    last->seconds, last->stopped_by);
}

size_t kgen_runs(const experiment *of, bool few) {
    size_t seeds = (size_t)of->asked.seeds;
    return few && seeds > KGEN_AUTO_SEEDS ? KGEN_AUTO_SEEDS : seeds;
}

static shoal_status repeat(experiment *of, const problem *on, const kgen_method *method,
                           double seconds, bool *stopped, shoal_error *error) {
    char samples[32];
    snprintf(samples, sizeof samples, "%lld", (long long)of->asked.evaluations);
    shoal_parameter settings[] = {{method->budget, samples, NULL}, {NULL, NULL, NULL}};
    trial_setup setup = {
        .problem = on,
        .algorithm = algorithm_find("lattice", method->name),
        .evaluations = method->budget ? of->asked.evaluations : 0,
        .seconds = seconds,
        .settings = method->budget ? settings : NULL,
    };
    size_t runs = method->exact ? 1 : kgen_runs(of, method->timed);
    for (size_t i = 0; i < runs; i++) {
        const trial *made;
        setup.seed = i + 1;
        STATUS_TRY(trial_run(&made, of, &setup, error));
        *stopped |= strcmp(made->stopped_by, "time") == 0;
    }
    tell(of, runs);
    return SHOAL_OK;
}

static double seconds_for(const experiment *of, const kgen_method *method, bool stopped) {
    if (method->timed)
        return of->asked.auto_time_limit;
    if (!method->exact)
        return 0;
    return of->asked.time_limit * (stopped ? LATER_SHARE : 1);
}

static shoal_status try_methods(experiment *of, const problem *on, double nodes,
                                kgen_progress *so_far, shoal_error *error) {
    for (size_t i = 0; i < METHOD_COUNT; i++) {
        const kgen_method *method = &kgen_methods[i];
        bool *stopped = &so_far->stopped[i];
        bool hopeless = *stopped && method->exact && !method->persistent;
        if (!algorithm_find("lattice", method->name) || hopeless ||
            (method->nodes > 0 && nodes > method->nodes))
            continue;
        STATUS_TRY(repeat(of, on, method, seconds_for(of, method, *stopped), stopped, error));
    }
    return SHOAL_OK;
}

static double count_nodes(const subject *c2k, size_t attributes) {
    double nodes = 1;
    for (size_t a = 0; a < attributes; a++)
        nodes *= c2k->bound.hierarchies[a].height + 1;
    return nodes;
}

static shoal_status run_counts(experiment *of, const subject *c2k, const number_list *counts,
                               shoal_error *error) {
    kgen_progress so_far = {0};
    for (size_t i = 0; i < counts->count; i++) {
        problem on;
        size_t attributes = counts->numbers[i];
        STATUS_TRY(
            problem_open(&on, c2k, attributes, KGEN_K, KGEN_SUPPRESSION, "precision", error));
        shoal_status status = try_methods(of, &on, count_nodes(c2k, attributes), &so_far, error);
        problem_close(&on);
        if (status != SHOAL_OK)
            return status;
    }
    return SHOAL_OK;
}

#define MOST_ATTRIBUTES 97

static shoal_status read_counts(number_list *out, const experiment *of, shoal_error *error) {
    return number_list_parse(out, of->asked.quasi_identifiers, MOST_ATTRIBUTES, "quasi-identifiers",
                             error);
}

static shoal_status kgen_run(experiment *of, shoal_error *error) {
    number_list counts = {0};
    subject c2k = {0};
    shoal_status status = read_counts(&counts, of, error);
    if (status == SHOAL_OK)
        status = read_subject(&c2k, of, counts.numbers[counts.count - 1], error);
    if (status == SHOAL_OK)
        status = run_counts(of, &c2k, &counts, error);
    subject_free(&c2k);
    number_list_free(&counts);
    return status;
}

static shoal_status kgen_check(const experiment *of, shoal_error *error) {
    number_list counts = {0};
    shoal_status status = read_counts(&counts, of, error);
    number_list_free(&counts);
    return status;
}

const experiment_kind experiment_kgen = {
    .item = {"kgen", "ever more quasi-identifiers on cargo 2000", ""},
    .paper = &kgen_paper,
    .timed = true,
    .usual = {.seeds = 10,
              .evaluations = 5000,
              .time_limit = 30,
              .auto_time_limit = 3,
              .quasi_identifiers = "2-25,50,97"},
    .check = kgen_check,
    .run = kgen_run,
    .flags = " --quasi-identifiers {quasi_identifiers} --evaluations {evaluations} --time-limit "
             "{time_limit} --auto-time-limit {auto_time_limit}",
    .claims = kgen_claims,
    .page = kgen_page,
    .figures = kgen_figures,
    .outputs = experiment_usual_outputs,
};
