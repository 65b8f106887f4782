#include "release/release_verify.h"

#include "base/phase.h"
#include "data/decimal_comma.h"
#include "release/cell_check.h"
#include "release/release_table.h"

#include <inttypes.h>
#include <string.h>
#include <sys/stat.h>

typedef struct verification {
    const release_task *task;
    const shoal_plan *plan;
    const release_checks *checks;
    release_feed feed;
    cell_check *cells;
    size_t *quasi; /* [attributes] columns of the release */
    size_t attributes;
    shoal_table *table;  /* quasi-identifiers as read back, and what the checks need */
    uint32_t *person_of; /* [rows of the release]; NULL: rows are counted */
} verification;

static void verification_close(verification *run) {
    shoal_table_free(run->table);
    memory_free(run->quasi);
    memory_free(run->person_of);
    cell_check_close(run->cells);
    release_feed_close(&run->feed);
}

static bool is_published(const verification *run, size_t place) {
    return run->feed.columns[place].published;
}

static shoal_status verification_open(verification *run, shoal_error *error) {
    STATUS_TRY(release_feed_open(&run->feed, run->task, error));
    run->quasi = memory_new(run->feed.rows.columns, sizeof *run->quasi);
    if (!run->quasi)
        return status_no_memory(error);
    for (size_t i = 0; i < run->feed.rows.columns; i++)
        if (is_published(run, i))
            run->quasi[run->attributes++] = i;
    return SHOAL_OK;
}

/* ---- Reading back -------------------------------------------------------------------------- */

static bool keeps(const char *name, void *context) {
    const verification *run = context;
    for (size_t i = 0; i < run->attributes; i++)
        if (strcmp(run->feed.texts[run->quasi[i]].name, name) == 0)
            return true;
    const rule_list *rules = run->checks->rules;
    for (size_t r = 0; rules && r < rules->count; r++)
        if (rule_protects(&rules->rules[r], run->plan, name))
            return true;
    return run->checks->sequences && plan_role_of(run->plan, name) == ROLE_SENSITIVE;
}

/* 0 where there is no file. */
static double written_bytes(const sink *written) {
    const pending_file *file = sink_file(written);
    struct stat found;
    return file && fstat(file->descriptor, &found) == 0 ? (double)found.st_size : 0;
}

static shoal_status read_release(verification *run, sink *written, bool hash, shoal_error *error) {
    phase reading;
    source_options options = {
        .sha256 = hash,
        .keep = keeps,
        .context = run,
        .see = cell_check_see,
        .see_context = run->cells,
        .see_table = cell_check_see_table,
        .pool = run->task->pool,
        .cancel = run->task->cancel,
        .progress = phase_tell,
        .progress_context = &reading,
    };
    source *from = NULL;
    absent_texts *absent = release_absent(run->task);
    if (!absent)
        return status_no_memory(error);
    options.absent = absent;
    phase_begin(&reading, run->task->hooks, "verify", written_bytes(written));
    shoal_status status = sink_reopen(&from, written, &options, error);
    if (status == SHOAL_OK)
        status = source_load_opened(&run->table, NULL, from, &options, error);
    memory_free(absent);
    if (status == SHOAL_OK) {
        phase_end(&reading, (int64_t)run->table->rows);
        decimal_comma_turn_like(run->table, run->task->table);
    }
    /* The file was just written: its faults are not bad input. */
    if (status == SHOAL_BAD_DATA) {
        shoal_error cause = error ? *error : (shoal_error){0};
        status_fail_at(error, SHOAL_UNVERIFIED, cause.line, cause.column,
                       "the written file failed verification: %.180s", cause.message);
        return SHOAL_UNVERIFIED;
    }
    return status;
}

static shoal_status check_columns(const verification *run, shoal_error *error) {
    const row_feed *expected = &run->feed.rows;
    bool same = run->table->columns == expected->columns;
    for (size_t i = 0; same && i < expected->columns; i++)
        same = strcmp(run->table->column[i].name, expected->column[i].name) == 0;
    return same ? SHOAL_OK
                : status_fail(error, SHOAL_UNVERIFIED,
                              "the written file failed verification: its columns are not those of "
                              "the release");
}

/* ---- Persons --------------------------------------------------------------------------------- */

/* Whose rows those of the release are: it does not say, but they are the table's that count, in
 * their order, as every cell has shown. */
static shoal_status find_persons(verification *run, shoal_error *error) {
    const release_task *task = run->task;
    if (!task->person_of)
        return SHOAL_OK;
    run->person_of = memory_new(run->table->rows, sizeof *run->person_of);
    if (!run->person_of)
        return status_no_memory(error);
    size_t at = 0;
    for (size_t i = 0; i < task->table->rows && at < run->table->rows; i++) {
        size_t row = task->order ? task->order[i] : i;
        if (!task->kept_rows || task->kept_rows[row])
            run->person_of[at++] = task->person_of[row];
    }
    if (at == run->table->rows)
        return SHOAL_OK;
    return status_fail(error, SHOAL_UNVERIFIED,
                       "the written file failed verification: it has rows of no person");
}

/* ---- Classes --------------------------------------------------------------------------------- */

static shoal_status check_count(const char *what, uint64_t found, uint64_t claimed,
                                shoal_error *error) {
    if (found == claimed)
        return SHOAL_OK;
    return status_fail(error, SHOAL_UNVERIFIED,
                       "the written file failed verification: %" PRIu64 " %s instead of %" PRIu64,
                       found, what, claimed);
}

static shoal_status check_claim(const release_classes *found, const publication_claim *claim,
                                bool exact, const char *members, shoal_error *error) {
    STATUS_TRY(check_count("rows", found->rows, claim->rows, error));
    STATUS_TRY(check_count("rows of `*`", found->stars, claim->stars, error));
    STATUS_TRY(check_count("classes", found->classes, claim->classes, error));
    if (exact && claim->smallest > 0)
        STATUS_TRY(
            check_count("members of the smallest class", found->smallest, claim->smallest, error));
    if (found->classes > 0 && found->smallest < claim->k)
        return status_fail(error, SHOAL_UNVERIFIED,
                           "the written file failed verification: a class has %" PRIu64
                           " %s, fewer than k = %" PRIu64,
                           found->smallest, members, claim->k);
    return SHOAL_OK;
}

/* ---- Rules ----------------------------------------------------------------------------------- */

static shoal_status check_rules(const rules_found *found, shoal_error *error) {
    for (size_t i = 0; i < found->count; i++) {
        const rule_found *each = &found->each[i];
        if (!each->holds)
            return status_fail(
                error, SHOAL_UNVERIFIED,
                "the written file failed verification: %" PRIu64 " classes violate %s%s%.60s%s",
                each->classes, each->rule->model->name, each->attribute ? " on '" : "",
                each->attribute ? each->attribute : "", each->attribute ? "'" : "");
    }
    return SHOAL_OK;
}

/* Rows of only `*` are a class too: whoever fits no other class is known to be in it. */
static shoal_status check_stars(const read_back *release, const judgement *found,
                                shoal_error *error) {
    uint64_t k = release->published->claim.k;
    if (found->classes.stars == 0 || found->star_members >= k)
        return SHOAL_OK;
    return status_fail(error, SHOAL_UNVERIFIED,
                       "the written file failed verification: the class of rows of `*` has %" PRIu64
                       " members, fewer than k = %" PRIu64,
                       found->star_members, k);
}

static shoal_status check_limits(const shoal_plan *plan, const judgement *found,
                                 shoal_error *error) {
    judged_limit limits[JUDGED_LIMITS];
    size_t count = judge_limits(limits, found, plan);
    for (size_t i = 0; i < count; i++)
        if (!limits[i].holds)
            return status_fail(error, SHOAL_UNVERIFIED,
                               "the written file failed verification: its %s is %.6g, above %.20s",
                               limits[i].name, limits[i].found, limits[i].asked);
    return SHOAL_OK;
}

static shoal_status check_judgement(const read_back *release, const shoal_plan *plan,
                                    const judgement *found, shoal_error *error) {
    /* The text of a label may be a missing value although the hierarchy treats it differently; a
     * class then looks larger than in the search. */
    bool exact = plan->missing != MISSING_WILDCARD;
    STATUS_TRY(check_claim(&found->classes, &release->published->claim, exact,
                           release->person_of ? "persons" : "rows", error));
    STATUS_TRY(check_stars(release, found, error));
    STATUS_TRY(check_limits(plan, found, error));
    return check_rules(&found->rules, error);
}

shoal_status release_judge(const read_back *release, const shoal_plan *plan,
                           const release_checks *checks, shoal_error *error) {
    static const rule_list none = {0};
    judgement found = {0};
    judge_input input = {.of = {.table = release->table,
                                .quasi = release->quasi,
                                .attributes = release->attributes,
                                .person_of = release->person_of,
                                .plan = plan,
                                .pool = release->pool,
                                .cancel = release->cancel},
                         .rules = checks->rules ? checks->rules : &none,
                         .people = checks->people};
    phase judging;
    phase_begin(&judging, release->hooks, "judge", 0);
    shoal_status status = judge_release(&found, &input, error);
    phase_end(&judging, (int64_t)release->table->rows);
    if (status == SHOAL_OK)
        status = check_judgement(release, plan, &found, error);
    if (status == SHOAL_OK && checks->found) {
        *checks->found = found.rules;
        found.rules = (rules_found){0};
    }
    if (status == SHOAL_OK && checks->limits)
        *checks->limit_count = judge_limits(checks->limits, &found, plan);
    judgement_free(&found);
    return status;
}

static shoal_status find_sequences(const verification *run, shoal_error *error) {
    size_t persons = 0;
    for (size_t row = 0; row < run->table->rows; row++)
        persons = run->person_of[row] < persons ? persons : (size_t)run->person_of[row] + 1;
    linked_rows rows = {.table = run->table,
                        .quasi = run->quasi,
                        .attributes = run->attributes,
                        .person_of = run->person_of,
                        .persons = persons,
                        .plan = run->plan,
                        .k = run->task->published->claim.k,
                        .pool = run->task->pool};
    return person_sequences_find(run->checks->sequences, &rows, error);
}

static shoal_status judge_table(verification *run, shoal_error *error) {
    STATUS_TRY(find_persons(run, error));
    read_back release = {.table = run->table,
                         .quasi = run->quasi,
                         .attributes = run->attributes,
                         .person_of = run->person_of,
                         .published = run->task->published,
                         .pool = run->task->pool,
                         .cancel = run->task->cancel,
                         .hooks = run->task->hooks};
    return release_judge(&release, run->plan, run->checks, error);
}

static shoal_status verify_table(verification *run, shoal_error *error) {
    STATUS_TRY(check_columns(run, error));
    STATUS_TRY(cell_check_end(run->cells, error));
    STATUS_TRY(judge_table(run, error));
    return run->checks->sequences ? find_sequences(run, error) : SHOAL_OK;
}

shoal_status release_verify(sink *written, const release_task *task, const shoal_plan *plan,
                            const release_checks *checks, char sha256[65], shoal_error *error) {
    verification run = {.task = task, .plan = plan, .checks = checks};
    shoal_status status = verification_open(&run, error);
    if (status == SHOAL_OK)
        status = cell_check_open(&run.cells, &run.feed.rows, task->pool, error);
    if (status == SHOAL_OK)
        status = read_release(&run, written, sha256 != NULL, error);
    if (status == SHOAL_OK)
        status = verify_table(&run, error);
    if (status == SHOAL_OK && sha256)
        memcpy(sha256, run.table->sha256, sizeof run.table->sha256);
    verification_close(&run);
    return status;
}

shoal_status release_try(bool *holds, const release_task *task, const shoal_plan *plan,
                         const release_checks *checks, shoal_error *error) {
    verification run = {.task = task, .plan = plan, .checks = checks};
    shoal_status status = verification_open(&run, error);
    if (status == SHOAL_OK)
        status = release_table_make(&run.table, task, error);
    if (status == SHOAL_OK)
        status = judge_table(&run, error);
    *holds = status == SHOAL_OK;
    verification_close(&run);
    return status == SHOAL_UNVERIFIED ? SHOAL_OK : status;
}
