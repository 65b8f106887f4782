#include "report/result.h"

#include "report/utf8.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

static void add_padded(text *out, const char *value, size_t width) {
    size_t shown = utf8_characters(value);
    text_format(out, "%s%*s", value, shown < width ? (int)(width - shown) : 0, "");
}

void result_print_outcome(text *out, const result_facts *facts) {
    if (!facts->released) {
        text_add_string(out, facts->proven ? "infeasible (proven): no release meets the plan"
                                           : "no release found");
        return;
    }
    text_format(out, facts->proven ? "optimal (proven): %s %.4g" : "feasible: %s %.4g",
                facts->metric, facts->value);
    /* The gap is a share of the value; how far above the optimum that is at most, one of the bound.
     */
    if (!facts->proven && facts->gap < 0.5)
        text_format(out, ", within %.1f %% of optimal", 100 * facts->gap / (1 - facts->gap));
    else if (!facts->proven && isfinite(facts->gap))
        text_format(out, ", gap %.1f %%: proven only that no release is below %.4g",
                    100 * facts->gap, facts->value * (1 - facts->gap));
}

static void print_row(text *out, const char *name, uint64_t before, uint64_t after) {
    text_format(out, "%-12s %10" PRIu64 " %10" PRIu64 "\n", name, before, after);
}

static void print_change(text *out, const result_facts *facts) {
    text_format(out, "%-12s %10s %10s\n", "", "before", "after");
    print_row(out, "rows", facts->input.rows, facts->rows);
    print_row(out, "classes", facts->classes_before, facts->classes);
    print_row(out, "k", facts->k_before, facts->k_eff);
    print_row(out, "suppressed", 0, facts->suppressed);
    if (facts->averaged_table)
        return;
    text_format(out, "%-12s %10d %10.4f\n", "loss", 0, result_metric_value(facts, "loss"));
}

static size_t longest_name(const result_facts *facts) {
    size_t longest = strlen("quasi-identifier");
    for (size_t i = 0; i < facts->attribute_count; i++) {
        size_t length = utf8_characters(facts->attributes[i].name);
        longest = length > longest ? length : longest;
    }
    return longest;
}

/* At least as wide as most are. */
static int longest_place(const result_facts *facts) {
    char place[48];
    size_t longest = 9;
    for (size_t i = 0; i < facts->attribute_count; i++) {
        result_print_place(place, sizeof place, &facts->attributes[i]);
        longest = strlen(place) > longest ? strlen(place) : longest;
    }
    return (int)longest;
}

static void print_attributes(text *out, const result_facts *facts) {
    size_t width = longest_name(facts);
    int wide = longest_place(facts);
    add_padded(out, "quasi-identifier", width);
    text_format(out, "  %-*s loss    hierarchy\n", wide, result_place_name(facts));
    for (size_t i = 0; i < facts->attribute_count; i++) {
        const result_attribute *each = &facts->attributes[i];
        add_padded(out, each->name, width);
        char place[48];
        result_print_place(place, sizeof place, each);
        text_format(out, "  %-*s %6.4f  %s\n", wide, place, each->loss,
                    each->hierarchy ? each->hierarchy : "");
    }
}

/* A release that was picked, or that is the best in something else, says nothing of its kind. */
static const char *reason_for_k(const result_facts *facts) {
    if (facts->front_count == 0)
        return "this point of the front was picked";
    if (strcmp(facts->metric, "ach") != 0)
        return "no release that was found is better in the first objective";
    return "no release that was found with a smaller k comes nearer to the preference";
}

/* What was asked for and what came of it. A larger k than asked for is no accident. */
static void print_preference(text *out, const result_facts *facts) {
    double loss = result_metric_value(facts, "nwp");
    double bias = result_metric_value(facts, "necd");
    bool reached = loss <= facts->preferred_loss && bias <= facts->preferred_bias;
    text_format(out, "preference: nwp %.4g, necd %.4g; %s: nwp %.4g, necd %.4g\n",
                facts->preferred_loss, facts->preferred_bias, reached ? "reached" : "not reached",
                loss, bias);
    if (facts->k_eff > (uint64_t)facts->k)
        text_format(out, "k is %" PRIu64 " where %" PRId64 " was asked for: %s\n", facts->k_eff,
                    facts->k, reason_for_k(facts));
}

static void print_rule(text *out, const result_rule *rule) {
    text_format(out, "%s", rule->text);
    if (rule->attribute)
        text_format(out, " on %s", rule->attribute);
    text_format(out, ": holds, found %.6g\n", rule->found);
}

void result_print_summary(text *out, const result_facts *facts) {
    if (facts->released) {
        print_change(out, facts);
        if (facts->averaged_table)
            result_print_averages(out, facts);
        text_add_string(out, "\n");
        if (!facts->averaged_table)
            print_attributes(out, facts);
        text_add_string(out, facts->averaged_table ? "" : "\n");
    }
    if (facts->dropped > 0)
        text_format(out, "%" PRIu64 " rows with missing values were dropped\n", facts->dropped);
    result_print_outcome(out, facts);
    text_add_string(out, "\n");
    if (facts->released && facts->averaged_table)
        result_print_claim(out, facts);
    for (size_t i = 0; facts->released && i < facts->rule_count; i++)
        print_rule(out, &facts->rules[i]);
    if (facts->released && facts->preferred)
        print_preference(out, facts);
    if (facts->front_count > 0)
        text_format(out, "front: %zu point%s that nothing dominates, this is point %zu\n",
                    facts->front_count, facts->front_count == 1 ? "" : "s", facts->chosen + 1);
    if (facts->released && strcmp(facts->output.path, "-") != 0)
        text_format(out, "released and verified: %s\n", facts->output.path);
}
