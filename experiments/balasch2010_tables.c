/* Chapter 5's tables, ours beside the thesis'. */
#include "experiments/balasch2010.h"
#include "experiments/experiment_page.h"

#include <inttypes.h>
#include <math.h>

static const balasch2010_cell *cell_at(const experiment *of, int set, size_t k) {
    const balasch2010_found *found = of->found;
    return &found->cells[set][k];
}

static box over_seeds(const experiment *of, int set, size_t k, size_t method,
                      balasch2010_number *number) {
    return balasch2010_spread(cell_at(of, set, k)->runs[method], of->asked.seeds, number);
}

/* ---- Tables 5.1 and 5.2 --------------------------------------------------------------------- */

static void print_best_row(text *out, const experiment *of, int set, size_t k) {
    const balasch2010_cell *cell = cell_at(of, set, k);
    const balasch2010_measures *own = &cell->best;
    const balasch2010_best *thesis = &balasch2010_thesis[set][k];
    box scores = over_seeds(of, set, k, BALASCH2010_GOMM, balasch2010_score);
    md_cell(out, "%" PRIu64, balasch2010_ks[k]);
    md_cell(out, "%.2f (%.2f)", own->il, thesis->il);
    md_cell(out, "%.2f (%.2f)", own->id, thesis->id);
    md_cell(out, "%.2f (%.2f)", own->dld, thesis->dld);
    md_cell(out, "%.2f (%.2f)", own->score, thesis->score);
    md_cell(out, "%zu (%zu)", own->groups, thesis->groups);
    md_cell(out, "%.2f", scores.median);
    md_cell(out, "%.2f", scores.most);
    md_cell(out, "%zu of %lld",
            balasch2010_reach(cell->runs[BALASCH2010_GOMM], of->asked.seeds, scores.least),
            (long long)of->asked.seeds);
    md_cell(out, "%" PRIu64, own->smallest);
    md_end_row(out);
}

static void print_best(text *out, const experiment *of, int set) {
    text_format(out,
                "\n### Table 5.%d: GOMM on %s\n\nThe best of the seeds, the thesis' figures in "
                "parentheses; then the median and the worst score of the seeds, how many of them "
                "reach the best, and the smallest class of the release (k_eff).\n\n| k | IL | ID "
                "| DLD | score | groups | median | worst | reach the best | k_eff ",
                set + 1, balasch2010_set_name((balasch2010_set)set));
    md_end_row(out);
    md_rule(out, 0, 10);
    for (size_t k = 0; k < BALASCH2010_KS; k++)
        print_best_row(out, of, set, k);
}

static void print_full(text *out, const experiment *of, int set) {
    text_add_string(out, "\nThe same configurations by the full score: IL is the mean of IL1 to "
                         "IL5, DR is half of ID and a quarter of DLD and PLD each.\n\n| k | IL1 | "
                         "IL2 | IL3 | IL4 | IL5 | ID | DLD | PLD | full score ");
    md_end_row(out);
    md_rule(out, 0, 10);
    for (size_t k = 0; k < BALASCH2010_KS; k++) {
        const balasch2010_measures *own = &cell_at(of, set, k)->best;
        const double numbers[] = {100 * own->loss.il1,
                                  100 * own->loss.il2,
                                  100 * own->loss.il3,
                                  100 * own->loss.il4,
                                  100 * own->loss.il5,
                                  own->id,
                                  own->dld,
                                  own->pld,
                                  own->full};
        md_cell(out, "%" PRIu64, balasch2010_ks[k]);
        for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
            md_cell(out, "%.2f", numbers[i]);
        md_end_row(out);
    }
}

/* ---- Tables 5.3 and 5.4 --------------------------------------------------------------------- */

static void add_score(text *out, double score, size_t groups, double thesis) {
    if (thesis > 0)
        md_cell(out, "%.2f, %zu (%.1f)", score, groups, thesis);
    else
        md_cell(out, "%.2f, %zu", score, groups);
}

static void print_hands(text *out, const experiment *of, int which) {
    balasch2010_set set = (balasch2010_set)which;
    const balasch2010_hand *hands = balasch2010_hands(set);
    text_format(out,
                "\n### Table 5.%d: %s by hand\n\nScore and number of groups, the thesis' score in "
                "parentheses. `Gc` has correlated attributes together, `Gnc` apart.\n\n| ",
                which + 3, balasch2010_set_name(set));
    for (size_t k = 0; k < BALASCH2010_KS; k++)
        md_cell(out, "k = %" PRIu64, balasch2010_ks[k]);
    md_end_row(out);
    md_rule(out, 1, 1 + BALASCH2010_KS);
    for (size_t i = 0; hands[i].name; i++) {
        md_cell(out, "%s", hands[i].name);
        for (size_t k = 0; k < BALASCH2010_KS; k++) {
            const balasch2010_measures *own = &cell_at(of, which, k)->hands[i];
            add_score(out, own->score, own->groups, hands[i].thesis[k]);
        }
        md_end_row(out);
    }
    md_cell(out, "**GOMM**");
    for (size_t k = 0; k < BALASCH2010_KS; k++) {
        const balasch2010_measures *own = &cell_at(of, which, k)->best;
        add_score(out, own->score, own->groups, balasch2010_thesis[which][k].score);
    }
    md_end_row(out);
}

static void print_components(text *out, const experiment *of, int which) {
    balasch2010_set set = (balasch2010_set)which;
    const balasch2010_hand *hands = balasch2010_hands(set);
    text_add_string(out, "\nWhat these scores are made of, as IL / ID / DLD:\n\n| ");
    for (size_t k = 0; k < BALASCH2010_KS; k++)
        md_cell(out, "k = %" PRIu64, balasch2010_ks[k]);
    md_end_row(out);
    md_rule(out, 1, 1 + BALASCH2010_KS);
    for (size_t i = 0; hands[i].name; i++) {
        if (hands[i].rule == BALASCH2010_PRINTED)
            continue;
        md_cell(out, "%s", hands[i].name);
        for (size_t k = 0; k < BALASCH2010_KS; k++) {
            const balasch2010_measures *own = &cell_at(of, which, k)->hands[i];
            md_cell(out, "%.1f / %.1f / %.1f", own->il, own->id, own->dld);
        }
        md_end_row(out);
    }
}

/* ---- Figure 5.1 ----------------------------------------------------------------------------- */

static void add_pair(text *out, const experiment *of, int set, size_t k, size_t gomm) {
    box one = over_seeds(of, set, k, gomm, balasch2010_evaluations);
    box other = over_seeds(of, set, k, gomm + 1, balasch2010_evaluations);
    text_add_string(out, "| ");
    md_add_count(out, one.median);
    text_add_string(out, " | ");
    md_add_count(out, other.median);
    text_format(out, " | %.2f ", one.median / other.median);
    md_cell(out, "%.2f",
            over_seeds(of, set, k, gomm, balasch2010_asked).median /
                over_seeds(of, set, k, gomm + 1, balasch2010_asked).median);
    md_cell(out, "%.3f | %.3f", over_seeds(of, set, k, gomm, balasch2010_score).least,
            over_seeds(of, set, k, gomm + 1, balasch2010_score).least);
    md_cell(out, "%.3f | %.3f", over_seeds(of, set, k, gomm, balasch2010_score).median,
            over_seeds(of, set, k, gomm + 1, balasch2010_score).median);
}

static void print_dynamic(text *out, const experiment *of, size_t gomm, const char *words) {
    text_format(out,
                "\n%s\n\n| | k | evaluations, GOMM | D-GOMM | speed-up | by children | best score, "
                "GOMM | D-GOMM | median score, GOMM | D-GOMM ",
                words);
    md_end_row(out);
    md_rule(out, 1, 10);
    for (int set = 0; set < BALASCH2010_SETS; set++)
        for (size_t k = 0; k < BALASCH2010_KS; k++) {
            md_cell(out, "%s", balasch2010_set_name((balasch2010_set)set));
            md_cell(out, "%" PRIu64, balasch2010_ks[k]);
            add_pair(out, of, set, k, gomm);
            md_end_row(out);
        }
}

/* ---- Patience ------------------------------------------------------------------------------- */

static void print_patience(text *out, const experiment *of) {
    text_add_string(out, "\nWith more patience: searches of all seeds whose score is GOMM's, and "
                         "the evaluations that D-GOMM needs in the median, as a share of "
                         "GOMM's.\n\n| | k | patience 5 | 10 | 20 | clones allowed, 5 | 10 | 20 ");
    md_end_row(out);
    md_rule(out, 1, 8);
    for (int set = 0; set < BALASCH2010_SETS; set++)
        for (size_t k = 0; k < BALASCH2010_KS; k++) {
            balasch2010_run *const *runs = cell_at(of, set, k)->runs;
            md_cell(out, "%s", balasch2010_set_name((balasch2010_set)set));
            md_cell(out, "%" PRIu64, balasch2010_ks[k]);
            for (size_t m = 0, gomm = 0; m < BALASCH2010_METHODS; m++) {
                gomm = balasch2010_methods[m].patience ? gomm : m;
                if (gomm == m)
                    continue;
                md_cell(out, "%zu of %lld, %.2f",
                        balasch2010_agree(runs[gomm], runs[m], of->asked.seeds),
                        (long long)of->asked.seeds,
                        over_seeds(of, set, k, m, balasch2010_evaluations).median /
                            over_seeds(of, set, k, gomm, balasch2010_evaluations).median);
            }
            md_end_row(out);
        }
}

static void print_seconds(text *out, const experiment *of) {
    text_format(out,
                "\nSeconds of a search, with %d thread%s and nothing remembered from another "
                "(medians; clones excluded):\n\n| | k | GOMM | D-GOMM | speed-up ",
                threads_count(of->pool), threads_count(of->pool) == 1 ? "" : "s");
    md_end_row(out);
    md_rule(out, 1, 5);
    for (int set = 0; set < BALASCH2010_SETS; set++)
        for (size_t k = 0; k < BALASCH2010_KS; k++) {
            double one = over_seeds(of, set, k, BALASCH2010_GOMM, balasch2010_seconds).median;
            double other = over_seeds(of, set, k, BALASCH2010_DGOMM, balasch2010_seconds).median;
            md_cell(out, "%s", balasch2010_set_name((balasch2010_set)set));
            md_cell(out, "%" PRIu64, balasch2010_ks[k]);
            md_cell(out, "%.2f", one);
            md_cell(out, "%.2f", other);
            md_cell(out, "%.2f", one / other);
            md_end_row(out);
        }
    text_add_string(out, "\nThe thesis' profile of GOMM on Water-treatment (Table 3.1) has 868 "
                         "seconds.\n");
}

static void print_figure(text *out, const experiment *of) {
    text_add_string(out, "\n### Figure 5.1: GOMM and D-GOMM\n\nThe thesis draws seconds and prints "
                         "none. Evaluations are groupings that were new to a search; children are "
                         "all that it made. Medians over the seeds.\n");
    print_dynamic(out, of, BALASCH2010_GOMM,
                  "Every grouping once in a population (`gomm` and "
                  "`dgomm` as they are):");
    print_dynamic(out, of, BALASCH2010_GOMM_CLONES,
                  "With clones, as in the thesis (`--set "
                  "clones=allow`):");
    print_patience(out, of);
    if (experiment_shows_times(of))
        print_seconds(out, of);
}

void balasch2010_print_tables(text *out, const experiment *of) {
    text_add_string(out, "\n## Chapter 5: scores\n");
    for (int set = 0; set < BALASCH2010_SETS; set++) {
        print_best(out, of, set);
        print_full(out, of, set);
    }
    for (int set = 0; set < BALASCH2010_SETS; set++) {
        print_hands(out, of, set);
        print_components(out, of, set);
    }
    print_figure(out, of);
}
