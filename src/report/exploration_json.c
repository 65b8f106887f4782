/* An exploration as JSON. */
#include "report/assessment_parts.h"
#include "report/exploration.h"
#include "report/json.h"
#include "report/result.h"

const char *exploration_outcome(const exploration_answer *of) {
    return !of->found   ? of->proven ? "infeasible" : "not found"
           : of->proven ? "optimal"
                        : "feasible";
}

static void print_answer(json *out, const exploration_answer *of) {
    json_string(out, "outcome", exploration_outcome(of));
    json_number(out, "value", of->value);
    json_number(out, "bound", of->bound);
    json_number(out, "gap", of->gap);
}

static void print_places(json *out, const exploration_series *of, const exploration_point *point) {
    json_open(out, "columns", '{');
    for (size_t a = 0; point->place && a < of->attribute_count; a++) {
        json_open(out, of->attributes[a], '{');
        json_unsigned(out, of->place_name, point->place[a]);
        json_unsigned(out, "of", of->most[a]);
        json_close(out, '}');
    }
    json_close(out, '}');
}

static void print_point(json *out, const exploration_series *of, const exploration_point *point) {
    json_open(out, NULL, '{');
    json_integer(out, "k", point->k);
    json_number(out, "suppression", point->suppression);
    print_answer(out, &point->answer);
    json_string(out, "stopped_by", point->stopped_by);
    json_integer(out, "evaluations", point->evaluations);
    json_unsigned(out, "suppressed", point->suppressed);
    if (exploration_has_classes(of, point)) {
        json_unsigned(out, "classes", point->classes);
        json_unsigned(out, "k_eff", point->k_eff);
    }
    print_places(out, of, point);
    json_string(out, "command", point->command);
    json_close(out, '}');
}

static void print_cost(json *out, const char *key, const exploration_answer *of) {
    json_open(out, key, '{');
    print_answer(out, of);
    json_close(out, '}');
}

static void print_costs(json *out, const exploration *facts, const exploration_series *of) {
    json_open(out, "costs", '{');
    json_integer(out, "k", facts->cost_k);
    json_number(out, "suppression", facts->cost_limit);
    print_answer(out, &of->base);
    json_open(out, "attributes", '[');
    for (size_t a = 0; a < of->cost_count; a++) {
        json_open(out, NULL, '{');
        json_string(out, "attribute", of->costs[a].name);
        print_cost(out, "left_out", &of->costs[a].left_out);
        print_cost(out, "untouched", &of->costs[a].untouched);
        json_close(out, '}');
    }
    json_close(out, ']');
    json_open(out, "models", '[');
    for (size_t i = 0; i < of->model_count; i++) {
        json_open(out, NULL, '{');
        json_string(out, "model", of->models[i].name);
        print_cost(out, "left_out", &of->models[i].left_out);
        json_close(out, '}');
    }
    json_close(out, ']');
    json_close(out, '}');
}

/* Only of several recodings. */
static void print_use(json *out, const exploration *facts, const exploration_use *of) {
    if (!of->known) {
        json_null(out, "use");
        return;
    }
    json_open(out, "use", '{');
    json_integer(out, "k", facts->use_k);
    json_number(out, "suppression", facts->use_limit);
    json_number(out, "loss", of->loss);
    json_number(out, "untouched", of->untouched);
    json_open(out, "ranges", '[');
    for (size_t d = 0; d < EXPLORATION_RANGES; d++)
        json_number(out, NULL, of->ranges[d]);
    json_close(out, ']');
    json_number(out, "tables", of->tables);
    json_number(out, "pairs", of->pairs);
    json_number(out, "largest_risk", of->largest_risk);
    json_number(out, "risk", of->risk);
    json_boolean(out, "overlapping", of->overlapping);
    json_unsigned(out, "classes", of->classes);
    json_unsigned(out, "k_eff", of->k);
    json_unsigned(out, "suppressed", of->suppressed);
    json_close(out, '}');
}

static void print_series(json *out, const exploration *facts, const exploration_series *of) {
    json_open(out, NULL, '{');
    json_string(out, "recoding", of->recoding);
    json_string(out, "algorithm", of->algorithm);
    json_string(out, "metric", of->metric);
    if (facts->series_count > 1)
        print_use(out, facts, &of->use);
    json_open(out, "points", '[');
    for (size_t p = 0; p < facts->k_count * facts->limit_count; p++)
        print_point(out, of, &of->points[p]);
    json_close(out, ']');
    if (facts->costed)
        print_costs(out, facts, of);
    json_close(out, '}');
}

static void print_seconds(json *out, const exploration *facts) {
    json_open(out, "seconds", '{');
    json_number(out, "read", facts->seconds_read);
    json_number(out, "grid", facts->seconds_grid);
    json_number(out, "costs", facts->seconds_costs);
    json_number(out, "total", facts->seconds_total);
    json_close(out, '}');
}

void exploration_print_json(text *out, const exploration *facts) {
    json document = {.out = *out};
    result_file input = {facts->path, facts->sha256, facts->table_rows};
    json_open(&document, NULL, '{');
    json_string(&document, "shoal", shoal_version());
    json_unsigned(&document, "rows", facts->rows);
    json_unsigned(&document, "seed", facts->seed);
    json_integer(&document, "threads", facts->threads);
    json_open(&document, "recodings", '[');
    for (size_t i = 0; i < facts->series_count; i++)
        print_series(&document, facts, &facts->series[i]);
    json_close(&document, ']');
    print_seconds(&document, facts);
    result_json_file(&document, "input", &input);
    json_close(&document, '}');
    *out = document.out;
}
