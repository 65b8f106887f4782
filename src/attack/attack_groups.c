/* Rows of a release by class and unchanged cells, so that those of a person are found at once. */
#include "attack/attack_parts.h"

#include <string.h>

/* What is looked up: a row of the release, or of people in a class. */
typedef struct sought {
    uint32_t class;
    const attack_people *people; /* NULL: the row is the release's */
    size_t row;
} sought;

static uint32_t cell_of(const attack_groups *in, const sought *of, size_t column) {
    return of->people ? attack_cell(of->people, column, of->row)
                      : codes_get(in->release->same[column].cells, of->row);
}

/* False: the row has a cell that no row of the release has. */
static bool key_of(uint64_t *out, const attack_groups *in, const sought *of) {
    uint64_t key = in->classed ? hash_mix((uint64_t)of->class + 1) : 0;
    for (size_t c = 0; c < in->release->same_count; c++) {
        if (!in->used[c])
            continue;
        uint32_t cell = cell_of(in, of, c);
        if (cell == ATTACK_NONE)
            return false;
        key = hash_mix(key + cell + 1) + c;
    }
    *out = hash_mix(key);
    return true;
}

static bool is_of(const attack_groups *in, uint32_t group, const sought *of) {
    uint32_t row = in->first_row[group];
    if (in->classed && in->release->class_of[row] != of->class)
        return false;
    for (size_t c = 0; c < in->release->same_count; c++)
        if (in->used[c] && codes_get(in->release->same[c].cells, row) != cell_of(in, of, c))
            return false;
    return true;
}

/* Where the group is, or would be. */
static size_t place_of(const attack_groups *in, uint64_t key, const sought *of) {
    size_t at = key & in->place_mask;
    while (in->places[at] != ATTACK_NONE && !is_of(in, in->places[at], of))
        at = (at + 1) & in->place_mask;
    return at;
}

static void add_row(attack_groups *to, size_t row) {
    sought of = {.class = to->release->class_of[row], .row = row};
    uint64_t key;
    to->group_of[row] = ATTACK_NONE;
    if (of.class > to->release->classes || !key_of(&key, to, &of))
        return;
    size_t at = place_of(to, key, &of);
    if (to->places[at] == ATTACK_NONE) {
        to->places[at] = (uint32_t)to->count;
        to->first_row[to->count] = (uint32_t)row;
        to->rows[to->count++] = 0;
    }
    to->group_of[row] = to->places[at];
    to->rows[to->places[at]]++;
    to->all++;
}

bool attack_groups_open(attack_groups *out, const attack_release *release, const bool *used,
                        bool classed) {
    size_t mask = 1;
    while (mask < release->rows + release->rows / 2)
        mask = 2 * mask + 1;
    *out = (attack_groups){.release = release,
                           .used = used,
                           .classed = classed,
                           .group_of = memory_new(release->rows, sizeof *out->group_of),
                           .first_row = memory_new(release->rows, sizeof *out->first_row),
                           .rows = memory_new(release->rows, sizeof *out->rows),
                           .places = memory_new(mask + 1, sizeof *out->places),
                           .place_mask = mask};
    if (!out->group_of || !out->first_row || !out->rows || !out->places)
        return false;
    memset(out->places, 0xff, (mask + 1) * sizeof *out->places);
    for (size_t row = 0; row < release->rows; row++)
        add_row(out, row);
    return true;
}

void attack_groups_close(attack_groups *made) {
    memory_free(made->group_of);
    memory_free(made->first_row);
    memory_free(made->rows);
    memory_free(made->places);
    *made = (attack_groups){0};
}

uint32_t attack_groups_find(const attack_groups *in, uint32_t class, const attack_people *of,
                            size_t row) {
    sought wanted = {class, of, row};
    uint64_t key;
    return key_of(&key, in, &wanted) ? in->places[place_of(in, key, &wanted)] : ATTACK_NONE;
}
