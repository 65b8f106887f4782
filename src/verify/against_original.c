#include "verify/against_original.h"

#include "assess/assess.h"
#include "base/key_order.h"
#include "bind/coded_extremes.h"
#include "bind/roles.h"
#include "data/absent_match.h"
#include "data/decimal_comma.h"
#include "store/memory/memory_source.h"
#include "store/row_order.h"
#include "verify/paired_rows.h"

#include <inttypes.h>
#include <string.h>

/* ---- Columns that are published as they are -------------------------------------------------- */

/* The unchanged columns of one of the tables, in the order of the release. */
typedef struct unchanged_feed {
    row_feed rows;
    feed_column *texts;
    const codes **column;
    arena memory;
} unchanged_feed;

static void fill(const void *context, size_t begin, size_t count, uint32_t *cells) {
    const unchanged_feed *feed = context;
    for (size_t c = 0; c < feed->rows.columns; c++)
        codes_read(feed->column[c], begin, count, cells + c * ROW_FEED_MOST);
}

static bool is_unchanged(const bound_table *release, size_t index, const shoal_table *original) {
    const column *of = &release->table->column[index];
    plan_role role = plan_role_of(release->plan, of->name);
    int64_t place = table_find(original, of->name);
    return role != ROLE_QUASI && !plan_role_is_hidden(role) && of->kept && place >= 0 &&
           original->column[place].kept;
}

static bool open_feed(unchanged_feed *out, const bound_table *release, const shoal_table *original,
                      const shoal_table *of) {
    size_t most = release->table->columns;
    *out = (unchanged_feed){.rows = {.rows = of->rows, .fill = fill, .context = out}};
    out->texts = arena_zero(&out->memory, most, sizeof *out->texts);
    out->column = arena_new(&out->memory, most, sizeof *out->column);
    for (size_t i = 0; out->texts && out->column && i < most; i++) {
        if (!is_unchanged(release, i, original))
            continue;
        const column *each = &of->column[table_find(of, release->table->column[i].name)];
        out->texts[out->rows.columns].values = &each->values;
        out->column[out->rows.columns++] = &each->codes;
    }
    out->rows.column = out->texts;
    return out->texts && out->column;
}

/* The hashes of the rows, sorted. NULL: out of memory. */
static uint64_t *sorted_keys(const row_feed *feed, thread_pool *pool) {
    uint64_t *key = memory_new(feed->rows, sizeof *key);
    uint64_t *sorted = memory_new(feed->rows, sizeof *sorted);
    uint32_t *order = memory_new(feed->rows, sizeof *order);
    bool fine = key && sorted && order && row_keys_make(key, feed, pool, NULL) == SHOAL_OK &&
                key_order(order, key, feed->rows, pool, NULL) == SHOAL_OK;
    for (size_t i = 0; fine && i < feed->rows; i++)
        sorted[i] = key[order[i]];
    memory_free(key);
    memory_free(order);
    if (fine)
        return sorted;
    memory_free(sorted);
    return NULL;
}

/* Rows of the release that no row of the original is left for. */
static uint64_t count_strange(const uint64_t *release, size_t rows, const uint64_t *original,
                              size_t originals) {
    uint64_t strange = 0;
    for (size_t i = 0, at = 0; i < rows; i++) {
        while (at < originals && original[at] < release[i])
            at++;
        if (at < originals && original[at] == release[i])
            at++;
        else
            strange++;
    }
    return strange;
}

static shoal_status compare_unchanged(uint64_t *strange, const bound_table *release,
                                      const shoal_table *original, shoal_error *error) {
    unchanged_feed after, before;
    bool fine = open_feed(&after, release, original, release->table);
    fine = open_feed(&before, release, original, original) && fine;
    uint64_t *one = fine ? sorted_keys(&after.rows, release->pool) : NULL;
    uint64_t *other = fine ? sorted_keys(&before.rows, release->pool) : NULL;
    fine = one && other;
    if (fine)
        *strange = count_strange(one, release->table->rows, other, original->rows);
    memory_free(one);
    memory_free(other);
    arena_free(&after.memory);
    arena_free(&before.memory);
    return fine ? SHOAL_OK : status_no_memory(error);
}

/* Where it is known which row is whose, each has the values of its own. */
static bool are_own(const written_release *release, const bound_table *original,
                    shoal_error *error) {
    const bound_table *of = &release->bound;
    for (size_t i = 0; i < of->table->columns; i++) {
        const column *after = &of->table->column[i];
        if (!is_unchanged(of, i, original->table))
            continue;
        const column *before = &original->table->column[table_find(original->table, after->name)];
        uint64_t strange = paired_rows_different(of, after, before, release->mapped.paired);
        if (strange == 0)
            continue;
        status_refuse(error, SHOAL_OK, "not_of_original", NULL,
                      "%.80s: '%.60s' is published unchanged, but differs in %" PRIu64
                      " of %zu rows from the rows of %.80s that the mapping names",
                      of->path, after->name, strange, of->table->rows, original->path);
        return false;
    }
    return true;
}

static shoal_status have_own(bool *holds, const written_release *release,
                             const bound_table *original, shoal_error *error) {
    uint64_t strange = 0;
    if (release->mapped.from) {
        *holds = are_own(release, original, error);
        return SHOAL_OK;
    }
    STATUS_TRY(compare_unchanged(&strange, &release->bound, original->table, error));
    *holds = strange == 0;
    if (strange > 0)
        status_refuse(error, SHOAL_OK, "not_of_original", NULL,
                      "%.80s: for %" PRIu64 " of %zu rows, %.80s has no row left with the same "
                      "values in the columns that are published unchanged",
                      release->bound.path, strange, release->bound.table->rows, original->path);
    return SHOAL_OK;
}

/* ---------------------------------------------------------------------------------------------- */

static shoal_status compare_labels(const char **says, assessment **made,
                                   const written_release *release, const bound_table *original,
                                   shoal_error *error) {
    assessment_input input = {.plan = release->bound.plan,
                              .table = release->bound.table,
                              .path = release->bound.path,
                              .original = original->table,
                              .original_path = original->path,
                              .pool = release->bound.pool,
                              .mapped = release->mapped.from != NULL,
                              .paired = release->mapped.paired,
                              .consistency = true};
    STATUS_TRY(assessment_make(made, &input, error));
    *says = (*made)->inconsistent;
    return SHOAL_OK;
}

static shoal_status compare(bool *holds, const written_release *release,
                            const bound_table *original, shoal_error *error) {
    const bound_table *of = &release->bound;
    assessment *made = NULL;
    const char *says = NULL;
    *holds = false;
    if (of->table->rows > original->table->rows) {
        status_refuse(error, SHOAL_OK, "not_of_original", NULL,
                      "%.80s has %zu rows, but %.80s only %zu", of->path, of->table->rows,
                      original->path, original->table->rows);
        return SHOAL_OK;
    }
    STATUS_TRY(have_own(holds, release, original, error));
    if (!*holds)
        return SHOAL_OK;
    shoal_status status = compare_labels(&says, &made, release, original, error);
    if (status == SHOAL_OK && says)
        status_refuse(error, SHOAL_OK, "not_of_original", NULL, "%.80s: %s", of->path, says);
    *holds = status == SHOAL_OK && !says;
    assessment_free(made);
    return status;
}

/* Keys of households leave with the release, so that it may lack them; its original has them. */
static shoal_status check_households(const bound_table *release, const bound_table *original,
                                     shoal_error *error) {
    const shoal_plan *plan = original->plan;
    for (size_t i = 0; i < plan->attribute_count; i++) {
        const plan_attribute *each = &plan->attributes[i];
        if (each->role == ROLE_HOUSEHOLD && table_find(release->table, each->name) < 0)
            STATUS_TRY(roles_check_column(original->table, original->path, each->name, error));
    }
    return SHOAL_OK;
}

/* Absent values and decimal signs of both are alike, before rows are compared. */
static shoal_status read_original(bound_table *out, written_release *release, shoal_error *error) {
    table_reading how = {
        .keep = roles_keep_needed, .context = (void *)out->plan, .hash = release->mapping != NULL};
    STATUS_TRY(bound_table_read(out, &how, error));
    STATUS_TRY(check_households(&release->bound, out, error));
    STATUS_TRY(coded_extremes_of_table(out, error));
    decimal_comma_turn_like(release->bound.owned, out->table);
    if (!absent_match(out->owned, release->bound.table, out->plan))
        return status_no_memory(error);
    if (!release->mapping || release->mapped.from)
        return SHOAL_OK;
    return paired_rows_match(&release->mapped, &release->bound, out, release->mapping, error);
}

shoal_status against_original(bool *holds, written_release *release, shoal_error *error) {
    bound_table from = {.plan = release->bound.plan,
                        .path = release->original ? release->original : MEMORY_NAME,
                        .memory = release->original_table,
                        .pool = release->bound.pool};
    shoal_status status = read_original(&from, release, error);
    if (status == SHOAL_OK)
        status = compare(holds, release, &from, error);
    bound_table_close(&from);
    return status;
}
