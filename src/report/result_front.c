/* The front of a search with several objectives, as CSV. */
#include "report/json.h"
#include "report/result.h"

#include <inttypes.h>
#include <math.h>

static void add_number(text *out, double value) {
    char printed[32] = "";
    if (isfinite(value))
        number_print(printed, value);
    text_format(out, ",%s", printed);
}

static void print_title(text *out, const result_facts *facts) {
    text_add_string(out, "point,chosen,k_eff,classes,suppressed");
    for (size_t i = 0; i < facts->objective_count; i++)
        text_format(out, ",%s:%s", facts->objectives[i].maximized ? "max" : "min",
                    facts->objectives[i].name);
    for (size_t i = 0; i < facts->recoded->metric_count; i++)
        text_format(out, ",%s", facts->recoded->metrics[i].name);
    text_add_string(out, ",recoding,node,task,seed\n");
}

void result_print_front(text *out, const result_facts *facts) {
    print_title(out, facts);
    for (size_t p = 0; p < facts->front_count; p++) {
        const result_point *point = &facts->front[p];
        text_format(out, "%zu,%d,%" PRIu64 ",%" PRIu64 ",%" PRIu64, p + 1, p == facts->chosen,
                    point->k_eff, point->classes, point->suppressed);
        for (size_t i = 0; i < facts->objective_count; i++)
            add_number(out, point->objectives[i]);
        for (size_t i = 0; i < facts->recoded->metric_count; i++)
            add_number(out, point->metrics[i]);
        text_format(out, ",%s,%s,%s,%" PRIu64 "\n", facts->recoding, point->node, facts->task,
                    facts->seed);
    }
}
