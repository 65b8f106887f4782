/* What operators did, generation by generation, over all seeds; and numbers of searches. */
#include "experiments/balasch2010.h"

#include <math.h>

const char *balasch2010_way_name(size_t way) {
    return way == BALASCH2010_COMBINED ? "combined"
                                       : group_operator_name((group_operator)(way - 1));
}

const balasch2010_cell *balasch2010_cell_at(const experiment *of, int set, size_t k) {
    const balasch2010_found *found = of->found;
    return &found->cells[set][k];
}

const balasch2010_course *balasch2010_course_of(const experiment *of, size_t case_number,
                                                size_t way) {
    const balasch2010_found *found = of->found;
    return &found->courses[case_number][way];
}

const balasch2010_course *balasch2010_combined(const experiment *of, size_t case_number) {
    return balasch2010_course_of(of, case_number, BALASCH2010_COMBINED);
}

/* ---- Adding up ------------------------------------------------------------------------------ */

static void add_record(operator_record *to, const operator_record *more) {
    to->created += more->created;
    to->clones += more->clones;
    to->discarded_unused += more->discarded_unused;
    to->alive_unused += more->alive_unused;
    to->lifetimes += more->lifetimes;
    to->improved += more->improved;
    to->worsened += more->worsened;
    to->equal += more->equal;
    to->improvements += more->improvements;
    to->worsenings += more->worsenings;
    to->largest_improvement = fmax(to->largest_improvement, more->largest_improvement);
    to->largest_worsening = fmin(to->largest_worsening, more->largest_worsening);
    to->printed_improvements += more->printed_improvements;
    to->printed_worsenings += more->printed_worsenings;
}

static void add_moment(balasch2010_moment *to, const operator_monitor *of, size_t generation) {
    const generation_record *population = operator_monitor_generation(of, generation);
    to->runs++;
    to->best += population->best;
    to->mean += population->mean;
    to->groups += population->groups;
    for (int i = 0; i < GROUP_OPERATORS; i++) {
        const operator_record *made = operator_monitor_record(of, generation, (group_operator)i);
        add_record(&to->made[i], made);
        to->improvements[i] += made->largest_improvement;
        to->worsenings[i] += made->largest_worsening;
        to->improving[i] += made->improved > 0;
        to->worsening[i] += made->worsened > 0;
    }
}

shoal_status balasch2010_course_add(balasch2010_course *to, const operator_monitor *of,
                                    shoal_error *error) {
    size_t generations = operator_monitor_generations(of);
    if (!to->moments) {
        to->moments = memory_zero(generations, sizeof *to->moments);
        to->generations = generations;
    }
    if (!to->moments)
        return status_no_memory(error);
    for (size_t g = 0; g < generations && g < to->generations; g++)
        add_moment(&to->moments[g], of, g);
    return SHOAL_OK;
}

void balasch2010_course_free(balasch2010_course *made) {
    memory_free(made->moments);
    *made = (balasch2010_course){0};
}

/* ---- Reading -------------------------------------------------------------------------------- */

double balasch2010_moment_best(const balasch2010_moment *of) {
    return of->best / (double)of->runs;
}

double balasch2010_moment_groups(const balasch2010_moment *of) {
    return of->groups / (double)of->runs;
}

operator_record balasch2010_children(const balasch2010_course *of, group_operator maker,
                                     size_t first, size_t last) {
    operator_record sum = {0};
    for (size_t g = first; g <= last && g < of->generations; g++)
        add_record(&sum, &of->moments[g].made[maker]);
    return sum;
}

double balasch2010_unused(const operator_record *of) {
    return operator_record_mean((double)of->discarded_unused, of->created);
}

double balasch2010_lifetime(const operator_record *of) {
    return operator_record_mean((double)of->lifetimes, of->created);
}

size_t balasch2010_settled(const balasch2010_course *of, double apart) {
    size_t at = of->generations - 1;
    double last = balasch2010_moment_groups(&of->moments[at]);
    while (at > 0 && fabs(balasch2010_moment_groups(&of->moments[at - 1]) - last) <= apart)
        at--;
    return at;
}

size_t balasch2010_last_use(const balasch2010_course *of, group_operator maker) {
    size_t at = of->generations - 1;
    while (at > 0 &&
           of->moments[at].made[maker].discarded_unused == of->moments[at].made[maker].created)
        at--;
    return at;
}

/* ---- Searches ------------------------------------------------------------------------------- */

double balasch2010_score(const balasch2010_run *of) {
    return of->made.value;
}

double balasch2010_evaluations(const balasch2010_run *of) {
    return (double)of->made.evaluations;
}

double balasch2010_seconds(const balasch2010_run *of) {
    return of->made.seconds;
}

double balasch2010_asked(const balasch2010_run *of) {
    return (double)(of->made.evaluations + of->made.memo_hits);
}

box balasch2010_spread(const balasch2010_run *runs, int64_t seeds, balasch2010_number *number) {
    double numbers[BALASCH2010_MOST_SEEDS];
    for (int64_t i = 0; i < seeds; i++)
        numbers[i] = number(&runs[i]);
    return box_of(numbers, (size_t)seeds);
}

const balasch2010_run *balasch2010_best_run(const balasch2010_run *runs, int64_t seeds) {
    const balasch2010_run *best = runs;
    for (int64_t i = 1; i < seeds; i++)
        if (runs[i].made.value < best->made.value)
            best = &runs[i];
    return best;
}

size_t balasch2010_best_hand(const balasch2010_cell *of, balasch2010_set which, bool printed) {
    const balasch2010_hand *hands = balasch2010_hands(which);
    size_t best = 0;
    for (size_t i = 1; hands[i].name; i++)
        if ((printed || hands[i].rule != BALASCH2010_PRINTED) &&
            of->hands[i].score < of->hands[best].score)
            best = i;
    return best;
}

size_t balasch2010_agree(const balasch2010_run *runs, const balasch2010_run *others,
                         int64_t seeds) {
    size_t count = 0;
    for (int64_t i = 0; i < seeds; i++)
        count += trial_values_agree(runs[i].made.value, others[i].made.value);
    return count;
}

size_t balasch2010_reach(const balasch2010_run *runs, int64_t seeds, double value) {
    size_t count = 0;
    for (int64_t i = 0; i < seeds; i++)
        count += trial_values_agree(runs[i].made.value, value);
    return count;
}
