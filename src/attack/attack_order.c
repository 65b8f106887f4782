/* Attackers who sort a list of the people as the release may have been sorted, by any column of the
 * list, up or down, and by others within its ties: the rank of a person is the place of the row, in
 * the whole file or among the rows of the person's class. They guess that the row is the person's,
 * and that its sensitive value is too. */
#include "attack/attack_parts.h"
#include "base/key_order.h"
#include "base/text.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A row of the original in some order. */
typedef struct ranked {
    uint32_t class, rank, row;
} ranked;

/* A row of the release at a place of its file. */
typedef struct placed {
    uint32_t class, place, row;
} placed;

/* People and rows that are ranked beside each other. */
typedef struct segment {
    size_t begin, end; /* of the people */
    size_t place, places;
} segment;

/* A column to sort by. */
typedef struct order_key {
    size_t sort;
    bool descending;
} order_key;

/* Each is for the ties of those before. */
enum { CHAIN = 4 };
typedef struct order_chain {
    order_key key[CHAIN];
    size_t length;
} order_chain;

/* Chains are looked for among so many people; where it is not known whose rows are whose, so that
 * all must be ranked, as long as not more than so many have been. */
#define CHAIN_PEOPLE 4000
#define CHAIN_RANKS 8000000

typedef struct order_attack {
    const attack_release *release;
    const attack_people *people;
    const uint32_t *released_of;
    bool within;  /* classes */
    ranked *list; /* [count] by class and rank */
    size_t count;
    ranked *unsorted; /* room for as many */
    uint64_t *keys;
    uint32_t *order;
    uint32_t **ranks; /* [sorts][codes] NULL: not needed yet */
    uint32_t *who;    /* [whos] rows of people that are ranked */
    size_t whos;
    uint32_t *base;  /* [rows of the people] ranks by the chain so far */
    uint32_t *dense; /* [rows of the people] and with one more column */
    bool *taken;     /* [rows of the people] who chains are looked for among */
    bool thinned;    /* only they are ranked */
    uint64_t left;   /* people who may still be ranked in search of chains */
    unsigned tried;  /* orders */
    placed *at;      /* [places] rows of the release that count */
    size_t places;
    uint32_t *twins;  /* [rows of the release] rows that read the same have one number */
    uint32_t *owners; /* [rows of the release] by that number: people who have such a row */
    uint64_t *seen;   /* counts of values or twins, zero in between */
    double *hit;      /* [units] zero in between */
    size_t units;
} order_attack;

/* ---- Rows that read the same ----------------------------------------------------------------- */

typedef struct reading {
    uint64_t key;
    uint32_t person, row;
} reading;

static int compare_readings(const void *a, const void *b) {
    const reading *one = a, *other = b;
    if (one->key != other->key)
        return one->key < other->key ? -1 : 1;
    if (one->person != other->person)
        return one->person < other->person ? -1 : 1;
    return one->row < other->row ? -1 : one->row > other->row;
}

static uint64_t read_row(const attack_release *release, size_t row) {
    if (release->reads)
        return release->reads[row];
    uint64_t key = hash_mix(release->class_of[row] + 1);
    for (size_t c = 0; c < release->same_count; c++)
        key = hash_mix(key + codes_get(release->same[c].cells, row) + 1) + c;
    return key;
}

/* Of rows that read the same, an attacker cannot tell whose is whose. */
static bool number_twins(order_attack *of) {
    const attack_release *release = of->release;
    reading *list = memory_new(release->rows, sizeof *list);
    of->twins = memory_new(release->rows, sizeof *of->twins);
    of->owners = memory_zero(release->rows, sizeof *of->owners);
    bool fine = list && of->twins && of->owners;
    uint32_t number = 0;
    for (size_t row = 0; fine && row < release->rows; row++)
        list[row] = (reading){read_row(release, row),
                              attack_person(of->people, release->original_of[row]), (uint32_t)row};
    if (fine && release->rows > 1)
        qsort(list, release->rows, sizeof *list, compare_readings);
    for (size_t i = 0; fine && i < release->rows; i++) {
        bool another = i > 0 && list[i].key != list[i - 1].key;
        number += another;
        of->twins[list[i].row] = number;
        of->owners[number] += i == 0 || another || list[i].person != list[i - 1].person;
    }
    memory_free(list);
    return fine;
}

/* ---- Ranks ----------------------------------------------------------------------------------- */

static int compare_places(const void *a, const void *b) {
    const placed *one = a, *other = b;
    if (one->class != other->class)
        return one->class < other->class ? -1 : 1;
    return one->place < other->place ? -1 : one->place > other->place;
}

static bool same_rank(const ranked *one, const ranked *other) {
    return one->class == other->class && one->rank == other->rank;
}

/* The class of the person's row; ATTACK_NONE: there is none in the release. */
static uint32_t class_of_person(const order_attack *of, size_t row) {
    assert(of->released_of);
    uint32_t released = of->released_of[row];
    return released != ATTACK_NONE && of->release->class_of[released] <= of->release->classes
               ? of->release->class_of[released]
               : ATTACK_NONE;
}

static uint32_t place_in_list(const attack_people *of, size_t row) {
    return of->listed_at ? of->listed_at[row] : (uint32_t)row;
}

/* A value of a column, whose number may be missing: those come first. */
typedef struct numbered {
    double key;
    uint32_t code;
} numbered;

static int compare_numbers(const void *a, const void *b) {
    const numbered *one = a, *other = b;
    if (one->key < other->key || one->key > other->key)
        return one->key < other->key ? -1 : 1;
    return one->code < other->code ? -1 : one->code > other->code;
}

static uint32_t codes_of(const attack_list_column *by, size_t rows) {
    uint32_t size = 0;
    for (size_t row = 0; row < rows; row++) {
        uint32_t code = codes_get(by->cells, row);
        size = code >= size ? code + 1 : size;
    }
    return size;
}

/* The ranks of the codes; equal numbers have the same one. NULL: out of memory. */
static uint32_t *rank_codes(const attack_list_column *by, size_t rows) {
    uint32_t size = codes_of(by, rows);
    uint32_t *rank = memory_new(size, sizeof *rank);
    numbered *list = by->numbers ? memory_new(size, sizeof *list) : NULL;
    for (uint32_t code = 0; rank && code < size; code++) {
        rank[code] = code;
        if (list)
            list[code] =
                (numbered){isfinite(by->numbers[code]) ? by->numbers[code] : -INFINITY, code};
    }
    bool fine = rank && (list || !by->numbers);
    if (fine && list && size > 1)
        qsort(list, size, sizeof *list, compare_numbers);
    for (uint32_t i = 0; fine && list && i < size; i++) {
        bool same = i > 0 && isfinite(list[i].key) && !(list[i].key > list[i - 1].key);
        rank[list[i].code] = same ? rank[list[i - 1].code] : i;
    }
    memory_free(list);
    if (fine)
        return rank;
    memory_free(rank);
    return NULL;
}

/* The columns to sort by: the order of the list itself, where it has no name; the
 * quasi-identifiers; others. */
static size_t count_sorts(const order_attack *of) {
    return 1 + of->release->attributes + of->people->sort_count;
}

static attack_list_column sort_at(const order_attack *of, size_t place) {
    const attack_people *people = of->people;
    size_t quasi = of->release->attributes;
    if (place == 0)
        return (attack_list_column){0};
    if (place > quasi)
        return people->sorts[place - 1 - quasi];
    return (attack_list_column){.name = of->release->names[place - 1],
                                .cells = &people->quasi[place - 1],
                                .numbers = people->numbers ? people->numbers[place - 1] : NULL};
}

/* Keys are told apart by their leading bits first. */
static bool sort_people(order_attack *of) {
    uint64_t most = 1;
    unsigned shift = 0;
    for (size_t i = 0; i < of->count; i++) {
        of->keys[i] = (uint64_t)of->unsorted[i].class << 32 | of->unsorted[i].rank;
        most = of->keys[i] > most ? of->keys[i] : most;
    }
    while (most << shift < UINT64_C(1) << 63)
        shift++;
    for (size_t i = 0; i < of->count; i++)
        of->keys[i] <<= shift;
    if (key_order(of->order, of->keys, of->count, NULL, NULL) != SHOAL_OK)
        return false;
    for (size_t i = 0; i < of->count; i++)
        of->list[i] = of->unsorted[of->order[i]];
    return true;
}

/* Who is ranked. */
static void pick_people(order_attack *of) {
    of->whos = 0;
    for (size_t row = 0; row < of->people->rows; row++)
        if (attack_counts(of->people, row) && (!of->thinned || of->taken[row]) &&
            (!of->within || class_of_person(of, row) != ATTACK_NONE))
            of->who[of->whos++] = (uint32_t)row;
}

/* False: out of memory. */
static bool find_ranks(order_attack *of, size_t sort) {
    attack_list_column by = sort_at(of, sort);
    if (by.name && !of->ranks[sort])
        of->ranks[sort] = rank_codes(&by, of->people->rows);
    return !by.name || of->ranks[sort];
}

static uint32_t rank_in(const order_attack *of, const codes *cells, const uint32_t *rank,
                        size_t row) {
    return rank && cells ? rank[codes_get(cells, row)] : place_in_list(of->people, row);
}

/* Ranks by `base`, and by one more column where these are equal. */
static bool rank_ties(order_attack *of, order_key key) {
    const codes *cells = sort_at(of, key.sort).cells;
    uint32_t number = 0;
    for (size_t i = 0; i < of->whos; i++) {
        uint32_t at = rank_in(of, cells, of->ranks[key.sort], of->who[i]);
        of->keys[i] =
            (uint64_t)of->base[of->who[i]] << 32 | (key.descending ? UINT32_MAX - at : at);
    }
    if (key_order(of->order, of->keys, of->whos, NULL, NULL) != SHOAL_OK)
        return false;
    for (size_t i = 0; i < of->whos; i++) {
        number += i > 0 && of->keys[of->order[i]] != of->keys[of->order[i - 1]];
        of->dense[of->who[of->order[i]]] = number;
    }
    return true;
}

/* By one column; `chained`: where the ranks of the chain so far are equal. */
static bool rank_people(order_attack *of, order_key key, bool chained) {
    if (!find_ranks(of, key.sort) || (chained && !rank_ties(of, key)))
        return false;
    const codes *cells = sort_at(of, key.sort).cells;
    of->count = of->whos;
    for (size_t i = 0; i < of->whos; i++) {
        uint32_t row = of->who[i];
        of->unsorted[i] =
            (ranked){of->within ? class_of_person(of, row) : 0,
                     chained ? of->dense[row] : rank_in(of, cells, of->ranks[key.sort], row), row};
    }
    return sort_people(of);
}

/* From the last to the first, class by class. */
static void reverse_ranks(order_attack *of) {
    for (size_t begin = 0, end; begin < of->count; begin = end) {
        for (end = begin + 1; end < of->count && of->list[end].class == of->list[begin].class;)
            end++;
        for (size_t i = begin, j = end - 1; i < j; i++, j--) {
            ranked held = of->list[i];
            of->list[i] = of->list[j];
            of->list[j] = held;
        }
    }
}

static void place_rows(order_attack *of) {
    const attack_release *release = of->release;
    of->places = 0;
    for (size_t p = 0; p < release->rows; p++) {
        uint32_t row = release->at ? release->at[p] : (uint32_t)p;
        uint32_t class = release->class_of[row];
        if (class <= release->classes && (!of->thinned || of->taken[release->original_of[row]]))
            of->at[of->places++] = (placed){of->within ? class : 0, (uint32_t)p, row};
    }
    if (of->within && of->places > 1)
        qsort(of->at, of->places, sizeof *of->at, compare_places);
}

/* The next class, or everything. False: there is none. */
static bool next_segment(const order_attack *of, segment *at) {
    at->begin = at->end;
    at->place += at->places;
    if (at->begin >= of->count)
        return false;
    uint32_t class = of->list[at->begin].class;
    while (at->end < of->count && of->list[at->end].class == class)
        at->end++;
    while (at->place < of->places && of->at[at->place].class < class)
        at->place++;
    at->places = 0;
    while (at->place + at->places < of->places && of->at[at->place + at->places].class == class)
        at->places++;
    return true;
}

/* ---- Guesses --------------------------------------------------------------------------------- */

/* The places of the ranks from begin to end, where the release has other rows too, or fewer. */
static void places_of(const segment *in, size_t begin, size_t end, size_t *from, size_t *to) {
    size_t people = in->end - in->begin;
    *from = (begin - in->begin) * in->places / people;
    *to = (end - in->begin) * in->places / people;
    if (*to == *from && *to < in->places)
        ++*to;
    if (*to == *from && *from > 0)
        --*from;
    *from += in->place;
    *to += in->place;
}

static uint32_t shown_at(const order_attack *of, const attack_column *column, size_t place) {
    uint32_t row = of->at[place].row;
    return column ? codes_get(column->cells, row) : of->twins[row];
}

/* The probability that what is seen in a place is the person's. */
static double right_guess(const order_attack *of, bool value, size_t column, size_t row,
                          size_t places) {
    if (value) {
        uint32_t truth = attack_cell(of->people, column, row);
        return truth == ATTACK_NONE ? 0 : (double)of->seen[truth] / (double)places;
    }
    uint32_t released = of->released_of[row];
    if (released == ATTACK_NONE)
        return 0;
    uint32_t twins = of->twins[released];
    return (double)of->seen[twins] / (double)places / (double)of->owners[twins];
}

/* Each person of the rank takes one of the places at random. */
static void guess_rank(order_attack *of, const segment *in, size_t begin, size_t end,
                       const attack_column *column, size_t place) {
    size_t from, to;
    places_of(in, begin, end, &from, &to);
    for (size_t p = from; p < to; p++)
        of->seen[shown_at(of, column, p)]++;
    for (size_t i = begin; i < end && to > from; i++) {
        uint32_t person = attack_person(of->people, of->list[i].row);
        double right = right_guess(of, column != NULL, place, of->list[i].row, to - from);
        of->hit[person] = right > of->hit[person] ? right : of->hit[person];
    }
    for (size_t p = from; p < to; p++)
        of->seen[shown_at(of, column, p)] = 0;
}

/* The sum over people, who are forgotten. */
static double take_hits(order_attack *of) {
    double sum = 0;
    for (size_t i = 0; i < of->whos; i++) {
        double *hit = &of->hit[attack_person(of->people, of->who[i])];
        sum += *hit;
        *hit = 0;
    }
    return sum;
}

/* The sum of right guesses over people. */
static double guess_by(order_attack *of, const attack_column *column, size_t place) {
    segment in = {0};
    while (next_segment(of, &in))
        for (size_t begin = in.begin, end; begin < in.end; begin = end) {
            for (end = begin + 1; end < in.end && same_rank(&of->list[begin], &of->list[end]);)
                end++;
            guess_rank(of, &in, begin, end, column, place);
        }
    return take_hits(of);
}

/* ---- The best order -------------------------------------------------------------------------- */

typedef struct best_order {
    double hits;
    order_chain chain;
} best_order;

static bool open_attack(order_attack *of, const attacking *run) {
    const attack_release *release = run->task->release;
    const attack_people *people = run->task->original;
    size_t most = release->rows;
    *of = (order_attack){.release = release,
                         .people = people,
                         .released_of = run->released_of,
                         .units = people->person_of ? people->persons : people->rows};
    for (size_t c = 0; c < release->same_count; c++)
        most = release->same[c].size > most ? release->same[c].size : most;
    of->list = memory_new(people->rows, sizeof *of->list);
    of->unsorted = memory_new(people->rows, sizeof *of->unsorted);
    of->keys = memory_new(people->rows, sizeof *of->keys);
    of->order = memory_new(people->rows, sizeof *of->order);
    of->base = memory_new(people->rows, sizeof *of->base);
    of->dense = memory_new(people->rows, sizeof *of->dense);
    of->taken = memory_zero(people->rows, sizeof *of->taken);
    of->at = memory_new(release->rows, sizeof *of->at);
    of->seen = memory_zero(most + 1, sizeof *of->seen);
    of->hit = memory_zero(of->units, sizeof *of->hit);
    of->ranks = memory_zero(count_sorts(of), sizeof *of->ranks);
    of->who = memory_new(people->rows, sizeof *of->who);
    return of->list && of->unsorted && of->keys && of->order && of->ranks && of->who && of->base &&
           of->dense && of->taken && of->at && of->seen && of->hit &&
           (!release->original_of || number_twins(of));
}

static void close_attack(order_attack *of) {
    for (size_t sort = 0; of->ranks && sort < count_sorts(of); sort++)
        memory_free(of->ranks[sort]);
    memory_free(of->ranks);
    memory_free(of->who);
    memory_free(of->list);
    memory_free(of->unsorted);
    memory_free(of->keys);
    memory_free(of->order);
    memory_free(of->base);
    memory_free(of->dense);
    memory_free(of->taken);
    memory_free(of->at);
    memory_free(of->twins);
    memory_free(of->owners);
    memory_free(of->seen);
    memory_free(of->hit);
}

/* NULL: out of memory. */
static const char *name_order(attacking *run, const order_attack *of, const order_chain *chain) {
    text made = {0};
    text_format(&made, "the order of rows%s", of->within ? " within classes" : "");
    for (size_t i = 0; i < chain->length || i == 0; i++) {
        order_key key = chain->key[i];
        attack_list_column by = sort_at(of, key.sort);
        const char *then = i == 0 ? "," : i + 1 == chain->length ? " and" : ",";
        if (by.name)
            text_format(&made, "%s %s%s%s", then, i == 0 ? "sorted by " : "", by.name,
                        key.descending ? ", descending" : "");
        else
            text_format(&made, "%s as in the original%s", then, key.descending ? ", reversed" : "");
    }
    char *name = made.failed ? NULL : arena_text(run->memory, made.bytes, made.length);
    text_free(&made);
    return name;
}

static uint64_t count_people(const order_attack *of) {
    uint64_t people = 0;
    if (of->people->person_of)
        return of->people->persons;
    for (size_t row = 0; row < of->people->rows; row++)
        people += attack_counts(of->people, row);
    return people;
}

static double frequent_hits(order_attack *of, size_t place) {
    const attack_column *column = &of->release->same[place];
    uint32_t best = 0;
    double hits = 0;
    for (size_t p = 0; p < of->places; p++)
        of->seen[codes_get(column->cells, of->at[p].row)]++;
    for (uint32_t v = 0; v < column->size; v++)
        best = of->seen[v] > of->seen[best] ? v : best;
    memset(of->seen, 0, column->size * sizeof *of->seen);
    for (size_t row = 0; row < of->people->rows; row++)
        if (attack_counts(of->people, row) && attack_cell(of->people, place, row) == best)
            of->hit[attack_person(of->people, row)] = 1;
    for (size_t unit = 0; unit < of->units; unit++) {
        hits += of->hit[unit];
        of->hit[unit] = 0;
    }
    return hits;
}

/* One order: first for the person's row, then for the sensitive columns. */
static void try_order(order_attack *of, best_order *best, const order_chain *chain) {
    const attack_release *release = of->release;
    of->tried++;
    for (size_t c = 0; c <= release->same_count; c++) {
        const attack_column *column = c > 0 ? &release->same[c - 1] : NULL;
        if (column ? !column->sensitive : !release->original_of)
            continue;
        double hits = guess_by(of, column, c - 1);
        if (hits > best[c].hits + 1e-9)
            best[c] = (best_order){hits, *chain};
    }
}

/* ---- Chains of columns ----------------------------------------------------------------------- */

/* First columns that are followed. */
enum { STARTS = 4 };

/* What is compared in search of chains: links, or where these are not known, all values. */
static double score(order_attack *of) {
    const attack_release *release = of->release;
    double sum = 0;
    if (release->original_of)
        return guess_by(of, NULL, 0);
    for (size_t c = 0; c < release->same_count; c++)
        sum += release->same[c].sensitive ? guess_by(of, &release->same[c], c) : 0;
    return sum;
}

/* More than the best of some orders reaches by luck alone, where the file is not sorted by them. */
static bool is_better(double hits, double before) {
    return hits > before + 2 * sqrt(before) + 1;
}

/* Ranks by the chain so far and `key`. False: out of memory. */
static bool score_key(order_attack *of, double *out, order_key key) {
    if (!rank_people(of, key, true))
        return false;
    *out = score(of);
    of->tried++;
    of->left = of->left > of->count ? of->left - of->count : 0;
    return true;
}

static bool is_in(const order_chain *chain, size_t sort) {
    for (size_t i = 0; i < chain->length; i++)
        if (chain->key[i].sort == sort)
            return true;
    return false;
}

/* The first columns by which most is reached, the best first, each in its better direction. */
static bool find_starts(order_attack *of, best_order *starts) {
    memset(starts, 0, STARTS * sizeof *starts);
    memset(of->base, 0, of->people->rows * sizeof *of->base);
    for (size_t i = 2; i < 2 * count_sorts(of) && of->left > 0; i++) {
        order_key key = {i / 2, i % 2 > 0};
        best_order made = {.chain = {.key = {key}, .length = 1}};
        if (!score_key(of, &made.hits, key))
            return false;
        size_t at = 0; /* of the other direction, or the last */
        while (at + 1 < STARTS &&
               !(starts[at].chain.length > 0 && starts[at].chain.key[0].sort == key.sort))
            at++;
        if (made.hits > starts[at].hits)
            starts[at] = made;
        for (; at > 0 && starts[at].hits > starts[at - 1].hits; at--) {
            best_order held = starts[at];
            starts[at] = starts[at - 1];
            starts[at - 1] = held;
        }
    }
    return true;
}

/* Fills `base` with the ranks of the chain. */
static bool rank_chain(order_attack *of, const order_chain *chain) {
    memset(of->base, 0, of->people->rows * sizeof *of->base);
    for (size_t i = 0; i < chain->length; i++) {
        if (!rank_people(of, chain->key[i], true))
            return false;
        for (size_t p = 0; p < of->whos; p++)
            of->base[of->who[p]] = of->dense[of->who[p]];
    }
    return true;
}

/* Adds the columns that help most, one after the other. */
static bool extend_chain(order_attack *of, best_order *chain) {
    while (chain->chain.length < CHAIN) {
        best_order best = *chain;
        if (!rank_chain(of, &chain->chain))
            return false;
        for (size_t i = 2; i < 2 * count_sorts(of) && of->left > 0; i++) {
            best_order made = *chain;
            order_key key = {i / 2, i % 2 > 0};
            if (is_in(&chain->chain, key.sort))
                continue;
            if (!score_key(of, &made.hits, key))
                return false;
            made.chain.key[made.chain.length++] = key;
            best = made.hits > best.hits + 1e-9 ? made : best;
        }
        if (!is_better(best.hits, chain->hits))
            break;
        *chain = best;
    }
    return true;
}

/* Persons, or whole classes, so that whose rows are beside each other in a file that is sorted
 * still are. */
static void thin_people(order_attack *of) {
    of->thinned = of->released_of && of->people->rows > CHAIN_PEOPLE;
    for (size_t row = 0; of->thinned && row < of->people->rows; row++) {
        uint32_t class = class_of_person(of, row);
        uint64_t who = of->within ? class : attack_person(of->people, row);
        of->taken[row] = attack_counts(of->people, row) && class != ATTACK_NONE &&
                         hash_mix(who + 1) % of->people->rows < CHAIN_PEOPLE;
    }
}

/* The best chain of at least two columns. length 0: none is better than its first column. */
static bool find_chain(order_attack *of, order_chain *out) {
    best_order starts[STARTS], best = {0};
    of->left = CHAIN_RANKS;
    thin_people(of);
    pick_people(of);
    place_rows(of);
    bool fine = find_starts(of, starts);
    for (size_t i = 0; fine && i < STARTS && starts[i].chain.length > 0; i++) {
        fine = extend_chain(of, &starts[i]);
        if (starts[i].chain.length > 1 && starts[i].hits > best.hits)
            best = starts[i];
    }
    of->thinned = false;
    pick_people(of);
    place_rows(of);
    *out = best.chain;
    return fine;
}

static bool try_chains(order_attack *of, best_order *best) {
    order_chain chain, prefix;
    if (!find_chain(of, &chain))
        return false;
    if (chain.length == 0) /* all are ranked again */
        return rank_people(of, (order_key){0}, false);
    prefix = chain;
    prefix.length--;
    if (!rank_chain(of, &prefix) || !rank_people(of, chain.key[prefix.length], true))
        return false;
    try_order(of, best, &chain);
    return true;
}

/* ---------------------------------------------------------------------------------------------- */

static bool try_orders(order_attack *of, best_order *best) {
    memset(best, 0, (of->release->same_count + 1) * sizeof *best);
    of->tried = 0;
    pick_people(of);
    place_rows(of);
    for (size_t sort = 0; sort < count_sorts(of); sort++) {
        order_chain chain = {.key = {{sort, false}}, .length = 1};
        if (!rank_people(of, chain.key[0], false))
            return false;
        try_order(of, best, &chain);
        reverse_ranks(of);
        chain.key[0].descending = true;
        try_order(of, best, &chain);
    }
    return try_chains(of, best);
}

/* Within classes whoever guesses blindly takes one of their rows. */
static double guess_blindly(order_attack *of, uint64_t people) {
    segment in = {0};
    if (!of->within)
        return of->places ? (double)people / (double)of->places : 0;
    while (next_segment(of, &in))
        for (size_t i = in.begin; i < in.end && in.places > 0; i++) {
            double *hit = &of->hit[attack_person(of->people, of->list[i].row)];
            *hit = fmax(*hit, 1 / (double)in.places);
        }
    return take_hits(of);
}

/* False: out of memory. */
static bool add_figures(attacking *run, order_attack *of, const best_order *best) {
    const attack_release *release = run->task->release;
    uint64_t people = count_people(of);
    for (size_t c = 0; c <= release->same_count; c++) {
        const attack_column *column = c > 0 ? &release->same[c - 1] : NULL;
        if (column && !column->sensitive)
            continue;
        const char *by = name_order(run, of, &best[c].chain);
        if (!by)
            return false;
        attack_figure *made = attack_add(run, column ? ATTACK_INFERENCE : ATTACK_LINKAGE,
                                         column ? column->name : NULL, by);
        made->people = people;
        if (!column && !release->original_of) {
            made->by = "the order of rows";
            made->none = "it is not known which row of the release is whose";
            continue;
        }
        double guessed = column ? frequent_hits(of, c - 1) : guess_blindly(of, people);
        made->main = attack_share_of(best[c].hits, people);
        /* A guess of a value has half of the doubt as a margin, which luck does not reach. */
        made->luck = people == 0 ? 0
                     : column    ? guessed / (double)people
                                 : attack_luck(guessed / (double)people, people, of->tried);
        made->baseline = attack_share_of(guessed, people);
    }
    return true;
}

shoal_status attack_order(attacking *run, shoal_error *error) {
    const attack_release *release = run->task->release;
    if (!release->ordered) {
        attack_figure *made = attack_add(run, ATTACK_LINKAGE, NULL, "the order of rows");
        made->none = "the release is in memory, where its rows are in the caller's order";
        made->moot = true;
        return SHOAL_OK;
    }
    order_attack of;
    best_order *best = memory_new(release->same_count + 1, sizeof *best);
    bool fine = open_attack(&of, run) && best;
    for (int within = 0; fine && within < (run->released_of ? 2 : 1); within++) {
        of.within = within > 0;
        fine = try_orders(&of, best) && add_figures(run, &of, best);
    }
    memory_free(best);
    close_attack(&of);
    return fine ? SHOAL_OK : status_no_memory(error);
}
