#include "release/release_write.h"

#include "base/memory.h"

#include <assert.h>
#include <string.h>

/* Where the codes of a published column come from. */
typedef struct output_column {
    const codes *codes;    /* NULL: every cell is cell 0 */
    const uint32_t *group; /* [code] its cell; NULL: the code is the cell */
    uint32_t star;         /* the cell of suppressed rows, for recoded columns */
} output_column;

typedef struct output {
    const release_task *task;
    output_column *columns; /* [count] */
    feed_column *texts;     /* [count] */
    size_t count;
} output;

static void look_up_cells(const output_column *from, size_t begin, size_t count,
                          const uint8_t *suppressed, uint32_t *cells) {
    if (!from->codes) {
        memset(cells, 0, count * sizeof *cells);
        return;
    }
    codes_read(from->codes, begin, count, cells);
    if (!from->group)
        return;
    for (size_t i = 0; i < count; i++)
        cells[i] = suppressed[i] ? from->star : from->group[cells[i]];
}

static void fill(const void *context, size_t begin, size_t count, uint32_t *cells) {
    const output *out = context;
    const release_task *task = out->task;
    uint8_t suppressed[ROW_FEED_MOST];
    assert(count <= ROW_FEED_MOST);
    if (task->verdicts)
        lattice_judge_rows(task->verdicts, task->quasi, begin, count, suppressed);
    else
        memset(suppressed, 0, count);
    for (size_t i = 0; i < out->count; i++)
        look_up_cells(&out->columns[i], begin, count, suppressed, cells + i * ROW_FEED_MOST);
}

static void add_column(output *out, const column *from, const release_column *use) {
    output_column *made = &out->columns[out->count];
    feed_column *texts = &out->texts[out->count++];
    *texts = (feed_column){.name = from->name};
    *made = (output_column){0};
    if (use->use == COLUMN_MASK)
        return;
    if (use->use == COLUMN_REPLACE) {
        made->codes = use->replaced;
        texts->labels = use->labels;
        texts->label_count = use->label_count;
        return;
    }
    made->codes = &from->codes;
    if (use->use == COLUMN_KEEP) {
        texts->values = &from->values;
        return;
    }
    const bound_level *level = &use->bound_hierarchy->level[use->level];
    made->group = level->of_ground;
    made->star = level->size;
    texts->labels = (const char *const *)level->label;
    texts->label_count = level->size;
}

shoal_status release_write(sink *to, const release_task *task, shoal_error *error) {
    const shoal_table *table = task->table;
    output out = {.task = task};
    out.columns = memory_new(table->columns, sizeof *out.columns);
    out.texts = memory_new(table->columns, sizeof *out.texts);
    shoal_status status = out.columns && out.texts ? SHOAL_OK : status_no_memory(error);
    for (size_t i = 0; status == SHOAL_OK && i < table->columns; i++)
        if (task->columns[i].use != COLUMN_DROP)
            add_column(&out, &table->column[i], &task->columns[i]);
    row_feed feed = {.rows = table->rows,
                     .kept = task->kept_rows,
                     .columns = out.count,
                     .column = out.texts,
                     .fill = fill,
                     .context = &out};
    sink_options options = {.format = task->format, .pool = task->pool, .cancel = task->cancel};
    if (status == SHOAL_OK)
        status = sink_write(to, &feed, &options, error);
    memory_free(out.columns);
    memory_free(out.texts);
    return status;
}
