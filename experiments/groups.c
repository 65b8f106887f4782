/* Repeated trials, summed up. */
#include "experiments/trial.h"

#include "base/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define ROUNDING 1e-9

bool trial_values_agree(double one, double other) {
    return one == other || fabs(one - other) <= ROUNDING * fmin(fabs(one), fabs(other));
}

bool trial_same_problem(const trial *one, const trial *other) {
    return strcmp(one->table, other->table) == 0 && one->attributes == other->attributes &&
           one->k == other->k && strcmp(one->metric, other->metric) == 0;
}

static bool same_group(const trial *one, const trial *other) {
    return trial_same_problem(one, other) && strcmp(one->algorithm, other->algorithm) == 0 &&
           one->variant == other->variant;
}

/* ---- Bounds and accuracies ------------------------------------------------------------------ */

typedef struct problem_facts {
    double bound;
    const trial *optimum; /* NULL: not proven */
} problem_facts;

static problem_facts find_facts(const trial_list *list, const trial *of) {
    problem_facts facts = {.bound = NAN};
    for (size_t i = 0; i < list->count; i++) {
        const trial *each = &list->trials[i];
        if (!trial_same_problem(each, of))
            continue;
        if (!isnan(each->bound) && !(each->bound <= facts.bound))
            facts.bound = each->bound;
        if (each->found && each->proven && !facts.optimum)
            facts.optimum = each;
    }
    return facts;
}

static double accuracy_of(const trial *judged, const trial *optimum) {
    if (!judged->found || !optimum)
        return NAN;
    if (trial_values_agree(judged->value, optimum->value))
        return 1;
    if (optimum->top == 0)
        return NAN;
    int whole = optimum->top - optimum->height;
    return whole > 0 ? 1 - abs(judged->height - optimum->height) / (double)whole : 0;
}

/* ---- Spreads -------------------------------------------------------------------------------- */

static int compare_numbers(const void *left, const void *right) {
    double one = *(const double *)left;
    double other = *(const double *)right;
    return (one > other) - (one < other);
}

/* Sorts the numbers. */
static spread spread_of(double *numbers, size_t count) {
    spread out = {.count = count, .mean = NAN, .median = NAN, .least = NAN, .most = NAN};
    if (count == 0)
        return out;
    qsort(numbers, count, sizeof *numbers, compare_numbers);
    double sum = 0, squares = 0;
    for (size_t i = 0; i < count; i++)
        sum += numbers[i];
    out.mean = sum / (double)count;
    for (size_t i = 0; i < count; i++)
        squares += (numbers[i] - out.mean) * (numbers[i] - out.mean);
    out.deviation = count > 1 ? sqrt(squares / (double)(count - 1)) : 0;
    out.least = numbers[0];
    out.most = numbers[count - 1];
    out.median = (numbers[(count - 1) / 2] + numbers[count / 2]) / 2;
    return out;
}

static double value_of(const trial *from) {
    return from->value;
}

static double los_of(const trial *from) {
    return from->los;
}

static double known_accuracy_of(const trial *from) {
    return from->accuracy;
}

static double hypervolume_of(const trial *from) {
    return from->hypervolume;
}

static double evaluations_of(const trial *from) {
    return (double)from->evaluations;
}

static double seconds_of(const trial *from) {
    return from->seconds;
}

/* Over the trials for which the number is known. */
static spread spread_over(const trial_group *group, double (*number_of)(const trial *from),
                          double *room) {
    size_t count = 0;
    for (size_t i = 0; i < group->count; i++) {
        room[count] = number_of(&group->first[i]);
        if (!isnan(room[count]))
            count++;
    }
    return spread_of(room, count);
}

/* ---- Groups --------------------------------------------------------------------------------- */

static void sum_up(trial_group *group, problem_facts facts, double *room) {
    group->bound = facts.optimum ? facts.optimum->value : facts.bound;
    group->settled = facts.optimum != NULL;
    for (size_t i = 0; i < group->count; i++) {
        const trial *each = &group->first[i];
        group->found += each->found;
        group->proven += each->proven;
        group->optimal +=
            each->found && group->settled && trial_values_agree(each->value, facts.optimum->value);
    }
    group->value = spread_over(group, value_of, room);
    group->los = spread_over(group, los_of, room);
    group->accuracy = spread_over(group, known_accuracy_of, room);
    group->hypervolume = spread_over(group, hypervolume_of, room);
    group->evaluations = spread_over(group, evaluations_of, room);
    group->seconds = spread_over(group, seconds_of, room);
}

static size_t group_size(const trial_list *list, size_t first) {
    size_t count = 1;
    while (first + count < list->count &&
           same_group(&list->trials[first], &list->trials[first + count]))
        count++;
    return count;
}

shoal_status trial_groups_make(trial_groups *out, trial_list *list, shoal_error *error) {
    *out = (trial_groups){.groups = memory_zero(list->count, sizeof *out->groups)};
    double *room = memory_new(list->count, sizeof *room);
    if (!out->groups || !room) {
        memory_free(room);
        return status_no_memory(error);
    }
    for (size_t at = 0; at < list->count;) {
        trial_group *group = &out->groups[out->count++];
        group->first = &list->trials[at];
        group->count = group_size(list, at);
        problem_facts facts = find_facts(list, group->first);
        for (size_t i = 0; i < group->count; i++, at++)
            list->trials[at].accuracy = accuracy_of(&list->trials[at], facts.optimum);
        sum_up(group, facts, room);
    }
    memory_free(room);
    return SHOAL_OK;
}

void trial_groups_free(trial_groups *made) {
    memory_free(made->groups);
    *made = (trial_groups){0};
}

const trial_group *trial_groups_find(const trial_groups *in, const char *table, size_t attributes,
                                     uint64_t k, const char *method) {
    for (size_t i = 0; i < in->count; i++) {
        const trial *first = in->groups[i].first;
        if (strcmp(first->table, table) == 0 && first->attributes == attributes && first->k == k &&
            strcmp(first->algorithm, method) == 0)
            return &in->groups[i];
    }
    return NULL;
}
