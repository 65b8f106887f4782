/* What an experiment found, for scripts. */
#include "experiments/experiment.h"
#include "report/json.h"

#include <math.h>
#include <string.h>

static void add_spread(json *to, const char *key, const spread *shown) {
    json_open(to, key, '{');
    json_number(to, "mean", shown->mean);
    json_number(to, "median", shown->median);
    json_number(to, "min", shown->least);
    json_number(to, "max", shown->most);
    json_number(to, "deviation", shown->deviation);
    json_close(to, '}');
}

static void add_group(json *to, const trial_group *shown, bool times) {
    json_open(to, NULL, '{');
    json_string(to, "table", shown->first->table);
    json_unsigned(to, "quasi_identifiers", shown->first->attributes);
    json_unsigned(to, "k", shown->first->k);
    json_number(to, "nodes", shown->first->nodes);
    json_string(to, "metric", shown->first->metric);
    json_string(to, "algorithm", shown->first->algorithm);
    if (shown->first->variant)
        json_string(to, "variant", shown->first->variant);
    json_unsigned(to, "runs", shown->count);
    json_unsigned(to, "found", shown->found);
    json_unsigned(to, "proven", shown->proven);
    json_number(to, "bound", shown->bound);
    json_number(to, "optimum", shown->settled ? shown->bound : NAN);
    add_spread(to, "value", &shown->value);
    add_spread(to, "los", &shown->los);
    add_spread(to, "accuracy", &shown->accuracy);
    if (shown->hypervolume.count > 0)
        add_spread(to, "hypervolume", &shown->hypervolume);
    add_spread(to, "evaluations", &shown->evaluations);
    if (times)
        add_spread(to, "seconds", &shown->seconds);
    json_close(to, '}');
}

static void add_claim(json *to, const claim *shown) {
    json_open(to, NULL, '{');
    json_string(to, "claim", shown->sentence);
    json_string(to, "verdict", verdict_words[shown->outcome]);
    json_string(to, "detail", shown->detail.bytes ? shown->detail.bytes : "");
    json_close(to, '}');
}

void experiment_print_summary(text *out, const experiment *of) {
    json made = {0};
    json_open(&made, NULL, '{');
    json_string(&made, "shoal", shoal_version());
    json_string(&made, "experiment", of->kind->item.name);
    json_integer(&made, "seeds", of->asked.seeds);
    json_open(&made, "claims", '[');
    for (size_t i = 0; i < of->claim_count; i++)
        add_claim(&made, &of->claims[i]);
    json_close(&made, ']');
    json_open(&made, "groups", '[');
    for (size_t i = 0; i < of->groups.count; i++)
        add_group(&made, &of->groups.groups[i], experiment_shows_times(of));
    json_close(&made, ']');
    json_close(&made, '}');
    *out = made.out;
}
