#include "boxes/box_mondrian_parts.h"
#include "base/hash.h"

#include <string.h>

/* ---- Measuring ------------------------------------------------------------------------------- */

static void find_sets(const box_mondrian *m, uint64_t *set, mondrian_part part) {
    for (size_t s = 0; s < m->sets; s++) {
        size_t a = m->set_attribute[s];
        set[a] = 0;
        for (size_t i = 0; i < part.count; i++)
            set[a] |= (uint64_t)1 << part_position(m, part.tuple[i], a);
    }
}

int64_t part_measure(const box_mondrian *m, mondrian_worker *worker, mondrian_part part) {
    worker->rows = 0;
    for (size_t i = 0; i < part.count; i++)
        worker->rows += part_copies(m, part.tuple[i]);
    for (size_t c = 0; c < m->chunks; c++) {
        part_lanes low = m->position[part.tuple[0] * m->chunks + c], high = low;
        for (size_t i = 1; i < part.count; i++) {
            part_lanes each = m->position[part.tuple[i] * m->chunks + c];
            low = lanes_least(low, each);
            high = lanes_most(high, each);
        }
        worker->low[c] = low;
        worker->high[c] = high;
    }
    lanes_unpack(worker->hull.least, worker->low, m->of->attributes);
    lanes_unpack(worker->hull.most, worker->high, m->of->attributes);
    if (m->sets)
        find_sets(m, worker->hull.set, part);
    return box_row_cost(m->work->costs, &worker->hull) * (int64_t)worker->rows;
}

static void mix_key(mondrian_key *key, const void *from, size_t bytes) {
    const char *at = from;
    for (size_t i = 0; i + 8 <= bytes; i += 8) {
        uint64_t word;
        memcpy(&word, at + i, 8);
        key->first = hash_word(key->first ^ word);
        key->second = hash_mix(key->second + word) + 0x9e3779b97f4a7c15u;
    }
}

mondrian_key part_key(const box_mondrian *m, const mondrian_worker *worker, int level) {
    mondrian_key key = {hash_mix((uint64_t)level + 1), hash_mix((uint64_t)level + 101)};
    mix_key(&key, worker->low, m->chunks * sizeof *worker->low);
    mix_key(&key, worker->high, m->chunks * sizeof *worker->high);
    for (size_t s = 0; s < m->sets; s++)
        mix_key(&key, &worker->hull.set[m->set_attribute[s]], sizeof(uint64_t));
    key.second |= (uint64_t)1 << 63; /* 0 is a free place */
    return key;
}

bool part_holds(const box_mondrian *m, mondrian_worker *worker, const uint32_t *tuple, size_t count,
                uint64_t rows) {
    const box_table *of = m->of;
    if (rows < of->k || !of->rule)
        return rows >= of->k;
    for (size_t i = 0; i < count; i++)
        worker->listed[i] = m->original[tuple[i]];
    return of->rule(of->rule_context, worker->listed, count, worker->number);
}

/* ---- Dividing -------------------------------------------------------------------------------- */

bool divider_of_tree(const box_mondrian *m, size_t attribute, uint32_t least, uint32_t most,
                     mondrian_divider *out) {
    const mondrian_tree *tree = &m->tree[attribute];
    uint32_t size = m->of->attribute[attribute].size;
    for (uint32_t d = 1; d < tree->depths; d++) {
        const uint16_t *row = tree->number + (size_t)d * size;
        if (row[least] == row[most])
            continue;
        *out = (mondrian_divider){.attribute = attribute,
                                  .row = row,
                                  .base = row[least],
                                  .parts = (size_t)(row[most] - row[least]) + 1};
        return true;
    }
    return false;
}

mondrian_divider divider_of_cut(const box_mondrian *m, uint32_t cut, mondrian_part part) {
    size_t attribute = cut_attribute(cut);
    mondrian_divider by = {.attribute = attribute, .at = cut & 0xffff, .parts = 2};
    if (m->tree[attribute].depths == 0) {
        by.one = m->of->attribute[attribute].shape == BOX_SET && by.at >= BOX_MOST_SET;
        by.at -= by.one ? BOX_MOST_SET : 0;
        return by;
    }
    uint32_t least = UINT32_MAX, most = 0;
    for (size_t i = 0; i < part.count; i++) {
        uint32_t p = part_position(m, part.tuple[i], attribute);
        least = p < least ? p : least;
        most = p > most ? p : most;
    }
    divider_of_tree(m, attribute, least, most, &by);
    return by;
}

void part_arrange(const box_mondrian *m, mondrian_worker *worker, const mondrian_divider *by,
                  mondrian_part part) {
    size_t *start = worker->start;
    memset(start, 0, (by->parts + 1) * sizeof *start);
    for (size_t i = 0; i < part.count; i++)
        start[divider_part(m, by, part.tuple[i]) + 1]++;
    for (size_t p = 1; p <= by->parts; p++)
        start[p] += start[p - 1];
    for (size_t i = 0; i < part.count; i++)
        worker->sorted[start[divider_part(m, by, part.tuple[i])]++] = part.tuple[i];
    memcpy(part.tuple, worker->sorted, part.count * sizeof *part.tuple);
}

mondrian_part part_next(const box_mondrian *m, const mondrian_divider *by, mondrian_part *rest) {
    mondrian_part next = {rest->tuple, 1};
    size_t number = divider_part(m, by, rest->tuple[0]);
    while (next.count < rest->count && divider_part(m, by, rest->tuple[next.count]) == number)
        next.count++;
    rest->tuple += next.count;
    rest->count -= next.count;
    return next;
}
