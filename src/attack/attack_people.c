/* Who is attacked, in which order. */
#include "attack/attack_parts.h"

#include <string.h>

/* People of whom the release has no row are not looked for, if it is known who they are. */
static bool *find_released(const attack_people *from, size_t room) {
    bool *made = memory_new(room, sizeof *made);
    if (made)
        memset(made, !from->released, room);
    for (size_t row = 0; made && from->released && row < from->rows; row++)
        if (from->released[row] && attack_counts(from, row))
            made[attack_person(from, row)] = true;
    return made;
}

static void count_rows(attack_targets *out, const attack_people *from, const bool *wanted,
                       size_t room) {
    memset(out->first, 0, (room + 2) * sizeof *out->first);
    for (size_t row = 0; row < from->rows; row++)
        if (attack_counts(from, row) && wanted[attack_person(from, row)])
            out->first[attack_person(from, row) + 1]++;
    for (size_t unit = 0; unit < room; unit++)
        out->first[unit + 1] += out->first[unit];
}

/* People without a row that counts are left out. */
static void place_rows(attack_targets *out, const attack_people *from, const bool *wanted,
                       size_t room, size_t *next) {
    memcpy(next, out->first, room * sizeof *next);
    for (size_t row = 0; row < from->rows; row++)
        if (attack_counts(from, row) && wanted[attack_person(from, row)])
            out->rows[next[attack_person(from, row)]++] = (uint32_t)row;
    for (size_t unit = 0; unit < room; unit++)
        if (out->first[unit + 1] > out->first[unit])
            out->first[out->units++] = out->first[unit];
    out->first[out->units] = out->first[room];
}

static void shuffle(attack_targets *out, uint64_t seed, const char *purpose, size_t most) {
    random_stream stream = random_open(seed, purpose, 0);
    for (size_t unit = 0; unit < out->units; unit++)
        out->turn[unit] = (uint32_t)unit;
    out->drawn = out->units < most ? out->units : most;
    for (size_t i = 0; i < out->drawn; i++) {
        size_t other = i + (size_t)random_below(&stream, out->units - i);
        uint32_t held = out->turn[i];
        out->turn[i] = out->turn[other];
        out->turn[other] = held;
    }
}

bool attack_targets_draw(attack_targets *out, const attack_people *from, uint64_t seed,
                         const char *purpose, size_t most) {
    size_t room = from->person_of ? from->persons : from->rows;
    size_t *next = memory_new(room + 1, sizeof *next);
    bool *wanted = find_released(from, room);
    *out = (attack_targets){.first = memory_new(room + 2, sizeof *out->first),
                            .rows = memory_new(from->rows, sizeof *out->rows),
                            .turn = memory_new(room, sizeof *out->turn)};
    bool fine = next && wanted && out->first && out->rows && out->turn;
    if (fine) {
        count_rows(out, from, wanted, room);
        place_rows(out, from, wanted, room, next);
        shuffle(out, seed, purpose, most);
    }
    memory_free(next);
    memory_free(wanted);
    return fine;
}

void attack_targets_free(attack_targets *made) {
    memory_free(made->first);
    memory_free(made->rows);
    memory_free(made->turn);
    *made = (attack_targets){0};
}

bool attack_people_each(double *sums, uint64_t *attacked, size_t outcomes, const attack_targets *of,
                        uint64_t *work, attack_row *attack, void *context) {
    double *best = memory_new(2 * outcomes, sizeof *best), *one = best ? best + outcomes : NULL;
    *attacked = 0;
    for (size_t o = 0; o < 2 * outcomes; o++)
        sums[o] = 0;
    for (; best && *attacked<of->drawn && * work> 0; ++*attacked) {
        size_t unit = of->turn[*attacked];
        for (size_t o = 0; o < outcomes; o++)
            best[o] = 0;
        for (size_t i = of->first[unit]; i < of->first[unit + 1]; i++) {
            uint64_t done = attack(context, unit, of->rows[i], one);
            *work = *work > done ? *work - done : 0;
            for (size_t o = 0; o < outcomes; o++)
                best[o] = one[o] > best[o] ? one[o] : best[o];
        }
        for (size_t o = 0; o < outcomes; o++) {
            sums[o] += best[o];
            sums[outcomes + o] += best[o] * best[o];
        }
    }
    memory_free(best);
    return best != NULL;
}
