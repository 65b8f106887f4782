#include "warn/published_classes.h"

#include "data/class_table.h"
#include "data/packing.h"

/* Some rows at a time: their labels become keys, and equal keys are one class. */
typedef struct class_pass {
    const published_rows *from;
    packing_field *fields; /* [attributes] */
    size_t words;
    uint64_t *keys; /* [PACKING_BLOCK * words] */
    class_table table;
    uint8_t blank[PACKING_BLOCK];
} class_pass;

static bool pass_open(class_pass *pass) {
    size_t attributes = pass->from->attributes;
    unsigned bits;
    uint32_t *sizes = memory_new(attributes, sizeof *sizes);
    pass->fields = memory_new(attributes, sizeof *pass->fields);
    if (sizes && pass->fields) {
        for (size_t a = 0; a < attributes; a++)
            sizes[a] = pass->from->quasi[a].labels + 1;
        pass->words = packing_layout(pass->fields, sizes, attributes, &bits);
        pass->keys = memory_new(PACKING_BLOCK * pass->words, sizeof *pass->keys);
    }
    memory_free(sizes);
    return pass->keys && class_table_reset(&pass->table, pass->words, bits, 1024);
}

static void pass_close(class_pass *pass) {
    memory_free(pass->fields);
    memory_free(pass->keys);
    class_table_free(&pass->table);
}

static void add_labels(class_pass *pass, size_t attribute, size_t begin, size_t count) {
    const warn_quasi *by = &pass->from->quasi[attribute];
    uint32_t label[PACKING_BLOCK];
    codes_read(by->label, begin, count, label);
    for (size_t i = 0; i < count; i++) {
        uint32_t code = by->map ? by->map[label[i]] : label[i];
        if (by->blanked && by->blanked[(begin + i) / 64] >> ((begin + i) % 64) & 1)
            code = by->star;
        packing_put(pass->keys + i * pass->words, pass->fields[attribute], code);
    }
}

/* The rows of the block that have a class; their keys are moved together. */
static size_t take_block(class_pass *pass, size_t begin, size_t count, size_t *row) {
    const publication_blanks *blanks = pass->from->blanks;
    size_t found = 0;
    memset(pass->keys, 0, count * pass->words * sizeof *pass->keys);
    memset(pass->blank, 0, sizeof pass->blank);
    if (blanks && blanks->rows)
        blanks->rows(blanks->context, begin, count, pass->blank);
    for (size_t a = 0; a < pass->from->attributes; a++)
        add_labels(pass, a, begin, count);
    for (size_t i = 0; i < count; i++) {
        if (pass->blank[i] || (pass->from->kept && !pass->from->kept[begin + i]))
            continue;
        memmove(pass->keys + found * pass->words, pass->keys + i * pass->words,
                pass->words * sizeof *pass->keys);
        row[found++] = begin + i;
    }
    return found;
}

static bool classify(uint32_t *of_row, class_pass *pass) {
    size_t rows = pass->from->rows, row[PACKING_BLOCK];
    for (size_t begin = 0; begin < rows; begin += PACKING_BLOCK) {
        size_t count = rows - begin < PACKING_BLOCK ? rows - begin : PACKING_BLOCK;
        size_t found = take_block(pass, begin, count, row);
        for (size_t i = 0; i < count; i++)
            of_row[begin + i] = WARN_NO_CLASS;
        if (!class_table_add(&pass->table, pass->keys, NULL, found))
            return false;
        for (size_t i = 0; i < found; i++)
            of_row[row[i]] = class_table_find(&pass->table, pass->keys + i * pass->words);
    }
    return true;
}

static void classify_suppressed(published_classes *out, const published_rows *from) {
    for (size_t row = 0; row < from->rows; row++)
        if (out->of_row[row] == WARN_NO_CLASS && (!from->counts || from->counts[row])) {
            if (out->suppressed == WARN_NO_CLASS)
                out->suppressed = (uint32_t)out->count++;
            out->of_row[row] = out->suppressed;
        }
}

shoal_status published_classes_make(published_classes *out, const published_rows *from,
                                    shoal_error *error) {
    class_pass pass = {.from = from};
    *out = (published_classes){0};
    out->of_row = memory_new(from->rows, sizeof *out->of_row);
    bool made = out->of_row && pass_open(&pass) && classify(out->of_row, &pass);
    out->count = pass.table.classes;
    out->suppressed = WARN_NO_CLASS;
    if (made)
        classify_suppressed(out, from);
    pass_close(&pass);
    return made ? SHOAL_OK : status_no_memory(error);
}

void published_classes_free(published_classes *classes) {
    memory_free(classes->of_row);
    *classes = (published_classes){0};
}
