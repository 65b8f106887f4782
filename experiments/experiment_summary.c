/* What an experiment found, for scripts and as the table of its claims. */
#include "experiments/experiment.h"
#include "experiments/experiment_page.h"
#include "report/json.h"

#include <math.h>
#include <string.h>

static const char *verdict_word(verdict outcome) {
    return outcome == VERDICT_HOLDS ? "holds" : outcome == VERDICT_FAILS ? "fails" : "not tested";
}

void experiment_print_claims(text *out, const experiment *of) {
    page_cell(out, "claim");
    page_cell(out, "verdict");
    page_cell(out, "in numbers");
    page_end_row(out);
    page_rule(out, 3, 3);
    for (size_t i = 0; i < of->claim_count; i++) {
        const claim *shown = &of->claims[i];
        text_format(out, "| %s | **%s** | %s |\n", shown->sentence, verdict_word(shown->outcome),
                    shown->detail.bytes ? shown->detail.bytes : "");
    }
}

static void add_spread(json *document, const char *key, const spread *shown) {
    json_open(document, key, '{');
    json_number(document, "mean", shown->mean);
    json_number(document, "median", shown->median);
    json_number(document, "min", shown->least);
    json_number(document, "max", shown->most);
    json_number(document, "deviation", shown->deviation);
    json_close(document, '}');
}

static void add_group(json *document, const trial_group *shown, bool times) {
    json_open(document, NULL, '{');
    json_string(document, "table", shown->first->table);
    json_unsigned(document, "quasi_identifiers", shown->first->attributes);
    json_unsigned(document, "k", shown->first->k);
    json_number(document, "nodes", shown->first->nodes);
    json_string(document, "metric", shown->first->metric);
    json_string(document, "algorithm", shown->first->algorithm);
    if (shown->first->variant)
        json_string(document, "variant", shown->first->variant);
    json_unsigned(document, "runs", shown->count);
    json_unsigned(document, "found", shown->found);
    json_unsigned(document, "proven", shown->proven);
    json_number(document, "bound", shown->bound);
    json_number(document, "optimum", shown->settled ? shown->bound : NAN);
    add_spread(document, "value", &shown->value);
    add_spread(document, "los", &shown->los);
    add_spread(document, "accuracy", &shown->accuracy);
    if (shown->hypervolume.count > 0)
        add_spread(document, "hypervolume", &shown->hypervolume);
    add_spread(document, "evaluations", &shown->evaluations);
    if (times)
        add_spread(document, "seconds", &shown->seconds);
    json_close(document, '}');
}

static void add_claim(json *document, const claim *shown) {
    json_open(document, NULL, '{');
    json_string(document, "claim", shown->sentence);
    json_string(document, "verdict", verdict_word(shown->outcome));
    json_string(document, "detail", shown->detail.bytes ? shown->detail.bytes : "");
    json_close(document, '}');
}

void experiment_print_summary(text *out, const experiment *of) {
    json document = {0};
    json_open(&document, NULL, '{');
    json_string(&document, "shoal", shoal_version());
    json_string(&document, "experiment", of->kind->item.name);
    json_integer(&document, "seeds", of->asked.seeds);
    json_open(&document, "claims", '[');
    for (size_t i = 0; i < of->claim_count; i++)
        add_claim(&document, &of->claims[i]);
    json_close(&document, ']');
    json_open(&document, "groups", '[');
    for (size_t i = 0; i < of->groups.count; i++)
        add_group(&document, &of->groups.groups[i], experiment_shows_times(of));
    json_close(&document, ']');
    json_close(&document, '}');
    *out = document.out;
}
