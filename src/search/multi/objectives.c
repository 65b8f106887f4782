#include "search/multi/objectives.h"

#include "measure/metrics.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Reading ------------------------------------------------------------------------------- */

static const struct {
    const char *name;
    objective_kind kind;
    bool maximized;
} counts[] = {
    {"k_eff", OBJECTIVE_K, true},
    {"classes", OBJECTIVE_CLASSES, true},
    {"suppressed", OBJECTIVE_SUPPRESSED, false},
    {"ach", OBJECTIVE_ACHIEVEMENT, false},
};

static bool find_objective(objective *out, const char *name, size_t length) {
    for (size_t i = 0; metric_list[i]; i++)
        if (strlen(metric_list[i]->name) == length &&
            strncmp(metric_list[i]->name, name, length) == 0) {
            *out = (objective){metric_list[i]->name, OBJECTIVE_METRIC, false, metric_list[i]};
            return true;
        }
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
        if (strlen(counts[i].name) == length && strncmp(counts[i].name, name, length) == 0) {
            *out = (objective){counts[i].name, counts[i].kind, counts[i].maximized, NULL};
            return true;
        }
    return false;
}

static shoal_status fail_name(const char *name, size_t length, shoal_error *error) {
    char known[160] = "";
    for (size_t i = 0; metric_list[i]; i++)
        snprintf(known + strlen(known), sizeof known - strlen(known), "%s, ", metric_list[i]->name);
    return status_refuse(
        error, SHOAL_USAGE, "objective_unknown", "search.objectives",
        "'%.*s' is not an objective: use %sk_eff, classes, suppressed or, with a preference, ach",
        length > 40 ? 40 : (int)length, name, known);
}

/* One of "loss", "max:k_eff", "min:classes". */
static shoal_status add_objective(objectives *out, const char *word, size_t length,
                                  shoal_error *error) {
    const char *name = word;
    size_t left = length;
    int turned = strncmp(word, "max:", 4) == 0 ? 1 : strncmp(word, "min:", 4) == 0 ? -1 : 0;
    if (turned != 0 && length > 4) {
        name += 4;
        left -= 4;
    }
    if (out->count == OBJECTIVES_MOST)
        return status_refuse(error, SHOAL_USAGE, "objectives_invalid", "search.objectives",
                             "more than %d objectives", OBJECTIVES_MOST);
    objective *added = &out->each[out->count];
    if (!find_objective(added, name, left))
        return fail_name(name, left, error);
    if (turned != 0)
        added->maximized = turned > 0;
    if (added->kind == OBJECTIVE_ACHIEVEMENT && !out->preferred)
        return status_refuse(error, SHOAL_USAGE, "preference_missing", "search.prefer",
                             "the objective ach needs a preference, such as nwp=0.2,necd=0.1");
    for (size_t i = 0; i < out->count; i++)
        if (out->each[i].name == added->name)
            return status_refuse(error, SHOAL_USAGE, "objectives_invalid", "search.objectives",
                                 "the objective %s is named twice", added->name);
    out->count++;
    return SHOAL_OK;
}

static shoal_status read_wanted(objectives *out, const char *wanted, shoal_error *error) {
    for (const char *at = wanted;; at++) {
        size_t length = strcspn(at, ",");
        STATUS_TRY(add_objective(out, at, length, error));
        at += length;
        if (!*at)
            break;
    }
    if (out->count < 2)
        return status_refuse(error, SHOAL_USAGE, "objectives_invalid", "search.objectives",
                             "%s is one objective: name two or more, or use another algorithm",
                             wanted);
    return SHOAL_OK;
}

static shoal_status fail_preference(const char *prefer, shoal_error *error) {
    return status_refuse(error, SHOAL_USAGE, "preference_invalid", "search.prefer",
                         "the preference is %.60s: give the loss and bias that would be good "
                         "enough, both from 0 to 1, such as nwp=0.2,necd=0.1",
                         prefer);
}

static shoal_status read_preference(objectives *out, const char *prefer, shoal_error *error) {
    bool known[2] = {false, false};
    for (const char *at = prefer; *at;) {
        size_t which = strncmp(at, "nwp=", 4) == 0 ? 0 : strncmp(at, "necd=", 5) == 0 ? 1 : 2;
        if (which == 2 || known[which])
            return fail_preference(prefer, error);
        char *end;
        double value = strtod(at + (which == 0 ? 4 : 5), &end);
        if (end == at + (which == 0 ? 4 : 5) || (*end && *end != ',') ||
            !(value >= 0 && value <= 1))
            return fail_preference(prefer, error);
        *(which == 0 ? &out->point.loss : &out->point.bias) = value;
        known[which] = true;
        if (*end && !end[1])
            return fail_preference(prefer, error);
        at = *end ? end + 1 : end;
    }
    out->preferred = known[0] && known[1];
    return out->preferred ? SHOAL_OK : fail_preference(prefer, error);
}

shoal_status objectives_read(objectives *out, const char *wanted, const char *prefer,
                             const char *target, shoal_error *error) {
    *out = (objectives){0};
    if (prefer)
        STATUS_TRY(read_preference(out, prefer, error));
    if (wanted)
        return read_wanted(out, wanted, error);
    const char *first = out->preferred ? "ach" : target;
    STATUS_TRY(add_objective(out, first, strlen(first), error));
    return add_objective(out, "k_eff", strlen("k_eff"), error);
}

/* ---- Values -------------------------------------------------------------------------------- */

static bool is_sum(const metric *of) {
    return of->value == NULL;
}

static size_t place_of(const metric *const *sums, size_t count, const metric *wanted) {
    for (size_t i = 0; i < count; i++)
        if (sums[i] == wanted)
            return i;
    return count;
}

size_t objectives_sums(const objectives *of, const metric *sums[OBJECTIVES_MOST]) {
    size_t count = 0;
    if (of->preferred)
        sums[count++] = &metric_nwp;
    for (size_t i = 0; i < of->count; i++) {
        const metric *each = of->each[i].metric;
        if (each && is_sum(each) && place_of(sums, count, each) == count && count < OBJECTIVES_MOST)
            sums[count++] = each;
    }
    if (count == 0)
        sums[count++] = &metric_loss;
    assert(count <= OBJECTIVES_MOST);
    return count;
}

metric_context objectives_context(const recoding_space *space, uint64_t asked_k) {
    metric_context context = space->context;
    context.k = asked_k;
    return context;
}

static double value_of(const objective *one, const objectives *of, const metric_context *context,
                       const class_statistics *classes, const double *sums) {
    const metric *known[OBJECTIVES_MOST];
    switch (one->kind) {
    case OBJECTIVE_K:
        return (double)classes->smallest;
    case OBJECTIVE_CLASSES:
        return (double)classes->classes;
    case OBJECTIVE_SUPPRESSED:
        return (double)classes->suppressed;
    case OBJECTIVE_ACHIEVEMENT:
        return preference_achievement(&of->point, sums[0], metric_necd.value(context, classes));
    case OBJECTIVE_METRIC:
        break;
    }
    if (!is_sum(one->metric))
        return one->metric->value(context, classes);
    size_t count = objectives_sums(of, known);
    size_t place = place_of(known, count, one->metric);
    assert(place < count);
    return sums[place];
}

void objectives_values(const objectives *of, const metric_context *context,
                       const class_statistics *classes, const double *sums, double *out) {
    for (size_t i = 0; i < of->count; i++) {
        double value = value_of(&of->each[i], of, context, classes, sums);
        out[i] = of->each[i].maximized ? -value : value;
    }
}

double objective_shown(const objective *of, double minimized) {
    return of->maximized ? 0 - minimized : minimized;
}

void objective_range(const objective *of, const objectives *all, const metric_context *context,
                     double *best, double *worst) {
    double rows = (double)context->rows;
    double least = 0, most = 1;
    if (of->kind == OBJECTIVE_K || of->kind == OBJECTIVE_CLASSES ||
        of->kind == OBJECTIVE_SUPPRESSED)
        most = rows;
    else if (of->kind == OBJECTIVE_ACHIEVEMENT)
        most = preference_achievement(&all->point, 1, 1);
    else if (of->metric == &metric_dm)
        most = rows * rows;
    else if (of->metric == &metric_aecs)
        most = rows / (double)context->k;
    *best = of->maximized ? -most : least;
    *worst = of->maximized ? -least : most;
}

double objectives_violation(const objectives *of, const evaluation *result, uint64_t k,
                            uint64_t limit) {
    if (of->preferred)
        return (result->classes.smallest < k ? (double)(k - result->classes.smallest) : 0) +
               (double)result->classes.suppressed;
    if (result->classes.suppressed > limit)
        return (double)(result->classes.suppressed - limit);
    return result->feasible ? 0 : 1;
}
