/* From the file to the frequency set. */
#include "run/job.h"

#include "base/clock.h"
#include "io/csv.h"
#include "run/hierarchy.h"
#include "run/roles.h"

#include <inttypes.h>
#include <string.h>

static shoal_status read_table(job *run, shoal_error *error) {
    csv_options options = {
        .delimiter = run->plan->delimiter,
        .header = run->plan->header,
        .trim = run->plan->trim,
        .sha256 = job_wants_hashes(run),
        .keep = roles_keep_published,
        .context = (void *)run->plan,
        .pool = run->pool,
        .cancel = run->hooks.cancel,
    };
    return csv_read(&run->table, run->asked.input, &options, error);
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
        return status_fail(error, SHOAL_USAGE,
                           "k = %" PRId64 " is more than the %" PRIu64 " rows of the table",
                           run->plan->k, run->rows);
    return SHOAL_OK;
}

shoal_status job_read(job *run, shoal_error *error) {
    double begin = clock_seconds();
    STATUS_TRY(read_table(run, error));
    STATUS_TRY(find_quasi(run, error));
    STATUS_TRY(find_rows(run, error));
    run->read_seconds = clock_seconds() - begin;
    return job_check_cancel(run, error);
}

/* ---- Ladders and the frequency set ---------------------------------------------------------- */

/* Where the hierarchy came from, without the attribute's name that sentences begin with. */
static char *origin(const shoal_hierarchy *hierarchy, const char *sentence, const char *name) {
    const char *words = sentence ? sentence : hierarchy->source ? hierarchy->source : "";
    size_t length = strlen(name);
    if (sentence && strncmp(sentence, name, length) == 0 &&
        strncmp(sentence + length, ": ", 2) == 0)
        words += length + 2;
    return memory_text(words, strlen(words));
}

static shoal_status bind_column(job *run, size_t attribute, shoal_error *error) {
    const column *values = &run->table->column[run->quasi[attribute]];
    shoal_hierarchy *hierarchy = NULL;
    char *sentence = NULL;
    STATUS_TRY(hierarchy_for_column(&hierarchy, values, run->plan, &sentence, error));
    if (sentence)
        job_note(run, sentence);
    run->described[attribute] = origin(hierarchy, sentence, values->name);
    memory_free(sentence);
    shoal_status status = run->described[attribute] ? SHOAL_OK : status_no_memory(error);
    if (status == SHOAL_OK)
        status = ladder_bind(&run->ladders[attribute], values, hierarchy, run->plan,
                             run->table->rows, run->kept, error);
    shoal_hierarchy_free(hierarchy);
    return status;
}

static shoal_status bind_columns(job *run, shoal_error *error) {
    run->ladders = memory_zero(run->attributes, sizeof *run->ladders);
    run->described = memory_zero(run->attributes, sizeof *run->described);
    if (!run->ladders || !run->described)
        return status_no_memory(error);
    for (size_t a = 0; a < run->attributes; a++)
        STATUS_TRY(bind_column(run, a, error));
    return SHOAL_OK;
}

static shoal_status group_rows(job *run, shoal_error *error) {
    frequency_input *inputs = memory_new(run->attributes, sizeof *inputs);
    if (!inputs)
        return status_no_memory(error);
    for (size_t a = 0; a < run->attributes; a++)
        inputs[a] = (frequency_input){run->quasi_codes[a], run->ladders[a].ground};
    shoal_status status = frequency_build(&run->set, inputs, run->attributes, run->table->rows,
                                          run->kept, run->pool, error);
    memory_free(inputs);
    return status;
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

shoal_status job_bind(job *run, shoal_error *error) {
    double begin = clock_seconds();
    STATUS_TRY(bind_columns(run, error));
    STATUS_TRY(group_rows(run, error));
    STATUS_TRY(check_stars(run, error));
    run->read_seconds += clock_seconds() - begin;
    return job_check_cancel(run, error);
}
