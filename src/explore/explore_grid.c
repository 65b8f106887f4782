/* The grid: k against the limit of suppression, for each recoding. */
#include "explore/explore.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define USUAL_KS "2,3,5,10,20,50,100"
#define USUAL_LIMITS "0,0.5%,1%,2%,5%,10%,20%,100%"
/* Points of a grid for each recoding: more is a mistake. */
enum { MOST_VALUES = 64 };

const char *explore_keep(explore_run *run, const char *string, size_t length) {
    char *out = arena_new(&run->memory, length + 1, 1);
    if (!out)
        return NULL;
    memcpy(out, string, length);
    out[length] = '\0';
    return out;
}

/* ---- What was asked -------------------------------------------------------------------------- */

/* Splits at commas, without the blanks around; *count receives how many. */
static shoal_status split(explore_run *run, const char *list, const char **out, size_t *count,
                          shoal_error *error) {
    *count = 0;
    for (const char *at = list; at; at = *at ? at + 1 : NULL) {
        const char *end = at + strcspn(at, ",");
        const char *first = at + strspn(at, " ");
        const char *last = end;
        while (last > first && last[-1] == ' ')
            last--;
        if (first >= last || *count == MOST_VALUES)
            return status_refuse(
                error, SHOAL_USAGE, "explore_list", "ks",
                "the list '%.60s' must have 1 to %d values with commas between them", list,
                MOST_VALUES);
        out[*count] = explore_keep(run, first, (size_t)(last - first));
        if (!out[(*count)++])
            return status_no_memory(error);
        at = end;
        if (!*end)
            break;
    }
    return SHOAL_OK;
}

/* Values are read as a plan reads them, so that a release of a point means the same. */
static shoal_status read_values(explore_run *run, shoal_plan *scratch, const char **ks,
                                const char **limits, shoal_error *error) {
    exploration *facts = &run->facts;
    int64_t *k = arena_new(&run->memory, facts->k_count, sizeof *k);
    double *limit = arena_new(&run->memory, facts->limit_count, sizeof *limit);
    const char **names = arena_new(&run->memory, facts->limit_count, sizeof *names);
    if (!k || !limit || !names)
        return status_no_memory(error);
    for (size_t i = 0; i < facts->k_count; i++) {
        STATUS_TRY(shoal_plan_set(scratch, "privacy.k", ks[i], error));
        k[i] = scratch->k_given;
    }
    for (size_t i = 0; i < facts->limit_count; i++) {
        STATUS_TRY(shoal_plan_set(scratch, "suppression", limits[i], error));
        limit[i] = scratch->suppression;
        names[i] = limits[i];
    }
    facts->ks = k;
    facts->limits = limit;
    facts->limit_names = names;
    return SHOAL_OK;
}

static shoal_status read_axes(explore_run *run, shoal_error *error) {
    const char *ks[MOST_VALUES] = {0}, *limits[MOST_VALUES] = {0};
    shoal_plan *scratch;
    STATUS_TRY(
        split(run, run->asked.ks ? run->asked.ks : USUAL_KS, ks, &run->facts.k_count, error));
    STATUS_TRY(split(run, run->asked.suppressions ? run->asked.suppressions : USUAL_LIMITS, limits,
                     &run->facts.limit_count, error));
    STATUS_TRY(shoal_plan_new(&scratch, error));
    shoal_status status = read_values(run, scratch, ks, limits, error);
    shoal_plan_free(scratch);
    return status;
}

shoal_status explore_read_grid(explore_run *run, shoal_error *error) {
    exploration *facts = &run->facts;
    const char *names[MOST_VALUES] = {0};
    STATUS_TRY(read_axes(run, error));
    STATUS_TRY(split(run, run->asked.recodings ? run->asked.recodings : run->plan->recoding, names,
                     &facts->series_count, error));
    facts->series = arena_zero(&run->memory, facts->series_count, sizeof *facts->series);
    if (!facts->series)
        return status_no_memory(error);
    for (size_t i = 0; i < facts->series_count; i++)
        facts->series[i].recoding = names[i];
    for (size_t i = 0; i < facts->series_count; i++)
        run->searches += facts->k_count * facts->limit_count + (facts->series_count > 1) +
                         (run->asked.skip_costs ? 0 : explore_count_costs(run, names[i]));
    return SHOAL_OK;
}

/* ---- One point ------------------------------------------------------------------------------- */

/* The command line with the names in braces replaced. */
static const char *command_of(explore_run *run, const exploration_series *of,
                              const exploration_point *point) {
    text line = {0};
    const char *at = run->asked.release;
    for (const char *next; at && (next = strchr(at, '{')) != NULL;) {
        text_add(&line, at, (size_t)(next - at));
        at = next;
        if (strncmp(at, "{k}", 3) == 0)
            text_format(&line, "%" PRId64, point->k);
        else if (strncmp(at, "{suppression}", 13) == 0)
            text_add_string(&line, point->limit);
        else if (strncmp(at, "{recoding}", 10) == 0)
            text_add_string(&line, of->recoding);
        else {
            text_add(&line, at++, 1);
            continue;
        }
        at = strchr(at, '}') + 1;
    }
    if (at)
        text_add_string(&line, at);
    const char *kept = !at || line.failed ? NULL : explore_keep(run, line.bytes, line.length);
    text_free(&line);
    return kept;
}

static shoal_status fill_places(exploration_point *out, const exploration_series *of,
                                explore_binding *in, const search *found, shoal_error *error) {
    const recoding *by = in->request.recoding;
    if (!by->find_places || !found->found)
        return SHOAL_OK;
    out->place = arena_zero(&in->run->memory, of->attribute_count, sizeof *out->place);
    if (!out->place)
        return status_no_memory(error);
    return by->find_places(in->recoder, in->space, found->best_node, out->place, of->most, error);
}

static shoal_status fill_point(exploration_point *out, const exploration_series *of,
                               explore_binding *in, const search *found, shoal_error *error) {
    const class_statistics *classes = &found->best.classes;
    out->answer = explore_answer(found);
    out->stopped_by = found->space ? search_stop_name(found->stopped_by) : NULL;
    out->evaluations = found->evaluations;
    out->suppressed = found->found ? classes->suppressed : 0;
    out->classes = found->found ? classes->classes : 0;
    out->k_eff = found->found ? classes->smallest : 0;
    out->command = command_of(in->run, of, out);
    if (in->run->asked.release && !out->command)
        return status_no_memory(error);
    return fill_places(out, of, in, found, error);
}

static shoal_status search_point(exploration_point *out, const exploration_series *of,
                                 explore_binding *in, shoal_error *error) {
    const exploration *facts = &in->run->facts;
    search found = {0};
    shoal_status status =
        explore_search(&found, in, out->k, out->suppression, facts->ks, facts->k_count, error);
    if (status == SHOAL_OK)
        status = fill_point(out, of, in, &found, error);
    search_close(&found);
    return status;
}

/* ---- All points ------------------------------------------------------------------------------ */

static shoal_status open_series(explore_run *run, exploration_series *out, explore_binding *in,
                                shoal_error *error) {
    const bound_table *bound = &in->bound;
    const run_request *request = &in->request;
    exploration *facts = &run->facts;
    out->recoding = request->recoding->name;
    out->algorithm = request->algorithm->name;
    out->metric = request->metric->name;
    out->place_name = request->recoding->place;
    out->attribute_count = bound->attributes;
    out->attributes = arena_zero(&run->memory, bound->attributes, sizeof *out->attributes);
    out->most = arena_zero(&run->memory, bound->attributes, sizeof *out->most);
    out->points =
        arena_zero(&run->memory, facts->k_count * facts->limit_count, sizeof *out->points);
    if (!out->attributes || !out->most || !out->points)
        return status_no_memory(error);
    for (size_t a = 0; a < bound->attributes; a++)
        out->attributes[a] = bound->table->column[bound->quasi[a]].name;
    for (size_t i = 0; i < facts->k_count * facts->limit_count; i++) {
        size_t limit = i % facts->limit_count;
        out->points[i] = (exploration_point){.k = facts->ks[i / facts->limit_count],
                                             .suppression = facts->limits[limit],
                                             .limit = facts->limit_names[limit]};
    }
    facts->rows = bound->rows;
    return SHOAL_OK;
}

static shoal_status search_alone(explore_run *run, exploration_series *out,
                                 exploration_point *point, shoal_error *error) {
    shoal_plan plan = explore_plan(run, out->recoding);
    explore_binding in;
    explore_plan_set(&plan, point->k, point->suppression);
    shoal_status status = explore_bind(&in, run, &plan, false, error);
    if (status == SHOAL_OK)
        status = search_point(point, out, &in, error);
    explore_binding_close(&in);
    return status;
}

/* Loose limits first, small k first: they look at fine nodes, from which coarser ones are then
 * rolled up. */
static int by_fineness(const void *one, const void *other) {
    const exploration_point *left = *(exploration_point *const *)one;
    const exploration_point *right = *(exploration_point *const *)other;
    if (left->suppression != right->suppression)
        return left->suppression > right->suppression ? -1 : 1;
    if (left->k != right->k)
        return left->k < right->k ? -1 : 1;
    return (left > right) - (left < right);
}

static shoal_status search_in_order(explore_run *run, exploration_series *out, explore_binding *in,
                                    exploration_point **order, size_t count, shoal_error *error) {
    for (size_t i = 0; i < count; i++)
        order[i] = &out->points[i];
    qsort(order, count, sizeof(exploration_point *), by_fineness);
    for (size_t i = 0; i < count; i++)
        STATUS_TRY(explore_is_shared(in) ? search_point(order[i], out, in, error)
                                         : search_alone(run, out, order[i], error));
    return SHOAL_OK;
}

static shoal_status search_all(explore_run *run, exploration_series *out, explore_binding *in,
                               shoal_error *error) {
    STATUS_TRY(open_series(run, out, in, error));
    STATUS_TRY(warnings_tell(&run->warnings, &run->hooks, error));
    size_t count = run->facts.k_count * run->facts.limit_count;
    exploration_point **order = memory_new(count, sizeof(exploration_point *));
    if (!order)
        return status_no_memory(error);
    shoal_status status = search_in_order(run, out, in, order, count, error);
    memory_free(order);
    return status;
}

shoal_status explore_points(explore_run *run, exploration_series *out, shoal_error *error) {
    shoal_plan plan = explore_plan(run, out->recoding);
    explore_binding in;
    explore_plan_set(&plan, run->facts.ks[0], run->facts.limits[0]);
    shoal_status status = explore_bind(&in, run, &plan, out == run->facts.series, error);
    if (status == SHOAL_OK)
        status = search_all(run, out, &in, error);
    explore_binding_close(&in);
    return status;
}
