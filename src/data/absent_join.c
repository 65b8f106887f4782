#include "data/absent_join.h"

#include <assert.h>
#include <string.h>

/* The code of a text; the size of the dictionary where it is not there. */
static uint32_t find_code(const dictionary *values, const char *wanted) {
    uint32_t code = 0;
    while (code < values->size && strcmp(dictionary_text(values, code), wanted) != 0)
        code++;
    return code;
}

static void remove_value(dictionary *values, uint32_t code) {
    size_t from = values->offsets[code + 1], gone = from - values->offsets[code];
    memmove(values->bytes + values->offsets[code], values->bytes + from,
            values->offsets[values->size] - from);
    for (size_t i = code + 1; i <= values->size; i++)
        values->offsets[i - 1] = values->offsets[i] - gone;
    values->offsets[code] = from - gone;
    values->size--;
}

/* Puts an empty text, which is the smallest, before all others. There is room for it where a text
 * that is not empty was removed. */
static void add_empty(dictionary *values) {
    memmove(values->bytes + 1, values->bytes, values->offsets[values->size]);
    values->bytes[0] = '\0';
    for (size_t i = values->size + 1; i > 0; i--)
        values->offsets[i] = values->offsets[i - 1] + 1;
    values->offsets[0] = 0;
    values->size++;
}

/* A column was read with both, but a release of it may have only one of them, or none. */
static void join_texts(column *of, size_t rows) {
    uint32_t null = find_code(&of->values, ""), empty = find_code(&of->values, of->origin->empty);
    bool alone = null == of->values.size;
    if (empty == of->values.size)
        return;
    uint32_t joined = alone ? 0 : null - (null > empty);
    for (size_t row = 0; row < rows; row++) {
        uint32_t code = codes_get(&of->codes, row);
        codes_put(&of->codes, row, code == empty ? joined : code - (code > empty) + alone);
    }
    remove_value(&of->values, empty);
    if (alone)
        add_empty(&of->values);
}

static void join_column(column *of, size_t rows) {
    if (!of->kept || !of->origin || !of->origin->empty || of->counts)
        return;
    assert(!of->borrowed);
    join_texts(of, rows);
    memory_free(of->origin->empty);
    of->origin->empty = NULL;
}

void absent_join(shoal_table *table) {
    for (size_t i = 0; i < table->columns; i++)
        join_column(&table->column[i], table->rows);
}

void absent_join_like(shoal_table *table, const shoal_table *like) {
    for (size_t i = 0; i < table->columns; i++) {
        int64_t other = table_find(like, table->column[i].name);
        if (other >= 0 && !like->column[other].origin)
            join_column(&table->column[i], table->rows);
    }
}
