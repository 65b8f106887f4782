#include "report/result.h"

#include "report/utf8.h"
#include "report/verdict.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

void result_print_outcome(text *out, const result_facts *facts) {
    if (!facts->released) {
        text_add_string(out, facts->proven ? "infeasible (proven): no release meets the plan"
                                           : "no release found");
        return;
    }
    text_format(out, facts->proven ? "optimal (proven): %s %.4g" : "feasible: %s %.4g",
                facts->metric, facts->value);
    if (facts->suppression_weight > 0)
        text_format(out, " with suppressed cells counted %g times", facts->suppression_weight);
    /* The gap is a share of the value; how far above the optimum that is at most, one of the bound.
     */
    if (!facts->proven && facts->gap < 0.5)
        text_format(out, ", within %.1f %% of optimal", 100 * facts->gap / (1 - facts->gap));
    else if (!facts->proven && isfinite(facts->gap))
        text_format(out, ", gap %.1f %%: proven lower bound %.4g", 100 * facts->gap,
                    facts->value * (1 - facts->gap));
}

static void print_row(text *out, const char *name, uint64_t before, uint64_t after) {
    text_format(out, "%-12s %10" PRIu64 " %10" PRIu64 "\n", name, before, after);
}

static void print_change(text *out, const result_facts *facts) {
    const recoding_facts *recoded = facts->recoded;
    text_format(out, "%-12s %10s %10s\n", "", "before", "after");
    print_row(out, "rows", facts->input.rows, facts->output.rows);
    if (facts->of_persons)
        print_row(out, "persons", facts->persons, facts->persons);
    print_row(out, "classes", facts->classes_before, recoded->classes);
    if (facts->k_read > 0) {
        print_row(out, "k as read", facts->k_before, facts->k_read);
        text_format(out, "%-12s %10s %10" PRIu64 "\n", "k matching", "-", recoded->k_eff);
    } else
        print_row(out, facts->of_persons ? "k (persons)" : "k", facts->k_before, recoded->k_eff);
    bool left_out = facts->suppressed_rows && strcmp(facts->suppressed_rows, "dropped") == 0;
    text_format(out, "%-12s %10d %10" PRIu64 "%s\n", "suppressed", 0, recoded->suppressed,
                left_out ? " (left out)" : "");
    for (size_t i = 0; i < recoded->changes; i++) {
        const fact_change *each = &recoded->change[i];
        if (each->percent)
            text_format(out, "%-12s %8.2f %% %8.2f %%\n", each->name, each->before, each->after);
        else
            text_format(out, "%-12s %10g %10.4f\n", each->name, each->before, each->after);
    }
}

/* ---- Tables ---------------------------------------------------------------------------------- */

/* Names that are listed in one cell; the result has them all. */
#define MOST_NAMES 8

static void add_cell(text *out, const fact_column *of, size_t width, const char *value) {
    size_t shown = utf8_characters(value);
    int blanks = shown < width ? (int)(width - shown) : 0;
    if (of->number)
        text_format(out, "%*s%s", blanks, "", value);
    else
        text_format(out, "%s%*s", value, blanks, "");
    text_format(out, "%*s", (int)of->gap, "");
}

static void add_names(text *out, const fact_cell *cell) {
    for (size_t i = 0; i < cell->name_count && i < MOST_NAMES; i++)
        text_format(out, "%s%s", i > 0 ? ", " : "", cell->names[i]);
    if (cell->name_count > MOST_NAMES)
        text_format(out, " and %zu more", cell->name_count - MOST_NAMES);
}

/* As wide as the widest cell; the last column is not padded. */
static size_t width_of(const fact_table *table, size_t c) {
    size_t widest = table->column[c].width;
    size_t title = utf8_characters(table->column[c].title);
    if (c + 1 == table->columns)
        return 0;
    widest = title > widest ? title : widest;
    for (size_t row = 0; row < table->rows; row++) {
        size_t shown = utf8_characters(table->cell[row * table->columns + c].text);
        widest = shown > widest ? shown : widest;
    }
    return widest;
}

static void print_table(text *out, const fact_table *table) {
    size_t width[FACT_COLUMNS] = {0};
    for (size_t c = 0; c < table->columns; c++) {
        width[c] = width_of(table, c);
        add_cell(out, &table->column[c], width[c], table->column[c].title);
    }
    text_add_string(out, "\n");
    for (size_t row = 0; row < table->rows; row++) {
        const fact_cell *cell = table->cell + row * table->columns;
        for (size_t c = 0; c < table->columns; c++)
            if (cell[c].names)
                add_names(out, &cell[c]);
            else
                add_cell(out, &table->column[c], width[c], cell[c].text);
        text_add_string(out, "\n");
    }
}

/* A picked release, or one that is the best in another objective, is not described this way. */
static const char *reason_for_k(const result_facts *facts) {
    if (facts->front_count == 0)
        return "you picked this point of the front";
    if (strcmp(facts->metric, "ach") != 0)
        return "no other release found is better in the first objective";
    return "no release found with a smaller k is closer to the preference";
}

/* The required and the reached k. A larger k than required has a reason. */
static void print_preference(text *out, const result_facts *facts) {
    double loss = result_metric_value(facts, "nwp");
    double bias = result_metric_value(facts, "necd");
    bool reached = loss <= facts->preferred_loss && bias <= facts->preferred_bias;
    text_format(out, "preference: nwp %.4g, necd %.4g; %s: nwp %.4g, necd %.4g\n",
                facts->preferred_loss, facts->preferred_bias, reached ? "reached" : "not reached",
                loss, bias);
    if (facts->recoded->k_eff > (uint64_t)facts->k)
        text_format(out, "k is %" PRIu64 ", more than the requested %" PRId64 ": %s\n",
                    facts->recoded->k_eff, facts->k, reason_for_k(facts));
}

static void print_rule(text *out, const result_rule *rule) {
    text_format(out, "%s", rule->text);
    if (rule->attribute)
        text_format(out, " on %s", rule->attribute);
    text_format(out, ": holds, found %.3g\n", rule->found);
}

/* What a dry run leaves out. */
static void print_unwritten(text *out, const result_facts *facts) {
    bool named = strcmp(facts->output.path, "-") != 0;
    text_format(out,
                "not written (dry run): %s, %" PRIu64 " row%s, %" PRIu64
                " column%s; what would have been written was verified\n",
                named ? facts->output.path : "standard output", facts->rows,
                facts->rows == 1 ? "" : "s", facts->columns, facts->columns == 1 ? "" : "s");
    for (size_t i = 0; i < facts->unwritten_count; i++)
        text_format(out, "%s%s%s", i > 0 ? ", " : "also not written: ", facts->unwritten[i],
                    i + 1 == facts->unwritten_count ? "\n" : "");
}

/* Attributes whose values were looked at from a higher level on. */
static void print_floor(text *out, const result_facts *facts) {
    bool any = false;
    for (size_t i = 0; i < facts->floor_count; i++)
        if (facts->floor[i].level > 0) {
            text_format(out, "%s%s %d",
                        any ? ", " : "searched from these levels on, to fit into memory: ",
                        facts->floor[i].name, facts->floor[i].level);
            any = true;
        }
    if (any)
        text_add_string(out, "\n");
}

/* Numbers that are published as a bound. */
static void print_codes(text *out, const result_facts *facts) {
    for (size_t i = 0; i < facts->code_count; i++) {
        const result_code *each = &facts->codes[i];
        text_format(out, "%s: %" PRIu64 " value%s %s %s read%s %s\n", each->attribute, each->cells,
                    each->cells == 1 ? "" : "s", each->top ? "above" : "below", each->bound,
                    each->cells == 1 ? "s" : "", each->bound);
    }
}

static void print_verdict(text *out, const result_facts *facts) {
    verdict found;
    verdict_of_release(&found, facts);
    verdict_print_summary(out, &found);
    verdict_free(&found);
}

void result_print_summary(text *out, const result_facts *facts) {
    if (facts->released) {
        print_change(out, facts);
        text_add_string(out, "\n");
        print_table(out, &facts->recoded->summary);
        text_add_string(out, "\n");
        print_verdict(out, facts);
        text_add_string(out, "\n");
    }
    if (facts->dropped > 0)
        text_format(out, "%" PRIu64 " rows with missing values were dropped\n", facts->dropped);
    if (facts->set_aside > 0)
        text_format(out, "%" PRIu64 " rows were set aside as a control, and are not released\n",
                    facts->set_aside);
    result_print_outcome(out, facts);
    text_add_string(out, "\n");
    print_floor(out, facts);
    if (facts->released)
        print_codes(out, facts);
    if (facts->released && facts->recoded->claim)
        text_format(out, "%s\n", facts->recoded->claim);
    for (size_t i = 0; facts->released && i < facts->rule_count; i++)
        print_rule(out, &facts->rules[i]);
    if (facts->released && facts->preferred)
        print_preference(out, facts);
    if (facts->front_count > 0)
        text_format(out, "front: %zu non-dominated point%s; this is point %zu\n",
                    facts->front_count, facts->front_count == 1 ? "" : "s", facts->chosen + 1);
    if (facts->released && facts->dry_run)
        print_unwritten(out, facts);
    else if (facts->released && strcmp(facts->output.path, "-") != 0)
        text_format(out, "released and verified: %s\n", facts->output.path);
}
