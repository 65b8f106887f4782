#include "store/memory/fed_table.h"

#include "data/star.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

/* Blocks of the feed that a thread takes at a time. */
#define BLOCKS ((size_t)16)
#define TAKEN_ROWS (BLOCKS * ROW_FEED_MOST)

typedef struct taking {
    const row_feed *from;
    const sink_options *options;
    shoal_table *to;
    size_t *begin;   /* [pieces] row of the table where each begins */
    uint32_t **room; /* [threads] for the codes of a block */
    uint8_t ***used; /* [threads][columns][texts] which codes occur */
    int threads;
    atomic_bool failed; /* out of memory */
} taking;

static const char *text_of(const feed_column *of, size_t code) {
    if (of->values)
        return dictionary_text(of->values, (uint32_t)code);
    return code < of->label_count ? of->labels[code] : STAR;
}

static size_t count_texts(const feed_column *of) {
    return of->values ? of->values->size : of->label_count + 1;
}

static bool is_cancelled(const taking *run) {
    return run->options->cancel && *run->options->cancel;
}

/* ---- Codes, as the feed has them --------------------------------------------------------------
 */

static void put_block(const taking *run, int worker, size_t begin, size_t count, size_t *row) {
    const row_feed *from = run->from;
    const uint32_t *block = run->room[worker];
    size_t first = *row;
    for (size_t c = 0; c < from->columns; c++) {
        uint8_t *used = run->used[worker][c];
        codes *to = &run->to->column[c].codes;
        *row = first;
        for (size_t i = 0; i < count; i++) {
            if (from->kept && !from->kept[begin + i])
                continue;
            uint32_t code = block[c * ROW_FEED_MOST + i];
            used[code] = 1;
            codes_put(to, (*row)++, code);
        }
    }
}

static void take_rows(void *context, size_t item, int worker) {
    taking *run = context;
    const row_feed *from = run->from;
    size_t row = run->begin[item], end = (item + 1) * TAKEN_ROWS;
    if (end > from->rows)
        end = from->rows;
    for (size_t begin = item * TAKEN_ROWS; begin < end && !is_cancelled(run);) {
        size_t count = end - begin < ROW_FEED_MOST ? end - begin : ROW_FEED_MOST;
        from->fill(from->context, begin, count, run->room[worker]);
        put_block(run, worker, begin, count, &row);
        begin += count;
    }
}

/* ---- Dictionaries -----------------------------------------------------------------------------
 */

typedef struct used_text {
    const char *text;
    uint32_t code;
} used_text;

static int by_bytes(const void *a, const void *b) {
    const used_text *one = a, *other = b;
    return strcmp(one->text, other->text);
}

/* The texts that occur, by their bytes. Most dictionaries have that order already. */
static size_t list_used(used_text *out, const taking *run, size_t index) {
    const feed_column *of = &run->from->column[index];
    size_t count = 0;
    bool sorted = true;
    for (size_t code = 0; code < count_texts(of); code++) {
        bool used = false;
        for (int t = 0; t < run->threads && !used; t++)
            used = run->used[t][index][code];
        if (!used)
            continue;
        out[count++] = (used_text){text_of(of, code), (uint32_t)code};
        sorted = sorted && (count == 1 || strcmp(out[count - 2].text, out[count - 1].text) < 0);
    }
    if (!sorted && (!of->values || count <= DICTIONARY_SORTED_MOST))
        qsort(out, count, sizeof *out, by_bytes);
    return count;
}

/* Writes the texts, each once: a label may read `*`, as suppressed rows do. */
static bool write_values(dictionary *out, const used_text *used, size_t count, uint32_t *place) {
    size_t bytes = 0;
    for (size_t i = 0; i < count; i++)
        bytes += strlen(used[i].text) + 1;
    out->bytes = memory_new(bytes + 1, 1);
    out->offsets = memory_zero(count + 1, sizeof *out->offsets);
    if (!out->bytes || !out->offsets)
        return false;
    for (size_t i = 0; i < count; i++) {
        if (i == 0 || strcmp(used[i].text, used[i - 1].text) != 0) {
            size_t length = strlen(used[i].text) + 1, at = out->offsets[out->size];
            memcpy(out->bytes + at, used[i].text, length);
            out->offsets[++out->size] = at + length;
        }
        place[used[i].code] = (uint32_t)out->size - 1;
    }
    return true;
}

/* From the feed's codes to those of the dictionary, which may be narrower. */
static bool place_codes(column *to, size_t rows, const uint32_t *place) {
    int width = codes_width(to->values.size);
    codes narrow = {to->codes.data, width};
    if (width != to->codes.width)
        narrow.data = memory_new(rows, (size_t)width);
    if (!narrow.data)
        return false;
    for (size_t row = 0; row < rows; row++)
        codes_put(&narrow, row, place[codes_get(&to->codes, row)]);
    if (narrow.data != to->codes.data)
        memory_free(to->codes.data);
    to->codes = narrow;
    return true;
}

static void make_values(void *context, size_t item, int worker) {
    (void)worker;
    taking *run = context;
    size_t texts = count_texts(&run->from->column[item]);
    column *to = &run->to->column[item];
    uint32_t *place = memory_new(texts, sizeof *place);
    used_text *used = memory_new(texts, sizeof *used);
    if (!place || !used || !write_values(&to->values, used, list_used(used, run, item), place) ||
        !place_codes(to, run->to->rows, place))
        atomic_store(&run->failed, true);
    memory_free(place);
    memory_free(used);
}

/* ---- The table ------------------------------------------------------------------------------- */

/* Where each piece begins among the rows that are kept. */
static bool number_rows(taking *run) {
    const row_feed *from = run->from;
    size_t pieces = (from->rows + TAKEN_ROWS - 1) / TAKEN_ROWS, rows = 0;
    run->begin = memory_new(pieces, sizeof *run->begin);
    for (size_t p = 0; run->begin && p < pieces; p++) {
        size_t end = (p + 1) * TAKEN_ROWS < from->rows ? (p + 1) * TAKEN_ROWS : from->rows;
        run->begin[p] = rows;
        for (size_t row = p * TAKEN_ROWS; row < end; row++)
            rows += !from->kept || from->kept[row];
    }
    run->to->rows = rows;
    return run->begin != NULL;
}

static column_origin *origin_of(const feed_column *from) {
    if (from->untouched)
        return column_origin_copy(from->origin);
    column_origin *made = column_origin_new(VALUE_TEXT);
    if (!made)
        return NULL;
    made->nulls = from->origin->nulls;
    made->empty =
        from->origin->empty ? memory_text(from->origin->empty, strlen(from->origin->empty)) : NULL;
    if (!from->origin->empty || made->empty)
        return made;
    column_origin_free(made);
    return NULL;
}

static bool open_columns(taking *run) {
    const row_feed *from = run->from;
    run->to->column = memory_zero(from->columns, sizeof *run->to->column);
    if (!run->to->column)
        return false;
    for (size_t c = 0; c < from->columns; c++) {
        const feed_column *of = &from->column[c];
        column *each = &run->to->column[c];
        run->to->columns++;
        each->name = memory_text(of->name, strlen(of->name));
        each->kept = true;
        each->untouched = of->untouched;
        each->codes.width = codes_width(count_texts(of));
        each->codes.data = memory_new(run->to->rows, (size_t)each->codes.width);
        each->origin = of->origin ? origin_of(of) : NULL;
        if (!each->name || !each->codes.data || (of->origin && !each->origin))
            return false;
    }
    return true;
}

static bool open_threads(taking *run) {
    size_t threads = (size_t)run->threads, columns = run->from->columns;
    run->room = memory_zero(threads, sizeof *run->room);
    run->used = memory_zero(threads, sizeof *run->used);
    bool fine = run->room && run->used;
    for (size_t t = 0; fine && t < threads; t++) {
        run->room[t] = memory_new(columns, ROW_FEED_MOST * sizeof **run->room);
        run->used[t] = memory_zero(columns, sizeof **run->used);
        fine = run->room[t] && run->used[t];
        for (size_t c = 0; fine && c < columns; c++) {
            run->used[t][c] = memory_zero(count_texts(&run->from->column[c]), 1);
            fine = run->used[t][c] != NULL;
        }
    }
    return fine;
}

static void close_threads(taking *run) {
    for (int t = 0; t < run->threads; t++) {
        for (size_t c = 0; run->used && run->used[t] && c < run->from->columns; c++)
            memory_free(run->used[t][c]);
        if (run->used)
            memory_free(run->used[t]);
        if (run->room)
            memory_free(run->room[t]);
    }
    memory_free(run->used);
    memory_free(run->room);
    memory_free(run->begin);
}

static bool take_all(taking *run) {
    size_t pieces = (run->from->rows + TAKEN_ROWS - 1) / TAKEN_ROWS;
    if (!number_rows(run) || !open_columns(run) || !open_threads(run))
        return false;
    threads_run(run->options->pool, pieces, take_rows, run);
    if (!is_cancelled(run))
        threads_run(run->options->pool, run->from->columns, make_values, run);
    return !atomic_load(&run->failed);
}

shoal_status fed_table_make(shoal_table **out, const row_feed *from, const sink_options *options,
                            shoal_error *error) {
    taking run = {.from = from, .options = options, .threads = threads_count(options->pool)};
    *out = NULL;
    run.to = memory_zero(1, sizeof *run.to);
    bool fine = run.to && take_all(&run);
    close_threads(&run);
    if (fine && !is_cancelled(&run)) {
        *out = run.to;
        return SHOAL_OK;
    }
    shoal_table_free(run.to);
    return fine ? status_fail(error, SHOAL_INTERRUPTED, "interrupted") : status_no_memory(error);
}
