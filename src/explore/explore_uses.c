/* What each recoding leaves to be used, and what it gives away: its release, assessed against the
 * table without being written. */
#include "assess/assess.h"
#include "explore/explore.h"
#include "release/release_table.h"

#include <math.h>
#include <string.h>

static double metric_of(const assessment *of, const char *name) {
    for (size_t i = 0; i < of->utility.metric_count; i++)
        if (strcmp(of->utility.metrics[i].name, name) == 0)
            return of->utility.metrics[i].value;
    return (double)NAN;
}

static exploration_use use_of(const assessment *found) {
    const assessment_queries *queries = &found->utility.queries;
    exploration_use made = {.known = true,
                            .loss = metric_of(found, "loss"),
                            .untouched = queries->untouched,
                            .classes = found->table.classes.classes,
                            .k = found->table.k,
                            .suppressed = found->table.suppressed,
                            .largest_risk = assessment_largest_risk(found),
                            .risk = found->linkage.risk,
                            .overlapping = found->linkage.generalized.overlapping};
    for (size_t d = 0; d < EXPLORATION_RANGES; d++)
        made.ranges[d] = queries->none ? (double)NAN : queries->ranges[d].median;
    made.tables = queries->none ? (double)NAN : queries->groups.single_mean;
    made.pairs = queries->none ? (double)NAN : queries->groups.pair_mean;
    return made;
}

/* Columns that were not read are not compared. */
static release_column *columns_of(const bound_table *bound) {
    release_column *columns = release_columns(bound);
    for (size_t i = 0; columns && i < bound->table->columns; i++)
        if (!bound->table->column[i].kept)
            columns[i].use = COLUMN_DROP;
    return columns;
}

static shoal_status assess_table(exploration_use *out, const explore_binding *in,
                                 const shoal_table *release, shoal_error *error) {
    assessment *found = NULL;
    assessment_input input = {.plan = &in->plan,
                              .table = release,
                              .path = in->bound.path,
                              .original = in->bound.table,
                              .original_path = in->bound.path,
                              .pool = in->run->pool,
                              .hooks = &in->run->quiet,
                              .warnings = &in->run->warnings};
    STATUS_TRY(assessment_make(&found, &input, error));
    *out = use_of(found);
    assessment_free(found);
    return SHOAL_OK;
}

static shoal_status assess_release(exploration_use *out, explore_binding *in, const search *found,
                                   shoal_error *error) {
    const bound_table *bound = &in->bound;
    STATUS_TRY(in->request.recoding->publish(in->recoder, in->space, found->best_node, error));
    release_column *columns = columns_of(bound);
    if (!columns)
        return status_no_memory(error);
    release_task task = {.table = bound->table,
                         .format = bound->format,
                         .columns = columns,
                         .kept_rows = bound->kept,
                         .published = &in->recoder->publication,
                         .person_of = bound->person_of,
                         .pool = in->run->pool};
    shoal_table *release = NULL;
    shoal_status status = release_table_make(&release, &task, error);
    if (status == SHOAL_OK)
        status = assess_table(out, in, release, error);
    shoal_table_free(release);
    memory_free(columns);
    return status;
}

/* The point of the grid that is nearest to the plan: its k and its limit where the grid has them.
 */
void explore_choose_use(explore_run *run) {
    exploration *facts = &run->facts;
    facts->use_k = facts->ks[0];
    facts->use_limit = facts->limits[0];
    for (size_t i = 0; i < facts->k_count; i++)
        if (facts->ks[i] == facts->cost_k)
            facts->use_k = facts->ks[i];
    for (size_t i = 0; i < facts->limit_count; i++)
        if (facts->limits[i] == facts->cost_limit)
            facts->use_limit = facts->limits[i];
}

shoal_status explore_use(explore_run *run, exploration_series *out, shoal_error *error) {
    const exploration *facts = &run->facts;
    shoal_plan plan = explore_plan(run, out->recoding);
    explore_binding in;
    search found = {0};
    explore_plan_set(&plan, facts->use_k, facts->use_limit);
    plan.pseudonyms = false;
    shoal_status status = explore_bind(&in, run, &plan, false, error);
    if (status == SHOAL_OK)
        status =
            explore_search(&found, &in, facts->use_k, facts->use_limit, &facts->use_k, 1, error);
    if (status == SHOAL_OK && found.found)
        status = assess_release(&out->use, &in, &found, error);
    search_close(&found);
    explore_binding_close(&in);
    return status;
}
