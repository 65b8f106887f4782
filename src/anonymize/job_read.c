/* From the file to the frequency set. */
#include "anonymize/job.h"

#include "base/clock.h"
#include "bind/bind_hierarchies.h"
#include "bind/roles.h"
#include "measure/metrics.h"
#include "store/source.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* Tables shorter than this say little about their columns. */
#define FEW_ROWS 20

static shoal_status read_table(job *run, shoal_error *error) {
    source_options options = {
        .delimiter = run->plan->delimiter,
        .header = run->plan->header,
        .trim = run->plan->trim,
        .sha256 = job_wants_hashes(run),
        .keep = roles_keep_published,
        .context = (void *)run->plan,
        .pool = run->pool,
        .cancel = run->hooks.cancel,
    };
    return source_load(&run->table, &run->format, run->inputs.name, run->inputs.count, &options,
                       error);
}

static shoal_status find_quasi(job *run, shoal_error *error) {
    STATUS_TRY(
        roles_find_quasi(&run->quasi, &run->attributes, run->table, run->plan, false, error));
    run->quasi_codes = memory_new(run->attributes, sizeof *run->quasi_codes);
    if (!run->quasi_codes)
        return status_no_memory(error);
    for (size_t a = 0; a < run->attributes; a++)
        run->quasi_codes[a] = &run->table->column[run->quasi[a]].codes;
    return SHOAL_OK;
}

/* ---- Rows with missing values --------------------------------------------------------------- */

/* Marks the rows that are missing a value in the column as dropped. */
static bool drop_missing(job *run, const column *values) {
    bool any = false;
    bool *missing = memory_new(values->values.size, sizeof *missing);
    if (!missing)
        return false;
    for (uint32_t code = 0; code < values->values.size; code++) {
        missing[code] = plan_is_missing(run->plan, dictionary_text(&values->values, code));
        any |= missing[code];
    }
    for (size_t row = 0; any && row < run->table->rows; row++)
        run->kept[row] &= !missing[codes_get(&values->codes, row)];
    memory_free(missing);
    return true;
}

static shoal_status drop_rows(job *run, shoal_error *error) {
    run->kept = memory_new(run->table->rows, sizeof *run->kept);
    if (!run->kept)
        return status_no_memory(error);
    memset(run->kept, true, run->table->rows);
    for (size_t a = 0; a < run->attributes; a++)
        if (!drop_missing(run, &run->table->column[run->quasi[a]]))
            return status_no_memory(error);
    run->rows = 0;
    for (size_t row = 0; row < run->table->rows; row++)
        run->rows += run->kept[row];
    if (run->rows == 0)
        return status_fail(error, SHOAL_BAD_DATA,
                           "%.120s: every row misses a value of a quasi-identifier, so that "
                           "dropping such rows leaves none",
                           run->asked.input);
    return SHOAL_OK;
}

static shoal_status find_rows(job *run, shoal_error *error) {
    run->rows = run->table->rows;
    if (run->plan->missing == MISSING_DROP)
        STATUS_TRY(drop_rows(run, error));
    if ((uint64_t)run->plan->k > run->rows)
        return status_fail(
            error, SHOAL_INFEASIBLE, "k = %" PRId64 " is more than the %" PRIu64 " row%s %s",
            run->plan->k, run->rows, run->rows == 1 ? "" : "s",
            run->rows < run->table->rows ? "left after dropping those with missing values"
                                         : "of the table");
    return SHOAL_OK;
}

/* A plain column that differs in nearly every row names its rows as well as an identifier does. */
static void warn_of_identifiers(const job *run) {
    if (!run->hooks.note || run->table->rows < FEW_ROWS)
        return;
    for (size_t i = 0; i < run->table->columns; i++) {
        const column *plain = &run->table->column[i];
        bool published = plain->kept && plan_role_of(run->plan, plain->name) == ROLE_PLAIN;
        if (!published || plain->values.size < run->table->rows / 10 * 9)
            continue;
        char sentence[240];
        snprintf(sentence, sizeof sentence,
                 "%.80s is published as it is, with %zu values in %zu rows: if it tells who "
                 "somebody is, name it with --identifier or --quasi",
                 plain->name, plain->values.size, run->table->rows);
        run->hooks.note(sentence, run->hooks.user);
    }
}

static shoal_status check_target(const job *run, shoal_error *error) {
    const char *target = plan_target(run->plan);
    if (run->metric == &metric_cm && !target)
        return status_fail(error, SHOAL_USAGE,
                           "cm needs the attribute that is to be predicted: --target NAME");
    if (!target)
        return SHOAL_OK;
    int64_t place = table_find(run->table, target);
    if (place < 0 || !run->table->column[place].kept)
        return status_fail(error, SHOAL_USAGE, "--target: the release has no column '%.60s'",
                           target);
    return SHOAL_OK;
}

shoal_status job_read(job *run, shoal_error *error) {
    double begin = clock_seconds();
    STATUS_TRY(read_table(run, error));
    STATUS_TRY(find_quasi(run, error));
    STATUS_TRY(check_target(run, error));
    STATUS_TRY(find_rows(run, error));
    warn_of_identifiers(run);
    run->read_seconds = clock_seconds() - begin;
    return job_check_cancel(run, error);
}

/* ---- Ladders and the frequency set ---------------------------------------------------------- */

static shoal_status bind_columns(job *run, shoal_error *error) {
    bind_input input = {
        .table = run->table,
        .columns = run->quasi,
        .attributes = run->attributes,
        .kept = run->kept,
        .plan = run->plan,
        .hooks = &run->hooks,
        .pool = run->pool,
    };
    run->hierarchies = memory_zero(run->attributes, sizeof *run->hierarchies);
    run->described = memory_zero(run->attributes, sizeof *run->described);
    if (!run->hierarchies || !run->described)
        return status_no_memory(error);
    if (run->recoding == &cut_kind) {
        run->domains = memory_zero(run->attributes, sizeof *run->domains);
        if (!run->domains)
            return status_no_memory(error);
    }
    STATUS_TRY(bind_hierarchies(run->hierarchies, run->domains, run->described, &input, error));
    return bind_frequency(&run->set, run->hierarchies, &input, error);
}

static bool is_all_stars(const job *run, size_t tuple) {
    for (size_t a = 0; a < run->attributes; a++) {
        const dictionary *values = &run->table->column[run->quasi[a]].values;
        uint32_t code = codes_get(&run->set.codes[a], tuple);
        if (strcmp(dictionary_text(values, code), "*") != 0)
            return false;
    }
    return true;
}

/* Nobody could tell such rows from suppressed ones. */
static shoal_status check_stars(const job *run, shoal_error *error) {
    for (size_t t = 0; t < run->set.tuples; t++)
        if (is_all_stars(run, t))
            return status_fail(error, SHOAL_BAD_DATA,
                               "%.120s: %" PRIu32 " row%s `*` in every quasi-identifier, as "
                               "suppressed rows do; remove or rename them",
                               run->asked.input, run->set.counts[t],
                               run->set.counts[t] == 1 ? " has" : "s have");
    return SHOAL_OK;
}

/* Judging classes takes time: the target is looked at where it is asked for, or others are. */
static bool wants_target(const job *run) {
    bool asked = run->metric == &metric_cm || run->rules.count > 0;
    for (size_t i = 0; i < run->objectives.count; i++)
        asked |= run->objectives.each[i].metric == &metric_cm;
    return asked;
}

rules_input job_rules_input(const job *run) {
    return (rules_input){
        .plan = run->plan,
        .rules = &run->rules,
        .table = run->table,
        .quasi = run->quasi,
        .attributes = run->attributes,
        .kept = run->kept,
        .set = &run->set,
        .target = wants_target(run) ? plan_target(run->plan) : NULL,
        .hierarchies = run->hierarchies,
        .pool = run->pool,
        .hooks = &run->hooks,
    };
}

shoal_status job_bind(job *run, shoal_error *error) {
    double begin = clock_seconds();
    STATUS_TRY(job_masks(run) ? job_bind_numbers(run, error) : bind_columns(run, error));
    STATUS_TRY(check_stars(run, error));
    rules_input rules = job_rules_input(run);
    STATUS_TRY(job_masks(run) ? job_bind_row_rules(run, error)
                              : rules_bind(&run->bound_rules, &rules, error));
    run->read_seconds += clock_seconds() - begin;
    return job_check_cancel(run, error);
}
