/* The front of a search with several objectives. */
#include "measure/metric.h"
#include "report/release_page.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

static const char *note_of(page *of, const result_facts *facts, size_t index) {
    const result_point *point = &facts->front[index];
    text made = {0};
    text_format(&made, "point %zu: k %" PRIu64 ", %s classes, %s suppressed", index + 1,
                point->k_eff, page_whole(of, point->classes), page_whole(of, point->suppressed));
    for (size_t i = 0; i < facts->objective_count; i++)
        text_format(&made, "; %s %s", facts->objectives[i].name,
                    page_figure(of, point->objectives[i]));
    for (size_t i = 0; i < facts->recoded->metric_count; i++)
        if (isfinite(point->metrics[i]))
            text_format(&made, "; %s %s", facts->recoded->metrics[i].name,
                        page_figure(of, point->metrics[i]));
    return page_keep(of, &made);
}

/* What an axis or a column shows of a point: an objective or a metric by its name. */
typedef struct place {
    const char *name;
    size_t objective, metric;
} place;

static bool find_place(place *out, const result_facts *facts, const char *name) {
    *out = (place){name, SIZE_MAX, SIZE_MAX};
    for (size_t i = 0; i < facts->objective_count; i++)
        if (strcmp(facts->objectives[i].name, name) == 0)
            out->objective = i;
    for (size_t i = 0; i < facts->recoded->metric_count; i++)
        if (strcmp(facts->recoded->metrics[i].name, name) == 0)
            out->metric = i;
    return out->objective != SIZE_MAX || out->metric != SIZE_MAX;
}

static double place_of(const result_point *point, const place *on) {
    if (on->objective != SIZE_MAX)
        return point->objectives[on->objective];
    return point->metrics[on->metric];
}

static void draw(page *of, const result_facts *facts, const char *title, const char *says,
                 const place *across, const place *up) {
    size_t count = facts->front_count;
    double *x = arena_new(&of->memory, count, sizeof *x);
    double *y = arena_new(&of->memory, count, sizeof *y);
    const char **notes = arena_new(&of->memory, count, sizeof *notes);
    if (!x || !y || !notes) {
        page_fail(of);
        return;
    }
    for (size_t p = 0; p < count; p++) {
        x[p] = place_of(&facts->front[p], across);
        y[p] = place_of(&facts->front[p], up);
        notes[p] = note_of(of, facts, p);
    }
    document_chart(&of->to, CHART_POINTS, title, says, (document_axis){across->name, AXIS_LINEAR},
                   (document_axis){up->name, AXIS_LINEAR});
    document_add_series(&of->to, &(document_series){.name = "non-dominated points",
                                                    .count = count,
                                                    .x = x,
                                                    .y = y,
                                                    .notes = notes,
                                                    .main = true});
    document_mark(&of->to, "released", x[facts->chosen], y[facts->chosen]);
    if (facts->preferred && strcmp(across->name, "nwp") == 0 && strcmp(up->name, "necd") == 0)
        document_mark(&of->to, "preference", facts->preferred_loss, facts->preferred_bias);
    document_end_chart(&of->to);
}

/* Objectives that are counts have columns anyway. */
static bool has_column(const result_objective *each) {
    return strcmp(each->name, "k_eff") == 0 || strcmp(each->name, "classes") == 0 ||
           strcmp(each->name, "suppressed") == 0;
}

static void add_points(page *of, const result_facts *facts) {
    document_column columns[5 + 8] = {
        {"point", true}, {"k", true}, {"classes", true}, {"suppressed", true}};
    size_t count = 4;
    for (size_t i = 0; i < facts->objective_count && count < 12; i++)
        if (!has_column(&facts->objectives[i]))
            columns[count++] = (document_column){facts->objectives[i].name, true};
    document_table(&of->to, "Points of the front", columns, count);
    for (size_t p = 0; p < facts->front_count; p++) {
        const result_point *point = &facts->front[p];
        if (p >= PAGE_ROWS && p != facts->chosen)
            continue;
        document_number(&of->to, (double)(p + 1),
                        p == facts->chosen ? page_print(of, "%zu (released)", p + 1) : NULL,
                        page_key(of, "front.%zu.point", p));
        page_count(of, point->k_eff, "front.%zu.k_eff", p);
        page_count(of, point->classes, "front.%zu.classes", p);
        page_count(of, point->suppressed, "front.%zu.suppressed", p);
        for (size_t i = 0; i < facts->objective_count && i < 8; i++)
            if (!has_column(&facts->objectives[i]))
                page_number(of, point->objectives[i], "front.%zu.objectives.%s", p,
                            facts->objectives[i].name);
        document_end_row(&of->to);
    }
    document_end_table(&of->to);
}

/* What the objectives mean. */
static void explain(page *of, const result_facts *facts) {
    for (size_t i = 0; i < facts->objective_count; i++) {
        const metric *found = metric_find(facts->objectives[i].name);
        if (found)
            document_text(&of->to, TONE_PLAIN, "%s: %s.", found->name, found->summary);
    }
}

void release_page_front(page *of, const result_facts *facts) {
    place across, up;
    document_text(
        &of->to, TONE_PLAIN,
        "%s non-dominated release%s found: each is the best for some preference. This release is "
        "point %zu. The front dominates %s of the objective space (hypervolume).",
        page_whole(of, facts->front_count), facts->front_count == 1 ? " was" : "s were",
        facts->chosen + 1, page_percent(of, facts->hypervolume));
    bool two = facts->objective_count > 1 &&
               find_place(&across, facts, facts->objectives[0].name) &&
               find_place(&up, facts, facts->objectives[1].name);
    if (two)
        draw(of, facts, "The front", "Each point is a release; hovering shows its metrics.",
             &across, &up);
    if (facts->preferred && find_place(&across, facts, "nwp") && find_place(&up, facts, "necd"))
        draw(of, facts, "The front and the preference",
             "Loss on the horizontal axis, bias on the vertical axis. Points below and left of the "
             "preference reach it.",
             &across, &up);
    explain(of, facts);
    add_points(of, facts);
}
