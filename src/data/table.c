#include "data/table.h"

#include "base/nearest_name.h"

#include <stdio.h>
#include <string.h>

int64_t table_find(const shoal_table *table, const char *name) {
    for (size_t i = 0; i < table->columns; i++)
        if (strcmp(table->column[i].name, name) == 0)
            return (int64_t)i;
    return -1;
}

/* ---- Columns that are not there ----------------------------------------------------------------
 */

#define NEAREST_SHOWN 4

/* A list in a message: once a name does not fit, the rest is left out. */
typedef struct name_list {
    char *at;
    size_t room;
    bool full;
} name_list;

static void list_add(name_list *list, const char *between, const char *name) {
    char shown[48], more[64];
    name_show(shown, sizeof shown, name);
    bool blank = *name == ' ' || (*name && name[strlen(name) - 1] == ' ');
    const char *quote = blank ? "'" : "";
    int length = snprintf(more, sizeof more, "%s%s%s%s", between, quote, shown, quote);
    list->full |= (size_t)length + sizeof "…" > list->room;
    if (list->full)
        return;
    memcpy(list->at, more, (size_t)length + 1);
    list->at += length;
    list->room -= (size_t)length;
}

static const char *column_name(const void *table, size_t index) {
    return ((const shoal_table *)table)->column[index].name;
}

/* The nearest that is not nearer than the last one was, which it follows. */
static size_t next_nearest(const shoal_table *table, const char *wrong, size_t *least,
                           size_t last) {
    size_t found = table->columns, best = SIZE_MAX;
    for (size_t i = 0; i < table->columns; i++) {
        size_t distance = name_distance(wrong, table->column[i].name);
        bool behind = distance > *least || (distance == *least && (last == SIZE_MAX || i > last));
        if (behind && distance < best) {
            best = distance;
            found = i;
        }
    }
    *least = best;
    return found;
}

static void list_nearest(name_list *list, const shoal_table *table, const char *wrong) {
    size_t least = 0, last = SIZE_MAX;
    for (int shown = 0; shown < NEAREST_SHOWN && !list->full; shown++) {
        last = next_nearest(table, wrong, &least, last);
        if (last < table->columns)
            list_add(list, shown ? ", " : "", table->column[last].name);
    }
}

static void list_all(name_list *list, const shoal_table *table) {
    for (size_t i = 0; i < table->columns && !list->full; i++)
        list_add(list, i ? ", " : "", table->column[i].name);
}

/* All columns where they fit, else the nearest. */
static void hint_columns(char *at, size_t room, const shoal_table *table, const char *wrong,
                         bool capital) {
    int used = snprintf(at, room, "%ct has ", capital ? 'I' : 'i');
    name_list list = {at + used, room - (size_t)used, false};
    list_all(&list, table);
    if (!list.full)
        return;
    used = snprintf(at, room, "%cf its %zu columns the nearest are ", capital ? 'O' : 'o',
                    table->columns);
    list = (name_list){at + used, room - (size_t)used, false};
    list_nearest(&list, table, wrong);
}

absent_column table_absent(const shoal_table *table, const char *name) {
    absent_column out;
    char near[48];
    size_t nearest = name_nearest(name, column_name, table, table->columns);
    int used = 0;
    name_show(out.name, sizeof out.name, name);
    if (nearest < table->columns) {
        name_show(near, sizeof near, table->column[nearest].name);
        used = snprintf(out.hint, sizeof out.hint, "did you mean '%s'? ", near);
    }
    hint_columns(out.hint + used, sizeof out.hint - (size_t)used, table, name, used > 0);
    return out;
}

shoal_table *shoal_table_share(const shoal_table *table) {
    shoal_table *shared = (shoal_table *)table;
    if (shared)
        atomic_fetch_add(&shared->shares, 1);
    return shared;
}

void table_drop_values(shoal_table *table, size_t index) {
    column *of = &table->column[index];
    if (!of->borrowed)
        memory_free(of->codes.data);
    memory_free(of->values.bytes);
    memory_free(of->values.offsets);
    of->codes = (codes){.width = of->codes.width};
    of->values = (dictionary){0};
    of->kept = of->borrowed = false;
}

void shoal_table_free(shoal_table *table) {
    if (!table || atomic_fetch_sub(&table->shares, 1) > 0)
        return;
    for (size_t i = 0; i < table->columns; i++) {
        column *column_of = &table->column[i];
        memory_free(column_of->name);
        if (!column_of->borrowed)
            memory_free(column_of->codes.data);
        memory_free(column_of->values.bytes);
        memory_free(column_of->values.offsets);
        memory_free(column_of->counts);
        memory_free(column_of->counted);
        column_origin_free(column_of->origin);
    }
    if (table->let_go)
        table->let_go(table->held);
    memory_free(table->column);
    memory_free(table->times);
    memory_free(table);
}
