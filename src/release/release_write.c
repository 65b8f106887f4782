#include "release/release_write.h"

#include "files/gzip_write.h"
#include "release/cells.h"

/* Rows whose codes are looked up together, column by column. */
#define BATCH_ROWS ((size_t)512)
/* Cells that are formatted as one piece of work. */
#define BLOCK_CELLS ((size_t)1 << 17)
#define SLOTS_PER_THREAD 3

/* A column of the release. */
typedef struct output_column {
    const codes *codes;      /* NULL: every cell is cell 0 */
    const uint32_t *group;   /* [code] its cell; NULL: the code is the cell */
    const uint64_t *blanked; /* a bit per row of cells that are blanked; NULL: none */
    bool published;          /* a quasi-identifier: suppressed rows have cell `star` */
    uint32_t star;
    cells cells;
} output_column;

/* One block of rows on its way to the file. */
typedef struct slot {
    text bytes;
    text packed;
} slot;

typedef struct writer {
    const release_task *task;
    output_column *columns;
    size_t count;
    size_t longest_row;
    size_t block_rows;
    size_t first_block; /* of the round that is being formatted */
    slot *slots;
    size_t slot_count;
    uint32_t *index;     /* [worker][column][BATCH_ROWS] the cell of each row */
    uint8_t *suppressed; /* [worker][BATCH_ROWS] */
} writer;

/* ---- Columns ------------------------------------------------------------------------------- */

release_column *release_columns(const bound_table *bound) {
    const shoal_table *table = bound->table;
    release_column *made = memory_zero(table->columns, sizeof *made);
    if (!made)
        return NULL;
    for (size_t i = 0; i < table->columns; i++)
        if (plan_role_of(bound->plan, table->column[i].name) == ROLE_IDENTIFIER)
            made[i].use = bound->plan->identifiers == IDENTIFIERS_MASK ? COLUMN_MASK : COLUMN_DROP;
    for (size_t a = 0; a < bound->attributes; a++)
        made[bound->quasi[a]] = (release_column){COLUMN_PUBLISH, a};
    return made;
}

/* ---- Preparing ----------------------------------------------------------------------------- */

static size_t published_columns(const release_task *task) {
    size_t count = 0;
    for (size_t i = 0; i < task->table->columns; i++)
        count += task->columns[i].use != COLUMN_DROP;
    return count;
}

static shoal_status prepare_column(output_column *out, const column *source,
                                   const release_column *use, const publication *published,
                                   const cells_form *form, shoal_error *error) {
    if (use->use == COLUMN_MASK)
        return cells_of_labels(&out->cells, NULL, 0, form, error);
    out->codes = &source->codes;
    if (use->use == COLUMN_KEEP)
        return cells_of_values(&out->cells, &source->values, form, error);
    const published_attribute *by = &published->attribute[use->attribute];
    if (by->of_row)
        out->codes = by->of_row;
    out->group = by->of_value;
    out->published = true;
    out->star = (uint32_t)by->label_count;
    out->blanked = published->blanks.cells ? published->blanks.cells[use->attribute] : NULL;
    return cells_of_labels(&out->cells, by->labels, by->label_count, form, error);
}

static cells_form column_form(const writer *out, size_t column_number) {
    char delimiter = out->task->table->delimiter;
    bool last = column_number + 1 == out->count;
    return (cells_form){delimiter, last ? '\n' : delimiter, out->count == 1};
}

static shoal_status prepare_columns(writer *out, shoal_error *error) {
    const shoal_table *table = out->task->table;
    size_t at = 0;
    for (size_t i = 0; i < table->columns; i++) {
        if (out->task->columns[i].use == COLUMN_DROP)
            continue;
        cells_form form = column_form(out, at);
        output_column *added = &out->columns[at++];
        STATUS_TRY(prepare_column(added, &table->column[i], &out->task->columns[i],
                                  out->task->published, &form, error));
        out->longest_row += added->cells.longest;
    }
    return SHOAL_OK;
}

static size_t rows_per_block(size_t columns) {
    size_t rows = BLOCK_CELLS / columns / BATCH_ROWS * BATCH_ROWS;
    return rows > 0 ? rows : BATCH_ROWS;
}

static shoal_status writer_open(writer *out, const release_task *task, shoal_error *error) {
    size_t threads = (size_t)threads_count(task->pool);
    *out = (writer){.task = task, .count = published_columns(task)};
    out->block_rows = rows_per_block(out->count);
    out->slot_count = threads * SLOTS_PER_THREAD;
    out->columns = memory_zero(out->count, sizeof *out->columns);
    out->slots = memory_zero(out->slot_count, sizeof *out->slots);
    out->index = memory_new(threads * out->count, BATCH_ROWS * sizeof *out->index);
    out->suppressed = memory_zero(threads, BATCH_ROWS);
    if (!out->columns || !out->slots || !out->index || !out->suppressed)
        return status_no_memory(error);
    return prepare_columns(out, error);
}

static void writer_close(writer *out) {
    for (size_t i = 0; out->columns && i < out->count; i++)
        cells_free(&out->columns[i].cells);
    for (size_t i = 0; out->slots && i < out->slot_count; i++) {
        text_free(&out->slots[i].bytes);
        text_free(&out->slots[i].packed);
    }
    memory_free(out->columns);
    memory_free(out->slots);
    memory_free(out->index);
    memory_free(out->suppressed);
}

/* ---- Formatting ---------------------------------------------------------------------------- */

static void look_up_cells(const output_column *from, size_t begin, size_t count,
                          const uint8_t *suppressed, uint32_t *index) {
    if (!from->codes) {
        memset(index, 0, count * sizeof *index);
        return;
    }
    codes_read(from->codes, begin, count, index);
    if (from->group)
        for (size_t i = 0; i < count; i++)
            index[i] = from->group[index[i]];
    if (!from->published)
        return;
    for (size_t i = 0; i < count; i++)
        index[i] = suppressed[i] ? from->star : index[i];
    for (size_t i = 0; from->blanked && i < count; i++)
        if (from->blanked[(begin + i) / 64] >> ((begin + i) % 64) & 1)
            index[i] = from->star;
}

static bool reserve_row(text *out, size_t longest) {
    return memory_grow((void **)&out->bytes, &out->capacity, out->length + longest + CELLS_SLACK,
                       1);
}

static void format_rows(const writer *out, text *bytes, size_t begin, size_t count,
                        const uint32_t *index) {
    const bool *kept = out->task->kept_rows;
    for (size_t row = 0; row < count; row++) {
        if (kept && !kept[begin + row])
            continue;
        if (!reserve_row(bytes, out->longest_row)) {
            bytes->failed = true;
            return;
        }
        char *at = bytes->bytes + bytes->length;
        for (size_t i = 0; i < out->count; i++)
            at = cells_put(&out->columns[i].cells, index[i * BATCH_ROWS + row], at);
        bytes->length = (size_t)(at - bytes->bytes);
    }
}

static void format_batch(const writer *out, text *bytes, size_t begin, size_t count, int worker) {
    const release_task *task = out->task;
    uint8_t *suppressed = out->suppressed + (size_t)worker * BATCH_ROWS;
    uint32_t *index = out->index + (size_t)worker * out->count * BATCH_ROWS;
    if (task->published->blanks.rows)
        task->published->blanks.rows(task->published->blanks.context, begin, count, suppressed);
    for (size_t i = 0; i < out->count; i++)
        look_up_cells(&out->columns[i], begin, count, suppressed, index + i * BATCH_ROWS);
    format_rows(out, bytes, begin, count, index);
}

static void format_block(void *context, size_t item, int worker) {
    writer *out = context;
    slot *into = &out->slots[item];
    size_t begin = (out->first_block + item) * out->block_rows;
    size_t left = out->task->table->rows - begin;
    size_t rows = left < out->block_rows ? left : out->block_rows;
    into->bytes.length = 0;
    for (size_t done = 0; done < rows && !into->bytes.failed; done += BATCH_ROWS) {
        size_t count = rows - done < BATCH_ROWS ? rows - done : BATCH_ROWS;
        format_batch(out, &into->bytes, begin + done, count, worker);
    }
    if (out->task->gzip && !into->bytes.failed && into->bytes.length > 0 &&
        !gzip_pack(&into->packed, into->bytes.bytes, into->bytes.length))
        into->bytes.failed = true;
}

/* ---- Writing ------------------------------------------------------------------------------- */

static shoal_status write_slot(pending_file *file, const writer *out, const slot *from,
                               shoal_error *error) {
    if (from->bytes.failed)
        return status_no_memory(error);
    if (from->bytes.length == 0)
        return SHOAL_OK;
    const text *bytes = out->task->gzip ? &from->packed : &from->bytes;
    return file_write(file, bytes->bytes, bytes->length, error);
}

static shoal_status write_header(pending_file *file, writer *out, shoal_error *error) {
    const shoal_table *table = out->task->table;
    slot *into = &out->slots[0];
    size_t at = 0;
    for (size_t i = 0; i < table->columns; i++) {
        if (out->task->columns[i].use == COLUMN_DROP)
            continue;
        cells_form form = column_form(out, at++);
        cells_escape(&into->bytes, table->column[i].name, strlen(table->column[i].name), &form);
    }
    if (out->task->gzip && !into->bytes.failed &&
        !gzip_pack(&into->packed, into->bytes.bytes, into->bytes.length))
        into->bytes.failed = true;
    return write_slot(file, out, into, error);
}

static shoal_status write_rows(pending_file *file, writer *out, shoal_error *error) {
    const release_task *task = out->task;
    size_t blocks = (task->table->rows + out->block_rows - 1) / out->block_rows;
    for (out->first_block = 0; out->first_block < blocks; out->first_block += out->slot_count) {
        size_t left = blocks - out->first_block;
        size_t round = left < out->slot_count ? left : out->slot_count;
        threads_run(task->pool, round, format_block, out);
        for (size_t i = 0; i < round; i++)
            STATUS_TRY(write_slot(file, out, &out->slots[i], error));
        if (task->cancel && *task->cancel)
            return status_fail(error, SHOAL_INTERRUPTED, "interrupted while writing");
    }
    return SHOAL_OK;
}

shoal_status release_write(pending_file *file, const release_task *task, shoal_error *error) {
    writer out;
    shoal_status status = writer_open(&out, task, error);
    if (status == SHOAL_OK && task->table->header)
        status = write_header(file, &out, error);
    if (status == SHOAL_OK)
        status = write_rows(file, &out, error);
    writer_close(&out);
    return status;
}
