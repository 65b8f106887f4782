#include "warn/alone.h"

#include "base/hash.h"
#include "base/memory.h"

#include <string.h>

#define NOBODY UINT32_MAX
#define SEVERAL (UINT32_MAX - 1)

/* The rows of a large table are counted in parts, so that the room for them stays small. */
#define PART_ROWS ((size_t)1 << 18)
#define MOST_PARTS 64

static bool counts(const alone_rows *rows, size_t row) {
    return !rows->kept || rows->kept[row];
}

static uint32_t owner_of(const alone_rows *rows, size_t row) {
    return rows->person_of ? rows->person_of[row] : (uint32_t)row;
}

/* Marks people, and counts those that were not marked before. Without persons no row comes twice.
 */
typedef struct people {
    bool *seen; /* [persons]; NULL: every row is somebody else's */
    uint64_t count;
} people;

static bool people_open(people *out, const alone_rows *rows) {
    *out = (people){0};
    if (rows->person_of)
        out->seen = memory_zero(rows->persons + 1, sizeof *out->seen);
    return !rows->person_of || out->seen;
}

static void people_add(people *to, uint32_t person) {
    if (to->seen && to->seen[person])
        return;
    if (to->seen)
        to->seen[person] = true;
    to->count++;
}

/* ---- One column ------------------------------------------------------------------------------ */

/* A condensed table has no rows yet, but knows how many have each value. */
static void count_condensed(alone_count *out, const column *by, const bool *missing) {
    for (uint32_t code = 0; by->counts && code < by->values.size; code++)
        if (!missing || !missing[code]) {
            out->of += by->counts[code];
            out->alone += by->counts[code] == 1;
        }
}

bool alone_by_column(alone_count *out, const alone_rows *rows, const column *by,
                     const bool *missing) {
    people of, alone;
    *out = (alone_count){0};
    if (rows->table->whole > 0) {
        count_condensed(out, by, missing);
        return true;
    }
    uint32_t *owner = memory_new(by->values.size, sizeof *owner);
    bool made = people_open(&of, rows);
    made &= people_open(&alone, rows) && owner;
    for (uint32_t code = 0; made && code < by->values.size; code++)
        owner[code] = NOBODY;
    for (size_t row = 0; made && row < rows->table->rows; row++) {
        uint32_t code = codes_get(&by->codes, row), person = owner_of(rows, row);
        if (!counts(rows, row) || (missing && missing[code]))
            continue;
        people_add(&of, person);
        if (owner[code] == NOBODY)
            owner[code] = person;
        else if (owner[code] != person)
            owner[code] = SEVERAL;
    }
    for (uint32_t code = 0; made && code < by->values.size; code++)
        if (owner[code] < SEVERAL)
            people_add(&alone, owner[code]);
    *out = (alone_count){of.count, alone.count};
    memory_free(owner);
    memory_free(of.seen);
    memory_free(alone.seen);
    return made;
}

/* ---- Several columns ------------------------------------------------------------------------- */

typedef struct alone_slot {
    uint64_t key; /* 0: free */
    uint32_t owner;
} alone_slot;

static void hash_rows(uint64_t *key, const alone_rows *rows, const column *const *by,
                      size_t columns) {
    size_t count = rows->table->rows;
    memset(key, 0, count * sizeof *key);
    for (size_t c = 0; c < columns; c++)
        for (size_t row = 0; row < count; row++)
            key[row] = hash_mix(key[row] ^ hash_word(codes_get(&by[c]->codes, row) + c + 1));
    for (size_t row = 0; row < count; row++)
        key[row] |= key[row] == 0;
}

static size_t part_of(uint64_t key, size_t parts) {
    return (size_t)(((key >> 32) * parts) >> 32);
}

static void add_row(alone_slot *slots, size_t room, uint64_t key, uint32_t owner) {
    size_t at = (size_t)key & (room - 1);
    while (slots[at].key && slots[at].key != key)
        at = (at + 1) & (room - 1);
    if (!slots[at].key)
        slots[at] = (alone_slot){key, owner};
    else if (slots[at].owner != owner)
        slots[at].owner = SEVERAL;
}

/* Room for the largest part, at most two thirds full. */
static size_t find_room(const uint64_t *key, const alone_rows *rows, size_t parts) {
    size_t filled[MOST_PARTS] = {0}, most = 0, room = 16;
    for (size_t row = 0; row < rows->table->rows; row++)
        filled[part_of(key[row], parts)]++;
    for (size_t part = 0; part < parts; part++)
        most = filled[part] > most ? filled[part] : most;
    while (room < most + most / 2)
        room *= 2;
    return room;
}

static bool count_parts(people *alone, people *of, const uint64_t *key, const alone_rows *rows) {
    size_t count = rows->table->rows, parts = count / PART_ROWS + 1;
    parts = parts > MOST_PARTS ? MOST_PARTS : parts;
    size_t room = find_room(key, rows, parts);
    alone_slot *slots = memory_new(room, sizeof *slots);
    for (size_t part = 0; slots && part < parts; part++) {
        memset(slots, 0, room * sizeof *slots);
        for (size_t row = 0; row < count; row++)
            if (counts(rows, row) && part_of(key[row], parts) == part) {
                people_add(of, owner_of(rows, row));
                add_row(slots, room, key[row], owner_of(rows, row));
            }
        for (size_t at = 0; at < room; at++)
            if (slots[at].key && slots[at].owner != SEVERAL)
                people_add(alone, slots[at].owner);
    }
    memory_free(slots);
    return slots != NULL;
}

bool alone_by_columns(alone_count *out, const alone_rows *rows, const column *const *by,
                      size_t columns) {
    people of, alone;
    uint64_t *key = memory_new(rows->table->rows, sizeof *key);
    bool made = people_open(&of, rows);
    made &= people_open(&alone, rows) && key;
    if (made) {
        hash_rows(key, rows, by, columns);
        made = count_parts(&alone, &of, key, rows);
    }
    *out = (alone_count){of.count, alone.count};
    memory_free(key);
    memory_free(of.seen);
    memory_free(alone.seen);
    return made;
}
