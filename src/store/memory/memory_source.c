#include "store/memory/memory_source.h"

#include "store/source_kind.h"

#include <stdatomic.h>
#include <string.h>

typedef struct memory_source {
    source base;
    bool *shown; /* [columns] cells that somebody wants to see; NULL: all */
    const shoal_table *table;
    const source_options *options;
} memory_source;

static void memory_close(source *base) {
    for (size_t i = 0; base->names && i < base->columns; i++)
        memory_free(base->names[i]);
    memory_free(base->names);
    memory_free(((memory_source *)base)->shown);
    memory_free(base);
}

/* ---- Rows as text, for those who want to see them -------------------------------------------- */

/* Rows of a block, unless their texts are long. */
#define SHOWN_ROWS ((size_t)4096)
#define SHOWN_BYTES ((size_t)1 << 24)

/* What one thread shows. */
typedef struct shown_block {
    char *text;
    size_t length, room;
    cell_span *span; /* [SHOWN_ROWS * columns] */
} shown_block;

typedef struct showing {
    const memory_source *from;
    shown_block *each; /* [threads] */
    atomic_bool failed;
} showing;

static bool add_text(shown_block *to, cell_span *span, const dictionary *values, uint32_t code) {
    size_t length = dictionary_length(values, code);
    if (!memory_grow((void **)&to->text, &to->room, to->length + length + CELL_BLOCK_PADDING, 1))
        return false;
    memcpy(to->text + to->length, dictionary_text(values, code), length);
    *span = (cell_span){(uint32_t)to->length, (uint32_t)(to->length + length)};
    to->length += length;
    return true;
}

static bool add_row(shown_block *to, const shoal_table *table, const bool *shown, size_t row,
                    cell_span *span) {
    for (size_t c = 0; c < table->columns; c++) {
        const column *of = &table->column[c];
        span[c] = (cell_span){(uint32_t)to->length, (uint32_t)to->length};
        if (of->kept && (!shown || shown[c]) &&
            !add_text(to, &span[c], &of->values, codes_get(&of->codes, row)))
            return false;
    }
    return true;
}

static void show_rows(void *context, size_t item, int worker) {
    showing *shown = context;
    const shoal_table *table = shown->from->table;
    const source_options *options = shown->from->options;
    shown_block *to = &shown->each[worker];
    size_t row = item * SHOWN_ROWS,
           end = row + SHOWN_ROWS < table->rows ? row + SHOWN_ROWS : table->rows;
    bool fine = !(options->cancel && *options->cancel);
    while (fine && row < end) {
        cell_block block = {.row = row, .worker = worker, .columns = table->columns};
        to->length = 0;
        for (; fine && row < end && to->length < SHOWN_BYTES; row++, block.rows++)
            fine =
                add_row(to, table, shown->from->shown, row, to->span + block.rows * table->columns);
        /* A block of only empty texts has no room yet. */
        fine =
            fine && memory_grow((void **)&to->text, &to->room, to->length + CELL_BLOCK_PADDING, 1);
        if (!fine)
            break;
        memset(to->text + to->length, 0, CELL_BLOCK_PADDING);
        block.text = to->text;
        block.span = to->span;
        options->see(&block, options->see_context);
    }
    if (!fine)
        atomic_store(&shown->failed, true);
}

static bool open_shown(showing *shown, int threads) {
    shown->each = memory_zero((size_t)threads, sizeof *shown->each);
    bool fine = shown->each != NULL;
    for (int i = 0; fine && i < threads; i++) {
        shown->each[i].span =
            memory_new(shown->from->table->columns, SHOWN_ROWS * sizeof(cell_span));
        fine = shown->each[i].span != NULL;
    }
    return fine;
}

static shoal_status show_table(const memory_source *from, shoal_error *error) {
    const source_options *options = from->options;
    showing shown = {.from = from};
    int threads = threads_count(options->pool);
    bool fine = open_shown(&shown, threads);
    if (fine)
        threads_run(options->pool, (from->table->rows + SHOWN_ROWS - 1) / SHOWN_ROWS, show_rows,
                    &shown);
    fine = fine && !atomic_load(&shown.failed);
    for (int i = 0; shown.each && i < threads; i++) {
        memory_free(shown.each[i].text);
        memory_free(shown.each[i].span);
    }
    memory_free(shown.each);
    if (options->cancel && *options->cancel)
        return status_fail(error, SHOAL_INTERRUPTED, "interrupted");
    return fine ? SHOAL_OK : status_no_memory(error);
}

/* ---- Reading ----------------------------------------------------------------------------------
 */

static bool copy_dictionary(dictionary *to, const dictionary *from) {
    size_t bytes = from->offsets[from->size];
    to->bytes = memory_new(bytes + 1, 1);
    to->offsets = memory_new(from->size + 1, sizeof *to->offsets);
    if (!to->bytes || !to->offsets)
        return false;
    memcpy(to->bytes, from->bytes, bytes);
    memcpy(to->offsets, from->offsets, (from->size + 1) * sizeof *to->offsets);
    to->size = from->size;
    return true;
}

/* Columns that know absent values and empty texts may be changed to know only one of both
 * (data/absent_join.h). */
static bool copy_codes(column *to, const column *from, size_t rows) {
    to->borrowed = !(from->origin && from->origin->empty);
    to->codes = from->codes;
    if (to->borrowed)
        return true;
    to->codes.data = memory_new(rows, (size_t)from->codes.width);
    if (to->codes.data)
        memcpy(to->codes.data, from->codes.data, rows * (size_t)from->codes.width);
    return to->codes.data != NULL;
}

static bool copy_column(column *to, const column *from, size_t rows, bool wanted) {
    to->name = memory_text(from->name, strlen(from->name));
    to->kept = from->kept && wanted;
    to->untouched = from->untouched;
    to->origin = from->origin ? column_origin_copy(from->origin) : NULL;
    if (!to->name || (from->origin && !to->origin))
        return false;
    return !to->kept || (copy_dictionary(&to->values, &from->values) && copy_codes(to, from, rows));
}

static bool copy_columns(shoal_table *to, const shoal_table *from, const bool *wanted) {
    to->rows = from->rows;
    to->column = memory_zero(from->columns, sizeof *to->column);
    bool fine = to->column != NULL;
    for (size_t i = 0; fine && i < from->columns; i++) {
        to->columns++;
        fine = copy_column(&to->column[i], &from->column[i], from->rows, !wanted || wanted[i]);
    }
    return fine;
}

static shoal_status memory_read(shoal_table **out, source *base, const bool *wanted,
                                shoal_error *error) {
    memory_source *self = (memory_source *)base;
    const source_options *options = self->options;
    if (options->see_table && !options->see_table(self->table, options->see_context))
        return status_no_memory(error);
    if (options->see && !options->see_table)
        STATUS_TRY(show_table(self, error));
    shoal_table *made = memory_zero(1, sizeof *made);
    if (!made || !copy_columns(made, self->table, wanted)) {
        shoal_table_free(made);
        return status_no_memory(error);
    }
    *out = made;
    return SHOAL_OK;
}

static const source_kind memory_source_kind = {
    .name = "memory",
    .summary = "a table that the program has",
    .read = memory_read,
    .close = memory_close,
};

shoal_status memory_source_open(source **out, const shoal_table *table,
                                const source_options *options, shoal_error *error) {
    memory_source *made = memory_zero(1, sizeof *made);
    *out = NULL;
    if (!made)
        return status_no_memory(error);
    made->base.kind = &memory_source_kind;
    made->table = table;
    made->options = options;
    made->base.names = memory_zero(table->columns, sizeof *made->base.names);
    made->base.columns = table->columns;
    bool fine = made->base.names != NULL;
    for (size_t i = 0; fine && i < table->columns; i++) {
        const char *name = table->column[i].name;
        made->base.names[i] = memory_text(name, strlen(name));
        fine = made->base.names[i] != NULL;
    }
    if (fine && options->sees) {
        made->shown = memory_new(table->columns, sizeof *made->shown);
        fine = made->shown != NULL;
    }
    for (size_t i = 0; options->sees && made->shown && i < table->columns; i++)
        made->shown[i] = options->sees(table->column[i].name, options->see_context);
    if (!fine) {
        memory_close(&made->base);
        return status_no_memory(error);
    }
    *out = &made->base;
    return SHOAL_OK;
}
