#include "release/release_table.h"

#include "data/decimal_comma.h"
#include "data/star.h"

#include <stdlib.h>
#include <string.h>

static const char *text_of(const feed_column *of, uint32_t code) {
    if (of->values)
        return dictionary_text(of->values, code);
    return code < of->label_count ? of->labels[code] : STAR;
}

static uint32_t count_texts(const feed_column *of) {
    return (uint32_t)(of->values ? of->values->size : of->label_count + 1);
}

/* ---- Codes ----------------------------------------------------------------------------------- */

/* Codes of the feed, row by row of those that are kept. */
static bool take_codes(shoal_table *to, const row_feed *from) {
    uint32_t *block = memory_new(from->columns, ROW_FEED_MOST * sizeof *block);
    size_t row = 0;
    for (size_t begin = 0; block && begin < from->rows; begin += ROW_FEED_MOST) {
        size_t count = from->rows - begin < ROW_FEED_MOST ? from->rows - begin : ROW_FEED_MOST;
        from->fill(from->context, begin, count, block);
        for (size_t i = 0; i < count; i++) {
            if (from->kept && !from->kept[begin + i])
                continue;
            for (size_t c = 0; c < from->columns; c++)
                codes_put(&to->column[c].codes, row, block[c * ROW_FEED_MOST + i]);
            row++;
        }
    }
    memory_free(block);
    return block != NULL;
}

/* ---- Dictionaries ---------------------------------------------------------------------------- */

typedef struct used_text {
    const char *text;
    uint32_t code;
} used_text;

static int by_bytes(const void *a, const void *b) {
    const used_text *one = a, *other = b;
    return strcmp(one->text, other->text);
}

/* The codes that occur, by their texts. */
static size_t list_used(used_text *out, uint32_t *place, const column *of, const feed_column *texts,
                        size_t rows) {
    size_t count = 0;
    memset(place, 0, count_texts(texts) * sizeof *place);
    for (size_t row = 0; row < rows; row++)
        place[codes_get(&of->codes, row)] = 1;
    for (uint32_t code = 0; code < count_texts(texts); code++)
        if (place[code])
            out[count++] = (used_text){text_of(texts, code), code};
    qsort(out, count, sizeof *out, by_bytes);
    return count;
}

static bool write_values(dictionary *out, const used_text *used, size_t count, uint32_t *place) {
    size_t bytes = 0;
    for (size_t i = 0; i < count; i++)
        bytes += strlen(used[i].text) + 1;
    out->bytes = memory_new(bytes + 1, 1);
    out->offsets = memory_zero(count + 1, sizeof *out->offsets);
    if (!out->bytes || !out->offsets)
        return false;
    for (size_t i = 0; i < count; i++) {
        /* A label may read `*`, as suppressed rows do. */
        if (i == 0 || strcmp(used[i].text, used[i - 1].text) != 0) {
            size_t length = strlen(used[i].text) + 1, at = out->offsets[out->size];
            memcpy(out->bytes + at, used[i].text, length);
            out->offsets[++out->size] = at + length;
        }
        place[used[i].code] = (uint32_t)out->size - 1;
    }
    return true;
}

static bool make_values(column *to, const feed_column *texts, size_t rows) {
    uint32_t *place = memory_new(count_texts(texts), sizeof *place);
    used_text *used = memory_new(count_texts(texts), sizeof *used);
    bool made = place && used &&
                write_values(&to->values, used, list_used(used, place, to, texts, rows), place);
    for (size_t row = 0; made && row < rows; row++)
        codes_put(&to->codes, row, place[codes_get(&to->codes, row)]);
    memory_free(place);
    memory_free(used);
    return made;
}

/* ---- The table ------------------------------------------------------------------------------- */

static size_t count_rows(const row_feed *from) {
    size_t rows = 0;
    for (size_t row = 0; row < from->rows; row++)
        rows += !from->kept || from->kept[row];
    return rows;
}

static bool fill_table(shoal_table *out, const row_feed *from) {
    out->rows = count_rows(from);
    out->column = memory_zero(from->columns, sizeof *out->column);
    if (!out->column)
        return false;
    out->columns = from->columns;
    for (size_t c = 0; c < from->columns; c++) {
        column *each = &out->column[c];
        each->name = memory_text(from->column[c].name, strlen(from->column[c].name));
        each->kept = true;
        each->codes = (codes){memory_new(out->rows, sizeof(uint32_t)), 4};
        if (!each->name || !each->codes.data)
            return false;
    }
    bool made = take_codes(out, from);
    for (size_t c = 0; made && c < from->columns; c++)
        made = make_values(&out->column[c], &from->column[c], out->rows);
    return made;
}

shoal_status release_table_make(shoal_table **out, const release_task *task, shoal_error *error) {
    release_feed feed;
    *out = NULL;
    shoal_status status = release_feed_open(&feed, task, error);
    shoal_table *made = status == SHOAL_OK ? memory_zero(1, sizeof *made) : NULL;
    if (status == SHOAL_OK && (!made || !fill_table(made, &feed.rows)))
        status = status_no_memory(error);
    release_feed_close(&feed);
    if (status == SHOAL_OK) {
        decimal_comma_turn_like(made, task->table);
        *out = made;
    } else {
        shoal_table_free(made);
    }
    return status;
}
