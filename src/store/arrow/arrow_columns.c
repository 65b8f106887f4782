#include "store/arrow/arrow_columns.h"

#include "files/text_utf8.h"

#include <string.h>

#define RUN 4096

/* A column on its way. */
typedef struct laying {
    arrow_laid *out;
    size_t rows;
    const column *of;
    int64_t null; /* its code, or -1 */
    absent_texts absent;
    size_t values; /* without it */
    shoal_error *error;
} laying;

void arrow_laid_free(arrow_laid *laid) {
    for (int i = 0; i < ARROW_BUFFERS; i++) {
        memory_free(laid->rows.own[i]);
        memory_free(laid->dictionary.own[i]);
    }
    memory_free(laid->format);
    *laid = (arrow_laid){0};
}

/* A buffer of the column's own; NULL: out of memory. */
static void *new_buffer(arrow_buffers *of, int number, size_t count, size_t item) {
    void *made = memory_zero(count, item);
    of->buffer[number] = of->own[number] = made;
    return made;
}

static bool set_format(laying *at, const char *format) {
    at->out->format = memory_text(format, strlen(format));
    return at->out->format != NULL;
}

/* The text of a code as Arrow is to have it. */
static const char *text_of(const laying *at, uint32_t code, size_t *length) {
    const char *text = dictionary_text(&at->of->values, code);
    if (at->absent.empty && strcmp(text, at->absent.empty) == 0)
        text = "";
    *length = strlen(text);
    return text;
}

/* Codes of rows [begin, begin + returned), as many as fit into `run`. */
static size_t read_run(const laying *at, size_t begin, uint32_t run[RUN]) {
    size_t left = at->rows - begin, count = left < RUN ? left : RUN;
    codes_read(&at->of->codes, begin, count, run);
    return count;
}

/* ---- Rows without a value --------------------------------------------------------------------
 */

static bool lay_nulls(laying *at) {
    uint32_t run[RUN];
    if (at->null < 0)
        return true;
    uint8_t *bits = new_buffer(&at->out->rows, 0, (at->rows + 7) / 8, 1);
    if (!bits)
        return false;
    for (size_t begin = 0; begin < at->rows;) {
        size_t count = read_run(at, begin, run);
        for (size_t i = 0; i < count; i++) {
            bool is_there = run[i] != (uint32_t)at->null;
            bits[(begin + i) / 8] |= (uint8_t)(is_there << (begin + i) % 8);
            at->out->nulls += !is_there;
        }
        begin += count;
    }
    return true;
}

/* ---- Values of fixed width -------------------------------------------------------------------
 */

/* Each value of the dictionary, read once. *fits: all are of the type, to the letter. */
static char *parse_values(const laying *at, const arrow_type *type, bool *fits) {
    size_t width = type->width ? (size_t)type->width : 1, length;
    char *parsed = memory_zero(at->of->values.size, width);
    *fits = parsed != NULL;
    for (uint32_t code = 0; *fits && code < at->of->values.size; code++) {
        if ((int64_t)code == at->null)
            continue;
        const char *text = text_of(at, code, &length);
        *fits = arrow_type_value(parsed + code * width, type, text, length);
    }
    return parsed;
}

#define GATHER(type)                                                                               \
    for (size_t i = 0; i < count; i++)                                                             \
    ((type *)to)[begin + i] = ((const type *)parsed)[run[i]]

typedef struct sixteen {
    uint64_t part[2];
} sixteen;
typedef struct thirty_two {
    uint64_t part[4];
} thirty_two;

static void gather(char *to, int width, size_t begin, const uint32_t *run, size_t count,
                   const void *parsed) {
    switch (width) {
    case 0:
        for (size_t i = 0; i < count; i++)
            to[(begin + i) / 8] |= (char)(((const char *)parsed)[run[i]] << (begin + i) % 8);
        break;
    case 1:
        GATHER(uint8_t);
        break;
    case 2:
        GATHER(uint16_t);
        break;
    case 4:
        GATHER(uint32_t);
        break;
    case 8:
        GATHER(uint64_t);
        break;
    case 16:
        GATHER(sixteen);
        break;
    default:
        GATHER(thirty_two);
    }
}

static bool lay_fixed(laying *at, const arrow_type *type, const char *parsed) {
    uint32_t run[RUN];
    size_t width = (size_t)type->width;
    char *to = width ? new_buffer(&at->out->rows, 1, at->rows, width)
                     : new_buffer(&at->out->rows, 1, (at->rows + 7) / 8, 1);
    if (!to)
        return false;
    for (size_t begin = 0; begin < at->rows;) {
        size_t count = read_run(at, begin, run);
        gather(to, type->width, begin, run, count, parsed);
        begin += count;
    }
    at->out->rows.count = 2;
    return lay_nulls(at);
}

/* Every row is NULL, as it was. */
static bool lay_nothing(laying *at, bool *done) {
    *done = at->null >= 0 && at->values == 0;
    at->out->nulls = *done ? (int64_t)at->rows : 0;
    return true;
}

static bool lay_wish(laying *at, const arrow_wish *wish, bool *done) {
    if (wish->type.kind == ARROW_NULL)
        return lay_nothing(at, done);
    char *parsed = parse_values(at, &wish->type, done);
    bool fine = parsed && (!*done || lay_fixed(at, &wish->type, parsed));
    memory_free(parsed);
    return fine;
}

/* *done: the column has the type of its origin. */
static bool lay_typed(laying *at, bool *done) {
    arrow_wish wish;
    *done = false;
    for (int number = 0; at->of->origin && arrow_wish_of(&wish, at->of->origin, number); number++) {
        if (!lay_wish(at, &wish, done))
            return false;
        if (*done)
            return set_format(at, arrow_wish_format(&wish));
    }
    return true;
}

/* ---- Texts -----------------------------------------------------------------------------------
 */

static shoal_status check_texts(const laying *at) {
    for (uint32_t code = 0; code < at->of->values.size; code++) {
        size_t length;
        const char *text = text_of(at, code, &length);
        if (text_utf8(text, length) < length)
            return status_refuse(at->error, SHOAL_BAD_DATA, "encoding_cannot", NULL,
                                 "column '%.50s': a value is not UTF-8, which Arrow needs; name "
                                 "the encoding of the input",
                                 at->of->name);
    }
    return SHOAL_OK;
}

/* Texts one behind the other, with offsets of 4 or 8 bytes. */
typedef struct text_writer {
    arrow_buffers *to;
    bool is_large;
    size_t count; /* texts so far */
    size_t bytes;
} text_writer;

static bool texts_open(text_writer *out, arrow_buffers *to, size_t count, size_t bytes) {
    *out = (text_writer){.to = to, .is_large = bytes > INT32_MAX};
    to->count = 3;
    return new_buffer(to, 1, count + 1, out->is_large ? 8 : 4) && new_buffer(to, 2, bytes, 1);
}

static void texts_add(text_writer *to, const char *text, size_t length) {
    memcpy((char *)to->to->own[2] + to->bytes, text, length);
    to->bytes += length;
    to->count++;
    if (to->is_large)
        ((int64_t *)to->to->own[1])[to->count] = (int64_t)to->bytes;
    else
        ((int32_t *)to->to->own[1])[to->count] = (int32_t)to->bytes;
}

static bool lay_plain(laying *at) {
    uint32_t run[RUN];
    text_writer texts;
    size_t bytes = 0, length;
    for (size_t begin = 0; begin < at->rows;) {
        size_t count = read_run(at, begin, run);
        for (size_t i = 0; i < count; i++)
            bytes += (int64_t)run[i] == at->null ? 0 : dictionary_length(&at->of->values, run[i]);
        begin += count;
    }
    if (!texts_open(&texts, &at->out->rows, at->rows, bytes))
        return false;
    for (size_t begin = 0; begin < at->rows;) {
        size_t count = read_run(at, begin, run);
        for (size_t i = 0; i < count; i++) {
            const char *text = text_of(at, run[i], &length);
            texts_add(&texts, text, (int64_t)run[i] == at->null ? 0 : length);
        }
        begin += count;
    }
    return set_format(at, texts.is_large ? "U" : "u") && lay_nulls(at);
}

static bool lay_dictionary(laying *at) {
    const dictionary *values = &at->of->values;
    text_writer texts;
    size_t length;
    if (!texts_open(&texts, &at->out->dictionary, at->values, values->offsets[values->size]))
        return false;
    for (uint32_t code = 0; code < values->size; code++) {
        if ((int64_t)code == at->null)
            continue;
        const char *text = text_of(at, code, &length);
        texts_add(&texts, text, length);
    }
    at->out->dictionary_size = (int64_t)at->values;
    at->out->dictionary_format = texts.is_large ? "U" : "u";
    return true;
}

/* Bytes of codes with a sign: the most that readers of Arrow agree on. */
static int index_width(size_t values) {
    return values <= 0x80 ? 1 : values <= 0x8000 ? 2 : values <= 0x80000000u ? 4 : 8;
}

/* Codes behind the one for no value move up; its own become 0. */
static bool lay_copied_codes(laying *at, int width) {
    uint32_t run[RUN], null = at->null < 0 ? UINT32_MAX : (uint32_t)at->null;
    char *to = new_buffer(&at->out->rows, 1, at->rows, (size_t)width);
    if (!to)
        return false;
    for (size_t begin = 0; begin < at->rows;) {
        size_t count = read_run(at, begin, run);
        for (size_t i = 0; i < count; i++)
            run[i] = run[i] == null ? 0 : run[i] - (run[i] > null);
        for (size_t i = 0; width == 8 && i < count; i++)
            ((uint64_t *)(void *)to)[begin + i] = run[i];
        codes packed = {to, width};
        for (size_t i = 0; width < 8 && i < count; i++)
            codes_put(&packed, begin + i, run[i]);
        begin += count;
    }
    return true;
}

static bool lay_coded(laying *at) {
    int width = index_width(at->values);
    at->out->rows.count = 2;
    if (at->null < 0 && width == at->of->codes.width)
        at->out->rows.buffer[1] = at->of->codes.data;
    else if (!lay_copied_codes(at, width))
        return false;
    return set_format(at, width == 1   ? "c"
                          : width == 2 ? "s"
                          : width == 4 ? "i"
                                       : "l") &&
           lay_dictionary(at) && lay_nulls(at);
}

shoal_status arrow_laid_make(arrow_laid *out, const shoal_table *table, const column *of,
                             bool is_plain, shoal_error *error) {
    laying at = {.out = out,
                 .rows = table->rows,
                 .of = of,
                 .null = table_null_code(of),
                 .absent = column_origin_absent(of->origin),
                 .error = error};
    bool done;
    *out = (arrow_laid){0};
    at.values = of->values.size - (at.null >= 0);
    if (!lay_typed(&at, &done))
        return status_no_memory(error);
    if (done)
        return SHOAL_OK;
    STATUS_TRY(check_texts(&at));
    return (is_plain ? lay_plain(&at) : lay_coded(&at)) ? SHOAL_OK : status_no_memory(error);
}
