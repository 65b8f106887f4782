/* The parts of the summary that only microaggregation has. */
#include "report/result.h"

#include <inttypes.h>

/* Names that are listed for one group; the result has them all. */
#define MOST_NAMES 8

static void print_share(text *out, const char *name, double before, double after) {
    text_format(out, "%-12s %8.2f %% %8.2f %%\n", name, before, after);
}

static void print_names(text *out, const result_group *group) {
    for (size_t i = 0; i < group->count && i < MOST_NAMES; i++)
        text_format(out, "%s%s", i > 0 ? ", " : "", group->names[i]);
    if (group->count > MOST_NAMES)
        text_format(out, " and %zu more", group->count - MOST_NAMES);
    text_add_string(out, "\n");
}

void result_print_averages(text *out, const result_facts *facts) {
    const result_averages *averaged_table = facts->averaged_table;
    print_share(out, "sse", 0, result_metric_value(facts, "sse"));
    print_share(out, "linked", averaged_table->dld_before, result_metric_value(facts, "dld"));
    text_add_string(out, "\ngroup  clusters  loss    attributes\n");
    for (size_t g = 0; g < averaged_table->group_count; g++) {
        text_format(out, "%-5zu  %8zu  %6.4f  ", g + 1, averaged_table->groups[g].clusters,
                    averaged_table->groups[g].loss);
        print_names(out, &averaged_table->groups[g]);
    }
}

void result_print_claim(text *out, const result_facts *facts) {
    const result_averages *averaged_table = facts->averaged_table;
    if (facts->k <= 1)
        text_add_string(out, "k = 1 was asked for, which hides nobody among others\n");
    else if (averaged_table->k_anonymous)
        text_format(out,
                    "k-anonymous: every record shares its quasi-identifiers with at least %" PRIu64
                    " other%s\n",
                    facts->k_eff - 1, facts->k_eff == 2 ? "" : "s");
    else
        text_format(out,
                    "NOT k-anonymous: %zu groups are averaged each for itself, and the smallest "
                    "class has %" PRIu64 " row%s where k = %" PRId64 " was asked for\n",
                    averaged_table->group_count, facts->k_eff, facts->k_eff == 1 ? "" : "s",
                    facts->k);
}
