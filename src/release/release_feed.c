#include "release/release_feed.h"

#include "base/phase.h"
#include "data/decimal_comma.h"

#include <assert.h>
#include <string.h>

release_column *release_columns(const bound_table *bound) {
    const shoal_table *table = bound->table;
    release_column *made = memory_zero(table->columns, sizeof *made);
    if (!made)
        return NULL;
    bool linked = !bound->plan->pseudonyms;
    for (size_t i = 0; i < table->columns; i++) {
        plan_role role = plan_role_of(bound->plan, table->column[i].name);
        bool masked = role == ROLE_IDENTIFIER && bound->plan->identifiers == IDENTIFIERS_MASK;
        if (plan_role_is_hidden(role))
            made[i].use = masked ? COLUMN_MASK : COLUMN_DROP;
        if (role == ROLE_PERSON && !linked)
            made[i].use = COLUMN_PSEUDONYM;
        linked |= role == ROLE_PERSON;
    }
    for (size_t a = 0; a < bound->attributes; a++)
        made[bound->quasi[a]] = (release_column){COLUMN_PUBLISH, a};
    return made;
}

/* ---- Rows ------------------------------------------------------------------------------------ */

/* The codes of a column become cells, where suppressed[i] says that row i is suppressed. */
static void turn_into_cells(const released_column *from, size_t count, const uint8_t *suppressed,
                            uint32_t *cells) {
    if (from->group)
        for (size_t i = 0; i < count; i++)
            cells[i] = suppressed[i] ? from->star : from->group[cells[i]];
    else
        for (size_t i = 0; i < count; i++)
            cells[i] = suppressed[i] ? from->star : cells[i];
}

static bool has_bit(const uint64_t *bits, size_t row) {
    return bits[row / 64] >> (row % 64) & 1;
}

static void look_up_cells(const released_column *from, size_t begin, size_t count,
                          const uint8_t *suppressed, uint32_t *cells) {
    if (!from->codes) {
        memset(cells, 0, count * sizeof *cells);
        return;
    }
    codes_read(from->codes, begin, count, cells);
    if (!from->published)
        return;
    turn_into_cells(from, count, suppressed, cells);
    for (size_t i = 0; from->blanked && i < count; i++)
        if (has_bit(from->blanked, begin + i))
            cells[i] = from->star;
}

/* ---- Rows in another order ------------------------------------------------------------------- */

static void gather_cells(const released_column *from, const uint32_t *rows, size_t count,
                         const uint8_t *suppressed, uint32_t *cells) {
    if (!from->codes) {
        memset(cells, 0, count * sizeof *cells);
        return;
    }
    codes_gather(from->codes, rows, count, cells);
    if (!from->published)
        return;
    turn_into_cells(from, count, suppressed, cells);
    for (size_t i = 0; from->blanked && i < count; i++)
        if (has_bit(from->blanked, rows[i]))
            cells[i] = from->star;
}

static void fill_ordered(const void *context, size_t begin, size_t count, uint32_t *cells) {
    const release_feed *feed = context;
    const uint32_t *rows = feed->task->order + begin;
    uint8_t suppressed[ROW_FEED_MOST] = {0};
    assert(count <= ROW_FEED_MOST);
    for (size_t i = 0; feed->suppressed && i < count; i++)
        suppressed[i] = has_bit(feed->suppressed, rows[i]);
    for (size_t c = 0; c < feed->rows.columns; c++)
        gather_cells(&feed->columns[c], rows, count, suppressed, cells + c * ROW_FEED_MOST);
}

/* Rows whose bits a thread finds at a time. */
#define BIT_ROWS (16 * ROW_FEED_MOST)

static void find_bits(void *context, size_t item, int worker) {
    release_feed *feed = context;
    const publication_blanks *blanks = &feed->task->published->blanks;
    size_t end = (item + 1) * BIT_ROWS, rows = feed->task->table->rows;
    uint8_t blank[ROW_FEED_MOST];
    (void)worker;
    for (size_t begin = item * BIT_ROWS; begin < end && begin < rows; begin += ROW_FEED_MOST) {
        size_t count = rows - begin < ROW_FEED_MOST ? rows - begin : ROW_FEED_MOST;
        blanks->rows(blanks->context, begin, count, blank);
        for (size_t i = 0; i < count; i++)
            if (blank[i])
                feed->suppressed[(begin + i) / 64] |= (uint64_t)1 << ((begin + i) % 64);
    }
}

/* Which rows are suppressed is asked for many at a time, which rows in another order are not. */
static bool find_suppressed(release_feed *feed) {
    size_t rows = feed->task->table->rows;
    if (!feed->task->published->blanks.rows)
        return true;
    feed->suppressed = arena_zero(&feed->memory, rows / 64 + 1, sizeof *feed->suppressed);
    if (feed->suppressed)
        threads_run(feed->task->pool, (rows + BIT_ROWS - 1) / BIT_ROWS, find_bits, feed);
    return feed->suppressed != NULL;
}

static void fill(const void *context, size_t begin, size_t count, uint32_t *cells) {
    const release_feed *feed = context;
    const publication_blanks *blanks = &feed->task->published->blanks;
    uint8_t suppressed[ROW_FEED_MOST] = {0};
    assert(count <= ROW_FEED_MOST);
    if (blanks->rows)
        blanks->rows(blanks->context, begin, count, suppressed);
    for (size_t i = 0; i < feed->rows.columns; i++)
        look_up_cells(&feed->columns[i], begin, count, suppressed, cells + i * ROW_FEED_MOST);
}

/* ---- Columns --------------------------------------------------------------------------------- */

static void publish_column(released_column *out, feed_column *texts, const publication *published,
                           size_t attribute) {
    const published_attribute *by = &published->attribute[attribute];
    assert(attribute < published->attributes && (by->of_row || by->of_value));
    if (by->of_row)
        out->codes = by->of_row;
    out->group = by->of_row ? NULL : by->of_value;
    out->blanked = published->blanks.cells ? published->blanks.cells[attribute] : NULL;
    out->published = true;
    out->star = (uint32_t)by->label_count;
    texts->labels = by->labels;
    texts->label_count = by->label_count;
}

static void add_column(release_feed *out, const column *from, const release_column *use) {
    size_t at = out->rows.columns++;
    feed_column *texts = &out->texts[at];
    released_column *made = &out->columns[at];
    *texts = (feed_column){.name = from->name,
                           .origin = from->origin,
                           .untouched = use->use == COLUMN_KEEP,
                           .absent = column_origin_absent(from->origin)};
    *made = (released_column){.codes = use->use == COLUMN_MASK ? NULL : &from->codes};
    if (use->use == COLUMN_KEEP)
        texts->values = &from->values;
    if (use->use == COLUMN_PSEUDONYM) {
        made->codes = &out->task->pseudonyms->codes;
        texts->labels = out->task->pseudonyms->labels;
        texts->label_count = out->task->pseudonyms->count;
    }
    if (use->use == COLUMN_PUBLISH)
        publish_column(made, texts, out->task->published, use->attribute);
}

/* ---- Decimal commas -------------------------------------------------------------------------- */

static const char *turned_text(arena *memory, const char *from) {
    size_t length = strlen(from);
    char *made = arena_text(memory, from, length);
    if (made)
        decimal_comma_swap(made, length);
    return made;
}

static bool turn_values(feed_column *texts, arena *memory) {
    const dictionary *from = texts->values;
    dictionary *made = arena_new(memory, 1, sizeof *made);
    if (!made)
        return false;
    size_t bytes = from->offsets[from->size];
    *made = (dictionary){.size = from->size, .offsets = from->offsets};
    made->bytes = arena_new(memory, bytes + 1, 1);
    if (!made->bytes)
        return false;
    memcpy(made->bytes, from->bytes, bytes);
    for (uint32_t code = 0; code < made->size; code++)
        decimal_comma_swap(made->bytes + made->offsets[code], dictionary_length(made, code));
    texts->values = made;
    return true;
}

/* The texts as the file has them. */
static bool turn_column(feed_column *texts, arena *memory) {
    if (texts->values)
        return turn_values(texts, memory);
    const char **made = arena_new(memory, texts->label_count, sizeof *made);
    for (size_t i = 0; made && i < texts->label_count; i++)
        if (!(made[i] = turned_text(memory, texts->labels[i])))
            return false;
    texts->labels = made;
    return made != NULL;
}

/* ---- Absent values --------------------------------------------------------------------------- */

absent_texts *release_absent(const release_task *task) {
    const shoal_table *table = task->table;
    absent_texts *made = memory_zero(table->columns, sizeof *made);
    for (size_t i = 0, at = 0; made && i < table->columns; i++)
        if (task->columns[i].use != COLUMN_DROP)
            made[at++] = column_origin_absent(table->column[i].origin);
    return made;
}

shoal_status release_feed_open(release_feed *out, const release_task *task, shoal_error *error) {
    const shoal_table *table = task->table;
    *out = (release_feed){.task = task};
    out->columns = memory_new(table->columns, sizeof *out->columns);
    out->texts = memory_new(table->columns, sizeof *out->texts);
    if (!out->columns || !out->texts)
        return status_no_memory(error);
    for (size_t i = 0; i < table->columns; i++)
        if (task->columns[i].use != COLUMN_DROP)
            add_column(out, &table->column[i], &task->columns[i]);
    for (size_t i = 0; i < out->rows.columns; i++) {
        int64_t from = table_find(table, out->texts[i].name);
        if (from >= 0 && table->column[from].comma && !turn_column(&out->texts[i], &out->memory))
            return status_no_memory(error);
    }
    out->rows.rows = table->rows;
    out->rows.kept = task->kept_rows;
    out->rows.column = out->texts;
    out->rows.fill = task->order ? fill_ordered : fill;
    out->rows.context = out;
    if (!task->order)
        return SHOAL_OK;
    if (!find_suppressed(out))
        return status_no_memory(error);
    if (!task->kept_rows)
        return SHOAL_OK;
    bool *kept = arena_new(&out->memory, table->rows, sizeof *kept);
    for (size_t i = 0; kept && i < table->rows; i++)
        kept[i] = task->kept_rows[task->order[i]];
    out->rows.kept = kept;
    return kept ? SHOAL_OK : status_no_memory(error);
}

void release_feed_close(release_feed *feed) {
    memory_free(feed->columns);
    memory_free(feed->texts);
    arena_free(&feed->memory);
    *feed = (release_feed){0};
}

static size_t count_written(const release_task *task) {
    size_t written = 0;
    for (size_t row = 0; row < task->table->rows; row++)
        written += !task->kept_rows || task->kept_rows[row];
    return written;
}

shoal_status release_write(sink *to, const release_task *task, shoal_error *error) {
    release_feed feed;
    phase writing;
    sink_options options = {.format = task->format,
                            .pool = task->pool,
                            .cancel = task->cancel,
                            .progress = phase_tell,
                            .progress_context = &writing,
                            .note = note_is_heard(task->hooks) ? note_pass : NULL,
                            .note_context = (void *)task->hooks};
    phase_begin(&writing, task->hooks, "write", (double)task->table->rows);
    shoal_status status = release_feed_open(&feed, task, error);
    if (status == SHOAL_OK)
        status = sink_write(to, &feed.rows, &options, error);
    release_feed_close(&feed);
    if (status == SHOAL_OK)
        phase_end(&writing, (int64_t)count_written(task));
    return status;
}
