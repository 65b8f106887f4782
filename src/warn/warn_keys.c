/* Keys of persons that differ only in how they are written: what passes for several persons may be
 * one, who is then hidden among fewer than k. Only the distinct values of the key's columns are
 * folded, and only where a look at them does not rule out that two are alike. */
#include "base/hash.h"
#include "bind/roles.h"
#include "recognize/key_fold.h"
#include "warn/warn.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A row without a person (RULE_NONE). */
#define NOBODY UINT32_MAX

/* The values of a large dictionary are compared in parts, so that the room for them stays small. */
#define PART_VALUES ((size_t)1 << 18)
#define MOST_PARTS 64

/* A column of the key. */
typedef struct key_column {
    const column *of;
    bool alike;      /* some of its values may be */
    bool *missing;   /* [values] */
    uint32_t *group; /* [values] the first code that is alike; NULL: no two are */
    bool *joined;    /* [values] another is alike */
} key_column;

typedef struct key_run {
    const warn_columns_of *of;
    key_column *each; /* [columns] */
    size_t columns;
} key_run;

/* ---- Values that are alike ------------------------------------------------------------------- */

static bool looks_alike(const dictionary *values) {
    key_looks looks = {.length = 0};
    for (uint32_t code = 0; code < values->size; code++)
        key_looks_add(&looks, dictionary_text(values, code), dictionary_length(values, code));
    return key_looks_alike(&looks);
}

static size_t longest(const dictionary *values) {
    size_t most = 0;
    for (uint32_t code = 0; code < values->size; code++)
        most = dictionary_length(values, code) > most ? dictionary_length(values, code) : most;
    return most;
}

/* 0: the value is missing, and like no other. */
static uint64_t *fold_values(const key_column *to) {
    const dictionary *values = &to->of->values;
    uint64_t *key = memory_new(values->size, sizeof *key);
    char *room = memory_new(key_fold_room(longest(values)), 1);
    for (uint32_t code = 0; key && room && code < values->size; code++) {
        size_t length =
            key_fold(room, dictionary_text(values, code), dictionary_length(values, code));
        uint64_t hash = hash_mix(hash_bytes(room, length));
        key[code] = to->missing[code] ? 0 : hash | (hash == 0);
    }
    if (!room) {
        memory_free(key);
        key = NULL;
    }
    memory_free(room);
    return key;
}

static size_t part_of(uint64_t key, size_t parts) {
    return (size_t)(((key >> 32) * parts) >> 32);
}

/* Room for the largest part, at most half full. */
static size_t find_room(const uint64_t *key, size_t values, size_t parts) {
    size_t filled[MOST_PARTS] = {0}, most = 0, room = 16;
    for (size_t code = 0; code < values; code++)
        filled[part_of(key[code], parts)] += key[code] != 0;
    for (size_t part = 0; part < parts; part++)
        most = filled[part] > most ? filled[part] : most;
    while (room < 2 * most)
        room *= 2;
    return room;
}

/* The first code that was put in with that key. */
static uint32_t put(uint32_t *slots, size_t room, const uint64_t *key, uint32_t code) {
    size_t at = (size_t)key[code] & (room - 1);
    while (slots[at] != NOBODY && key[slots[at]] != key[code])
        at = (at + 1) & (room - 1);
    if (slots[at] == NOBODY)
        slots[at] = code;
    return slots[at];
}

static void group_part(key_column *to, uint32_t *slots, size_t room, const uint64_t *key,
                       size_t part, size_t parts) {
    for (size_t at = 0; at < room; at++)
        slots[at] = NOBODY;
    for (uint32_t code = 0; code < to->of->values.size; code++) {
        if (key[code] == 0 || part_of(key[code], parts) != part)
            continue;
        uint32_t first = put(slots, room, key, code);
        to->group[code] = first;
        to->joined[code] |= first != code;
        to->joined[first] |= first != code;
    }
}

static bool group_values(key_column *to) {
    size_t values = to->of->values.size, parts = values / PART_VALUES + 1;
    uint64_t *key = fold_values(to);
    parts = parts > MOST_PARTS ? MOST_PARTS : parts;
    size_t room = key ? find_room(key, values, parts) : 1;
    uint32_t *slots = memory_new(room, sizeof *slots);
    to->group = memory_new(values, sizeof *to->group);
    to->joined = memory_zero(values, sizeof *to->joined);
    bool made = key && slots && to->group && to->joined;
    for (uint32_t code = 0; made && code < values; code++)
        to->group[code] = code;
    for (size_t part = 0; made && part < parts; part++)
        group_part(to, slots, room, key, part, parts);
    memory_free(key);
    memory_free(slots);
    return made;
}

/* ---- Persons --------------------------------------------------------------------------------- */

/* Whether the row's key has a value that another is alike, and what the key is then: equal where
 * all of its values are alike. */
static bool find_key(uint64_t *out, const key_run *run, size_t row) {
    bool joined = false;
    *out = 0;
    for (size_t i = 0; i < run->columns; i++) {
        const key_column *each = &run->each[i];
        uint32_t code = codes_get(&each->of->codes, row);
        if (each->missing[code])
            return false;
        joined |= each->joined && each->joined[code];
        *out = hash_mix(*out ^ hash_word((each->group ? each->group[code] : code) + i + 1));
    }
    return joined;
}

static int by_key(const void *one, const void *other) {
    const uint64_t *a = one, *b = other;
    return (*a > *b) - (*a < *b);
}

/* Persons whose key is another's. */
static uint64_t count_repeated(uint64_t *key, size_t count) {
    uint64_t repeated = 0;
    if (count > 1)
        qsort(key, count, sizeof *key, by_key);
    for (size_t i = 1; i < count; i++)
        repeated += key[i] == key[i - 1];
    return repeated;
}

/* Lists the keys of persons of whom another may be alike; NULL: only counts them. */
static size_t list_keys(uint64_t *key, bool *seen, const key_run *run) {
    const warn_columns_of *of = run->of;
    size_t count = 0;
    memset(seen, 0, of->persons * sizeof *seen);
    for (size_t row = 0; row < of->table->rows; row++) {
        uint32_t person = of->person_of[row];
        uint64_t found;
        if (person == NOBODY || seen[person])
            continue;
        seen[person] = true;
        if (!find_key(&found, run, row))
            continue;
        if (key)
            key[count] = found;
        count++;
    }
    return count;
}

static bool count_fewer(uint64_t *out, const key_run *run) {
    bool *seen = memory_new(run->of->persons, sizeof *seen);
    size_t count = seen ? list_keys(NULL, seen, run) : 0;
    uint64_t *key = memory_new(count, sizeof *key);
    bool made = seen && key;
    if (made)
        *out = count_repeated(key, list_keys(key, seen, run));
    memory_free(seen);
    memory_free(key);
    return made;
}

/* ---------------------------------------------------------------------------------------------- */

/* The names of the columns, as far as they fit. */
static void name_columns(char *out, size_t size, const key_run *run) {
    size_t used = 0;
    *out = '\0';
    for (size_t i = 0; i < run->columns && used < size; i++)
        used += (size_t)snprintf(out + used, size - used, "%s%.40s", i > 0 ? ", " : "",
                                 run->each[i].of->name);
}

/* Without an example: keys of persons are in no result. */
static void tell(warning_list *out, const key_run *run, uint64_t fewer) {
    char names[100];
    name_columns(names, sizeof names, run);
    warnings_add(out, warning_persons_alike, run->columns == 1 ? run->each[0].of->name : NULL,
                 "the keys of persons (%s) are those of %" PRIu64 " persons instead of %" PRIu64
                 " if capitals, blanks around them, characters that do not show and zeros at their "
                 "beginning make no difference",
                 names, run->of->persons - fewer, run->of->persons);
    warnings_count(out, "persons", run->of->persons);
    warnings_count(out, "fewer", fewer);
}

static bool look(warning_list *out, key_run *run) {
    bool alike = false, any;
    uint64_t fewer = 0;
    for (size_t i = 0; i < run->columns; i++) {
        run->each[i].alike = looks_alike(&run->each[i].of->values);
        alike |= run->each[i].alike;
    }
    for (size_t i = 0; alike && i < run->columns; i++) {
        key_column *each = &run->each[i];
        each->missing = roles_missing_codes(run->of->plan, each->of, &any);
        if (!each->missing || (each->alike && !group_values(each)))
            return false;
    }
    if (alike && !count_fewer(&fewer, run))
        return false;
    if (fewer > 0)
        tell(out, run, fewer);
    return true;
}

static bool list_columns(key_run *run) {
    const shoal_table *table = run->of->table;
    run->each = memory_zero(table->columns, sizeof *run->each);
    for (size_t i = 0; run->each && i < table->columns; i++)
        if (table->column[i].kept &&
            plan_role_of(run->of->plan, table->column[i].name) == ROLE_PERSON)
            run->each[run->columns++].of = &table->column[i];
    return run->each != NULL;
}

shoal_status warn_keys(warning_list *out, const warn_columns_of *of, shoal_error *error) {
    key_run run = {.of = of};
    if (!of->person_of)
        return SHOAL_OK;
    bool made = list_columns(&run) && look(out, &run);
    for (size_t i = 0; i < run.columns; i++) {
        memory_free(run.each[i].missing);
        memory_free(run.each[i].group);
        memory_free(run.each[i].joined);
    }
    memory_free(run.each);
    return made && !out->failed ? SHOAL_OK : status_no_memory(error);
}
