#include "store/arrow/arrow_layout.h"

#include "base/memory.h"
#include "files/text_utf8.h"
#include "store/value_encoder.h"

#include <inttypes.h>
#include <string.h>

/* Bytes of a value at most: what is behind the last one must have an address. */
#define WIDEST 32
#define VIEW_SHORT 12

/* ---- Schemas ---------------------------------------------------------------------------------
 */

#define refuse_schema(error, ...)                                                                  \
    status_refuse(error, SHOAL_BAD_DATA, "arrow_invalid", NULL, ARROW_LABEL ": " __VA_ARGS__)

void arrow_schema_free(arrow_schema *schema) {
    memory_free(schema->column);
    *schema = (arrow_schema){0};
}

static shoal_status refuse_type(const arrow_column *of, const char *format, shoal_error *error) {
    return status_refuse(error, SHOAL_BAD_DATA, "arrow_type", NULL,
                         ARROW_LABEL
                         ": column '%.50s' is %s (format \"%.20s\"): leave it out, or turn it "
                         "into text, numbers, dates or timestamps",
                         of->name, arrow_type_called(format), format);
}

/* Only scalars: no children, and no dictionary of a dictionary. */
static shoal_status read_type(arrow_type *out, const arrow_column *of,
                              const struct ArrowSchema *from, shoal_error *error) {
    if (!from->format)
        return refuse_schema(error, "column '%.50s' has no format", of->name);
    if (!arrow_type_parse(out, from->format))
        return refuse_type(of, from->format, error);
    if (from->n_children != 0)
        return refuse_schema(error, "column '%.50s' of format \"%.20s\" has %" PRId64 " children",
                             of->name, from->format, from->n_children);
    return SHOAL_OK;
}

static shoal_status read_column(arrow_column *out, size_t number, const struct ArrowSchema *from,
                                shoal_error *error) {
    if (!from || !from->release)
        return refuse_schema(error, "the schema of column %zu is released", number);
    out->name = from->name ? from->name : "";
    if (!*out->name)
        return status_refuse(error, SHOAL_BAD_DATA, "column_unnamed", NULL,
                             ARROW_LABEL ": column %zu has no name: give it one", number);
    if (text_utf8(out->name, strlen(out->name)) < strlen(out->name))
        return refuse_schema(error, "the name of column %zu is not UTF-8", number);
    out->format = from->format;
    STATUS_TRY(read_type(&out->type, out, from, error));
    out->is_coded = from->dictionary != NULL;
    if (!out->is_coded)
        return SHOAL_OK;
    out->index = out->type;
    if (out->index.kind != ARROW_INTEGER)
        return refuse_schema(error, "column '%.50s' has a dictionary, but no codes: \"%.20s\"",
                             out->name, from->format);
    if (!from->dictionary->release)
        return refuse_schema(error, "the dictionary of column '%.50s' is released", out->name);
    out->format = from->dictionary->format;
    STATUS_TRY(read_type(&out->type, out, from->dictionary, error));
    if (from->dictionary->dictionary)
        return refuse_schema(error, "the dictionary of column '%.50s' has one itself", out->name);
    return SHOAL_OK;
}

/* A name that is there already has the code of its column. */
static shoal_status check_names(const arrow_schema *schema, shoal_error *error) {
    encoder seen;
    shoal_status status = SHOAL_OK;
    char *room = NULL;
    size_t room_size = 0;
    encoder_start(&seen);
    for (size_t i = 0; i < schema->columns && status == SHOAL_OK; i++) {
        const char *name = schema->column[i].name;
        size_t length = strlen(name);
        if (length > UINT32_MAX / 2 ||
            !memory_grow((void **)&room, &room_size, length + ENCODER_PADDING, 1)) {
            status = status_no_memory(error);
            break;
        }
        memset(room + length, 0, ENCODER_PADDING);
        memcpy(room, name, length);
        uint32_t code = encoder_code(&seen, room, (uint32_t)length);
        if (seen.failed)
            status = status_no_memory(error);
        else if (code < i)
            status = status_refuse(error, SHOAL_BAD_DATA, "column_named_twice", NULL,
                                   ARROW_LABEL ": columns %u and %zu have the same name, %.80s",
                                   code + 1, i + 1, name);
    }
    encoder_free(&seen);
    memory_free(room);
    return status;
}

shoal_status arrow_schema_read(arrow_schema *out, const struct ArrowSchema *from,
                               shoal_error *error) {
    *out = (arrow_schema){0};
    if (!from->format || strcmp(from->format, "+s") != 0 || from->dictionary)
        return refuse_schema(error, "the format is \"%.20s\", but a table is a structure (\"+s\")",
                             from->format ? from->format : "");
    if (from->n_children < 0 || (from->n_children > 0 && !from->children))
        return refuse_schema(error, "the schema has %" PRId64 " columns", from->n_children);
    if (from->n_children == 0)
        return status_refuse(error, SHOAL_BAD_DATA, "table_empty", NULL,
                             ARROW_LABEL ": no columns");
    out->column = memory_zero((size_t)from->n_children, sizeof *out->column);
    if (!out->column)
        return status_no_memory(error);
    for (; out->columns < (size_t)from->n_children; out->columns++)
        STATUS_TRY(read_column(&out->column[out->columns], out->columns + 1,
                               from->children[out->columns], error));
    return check_names(out, error);
}

/* ---- Arrays ----------------------------------------------------------------------------------
 */

/* What is wrong with an array, or NULL. */
static const char *check_sizes(const struct ArrowArray *array) {
    int64_t end;
    if (array->length < 0 || array->offset < 0 || array->null_count < -1)
        return "has a negative length, offset or number of nulls";
    if (__builtin_add_overflow(array->length, array->offset, &end) || end > INT64_MAX / WIDEST - 1)
        return "has a length or offset beyond all memory";
    if (array->n_buffers < 0 || (array->n_buffers > 0 && !array->buffers))
        return "has no buffers";
    return NULL;
}

static int64_t buffers_of(const arrow_type *type) {
    return type->kind == ARROW_NULL ? 0 : type->kind == ARROW_TEXT ? 3 : 2;
}

static int64_t offset_at(const arrow_values *of, int64_t at) {
    int32_t narrow;
    int64_t wide;
    const char *from = (const char *)of->data + (of->offset + at) * of->type.width;
    if (of->type.width == 4) {
        memcpy(&narrow, from, sizeof narrow);
        return narrow;
    }
    memcpy(&wide, from, sizeof wide);
    return wide;
}

static const char *read_texts(arrow_values *out, const struct ArrowArray *array) {
    out->bytes = array->buffers[2];
    if (out->length == 0)
        return NULL;
    int64_t first = offset_at(out, 0), last = offset_at(out, out->length);
    if (first < 0 || last < first)
        return "has offsets of texts that are negative or decrease";
    if (last > first && !out->bytes)
        return "has no buffer of texts";
    out->byte_count = (uint64_t)last;
    return NULL;
}

static const char *read_views(arrow_values *out, const struct ArrowArray *array) {
    out->buffers = array->buffers + 2;
    out->buffer_count = array->n_buffers - 3;
    out->buffer_sizes = array->buffers[array->n_buffers - 1];
    return out->buffer_count > 0 && !out->buffer_sizes ? "has no sizes of its buffers" : NULL;
}

static const char *read_values(arrow_values *out, const arrow_type *type,
                               const struct ArrowArray *array) {
    const char *fault = check_sizes(array);
    if (fault)
        return fault;
    if (array->n_children != 0)
        return "has children";
    if (type->kind != ARROW_VIEW && array->n_buffers != buffers_of(type))
        return "has too few or too many buffers";
    *out = (arrow_values){.type = *type, .length = array->length, .offset = array->offset};
    if (type->kind == ARROW_NULL)
        return NULL;
    if (type->kind == ARROW_VIEW && array->n_buffers < 3)
        return "has too few buffers";
    out->valid = (arrow_bits){array->buffers[0], array->offset};
    out->data = array->buffers[1];
    if (array->null_count > 0 && !out->valid.bits)
        return "has nulls, but not where they are";
    if (out->length > 0 && !out->data)
        return "has no buffer of values";
    if (type->kind == ARROW_TEXT)
        return read_texts(out, array);
    return type->kind == ARROW_VIEW ? read_views(out, array) : NULL;
}

/* Of the structure, the rows from its offset on are meant. */
static const char *read_chunk(arrow_chunk *out, const arrow_column *of,
                              const struct ArrowArray *batch, const struct ArrowArray *array) {
    if (!array || !array->release)
        return "is released";
    const char *fault = read_values(&out->own, of->is_coded ? &of->index : &of->type, array);
    if (fault)
        return fault;
    if (array->length < batch->offset + batch->length)
        return "is shorter than its batch";
    out->own.offset += batch->offset;
    out->own.valid.offset += batch->offset;
    out->own.length = batch->length;
    if (!of->is_coded)
        return NULL;
    if (!array->dictionary || !array->dictionary->release)
        return "has no dictionary";
    if (array->dictionary->dictionary)
        return "has a dictionary with a dictionary";
    return read_values(&out->dictionary, &of->type, array->dictionary);
}

shoal_status arrow_chunks_read(arrow_chunk *out, int64_t *rows, const arrow_schema *schema,
                               const struct ArrowArray *batch, shoal_error *error) {
    const char *fault = check_sizes(batch);
    *rows = 0;
    if (!fault && batch->n_buffers != 1)
        fault = "has too few or too many buffers";
    if (!fault && batch->null_count > 0 && !batch->buffers[0])
        fault = "has nulls, but not where they are";
    if (fault)
        return refuse_schema(error, "a batch %s", fault);
    if (batch->n_children != (int64_t)schema->columns || !batch->children)
        return refuse_schema(error, "a batch has %" PRId64 " columns, but its schema has %zu",
                             batch->n_children, schema->columns);
    for (size_t i = 0; i < schema->columns; i++) {
        out[i] = (arrow_chunk){.rows = {batch->buffers[0], batch->offset}};
        fault = read_chunk(&out[i], &schema->column[i], batch, batch->children[i]);
        if (fault)
            return refuse_schema(error, "column '%.50s' %s", schema->column[i].name, fault);
    }
    *rows = batch->length;
    return SHOAL_OK;
}

/* ---- Values ----------------------------------------------------------------------------------
 */

static const char *text_at(arrow_text *out, const arrow_values *of, int64_t row) {
    int64_t begin = offset_at(of, row), end = offset_at(of, row + 1);
    if (begin < 0 || end < begin || (uint64_t)end > of->byte_count)
        return "has offsets that are negative, decrease or are beyond the last one";
    *out = (arrow_text){end > begin ? of->bytes + begin : "", (uint64_t)(end - begin),
                        end > begin ? of->byte_count - (uint64_t)end : 0};
    return NULL;
}

/* Short texts are in the view itself, behind their length; longer ones are in a buffer. */
static const char *view_at(arrow_text *out, const arrow_values *of, int64_t row) {
    const char *view = (const char *)of->data + (of->offset + row) * of->type.width;
    int32_t part[4];
    memcpy(part, view, sizeof part);
    if (part[0] < 0)
        return "has a negative length";
    *out = (arrow_text){view + 4, (uint64_t)part[0], 0};
    if (part[0] <= VIEW_SHORT) {
        out->spare = VIEW_SHORT - out->length;
        return NULL;
    }
    if (part[2] < 0 || part[2] >= of->buffer_count || part[3] < 0 || !of->buffers[part[2]] ||
        of->buffer_sizes[part[2]] < 0 ||
        (uint64_t)part[3] + out->length > (uint64_t)of->buffer_sizes[part[2]])
        return "is a view of what is in no buffer";
    out->text = (const char *)of->buffers[part[2]] + part[3];
    out->spare = (uint64_t)of->buffer_sizes[part[2]] - (uint64_t)part[3] - out->length;
    return NULL;
}

const char *arrow_values_text(arrow_text *out, const arrow_values *of, int64_t row,
                              char room[VALUE_TEXT_MOST]) {
    *out = (arrow_text){0};
    if (of->type.kind == ARROW_NULL || !arrow_has(&of->valid, row))
        return NULL;
    if (of->type.kind == ARROW_TEXT)
        return text_at(out, of, row);
    if (of->type.kind == ARROW_VIEW)
        return view_at(out, of, row);
    const char *fault;
    uint8_t is_true = 0;
    const void *value = &is_true;
    if (of->type.kind == ARROW_BOOLEAN)
        is_true = arrow_bit(of->data, of->offset + row);
    else
        value = (const char *)of->data + (of->offset + row) * of->type.width;
    size_t length = arrow_type_text(room, &of->type, value, &fault);
    *out = (arrow_text){room, length, 0};
    return fault;
}
