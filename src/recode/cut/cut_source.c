#include "recode/cut/cut_source.h"

#include <assert.h>
#include <string.h>

/* Two columns are joined while their combinations stay below this share of the tuples: tables of
 * combinations are filled anew for every node. */
#define TUPLES_PER_COMBINATION 16
#define FEW_COMBINATIONS 64
/* Pairs are numbered in a table of all pairs that there could be. */
#define MOST_PAIRS ((uint64_t)1 << 18)

void cut_source_free(cut_source *made) {
    arena_free(&made->memory);
    *made = (cut_source){0};
}

static bool open_codes(arena *memory, codes *out, uint32_t combinations, size_t tuples) {
    out->width = combinations <= 0x10000 ? 2 : 4;
    out->data = arena_new(memory, tuples, (size_t)out->width);
    return out->data != NULL;
}

/* ---- Joining columns ----------------------------------------------------------------------- */

typedef struct joining {
    cut_source *source;
    uint32_t *pair_codes; /* [first's combinations * second's] code + 1, or 0 */
    uint32_t *firsts;     /* [code] combination of the first column */
    uint32_t *seconds;
    uint32_t most;
} joining;

/* Numbers the pairs that occur; false when there are more than `most`. */
static bool number_pairs(joining *join, const cut_column *first, const cut_column *second,
                         uint32_t *count) {
    *count = 0;
    for (size_t t = 0; t < join->source->tuples; t++) {
        uint32_t one = codes_get(&first->codes, t);
        uint32_t other = codes_get(&second->codes, t);
        uint32_t *code = &join->pair_codes[(size_t)one * second->combinations + other];
        if (*code)
            continue;
        if (*count == join->most)
            return false;
        join->firsts[*count] = one;
        join->seconds[*count] = other;
        *code = ++*count;
    }
    return true;
}

static void copy_positions(uint32_t *to, const cut_column *from, const uint32_t *combination,
                           uint32_t count) {
    for (size_t i = 0; i < from->attributes; i++)
        for (uint32_t c = 0; c < count; c++)
            to[i * count + c] = from->positions[i * from->combinations + combination[c]];
}

/* Replaces the first column by the join of both. */
static bool make_join(joining *join, cut_column *first, const cut_column *second, uint32_t count) {
    arena *memory = &join->source->memory;
    cut_column made = {.attributes = first->attributes + second->attributes, .combinations = count};
    made.attribute = arena_new(memory, made.attributes, sizeof *made.attribute);
    made.positions = arena_new(memory, made.attributes * count, sizeof *made.positions);
    if (!made.attribute || !made.positions ||
        !open_codes(memory, &made.codes, count, join->source->tuples))
        return false;
    memcpy(made.attribute, first->attribute, first->attributes * sizeof *made.attribute);
    memcpy(made.attribute + first->attributes, second->attribute,
           second->attributes * sizeof *made.attribute);
    copy_positions(made.positions, first, join->firsts, count);
    copy_positions(made.positions + first->attributes * count, second, join->seconds, count);
    for (size_t t = 0; t < join->source->tuples; t++) {
        size_t pair = (size_t)codes_get(&first->codes, t) * second->combinations +
                      codes_get(&second->codes, t);
        codes_put(&made.codes, t, join->pair_codes[pair] - 1);
    }
    *first = made;
    return true;
}

static void forget_pairs(joining *join, const cut_column *second, uint32_t count) {
    for (uint32_t c = 0; c < count; c++)
        join->pair_codes[(size_t)join->firsts[c] * second->combinations + join->seconds[c]] = 0;
}

/* The two columns with the fewest combinations go to the end, the fewest last. */
static void sort_smallest_last(cut_source *source) {
    for (size_t rank = 1; rank <= 2; rank++) {
        size_t last = source->columns - rank;
        for (size_t c = 0; c < last; c++)
            if (source->column[c].combinations < source->column[last].combinations) {
                cut_column swapped = source->column[c];
                source->column[c] = source->column[last];
                source->column[last] = swapped;
            }
    }
}

/* Joins the two smallest columns; *joined is false when that would make too many combinations. */
static bool join_smallest(joining *join, bool *joined) {
    cut_source *source = join->source;
    *joined = false;
    if (source->columns < 2)
        return true;
    sort_smallest_last(source);
    cut_column *first = &source->column[source->columns - 2];
    const cut_column *second = first + 1;
    if ((uint64_t)first->combinations * second->combinations > MOST_PAIRS)
        return true;
    assert(second < source->column + source->columns);
    uint32_t count;
    bool few = number_pairs(join, first, second, &count);
    cut_column before = *first;
    bool made = !few || make_join(join, first, second, count);
    forget_pairs(join, second, count);
    if (!made) {
        *first = before;
        return false;
    }
    *joined = few;
    source->columns -= few;
    return true;
}

static bool join_columns(cut_source *source) {
    arena scratch = {0};
    size_t most = source->tuples / TUPLES_PER_COMBINATION;
    joining join = {.source = source};
    join.most = most < FEW_COMBINATIONS ? FEW_COMBINATIONS
                : most > 0x10000        ? 0x10000
                                        : (uint32_t)most;
    join.pair_codes = arena_zero(&scratch, MOST_PAIRS, sizeof *join.pair_codes);
    join.firsts = arena_new(&scratch, join.most, sizeof *join.firsts);
    join.seconds = arena_new(&scratch, join.most, sizeof *join.seconds);
    bool fine = join.pair_codes && join.firsts && join.seconds;
    bool joined = fine;
    while (fine && joined)
        fine = join_smallest(&join, &joined);
    arena_free(&scratch);
    source->combinations = 0;
    for (size_t c = 0; c < source->columns; c++)
        source->combinations += source->column[c].combinations;
    return fine;
}

/* ---- The ground ---------------------------------------------------------------------------- */

/* A column of one attribute, its combinations being its positions. */
static bool open_column(cut_source *out, size_t attribute, const codes *ground,
                        const ordered_domain *of) {
    cut_column *single = &out->column[attribute];
    *single = (cut_column){.attributes = 1, .combinations = of->size + (of->apart != NULL)};
    single->attribute = arena_new(&out->memory, 1, sizeof *single->attribute);
    single->positions = arena_new(&out->memory, single->combinations, sizeof *single->positions);
    if (!single->attribute || !single->positions ||
        !open_codes(&out->memory, &single->codes, single->combinations, out->tuples))
        return false;
    single->attribute[0] = attribute;
    for (uint32_t p = 0; p < single->combinations; p++)
        single->positions[p] = p;
    for (size_t t = 0; t < out->tuples; t++)
        codes_put(&single->codes, t, of->of_ground[codes_get(ground, t)]);
    return true;
}

static bool open_ground(cut_source *out, const frequency_set *ground,
                        const ordered_domain *domains) {
    out->tuples = ground->tuples;
    out->columns = ground->attributes;
    out->counts = arena_new(&out->memory, out->tuples, sizeof *out->counts);
    out->column = arena_zero(&out->memory, out->columns, sizeof *out->column);
    if (!out->counts || !out->column)
        return false;
    memcpy(out->counts, ground->counts, out->tuples * sizeof *out->counts);
    for (size_t a = 0; a < out->columns; a++)
        if (!open_column(out, a, &ground->codes[a], &domains[a]))
            return false;
    return join_columns(out);
}

bool cut_source_ground(cut_source *out, const frequency_set *ground,
                       const ordered_domain *domains) {
    *out = (cut_source){0};
    if (open_ground(out, ground, domains))
        return true;
    cut_source_free(out);
    return false;
}

/* ---- Rolling up ---------------------------------------------------------------------------- */

/* The column at the chosen tuples, without the combinations that occur no more. */
static bool choose_column(cut_source *out, cut_column *made, const cut_column *from,
                          const uint32_t *first, uint32_t *code_of) {
    uint32_t *kept = arena_new(&out->memory, from->combinations, sizeof *kept);
    *made = (cut_column){.attributes = from->attributes, .attribute = from->attribute};
    if (!kept)
        return false;
    memset(code_of, 0, from->combinations * sizeof *code_of);
    for (size_t t = 0; t < out->tuples; t++) {
        uint32_t *code = &code_of[codes_get(&from->codes, first[t])];
        if (!*code) {
            kept[made->combinations] = codes_get(&from->codes, first[t]);
            *code = ++made->combinations;
        }
    }
    made->attribute = arena_new(&out->memory, made->attributes, sizeof *made->attribute);
    made->positions =
        arena_new(&out->memory, made->attributes * made->combinations, sizeof *made->positions);
    if (!made->attribute || !made->positions ||
        !open_codes(&out->memory, &made->codes, made->combinations, out->tuples))
        return false;
    memcpy(made->attribute, from->attribute, made->attributes * sizeof *made->attribute);
    copy_positions(made->positions, from, kept, made->combinations);
    for (size_t t = 0; t < out->tuples; t++)
        codes_put(&made->codes, t, code_of[codes_get(&from->codes, first[t])] - 1);
    return true;
}

static bool roll(cut_source *out, const cut_source *from, const uint32_t *first,
                 uint32_t *code_of) {
    out->columns = from->columns;
    out->column = arena_zero(&out->memory, out->columns, sizeof *out->column);
    if (!out->column)
        return false;
    for (size_t c = 0; c < from->columns; c++)
        if (!choose_column(out, &out->column[c], &from->column[c], first, code_of))
            return false;
    return join_columns(out);
}

bool cut_source_roll(cut_source *out, const cut_source *from, const uint32_t *first,
                     const uint32_t *counts, size_t classes) {
    assert(classes <= from->tuples);
    *out = (cut_source){.tuples = classes};
    uint32_t *code_of = memory_new(from->combinations, sizeof *code_of);
    out->counts = arena_new(&out->memory, classes, sizeof *out->counts);
    bool fine = code_of && out->counts;
    if (fine) {
        memcpy(out->counts, counts, classes * sizeof *out->counts);
        fine = roll(out, from, first, code_of);
    }
    memory_free(code_of);
    if (!fine)
        cut_source_free(out);
    return fine;
}
