/* Risk of a table that is a sample with weights, and of households. */
#include "report/report_page.h"

static void open_table(page *of, const char *caption) {
    static const document_column columns[] = {{"", false}, {"found", true}};
    document_table(&of->to, caption, columns, 2);
}

static void add_share(page *of, const char *name, double share, const char *key) {
    document_cell(&of->to, name);
    page_share(of, share, "%s", key);
    document_end_row(&of->to);
}

static void add_number(page *of, const char *name, double value, const char *key) {
    document_cell(&of->to, name);
    page_number(of, value, "%s", key);
    document_end_row(&of->to);
}

static void add_weights(page *of, const assessment_survey *found) {
    const individual_totals *all = &found->individual;
    open_table(of, page_print(of, "Individual risk by the sampling weights in %s",
                              page_shorten(of, found->weight, PAGE_VALUE)));
    add_number(of, "people that the rows stand for", all->population, "weights.population");
    add_share(of, "largest risk of a row", all->largest, "weights.largest");
    add_share(of, "average risk", all->global, "weights.global");
    add_number(of, "rows expected to be found", all->expected, "weights.expected");
    add_number(of, "rows above the threshold", (double)all->above, "weights.above");
    add_number(of, "rows expected to be unique in the population", all->uniques,
               "weights.population_uniques");
    document_end_table(&of->to);
}

static void add_households(page *of, const assessment_survey *found) {
    open_table(of, page_print(of, "Households in %s: the risk that at least one member is found",
                              page_shorten(of, found->household, PAGE_VALUE)));
    add_number(of, "households", (double)found->households, "households.count");
    add_share(of, "largest risk of a household", found->household_largest, "households.largest");
    add_number(of, "households expected to be found", found->household_expected,
               "households.expected");
    add_number(of, "households above the threshold", (double)found->household_above,
               "households.above");
    document_end_table(&of->to);
}

void page_survey(page *of, const assessment *facts) {
    if (facts->survey.weighted)
        add_weights(of, &facts->survey);
    if (facts->survey.housed)
        add_households(of, &facts->survey);
}
