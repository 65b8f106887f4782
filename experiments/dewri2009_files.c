/* The data behind the page of dewri2009: searches and fronts, and numbers of
 * them. */
#include "experiments/dewri2009.h"
#include "report/json.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

/* ---- Numbers over seeds
 * --------------------------------------------------------------------- */

double dewri2009_nwp(const dewri2009_answer *of, dewri2009_count count) {
    return of->reported[count].nwp;
}

double dewri2009_necd(const dewri2009_answer *of, dewri2009_count count) {
    return of->reported[count].necd;
}

double dewri2009_k(const dewri2009_answer *of, dewri2009_count count) {
    return (double)of->reported[count].k;
}

double dewri2009_ach(const dewri2009_answer *of, dewri2009_count count) {
    return of->reported[count].ach;
}

double dewri2009_deviation(const dewri2009_answer *of, dewri2009_count count) {
    return of->deviation[count];
}

double dewri2009_loss(const dewri2009_answer *of, dewri2009_count count) {
    double sum = 0;
    (void)count;
    for (size_t a = 0; a < DEWRI2009_ATTRIBUTES; a++)
        sum += of->losses[a];
    return sum / DEWRI2009_ATTRIBUTES;
}

double dewri2009_solutions(const dewri2009_answer *of, dewri2009_count count) {
    (void)count;
    return (double)of->solutions;
}

double dewri2009_points(const dewri2009_answer *of, dewri2009_count count) {
    (void)count;
    return (double)of->front_count;
}

static const dewri2009_answer *answers_of(const experiment *of, size_t at) {
    const dewri2009_found *found = of->found;
    return found->answers[at];
}

box dewri2009_spread(const experiment *of, size_t at, dewri2009_measure *measure,
                     dewri2009_count count) {
    const dewri2009_answer *answers = answers_of(of, at);
    double numbers[DEWRI2009_MOST_SEEDS];
    size_t known = 0;
    for (int64_t i = 0; i < of->asked.seeds; i++)
        if (answers[i].made.found)
            numbers[known++] = measure(&answers[i], count);
    return box_of(numbers, known);
}

double dewri2009_median(const experiment *of, size_t at, dewri2009_measure *measure,
                        dewri2009_count count) {
    return dewri2009_spread(of, at, measure, count).median;
}

const dewri2009_answer *dewri2009_typical(const experiment *of, size_t at) {
    const dewri2009_answer *answers = answers_of(of, at);
    const dewri2009_answer *out = NULL;
    double median = dewri2009_median(of, at, dewri2009_nwp, DEWRI2009_FRESH), nearest = INFINITY;
    for (int64_t i = 0; i < of->asked.seeds; i++) {
        double distance = fabs(dewri2009_nwp(&answers[i], DEWRI2009_FRESH) - median);
        if (!answers[i].made.found || !(distance < nearest))
            continue;
        nearest = distance;
        out = &answers[i];
    }
    return out ? out : answers;
}

size_t dewri2009_kinds(const experiment *of, size_t at, dewri2009_count count) {
    const dewri2009_answer *answers = answers_of(of, at);
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

/* ---- CSV
 * ------------------------------------------------------------------------------------
 */

static void add_number(text *out, double value) {
    char printed[32] = "";
    if (isfinite(value))
        number_print(printed, value);
    text_format(out, ",%s", printed);
}

static void add_case(text *out, const dewri2009_case *shown, uint64_t seed) {
    text_format(out, "%" PRIu64 ",%d,%s", shown->wish.k, shown->population,
                dewri2009_weightings[shown->weighting].name);
    add_number(out, shown->wish.point.loss);
    add_number(out, shown->wish.point.bias);
    text_format(out, ",%" PRIu64, seed);
}

static void add_point(text *out, const dewri2009_point *shown) {
    add_number(out, shown->nwp);
    add_number(out, shown->necd);
    add_number(out, shown->ach);
    text_format(out, ",%" PRIu64 ",%" PRIu64, shown->k, shown->classes);
}

static void end_line(text *out, const trial *shown, bool times) {
    text_format(out, ",%" PRId64 ",%" PRId64 ",%s", shown->evaluations, shown->memo_hits,
                shown->stopped_by);
    if (times)
        text_format(out, ",%.6f", shown->seconds);
    text_add_string(out, "\n");
}

static void print_answer(text *out, const dewri2009_answer *shown, bool times) {
    text_add_string(out, shown->made.found ? ",feasible" : ",none");
    for (int c = 0; c < DEWRI2009_COUNTS; c++) {
        if (shown->made.found)
            add_point(out, &shown->reported[c]);
        else
            text_add_string(out, ",,,,,");
        add_number(out, shown->made.found ? shown->deviation[c] : (double)NAN);
    }
    add_number(out, shown->made.found ? dewri2009_loss(shown, DEWRI2009_FRESH) : (double)NAN);
    text_add_string(out, ",");
    for (size_t a = 0; a < DEWRI2009_ATTRIBUTES; a++)
        text_format(out, ",%" PRIu32, shown->groups[a]);
    text_format(out, ",%zu,%zu", shown->front_count, shown->higher);
    add_number(out, shown->made.hypervolume);
    text_format(out, ",%zu,%zu,%zu,%zu,%zu,%zu,%zu", shown->members, shown->candidates,
                shown->solutions, shown->feasible, shown->minima, shown->better, shown->dominating);
    end_line(out, &shown->made, times);
}

static void print_proof(text *out, const trial *shown, bool times) {
    text_format(out, "optimal,%" PRIu64 ",,wv1,,,,%s", shown->k,
                !shown->found   ? "none"
                : shown->proven ? "optimal"
                                : "feasible");
    add_number(out, shown->value);
    text_add_string(out, ",,,,,,,,,,,,");
    add_number(out, shown->bound);
    for (size_t a = 0; a < DEWRI2009_ATTRIBUTES; a++)
        text_add_string(out, ",");
    text_add_string(out, ",,,,,,,,,,");
    end_line(out, shown, times);
}

void dewri2009_print_results(text *out, const experiment *of) {
    const dewri2009_found *found = of->found;
    bool times = experiment_shows_times(of);
    text_add_string(out, "algorithm,k_pref,population,weights,nwp_pref,necd_pref,seed,outcome,nwp,"
                         "necd,ach,k_eff,classes,deviation,every_child_nwp,every_child_necd,"
                         "every_child_ach,every_child_k_eff,every_child_classes,"
                         "every_child_deviation,loss,nwp_bound");
    for (size_t a = 0; a < DEWRI2009_ATTRIBUTES; a++)
        text_format(out, ",groups:%s", dewri2009_attributes[a].name);
    text_format(out,
                ",front,front_above_k_pref,hypervolume,members,candidates,solutions,"
                "feasible_solutions,minima,better,dominating,evaluations,memo_hits,"
                "stopped_by%s\n",
                times ? ",seconds" : "");
    for (size_t at = 0; at < DEWRI2009_CASES; at++)
        for (int64_t i = 0; i < of->asked.seeds; i++) {
            const dewri2009_answer *shown = &found->answers[at][i];
            text_format(out, "%s,", shown->made.algorithm);
            add_case(out, &dewri2009_cases[at], shown->made.seed);
            print_answer(out, shown, times);
        }
    for (size_t i = 0; i < DEWRI2009_KS; i++)
        print_proof(out, &found->proofs[i], times);
}

void dewri2009_print_fronts(text *out, const experiment *of) {
    const dewri2009_found *found = of->found;
    text_add_string(out, "k_pref,population,weights,nwp_pref,necd_pref,seed,point,nwp,necd,ach,"
                         "k_eff,classes\n");
    for (size_t at = 0; at < DEWRI2009_CASES; at++)
        for (int64_t i = 0; i < of->asked.seeds; i++) {
            const dewri2009_answer *shown = &found->answers[at][i];
            for (size_t p = 0; p < shown->front_count; p++) {
                add_case(out, &dewri2009_cases[at], shown->made.seed);
                text_format(out, ",%zu", p + 1);
                add_point(out, &shown->front[p]);
                text_add_string(out, "\n");
            }
        }
}
