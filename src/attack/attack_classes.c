/* Attackers who know the quasi-identifiers of a person: they look for the classes that cover him,
 * link him with one of their rows, guess his sensitive values, and say whether he is in the
 * release. */
#include "attack/attack_parts.h"

#include <math.h>

/* What is found of each person: whether something covers him, whether he is linked, and then of
 * every sensitive column: */
enum { IS_COVERED, IS_LINKED, OF_PEOPLE };
enum { BY_ALL, BY_NARROWEST, BY_SUREST, IS_CERTAIN, BY_FREQUENCY, OF_VALUE };

static const char *const ways[] = {
    [BY_ALL] = "the most frequent value of all classes that cover the person",
    [BY_NARROWEST] = "the most frequent value of the smallest class that covers the person",
    [BY_SUREST] = "the class that covers the person and has one value most often",
};

typedef struct class_attack {
    attack_finder *finder;
    const attack_release *release;
    const attack_people *people;
    const attack_targets *targets;
    const uint32_t *released_of; /* of these people; NULL: not known */
    bool linked;                 /* whether linking makes sense for them */
    const guessed_columns *guessed;
    uint32_t *stamp; /* [classes + 1] == epoch of the finder: among the candidates */
} class_attack;

/* ---- Guesses --------------------------------------------------------------------------------- */

/* The probability that one of the most frequent values of a class, of which there may be several,
 * is the right one. */
static double guess_in(const guessed_column *of, uint32_t class, uint32_t truth) {
    size_t ties = 0;
    bool right = false;
    for (size_t i = of->classes.first[class]; i < of->classes.first[class + 1]; i++)
        if (of->classes.counts[i] == of->top[class]) {
            ties++;
            right |= of->classes.values[i] == truth;
        }
    return right ? 1 / (double)ties : 0;
}

/* The same in all candidates together. Sets *certain where they have one value. */
static double guess_in_all(guessed_column *of, const attack_finder *in, uint32_t truth,
                           bool *certain, uint64_t *work) {
    *work += attack_count_classes(of, in);
    return attack_guess_counted(of, truth, certain);
}

static uint32_t narrowest(const attack_finder *in) {
    uint32_t best = in->found[0];
    for (size_t i = 1; i < in->count; i++)
        if (attack_class_rows(in, in->found[i]) < attack_class_rows(in, best))
            best = in->found[i];
    return best;
}

/* The class whose most frequent value has the largest share of its rows. */
static uint32_t surest(const guessed_column *of, const attack_finder *in) {
    uint32_t best = in->found[0];
    for (size_t i = 1; i < in->count; i++) {
        uint32_t other = in->found[i];
        if ((uint64_t)of->top[other] * attack_class_rows(in, best) >
            (uint64_t)of->top[best] * attack_class_rows(in, other))
            best = other;
    }
    return best;
}

static uint64_t guess(class_attack *by, guessed_column *of, size_t row, double *out) {
    const attack_finder *in = by->finder;
    uint32_t truth = attack_cell(by->people, of->place, row);
    uint64_t work = 2 * in->count;
    bool certain = false;
    for (size_t o = 0; o < OF_VALUE; o++)
        out[o] = 0;
    out[BY_FREQUENCY] = truth == of->frequent;
    if (in->count == 0)
        return work;
    out[BY_ALL] = guess_in_all(of, in, truth, &certain, &work);
    out[BY_NARROWEST] = guess_in(of, narrowest(in), truth);
    out[BY_SUREST] = guess_in(of, surest(of, in), truth);
    out[IS_CERTAIN] = certain && (in->covered || in->blank);
    return work;
}

/* ---- Links ----------------------------------------------------------------------------------- */

/* The share of the person's own rows among the candidates. Where it is not known which these are,
 * one in the smallest class that covers the person is taken to be, and that the attacker guesses in
 * this class: nobody does better without telling rows of a class apart. */
static double link_person(class_attack *by, size_t unit) {
    const attack_finder *in = by->finder;
    size_t rows = 0, own = 0;
    for (size_t i = 0; i < in->count; i++) {
        rows += attack_class_rows(in, in->found[i]);
        by->stamp[in->found[i]] = in->epoch;
    }
    if (rows == 0 || !by->linked)
        return 0;
    if (!by->released_of)
        return in->covered || in->blank ? 1 / (double)attack_class_rows(in, narrowest(in)) : 0;
    for (size_t i = by->targets->first[unit]; i < by->targets->first[unit + 1]; i++) {
        uint32_t released = by->released_of[by->targets->rows[i]];
        if (released == ATTACK_NONE || by->release->class_of[released] > by->release->classes)
            continue;
        own += by->stamp[by->release->class_of[released]] == in->epoch;
    }
    return (double)own / (double)rows;
}

static uint64_t attack_one(void *context, size_t unit, size_t row, double *out) {
    class_attack *by = context;
    uint64_t work = attack_find(by->finder, by->people, row);
    out[IS_COVERED] = by->finder->fits;
    out[IS_LINKED] = link_person(by, unit);
    for (size_t i = 0; i < by->guessed->count; i++)
        work += guess(by, &by->guessed->each[i], row, out + OF_PEOPLE + i * OF_VALUE);
    return work + by->finder->count;
}

/* ---- Figures --------------------------------------------------------------------------------- */

typedef struct class_sums {
    double *main, *control; /* [2][outcomes] with the squares; control NULL: none */
    size_t outcomes;
    uint64_t attacked, controlled;
    size_t people;
} class_sums;

static void add_linkage(attacking *run, const class_sums *of) {
    bool known = run->released_of != NULL;
    attack_figure *made =
        attack_add(run, ATTACK_LINKAGE, NULL,
                   known ? "quasi-identifiers"
                         : "quasi-identifiers; a fitting row is taken to be the right one");
    size_t rows = run->finder.first[run->task->release->classes + 1];
    made->people = of->people;
    made->main = attack_share_of(of->main[IS_LINKED], of->attacked);
    made->likely = attack_likely(of->main[IS_LINKED], of->main[of->outcomes + IS_LINKED],
                                 of->attacked, of->people);
    made->baseline = attack_share_of(rows ? (double)of->attacked / (double)rows : 0, of->attacked);
}

static void add_membership(attacking *run, const class_sums *of) {
    attack_figure *made =
        attack_add(run, ATTACK_MEMBERSHIP, NULL, "a class that covers the person");
    made->people = of->people;
    if (run->task->release->numbers) {
        made->none = "averages and noise cover nobody's values";
        return;
    }
    if (!of->control) {
        made->none = "it needs people who are not in the release";
        made->moot = true;
        return;
    }
    made->main = attack_share_of(of->main[IS_COVERED], of->attacked);
    made->control = attack_share_of(of->control[IS_COVERED], of->controlled);
}

static void add_inference(attacking *run, const class_sums *of, const guessed_column *from,
                          size_t place) {
    const double *main = of->main + OF_PEOPLE + place * OF_VALUE;
    const attack_column *column = &run->task->release->same[from->place];
    size_t best = BY_ALL;
    for (size_t way = BY_ALL; way <= BY_SUREST; way++)
        if (main[way] > main[best] + 1e-9)
            best = way;
    attack_figure *made = attack_add(run, ATTACK_INFERENCE, column->name, ways[best]);
    made->people = of->people;
    made->main = attack_share_of(main[best], of->attacked);
    made->likely = attack_likely(main[best], main[of->outcomes + best], of->attacked, of->people);
    made->baseline = attack_share_of(main[BY_FREQUENCY], of->attacked);
    made->certain = (uint64_t)(main[IS_CERTAIN] + 0.5);
    if (of->control)
        made->control =
            attack_share_of(of->control[OF_PEOPLE + place * OF_VALUE + best], of->controlled);
}

static shoal_status attack_side(class_attack *by, attacking *run, const attack_people *people,
                                const char *purpose, double *sums, uint64_t *attacked,
                                size_t *units, shoal_error *error) {
    attack_targets targets = {0};
    uint64_t part = attack_part(run, 4), left = part;
    by->people = people;
    by->targets = &targets;
    bool fine = attack_targets_draw(&targets, people, run->task->seed, purpose, ATTACK_TARGETS);
    fine = fine && attack_people_each(sums, attacked, OF_PEOPLE + by->guessed->count * OF_VALUE,
                                      &targets, &left, attack_one, by);
    run->work -= part - left;
    if (fine)
        attack_note_tried(run, people, *attacked, targets.units);
    *units = targets.units;
    attack_targets_free(&targets);
    by->targets = NULL;
    return fine ? SHOAL_OK : status_no_memory(error);
}

/* Labels that cover hardly anybody are read wrongly, so that an attacker who reads them rightly
 * does better: where more people are covered by no class than have no row in one. */
static void note_uncovered(attacking *run, const class_sums *of) {
    const attack_release *release = run->task->release;
    attack_share covered = attack_share_of(of->main[IS_COVERED], of->attacked);
    double published = fmin(1, (double)release->published / (double)of->people);
    if (release->numbers || of->attacked == 0 || !(covered.high < published - ATTACK_MISSED))
        return;
    run->out->uncovered = of->attacked - (uint64_t)(of->main[IS_COVERED] + 0.5);
    run->out->looked_for = of->attacked;
}

static shoal_status measure(class_attack *by, attacking *run, shoal_error *error) {
    const attack_task *task = run->task;
    size_t outcomes = OF_PEOPLE + by->guessed->count * OF_VALUE;
    size_t strangers;
    class_sums sums = {.main = arena_zero(run->memory, 2 * outcomes, sizeof *sums.main),
                       .outcomes = outcomes};
    double *control = arena_zero(run->memory, 2 * outcomes, sizeof *control);
    if (!sums.main || !control)
        return status_no_memory(error);
    by->released_of = run->released_of;
    by->linked = true;
    STATUS_TRY(attack_side(by, run, task->original, "attack classes", sums.main, &sums.attacked,
                           &sums.people, error));
    note_uncovered(run, &sums);
    by->linked = false;
    if (task->control) {
        STATUS_TRY(attack_side(by, run, task->control, "attack classes of control", control,
                               &sums.controlled, &strangers, error));
        sums.control = control;
    }
    add_linkage(run, &sums);
    for (size_t i = 0; i < by->guessed->count; i++)
        add_inference(run, &sums, &by->guessed->each[i], i);
    add_membership(run, &sums);
    return SHOAL_OK;
}

shoal_status attack_classes(attacking *run, shoal_error *error) {
    const attack_release *release = run->task->release;
    class_attack by = {.finder = &run->finder,
                       .release = release,
                       .guessed = &run->guessed,
                       .stamp = memory_zero(release->classes + 1, sizeof *by.stamp)};
    shoal_status status = by.stamp ? measure(&by, run, error) : status_no_memory(error);
    memory_free(by.stamp);
    return status;
}
