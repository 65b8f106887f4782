#include "measure/tells.h"

#include <assert.h>

bool told_groups_make(told_groups *out, const told_column *by, size_t rows) {
    assert(rows < UINT32_MAX);
    *out = (told_groups){.rows = rows, .size = by->size};
    out->first = memory_zero((size_t)by->size + 2, sizeof *out->first);
    out->row = memory_new(rows, sizeof *out->row);
    if (!out->first || !out->row)
        return false;
    /* Counted one place higher, so that after sorting each code's place holds its begin. */
    for (size_t i = 0; i < rows; i++)
        out->first[by->code[i] + 2]++;
    for (uint32_t code = 0; code < by->size; code++)
        out->first[code + 2] += out->first[code + 1];
    for (size_t i = 0; i < rows; i++)
        out->row[out->first[by->code[i] + 1]++] = (uint32_t)i;
    return true;
}

void told_groups_free(told_groups *groups) {
    memory_free(groups->first);
    memory_free(groups->row);
    *groups = (told_groups){0};
}

/* So many rows differ from the most frequent value at least: no later row changes that. */
static bool too_many(uint32_t differing, uint32_t rows) {
    return (uint64_t)differing * TOLD_AGREEING > rows;
}

bool told_is_certain(const told_groups *groups, uint32_t group, const told_column *column,
                     uint32_t *count) {
    uint32_t begin = groups->first[group], end = groups->first[group + 1], most = 0, at = begin;
    for (; at < end && !too_many(at - begin - most, end - begin); at++) {
        uint32_t now = ++count[column->code[groups->row[at]]];
        most = now > most ? now : most;
    }
    for (uint32_t i = begin; i < at; i++)
        count[column->code[groups->row[i]]] = 0;
    return !too_many(at - begin - most, end - begin);
}

void told_chances_fill(told_chances *out, const told_column *column, size_t rows, uint32_t *count) {
    uint32_t most = 0;
    *out = (told_chances){{0}};
    for (size_t i = 0; i < rows; i++)
        count[column->code[i]]++;
    for (size_t i = 0; i < rows; i++) {
        uint32_t *of = &count[column->code[i]];
        double share = (double)*of / (double)rows, power = share;
        most = *of > most ? *of : most;
        *of = 0;
        for (size_t n = 1; n < TOLD_AGREEING && power > 1e-12; n++, power *= share)
            out->of[n] += power;
    }
    out->of[TOLD_AGREEING] = (uint64_t)(rows - most) * TOLD_AGREEING <= rows ? 1 : 0;
}

telling told_count(const told_groups *by, const told_column *column, const told_chances *chances,
                   const bool *hides, uint32_t *count) {
    telling found = {0};
    for (uint32_t group = 0; group < by->size; group++) {
        uint32_t begin = by->first[group], rows = by->first[group + 1] - begin;
        if (rows < 2)
            continue;
        found.judged += rows;
        found.few += rows < TOLD_MANY ? rows : 0;
        found.chance += rows * chances->of[rows < TOLD_AGREEING ? rows : TOLD_AGREEING];
        if (!told_is_certain(by, group, column, count))
            continue;
        found.certain += rows;
        for (uint32_t i = 0; hides && i < rows; i++)
            found.hidden += hides[by->row[begin + i]];
    }
    return found;
}

/* ---- Narrowing ------------------------------------------------------------------------------- */

static uint32_t count_distinct(const told_groups *groups, uint32_t group, const told_column *column,
                               uint32_t *count) {
    uint32_t begin = groups->first[group], end = groups->first[group + 1], distinct = 0;
    for (uint32_t i = begin; i < end; i++)
        distinct += count[column->code[groups->row[i]]]++ == 0;
    for (uint32_t i = begin; i < end; i++)
        count[column->code[groups->row[i]]] = 0;
    return distinct;
}

/* [labels] how many values each label leaves; NULL: out of memory. */
static uint32_t *count_left(const told_column *label, const told_column *value, size_t rows,
                            uint32_t *count) {
    told_groups groups;
    uint32_t *left = memory_zero((size_t)label->size + 1, sizeof *left);
    bool made = told_groups_make(&groups, label, rows) && left;
    for (uint32_t group = 0; made && group < label->size; group++)
        left[group] = count_distinct(&groups, group, value, count);
    told_groups_free(&groups);
    if (made)
        return left;
    memory_free(left);
    return NULL;
}

bool told_narrowed(uint64_t *out, const told_column *by_label, const told_column *own_label,
                   const told_column *value, size_t rows, uint32_t *count) {
    uint32_t *by_left = count_left(by_label, value, rows, count);
    uint32_t *own_left = by_left ? count_left(own_label, value, rows, count) : NULL;
    *out = 0;
    for (size_t i = 0; own_left && i < rows; i++)
        *out += 2 * (uint64_t)by_left[by_label->code[i]] <= own_left[own_label->code[i]];
    memory_free(by_left);
    memory_free(own_left);
    return own_left != NULL;
}

double telling_gain(const telling *of) {
    double open = (double)of->judged - of->chance;
    double gain = (double)of->certain - of->chance;
    return open <= 1e-9 * (double)of->judged || gain <= 0 ? 0 : gain / open;
}
