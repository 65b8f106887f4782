/* What the balasch2010 experiment says. */
#include "experiments/balasch2010.h"
#include "experiments/experiment_page.h"

static void print_setup(text *out, const experiment *of) {
    const balasch2010_found *found = of->found;
    text_add_string(out, "## Set-up\n\nJordi Balasch, \"Using Genetic Algorithms for Attribute "
                         "Grouping in Multivariate Microaggregation\", Universitat Politècnica de "
                         "Catalunya, 2010, chapters 3 to 5 and the appendices.\n\n");
    text_format(out,
                "- Water-treatment: %llu complete rows (those with `?` are dropped), %zu "
                "attributes; the first column, a date, is none. Census: %llu rows, %zu attributes: "
                "all but the sampling weight AFNLWGT.\n",
                (unsigned long long)found->rows[BALASCH2010_WATER],
                balasch2010_attributes(BALASCH2010_WATER),
                (unsigned long long)found->rows[BALASCH2010_CENSUS],
                balasch2010_attributes(BALASCH2010_CENSUS));
    text_format(out,
                "- `gomm` and `dgomm` with MDAV, minimizing `score`: population %d, 25 crossovers "
                "and 10 mutations of each of five kinds, %zu generations, seeds 1 to %lld; with "
                "one operator alone %lld seed%s, since such searches keep "
                "many groups and take most of the time.\n",
                BALASCH2010_POPULATION, found->generations, (long long)of->asked.seeds,
                (long long)balasch2010_alone_seeds(of),
                balasch2010_alone_seeds(of) == 1 ? "" : "s");
    text_add_string(
        out,
        "- Groups by hand: all attributes in one group (`G38`, `G12`), each for itself (`G1`, by "
        "MDAV as all others), and groups of 10, 5, 4 and 3, the last with the rest. `Gc`: a group "
        "begins with the two free attributes of the highest absolute correlation and takes the "
        "free one that is on average most correlated with its members, until it is full. `Gnc`: "
        "the attributes in the order in which `Gc` takes them are dealt in turn to as many groups. "
        "The groups of the appendix are evaluated too, as printed.\n\n"
        "What is different from the thesis:\n\n"
        "- It does not state its normalization. Ours are z-scores with the deviation of a "
        "population, for distances, for IL = 100 SSE/SST and for ID, whose 10 % are of the "
        "standardized value. So its tables are a comparison, not digits to match.\n"
        "- A record counts as linked only if its own protected record is strictly nearest, so that "
        "records that share all averages are never linked: one group has a DLD of 0, as in its "
        "tables.\n"
        "- It does not name its attributes: that a1 to an are the columns in their order is an "
        "assumption. Its \"correlated\" groups come from an unknown reading of the correlations.\n"
        "- It keeps clones, different names of one grouping. Here a grouping has one canonical "
        "form, and by default a population has it once; and one local search follows the last "
        "generation, since 100 generations do not end at a local optimum. Chapter 4 is run with "
        "clones and without that, as in the thesis, and the comparison of GOMM with D-GOMM in both "
        "ways.\n"
        "- Every set of attributes is microaggregated once and remembered, and a grouping that a "
        "search has seen before costs no evaluation: where the thesis counts 10,200, both counts "
        "are given.\n"
        "- It says neither how a crossing site is drawn nor how large a new group is. Here any "
        "stretch of groups is as likely as any other, and so is every size from one attribute to "
        "all.\n"
        "- Figures of chapter 4 are drawn, not printed: what is judged is what the text says of "
        "them.\n");
}

void balasch2010_print_page(text *out, const experiment *of) {
    text_add_string(out, "The measures of every configuration are in `configurations.csv`; what "
                         "operators did, averaged over the seeds, is in `operators.csv`, and how "
                         "populations fared in `generations.csv`.\n\n");
    print_setup(out, of);
    text_add_string(out, "\n## Claims\n\n");
    experiment_print_claims(out, of);
    balasch2010_explain(out, of);
    balasch2010_print_tables(out, of);
    balasch2010_print_analysis(out, of);
}

void balasch2010_print_flags(text *out, const experiment *of) {
    text_format(out, " --evaluations %lld", (long long)of->asked.evaluations);
}
