/* The data behind the page of dewri2009: searches and fronts. */
#include "experiments/dewri2009.h"

#include <inttypes.h>
#include <math.h>

static void add_case(text *out, const dewri2009_case *shown, uint64_t seed) {
    text_format(out, "%" PRIu64 ",%d,%s,%s,%s,%" PRIu64, shown->wish.k, shown->population,
                dewri2009_weightings[shown->weighting].name, in_full(shown->wish.point.loss).of,
                in_full(shown->wish.point.bias).of, seed);
}

static void add_point(text *out, const dewri2009_point *shown) {
    text_format(out, ",%s,%s,%s,%" PRIu64 ",%" PRIu64, in_full(shown->nwp).of,
                in_full(shown->necd).of, in_full(shown->ach).of, shown->k, shown->classes);
}

static void end_line(text *out, const trial *shown, bool times) {
    text_format(out, ",%" PRId64 ",%" PRId64 ",%s", shown->evaluations, shown->memo_hits,
                shown->stopped_by);
    if (times)
        text_format(out, ",%.6f", shown->seconds);
    text_add_string(out, "\n");
}

static void print_answer(text *out, const dewri2009_answer *shown, bool times) {
    bool found = shown->made.found;
    text_add_string(out, found ? ",feasible" : ",none");
    for (int c = 0; c < DEWRI2009_COUNTS; c++) {
        if (found)
            add_point(out, &shown->reported[c]);
        else
            text_add_string(out, ",,,,,");
        text_format(out, ",%s", in_full(found ? shown->deviation[c] : (double)NAN).of);
    }
    double loss = found ? dewri2009_measured(shown, DEWRI2009_LOSS, 0) : (double)NAN;
    text_format(out, ",%s,", in_full(loss).of);
    for (size_t a = 0; a < DEWRI2009_ATTRIBUTES; a++)
        text_format(out, ",%" PRIu32, shown->groups[a]);
    text_format(out, ",%zu,%zu,%s,%zu,%zu,%zu,%zu,%zu,%zu,%zu", shown->front_count, shown->higher,
                in_full(shown->made.hypervolume).of, shown->members, shown->candidates,
                shown->solutions, shown->feasible, shown->minima, shown->better, shown->dominating);
    end_line(out, &shown->made, times);
}

/* Of columns that only answers have, none: those from necd to loss, groups, and of the front. */
static void print_proof(text *out, const trial *shown, bool times) {
    text_format(out, "optimal,%" PRIu64 ",,wv1,,,,%s,%s,,,,,,,,,,,,,%s", shown->k,
                trial_outcome(shown), in_full(shown->value).of, in_full(shown->bound).of);
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
                "feasible_solutions,minima,better,dominating,evaluations,memo_hits,stopped_by%s\n",
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
