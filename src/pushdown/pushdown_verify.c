/* What the engine has made, read back and held against what it must be. */
#include "base/phase.h"
#include "data/decimal_comma.h"
#include "data/label_index.h"
#include "data/star.h"
#include "database/group_table.h"
#include "pushdown/pushdown_classes.h"
#include "pushdown/pushdown_parts.h"

#include <inttypes.h>
#include <string.h>

typedef struct verifying {
    pushdown *run;
    const bound_table *bound;
    const publication *published;
    const release_column *columns;
    const release_checks *checks;
    /* [columns of the release] */
    const column **from;
    size_t count;
    /* What is read back as groups: quasi-identifiers first, then what rules protect. */
    size_t *place; /* in the release */
    size_t groups, attributes;
    shoal_table *table;
} verifying;

static shoal_status fail(shoal_error *error, const char *what) {
    return status_fail(error, SHOAL_UNVERIFIED, "the release failed verification: %s", what);
}

/* ---- Columns --------------------------------------------------------------------------------- */

typedef struct seen_columns {
    const verifying *by;
    size_t count;
    bool same;
} seen_columns;

static shoal_status see_column(const engine_value *value, uint64_t rows, void *context,
                               shoal_error *error) {
    seen_columns *to = context;
    (void)rows;
    (void)error;
    size_t at = to->count++;
    const char *name = at < to->by->count ? to->by->from[at]->name : "";
    to->same &= at < to->by->count && value->text && strlen(name) == value->length &&
                memcmp(name, value->text, value->length) == 0;
    return SHOAL_OK;
}

static shoal_status check_columns(const verifying *by, shoal_error *error) {
    seen_columns seen = {.by = by, .same = true};
    STATUS_TRY(by->run->from->kind->made_columns(by->run->from, see_column, &seen, error));
    return seen.same && seen.count == by->count
               ? SHOAL_OK
               : fail(error, "its columns are not those that it must have");
}

/* ---- Columns that are published as they are -------------------------------------------------- */

static shoal_status check_untouched(const verifying *by, shoal_error *error) {
    database *from = by->run->from;
    size_t *kept = memory_new(by->count, sizeof *kept), count = 0;
    engine_digest before = {0}, after = {0};
    if (!kept)
        return status_no_memory(error);
    for (size_t i = 0; i < by->count; i++)
        if (by->columns[by->from[i] - by->bound->table->column].use == COLUMN_KEEP)
            kept[count++] = i;
    shoal_status status = from->kind->made_digest(&after, from, kept, count, false, error);
    if (status == SHOAL_OK)
        status = from->kind->made_digest(&before, from, kept, count, true, error);
    memory_free(kept);
    STATUS_TRY(status);
    if (after.rows != by->published->claim.rows)
        return fail(error, "it does not have the rows of the source that count");
    return before.rows == after.rows && before.sum[0] == after.sum[0] &&
                   before.sum[1] == after.sum[1]
               ? SHOAL_OK
               : fail(error, "columns that are not recoded differ from those of the source");
}

/* ---- Groups ---------------------------------------------------------------------------------- */

static bool is_protected(const verifying *by, const char *name) {
    const rule_list *rules = by->checks->rules;
    for (size_t r = 0; rules && r < rules->count; r++)
        if (rule_protects(&rules->rules[r], by->bound->plan, name))
            return true;
    return false;
}

static void list_groups(verifying *by) {
    for (size_t i = 0; i < by->count; i++)
        if (by->columns[by->from[i] - by->bound->table->column].use == COLUMN_PUBLISH)
            by->place[by->groups++] = i;
    by->attributes = by->groups;
    for (size_t i = 0; i < by->count; i++)
        if (is_protected(by, by->from[i]->name))
            by->place[by->groups++] = i;
}

static shoal_status see_group(const engine_value *text, uint64_t rows, void *context,
                              shoal_error *error) {
    return group_table_add(context, text, rows, error);
}

/* What is read back is called as in the table that it was made of. */
static shoal_status take_groups(verifying *by, char **names, column_origin **origins,
                                absent_texts *absent, shoal_error *error) {
    database *from = by->run->from;
    group_table groups;
    for (size_t i = 0; i < by->groups; i++) {
        const column *of = by->from[by->place[i]];
        names[i] = of->name;
        absent[i] = column_origin_absent(of->origin);
    }
    shoal_status status =
        group_table_open(&groups, by->run->target.shown, names, origins, by->groups, absent, error);
    if (status == SHOAL_OK)
        status = from->kind->made_groups(from, by->place, by->groups, see_group, &groups, error);
    if (status == SHOAL_OK)
        status = group_table_finish(&by->table, &groups, error);
    group_table_close(&groups);
    if (status == SHOAL_BAD_DATA)
        return fail(error, "what was written cannot be read back");
    if (status == SHOAL_OK)
        decimal_comma_turn_like(by->table, by->bound->table);
    return status;
}

static shoal_status read_groups(verifying *by, shoal_error *error) {
    char **names = memory_new(by->groups, sizeof *names);
    column_origin **origins = memory_zero(by->groups, sizeof *origins);
    absent_texts *absent = memory_new(by->groups, sizeof *absent);
    shoal_status status = names && origins && absent
                              ? take_groups(by, names, origins, absent, error)
                              : status_no_memory(error);
    memory_free(names);
    memory_free(origins);
    memory_free(absent);
    return status;
}

/* ---- Classes --------------------------------------------------------------------------------- */

/* [codes of the column read back] the label that it is, LABEL_NONE where it is none; NULL: out of
 * memory. */
static uint32_t *find_labels(const verifying *by, size_t attribute) {
    const published_attribute *of = &by->published->attribute[attribute];
    const dictionary *values = &by->table->column[attribute].values;
    uint32_t *out = memory_new(values->size, sizeof *out);
    label_index labels;
    if (!out || !label_index_open(&labels, of->label_count)) {
        memory_free(out);
        return NULL;
    }
    for (size_t i = 0; i < of->label_count; i++)
        (void)label_index_add(&labels, of->labels[i]);
    for (uint32_t code = 0; code < values->size; code++)
        out[code] = label_index_find(&labels, dictionary_text(values, code));
    label_index_close(&labels);
    return out;
}

static bool is_all_stars(const verifying *by, size_t row) {
    for (size_t a = 0; a < by->attributes; a++) {
        const column *of = &by->table->column[a];
        if (!is_star(dictionary_text(&of->values, codes_get(&of->codes, row))))
            return false;
    }
    return true;
}

/* Takes the rows of a group that was read back off the class that it must be of. */
static bool take_row(const verifying *by, pushdown_classes *expected, uint32_t *const *label,
                     uint64_t *key, size_t row) {
    memset(key, 0, expected->table.words * sizeof *key);
    for (size_t a = 0; a < by->attributes; a++) {
        uint32_t code = label[a][codes_get(&by->table->column[a].codes, row)];
        if (code == LABEL_NONE)
            return false;
        packing_put(key, expected->fields[a], code);
    }
    uint32_t class = class_table_find(&expected->table, key);
    if (class == CLASS_NONE || expected->suppressed[class] ||
        expected->rows[class] < by->table->times[row])
        return false;
    expected->rows[class] -= by->table->times[row];
    return true;
}

/* Rows of `*` are those that are suppressed, and those whose labels read so. */
static bool take_rows(const verifying *by, pushdown_classes *expected, uint32_t *const *label,
                      uint64_t *key) {
    uint64_t stars = 0, left = 0;
    for (size_t row = 0; row < by->table->rows; row++)
        if (is_all_stars(by, row))
            stars += by->table->times[row];
        else if (!take_row(by, expected, label, key, row))
            return false;
    for (size_t c = 0; c < expected->table.classes; c++)
        left += expected->rows[c];
    return stars == by->published->claim.stars && left == stars;
}

static shoal_status check_classes(const verifying *by, shoal_error *error) {
    pushdown_classes expected = {0};
    uint32_t **label = memory_zero(by->attributes, sizeof *label);
    shoal_status status = label ? pushdown_classes_make(&expected, by->bound, by->published, error)
                                : status_no_memory(error);
    uint64_t *key = status == SHOAL_OK ? memory_new(expected.table.words, sizeof *key) : NULL;
    bool made = key != NULL;
    for (size_t a = 0; made && a < by->attributes; a++)
        made = (label[a] = find_labels(by, a)) != NULL;
    if (status == SHOAL_OK && !made)
        status = status_no_memory(error);
    if (status == SHOAL_OK && !take_rows(by, &expected, label, key))
        status = fail(error, "its classes are not those that it must have");
    for (size_t a = 0; label && a < by->attributes; a++)
        memory_free(label[a]);
    memory_free(label);
    memory_free(key);
    pushdown_classes_free(&expected);
    return status;
}

/* ---------------------------------------------------------------------------------------------- */

static shoal_status verify(verifying *by, shoal_error *error) {
    const shoal_table *table = by->bound->table;
    by->from = memory_new(table->columns, sizeof *by->from);
    by->place = memory_new(2 * table->columns, sizeof *by->place);
    if (!by->from || !by->place)
        return status_no_memory(error);
    for (size_t i = 0; i < table->columns; i++)
        if (by->columns[i].use != COLUMN_DROP)
            by->from[by->count++] = &table->column[i];
    list_groups(by);
    STATUS_TRY(check_columns(by, error));
    STATUS_TRY(check_untouched(by, error));
    STATUS_TRY(read_groups(by, error));
    STATUS_TRY(check_classes(by, error));
    size_t *quasi = memory_new(by->attributes, sizeof *quasi);
    if (!quasi)
        return status_no_memory(error);
    for (size_t a = 0; a < by->attributes; a++)
        quasi[a] = a;
    read_back release = {.table = by->table,
                         .quasi = quasi,
                         .attributes = by->attributes,
                         .published = by->published,
                         .pool = by->bound->pool,
                         .cancel = by->run->options.cancel,
                         .hooks = by->bound->hooks};
    shoal_status status = release_judge(&release, by->bound->plan, by->checks, error);
    memory_free(quasi);
    return status;
}

shoal_status pushdown_verify(pushdown *run, const bound_table *bound, const publication *published,
                             const release_column *columns, const release_checks *checks,
                             shoal_error *error) {
    verifying by = {
        .run = run, .bound = bound, .published = published, .columns = columns, .checks = checks};
    phase reading;
    phase_begin(&reading, bound->hooks, "verify", 0);
    shoal_status status = verify(&by, error);
    /* Without snapshots, a source that changes is the usual reason, and says more. */
    shoal_error changed = {0};
    if (status == SHOAL_UNVERIFIED && pushdown_check_unchanged(run, &changed) != SHOAL_OK) {
        status = changed.status;
        if (error)
            *error = changed;
    }
    if (status == SHOAL_OK)
        phase_end(&reading, (int64_t)bound->rows);
    shoal_table_free(by.table);
    memory_free(by.from);
    memory_free(by.place);
    return status;
}
