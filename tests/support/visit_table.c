#include "support/visit_table.h"

#include "base/memory.h"
#include "base/text.h"
#include "files/pending_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint32_t below(random_stream *stream, size_t bound) {
    return (uint32_t)random_below(stream, bound);
}

/* ---- Tables ---------------------------------------------------------------------------------- */

/* The top is one group. */
static void draw_levels(visit_table *out, size_t a, random_stream *stream) {
    out->size[a] = 1 + below(stream, VISIT_VALUES);
    out->height[a] = 1 + (int)below(stream, VISIT_HEIGHT);
    for (uint32_t v = 0; v < out->size[a]; v++) {
        uint32_t before = v > 0 ? out->group[a][1][v - 1] : 0;
        out->group[a][0][v] = v;
        out->group[a][1][v] = out->height[a] == 1 ? 0 : v == 0 ? 0 : before + below(stream, 2);
        out->group[a][2][v] = 0;
    }
}

/* Keys of two parts may share one of them and be different persons. */
static void draw_key(visit_table *out, size_t row, random_stream *stream) {
    uint32_t most = (uint32_t)out->rows;
    uint32_t number = below(stream, 1 + below(stream, most));
    snprintf(out->key[row][0], sizeof **out->key, "%u", out->keys == 1 ? number : number / 4);
    snprintf(out->key[row][1], sizeof **out->key, "%u", number % 4);
    if (below(stream, 12) == 0)
        strcpy(out->key[row][below(stream, out->keys)], "?");
}

static bool is_unknown(const visit_table *table, size_t row) {
    return strcmp(table->key[row][0], "?") == 0 ||
           (table->keys == 2 && strcmp(table->key[row][1], "?") == 0);
}

static bool is_same_key(const visit_table *table, size_t r, size_t s) {
    return strcmp(table->key[r][0], table->key[s][0]) == 0 &&
           (table->keys == 1 || strcmp(table->key[r][1], table->key[s][1]) == 0);
}

/* A person is named after the first row; whoever is unknown has one row. */
static void find_persons(visit_table *out) {
    for (size_t r = 0; r < out->rows; r++) {
        size_t first = is_unknown(out, r) ? r : 0;
        while (first < r && (is_unknown(out, first) || !is_same_key(out, first, r)))
            first++;
        out->person[r] = (uint32_t)first;
    }
}

/* Codes of the values that occur, in their order: others have no place in a distribution. */
static void find_values(visit_table *out) {
    uint32_t size = 0, code[RULES_CASE_VALUES];
    for (uint32_t v = 0; v < RULES_CASE_VALUES; v++) {
        code[v] = size;
        for (size_t r = 0; r < out->rows; r++)
            if (out->value[r] == v) {
                size++;
                break;
            }
    }
    for (size_t r = 0; r < out->rows; r++)
        out->value[r] = code[out->value[r]];
    out->sensitive.size = size;
    out->sensitive.height = 1;
    for (uint32_t v = 0; v < size; v++)
        out->sensitive.group[0][v] = v;
}

static void draw_row(visit_table *out, size_t row, bool gaps, random_stream *stream) {
    size_t like = row > 0 ? below(stream, row) : 0;
    bool repeats = row > 0 && below(stream, 3) > 0;
    for (size_t a = 0; a < out->attributes; a++) {
        uint32_t drawn = below(stream, 1 + below(stream, out->size[a]));
        bool gap = gaps && below(stream, 12) == 0;
        out->code[row][a] = gap ? out->size[a] : repeats ? out->code[like][a] : drawn;
    }
    out->value[row] = below(stream, 1 + below(stream, RULES_CASE_VALUES));
    draw_key(out, row, stream);
}

void visit_table_draw(visit_table *out, random_stream *stream, bool gaps) {
    *out = (visit_table){.rows = 2 + below(stream, VISIT_ROWS - 1),
                         .attributes = 1 + below(stream, VISIT_QUASI),
                         .keys = 1 + below(stream, 2)};
    for (size_t a = 0; a < out->attributes; a++)
        draw_levels(out, a, stream);
    for (size_t r = 0; r < out->rows; r++)
        draw_row(out, r, gaps, stream);
    find_persons(out);
    find_values(out);
}

static bool has_gap(const visit_table *table, size_t row) {
    for (size_t a = 0; a < table->attributes; a++)
        if (table->code[row][a] == table->size[a])
            return true;
    return false;
}

visit_table visit_table_without_gaps(const visit_table *table) {
    uint8_t kept[VISIT_ROWS];
    for (size_t r = 0; r < table->rows; r++)
        kept[r] = !has_gap(table, r);
    return visit_table_take(table, kept);
}

visit_table visit_table_take(const visit_table *table, const uint8_t *kept) {
    visit_table out = *table;
    out.rows = 0;
    for (size_t r = 0; r < table->rows; r++) {
        if (kept && !kept[r])
            continue;
        memcpy(out.code[out.rows], table->code[r], sizeof *out.code);
        memcpy(out.key[out.rows], table->key[r], sizeof *out.key);
        out.value[out.rows++] = table->value[r];
    }
    find_persons(&out);
    find_values(&out);
    return out;
}

/* ---- Rules ----------------------------------------------------------------------------------- */

static void draw_rule(char *out, size_t room, random_stream *stream) {
    uint32_t percent = 5 + below(stream, 95);
    switch (below(stream, 7)) {
    case 0:
        snprintf(out, room, "l-diversity l=%u", 1 + below(stream, 3));
        return;
    case 1:
        snprintf(out, room, "l-diversity form=entropy l=1.%02u", percent % 100);
        return;
    case 2:
        snprintf(out, room, "l-diversity form=recursive l=2 c=%u", 1 + below(stream, 4));
        return;
    case 3:
        snprintf(out, room, "delta-disclosure delta=%u.%02u", below(stream, 3), percent % 100);
        return;
    case 4:
        snprintf(out, room, "beta-likeness beta=%u.%02u", below(stream, 3), percent % 100);
        return;
    case 5:
        snprintf(out, room, "alpha-k alpha=0.%02u", 30 + percent % 70);
        return;
    default:
        snprintf(out, room, "t-closeness t=0.%02u distance=%s", percent % 100,
                 below(stream, 2) ? "equal" : "ordered");
    }
}

void visit_rules_draw(visit_rules *out, const visit_table *table, random_stream *stream) {
    static const char *const rules[] = {"category", "wildcard", "drop"};
    uint64_t limits[] = {0, table->rows / 10, below(stream, table->rows), table->rows};
    *out = (visit_rules){.k = 1 + below(stream, 1 + below(stream, 6)),
                         .limit = limits[below(stream, 4)],
                         .missing = rules[below(stream, 3)],
                         .rules = below(stream, 2) * below(stream, VISIT_RULES + 1)};
    for (size_t i = 0; i < out->rules; i++) {
        draw_rule(out->text[i], sizeof *out->text, stream);
        if (privacy_rule_parse(&out->rule[i], out->text[i], NULL) != SHOAL_OK)
            abort();
    }
}

/* ---- Files ----------------------------------------------------------------------------------- */

static void write_text(text *content, const char *path) {
    if (content->failed || file_write_whole(path, content->bytes, content->length, NULL))
        abort();
    text_free(content);
}

/* value;group;*, or value;* */
static void write_hierarchy(const visit_table *table, size_t a) {
    text out = {0};
    char path[32];
    for (uint32_t v = 0; v < table->size[a]; v++) {
        text_format(&out, "%u", 10 + v);
        if (table->height[a] == 2)
            text_format(&out, ";g%u", table->group[a][1][v]);
        text_add_string(&out, ";*\n");
    }
    snprintf(path, sizeof path, "h%zu.csv", a);
    write_text(&out, path);
}

void visit_table_write(const visit_table *table) {
    text out = {0};
    text_add_string(&out, table->keys == 2 ? "p0,p1" : "p0");
    for (size_t a = 0; a < table->attributes; a++)
        text_format(&out, ",q%zu", a);
    text_add_string(&out, ",s\n");
    for (size_t r = 0; r < table->rows; r++) {
        text_add_string(&out, table->key[r][0]);
        if (table->keys == 2)
            text_format(&out, ",%s", table->key[r][1]);
        for (size_t a = 0; a < table->attributes; a++)
            if (table->code[r][a] == table->size[a])
                text_add_string(&out, ",?");
            else
                text_format(&out, ",%u", 10 + table->code[r][a]);
        text_format(&out, ",%u\n", 100 + table->value[r]);
    }
    write_text(&out, "table.csv");
    for (size_t a = 0; a < table->attributes; a++)
        write_hierarchy(table, a);
}

static void set(shoal_plan *plan, const char *key, const char *value) {
    shoal_error error = {0};
    if (shoal_plan_set(plan, key, value, &error) != SHOAL_OK) {
        fprintf(stderr, "%s: %s\n", key, error.message);
        abort();
    }
}

static void set_number(shoal_plan *plan, const char *key, double value) {
    char written[32];
    snprintf(written, sizeof written, "%.17g", value);
    set(plan, key, written);
}

static void set_columns(shoal_plan *plan, const visit_table *table, bool hierarchies) {
    set(plan, "attributes.p0.role", "person");
    if (table->keys == 2)
        set(plan, "attributes.p1.role", "person");
    set(plan, "attributes.s.role", "sensitive");
    for (size_t a = 0; a < table->attributes; a++) {
        char key[60], path[32];
        snprintf(key, sizeof key, "attributes.q%zu.role", a);
        set(plan, key, "quasi");
        snprintf(key, sizeof key, "attributes.q%zu.hierarchy", a);
        snprintf(path, sizeof path, "h%zu.csv", a);
        if (hierarchies)
            set(plan, key, path);
    }
}

/* The limit lies between two whole rows, so that no rounding decides. */
shoal_plan *visit_plan_new(const visit_table *table, const visit_rules *rules,
                           const char *recoding) {
    shoal_plan *plan;
    size_t rows =
        strcmp(rules->missing, "drop") == 0 ? visit_table_without_gaps(table).rows : table->rows;
    double limit = rows ? ((double)rules->limit + 0.5) / (double)rows : 1;
    if (shoal_plan_new(&plan, NULL) != SHOAL_OK)
        abort();
    set(plan, "recoding", recoding);
    set_columns(plan, table, strcmp(recoding, "lattice") == 0);
    set_number(plan, "privacy.k", (double)rules->k);
    set_number(plan, "suppression", limit < 1 ? limit : 1);
    set(plan, "missing.rule", rules->missing);
    set(plan, "order", "input"); /* row by row, as in the table */
    char models[200] = "";
    for (size_t i = 0; i < rules->rules; i++)
        snprintf(models + strlen(models), sizeof models - strlen(models), "%s%s", i ? "; " : "",
                 rules->text[i]);
    if (rules->rules)
        set(plan, "privacy.models", models);
    return plan;
}

/* ---- Judging rows by their cells ------------------------------------------------------------- */

static bool is_same(const oracle_rows *rows, size_t r, size_t s) {
    for (size_t a = 0; a < rows->attributes; a++)
        if (oracle_cell(rows, r, a) != oracle_cell(rows, s, a))
            return false;
    return true;
}

static bool keeps_rules(const oracle_rows *rows, const visit_table *table, const visit_rules *rules,
                        size_t row) {
    bool here[VISIT_ROWS] = {0};
    for (size_t r = 0; r < rows->rows; r++)
        here[r] = is_same(rows, r, row);
    constrained_rows sensitive = table->sensitive;
    uint32_t values[VISIT_ROWS];
    sensitive.value = memcpy(values, table->value, sizeof values);
    judged_class class = judge_rows(&sensitive, table->person, rows->rows, here);
    for (size_t i = 0; i < rules->rules; i++)
        if (!judged_class_keeps(&class, &rules->rule[i]))
            return false;
    return true;
}

static void find_smallest(const oracle_rows *rows, visit_answer *out) {
    for (size_t r = 0; r < rows->rows; r++) {
        out->suppressed += rows->suppressed[r];
        if (rows->suppressed[r])
            continue;
        if (out->k_eff == 0 || rows->matching[r] < out->k_eff)
            out->k_eff = rows->matching[r];
        if (out->k_eff_rows == 0 || rows->same[r] < out->k_eff_rows)
            out->k_eff_rows = rows->same[r];
    }
}

/* ---- Nodes ----------------------------------------------------------------------------------- */

/* (P - 1) / (N - 1), of the values that occur. */
static double cell_loss(const visit_table *table, size_t a, const uint32_t *group, uint32_t shown) {
    bool occurs[VISIT_VALUES] = {0};
    double covered = 0, domain = 0;
    for (size_t r = 0; r < table->rows; r++)
        occurs[table->code[r][a]] = true;
    for (uint32_t v = 0; v < table->size[a]; v++) {
        domain += occurs[v];
        covered += occurs[v] && group[v] == shown;
    }
    return domain > 1 ? (covered - 1) / (domain - 1) : 0;
}

static void measure(visit_answer *out, const visit_table *table, const oracle_rows *rows,
                    const uint8_t *node) {
    for (size_t a = 0; a < table->attributes; a++) {
        out->precision += (double)node[a] / table->height[a] / (double)table->attributes;
        for (size_t r = 0; r < table->rows; r++)
            out->loss += rows->suppressed[r] ? 1
                                             : cell_loss(table, a, table->group[a][node[a]],
                                                         oracle_cell(rows, r, a));
    }
    out->loss /= (double)(table->rows * table->attributes);
    out->dm = oracle_dm(rows);
}

visit_answer visit_node_judge(const visit_table *table, const visit_rules *rules,
                              const uint8_t *node) {
    visit_answer out = {.feasible = false};
    oracle_rows rows;
    oracle_rows_open(&rows, table->rows, table->attributes, false, rules->k);
    rows.person = table->person;
    for (size_t a = 0; a < table->attributes; a++)
        for (size_t r = 0; r < table->rows; r++)
            rows.cell[r * table->attributes + a] = table->group[a][node[a]][table->code[r][a]];
    for (size_t r = 0; r < table->rows; r++)
        rows.suppressed[r] = !keeps_rules(&rows, table, rules, r);
    oracle_rows_suppress(&rows);
    find_smallest(&rows, &out);
    measure(&out, table, &rows, node);
    out.feasible =
        out.suppressed <= rules->limit && (rules->rules == 0 || out.suppressed < table->rows);
    oracle_rows_free(&rows);
    return out;
}

/* ---- Releases -------------------------------------------------------------------------------- */

static int64_t column_named(const shoal_table *release, const char *name) {
    for (int64_t i = 0; i < shoal_table_columns(release); i++)
        if (strcmp(shoal_table_column_name(release, i), name) == 0)
            return i;
    return -1;
}

/* A cell is known by the first row that has the same text. */
static void read_column(oracle_rows *rows, const shoal_table *release, size_t a, int64_t from) {
    rows->missing[a] = UINT32_MAX;
    for (size_t r = 0; r < rows->rows; r++) {
        const char *cell = shoal_table_value(release, (int64_t)r, from);
        size_t first = 0;
        while (strcmp(shoal_table_value(release, (int64_t)first, from), cell) != 0)
            first++;
        rows->cell[r * rows->attributes + a] = (uint32_t)first;
        if (strcmp(cell, "?") == 0)
            rows->missing[a] = (uint32_t)first;
        rows->suppressed[r] &= strcmp(cell, "*") == 0;
    }
}

/* Rows of stars are a class, too. */
static uint64_t suppressed_persons(const oracle_rows *rows, const visit_table *table) {
    uint64_t persons = 0;
    for (size_t r = 0; r < rows->rows; r++) {
        bool first = rows->suppressed[r];
        for (size_t s = 0; first && s < r; s++)
            first = !(rows->suppressed[s] && table->person[s] == table->person[r]);
        persons += first;
    }
    return persons;
}

static const char *judge_cells(const visit_table *table, const visit_rules *rules,
                               oracle_rows *rows, visit_answer *out) {
    uint8_t published[VISIT_ROWS];
    size_t stars = 0;
    for (size_t r = 0; r < rows->rows; r++)
        stars += rows->suppressed[r];
    /* Where everything is generalized to the top, rows of stars are a class. */
    if (stars == rows->rows && stars > rules->limit)
        memset(rows->suppressed, false, rows->rows);
    for (size_t r = 0; r < rows->rows; r++)
        if (!keeps_rules(rows, table, rules, r))
            return rows->suppressed[r] ? "the suppressed rows break a model"
                                       : "a class breaks a model";
    if (stars > 0 && stars < rows->rows && suppressed_persons(rows, table) < rules->k)
        return "the suppressed rows have fewer than k persons";
    memcpy(published, rows->suppressed, rows->rows);
    oracle_rows_suppress(rows);
    find_smallest(rows, out);
    if (memcmp(published, rows->suppressed, rows->rows) != 0)
        return "a class has fewer than k persons";
    return out->suppressed <= rules->limit ? NULL : "too many rows are suppressed";
}

const char *visit_release_judge(const visit_table *table, const visit_rules *rules,
                                const shoal_table *release, visit_answer *out) {
    *out = (visit_answer){.feasible = true};
    if (shoal_table_rows(release) != (int64_t)table->rows)
        return "rows are missing";
    if (column_named(release, "p0") >= 0 || column_named(release, "p1") >= 0)
        return "the person's key is published";
    oracle_rows rows;
    oracle_rows_open(&rows, table->rows, table->attributes, strcmp(rules->missing, "wildcard") == 0,
                     rules->k);
    rows.person = table->person;
    memset(rows.suppressed, true, rows.rows);
    for (size_t a = 0; a < table->attributes; a++) {
        char name[32];
        snprintf(name, sizeof name, "q%zu", a);
        read_column(&rows, release, a, column_named(release, name));
    }
    const char *broken = judge_cells(table, rules, &rows, out);
    oracle_rows_free(&rows);
    return broken;
}

uint64_t visit_group_smallest(const visit_table *table, const shoal_table *release,
                              size_t attribute) {
    char name[32];
    visit_answer found = {.feasible = true};
    oracle_rows rows;
    oracle_rows_open(&rows, table->rows, 1, false, 1);
    rows.person = table->person;
    memset(rows.suppressed, true, rows.rows);
    snprintf(name, sizeof name, "q%zu", attribute);
    read_column(&rows, release, 0, column_named(release, name));
    oracle_rows_suppress(&rows);
    find_smallest(&rows, &found);
    oracle_rows_free(&rows);
    return found.k_eff ? found.k_eff : UINT64_MAX;
}
