/* An exploration as CSV: a line for each point. */
#include "report/exploration.h"
#include "report/json.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

static void add_cell(text *out, const char *value) {
    if (!value)
        return;
    if (!strpbrk(value, ",\"\r\n")) {
        text_add_string(out, value);
        return;
    }
    text_add_string(out, "\"");
    for (const char *at = value; *at; at++) {
        text_add(out, at, 1);
        if (*at == '"')
            text_add_string(out, "\"");
    }
    text_add_string(out, "\"");
}

/* A number that is not known is an empty cell. */
static void add_number(text *out, double value) {
    char printed[32];
    text_add_string(out, ",");
    if (!isfinite(value))
        return;
    number_print(printed, value);
    text_add_string(out, printed);
}

/* The attributes that some series has, in the order of the first. */
static const exploration_series *first_with_places(const exploration *facts) {
    for (size_t i = 0; i < facts->series_count; i++)
        if (facts->series[i].place_name)
            return &facts->series[i];
    return NULL;
}

static void add_places(text *out, const exploration_series *columns, const exploration_series *of,
                       const exploration_point *point) {
    for (size_t a = 0; columns && a < columns->attribute_count; a++) {
        text_add_string(out, ",");
        if (point->place && a < of->attribute_count)
            text_format(out, "%" PRIu32 " of %" PRIu32, point->place[a], of->most[a]);
    }
}

/* Only one point of each recoding was assessed. */
static void add_use(text *out, const exploration *facts, const exploration_series *of,
                    const exploration_point *point) {
    const exploration_use *use = &of->use;
    bool assessed =
        use->known && point->k == facts->use_k && point->suppression == facts->use_limit;
    const double shown[] = {use->loss,      use->untouched,    use->ranges[0],
                            use->ranges[1], use->ranges[2],    use->tables,
                            use->pairs,     use->largest_risk, use->risk};
    for (size_t i = 0; i < sizeof shown / sizeof *shown; i++)
        add_number(out, assessed ? shown[i] : (double)NAN);
}

static void add_point(text *out, const exploration *facts, const exploration_series *columns,
                      const exploration_series *of, const exploration_point *point) {
    text_format(out, "%s,%" PRId64, of->recoding, point->k);
    add_number(out, point->suppression);
    text_format(out, ",%s,%s", of->metric, exploration_outcome(&point->answer));
    add_number(out, point->answer.value);
    add_number(out, point->answer.bound);
    add_number(out, point->answer.gap);
    if (point->answer.found)
        text_format(out, ",%" PRIu64, point->suppressed);
    else
        text_add_string(out, ",");
    if (point->answer.found && exploration_has_classes(of, point))
        text_format(out, ",%" PRIu64 ",%" PRIu64, point->classes, point->k_eff);
    else
        text_add_string(out, ",,");
    if (facts->series_count > 1)
        add_use(out, facts, of, point);
    add_places(out, columns, of, point);
    text_add_string(out, ",");
    add_cell(out, point->command);
    text_add_string(out, "\n");
}

void exploration_print_csv(text *out, const exploration *facts) {
    const exploration_series *columns = first_with_places(facts);
    text_add_string(out, "recoding,k,suppression,metric,outcome,value,bound,gap,suppressed,classes,"
                         "k_eff");
    if (facts->series_count > 1)
        text_add_string(out, ",loss,untouched,counts_1,counts_2,counts_3,tables_1,tables_2,"
                             "largest_risk,risk");
    for (size_t a = 0; columns && a < columns->attribute_count; a++) {
        text_add_string(out, ",");
        add_cell(out, columns->attributes[a]);
    }
    text_add_string(out, ",command\n");
    for (size_t i = 0; i < facts->series_count; i++)
        for (size_t p = 0; p < facts->k_count * facts->limit_count; p++)
            add_point(out, facts, columns, &facts->series[i], &facts->series[i].points[p]);
}
