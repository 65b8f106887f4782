/* What a search of dewri2009 returned: its front, and its last population. */
#include "experiments/dewri2009.h"
#include "measure/metrics.h"
#include "search/multi/objectives.h"
#include "search/multi/pareto.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

bool dewri2009_same_point(const dewri2009_point *one, const dewri2009_point *other) {
    return one->k == other->k && one->classes == other->classes &&
           trial_values_agree(one->nwp, other->nwp) && one->necd == other->necd;
}

/* ---- Points ---------------------------------------------------------------------------------- */

/* Nodes of the front, then those of the population, with what they amount to;
 * behind them the one of every child counted, which is not among the `count`.
 */
typedef struct gathering {
    size_t front, count;
    uint8_t *nodes;
    evaluation *results;
    dewri2009_point *points;
} gathering;

static void gather_nodes(gathering *out, const search *run, const uint8_t *early) {
    size_t bytes = run->node_bytes;
    for (size_t i = 0; i < out->front; i++)
        memcpy(out->nodes + i * bytes, pareto_archive_node(run->front, i), bytes);
    /* Of points equal in every objective the archive has the first, the search
     * the best. */
    if (run->found)
        memcpy(out->nodes, run->best_node, bytes);
    if (run->population_count > 0)
        memcpy(out->nodes + out->front * bytes, run->population, run->population_count * bytes);
    memcpy(out->nodes + out->count * bytes, early, bytes);
}

static shoal_status gather(gathering *out, const search *run, const preference *wish,
                           const uint8_t *early, shoal_error *error) {
    recoding_space *space = run->space;
    out->front = run->found ? pareto_archive_count(run->front) : 0;
    out->count = out->front + run->population_count;
    out->nodes = memory_new(out->count + 1, run->node_bytes);
    out->results = memory_zero(out->count + 1, sizeof *out->results);
    out->points = memory_zero(out->count + 1, sizeof *out->points);
    if (!out->nodes || !out->results || !out->points)
        return status_no_memory(error);
    gather_nodes(out, run, early);
    STATUS_TRY(space->kind->evaluate(space, out->nodes, out->count + 1, out->results, error));
    for (size_t i = 0; i <= out->count; i++) {
        const evaluation *result = &out->results[i];
        double necd = metric_necd.value(&space->context, &result->classes);
        out->points[i] = (dewri2009_point){
            .nwp = result->value,
            .necd = necd,
            .ach = preference_achievement(wish, result->value, necd),
            .k = result->classes.smallest,
            .classes = result->classes.classes,
        };
    }
    return SHOAL_OK;
}

static void gathering_free(gathering *made) {
    memory_free(made->nodes);
    memory_free(made->results);
    memory_free(made->points);
}

/* ---- Counting -------------------------------------------------------------------------------- */

static void count_members(dewri2009_answer *out, const gathering *in, size_t bytes, uint64_t k) {
    for (size_t i = in->front; i < in->count; i++) {
        bool new_node = true, new_point = true;
        for (size_t j = in->front; j < i && (new_node || new_point); j++) {
            new_node &= memcmp(in->nodes + i * bytes, in->nodes + j * bytes, bytes) != 0;
            new_point &= !dewri2009_same_point(&in->points[i], &in->points[j]);
        }
        out->members++;
        out->candidates += new_node;
        out->solutions += new_point;
        out->feasible += new_point && in->points[i].k >= k;
    }
}

static bool is_repeated(const gathering *in, size_t which) {
    for (size_t j = 0; j < which; j++)
        if (dewri2009_same_point(&in->points[which], &in->points[j]))
            return true;
    return false;
}

static void count_rivals(dewri2009_answer *out, const gathering *in, uint64_t k) {
    const dewri2009_point *best = &out->reported[DEWRI2009_FRESH];
    for (size_t i = 0; i < in->count; i++) {
        const dewri2009_point *each = &in->points[i];
        if (each->k < k || is_repeated(in, i))
            continue;
        bool same_nwp = trial_values_agree(each->nwp, best->nwp);
        bool less_nwp = !same_nwp && each->nwp < best->nwp;
        bool less_necd = each->necd < best->necd;
        out->minima += trial_values_agree(each->ach, best->ach);
        out->better += less_nwp && less_necd;
        out->dominating += (less_nwp && each->necd <= best->necd) || (same_nwp && less_necd);
    }
}

static shoal_status count_groups(dewri2009_answer *out, const search *run, shoal_error *error) {
    bound_hierarchy chosen[DEWRI2009_ATTRIBUTES] = {0};
    shoal_status status = cut_hierarchies(
        cut_of_space(run->space), (const uint64_t *)(const void *)run->best_node, chosen, error);
    for (size_t a = 0; a < DEWRI2009_ATTRIBUTES; a++) {
        const bound_level *level = status == SHOAL_OK ? &chosen[a].level[1] : NULL;
        for (uint32_t g = 0; level && g < level->size; g++)
            out->losses[a] += metric_cell_loss(&chosen[a], 1, g) * (double)level->frequency[g] /
                              (double)run->space->context.rows;
        out->groups[a] = level ? level->size : 0;
        bound_hierarchy_free(&chosen[a]);
    }
    return status;
}

/* ---- The whole answer ------------------------------------------------------------------------ */

static shoal_status keep_front(dewri2009_answer *out, const gathering *in, uint64_t k,
                               shoal_error *error) {
    out->front = memory_new(in->front, sizeof *out->front);
    if (!out->front)
        return status_no_memory(error);
    memcpy(out->front, in->points, in->front * sizeof *out->front);
    out->front_count = in->front;
    for (size_t i = 0; i < in->front; i++)
        out->higher += in->points[i].k > k;
    return SHOAL_OK;
}

static shoal_status describe(dewri2009_answer *out, const gathering *in, const search *run,
                             const dewri2009_wish *wish, shoal_error *error) {
    count_members(out, in, run->node_bytes, wish->k);
    if (!run->found)
        return SHOAL_OK;
    out->reported[DEWRI2009_FRESH] = in->points[0];
    out->reported[DEWRI2009_EVERY] = in->points[in->count];
    for (int c = 0; c < DEWRI2009_COUNTS; c++)
        out->deviation[c] =
            preference_deviation(&wish->point, out->reported[c].nwp, out->reported[c].necd);
    STATUS_TRY(keep_front(out, in, wish->k, error));
    count_rivals(out, in, wish->k);
    return count_groups(out, run, error);
}

shoal_status dewri2009_look(dewri2009_answer *out, const search *run, const dewri2009_wish *wish,
                            const uint8_t *early, shoal_error *error) {
    gathering all = {0};
    shoal_status status = gather(&all, run, &wish->point, early, error);
    if (status == SHOAL_OK)
        status = describe(out, &all, run, wish, error);
    gathering_free(&all);
    return status;
}

void dewri2009_answer_free(dewri2009_answer *made) {
    memory_free(made->front);
    made->front = NULL;
}

/* ---- Numbers over seeds --------------------------------------------------------------------- */

const dewri2009_answer *dewri2009_answers(const experiment *of, size_t at) {
    const dewri2009_found *found = of->found;
    return found->answers[at];
}

size_t dewri2009_place(dewri2009_number figure, size_t index) {
    return dewri2009_figures[figure].cases[index];
}

short_words dewri2009_case_name(dewri2009_number figure, size_t index) {
    const dewri2009_case *named = &dewri2009_cases[dewri2009_place(figure, index)];
    short_words out;
    if (figure == DEWRI2009_K)
        snprintf(out.of, sizeof out.of, "%" PRIu64, named->wish.k);
    else if (figure == DEWRI2009_POPULATION)
        snprintf(out.of, sizeof out.of, "%d", named->population);
    else if (figure == DEWRI2009_WEIGHTS)
        snprintf(out.of, sizeof out.of, "%s", dewri2009_weightings[named->weighting].name);
    else
        snprintf(out.of, sizeof out.of, "%g", named->wish.point.bias);
    return out;
}

static double mean_loss(const dewri2009_answer *of) {
    double sum = 0;
    for (size_t a = 0; a < DEWRI2009_ATTRIBUTES; a++)
        sum += of->losses[a];
    return sum / DEWRI2009_ATTRIBUTES;
}

double dewri2009_measured(const dewri2009_answer *of, dewri2009_measure measure,
                          dewri2009_count count) {
    switch (measure) {
    case DEWRI2009_NWP:
        return of->reported[count].nwp;
    case DEWRI2009_NECD:
        return of->reported[count].necd;
    case DEWRI2009_EFFECTIVE_K:
        return (double)of->reported[count].k;
    case DEWRI2009_ACH:
        return of->reported[count].ach;
    case DEWRI2009_DEVIATION:
        return of->deviation[count];
    case DEWRI2009_LOSS:
        return mean_loss(of);
    case DEWRI2009_SOLUTIONS:
        return (double)of->solutions;
    case DEWRI2009_CANDIDATES:
        return (double)of->candidates;
    case DEWRI2009_FEASIBLE:
        return (double)of->feasible;
    case DEWRI2009_POINTS:
        return (double)of->front_count;
    case DEWRI2009_HIGHER:
        return (double)of->higher;
    case DEWRI2009_VOLUME:
        return of->made.hypervolume;
    case DEWRI2009_EVALUATIONS:
        return (double)of->made.evaluations;
    case DEWRI2009_CHILDREN:
        return (double)(of->made.evaluations + of->made.memo_hits);
    case DEWRI2009_SECONDS:
        return of->made.seconds;
    }
    return NAN;
}

box dewri2009_spread(const experiment *of, size_t at, dewri2009_measure measure,
                     dewri2009_count count) {
    const dewri2009_answer *answers = dewri2009_answers(of, at);
    double numbers[DEWRI2009_MOST_SEEDS];
    size_t known = 0;
    for (int64_t i = 0; i < of->asked.seeds; i++)
        if (answers[i].made.found)
            numbers[known++] = dewri2009_measured(&answers[i], measure, count);
    return box_of(numbers, known);
}

double dewri2009_median(const experiment *of, size_t at, dewri2009_measure measure) {
    return dewri2009_spread(of, at, measure, DEWRI2009_FRESH).median;
}

const dewri2009_answer *dewri2009_typical(const experiment *of, dewri2009_number figure,
                                          size_t index) {
    size_t at = dewri2009_place(figure, index);
    const dewri2009_answer *answers = dewri2009_answers(of, at), *out = NULL;
    double median = dewri2009_median(of, at, DEWRI2009_NWP), nearest = INFINITY;
    for (int64_t i = 0; i < of->asked.seeds; i++) {
        double distance = fabs(answers[i].reported[DEWRI2009_FRESH].nwp - median);
        if (!answers[i].made.found || !(distance < nearest))
            continue;
        nearest = distance;
        out = &answers[i];
    }
    return out ? out : answers;
}

size_t dewri2009_kinds(const experiment *of, size_t at, dewri2009_count count) {
    const dewri2009_answer *answers = dewri2009_answers(of, at);
    size_t kinds = 0;
    for (int64_t i = 0; i < of->asked.seeds; i++) {
        bool fresh = answers[i].made.found;
        for (int64_t j = 0; j < i && fresh; j++)
            fresh = !answers[j].made.found ||
                    !dewri2009_same_point(&answers[i].reported[count], &answers[j].reported[count]);
        kinds += fresh;
    }
    return kinds;
}
