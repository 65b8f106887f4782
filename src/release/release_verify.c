#include "release/release_verify.h"

#include "store/csv.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* ---- The claim ----------------------------------------------------------------------------- */

static uint32_t star_group(const bound_level *level) {
    for (uint32_t group = 0; group < level->size; group++)
        if (strcmp(level->label[group], "*") == 0)
            return group;
    return BOUND_NO_CODE;
}

static bool all_stars(const frequency_set *set, const metric_context *context, const uint8_t *node,
                      const uint32_t *stars, size_t tuple) {
    for (size_t a = 0; a < context->attributes; a++) {
        const bound_level *level = &context->hierarchies[a].level[node[a]];
        if (level->of_ground[codes_get(&set->codes[a], tuple)] != stars[a])
            return false;
    }
    return true;
}

/* Rows that are published, not suppressed, and yet `*` all over. */
static uint64_t published_stars(const frequency_set *set, const metric_context *context,
                                const uint8_t *node, const lattice_verdicts *verdicts,
                                const uint32_t *stars, const codes **columns) {
    for (size_t a = 0; a < context->attributes; a++)
        columns[a] = &set->codes[a];
    uint64_t rows = 0;
    for (size_t t = 0; t < set->tuples; t++) {
        uint8_t suppressed = 0;
        if (!all_stars(set, context, node, stars, t))
            continue;
        lattice_judge_rows(verdicts, columns, t, 1, &suppressed);
        rows += suppressed ? 0 : set->counts[t];
    }
    return rows;
}

shoal_status release_claim_make(release_claim *out, const frequency_set *set,
                                const metric_context *context, const uint8_t *node,
                                const lattice_verdicts *verdicts, const class_statistics *said,
                                shoal_error *error) {
    *out = (release_claim){
        .classes = {.rows = set->rows,
                    .stars = said->suppressed,
                    .classes = said->classes,
                    .smallest = said->smallest},
        .k = context->k,
    };
    uint32_t *stars = memory_new(context->attributes, sizeof *stars);
    const codes **columns = memory_new(context->attributes, sizeof *columns);
    bool allocated = stars && columns;
    bool possible = allocated;
    for (size_t a = 0; possible && a < context->attributes; a++) {
        stars[a] = star_group(&context->hierarchies[a].level[node[a]]);
        possible = stars[a] != BOUND_NO_CODE;
    }
    if (possible)
        out->hidden = published_stars(set, context, node, verdicts, stars, columns);
    if (out->hidden > 0) {
        out->classes.stars += out->hidden;
        out->classes.classes--;
        out->classes.smallest = 0;
    }
    memory_free(stars);
    memory_free(columns);
    return allocated ? SHOAL_OK : status_no_memory(error);
}

/* ---- Reading back -------------------------------------------------------------------------- */

/* The recoded columns as the written file names them. */
typedef struct expected_columns {
    char **names;   /* [attributes] */
    size_t *place;  /* [attributes] among the published columns */
    size_t *source; /* [attributes] in the table */
    size_t attributes;
    size_t published;
    const release_claim *claim;
} expected_columns;

static void expected_free(expected_columns *columns) {
    for (size_t i = 0; columns->names && i < columns->attributes; i++)
        memory_free(columns->names[i]);
    memory_free(columns->names);
    memory_free(columns->place);
    memory_free(columns->source);
}

/* A file without a header has its columns numbered anew. */
static char *published_name(const shoal_table *table, size_t number, size_t place) {
    char numbered[32];
    snprintf(numbered, sizeof numbered, "c%zu", place + 1);
    const char *name = table->header ? table->column[number].name : numbered;
    return memory_text(name, strlen(name));
}

static shoal_status expected_open(expected_columns *out, const release_task *task,
                                  shoal_error *error) {
    const shoal_table *table = task->table;
    *out = (expected_columns){0};
    out->names = memory_zero(table->columns, sizeof *out->names);
    out->place = memory_new(table->columns, sizeof *out->place);
    out->source = memory_new(table->columns, sizeof *out->source);
    if (!out->names || !out->place || !out->source)
        return status_no_memory(error);
    for (size_t i = 0; i < table->columns; i++) {
        if (task->columns[i].use == COLUMN_DROP)
            continue;
        size_t place = out->published++;
        if (task->columns[i].use != COLUMN_RECODE && task->columns[i].use != COLUMN_REPLACE)
            continue;
        out->source[out->attributes] = i;
        out->place[out->attributes] = place;
        out->names[out->attributes] = published_name(table, i, place);
        if (!out->names[out->attributes++])
            return status_no_memory(error);
    }
    return SHOAL_OK;
}

static bool is_expected(const char *name, void *context) {
    const expected_columns *columns = context;
    for (size_t i = 0; i < columns->attributes; i++)
        if (strcmp(columns->names[i], name) == 0)
            return true;
    return columns->claim->needs && columns->claim->needs(columns->claim->context, name);
}

static shoal_status read_back(shoal_table **out, const pending_file *file, const release_task *task,
                              expected_columns *columns, bool hash, shoal_error *error) {
    csv_options options = {
        .delimiter = task->table->delimiter,
        .header = task->table->header ? SHOAL_YES : SHOAL_NO,
        .trim = SHOAL_NO,
        .sha256 = hash,
        .keep = is_expected,
        .context = columns,
        .pool = task->pool,
        .cancel = task->cancel,
        .label = file->path,
    };
    if (lseek(file->descriptor, 0, SEEK_SET) != 0) {
        status_io(error, "read back", file->path);
        return SHOAL_IO;
    }
    shoal_status status = csv_read_descriptor(out, file->descriptor, &options, error);
    /* What was just written is no bad input of the user's. */
    if (status == SHOAL_BAD_DATA) {
        shoal_error cause = error ? *error : (shoal_error){0};
        status_fail_at(error, SHOAL_UNVERIFIED, cause.line, cause.column,
                       "the written file failed verification: %.180s", cause.message);
        return SHOAL_UNVERIFIED;
    }
    return status;
}

static shoal_status check_columns(const shoal_table *table, const expected_columns *columns,
                                  shoal_error *error) {
    bool same = table->columns == columns->published;
    for (size_t i = 0; same && i < columns->attributes; i++)
        same = strcmp(table->column[columns->place[i]].name, columns->names[i]) == 0;
    return same ? SHOAL_OK
                : status_fail(error, SHOAL_UNVERIFIED,
                              "the written file failed verification: its columns are not the "
                              "release's");
}

static shoal_status check_count(const char *what, uint64_t found, uint64_t claimed,
                                shoal_error *error) {
    if (found == claimed)
        return SHOAL_OK;
    return status_fail(error, SHOAL_UNVERIFIED,
                       "the written file failed verification: %" PRIu64 " %s instead of %" PRIu64,
                       found, what, claimed);
}

static shoal_status check_claim(const release_classes *found, const release_claim *claim,
                                bool exact, shoal_error *error) {
    const release_classes *claimed = &claim->classes;
    STATUS_TRY(check_count("rows", found->rows, claimed->rows, error));
    STATUS_TRY(check_count("rows of `*`", found->stars, claimed->stars, error));
    STATUS_TRY(check_count("classes", found->classes, claimed->classes, error));
    if (exact && claimed->smallest > 0)
        STATUS_TRY(
            check_count("rows in the smallest class", found->smallest, claimed->smallest, error));
    if (found->classes > 0 && found->smallest < claim->k)
        return status_fail(error, SHOAL_UNVERIFIED,
                           "the written file failed verification: a class has %" PRIu64
                           " rows, fewer than k = %" PRIu64,
                           found->smallest, claim->k);
    return SHOAL_OK;
}

/* What a row of a column that is replaced row by row must read. */
static const char *replaced_label(const release_column *use, size_t row) {
    uint32_t code = codes_get(use->replaced, row);
    return code < use->label_count ? use->labels[code] : "*";
}

static shoal_status check_replaced(const column *written, const release_column *use,
                                   const release_task *task, shoal_error *error) {
    size_t at = 0;
    for (size_t row = 0; row < task->table->rows; row++) {
        if (task->kept_rows && !task->kept_rows[row])
            continue;
        const char *found = dictionary_text(&written->values, codes_get(&written->codes, at++));
        const char *expected = replaced_label(use, row);
        if (strcmp(found, expected) != 0)
            return status_fail(error, SHOAL_UNVERIFIED,
                               "the written file failed verification: '%.60s' of row %zu is "
                               "'%.40s' instead of '%.40s'",
                               written->name, at, found, expected);
    }
    return SHOAL_OK;
}

static shoal_status verify_table(const shoal_table *table, const expected_columns *columns,
                                 const release_task *task, const shoal_plan *plan,
                                 const release_claim *claim, shoal_error *error) {
    release_classes found;
    STATUS_TRY(check_columns(table, columns, error));
    STATUS_TRY(release_classes_count(&found, table, columns->place, columns->attributes, plan,
                                     task->pool, error));
    /* By its text a label may be a missing value where the hierarchy says otherwise; a class then
     * reads as larger than the search counted it. */
    STATUS_TRY(check_claim(&found, claim, plan->missing != MISSING_WILDCARD, error));
    for (size_t i = 0; i < columns->attributes; i++) {
        const release_column *use = &task->columns[columns->source[i]];
        if (use->use == COLUMN_REPLACE)
            STATUS_TRY(check_replaced(&table->column[columns->place[i]], use, task, error));
    }
    if (!claim->check)
        return SHOAL_OK;
    return claim->check(claim->context, table, columns->place, columns->attributes, error);
}

shoal_status release_verify(const pending_file *file, const release_task *task,
                            const shoal_plan *plan, const release_claim *claim, char sha256[65],
                            shoal_error *error) {
    expected_columns columns;
    shoal_table *table = NULL;
    shoal_status status = expected_open(&columns, task, error);
    columns.claim = claim;
    if (status == SHOAL_OK)
        status = read_back(&table, file, task, &columns, sha256 != NULL, error);
    if (status == SHOAL_OK)
        status = verify_table(table, &columns, task, plan, claim, error);
    if (status == SHOAL_OK && sha256)
        memcpy(sha256, table->sha256, sizeof table->sha256);
    shoal_table_free(table);
    expected_free(&columns);
    return status;
}
