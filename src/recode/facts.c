#include "recode/facts.h"

#include "base/text.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>

static void add(fact_list *to, fact added) {
    if (to->failed ||
        !memory_grow((void **)&to->each, &to->capacity, to->count + 1, sizeof *to->each)) {
        to->failed = true;
        return;
    }
    added.shown = added.kind != FACT_TEXT || !added.text;
    added.of_rows = added.kind == FACT_NUMBER;
    to->each[to->count++] = added;
}

void facts_number(fact_list *to, const char *key, double value) {
    add(to, (fact){.kind = FACT_NUMBER, .key = key, .number = value});
}

void facts_count(fact_list *to, const char *key, uint64_t value) {
    add(to, (fact){.kind = FACT_COUNT, .key = key, .count = value});
}

void facts_text(fact_list *to, const char *key, const char *value) {
    add(to, (fact){.kind = FACT_TEXT, .key = key, .text = value});
}

void facts_flag(fact_list *to, const char *key, bool value) {
    add(to, (fact){.kind = FACT_FLAG, .key = key, .flag = value});
}

void facts_show(fact_list *to) {
    if (to->count > 0 && !to->failed)
        to->each[to->count - 1].shown = true;
}

void facts_hide(fact_list *to) {
    if (to->count > 0 && !to->failed)
        to->each[to->count - 1].shown = false;
}

void facts_of_rows(fact_list *to) {
    if (to->count > 0 && !to->failed)
        to->each[to->count - 1].of_rows = true;
}

void facts_open(fact_list *to, fact_kind kind, const char *key) {
    assert(kind == FACT_OBJECT || kind == FACT_LIST);
    add(to, (fact){.kind = kind, .key = key});
}

void facts_end(fact_list *to) {
    add(to, (fact){.kind = FACT_END});
}

void facts_free(fact_list *list) {
    memory_free(list->each);
    *list = (fact_list){0};
}

void recoding_facts_close(recoding_facts *facts) {
    for (size_t a = 0; facts->attributes && a < facts->attribute_count; a++)
        facts_free(&facts->attributes[a].result);
    facts_free(&facts->more_metrics);
    facts_free(&facts->result);
    arena_free(&facts->memory);
    *facts = (recoding_facts){0};
}

const char *facts_print(recoding_facts *facts, const char *format, ...) {
    va_list values;
    va_start(values, format);
    int length = vsnprintf(NULL, 0, format, values);
    va_end(values);
    char *made = length < 0 ? NULL : arena_new(&facts->memory, (size_t)length + 1, 1);
    if (!made) {
        facts->failed = true;
        return "";
    }
    va_start(values, format);
    vsnprintf(made, (size_t)length + 1, format, values);
    va_end(values);
    return made;
}

bool facts_table_open(recoding_facts *facts, fact_table *table, size_t rows) {
    assert(table->columns > 0 && table->columns <= FACT_COLUMNS);
    table->cell = arena_zero(&facts->memory, rows * table->columns, sizeof *table->cell);
    table->rows = table->cell ? rows : 0;
    return table->cell != NULL;
}

bool recoding_facts_whole(const recoding_facts *facts) {
    bool whole = !facts->failed && !facts->more_metrics.failed && !facts->result.failed;
    for (size_t a = 0; whole && a < facts->attribute_count; a++)
        whole = !facts->attributes[a].result.failed;
    return whole;
}
