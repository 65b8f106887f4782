/* Attackers who sort a list of the people as the release may have been sorted, by any column of the
 * list, up or down: the rank of a person is the place of the row, in the whole file or among the
 * rows of the person's class. They guess that the row is the person's, and that its sensitive value
 * is too. */
#include "attack/attack_parts.h"
#include "base/key_order.h"

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
    placed *at; /* [places] rows of the release that count */
    size_t places;
    uint32_t *twins;  /* [rows of the release] rows that read the same have one number */
    uint32_t *owners; /* [rows of the release] by that number: people who have such a row */
    uint64_t *seen;   /* counts of values or twins, zero in between */
    double *hit;      /* [units] */
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

static bool rank_people(order_attack *of, size_t place) {
    const attack_people *people = of->people;
    attack_list_column by = sort_at(of, place);
    uint32_t *rank = by.name ? rank_codes(&by, people->rows) : NULL;
    if (by.name && !rank)
        return false;
    of->count = 0;
    for (size_t row = 0; row < people->rows; row++) {
        uint32_t class = of->within ? class_of_person(of, row) : 0;
        if (!attack_counts(people, row) || class == ATTACK_NONE)
            continue;
        uint32_t at = rank ? rank[codes_get(by.cells, row)] : place_in_list(people, row);
        of->unsorted[of->count++] = (ranked){class, at, (uint32_t)row};
    }
    memory_free(rank);
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
        if (class <= release->classes)
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

/* The sum of right guesses over people. */
static double guess_by(order_attack *of, const attack_column *column, size_t place) {
    segment in = {0};
    double sum = 0;
    memset(of->hit, 0, of->units * sizeof *of->hit);
    while (next_segment(of, &in))
        for (size_t begin = in.begin, end; begin < in.end; begin = end) {
            for (end = begin + 1; end < in.end && same_rank(&of->list[begin], &of->list[end]);)
                end++;
            guess_rank(of, &in, begin, end, column, place);
        }
    for (size_t unit = 0; unit < of->units; unit++)
        sum += of->hit[unit];
    return sum;
}

/* ---- The best order -------------------------------------------------------------------------- */

typedef struct best_order {
    double hits;
    size_t sort;
    bool descending;
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
    of->at = memory_new(release->rows, sizeof *of->at);
    of->seen = memory_zero(most + 1, sizeof *of->seen);
    of->hit = memory_new(of->units, sizeof *of->hit);
    return of->list && of->unsorted && of->keys && of->order && of->at && of->seen && of->hit &&
           (!release->original_of || number_twins(of));
}

static void close_attack(order_attack *of) {
    memory_free(of->list);
    memory_free(of->unsorted);
    memory_free(of->keys);
    memory_free(of->order);
    memory_free(of->at);
    memory_free(of->twins);
    memory_free(of->owners);
    memory_free(of->seen);
    memory_free(of->hit);
}

static const char *name_order(attacking *run, const order_attack *of, const best_order *best) {
    attack_list_column by = sort_at(of, best->sort);
    const char *parts[] = {"the order of rows", of->within ? " within classes" : "",
                           by.name ? ", sorted by " : ", as in the original",
                           by.name ? by.name : "",
                           !best->descending ? ""
                           : by.name         ? ", descending"
                                             : ", reversed"};
    size_t count = sizeof parts / sizeof *parts, length = 1;
    for (size_t i = 0; i < count; i++)
        length += strlen(parts[i]);
    char *made = arena_new(run->memory, length, 1), *to = made;
    if (!made)
        return parts[0];
    for (size_t i = 0; i < count; i++) {
        memcpy(to, parts[i], strlen(parts[i]));
        to += strlen(parts[i]);
    }
    *to = '\0';
    return made;
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
    memset(of->hit, 0, of->units * sizeof *of->hit);
    for (size_t row = 0; row < of->people->rows; row++)
        if (attack_counts(of->people, row) && attack_cell(of->people, place, row) == best)
            of->hit[attack_person(of->people, row)] = 1;
    for (size_t unit = 0; unit < of->units; unit++)
        hits += of->hit[unit];
    return hits;
}

/* One order: first for the person's row, then for the sensitive columns. */
static void try_order(order_attack *of, best_order *best, size_t sort, bool descending) {
    const attack_release *release = of->release;
    for (size_t c = 0; c <= release->same_count; c++) {
        const attack_column *column = c > 0 ? &release->same[c - 1] : NULL;
        if (column ? !column->sensitive : !release->original_of)
            continue;
        double hits = guess_by(of, column, c - 1);
        if (hits > best[c].hits + 1e-9)
            best[c] = (best_order){hits, sort, descending};
    }
}

static bool try_orders(order_attack *of, best_order *best) {
    memset(best, 0, (of->release->same_count + 1) * sizeof *best);
    place_rows(of);
    for (size_t sort = 0; sort < count_sorts(of); sort++) {
        if (!rank_people(of, sort))
            return false;
        try_order(of, best, sort, false);
        reverse_ranks(of);
        try_order(of, best, sort, true);
    }
    return true;
}

static void add_figures(attacking *run, order_attack *of, const best_order *best) {
    const attack_release *release = run->task->release;
    uint64_t people = count_people(of);
    for (size_t c = 0; c <= release->same_count; c++) {
        const attack_column *column = c > 0 ? &release->same[c - 1] : NULL;
        if (column && !column->sensitive)
            continue;
        attack_figure *made =
            attack_add(run, column ? ATTACK_INFERENCE : ATTACK_LINKAGE,
                       column ? column->name : NULL, name_order(run, of, &best[c]));
        made->people = people;
        if (!column && !release->original_of) {
            made->by = "the order of rows";
            made->none = "it is not known which row of the release is whose";
            continue;
        }
        double guessed = column       ? frequent_hits(of, c - 1)
                         : of->places ? (double)people / (double)of->places
                                      : 0;
        made->main = attack_share_of(best[c].hits, people);
        made->baseline = attack_share_of(guessed, people);
    }
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
        fine = try_orders(&of, best);
        if (fine)
            add_figures(run, &of, best);
    }
    memory_free(best);
    close_attack(&of);
    return fine ? SHOAL_OK : status_no_memory(error);
}
