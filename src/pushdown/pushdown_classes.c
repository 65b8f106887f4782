#include "pushdown/pushdown_classes.h"

#include <string.h>

static bool lay_out(pushdown_classes *out, const publication *published) {
    uint32_t *sizes = memory_new(published->attributes, sizeof *sizes);
    unsigned bits = 0;
    size_t words = 0;
    out->fields = memory_new(published->attributes, sizeof *out->fields);
    if (sizes && out->fields) {
        for (size_t a = 0; a < published->attributes; a++)
            sizes[a] = (uint32_t)published->attribute[a].label_count;
        words = packing_layout(out->fields, sizes, published->attributes, &bits);
    }
    memory_free(sizes);
    return words > 0 && class_table_reset(&out->table, words, bits, 1024);
}

static bool note_class(pushdown_classes *out, const uint64_t *key, uint64_t rows, bool suppressed) {
    size_t before = out->table.classes;
    if (!class_table_add(&out->table, key, NULL, 1) ||
        !memory_grow((void **)&out->rows, &out->rows_held, out->table.classes, sizeof *out->rows) ||
        !memory_grow((void **)&out->suppressed, &out->suppressed_held, out->table.classes,
                     sizeof *out->suppressed))
        return false;
    uint32_t class = class_table_find(&out->table, key);
    if (class == before) {
        out->rows[class] = 0;
        out->suppressed[class] = suppressed;
    }
    out->rows[class] += rows;
    return true;
}

static bool add_block(pushdown_classes *out, const bound_table *bound, const publication *published,
                      uint64_t *keys, size_t begin, size_t count) {
    uint8_t blank[PACKING_BLOCK] = {0};
    size_t words = out->table.words;
    memset(keys, 0, count * words * sizeof *keys);
    for (size_t a = 0; a < out->attributes; a++)
        if (out->fields[a].bits > 0)
            packing_add(keys, words, out->fields[a], bound->quasi_codes[a], begin,
                        published->attribute[a].of_value, count);
    if (published->blanks.rows)
        published->blanks.rows(published->blanks.context, begin, count, blank);
    for (size_t i = 0; i < count; i++)
        if (!note_class(out, keys + i * words, table_times(bound->table, begin + i), blank[i]))
            return false;
    return true;
}

shoal_status pushdown_classes_make(pushdown_classes *out, const bound_table *bound,
                                   const publication *published, shoal_error *error) {
    size_t rows = bound->table->rows;
    *out = (pushdown_classes){.attributes = published->attributes};
    if (!lay_out(out, published))
        return status_no_memory(error);
    uint64_t *keys = memory_new(PACKING_BLOCK * out->table.words, sizeof *keys);
    bool made = keys != NULL;
    for (size_t at = 0; made && at < rows; at += PACKING_BLOCK)
        made = add_block(out, bound, published, keys, at,
                         rows - at < PACKING_BLOCK ? rows - at : PACKING_BLOCK);
    memory_free(keys);
    return made ? SHOAL_OK : status_no_memory(error);
}

void pushdown_classes_free(pushdown_classes *classes) {
    class_table_free(&classes->table);
    memory_free(classes->fields);
    memory_free(classes->rows);
    memory_free(classes->suppressed);
    *classes = (pushdown_classes){0};
}

bool pushdown_classes_next(uint32_t *code, void *context) {
    pushdown_classes *classes = context;
    while (classes->next < classes->table.classes && !classes->suppressed[classes->next])
        classes->next++;
    if (classes->next == classes->table.classes)
        return false;
    const uint64_t *key = classes->table.keys + classes->next++ * classes->table.words;
    for (size_t a = 0; a < classes->attributes; a++)
        code[a] = packing_get(key, classes->fields[a]);
    return true;
}
