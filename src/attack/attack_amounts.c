/* Attackers who know the quasi-identifiers of a person, and guess an amount, such as a pay, nearly:
 * of the rows in classes that cover him, they take the amount that most of these are near to. Where
 * all amounts differ, a guess of the most frequent one is right about one row, and a class may
 * still give away what everybody in it has. */
#include "attack/attack_parts.h"

#include <math.h>
#include <stdlib.h>

/* Columns with fewer values are guessed one by one. */
#define LEAST_VALUES 20

/* What is found of each person. */
enum { IS_NEAR, IS_CERTAIN, BY_GUESSING, OUTCOMES };

typedef struct amount {
    double value;
    uint64_t rows;
} amount;

typedef struct guessed_amount {
    double guess;
    uint64_t near; /* rows that it is near to */
    uint64_t rows; /* all of them */
} guessed_amount;

typedef struct amount_attack {
    attacking *run;
    const attack_people *people;
    guessed_column *of;
    amount *list;             /* [values] */
    guessed_amount *of_class; /* [classes + 1] rows == 0: not guessed yet */
    guessed_amount of_all;    /* without knowing the class */
} amount_attack;

/* ---- Guesses --------------------------------------------------------------------------------- */

static double lowest(double truth) {
    return truth - ATTACK_NEAR * fabs(truth);
}

static double highest(double truth) {
    return truth + ATTACK_NEAR * fabs(truth);
}

static int compare(const void *a, const void *b) {
    const amount *one = a, *other = b;
    return one->value < other->value ? -1 : one->value > other->value;
}

/* Amounts from `first` to `last` in order have a guess that is near to all of them where the lowest
 * one that is near to the last is not above the highest one that is near to the first. */
static guessed_amount guess_among(amount *list, size_t count, uint64_t rows) {
    guessed_amount best = {.guess = (double)NAN, .rows = rows};
    uint64_t near = 0;
    if (count > 1)
        qsort(list, count, sizeof *list, compare);
    for (size_t first = 0, last = 0; last < count; last++) {
        near += list[last].rows;
        for (; lowest(list[last].value) > highest(list[first].value); first++)
            near -= list[first].rows;
        if (near > best.near) {
            best.near = near;
            best.guess = (lowest(list[last].value) + highest(list[first].value)) / 2;
        }
    }
    return best;
}

/* Of the values that were counted, which are forgotten. */
static guessed_amount guess_counted(amount_attack *by) {
    const double *amounts = by->run->task->release->amounts[by->of->place];
    size_t count = 0;
    uint64_t rows = 0;
    for (size_t i = 0; i < by->of->seen_count; i++) {
        uint32_t value = by->of->seen[i];
        rows += by->of->counts[value];
        if (isfinite(amounts[value]))
            by->list[count++] = (amount){amounts[value], by->of->counts[value]};
    }
    attack_forget_counts(by->of);
    return guess_among(by->list, count, rows);
}

static guessed_amount guess(amount_attack *by, uint64_t *work) {
    attack_finder *in = &by->run->finder;
    guessed_amount *one = in->count == 1 ? &by->of_class[in->found[0]] : NULL;
    if (one && one->rows > 0)
        return *one;
    *work += 16 * attack_count_classes(by->of, in); /* they are sorted */
    guessed_amount made = guess_counted(by);
    if (one)
        *one = made;
    return made;
}

static void guess_of_all(amount_attack *by) {
    const tuple_values *classes = &by->of->classes;
    size_t end = classes->first[by->run->task->release->classes + 1];
    for (size_t i = 0; i < end; i++)
        attack_count_value(by->of, classes->values[i], classes->counts[i]);
    by->of_all = guess_counted(by);
}

static bool is_near(const guessed_amount *of, double truth) {
    return of->guess >= lowest(truth) && of->guess <= highest(truth);
}

static uint64_t attack_one(void *context, size_t unit, size_t row, double *out) {
    amount_attack *by = context;
    const attack_finder *in = &by->run->finder;
    size_t place = by->of->place;
    double truth = by->people->amounts[place][codes_get(by->people->same[place].cells, row)];
    uint64_t work = attack_find(&by->run->finder, by->people, row) + in->count + 16;
    guessed_amount made = guess(by, &work);
    (void)unit;
    out[IS_NEAR] = is_near(&made, truth);
    out[IS_CERTAIN] = is_near(&made, truth) && made.near == made.rows && (in->covered || in->blank);
    out[BY_GUESSING] = is_near(&by->of_all, truth);
    return work;
}

/* ---- Figures --------------------------------------------------------------------------------- */

static bool attack_side(amount_attack *by, const attack_people *people, const char *purpose,
                        double *sums, uint64_t *attacked, size_t *units) {
    attacking *run = by->run;
    attack_targets targets = {0};
    uint64_t part = attack_part(run, 6), left = part;
    by->people = people;
    bool fine = attack_targets_draw(&targets, people, run->task->seed, purpose, ATTACK_TARGETS) &&
                attack_people_each(sums, attacked, OUTCOMES, &targets, &left, attack_one, by);
    run->work -= part - left;
    if (fine)
        attack_note_tried(run, people, *attacked, targets.units);
    *units = targets.units;
    attack_targets_free(&targets);
    return fine;
}

static bool measure(amount_attack *by) {
    attacking *run = by->run;
    const attack_task *task = run->task;
    double main[2 * OUTCOMES], control[2 * OUTCOMES];
    uint64_t attacked, controlled = 0;
    size_t units, strangers;
    guess_of_all(by);
    if (!attack_side(by, task->original, "attack amounts", main, &attacked, &units) ||
        (task->control && !attack_side(by, task->control, "attack amounts of control", control,
                                       &controlled, &strangers)))
        return false;
    attack_figure *made = attack_add(run, ATTACK_INFERENCE, task->release->same[by->of->place].name,
                                     ATTACK_BY_AMOUNT);
    made->people = units;
    made->main = attack_share_of(main[IS_NEAR], attacked);
    made->likely = attack_likely(main[IS_NEAR], main[OUTCOMES + IS_NEAR], attacked, units);
    made->baseline = attack_share_of(main[BY_GUESSING], attacked);
    made->certain = (uint64_t)(main[IS_CERTAIN] + 0.5);
    if (task->control)
        made->control = attack_share_of(control[IS_NEAR], controlled);
    return true;
}

static bool attack_column_of(attacking *run, guessed_column *of) {
    const attack_release *release = run->task->release;
    size_t values = (size_t)release->same[of->place].size + 1;
    amount_attack by = {.run = run,
                        .of = of,
                        .list = memory_new(values, sizeof *by.list),
                        .of_class = memory_zero(release->classes + 1, sizeof *by.of_class)};
    bool fine = by.list && by.of_class && measure(&by);
    memory_free(by.list);
    memory_free(by.of_class);
    return fine;
}

/* Amounts on both sides, and many of them. */
static bool has_amounts(const attack_task *task, size_t place) {
    const attack_release *release = task->release;
    const attack_people *sides[] = {task->original, task->control};
    size_t many = 0;
    if (!release->amounts || !release->amounts[place])
        return false;
    for (size_t i = 0; i < 2; i++)
        if (sides[i] && (!sides[i]->amounts || !sides[i]->amounts[place]))
            return false;
    for (uint32_t v = 0; v < release->same[place].size; v++)
        many += isfinite(release->amounts[place][v]) ? 1 : 0;
    return many >= LEAST_VALUES;
}

shoal_status attack_amounts(attacking *run, shoal_error *error) {
    for (size_t i = 0; i < run->guessed.count; i++)
        if (has_amounts(run->task, run->guessed.each[i].place) &&
            !attack_column_of(run, &run->guessed.each[i]))
            return status_no_memory(error);
    return SHOAL_OK;
}
