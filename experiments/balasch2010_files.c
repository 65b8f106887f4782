/* The data behind the page of balasch2010. */
#include "experiments/balasch2010.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

/* ---- results.csv ---------------------------------------------------------------------------- */

/* Seconds only of searches that begin with nothing known. */
static void print_run(text *out, const balasch2010_run *shown, const char *operators,
                      const balasch2010_variant *by, bool times) {
    const trial *made = &shown->made;
    text_format(out, "%s,%" PRIu64 ",%s,%s,%s,%s,%" PRIu64, made->table, made->k, made->algorithm,
                operators, by->clones ? "allow" : "exclude", by->patience ? by->patience : "",
                made->seed);
    text_format(out, ",%s", in_full(made->value).of);
    text_format(out, ",%zu,%" PRId64 ",%" PRId64 ",%s", shown->groups, made->evaluations,
                made->memo_hits, made->stopped_by);
    if (times)
        text_format(out, ",%s", in_full(by->timed ? made->seconds : (double)NAN).of);
    text_add_string(out, ",");
    balasch2010_print_node(out, shown->node, made->attributes);
    text_add_string(out, "\n");
}

void balasch2010_print_results(text *out, const experiment *of) {
    const balasch2010_found *found = of->found;
    bool times = experiment_shows_times(of);
    text_format(
        out,
        "table,k,algorithm,operators,clones,patience,seed,score,groups,evaluations,memo_hits,"
        "stopped_by%s,grouping\n",
        times ? ",seconds" : "");
    for (size_t i = 0; i < BALASCH2010_SETS * BALASCH2010_KS; i++)
        for (size_t m = 0; m < BALASCH2010_METHODS; m++)
            for (int64_t s = 0; s < of->asked.seeds; s++)
                print_run(out, &found->cells[i / BALASCH2010_KS][i % BALASCH2010_KS].runs[m][s],
                          "all", &balasch2010_methods[m], times);
    for (size_t c = 0; c < BALASCH2010_CASES; c++)
        for (size_t o = 0; o < GROUP_OPERATORS; o++)
            for (int64_t s = 0; s < balasch2010_alone_seeds(of); s++)
                print_run(out, &found->alone[c][o][s], group_operator_name((group_operator)o),
                          &balasch2010_methods[BALASCH2010_GOMM_CLONES], times);
}

/* ---- configurations.csv --------------------------------------------------------------------- */

static void print_measures(text *out, const balasch2010_measures *shown, balasch2010_set set,
                           size_t k, const char *name, double thesis) {
    const double numbers[] = {shown->score,
                              shown->il,
                              shown->id,
                              shown->dld,
                              shown->pld,
                              100 * shown->loss.il1,
                              100 * shown->loss.il2,
                              100 * shown->loss.il3,
                              100 * shown->loss.il4,
                              100 * shown->loss.il5,
                              shown->full};
    text_format(out, "%s,%" PRIu64 ",%s,%zu,%" PRIu64, balasch2010_set_name(set), balasch2010_ks[k],
                name, shown->groups, shown->smallest);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        text_format(out, ",%s", in_full(numbers[i]).of);
    text_format(out, ",%s", in_full(thesis > 0 ? thesis : (double)NAN).of);
    text_add_string(out, ",");
    balasch2010_print_node(out, shown->node, balasch2010_attributes(set));
    text_add_string(out, "\n");
}

static void print_cell(text *out, const balasch2010_cell *shown, balasch2010_set set, size_t k) {
    const balasch2010_hand *hands = balasch2010_hands(set);
    for (size_t i = 0; hands[i].name; i++)
        print_measures(out, &shown->hands[i], set, k, hands[i].name, hands[i].thesis[k]);
    print_measures(out, &shown->best, set, k, "GOMM", balasch2010_thesis[set][k].score);
}

void balasch2010_print_configurations(text *out, const experiment *of) {
    const balasch2010_found *found = of->found;
    text_add_string(out, "table,k,configuration,groups,k_eff,score,il,id,dld,pld,il1,il2,il3,il4,"
                         "il5,full_score,thesis_score,grouping\n");
    for (int set = 0; set < BALASCH2010_SETS; set++)
        for (size_t k = 0; k < BALASCH2010_KS; k++)
            print_cell(out, &found->cells[set][k], (balasch2010_set)set, k);
}

/* ---- operators.csv and generations.csv ------------------------------------------------------ */

static void add_case(text *out, size_t case_number, size_t way, size_t generation) {
    const balasch2010_case *shown = &balasch2010_cases[case_number];
    text_format(out, "%s,%" PRIu64 ",%s,%zu", balasch2010_set_name(shown->set),
                balasch2010_ks[shown->k], balasch2010_way_name(way), generation);
}

static void print_children(text *out, const balasch2010_moment *shown, size_t maker) {
    const operator_record *made = &shown->made[maker];
    double runs = (double)shown->runs, improving = (double)shown->improving[maker];
    double worsening = (double)shown->worsening[maker];
    text_format(out, ",%s", group_operator_name((group_operator)maker));
    text_format(out, ",%s", in_short((double)made->created / runs).of);
    text_format(out, ",%s", in_short(balasch2010_unused(made)).of);
    text_format(out, ",%s",
                in_short(operator_record_mean((double)made->alive_unused, made->created)).of);
    text_format(out, ",%s", in_short(balasch2010_lifetime(made)).of);
    text_format(out, ",%s",
                in_short(operator_record_mean((double)made->improved, made->created)).of);
    text_format(out, ",%s",
                in_short(operator_record_mean((double)made->worsened, made->created)).of);
    text_format(out, ",%s", in_short(operator_record_mean((double)made->equal, made->created)).of);
    text_format(out, ",%s", in_short(operator_record_mean(made->improvements, made->improved)).of);
    text_format(out, ",%s",
                in_short(improving > 0 ? shown->improvements[maker] / improving : (double)NAN).of);
    text_format(out, ",%s", in_short(operator_record_mean(made->worsenings, made->worsened)).of);
    text_format(out, ",%s",
                in_short(worsening > 0 ? shown->worsenings[maker] / worsening : (double)NAN).of);
    text_add_string(out, "\n");
}

/* What the thesis has figures of: operators alone only of Water-treatment at k = 25, and of Census
 * at k = 100 only costs. */
static bool is_shown(size_t case_number, size_t way, size_t maker) {
    if (way == BALASCH2010_COMBINED)
        return case_number != BALASCH2010_CENSUS_100;
    return case_number == BALASCH2010_WATER_25 && way == 1 + maker;
}

void balasch2010_print_operators(text *out, const experiment *of) {
    const balasch2010_found *found = of->found;
    text_add_string(out, "table,k,run,generation,operator,created,discarded_unused,alive_unused,"
                         "lifetime,improved,worsened,equal,improvement_mean,improvement_largest,"
                         "worsening_mean,worsening_largest\n");
    for (size_t c = 0; c < BALASCH2010_CASES; c++)
        for (size_t way = 0; way < BALASCH2010_WAYS; way++)
            for (size_t g = 1; g < found->courses[c][way].generations; g++)
                for (size_t o = 0; o < GROUP_OPERATORS; o++) {
                    if (!is_shown(c, way, o))
                        continue;
                    add_case(out, c, way, g);
                    print_children(out, &found->courses[c][way].moments[g], o);
                }
}

void balasch2010_print_generations(text *out, const experiment *of) {
    const balasch2010_found *found = of->found;
    text_add_string(out, "table,k,run,generation,best,best_scaled,mean,groups\n");
    for (size_t c = 0; c < BALASCH2010_CASES; c++)
        for (size_t way = 0; way < BALASCH2010_WAYS; way++)
            for (size_t g = 0; g < found->courses[c][way].generations; g++) {
                const balasch2010_moment *shown = &found->courses[c][way].moments[g];
                const balasch2010_moment *all = &found->courses[c][BALASCH2010_COMBINED].moments[g];
                add_case(out, c, way, g);
                text_format(out, ",%.4f", balasch2010_moment_best(shown));
                text_format(
                    out, ",%s",
                    in_short(balasch2010_moment_best(shown) / balasch2010_moment_best(all)).of);
                text_format(out, ",%.4f", shown->mean / (double)shown->runs);
                text_format(out, ",%s", in_short(balasch2010_moment_groups(shown)).of);
                text_add_string(out, "\n");
            }
}
