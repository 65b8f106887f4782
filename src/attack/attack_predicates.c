/* Singling out: cells of a released row as a predicate that is true of exactly one person. */
#include "attack/attack_parts.h"

#include <string.h>

#define PREDICATES 2000
#define NOBODY UINT32_MAX
#define SEVERAL (UINT32_MAX - 1)

/* Who has a value, or is covered by a label: nobody, one person, or several. */
static uint32_t join(uint32_t one, uint32_t other) {
    if (one == NOBODY || one == other)
        return other;
    return other == NOBODY ? one : SEVERAL;
}

/* ---- One cell alone -------------------------------------------------------------------------- */

/* [attributes + same_count][labels or values] who that cell is true of. */
typedef struct owners {
    uint32_t **of;
    size_t columns;
} owners;

static bool own_label(uint32_t **out, const attack_release *release, const attack_people *people,
                      size_t a) {
    const label_cover *cover = &people->covers[a];
    uint32_t *values = memory_new((size_t)cover->values + 1, sizeof *values);
    uint32_t *labels = *out = memory_new((size_t)release->sizes[a] + 1, sizeof *labels);
    if (values && labels) {
        memset(values, 0xff, (size_t)cover->values * sizeof *values);
        memset(labels, 0xff, (size_t)release->sizes[a] * sizeof *labels);
        for (size_t row = 0; row < people->rows; row++)
            if (attack_counts(people, row)) {
                uint32_t *at = &values[codes_get(&people->quasi[a], row)];
                *at = join(*at, attack_person(people, row));
            }
        for (uint32_t v = 0; v < cover->values; v++)
            for (size_t i = cover->first[v]; i < cover->first[v + 1]; i++)
                labels[cover->label[i]] = join(labels[cover->label[i]], values[v]);
        if (release->stars[a] != LABEL_NONE)
            labels[release->stars[a]] = SEVERAL;
    }
    memory_free(values);
    return values && labels;
}

static bool own_cell(uint32_t **out, const attack_release *release, const attack_people *people,
                     size_t column) {
    uint32_t size = release->same[column].size;
    uint32_t *values = *out = memory_new((size_t)size + 1, sizeof *values);
    if (values)
        memset(values, 0xff, (size_t)size * sizeof *values);
    for (size_t row = 0; values && row < people->rows; row++) {
        uint32_t cell = attack_cell(people, column, row);
        if (cell != ATTACK_NONE && attack_counts(people, row))
            values[cell] = join(values[cell], attack_person(people, row));
    }
    return values != NULL;
}

static bool owners_open(owners *out, const attack_release *release, const attack_people *people) {
    out->columns = release->attributes + release->same_count;
    out->of = memory_zero(out->columns, sizeof *out->of);
    bool fine = out->of != NULL;
    for (size_t a = 0; fine && a < release->attributes; a++)
        fine = own_label(&out->of[a], release, people, a);
    for (size_t c = 0; fine && c < release->same_count; c++)
        fine = own_cell(&out->of[release->attributes + c], release, people, c);
    return fine;
}

static void owners_close(owners *made) {
    for (size_t c = 0; made->of && c < made->columns; c++)
        memory_free(made->of[c]);
    memory_free(made->of);
}

/* ---- Cells together -------------------------------------------------------------------------- */

/* A predicate takes each of its cells from a row of the release: from one, or, for a guess, from
 * several. */
typedef struct predicate {
    const attack_release *release;
    const uint32_t *rows; /* [attributes + same_count] */
} predicate;

static uint32_t label_of(const predicate *of, size_t a) {
    uint32_t class = of->release->class_of[of->rows[a]];
    return class < of->release->classes ? codes_get(&of->release->labels[a], class)
                                        : of->release->stars[a];
}

/* Columns are the unchanged ones, and then the labels of the quasi-identifiers. */
static uint32_t read_predicate(const void *of, size_t column, size_t row) {
    const predicate *from = of;
    (void)row;
    return column >= from->release->same_count
               ? label_of(from, column - from->release->same_count)
               : codes_get(from->release->same[column].cells,
                           from->rows[from->release->attributes + column]);
}

/* People, and how many unchanged columns there are. */
typedef struct people_read {
    const attack_people *people;
    size_t same_count;
} people_read;

/* Of labels, only those of attributes whose values have one each are read. */
static uint32_t read_people(const void *of, size_t column, size_t row) {
    const people_read *from = of;
    if (column < from->same_count)
        return attack_cell(from->people, column, row);
    const label_cover *cover = &from->people->covers[column - from->same_count];
    uint32_t value = codes_get(&from->people->quasi[column - from->same_count], row);
    return cover->first[value] < cover->first[value + 1] ? cover->label[cover->first[value]]
                                                         : ATTACK_NONE;
}

static bool person_counts(const void *of, size_t row) {
    const people_read *from = of;
    return attack_counts(from->people, row);
}

static bool is_covered(const predicate *of, const attack_people *people, size_t row) {
    for (size_t a = 0; a < of->release->attributes; a++) {
        uint32_t label = label_of(of, a);
        if (label != of->release->stars[a] &&
            !label_cover_has(&people->covers[a], codes_get(&people->quasi[a], row), label))
            return false;
    }
    return true;
}

/* People by their unchanged cells and, of attributes where they have one, their label; and by their
 * unchanged cells alone, for predicates with the star of a suppressed row. */
typedef struct people_index {
    people_read from;
    bool *used; /* [same_count + attributes] */
    const bool *cells;
    attack_index labelled, plain;
} people_index;

static bool people_index_open(people_index *out, const attack_finder *finder,
                              const attack_people *people, const bool *cells) {
    const attack_release *release = finder->release;
    size_t columns = release->same_count + release->attributes;
    *out = (people_index){.from = {people, release->same_count},
                          .used = memory_zero(columns, sizeof *out->used),
                          .cells = cells};
    for (size_t c = 0; out->used && c < release->same_count; c++)
        out->used[c] = cells[c];
    for (size_t a = 0; out->used && a < release->attributes; a++)
        out->used[release->same_count + a] = people->covers[a].single && !finder->starred[a];
    bool blank = attack_class_rows(finder, (uint32_t)release->classes) > 0;
    return out->used &&
           attack_index_open(&out->labelled, read_people, &out->from, people->rows, out->used,
                             columns, person_counts) &&
           (!blank || attack_index_open(&out->plain, read_people, &out->from, people->rows, cells,
                                        release->same_count, person_counts));
}

static void people_index_close(people_index *made) {
    attack_index_close(&made->labelled);
    attack_index_close(&made->plain);
    memory_free(made->used);
}

static const attack_index *index_for(const people_index *in, const predicate *of) {
    const attack_release *release = of->release;
    for (size_t a = 0; a < release->attributes; a++)
        if (in->used[release->same_count + a] && label_of(of, a) == release->stars[a])
            return &in->plain;
    return &in->labelled;
}

/* Whether the predicate is true of exactly one person. */
static bool isolates(const predicate *of, const people_index *in, uint64_t *work) {
    const attack_index *index = index_for(in, of);
    const attack_people *people = in->from.people;
    uint32_t who = NOBODY;
    size_t begin, end;
    if (!attack_index_find(index, read_predicate, of, 0, &begin, &end))
        return false;
    for (size_t i = begin; i < end && who != SEVERAL; i++) {
        uint32_t row = index->entries[i].row;
        uint64_t cost = of->release->attributes + index->columns;
        *work = *work > cost ? *work - cost : 0;
        if (is_covered(of, people, row) &&
            attack_same_cells(index, read_people, &in->from, row, read_predicate, of, 0))
            who = join(who, attack_person(people, row));
    }
    return who != NOBODY && who != SEVERAL;
}

/* ---- The attack ------------------------------------------------------------------------------ */

typedef struct predicate_attack {
    const attack_finder *finder;
    const attack_release *release;
    const attack_people *people;
    const bool *used;
    uint32_t *drawn; /* [count] rows of the release, in random order */
    size_t count;
    random_stream mixing; /* of cells from several rows */
    uint32_t *rows;       /* [attributes + same_count] */
} predicate_attack;

typedef struct predicate_sums {
    uint64_t made;
    double one, guessed;
} predicate_sums;

static bool try_predicates(predicate_sums *out, predicate_attack *by, bool guesses,
                           uint64_t *work) {
    const attack_release *release = by->release;
    size_t columns = release->attributes + release->same_count;
    people_index index;
    predicate of = {release, by->rows};
    bool fine = people_index_open(&index, by->finder, by->people, by->used);
    *out = (predicate_sums){0};
    for (; fine && out->made<by->count && * work> 0; out->made++) {
        for (size_t c = 0; c < columns; c++)
            by->rows[c] = by->drawn[out->made];
        out->one += isolates(&of, &index, work);
        for (size_t c = 0; guesses && c < columns; c++)
            by->rows[c] = by->drawn[random_below(&by->mixing, by->count)];
        out->guessed += guesses && isolates(&of, &index, work);
    }
    people_index_close(&index);
    return fine;
}

/* One cell alone that is true of exactly one person. Sensitive cells are no knowledge that is
 * judged. */
static bool try_cells(double *out, predicate_attack *by) {
    const attack_release *release = by->release;
    owners who = {0};
    bool fine = owners_open(&who, release, by->people);
    *out = 0;
    for (size_t i = 0; fine && i < by->count; i++) {
        uint32_t row = by->drawn[i], class = release->class_of[row];
        bool alone = false;
        for (size_t a = 0; a < release->attributes && class < release->classes; a++)
            alone |= who.of[a][codes_get(&release->labels[a], class)] < SEVERAL;
        for (size_t c = 0; c < release->same_count; c++)
            alone |=
                !release->same[c].sensitive &&
                who.of[release->attributes + c][codes_get(release->same[c].cells, row)] < SEVERAL;
        *out += alone;
    }
    owners_close(&who);
    return fine;
}

static bool draw_rows(predicate_attack *by, uint64_t seed) {
    const attack_release *release = by->release;
    random_stream stream = random_open(seed, "attack predicates", 0);
    size_t rows = 0;
    by->drawn = memory_new(release->rows, sizeof *by->drawn);
    by->rows = memory_new(release->attributes + release->same_count, sizeof *by->rows);
    if (!by->drawn || !by->rows)
        return false;
    for (size_t row = 0; row < release->rows; row++)
        if (release->class_of[row] <= release->classes)
            by->drawn[rows++] = (uint32_t)row;
    by->count = rows < PREDICATES ? rows : PREDICATES;
    for (size_t i = 0; i < by->count; i++) {
        size_t other = i + (size_t)random_below(&stream, rows - i);
        uint32_t held = by->drawn[i];
        by->drawn[i] = by->drawn[other];
        by->drawn[other] = held;
    }
    return true;
}

static bool attack_together(attacking *run, predicate_attack *by, const bool *used,
                            const char *name, bool sensitive) {
    const attack_task *task = run->task;
    predicate_sums found, other = {0};
    uint64_t part = attack_part(run, 4), left = part;
    by->used = used;
    by->people = task->original;
    by->mixing = random_open(task->seed, "attack mixing", 0);
    bool fine = try_predicates(&found, by, true, &left);
    if (fine && task->control) {
        by->people = task->control;
        fine = try_predicates(&other, by, false, &left);
    }
    run->work -= part - left;
    if (!fine)
        return false;
    attack_figure *made = attack_add(run, ATTACK_SINGLING_OUT, NULL, name);
    made->people = run->finder.first[by->release->classes + 1];
    made->main = attack_share_of(found.one, found.made);
    made->knows_sensitive = sensitive;
    made->baseline = attack_share_of(found.guessed, found.made);
    made->control = attack_share_of(other.one, other.made);
    run->out->sampled |= found.made < made->people;
    return true;
}

static bool attack_alone(attacking *run, predicate_attack *by) {
    double found, other = 0;
    by->people = run->task->original;
    bool fine = try_cells(&found, by);
    if (fine && run->task->control) {
        by->people = run->task->control;
        fine = try_cells(&other, by);
    }
    if (!fine)
        return false;
    attack_figure *made = attack_add(run, ATTACK_SINGLING_OUT, NULL, ATTACK_BY_CELL);
    made->people = run->finder.first[by->release->classes + 1];
    made->main = attack_share_of(found, by->count);
    if (run->task->control)
        made->control = attack_share_of(other, by->count);
    run->out->sampled |= by->count < made->people;
    return true;
}

shoal_status attack_predicates(attacking *run, shoal_error *error) {
    const attack_release *release = run->task->release;
    predicate_attack by = {.finder = &run->finder, .release = release};
    bool *plain = arena_zero(run->memory, release->same_count + 1, sizeof *plain);
    bool *all = arena_zero(run->memory, release->same_count + 1, sizeof *all);
    size_t sensitive = 0;
    if (release->numbers) {
        attack_add(run, ATTACK_SINGLING_OUT, NULL, ATTACK_BY_QUASI_PLAIN)->none =
            "averages and noise cover nobody's values";
        return SHOAL_OK;
    }
    for (size_t c = 0; plain && all && c < release->same_count; c++) {
        plain[c] = !release->same[c].sensitive;
        all[c] = true;
        sensitive += release->same[c].sensitive;
    }
    bool fine = plain && all && draw_rows(&by, run->task->seed) && attack_alone(run, &by) &&
                attack_together(run, &by, plain, ATTACK_BY_QUASI_PLAIN, false) &&
                (sensitive == 0 || attack_together(run, &by, all, ATTACK_BY_EVERYTHING, true));
    memory_free(by.drawn);
    memory_free(by.rows);
    return fine ? SHOAL_OK : status_no_memory(error);
}
