/* Attackers who know all rows of a person, and that a sensitive attribute has one value in all of
 * them, as a blood group has: for each row they find the classes that cover it, or the rows in
 * these that have its plain cells, and the share of each value in them. The value that they guess
 * is one that most of the rows have in common: of these, the one with the largest product of
 * shares. */
#include "attack/attack_parts.h"

#include <math.h>

/* Products of the same shares may differ by rounding. */
#define AS_LIKELY 1e-9

/* A sensitive column, and what the rows of the person in question say about it. */
typedef struct person_column {
    guessed_column *of;
    uint32_t *rows_with; /* [values] rows whose classes have it; zero in between */
    double *product;     /* [values] logarithm of the product of shares */
    uint32_t *met;       /* [met_count] values that some row's classes have */
    size_t met_count;
    double guessed, by_frequency, certain; /* sums over the persons who were attacked */
    uint64_t attacked;
} person_column;

typedef struct persons_attack {
    attacking *run;
    const attack_people *people;
    attack_targets targets;
    bool by_plain;         /* with plain cells */
    person_column *column; /* [columns] */
    size_t columns;
} persons_attack;

/* ---- Rows ------------------------------------------------------------------------------------ */

/* The value of all rows of the person. False: they have several. */
static bool find_value(uint32_t *out, const persons_attack *by, size_t place, size_t unit) {
    const attack_targets *in = &by->targets;
    *out = attack_cell(by->people, place, in->rows[in->first[unit]]);
    for (size_t i = in->first[unit] + 1; i < in->first[unit + 1]; i++)
        if (attack_cell(by->people, place, in->rows[i]) != *out)
            return false;
    return true;
}

static uint64_t count_candidates(const persons_attack *by, size_t column) {
    const attacking *run = by->run;
    guessed_column *of = by->column[column].of;
    return by->by_plain ? plain_groups_count(&run->plain, &run->finder, column, of)
                        : attack_count_classes(of, &run->finder);
}

/* Adds what the candidates of one row say. */
static uint64_t add_row(persons_attack *by, size_t column) {
    person_column *to = &by->column[column];
    guessed_column *of = to->of;
    uint64_t work = count_candidates(by, column);
    double rows = 0;
    for (size_t i = 0; i < of->seen_count; i++)
        rows += (double)of->counts[of->seen[i]];
    for (size_t i = 0; i < of->seen_count; i++) {
        uint32_t value = of->seen[i];
        if (to->rows_with[value]++ == 0) {
            to->met[to->met_count++] = value;
            to->product[value] = 0;
        }
        to->product[value] += log((double)of->counts[value] / rows);
    }
    attack_forget_counts(of);
    return work + by->run->finder.count;
}

/* ---- Guesses --------------------------------------------------------------------------------- */

/* What is as likely as the best of the values that most rows have in common. */
typedef struct likeliest {
    uint32_t rows; /* that have them in common */
    size_t common; /* values that so many rows have */
    double product;
} likeliest;

static likeliest find_likeliest(const person_column *of) {
    likeliest best = {.product = -INFINITY};
    for (size_t i = 0; i < of->met_count; i++)
        best.rows = of->rows_with[of->met[i]] > best.rows ? of->rows_with[of->met[i]] : best.rows;
    for (size_t i = 0; i < of->met_count; i++)
        if (of->rows_with[of->met[i]] == best.rows) {
            best.common++;
            best.product = fmax(best.product, of->product[of->met[i]]);
        }
    return best;
}

static bool is_likeliest(const person_column *of, const likeliest *best, uint32_t value) {
    return of->rows_with[value] == best->rows && of->product[value] >= best->product - AS_LIKELY;
}

/* Guesses, and forgets the person. `sure`: all of his rows are covered. */
static void guess(person_column *of, uint32_t truth, size_t rows, bool sure) {
    likeliest best = find_likeliest(of);
    size_t ties = 0;
    for (size_t i = 0; i < of->met_count; i++)
        ties += is_likeliest(of, &best, of->met[i]);
    bool right = truth != ATTACK_NONE && best.rows > 0 && is_likeliest(of, &best, truth);
    of->guessed += right ? 1 / (double)ties : 0;
    of->certain += right && sure && best.common == 1 && best.rows == rows;
    of->by_frequency += truth == of->of->frequent;
    of->attacked++;
}

static void forget(person_column *of) {
    for (size_t i = 0; i < of->met_count; i++)
        of->rows_with[of->met[i]] = 0;
    of->met_count = 0;
}

/* Returns the work; more than is left: the person was not attacked to the end, and does not count.
 */
static uint64_t attack_person_of(persons_attack *by, size_t unit, uint64_t left) {
    attack_finder *in = &by->run->finder;
    size_t begin = by->targets.first[unit], end = by->targets.first[unit + 1];
    uint64_t work = 0;
    bool sure = true;
    for (size_t i = begin; work <= left && i < end; i++) {
        work += attack_find(in, by->people, by->targets.rows[i]);
        sure &= in->covered || in->blank;
        if (by->by_plain)
            work += plain_groups_list(&by->run->plain, in, by->people, by->targets.rows[i]);
        for (size_t c = 0; c < by->columns; c++)
            work += add_row(by, c);
    }
    for (size_t c = 0; c < by->columns; c++) {
        uint32_t truth;
        if (work <= left && find_value(&truth, by, by->column[c].of->place, unit))
            guess(&by->column[c], truth, end - begin, sure);
        forget(&by->column[c]);
    }
    return work;
}

/* ---- Figures --------------------------------------------------------------------------------- */

static bool open_columns(persons_attack *out, attacking *run) {
    *out = (persons_attack){.run = run, .columns = run->guessed.count};
    out->column = memory_zero(out->columns, sizeof *out->column);
    bool fine = out->column != NULL;
    for (size_t c = 0; fine && c < out->columns; c++) {
        person_column *each = &out->column[c];
        each->of = &run->guessed.each[c];
        size_t values = (size_t)run->task->release->same[each->of->place].size + 1;
        each->rows_with = memory_zero(values, sizeof *each->rows_with);
        each->product = memory_new(values, sizeof *each->product);
        each->met = memory_new(values, sizeof *each->met);
        fine = each->rows_with && each->product && each->met;
    }
    return fine;
}

static void close_columns(persons_attack *made) {
    for (size_t c = 0; made->column && c < made->columns; c++) {
        memory_free(made->column[c].rows_with);
        memory_free(made->column[c].product);
        memory_free(made->column[c].met);
    }
    memory_free(made->column);
    attack_targets_free(&made->targets);
}

static bool open_side(persons_attack *by, const attack_people *people, const char *purpose) {
    attack_targets_free(&by->targets);
    by->people = people;
    for (size_t c = 0; c < by->columns; c++) {
        person_column *each = &by->column[c];
        each->guessed = each->by_frequency = each->certain = 0;
        each->attacked = 0;
    }
    return attack_targets_draw(&by->targets, people, by->run->task->seed, purpose, ATTACK_TARGETS);
}

static void attack_side(persons_attack *by) {
    attacking *run = by->run;
    uint64_t part = attack_part(run, 5), left = part;
    size_t attacked = 0;
    while (attacked < by->targets.drawn && left > 0) {
        uint64_t done = attack_person_of(by, by->targets.turn[attacked], left);
        attacked += done <= left;
        left = left > done ? left - done : 0;
    }
    run->work -= part - left;
    attack_note_tried(run, by->people, attacked, by->targets.units);
}

static size_t count_persons(const persons_attack *by, size_t place) {
    size_t persons = 0;
    uint32_t value;
    for (size_t unit = 0; unit < by->targets.units; unit++)
        persons += find_value(&value, by, place, unit);
    return persons;
}

static void add_main(persons_attack *by, attack_figure **figures) {
    for (size_t c = 0; c < by->columns; c++) {
        const person_column *each = &by->column[c];
        size_t place = each->of->place;
        attack_figure *made =
            attack_add(by->run, ATTACK_INFERENCE, by->run->task->release->same[place].name,
                       by->by_plain ? ATTACK_BY_PERSON_PLAIN : ATTACK_BY_PERSON);
        made->people = count_persons(by, place);
        if (each->attacked == 0) {
            made->none = "nobody has the same value in all rows";
            made->moot = true;
        }
        made->main = attack_share_of(each->guessed, each->attacked);
        made->baseline = attack_share_of(each->by_frequency, each->attacked);
        made->certain = (uint64_t)(each->certain + 0.5);
        figures[c] = made;
    }
}

static bool measure(persons_attack *by) {
    const attack_task *task = by->run->task;
    attack_figure **figures = arena_new(by->run->memory, by->columns + 1, sizeof *figures);
    if (!figures || !open_side(by, task->original, "attack persons"))
        return false;
    if (by->targets.first[by->targets.units] == by->targets.units)
        return true; /* nobody has several rows */
    attack_side(by);
    add_main(by, figures);
    if (!task->control)
        return true;
    if (!open_side(by, task->control, "attack persons of control"))
        return false;
    attack_side(by);
    for (size_t c = 0; c < by->columns; c++)
        figures[c]->control = attack_share_of(by->column[c].guessed, by->column[c].attacked);
    return true;
}

shoal_status attack_persons(attacking *run, shoal_error *error) {
    if (!run->task->original->person_of || run->guessed.count == 0)
        return SHOAL_OK;
    persons_attack by;
    bool fine = open_columns(&by, run) && measure(&by);
    if (fine && run->plain.columns > 0) {
        by.by_plain = true;
        fine = measure(&by);
    }
    close_columns(&by);
    return fine ? SHOAL_OK : status_no_memory(error);
}
