#include "support/row_rules.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_VALUES 6

static void *take(size_t count, size_t item) {
    void *made = calloc(count + 1, item);
    if (!made)
        abort();
    return made;
}

/* The last tuple has the rows that were set aside. */
static void fill_ground(tuple_values *out, const uint32_t *value, size_t rows, size_t aside) {
    *out = (tuple_values){.tuples = rows + 1};
    out->first = take(rows + 2, sizeof *out->first);
    out->values = take(rows + aside, sizeof *out->values);
    out->counts = take(rows + aside, sizeof *out->counts);
    for (size_t row = 0; row < rows + aside; row++) {
        out->first[row < rows ? row : rows] = row < rows ? row : rows;
        out->values[row] = value[row];
        out->counts[row] = 1;
    }
    out->first[rows] = rows;
    out->first[rows + 1] = rows + aside;
}

static void fill_column(rule_column *out, const uint32_t *value, uint32_t size, size_t rows,
                        size_t aside) {
    uint64_t *counts = arena_zero(&out->memory, size, sizeof *counts);
    uint32_t *groups = arena_new(&out->memory, 1, sizeof *groups);
    uint32_t **group = arena_new(&out->memory, 1, sizeof *group);
    uint32_t *own = arena_new(&out->memory, size, sizeof *own);
    if (!counts || !groups || !group || !own)
        abort();
    for (size_t row = 0; row < rows + aside; row++)
        counts[value[row]]++;
    for (uint32_t v = 0; v < size; v++)
        own[v] = v;
    groups[0] = size;
    group[0] = own;
    out->domain = (sensitive_values){.name = "illness",
                                     .size = size,
                                     .rows = rows + aside,
                                     .counts = counts,
                                     .height = 1,
                                     .groups = groups,
                                     .group = (const uint32_t *const *)group};
    fill_ground(&out->ground, value, rows, aside);
}

static void draw_rule(bound_rule *out, size_t place, random_stream *stream) {
    char text[80];
    int percent = 5 + (int)random_below(stream, 90);
    switch (random_below(stream, 6)) {
    case 0:
    case 1:
        snprintf(text, sizeof text, "l-diversity l=%d", 1 + (int)random_below(stream, 4));
        break;
    case 2:
        snprintf(text, sizeof text, "l-diversity l=1.%02d form=entropy", percent);
        break;
    case 3:
        snprintf(text, sizeof text, "t-closeness t=0.%02d distance=%s", percent,
                 random_below(stream, 2) ? "equal" : "ordered");
        break;
    case 4:
        snprintf(text, sizeof text, "l-diversity l=2 form=recursive c=%d",
                 1 + (int)random_below(stream, 4));
        break;
    default:
        snprintf(text, sizeof text, "beta-likeness beta=%d.%02d", (int)random_below(stream, 3),
                 percent);
    }
    shoal_error error;
    if (privacy_rule_parse(&out->rule, text, &error) != SHOAL_OK) {
        fprintf(stderr, "%s: %s\n", text, error.message);
        abort();
    }
    out->column = place;
}

void row_rules_draw(row_rules *out, size_t rows, size_t aside, random_stream *stream) {
    *out = (row_rules){.rows = rows, .columns = 1 + random_below(stream, 2)};
    out->made = take(1, sizeof *out->made);
    out->made->target = RULE_NONE;
    out->made->columns = take(out->columns, sizeof *out->made->columns);
    out->made->rules = take(2, sizeof *out->made->rules);
    out->made->column_count = out->columns;
    out->made->rule_count = 1 + random_below(stream, 2);
    for (size_t i = 0; i < out->columns; i++) {
        uint32_t size = 1 + (uint32_t)random_below(stream, MOST_VALUES);
        out->value[i] = take(rows + aside, sizeof **out->value);
        for (size_t row = 0; row < rows + aside; row++)
            out->value[i][row] = (uint32_t)random_below(stream, 1 + random_below(stream, size));
        fill_column(&out->made->columns[i], out->value[i], size, rows, aside);
    }
    for (size_t r = 0; r < out->made->rule_count; r++)
        draw_rule(&out->made->rules[r], random_below(stream, out->columns), stream);
}

void row_rules_free(row_rules *rules) {
    for (size_t i = 0; i < rules->columns; i++)
        free(rules->value[i]);
    bound_rules_close(rules->made);
    *rules = (row_rules){0};
}

bool row_rules_hold(const row_rules *rules, const bool *member) {
    bool holds = true;
    for (size_t r = 0; r < rules->made->rule_count; r++) {
        const bound_rule *rule = &rules->made->rules[r];
        uint32_t counts[MOST_VALUES] = {0}, present[MOST_VALUES];
        model_sum sums[MOST_VALUES];
        class_histogram of = {.counts = counts, .present = present, .scratch = sums};
        for (size_t row = 0; row < rules->rows; row++) {
            counts[rules->value[rule->column][row]] += member[row];
            of.rows += member[row];
        }
        of.members = of.rows;
        for (uint32_t v = 0; v < MOST_VALUES; v++)
            if (counts[v] > 0)
                present[of.distinct++] = v;
        holds &=
            rule->rule.model->holds(&rule->rule, &rules->made->columns[rule->column].domain, &of);
    }
    return holds;
}
