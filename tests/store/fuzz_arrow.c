/* Any description of Arrow's structures: a table or an error, nothing read beyond what the
 * structures say that they have, and everything released exactly once. The input says what is
 * wrong with them; buffers are as large as a right layout would need. */
#include <shoal_arrow.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { MOST_ROWS = 40, MOST_COLUMNS = 4, MOST_BATCHES = 3, MOST_STRUCTURES = 64 };

typedef struct input {
    const uint8_t *at, *end;
} input;

static uint8_t take(input *from) {
    return from->at < from->end ? *from->at++ : 0;
}

/* Now and then something else than what would be right. */
static bool errs(input *from) {
    return take(from) >= 250;
}

/* ---- What is to be released --------------------------------------------------------------------
 */

/* Every structure has a number; its release function has run or not. */
static int made, released[MOST_STRUCTURES];
static void *memory[4096];
static size_t memory_count;

static void *room(size_t bytes) {
    void *block = malloc(bytes);
    if (!block || memory_count == sizeof memory / sizeof *memory)
        abort();
    return memory[memory_count++] = block;
}

/* A block that is filled from the input. */
static void *filled(input *from, size_t bytes) {
    uint8_t *block = room(bytes);
    for (size_t i = 0; i < bytes; i++)
        block[i] = take(from);
    return block;
}

static int number(void) {
    if (made == MOST_STRUCTURES)
        abort();
    released[made] = 0;
    return made++;
}

static void count_release(const void *private_data) {
    released[*(const int *)private_data]++;
}

static void release_schema(struct ArrowSchema *schema) {
    count_release(schema->private_data);
    schema->release = NULL;
}

static void release_array(struct ArrowArray *array) {
    count_release(array->private_data);
    array->release = NULL;
}

static void release_stream(struct ArrowArrayStream *stream) {
    count_release(stream->private_data);
    stream->release = NULL;
}

static int *numbered(void) {
    int *own = room(sizeof *own);
    *own = number();
    return own;
}

/* ---- Schemas -----------------------------------------------------------------------------------
 */

static const char *const formats[] = {
    "u",
    "U",
    "vu",
    "c",
    "C",
    "s",
    "S",
    "i",
    "I",
    "l",
    "L",
    "e",
    "f",
    "g",
    "b",
    "n",
    "d:5,2",
    "d:9,3,32",
    "d:18,4,64",
    "d:76,0,256",
    "d:4,-2",
    "tdD",
    "tdm",
    "tts",
    "ttm",
    "ttu",
    "ttn",
    "tss:",
    "tsm:UTC",
    "tsu:",
    "tsn:UTC",
    "z",
    "+s",
    "+l",
    "tDs",
    "d:0,0",
    "d:1",
    "ts",
    "",
    "+r",
    "w:16",
    "d:5,2,77",
    "d:-1,99999999999",
};
enum { FORMATS = sizeof formats / sizeof *formats, GOOD_FORMATS = 31 };

static const char *take_format(input *from) {
    uint8_t chosen = take(from);
    return errs(from) ? (errs(from) ? NULL : formats[chosen % FORMATS])
                      : formats[chosen % GOOD_FORMATS];
}

/* A child or a dictionary belongs to its parent: nobody else releases it. */
static void inner_schema(struct ArrowSchema *schema) {
    schema->release = NULL;
}

static void make_schema(struct ArrowSchema *out, input *from, const char *name) {
    static struct ArrowSchema *no_children[1];
    *out = (struct ArrowSchema){.format = take_format(from), .name = name};
    out->release = errs(from) ? NULL : inner_schema;
    if (errs(from))
        out->n_children = (int64_t)take(from) - 128;
    out->children = errs(from) ? NULL : no_children;
    if (take(from) % 2 == 0)
        return;
    out->dictionary = room(sizeof *out->dictionary);
    *out->dictionary = (struct ArrowSchema){.format = out->format, .release = inner_schema};
    static const char *const index[] = {"c", "C", "s", "S", "i", "I", "l", "L"};
    out->format = errs(from) ? take_format(from) : index[take(from) % 8];
    if (errs(from))
        out->dictionary->release = NULL;
    if (errs(from))
        out->dictionary->dictionary = out->dictionary;
}

static void make_schemas(struct ArrowSchema *out, input *from, size_t columns) {
    static const char *const names[] = {"a", "b", "c", "d", "a", "", "\xff", NULL};
    *out = (struct ArrowSchema){.format = errs(from) ? take_format(from) : "+s",
                                .n_children = (int64_t)columns,
                                .release = release_schema,
                                .private_data = numbered()};
    out->children = room(columns * sizeof *out->children + 1);
    for (size_t i = 0; i < columns; i++) {
        out->children[i] = room(sizeof *out->children[i]);
        make_schema(out->children[i], from, names[errs(from) ? take(from) % 8 : i]);
        if (errs(from))
            out->children[i] = NULL;
    }
    if (errs(from))
        out->n_children = -1;
    if (errs(from))
        out->children = NULL;
}

/* ---- Arrays ------------------------------------------------------------------------------------
 */

static void inner_array(struct ArrowArray *array) {
    array->release = NULL;
}

static size_t width_of(const char *format) {
    static const char widths[] = "c1C1s2S2i4I4l8L8e2f4g8";
    const char *found = format && *format ? strchr(widths, *format) : NULL;
    if (!format || !*format)
        return 0;
    if (*format == 'd')
        return strstr(format, ",32")    ? 4
               : strstr(format, ",64")  ? 8
               : strstr(format, ",256") ? 32
                                        : 16;
    if (*format == 't')
        return strcmp(format, "tdD") == 0 || strcmp(format, "tts") == 0 ||
                       strcmp(format, "ttm") == 0
                   ? 4
                   : 8;
    return found ? (size_t)(found[1] - '0') : 0;
}

/* Offsets that grow a little at a time, but for some; there are bytes for the largest. */
static void make_texts(struct ArrowArray *out, input *from, size_t slots, bool is_large) {
    size_t width = is_large ? 8 : 4;
    uint8_t *offsets = room((slots + 1) * width);
    int64_t at = take(from) % 4, most = 0;
    for (size_t i = 0; i <= slots; i++) {
        int64_t told = errs(from) ? (int8_t)take(from) : at;
        memcpy(offsets + i * width, &told, width);
        most = told > most ? told : most;
        at += take(from) % 14;
    }
    out->buffers[1] = offsets;
    out->buffers[2] = most || !errs(from) ? filled(from, (size_t)most) : NULL;
}

static void make_views(struct ArrowArray *out, input *from, size_t slots) {
    int32_t *views = room(slots * 16);
    int64_t *sizes = room(2 * sizeof *sizes);
    for (int i = 0; i < 2; i++) {
        sizes[i] = take(from) % 40;
        out->buffers[2 + i] = filled(from, (size_t)sizes[i]);
        if (errs(from))
            out->buffers[2 + i] = NULL;
        if (errs(from))
            sizes[i] = -1;
    }
    for (size_t i = 0; i < slots; i++) {
        int32_t length = take(from) % 20;
        views[4 * i] = errs(from) ? (int8_t)take(from) : length;
        for (int k = 1; k < 4; k++)
            views[4 * i + (size_t)k] = take(from) % 3;
        if (errs(from))
            views[4 * i + 3] = (int32_t)(take(from) * 0x01010101u);
    }
    out->buffers[1] = views;
    out->buffers[4] = errs(from) ? NULL : sizes;
}

/* As many slots as the array says that it has, or as there would be of a right one. */
static void make_array(struct ArrowArray *out, input *from, const struct ArrowSchema *schema,
                       size_t length) {
    const char *format = schema && schema->format ? schema->format : "u";
    size_t offset = take(from) % 10, slots = offset + length, width = width_of(format);
    bool is_text = *format == 'u' || *format == 'U', is_view = strcmp(format, "vu") == 0;
    *out = (struct ArrowArray){.length = (int64_t)length,
                               .offset = (int64_t)offset,
                               .null_count = take(from) % 2 ? -1 : 0,
                               .n_buffers = is_text          ? 3
                                            : is_view        ? 5
                                            : *format == 'n' ? 0
                                                             : 2,
                               .release = errs(from) ? NULL : inner_array};
    out->buffers = room(5 * sizeof *out->buffers);
    memset(out->buffers, 0, 5 * sizeof *out->buffers);
    if (take(from) % 2)
        out->buffers[0] = filled(from, (slots + 7) / 8);
    if (is_text)
        make_texts(out, from, slots, *format == 'U');
    else if (is_view)
        make_views(out, from, slots);
    else
        out->buffers[1] = filled(from, width ? width * slots : (slots + 7) / 8);
    if (errs(from))
        out->buffers[1] = NULL;
}

/* What is told wrong here is never told so that a larger buffer would be right. */
static void spoil_array(struct ArrowArray *out, input *from) {
    switch (take(from) % 9) {
    case 0:
        out->length = -out->length - 1;
        break;
    case 1:
        out->offset = -1;
        break;
    case 2:
        out->length = INT64_MAX - 3;
        break;
    case 3:
        /* Views have as many as they say. */
        if (out->n_buffers < 5)
            out->n_buffers += 1 - 2 * (take(from) % 2);
        else
            out->n_buffers = -1;
        break;
    case 4:
        out->n_children = 1;
        break;
    case 5:
        out->buffers = NULL;
        break;
    case 6:
        out->null_count = (int64_t)take(from) - 128;
        break;
    case 7:
        out->length = out->length / 2;
        break;
    default:
        out->offset = INT64_MAX / 2;
    }
}

static void make_column(struct ArrowArray *out, input *from, const struct ArrowSchema *schema,
                        size_t length) {
    make_array(out, from, schema, length);
    if (schema && schema->dictionary && !errs(from)) {
        out->dictionary = room(sizeof *out->dictionary);
        make_array(out->dictionary, from, schema->dictionary, take(from) % 20);
        if (errs(from))
            spoil_array(out->dictionary, from);
    }
    if (errs(from))
        spoil_array(out, from);
}

static void make_batch(struct ArrowArray *out, input *from, const struct ArrowSchema *schema) {
    size_t rows = take(from) % MOST_ROWS, offset = take(from) % 8;
    int64_t columns = schema->n_children > 0 && schema->children ? schema->n_children : 0;
    *out = (struct ArrowArray){.length = (int64_t)rows,
                               .offset = (int64_t)offset,
                               .n_buffers = 1,
                               .n_children = columns,
                               .release = release_array,
                               .private_data = numbered()};
    out->buffers = room(sizeof *out->buffers);
    out->buffers[0] = take(from) % 4 == 0 ? filled(from, (offset + rows + 7) / 8) : NULL;
    out->children = room((size_t)columns * sizeof *out->children + 1);
    for (int64_t i = 0; i < columns; i++) {
        out->children[i] = room(sizeof *out->children[i]);
        make_column(out->children[i], from, schema->children[i], offset + rows);
        if (errs(from))
            out->children[i] = NULL;
    }
    if (errs(from))
        spoil_array(out, from);
}

/* One thread: more are for other tests. */
static shoal_context *threads;

/* ---- Streams -----------------------------------------------------------------------------------
 */

typedef struct fuzz_stream {
    int number; /* first: see count_release */
    input *from;
    struct ArrowSchema shape; /* what batches are made by; belongs to nobody */
    int batches;
} fuzz_stream;

static int stream_schema(struct ArrowArrayStream *stream, struct ArrowSchema *out) {
    fuzz_stream *own = stream->private_data;
    if (errs(own->from))
        return 22;
    *out = own->shape;
    out->private_data = numbered();
    if (errs(own->from))
        released[*(int *)out->private_data] = 1, out->release = NULL;
    return 0;
}

static int stream_next(struct ArrowArrayStream *stream, struct ArrowArray *out) {
    fuzz_stream *own = stream->private_data;
    if (errs(own->from))
        return 5;
    out->release = NULL;
    if (own->batches-- > 0)
        make_batch(out, own->from, &own->shape);
    return 0;
}

static const char *stream_error(struct ArrowArrayStream *stream) {
    return errs(((fuzz_stream *)stream->private_data)->from) ? NULL : "it failed";
}

static shoal_status read_stream(shoal_table **out, input *from, const struct ArrowSchema *shape,
                                shoal_error *error) {
    fuzz_stream *own = room(sizeof *own);
    *own = (fuzz_stream){number(), from, *shape, take(from) % (MOST_BATCHES + 1)};
    struct ArrowArrayStream stream = {stream_schema, stream_next, stream_error, release_stream,
                                      own};
    if (errs(from))
        stream.get_next = NULL;
    if (errs(from))
        stream.get_last_error = NULL;
    shoal_status status = shoal_table_from_arrow_stream(out, &stream, threads, error);
    /* A second time: it is released already. */
    shoal_table *none;
    if (stream.release || shoal_table_from_arrow_stream(&none, &stream, NULL, NULL) != SHOAL_USAGE)
        abort();
    return status;
}

static shoal_status read_array(shoal_table **out, input *from, const struct ArrowSchema *shape,
                               shoal_error *error) {
    struct ArrowSchema schema = *shape;
    struct ArrowArray array;
    schema.private_data = numbered();
    make_batch(&array, from, shape);
    if (errs(from))
        array.release(&array);
    if (errs(from))
        schema.release(&schema);
    shoal_status status = shoal_table_from_arrow_array(out, &schema, &array, threads, error);
    if (schema.release || array.release)
        abort();
    return status;
}

/* ---- What came of it ---------------------------------------------------------------------------
 */

static void check_export(const shoal_table *table, input *from) {
    shoal_arrow_options options = {sizeof options, take(from) % 2, take(from) % 8};
    struct ArrowArrayStream stream;
    shoal_table *again = NULL;
    if (shoal_table_to_arrow_stream(&stream, table, &options, NULL) != SHOAL_OK ||
        shoal_table_from_arrow_stream(&again, &stream, NULL, NULL) != SHOAL_OK)
        abort();
    int64_t rows = shoal_table_rows(table), columns = shoal_table_columns(table);
    if (shoal_table_rows(again) != rows || shoal_table_columns(again) != columns)
        abort();
    for (int64_t c = 0; c < columns; c++)
        for (int64_t row = 0; row < rows; row++)
            if (shoal_table_is_null(table, row, c) != shoal_table_is_null(again, row, c) ||
                strcmp(shoal_table_value(table, row, c), shoal_table_value(again, row, c)) != 0)
                abort();
    shoal_table_free(again);
}

static void check_error(shoal_status status, const shoal_error *error) {
    if ((status != SHOAL_BAD_DATA && status != SHOAL_IO && status != SHOAL_USAGE) ||
        error->status != status || !error->message[0])
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    input from = {data, data + size};
    shoal_table *table = NULL;
    shoal_error error = {0};
    struct ArrowSchema shape;
    made = 0;
    shoal_context_options one = {.size = sizeof one, .threads = 1};
    if (!threads && shoal_context_new(&threads, &one, NULL) != SHOAL_OK)
        abort();
    make_schemas(&shape, &from, take(&from) % (MOST_COLUMNS + 1));
    released[0] = 1; /* the shape itself */
    shoal_status status = take(&from) % 2 ? read_stream(&table, &from, &shape, &error)
                                          : read_array(&table, &from, &shape, &error);
    if (status == SHOAL_OK)
        check_export(table, &from);
    else
        check_error(status, &error);
    shoal_table_free(table);
    for (int i = 0; i < made; i++)
        if (released[i] != 1)
            abort();
    while (memory_count > 0)
        free(memory[--memory_count]);
    return 0;
}
