#include "support/arrow_made.h"

#include <stdlib.h>
#include <string.h>

static long still_open;

long arrow_made_open(void) {
    return still_open;
}

static void *room(size_t bytes) {
    void *made = calloc(bytes ? bytes : 1, 1);
    if (!made)
        abort();
    return made;
}

/* ---- Releasing --------------------------------------------------------------------------------
 */

static void release_schema(struct ArrowSchema *schema) {
    if (schema->release != release_schema)
        abort();
    for (int64_t i = 0; i < schema->n_children; i++) {
        if (schema->children[i]->release)
            schema->children[i]->release(schema->children[i]);
        free(schema->children[i]);
    }
    if (schema->dictionary && schema->dictionary->release)
        schema->dictionary->release(schema->dictionary);
    free(schema->dictionary);
    free(schema->children);
    free((void *)schema->format);
    free((void *)schema->name);
    still_open--;
    schema->release = NULL;
}

static void release_array(struct ArrowArray *array) {
    if (array->release != release_array)
        abort();
    for (int64_t i = 0; i < array->n_children; i++) {
        if (array->children[i]->release)
            array->children[i]->release(array->children[i]);
        free(array->children[i]);
    }
    if (array->dictionary && array->dictionary->release)
        array->dictionary->release(array->dictionary);
    free(array->dictionary);
    free(array->children);
    for (int64_t i = 0; i < array->n_buffers; i++)
        free((void *)array->buffers[i]);
    free(array->buffers);
    still_open--;
    array->release = NULL;
}

/* ---- Schemas ----------------------------------------------------------------------------------
 */

static void start_schema(struct ArrowSchema *out, const char *format, const char *name) {
    *out = (struct ArrowSchema){.format = strdup(format),
                                .name = strdup(name),
                                .flags = ARROW_FLAG_NULLABLE,
                                .release = release_schema};
    still_open++;
}

void arrow_make_schema(struct ArrowSchema *out, const arrow_made *of) {
    start_schema(out, "+s", "");
    out->n_children = (int64_t)of->columns;
    out->children = room(of->columns * sizeof *out->children);
    for (size_t i = 0; i < of->columns; i++) {
        const arrow_made_column *from = &of->column[i];
        struct ArrowSchema *child = out->children[i] = room(sizeof *child);
        start_schema(child, from->index ? from->index : from->format, from->name);
        if (!from->index)
            continue;
        child->dictionary = room(sizeof *child->dictionary);
        start_schema(child->dictionary, from->format, "");
    }
}

/* ---- Arrays -----------------------------------------------------------------------------------
 */

/* What fills the slots of an array: cells, and those in front of them and behind. */
typedef struct slots {
    const char *format;
    const arrow_cell **cell; /* [count]; NULL: anything */
    size_t count, offset, length;
} slots;

static void start_array(struct ArrowArray *out, const slots *of, int64_t buffers) {
    *out = (struct ArrowArray){.length = (int64_t)of->length,
                               .offset = (int64_t)of->offset,
                               .n_buffers = buffers,
                               .null_count = -1,
                               .buffers = room((size_t)buffers * sizeof(void *)),
                               .release = release_array};
    still_open++;
}

static bool is_null(const slots *of, size_t i) {
    return of->cell[i] && of->cell[i]->is_null;
}

static void set_bit(unsigned char *bits, size_t at) {
    bits[at / 8] = (unsigned char)(bits[at / 8] | 1u << at % 8);
}

/* Without nulls, a bitmap only now and then. */
static void make_validity(struct ArrowArray *out, const slots *of, random_stream *draw) {
    int64_t nulls = 0;
    for (size_t i = of->offset; i < of->offset + of->length; i++)
        nulls += is_null(of, i);
    if (nulls == 0 && !(draw && random_below(draw, 3) == 0)) {
        out->null_count = draw && random_below(draw, 2) ? -1 : 0;
        return;
    }
    unsigned char *bits = room((of->offset + of->length + 7) / 8);
    for (size_t i = 0; i < of->offset + of->length; i++)
        if (!is_null(of, i))
            set_bit(bits, i);
    out->buffers[0] = bits;
    if (!draw || random_below(draw, 2))
        out->null_count = nulls;
}

static void fill_randomly(unsigned char *to, size_t bytes, random_stream *draw) {
    for (size_t i = 0; draw && i < bytes; i++)
        to[i] = (unsigned char)random_next(draw);
}

static void make_fixed(struct ArrowArray *out, const slots *of, random_stream *draw) {
    size_t width = arrow_cell_width(of->format), slot_count = of->offset + of->length;
    unsigned char *data = room(width ? width * slot_count : (slot_count + 7) / 8);
    start_array(out, of, 2);
    make_validity(out, of, draw);
    for (size_t i = 0; i < slot_count; i++) {
        const arrow_cell *cell = of->cell[i];
        if (width && (!cell || cell->is_null))
            fill_randomly(data + i * width, width, draw);
        else if (width)
            memcpy(data + i * width, cell->raw, width);
        else if (cell ? cell->raw[0] : draw && random_below(draw, 2))
            set_bit(data, i);
    }
    out->buffers[1] = data;
}

static const char *text_of(const slots *of, size_t i) {
    return of->cell[i] && !of->cell[i]->is_null ? of->cell[i]->text : "";
}

static void make_texts(struct ArrowArray *out, const slots *of, random_stream *draw) {
    size_t slot_count = of->offset + of->length, width = *of->format == 'u' ? 4 : 8;
    size_t at = draw ? random_below(draw, 5) : 0, bytes = at;
    for (size_t i = 0; i < slot_count; i++)
        bytes += strlen(text_of(of, i));
    char *offsets = room(width * (slot_count + 1)), *data = room(bytes);
    start_array(out, of, 3);
    make_validity(out, of, draw);
    for (size_t i = 0; i <= slot_count; i++) {
        int64_t offset = (int64_t)at;
        memcpy(offsets + i * width, &offset, width);
        if (i == slot_count)
            break;
        memcpy(data + at, text_of(of, i), strlen(text_of(of, i)));
        at += strlen(text_of(of, i));
    }
    out->buffers[1] = offsets;
    out->buffers[2] = data;
}

/* Longer texts in one of two buffers. */
static void make_views(struct ArrowArray *out, const slots *of, random_stream *draw) {
    size_t slot_count = of->offset + of->length;
    char *data[2] = {room(slot_count * ARROW_CELL_TEXT), room(slot_count * ARROW_CELL_TEXT)};
    int64_t *used = room(2 * sizeof *used);
    unsigned char *views = room(16 * slot_count);
    start_array(out, of, 5);
    make_validity(out, of, draw);
    for (size_t i = 0; i < slot_count; i++) {
        const char *text = text_of(of, i);
        int32_t length = (int32_t)strlen(text), buffer = draw ? (int)random_below(draw, 2) : 0;
        memcpy(views + 16 * i, &length, 4);
        if (length <= 12) {
            memcpy(views + 16 * i + 4, text, (size_t)length);
            continue;
        }
        int32_t offset = (int32_t)used[buffer];
        memcpy(views + 16 * i + 4, text, 4);
        memcpy(views + 16 * i + 8, &buffer, 4);
        memcpy(views + 16 * i + 12, &offset, 4);
        memcpy(data[buffer] + offset, text, (size_t)length);
        used[buffer] += length;
    }
    out->buffers[1] = views;
    for (int i = 0; i < 2; i++)
        out->buffers[2 + i] = realloc(data[i], used[i] ? (size_t)used[i] : 1);
    out->buffers[4] = used;
}

static void make_values(struct ArrowArray *out, const slots *of, random_stream *draw) {
    if (*of->format == 'n') {
        start_array(out, of, 0);
        out->null_count = (int64_t)of->length;
    } else if (strcmp(of->format, "vu") == 0) {
        make_views(out, of, draw);
    } else if (arrow_cell_is_text(of->format)) {
        make_texts(out, of, draw);
    } else {
        make_fixed(out, of, draw);
    }
}

/* ---- Dictionaries -----------------------------------------------------------------------------
 */

static bool is_same(const arrow_cell *one, const arrow_cell *other) {
    return one->is_null == other->is_null &&
           (one->is_null || (strcmp(one->text, other->text) == 0 &&
                             memcmp(one->raw, other->raw, sizeof one->raw) == 0));
}

static int compare_texts(const void *left, const void *right) {
    const arrow_cell *const *one = left, *const *other = right;
    return strcmp((*one)->text, (*other)->text);
}

/* The different values of the rows, in random order, some twice, with some that no row has. Nulls
 * may be in the dictionary. */
static size_t list_values(const arrow_cell **out, size_t most, const slots *rows,
                          random_stream *draw) {
    static const arrow_cell null = {.is_null = true};
    size_t count = 0;
    for (size_t i = 0; i < rows->count; i++) {
        if (!rows->cell[i] || rows->cell[i]->is_null)
            continue;
        size_t found = 0;
        while (found < count && !is_same(out[found], rows->cell[i]))
            found++;
        if (found == count || (draw && count + 1 < most && random_below(draw, 50) == 0))
            out[count++] = rows->cell[i];
    }
    if (draw && random_below(draw, 2)) {
        for (size_t i = count; i > 1; i--) {
            size_t other = random_below(draw, i);
            const arrow_cell *swapped = out[i - 1];
            out[i - 1] = out[other];
            out[other] = swapped;
        }
    } else {
        qsort(out, count, sizeof *out, compare_texts);
    }
    if (draw && count < most && random_below(draw, 3) == 0)
        out[count++] = &null;
    return count;
}

static size_t find_value(const slots *values, const arrow_cell *cell, random_stream *draw) {
    size_t found = SIZE_MAX;
    for (size_t i = values->offset; i < values->count; i++)
        if (is_same(values->cell[i], cell) &&
            (found == SIZE_MAX || (draw && random_below(draw, 2))))
            found = i - values->offset;
    return found;
}

/* Codes as cells of integers. A null is one of the row, or in the dictionary. */
static void make_coded(struct ArrowArray *out, const char *index, const slots *rows,
                       random_stream *draw) {
    size_t most = rows->count + 2, skipped = draw ? random_below(draw, 3) : 0;
    const arrow_cell **listed = room((most + skipped) * sizeof *listed);
    slots values = {rows->format, listed, 0, skipped, 0};
    values.length = list_values(listed + skipped, most, rows, draw);
    values.count = skipped + values.length;
    for (size_t i = 0; i < skipped; i++)
        listed[i] = NULL;
    arrow_cell *codes = room(rows->count * sizeof *codes);
    const arrow_cell **coded = room(rows->count * sizeof *coded);
    for (size_t i = 0; i < rows->count; i++) {
        const arrow_cell *cell = rows->cell[i];
        size_t found = cell ? find_value(&values, cell, draw) : SIZE_MAX;
        bool there = found < SIZE_MAX && !(cell->is_null && draw && random_below(draw, 2));
        int64_t code = there ? (int64_t)found : 0;
        codes[i].is_null = !there;
        memcpy(codes[i].raw, &code, sizeof code);
        coded[i] = cell ? &codes[i] : NULL;
    }
    slots numbers = {index, coded, rows->count, rows->offset, rows->length};
    make_fixed(out, &numbers, draw);
    out->dictionary = room(sizeof *out->dictionary);
    make_values(out->dictionary, &values, draw);
    free(listed);
    free(codes);
    free(coded);
}

/* ---- Batches ----------------------------------------------------------------------------------
 */

/* `gone`: [rows] rows that the structure says are null; their cells are nothing in particular. */
static void make_column(struct ArrowArray *out, const arrow_made_column *from, size_t begin,
                        size_t rows, size_t skipped, const bool *gone, random_stream *draw) {
    size_t offset = draw ? random_below(draw, 12) : 0;
    slots of = {.format = from->format, .offset = offset, .length = skipped + rows};
    of.count = of.offset + of.length;
    of.cell = room(of.count * sizeof *of.cell);
    for (size_t i = 0; i < rows; i++)
        of.cell[offset + skipped + i] = gone[i] ? NULL : &from->cell[begin + i];
    if (from->index)
        make_coded(out, from->index, &of, draw);
    else
        make_values(out, &of, draw);
    free(of.cell);
}

/* A row whose every cell is null may be one of the structure. */
static void find_gone(bool *gone, const arrow_made *of, size_t begin, size_t rows,
                      random_stream *draw) {
    for (size_t i = 0; draw && i < rows; i++) {
        gone[i] = random_below(draw, 2);
        for (size_t c = 0; c < of->columns; c++)
            gone[i] &= of->column[c].cell[begin + i].is_null;
    }
}

void arrow_make_batch(struct ArrowArray *out, const arrow_made *of, size_t begin, size_t rows,
                      random_stream *draw) {
    size_t skipped = draw ? random_below(draw, 10) : 0;
    bool *gone = room(rows), any = false;
    slots whole = {.offset = skipped, .length = rows};
    start_array(out, &whole, 1);
    find_gone(gone, of, begin, rows, draw);
    for (size_t i = 0; i < rows; i++)
        any |= gone[i];
    out->null_count = any ? -1 : 0;
    unsigned char *bits = any ? room((skipped + rows + 7) / 8) : NULL;
    for (size_t i = 0; any && i < rows; i++)
        if (!gone[i])
            set_bit(bits, skipped + i);
    out->buffers[0] = bits;
    out->n_children = (int64_t)of->columns;
    out->children = room(of->columns * sizeof *out->children);
    for (size_t i = 0; i < of->columns; i++) {
        out->children[i] = room(sizeof *out->children[i]);
        make_column(out->children[i], &of->column[i], begin, rows, skipped, gone, draw);
    }
    free(gone);
}

/* ---- Streams ----------------------------------------------------------------------------------
 */

typedef struct made_stream {
    const arrow_made *of;
    random_stream *draw;
    size_t batch, row;
    int fail_at;
} made_stream;

static int next_schema(struct ArrowArrayStream *stream, struct ArrowSchema *out) {
    arrow_make_schema(out, ((made_stream *)stream->private_data)->of);
    return 0;
}

static int next_batch(struct ArrowArrayStream *stream, struct ArrowArray *out) {
    made_stream *own = stream->private_data;
    if (own->fail_at >= 0 && own->fail_at-- == 0)
        return 5;
    *out = (struct ArrowArray){0};
    if (own->batch == own->of->batches)
        return 0;
    size_t rows = own->of->batch[own->batch++];
    arrow_make_batch(out, own->of, own->row, rows, own->draw);
    own->row += rows;
    return 0;
}

static const char *last_error(struct ArrowArrayStream *stream) {
    (void)stream;
    return "the line is dead";
}

static void release_stream(struct ArrowArrayStream *stream) {
    if (stream->release != release_stream)
        abort();
    free(stream->private_data);
    still_open--;
    stream->release = NULL;
}

void arrow_make_stream(struct ArrowArrayStream *out, const arrow_made *of, random_stream *draw,
                       int fail_at) {
    made_stream *own = room(sizeof *own);
    *own = (made_stream){.of = of, .draw = draw, .fail_at = fail_at};
    *out = (struct ArrowArrayStream){next_schema, next_batch, last_error, release_stream, own};
    still_open++;
}

/* ---- Reading ----------------------------------------------------------------------------------
 */

static bool bit_at(const void *bits, int64_t at) {
    return ((const unsigned char *)bits)[at / 8] >> at % 8 & 1;
}

static void read_text(arrow_cell *out, const char *format, const struct ArrowArray *array,
                      int64_t at) {
    const char *from;
    int64_t length;
    if (*format == 'u' || *format == 'U') {
        const int32_t *narrow = array->buffers[1];
        const int64_t *wide = array->buffers[1];
        int64_t begin = *format == 'u' ? narrow[at] : wide[at];
        length = (*format == 'u' ? narrow[at + 1] : wide[at + 1]) - begin;
        from = (const char *)array->buffers[2] + begin;
    } else {
        const int32_t *view = (const int32_t *)array->buffers[1] + 4 * at;
        length = view[0];
        from = length <= 12 ? (const char *)(view + 1)
                            : (const char *)array->buffers[2 + view[2]] + view[3];
    }
    if (length >= ARROW_CELL_TEXT)
        abort();
    memcpy(out->text, from, (size_t)length);
}

void arrow_read_cell(arrow_cell *out, const struct ArrowSchema *schema,
                     const struct ArrowArray *array, int64_t row) {
    int64_t at = array->offset + row;
    size_t width = arrow_cell_width(schema->format);
    *out = (arrow_cell){.is_null = *schema->format == 'n' ||
                                   (array->buffers[0] && !bit_at(array->buffers[0], at))};
    if (out->is_null)
        return;
    if (arrow_cell_is_text(schema->format))
        read_text(out, schema->format, array, at);
    else if (width)
        memcpy(out->raw, (const char *)array->buffers[1] + (size_t)at * width, width);
    else
        out->raw[0] = bit_at(array->buffers[1], at);
    if (schema->dictionary) {
        int64_t code = 0;
        size_t spare = 64 - 8 * width;
        memcpy(&code, out->raw, width);
        code = (int64_t)((uint64_t)code << spare) >> spare;
        arrow_read_cell(out, schema->dictionary, array->dictionary, code);
    }
}
