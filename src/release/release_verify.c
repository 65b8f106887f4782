#include "release/release_verify.h"

#include "data/star.h"
#include "store/csv.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* ---- Reading back -------------------------------------------------------------------------- */

/* The recoded columns as the written file names them. */
typedef struct expected_columns {
    char **names;   /* [attributes] */
    size_t *place;  /* [attributes] among the published columns */
    size_t *source; /* [attributes] in the table */
    size_t attributes;
    size_t published;
    const release_checks *checks;
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
        if (task->columns[i].use != COLUMN_PUBLISH)
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
    return columns->checks->needs && columns->checks->needs(columns->checks->context, name);
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

static shoal_status check_claim(const release_classes *found, const publication_claim *claim,
                                bool exact, shoal_error *error) {
    STATUS_TRY(check_count("rows", found->rows, claim->rows, error));
    STATUS_TRY(check_count("rows of `*`", found->stars, claim->stars, error));
    STATUS_TRY(check_count("classes", found->classes, claim->classes, error));
    if (exact && claim->smallest > 0)
        STATUS_TRY(
            check_count("rows in the smallest class", found->smallest, claim->smallest, error));
    if (found->classes > 0 && found->smallest < claim->k)
        return status_fail(error, SHOAL_UNVERIFIED,
                           "the written file failed verification: a class has %" PRIu64
                           " rows, fewer than k = %" PRIu64,
                           found->smallest, claim->k);
    return SHOAL_OK;
}

/* What a row of a column that is published row by row must read. */
static const char *published_label(const published_attribute *by, size_t row) {
    uint32_t code = codes_get(by->of_row, row);
    return code < by->label_count ? by->labels[code] : STAR;
}

static shoal_status check_rows(const column *written, const published_attribute *by,
                               const release_task *task, shoal_error *error) {
    size_t at = 0;
    for (size_t row = 0; row < task->table->rows; row++) {
        if (task->kept_rows && !task->kept_rows[row])
            continue;
        const char *found = dictionary_text(&written->values, codes_get(&written->codes, at++));
        const char *expected = published_label(by, row);
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
                                 const release_checks *checks, shoal_error *error) {
    release_classes found;
    STATUS_TRY(check_columns(table, columns, error));
    STATUS_TRY(release_classes_count(&found, table, columns->place, columns->attributes, plan,
                                     task->pool, error));
    /* By its text a label may be a missing value where the hierarchy says otherwise; a class then
     * reads as larger than the search counted it. */
    STATUS_TRY(
        check_claim(&found, &task->published->claim, plan->missing != MISSING_WILDCARD, error));
    for (size_t i = 0; i < columns->attributes; i++) {
        const release_column *use = &task->columns[columns->source[i]];
        const published_attribute *by = &task->published->attribute[use->attribute];
        if (by->of_row)
            STATUS_TRY(check_rows(&table->column[columns->place[i]], by, task, error));
    }
    if (!checks->check)
        return SHOAL_OK;
    return checks->check(checks->context, table, columns->place, columns->attributes, error);
}

shoal_status release_verify(const pending_file *file, const release_task *task,
                            const shoal_plan *plan, const release_checks *checks, char sha256[65],
                            shoal_error *error) {
    expected_columns columns;
    shoal_table *table = NULL;
    shoal_status status = expected_open(&columns, task, error);
    columns.checks = checks;
    if (status == SHOAL_OK)
        status = read_back(&table, file, task, &columns, sha256 != NULL, error);
    if (status == SHOAL_OK)
        status = verify_table(table, &columns, task, plan, checks, error);
    if (status == SHOAL_OK && sha256)
        memcpy(sha256, table->sha256, sizeof table->sha256);
    shoal_table_free(table);
    expected_free(&columns);
    return status;
}
