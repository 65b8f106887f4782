#include "data/table.h"

#include <stdio.h>
#include <string.h>

int64_t table_find(const shoal_table *table, const char *name) {
    for (size_t i = 0; i < table->columns; i++)
        if (strcmp(table->column[i].name, name) == 0)
            return (int64_t)i;
    return -1;
}

void table_name_columns(const shoal_table *table, char *out, size_t size) {
    size_t used = 0, room = size - sizeof "…";
    out[0] = '\0';
    for (size_t i = 0; i < table->columns && used < room; i++) {
        int more = snprintf(out + used, room - used, "%s%s", i ? ", " : "", table->column[i].name);
        if (more < 0 || (size_t)more >= room - used) {
            snprintf(out + used, size - used, "%s", i ? "…" : "");
            return;
        }
        used += (size_t)more;
    }
}

void shoal_table_free(shoal_table *table) {
    if (!table)
        return;
    for (size_t i = 0; i < table->columns; i++) {
        column *column_of = &table->column[i];
        memory_free(column_of->name);
        memory_free(column_of->codes.data);
        memory_free(column_of->values.bytes);
        memory_free(column_of->values.offsets);
    }
    memory_free(table->column);
    memory_free(table);
}

int64_t shoal_table_rows(const shoal_table *table) {
    return (int64_t)table->rows;
}

int64_t shoal_table_columns(const shoal_table *table) {
    return (int64_t)table->columns;
}

static const column *column_at(const shoal_table *table, int64_t index) {
    return index >= 0 && (size_t)index < table->columns ? &table->column[index] : NULL;
}

const char *shoal_table_column_name(const shoal_table *table, int64_t index) {
    const column *found = column_at(table, index);
    return found ? found->name : NULL;
}

const char *shoal_table_value(const shoal_table *table, int64_t row, int64_t index) {
    const column *found = column_at(table, index);
    if (!found || !found->kept || row < 0 || (size_t)row >= table->rows)
        return NULL;
    return dictionary_text(&found->values, codes_get(&found->codes, (size_t)row));
}
