#include "store/table_builder.h"

#include "files/text_utf8.h"
#include "store/csv_record.h"
#include "store/table_merge.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#define CODES_AT_A_TIME ((size_t)2048)

/* A piece with its number. */
typedef struct numbered_piece {
    uint64_t number;
    table_piece piece;
} numbered_piece;

struct table_builder {
    const source_options *options;
    shoal_table *table; /* its columns; rows are added at the end */
    table_part *part;   /* [parts] */
    uint32_t **codes;   /* [parts] room for some of them */
    int parts;
    pthread_mutex_t lock; /* of the pieces */
    numbered_piece *piece;
    size_t pieces, piece_room;
};

/* ---- Opening and closing -------------------------------------------------------------------- */

static void free_part(const table_builder *of, table_part *part) {
    for (size_t i = 0; i < of->table->columns; i++) {
        if (part->encoders)
            encoder_free(&part->encoders[i]);
        if (part->stores)
            store_free(&part->stores[i]);
    }
    memory_free(part->encoders);
    memory_free(part->stores);
}

void table_builder_close(table_builder *made) {
    if (!made)
        return;
    for (int p = 0; made->part && made->table && p < made->parts; p++)
        free_part(made, &made->part[p]);
    for (int p = 0; made->codes && p < made->parts; p++)
        memory_free(made->codes[p]);
    memory_free(made->part);
    memory_free(made->codes);
    memory_free(made->piece);
    shoal_table_free(made->table);
    pthread_mutex_destroy(&made->lock);
    memory_free(made);
}

static bool name_columns(shoal_table *table, char *const *names, size_t columns,
                         column_origin **origins, const bool *wanted) {
    table->column = memory_zero(columns, sizeof *table->column);
    if (!table->column)
        return false;
    for (; table->columns < columns; table->columns++) {
        size_t i = table->columns;
        table->column[i].name = memory_text(names[i], strlen(names[i]));
        table->column[i].kept = !wanted || wanted[i];
        if (!table->column[i].name)
            return false;
        table->column[i].origin = origins[i];
        origins[i] = NULL;
    }
    return true;
}

static bool start_part(table_builder *of, int number) {
    size_t columns = of->table->columns;
    table_part *part = &of->part[number];
    of->codes[number] = memory_new(CODES_AT_A_TIME, sizeof *of->codes[number]);
    part->stores = memory_zero(columns, sizeof *part->stores);
    part->encoders = memory_new(columns, sizeof *part->encoders);
    for (size_t i = 0; part->encoders && i < columns; i++)
        encoder_start(&part->encoders[i]);
    return of->codes[number] && part->stores && part->encoders;
}

shoal_status table_builder_open(table_builder **out, char *const *names, size_t columns,
                                column_origin **origins, const bool *wanted, int parts,
                                const source_options *options, shoal_error *error) {
    table_builder *made = memory_zero(1, sizeof *made);
    *out = NULL;
    if (!made || pthread_mutex_init(&made->lock, NULL) != 0) {
        memory_free(made);
        return status_no_memory(error);
    }
    made->options = options;
    made->parts = parts;
    made->table = memory_zero(1, sizeof *made->table);
    made->part = memory_zero((size_t)parts, sizeof *made->part);
    made->codes = memory_zero((size_t)parts, sizeof *made->codes);
    bool fine = made->table && made->part && made->codes &&
                name_columns(made->table, names, columns, origins, wanted);
    for (int p = 0; fine && p < parts; p++)
        fine = start_part(made, p);
    if (!fine) {
        table_builder_close(made);
        return status_no_memory(error);
    }
    *out = made;
    return SHOAL_OK;
}

absent_texts table_builder_absent(const table_builder *made, size_t index) {
    if (!made->options->absent)
        return (absent_texts){"", ORIGIN_EMPTY};
    absent_texts given = made->options->absent[index];
    return (absent_texts){given.null ? given.null : ORIGIN_ABSENT,
                          given.empty ? given.empty : ORIGIN_EMPTY};
}

bool table_builder_wants(const table_builder *made, size_t index) {
    return made->options->see || made->table->column[index].kept;
}

/* ---- Rows ----------------------------------------------------------------------------------- */

encoder *table_builder_encoder(table_builder *made, int part, size_t index) {
    return made->table->column[index].kept ? &made->part[part].encoders[index] : NULL;
}

shoal_status table_builder_codes(table_builder *made, int part, size_t index,
                                 const uint32_t *of_rows, size_t rows, shoal_error *error) {
    const encoder *known = &made->part[part].encoders[index];
    bool fine =
        !known->failed && store_add(&made->part[part].stores[index], of_rows, rows, known->size);
    return fine ? SHOAL_OK : status_no_memory(error);
}

static bool add_piece(table_builder *made, int part, uint64_t number, size_t rows) {
    numbered_piece *last = made->pieces > 0 ? &made->piece[made->pieces - 1] : NULL;
    if (last && last->number == number && last->piece.part == part) {
        last->piece.rows += rows;
        return true;
    }
    if (!memory_grow((void **)&made->piece, &made->piece_room, made->pieces + 1,
                     sizeof *made->piece))
        return false;
    made->piece[made->pieces++] = (numbered_piece){number, {part, rows, 0}};
    return true;
}

shoal_status table_builder_rows(table_builder *made, int part, uint64_t piece, size_t rows,
                                shoal_error *error) {
    pthread_mutex_lock(&made->lock);
    bool fine = add_piece(made, part, piece, rows);
    pthread_mutex_unlock(&made->lock);
    return fine ? SHOAL_OK : status_no_memory(error);
}

static shoal_status add_column(table_builder *made, const cell_block *block, size_t index,
                               shoal_error *error) {
    encoder *known = table_builder_encoder(made, block->worker, index);
    uint32_t *of_rows = made->codes[block->worker];
    const cell_span *span = block->span + index;
    for (size_t done = 0; known && done < block->rows;) {
        size_t left = block->rows - done, now = left < CODES_AT_A_TIME ? left : CODES_AT_A_TIME;
        for (size_t i = 0; i < now; i++, span += block->columns)
            of_rows[i] = encoder_code(known, block->text + span->begin, span->end - span->begin);
        STATUS_TRY(table_builder_codes(made, block->worker, index, of_rows, now, error));
        done += now;
    }
    return SHOAL_OK;
}

shoal_status table_builder_add(table_builder *made, uint64_t piece, const cell_block *block,
                               shoal_error *error) {
    if (made->options->see)
        made->options->see(block, made->options->see_context);
    for (size_t i = 0; i < block->columns; i++)
        STATUS_TRY(add_column(made, block, i, error));
    return table_builder_rows(made, block->worker, piece, block->rows, error);
}

shoal_status table_builder_check(const table_builder *made, size_t index, uint64_t row,
                                 const char *value, size_t length, shoal_error *error) {
    const char *fault = NULL;
    if (length > CSV_LONGEST_VALUE)
        fault = "is longer than a megabyte";
    else if (memchr(value, '\0', length))
        fault = "has a NUL byte";
    else if (text_utf8(value, length) < length)
        fault = "is not UTF-8 text";
    else if (length == strlen(ORIGIN_EMPTY) && memcmp(value, ORIGIN_EMPTY, length) == 0)
        fault = "is U+FFFF alone, which is not a character";
    if (!fault)
        return SHOAL_OK;
    return status_refuse(error, SHOAL_BAD_DATA, "value_not_text", NULL,
                         "%.100s: row %" PRIu64 ", column '%.50s': the value %s",
                         made->options->label ? made->options->label : "input", row + 1,
                         made->table->column[index].name, fault);
}

/* ---- The table ------------------------------------------------------------------------------ */

static int compare_pieces(const void *left, const void *right) {
    const numbered_piece *a = left, *b = right;
    return (a->number > b->number) - (a->number < b->number);
}

/* In the order of their numbers. A part has its pieces in the order in which it got them, and takes
 * them in the order of their numbers. */
static table_piece *order_pieces(table_builder *made) {
    table_piece *ordered = memory_new(made->pieces, sizeof *ordered);
    qsort(made->piece, made->pieces, sizeof *made->piece, compare_pieces);
    for (size_t i = 0; ordered && i < made->pieces; i++)
        ordered[i] = made->piece[i].piece;
    return ordered;
}

static shoal_status check_rows(table_builder *made, shoal_error *error) {
    const char *label = made->options->label ? made->options->label : "input";
    uint64_t rows = 0;
    for (size_t i = 0; i < made->pieces; i++)
        rows += made->piece[i].piece.rows;
    if (rows == 0)
        return status_fail(error, SHOAL_BAD_DATA, "%.150s: no rows", label);
    if (rows > UINT32_MAX)
        return status_fail(error, SHOAL_BAD_DATA,
                           "%.150s: %" PRIu64 " rows: no more than %u can be read", label, rows,
                           UINT32_MAX);
    made->table->rows = (size_t)rows;
    return SHOAL_OK;
}

shoal_status table_builder_finish(shoal_table **out, table_builder *made, shoal_error *error) {
    STATUS_TRY(check_rows(made, error));
    table_piece *ordered = order_pieces(made);
    if (!ordered)
        return status_no_memory(error);
    table_parts from = {.part = made->part,
                        .count = made->parts,
                        .piece = ordered,
                        .pieces = made->pieces,
                        .absent = !made->options->absent};
    shoal_status status = table_merge(made->table, &from, made->options->pool, error);
    memory_free(ordered);
    if (status != SHOAL_OK)
        return status;
    for (int p = 0; p < made->parts; p++)
        free_part(made, &made->part[p]);
    memory_free(made->part);
    made->part = NULL;
    *out = made->table;
    made->table = NULL;
    return SHOAL_OK;
}
