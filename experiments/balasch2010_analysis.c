/* Chapter 4's figures, thinned out to tables. */
#include "experiments/balasch2010.h"
#include "experiments/experiment_page.h"

#include <inttypes.h>
#include <math.h>

#define SPANS 5

/* The first and the last generation of each part of a run. */
static void span_of(const experiment *of, size_t span, size_t *first, size_t *last) {
    const balasch2010_found *found = of->found;
    *first = 1 + span * found->generations / SPANS;
    *last = (span + 1) * found->generations / SPANS;
}

static void begin_table(text *out, const experiment *of, const char *first, const char *unit) {
    text_format(out, "\n| %s ", first);
    for (size_t i = 0; i < SPANS; i++) {
        size_t begin, end;
        span_of(of, i, &begin, &end);
        md_cell(out, "%s%zu-%zu", unit, begin, end);
    }
    md_end_row(out);
    md_rule(out, 1, 1 + SPANS);
}

/* ---- Operators ------------------------------------------------------------------------------ */

typedef void children_cell(text *out, const operator_record *of);

static void add_unused(text *out, const operator_record *of) {
    md_cell(out, "%.0f", 100 * balasch2010_unused(of));
}

static void add_lifetime(text *out, const operator_record *of) {
    md_cell(out, "%.1f", balasch2010_lifetime(of));
}

static double percent(uint64_t part, uint64_t of) {
    return 100 * operator_record_mean((double)part, of);
}

static void add_efficacy(text *out, const operator_record *of) {
    md_cell(out, "%.0f / %.0f / %.0f", percent(of->improved, of->created),
            percent(of->worsened, of->created), percent(of->equal, of->created));
}

static void add_change(text *out, double change) {
    if (isfinite(change))
        text_format(out, "%.2f", fabs(change));
    else
        text_add_string(out, "-");
}

static void add_efficiency(text *out, const operator_record *of) {
    text_add_string(out, "| ");
    add_change(out, operator_record_mean(of->improvements, of->improved));
    text_add_string(out, " / ");
    add_change(out, operator_record_mean(of->worsenings, of->worsened));
    text_add_string(out, " ");
}

static void print_children(text *out, const experiment *of, size_t case_number, bool alone,
                           children_cell *cell) {
    begin_table(out, of, alone ? "alone" : "combined", "");
    for (size_t o = 0; o < GROUP_OPERATORS; o++) {
        const balasch2010_course *course =
            balasch2010_course_of(of, case_number, alone ? 1 + o : 0);
        md_cell(out, "%s", group_operator_name((group_operator)o));
        for (size_t i = 0; i < SPANS; i++) {
            size_t first, last;
            span_of(of, i, &first, &last);
            operator_record made = balasch2010_children(course, (group_operator)o, first, last);
            cell(out, &made);
        }
        md_end_row(out);
    }
}

static const struct {
    const char *title;
    children_cell *cell;
} analyses[] = {
    {"Utilization: children discarded without having been a parent, in percent", add_unused},
    {"Average lifetime of the children, in generations", add_lifetime},
    {"Efficacy: children better / worse than their parents / of the same cost, in percent",
     add_efficacy},
    {"Efficiency: by how much the better / the worse ones differ on average, in percent",
     add_efficiency},
};

static void print_case(text *out, const experiment *of, size_t case_number, const char *figures) {
    const balasch2010_case *shown = &balasch2010_cases[case_number];
    text_format(out, "\n### %s, k = %" PRIu64 " (%s)\n", balasch2010_set_name(shown->set),
                balasch2010_ks[shown->k], figures);
    for (size_t i = 0; i < sizeof analyses / sizeof *analyses; i++) {
        text_format(out, "\n%s:\n", analyses[i].title);
        print_children(out, of, case_number, false, analyses[i].cell);
        if (case_number == BALASCH2010_WATER_25)
            print_children(out, of, case_number, true, analyses[i].cell);
    }
}

/* ---- Generations ---------------------------------------------------------------------------- */

static void print_costs(text *out, const experiment *of) {
    text_add_string(out, "\n### Best cost and number of groups (Figures 4.9 to 4.11)\n\nThe best "
                         "cost of the combined run and, of each operator alone, as a multiple of "
                         "it, by generation; averages over the seeds.\n");
    for (size_t c = 0; c < BALASCH2010_CASES; c++) {
        const balasch2010_case *shown = &balasch2010_cases[c];
        text_format(out, "\n| %s, k = %" PRIu64 " ", balasch2010_set_name(shown->set),
                    balasch2010_ks[shown->k]);
        for (size_t i = 0; i <= SPANS; i++)
            md_cell(out, "%zu", i * (balasch2010_course_of(of, c, 0)->generations - 1) / SPANS);
        md_end_row(out);
        md_rule(out, 1, 2 + SPANS);
        for (size_t way = 0; way <= BALASCH2010_WAYS; way++) {
            bool groups = way == BALASCH2010_WAYS;
            const balasch2010_course *course = balasch2010_course_of(of, c, groups ? 0 : way);
            md_cell(out, "%s", groups ? "groups, combined" : balasch2010_way_name(way));
            for (size_t i = 0; i <= SPANS; i++) {
                size_t g = i * (course->generations - 1) / SPANS;
                double own = balasch2010_moment_best(&course->moments[g]);
                double all = balasch2010_moment_best(&balasch2010_course_of(of, c, 0)->moments[g]);
                if (groups)
                    md_cell(out, "%.2f", balasch2010_moment_groups(&course->moments[g]));
                else
                    md_cell(out, way ? "%.4f" : "%.2f", way ? own / all : own);
            }
            md_end_row(out);
        }
    }
}

void balasch2010_print_analysis(text *out, const experiment *of) {
    text_add_string(out, "\n## Chapter 4: what operators do\n\nRuns with clones, as in the thesis: "
                         "all operators combined, and each alone with all 100 children of a "
                         "generation. Numbers are over all seeds and some generations; "
                         "`operators.csv` and `generations.csv` have each of them.\n");
    print_costs(out, of);
    print_case(out, of, BALASCH2010_WATER_25, "Figures 4.1 to 4.8");
    print_case(out, of, BALASCH2010_WATER_100, "Figures B.5 to B.8");
    print_case(out, of, BALASCH2010_CENSUS_25, "Figures B.1 to B.4");
}
