#include "base/context.h"
#include "store/arrow/arrow_borrow.h"

#include <inttypes.h>
#include <string.h>

/* Fewer rows are not worth a thread. */
#define PART_ROWS 16384

/* What was handed over, until it is released. */
typedef struct arrow_import {
    struct ArrowArrayStream stream;
    struct ArrowSchema schema;
    arrow_held *held; /* the batches */
    arrow_batches batches;
    size_t chunk_room, first_room;
    context_call call;
} arrow_import;

/* What a thread makes of its rows. */
typedef struct import_part {
    int64_t begin, end;
    size_t column; /* the last that it came to */
    shoal_status status;
    shoal_error error;
} import_part;

typedef struct import_parts {
    const arrow_import *from;
    const bool *wanted;
    table_builder *into;
    import_part *part; /* [count] */
    int count;
} import_parts;

/* ---- Taking over -----------------------------------------------------------------------------
 */

static void let_go(arrow_import *from) {
    arrow_held_free(from->held);
    arrow_schema_free(&from->batches.schema);
    memory_free(from->batches.chunk);
    memory_free(from->batches.first);
    if (from->schema.release)
        from->schema.release(&from->schema);
    if (from->stream.release)
        from->stream.release(&from->stream);
    context_leave(&from->call);
}

/* Behind the batches that are there. */
static shoal_status add_batch(arrow_import *from, struct ArrowArray *batch, shoal_error *error) {
    arrow_batches *all = &from->batches;
    size_t columns = all->schema.columns;
    if (!arrow_held_add(from->held, batch))
        return status_no_memory(error);
    if (!memory_grow((void **)&all->chunk, &from->chunk_room, (all->count + 1) * columns,
                     sizeof *all->chunk) ||
        !memory_grow((void **)&all->first, &from->first_room, all->count + 2, sizeof *all->first))
        return status_no_memory(error);
    int64_t rows, begin = all->count ? all->first[all->count] : 0;
    const struct ArrowArray *held = &from->held->batch[all->count];
    STATUS_TRY(
        arrow_chunks_read(all->chunk + all->count * columns, &rows, &all->schema, held, error));
    if (rows > UINT32_MAX || begin + rows > UINT32_MAX)
        return status_refuse(error, SHOAL_BAD_DATA, "table_too_long", NULL,
                             ARROW_LABEL ": %" PRId64 " rows: no more than %u can be read",
                             begin + rows, UINT32_MAX);
    all->first[0] = 0;
    all->first[++all->count] = begin + rows;
    return SHOAL_OK;
}

static shoal_status fail_stream(arrow_import *from, int code, shoal_error *error) {
    const char *told =
        from->stream.get_last_error ? from->stream.get_last_error(&from->stream) : NULL;
    if (code == ENOMEM)
        return status_no_memory(error);
    return status_refuse(error, SHOAL_IO, "arrow_stream", NULL,
                         ARROW_LABEL ": the stream failed: %.160s", told ? told : strerror(code));
}

static shoal_status read_stream(arrow_import *from, shoal_error *error) {
    if (!from->stream.get_schema || !from->stream.get_next)
        return status_refuse(error, SHOAL_BAD_DATA, "arrow_invalid", NULL,
                             ARROW_LABEL ": the stream lacks a function");
    int code = from->stream.get_schema(&from->stream, &from->schema);
    if (code != 0) {
        from->schema.release = NULL;
        return fail_stream(from, code, error);
    }
    if (!from->schema.release)
        return status_refuse(error, SHOAL_BAD_DATA, "arrow_invalid", NULL,
                             ARROW_LABEL ": the stream has no schema");
    STATUS_TRY(arrow_schema_read(&from->batches.schema, &from->schema, error));
    for (;;) {
        struct ArrowArray batch = {0};
        code = from->stream.get_next(&from->stream, &batch);
        if (code != 0)
            return fail_stream(from, code, error);
        if (!batch.release)
            return SHOAL_OK;
        shoal_status status = add_batch(from, &batch, error);
        if (batch.release)
            batch.release(&batch);
        if (status != SHOAL_OK)
            return status;
    }
}

/* ---- Encoding --------------------------------------------------------------------------------
 */

static void encode_part(void *context, size_t item, int worker) {
    (void)worker;
    import_parts *parts = context;
    import_part *own = &parts->part[item];
    const arrow_batches *from = &parts->from->batches;
    for (own->column = 0; own->column < from->schema.columns; own->column++) {
        if (parts->wanted[own->column])
            own->status = arrow_encode(parts->into, (int)item, from, own->column, own->begin,
                                       own->end, &own->error);
        if (own->status != SHOAL_OK)
            return;
    }
    own->status = table_builder_rows(parts->into, (int)item, item, (size_t)(own->end - own->begin),
                                     &own->error);
}

/* The first fault of the first column that has one, however the rows were shared out. */
static shoal_status parts_status(const import_parts *parts, shoal_error *error) {
    const import_part *first = NULL;
    for (int i = 0; i < parts->count; i++) {
        const import_part *each = &parts->part[i];
        if (each->status != SHOAL_OK && (!first || each->column < first->column))
            first = each;
    }
    if (first && error)
        *error = first->error;
    return first ? first->status : SHOAL_OK;
}

static shoal_status run_parts(import_parts *parts, int64_t rows, shoal_error *error) {
    parts->part = memory_zero((size_t)parts->count, sizeof *parts->part);
    if (!parts->part)
        return status_no_memory(error);
    for (int i = 0; i < parts->count; i++) {
        parts->part[i].begin = rows * i / parts->count;
        parts->part[i].end = rows * (i + 1) / parts->count;
    }
    threads_run(parts->from->call.pool, (size_t)parts->count, encode_part, parts);
    shoal_status status = parts_status(parts, error);
    memory_free(parts->part);
    return status;
}

static shoal_status make_origins(column_origin **out, char **names, const arrow_schema *schema,
                                 shoal_error *error) {
    for (size_t i = 0; i < schema->columns; i++) {
        const arrow_column *each = &schema->column[i];
        names[i] = (char *)each->name;
        out[i] = arrow_type_origin(&each->type, each->format);
        if (!out[i])
            return status_no_memory(error);
    }
    return SHOAL_OK;
}

static shoal_status build(shoal_table **out, arrow_import *from, const bool *wanted, char **names,
                          column_origin **origins, shoal_error *error) {
    const arrow_batches *all = &from->batches;
    source_options options = {.pool = from->call.pool, .label = ARROW_LABEL};
    int64_t rows = all->count ? all->first[all->count] : 0, useful = 1 + rows / PART_ROWS;
    int threads = threads_count(from->call.pool);
    import_parts parts = {
        .from = from, .wanted = wanted, .count = useful < threads ? (int)useful : threads};
    STATUS_TRY(table_builder_open(&parts.into, names, all->schema.columns, origins, wanted,
                                  parts.count, &options, error));
    shoal_status status = run_parts(&parts, rows, error);
    if (status == SHOAL_OK)
        status = table_builder_finish(out, parts.into, error);
    table_builder_close(parts.into);
    return status;
}

/* Columns whose codes can be borrowed are left out, and set afterwards. */
static shoal_status make_table(shoal_table **out, arrow_import *from, shoal_error *error) {
    size_t columns = from->batches.schema.columns;
    column_origin **origins = memory_zero(columns, sizeof *origins);
    char **names = memory_zero(columns, sizeof *names);
    bool *wanted = memory_zero(columns, sizeof *wanted);
    arrow_borrowed borrowed = {0};
    shoal_status status = origins && names && wanted
                              ? make_origins(origins, names, &from->batches.schema, error)
                              : status_no_memory(error);
    if (status == SHOAL_OK)
        status = arrow_borrow(&borrowed, &from->batches, from->call.pool, error);
    for (size_t i = 0; status == SHOAL_OK && i < columns; i++)
        wanted[i] = !borrowed.column[i].codes.data;
    if (status == SHOAL_OK)
        status = build(out, from, wanted, names, origins, error);
    if (status == SHOAL_OK && arrow_borrowed_give(&borrowed, *out, from->held))
        from->held = NULL;
    arrow_borrowed_free(&borrowed);
    for (size_t i = 0; origins && i < columns; i++)
        column_origin_free(origins[i]);
    memory_free(origins);
    memory_free(names);
    memory_free(wanted);
    return status;
}

/* ---- The calls -------------------------------------------------------------------------------
 */

static shoal_status start(arrow_import *from, shoal_error *error) {
    from->held = arrow_held_new();
    return from->held ? SHOAL_OK : status_no_memory(error);
}

/* Once all batches are there: until then others may use the threads. */
static shoal_status finish(shoal_table **out, arrow_import *from, shoal_context *context,
                           shoal_error *error) {
    STATUS_TRY(context_enter(&from->call, context, 0, NULL, error));
    return make_table(out, from, error);
}

static shoal_status refuse_released(const char *what, shoal_error *error) {
    return status_refuse(error, SHOAL_USAGE, "arrow_released", NULL,
                         ARROW_LABEL ": the %s is released already, or was never filled in", what);
}

shoal_status shoal_table_from_arrow_stream(shoal_table **out, struct ArrowArrayStream *stream,
                                           shoal_context *context, shoal_error *error) {
    arrow_import from = {0};
    if (out)
        *out = NULL;
    if (!stream || !stream->release)
        return refuse_released("stream", error);
    from.stream = *stream;
    stream->release = NULL;
    shoal_status status = out ? start(&from, error)
                              : status_fail(error, SHOAL_USAGE, "there is no room for the table");
    if (status == SHOAL_OK)
        status = read_stream(&from, error);
    if (status == SHOAL_OK)
        status = finish(out, &from, context, error);
    let_go(&from);
    return status;
}

shoal_status shoal_table_from_arrow_array(shoal_table **out, struct ArrowSchema *schema,
                                          struct ArrowArray *array, shoal_context *context,
                                          shoal_error *error) {
    arrow_import from = {0};
    struct ArrowArray batch = {0};
    if (out)
        *out = NULL;
    if (schema && schema->release) {
        from.schema = *schema;
        schema->release = NULL;
    }
    if (array && array->release) {
        batch = *array;
        array->release = NULL;
    }
    shoal_status status = !out ? status_fail(error, SHOAL_USAGE, "there is no room for the table")
                          : !from.schema.release ? refuse_released("schema", error)
                          : !batch.release       ? refuse_released("array", error)
                                                 : start(&from, error);
    if (status == SHOAL_OK)
        status = arrow_schema_read(&from.batches.schema, &from.schema, error);
    if (status == SHOAL_OK)
        status = add_batch(&from, &batch, error);
    if (status == SHOAL_OK)
        status = finish(out, &from, context, error);
    if (batch.release)
        batch.release(&batch);
    let_go(&from);
    return status;
}
