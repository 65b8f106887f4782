/* Tables as Arrow streams. What a stream hands out may outlive it: every structure that has a
 * release function of its own keeps what it points to. */
#include "base/sized.h"
#include "store/arrow/arrow_columns.h"

#include <stdatomic.h>
#include <string.h>

/* A table that is laid out, until the last who uses it lets go. */
typedef struct arrow_export {
    atomic_size_t users;
    shoal_table *table;
    arrow_laid *laid;   /* [columns] */
    const char **names; /* [columns] the table's */
    size_t columns;     /* those that the table has kept */
    int64_t batch_rows;
} arrow_export;

static arrow_export *use(arrow_export *of) {
    atomic_fetch_add(&of->users, 1);
    return of;
}

static void leave(arrow_export *of) {
    if (atomic_fetch_sub(&of->users, 1) > 1)
        return;
    for (size_t i = 0; of->laid && i < of->columns; i++)
        arrow_laid_free(&of->laid[i]);
    memory_free(of->laid);
    memory_free(of->names);
    shoal_table_free(of->table);
    memory_free(of);
}

/* ---- Arrays ----------------------------------------------------------------------------------
 */

typedef struct exported_array {
    arrow_export *of;
    const void *buffer[ARROW_BUFFERS];
    struct ArrowArray *part;      /* [parts] children, or the dictionary */
    struct ArrowArray **children; /* [parts] */
    size_t parts;
} exported_array;

static void release_array(struct ArrowArray *array) {
    exported_array *own = array->private_data;
    for (size_t i = 0; i < own->parts; i++)
        if (own->part[i].release)
            own->part[i].release(&own->part[i]);
    memory_free(own->part);
    memory_free(own->children);
    leave(own->of);
    memory_free(own);
    array->release = NULL;
}

/* An array with room for parts; false: out of memory, and nothing is to be released. */
static bool start_array(struct ArrowArray *out, arrow_export *of, const arrow_buffers *buffers,
                        size_t parts) {
    exported_array *own = memory_zero(1, sizeof *own);
    *out = (struct ArrowArray){0};
    if (!own)
        return false;
    own->of = use(of);
    own->parts = parts;
    own->part = memory_zero(parts, sizeof *own->part);
    own->children = memory_zero(parts, sizeof *own->children);
    for (int i = 0; buffers && i < ARROW_BUFFERS; i++)
        own->buffer[i] = buffers->buffer[i];
    out->private_data = own;
    out->release = release_array;
    out->n_buffers = buffers ? buffers->count : 1;
    out->buffers = out->n_buffers > 0 ? own->buffer : NULL;
    if (own->part && own->children)
        return true;
    own->parts = 0;
    release_array(out);
    return false;
}

/* Of a slice. DuckDB takes a number that is left open for none. */
static int64_t count_nulls(const arrow_laid *laid, int64_t begin, int64_t rows) {
    const uint8_t *bits = laid->rows.buffer[0];
    int64_t nulls = 0;
    if (laid->rows.count == 0)
        return rows;
    if (!bits || laid->nulls == 0)
        return 0;
    for (int64_t row = begin; row < begin + rows;) {
        bool is_whole = row % 8 == 0 && begin + rows - row >= 8;
        nulls += is_whole ? 8 - __builtin_popcount(bits[row / 8]) : !(bits[row / 8] >> row % 8 & 1);
        row += is_whole ? 8 : 1;
    }
    return nulls;
}

static bool give_column(struct ArrowArray *out, arrow_export *of, size_t index, int64_t begin,
                        int64_t rows) {
    const arrow_laid *laid = &of->laid[index];
    if (!start_array(out, of, &laid->rows, laid->dictionary_format ? 1 : 0))
        return false;
    out->length = rows;
    out->offset = begin;
    out->null_count = count_nulls(laid, begin, rows);
    if (!laid->dictionary_format)
        return true;
    struct ArrowArray *texts = ((exported_array *)out->private_data)->part;
    if (!start_array(texts, of, &laid->dictionary, 0)) {
        release_array(out);
        return false;
    }
    texts->length = laid->dictionary_size;
    out->dictionary = texts;
    return true;
}

static bool give_batch(struct ArrowArray *out, arrow_export *of, int64_t begin, int64_t rows) {
    if (!start_array(out, of, NULL, of->columns))
        return false;
    exported_array *own = out->private_data;
    out->length = rows;
    out->n_children = (int64_t)of->columns;
    out->children = own->children;
    for (size_t i = 0; i < of->columns; i++) {
        own->children[i] = &own->part[i];
        if (!give_column(&own->part[i], of, i, begin, rows)) {
            release_array(out);
            return false;
        }
    }
    return true;
}

/* ---- Schemas ---------------------------------------------------------------------------------
 */

typedef struct exported_schema {
    struct ArrowSchema *part;
    struct ArrowSchema **children;
    size_t parts;
    char *format, *name;
} exported_schema;

static void release_schema(struct ArrowSchema *schema) {
    exported_schema *own = schema->private_data;
    for (size_t i = 0; own->part && i < own->parts; i++)
        if (own->part[i].release)
            own->part[i].release(&own->part[i]);
    memory_free(own->part);
    memory_free(own->children);
    memory_free(own->format);
    memory_free(own->name);
    memory_free(own);
    schema->release = NULL;
}

static bool start_schema(struct ArrowSchema *out, const char *format, const char *name,
                         size_t parts) {
    exported_schema *own = memory_zero(1, sizeof *own);
    *out = (struct ArrowSchema){0};
    if (!own)
        return false;
    own->parts = parts;
    own->part = memory_zero(parts, sizeof *own->part);
    own->children = memory_zero(parts, sizeof *own->children);
    out->format = own->format = memory_text(format, strlen(format));
    out->name = own->name = memory_text(name, strlen(name));
    out->private_data = own;
    out->release = release_schema;
    if (own->part && own->children && own->format && own->name)
        return true;
    release_schema(out);
    return false;
}

static bool give_column_schema(struct ArrowSchema *out, const arrow_export *of, size_t index) {
    const arrow_laid *laid = &of->laid[index];
    if (!start_schema(out, laid->format, of->names[index], laid->dictionary_format ? 1 : 0))
        return false;
    out->flags = ARROW_FLAG_NULLABLE;
    if (!laid->dictionary_format)
        return true;
    struct ArrowSchema *texts = ((exported_schema *)out->private_data)->part;
    if (!start_schema(texts, laid->dictionary_format, "", 0)) {
        release_schema(out);
        return false;
    }
    texts->flags = ARROW_FLAG_NULLABLE;
    out->dictionary = texts;
    return true;
}

static bool give_schema(struct ArrowSchema *out, const arrow_export *of) {
    if (!start_schema(out, "+s", "", of->columns))
        return false;
    exported_schema *own = out->private_data;
    out->n_children = (int64_t)of->columns;
    out->children = own->children;
    for (size_t i = 0; i < of->columns; i++) {
        own->children[i] = &own->part[i];
        if (!give_column_schema(&own->part[i], of, i)) {
            release_schema(out);
            return false;
        }
    }
    return true;
}

/* ---- The stream ------------------------------------------------------------------------------
 */

typedef struct exported_stream {
    arrow_export *of;
    int64_t next; /* row */
    const char *fault;
} exported_stream;

static int answer(exported_stream *own, bool fine) {
    own->fault = fine ? NULL : "out of memory";
    return fine ? 0 : ENOMEM;
}

static int stream_schema(struct ArrowArrayStream *stream, struct ArrowSchema *out) {
    exported_stream *own = stream->private_data;
    return answer(own, give_schema(out, own->of));
}

static int stream_next(struct ArrowArrayStream *stream, struct ArrowArray *out) {
    exported_stream *own = stream->private_data;
    int64_t left = (int64_t)own->of->table->rows - own->next, most = own->of->batch_rows;
    int64_t rows = most > 0 && most < left ? most : left;
    *out = (struct ArrowArray){0};
    if (rows == 0)
        return answer(own, true);
    bool fine = give_batch(out, own->of, own->next, rows);
    own->next += fine ? rows : 0;
    return answer(own, fine);
}

static const char *stream_error(struct ArrowArrayStream *stream) {
    return ((exported_stream *)stream->private_data)->fault;
}

static void release_stream(struct ArrowArrayStream *stream) {
    exported_stream *own = stream->private_data;
    leave(own->of);
    memory_free(own);
    stream->release = NULL;
}

static shoal_status lay_out(arrow_export *of, bool is_plain, shoal_error *error) {
    const shoal_table *table = of->table;
    of->laid = memory_zero(table->columns, sizeof *of->laid);
    of->names = memory_zero(table->columns, sizeof *of->names);
    if (!of->laid || !of->names)
        return status_no_memory(error);
    for (size_t i = 0; i < table->columns; i++) {
        if (!table->column[i].kept)
            continue;
        size_t to = of->columns++;
        of->names[to] = table->column[i].name;
        STATUS_TRY(arrow_laid_make(&of->laid[to], table, &table->column[i], is_plain, error));
    }
    return SHOAL_OK;
}

static shoal_status make_export(arrow_export **out, const shoal_table *table,
                                const shoal_arrow_options *options, shoal_error *error) {
    arrow_export *made = memory_zero(1, sizeof *made);
    *out = made;
    if (!made)
        return status_no_memory(error);
    atomic_store(&made->users, 1);
    made->table = shoal_table_share(table);
    made->batch_rows = options->batch_rows;
    return lay_out(made, options->plain, error);
}

shoal_status shoal_table_to_arrow_stream(struct ArrowArrayStream *out, const shoal_table *table,
                                         const shoal_arrow_options *options, shoal_error *error) {
    shoal_arrow_options known = {.size = sizeof known};
    sized_copy(&known, sizeof known, options);
    if (!out || !table)
        return status_refuse(error, SHOAL_USAGE, "argument_missing", NULL,
                             "shoal_table_to_arrow_stream needs a table and room for the stream");
    *out = (struct ArrowArrayStream){0};
    if (known.batch_rows < 0)
        return status_refuse(error, SHOAL_USAGE, "argument_invalid", "batch_rows",
                             "batch_rows is %lld, but it must not be negative",
                             (long long)known.batch_rows);
    arrow_export *of = NULL;
    exported_stream *own = memory_zero(1, sizeof *own);
    shoal_status status = own ? make_export(&of, table, &known, error) : status_no_memory(error);
    if (status != SHOAL_OK) {
        if (of)
            leave(of);
        memory_free(own);
        return status;
    }
    own->of = of;
    *out = (struct ArrowArrayStream){.get_schema = stream_schema,
                                     .get_next = stream_next,
                                     .get_last_error = stream_error,
                                     .release = release_stream,
                                     .private_data = own};
    return SHOAL_OK;
}
