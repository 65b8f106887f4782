#include "batch.h"

#include <stdlib.h>
#include <string.h>

/* ---- Releasing: by any thread, so without R ------------------------------------------------ */

static void release_schema(struct ArrowSchema *schema) {
    for (int64_t i = 0; i < schema->n_children; i++) {
        struct ArrowSchema *child = schema->children[i];
        if (child && child->release)
            child->release(child);
        free(child);
    }
    free(schema->children);
    if (schema->dictionary && schema->dictionary->release)
        schema->dictionary->release(schema->dictionary);
    free(schema->dictionary);
    free(schema->private_data); /* the name */
    schema->release = NULL;
}

static void release_array(struct ArrowArray *array) {
    for (int64_t i = 0; i < array->n_children; i++) {
        struct ArrowArray *child = array->children[i];
        if (child && child->release)
            child->release(child);
        free(child);
    }
    free(array->children);
    if (array->dictionary && array->dictionary->release)
        array->dictionary->release(array->dictionary);
    free(array->dictionary);
    for (int64_t i = 0; array->buffers && i < array->n_buffers; i++)
        free((void *)array->buffers[i]);
    free(array->buffers);
    array->release = NULL;
}

/* ---- Making -------------------------------------------------------------------------------- */

static bool make_schema(struct ArrowSchema *schema, const char *name, const char *format) {
    memset(schema, 0, sizeof *schema);
    schema->release = release_schema;
    schema->format = format;
    schema->flags = ARROW_FLAG_NULLABLE;
    schema->private_data = malloc(strlen(name) + 1);
    if (!schema->private_data)
        return false;
    strcpy(schema->private_data, name);
    schema->name = schema->private_data;
    return true;
}

static bool make_array(struct ArrowArray *array, int64_t length, int64_t buffers) {
    memset(array, 0, sizeof *array);
    array->release = release_array;
    array->length = length;
    array->buffers = calloc((size_t)buffers, sizeof *array->buffers);
    array->n_buffers = array->buffers ? buffers : 0;
    return array->buffers != NULL;
}

static bool make_children(batch *made, size_t columns) {
    made->schema.children = calloc(columns ? columns : 1, sizeof *made->schema.children);
    made->array.children = calloc(columns ? columns : 1, sizeof *made->array.children);
    if (!made->schema.children || !made->array.children)
        return false;
    made->schema.n_children = (int64_t)columns;
    made->array.n_children = (int64_t)columns;
    return true;
}

bool batch_new(batch **out, size_t columns, int64_t rows) {
    batch *made = calloc(1, sizeof *made);
    *out = made;
    return made && make_schema(&made->schema, "", "+s") && make_array(&made->array, rows, 1) &&
           make_children(made, columns);
}

void batch_free(batch *made) {
    if (!made)
        return;
    if (made->schema.release)
        made->schema.release(&made->schema);
    if (made->array.release)
        made->array.release(&made->array);
    free(made);
}

bool batch_column(batch *made, size_t column, const char *name, const char *format) {
    struct ArrowSchema *schema = calloc(1, sizeof *schema);
    struct ArrowArray *array = calloc(1, sizeof *array);
    made->schema.children[column] = schema;
    made->array.children[column] = array;
    return schema && array && make_schema(schema, name, format) &&
           make_array(array, made->array.length, 2);
}

void *batch_values(batch *made, size_t column, size_t width) {
    struct ArrowArray *array = made->array.children[column];
    size_t rows = (size_t)array->length;
    if (rows > SIZE_MAX / width)
        return NULL;
    void *values = malloc(rows ? rows * width : 1);
    array->buffers[1] = values;
    return values;
}

uint8_t *batch_validity(batch *made, size_t column) {
    struct ArrowArray *array = made->array.children[column];
    size_t bytes = (size_t)array->length / 8 + 1;
    uint8_t *bits = malloc(bytes);
    if (bits)
        memset(bits, 0xff, bytes);
    array->buffers[0] = bits;
    return bits;
}

void batch_set_nulls(batch *made, size_t column, int64_t count) {
    made->array.children[column]->null_count = count;
}

static bool fill_texts(struct ArrowArray *array, const char *const *texts, size_t count) {
    int64_t *offsets = malloc((count + 1) * sizeof *offsets);
    array->buffers[1] = offsets;
    if (!offsets)
        return false;
    offsets[0] = 0;
    for (size_t i = 0; i < count; i++)
        offsets[i + 1] = offsets[i] + (int64_t)strlen(texts[i]);
    char *bytes = malloc((size_t)offsets[count] + 1);
    array->buffers[2] = bytes;
    for (size_t i = 0; bytes && i < count; i++)
        memcpy(bytes + offsets[i], texts[i], (size_t)(offsets[i + 1] - offsets[i]));
    return bytes != NULL;
}

bool batch_dictionary(batch *made, size_t column, const char *const *texts, size_t count) {
    struct ArrowSchema *schema = calloc(1, sizeof *schema);
    struct ArrowArray *array = calloc(1, sizeof *array);
    made->schema.children[column]->dictionary = schema;
    made->array.children[column]->dictionary = array;
    return schema && array && make_schema(schema, "", "U") &&
           make_array(array, (int64_t)count, 3) && fill_texts(array, texts, count);
}
