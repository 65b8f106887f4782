/* Runs whose rows stay in their database. */
#include "anonymize/anonymization.h"
#include "base/clock.h"
#include "store/memory/memory_source.h"
#include "store/store_name.h"

#include <inttypes.h>
#include <string.h>

bool anonymize_stays(const anonymization *run) {
    return run->bound.plan->where == WHERE_DATABASE;
}

/* ---- What cannot be done there --------------------------------------------------------------- */

static shoal_status refuse(const char *what, shoal_error *error) {
    return status_refuse(error, SHOAL_USAGE, "needs_rows", "where",
                         "%s, which stay in the database: leave it out, or let the run read them "
                         "with where: memory",
                         what);
}

static shoal_status check_plan(const anonymization *run, shoal_error *error) {
    const shoal_plan *plan = run->bound.plan;
    if (!run->request.recoding->condensed)
        return refuse("this recoding needs the rows", error);
    if (plan->then != THEN_NOTHING)
        return refuse("blanking single cells needs the rows", error);
    if (plan_count_role(plan, ROLE_PERSON) > 0)
        return refuse("counting persons needs the rows", error);
    for (size_t i = 0; i < plan->attribute_count; i++) {
        const char *by = plan->attributes[i].hierarchy;
        if (by && strncmp(by, "grown", 5) == 0)
            return refuse("a hierarchy grown from the data needs the rows", error);
    }
    if (plan->strict)
        return refuse("being strict about columns that identify people needs the rows", error);
    if (plan_has_population(plan))
        return refuse("comparing with a population needs the rows", error);
    return SHOAL_OK;
}

static shoal_status check_job(const anonymization *run, shoal_error *error) {
    const shoal_job *asked = &run->asked;
    if (anonymization_reports(run))
        return refuse("a report compares the rows with those of the release", error);
    if (asked->table || asked->release || store_name_scheme(asked->input) == 0)
        return status_refuse(
            error, SHOAL_USAGE, "where_unsupported", "where",
            "%.120s is no table of PostgreSQL or ClickHouse, where rows could stay",
            asked->table || asked->release ? MEMORY_NAME : asked->input);
    if (run->inputs.count > 1)
        return status_refuse(error, SHOAL_USAGE, "where_unsupported", "where",
                             "rows can stay in the database only if one table is named");
    return SHOAL_OK;
}

shoal_status anonymize_check_database(const anonymization *run, shoal_error *error) {
    if (!anonymize_stays(run))
        return SHOAL_OK;
    STATUS_TRY(check_plan(run, error));
    return check_job(run, error);
}

/* ---- Opening and reading --------------------------------------------------------------------- */

shoal_status anonymize_open_database(anonymization *run, shoal_error *error) {
    if (!anonymize_stays(run))
        return SHOAL_OK;
    engine_options options = {
        .cancel = run->hooks.cancel,
        .dry_run = run->asked.dry_run,
        .memory = (uint64_t)run->bound.plan->memory,
    };
    STATUS_TRY(pushdown_open(&run->database, run->asked.input, run->asked.output, &options, error));
    const shoal_plan *plan = run->bound.plan;
    run->database.coarse = run->request.recoding->of_levels && run->request.objectives.count == 0;
    run->database.counts = run->database.coarse && run->request.metric->tabulate &&
                           run->bound.rules.count == 0 && plan->missing != MISSING_WILDCARD &&
                           !plan->max_average_risk && !plan->max_uniques;
    return SHOAL_OK;
}

/* Columns whose values leave the database: quasi-identifiers, what rules protect, the target. */
static bool is_needed(const char *name, void *context) {
    const anonymization *run = context;
    const shoal_plan *plan = run->bound.plan;
    const char *target = run_request_target(&run->request, &run->bound.rules);
    if (plan_role_of(plan, name) == ROLE_QUASI || (target && strcmp(target, name) == 0))
        return true;
    for (size_t r = 0; r < run->bound.rules.count; r++)
        if (rule_protects(&run->bound.rules.rules[r], plan, name))
            return true;
    return false;
}

/* Counts of classes are exact up to 2^32: beyond, they stay there, which only what goes by single
 * rows of small classes may ignore. */
static shoal_status check_rows(const anonymization *run, shoal_error *error) {
    uint64_t rows = run->bound.table->whole;
    if (rows <= UINT32_MAX)
        return SHOAL_OK;
    if (run->bound.plan->k >= (int64_t)UINT32_MAX)
        return status_refuse(error, SHOAL_USAGE, "too_many_rows", "where",
                             "with %" PRIu64 " rows k may be at most %u", rows, UINT32_MAX - 1);
    bool whole = run->bound.plan->max_average_risk || run->bound.plan->max_uniques;
    if (run->request.metric->tabulate && run->bound.rules.count == 0 && !whole &&
        run->request.objectives.count == 0 && run->bound.plan->missing != MISSING_WILDCARD)
        return SHOAL_OK;
    return status_refuse(error, SHOAL_USAGE, "too_many_rows", "where",
                         "with %" PRIu64 " rows only k, and metrics that are sums over cells, can "
                         "be counted exactly: leave out models and class metrics",
                         rows);
}

shoal_status anonymize_read_database(anonymization *run, shoal_error *error) {
    STATUS_TRY(pushdown_read(&run->database, &run->bound, is_needed, run, error));
    return check_rows(run, error);
}

/* ---- The release ----------------------------------------------------------------------------- */

static shoal_status make_and_verify(anonymization *run, const release_column *columns,
                                    shoal_error *error) {
    const publication *published = &run->recoder->publication;
    double begin = clock_seconds();
    STATUS_TRY(pushdown_make(&run->database, &run->bound, published, columns, error));
    run->seconds.write = clock_seconds() - begin;
    begin = clock_seconds();
    release_checks checks = {
        .rules = &run->bound.rules,
        .found = &run->release.rules,
        .limits = run->release.limits,
        .limit_count = &run->release.limit_count,
    };
    STATUS_TRY(pushdown_verify(&run->database, &run->bound, published, columns, &checks, error));
    if (run->recoder->kind->measure)
        STATUS_TRY(run->recoder->kind->measure(run->recoder, anonymization_cancel(run), error));
    run->seconds.verify = clock_seconds() - begin;
    return anonymization_check_cancel(run, error);
}

shoal_status anonymize_release_database(anonymization *run, shoal_error *error) {
    release_column *columns = release_columns(&run->bound);
    if (!columns)
        return status_no_memory(error);
    for (size_t i = 0; i < run->bound.table->columns; i++)
        run->release.columns += columns[i].use != COLUMN_DROP;
    shoal_status status = make_and_verify(run, columns, error);
    memory_free(columns);
    return status;
}
