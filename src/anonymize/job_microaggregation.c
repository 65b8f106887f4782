/* What is different about a run that microaggregates. */
#include "anonymize/job.h"

#include "base/clock.h"
#include "data/column_type.h"
#include "measure/numeric_metrics.h"
#include "search/microaggregation/microaggregate.h"
#include "search/microaggregation/operator_monitor.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

bool job_masks(const job *run) {
    return run->recoding == &grouping_kind;
}

/* ---- Before the search ----------------------------------------------------------------------- */

shoal_status job_check_masking(const job *run, shoal_error *error) {
    const algorithm *by = run->algorithm;
    if (run->asked.monitor_path && !by->monitored)
        return status_fail(error, SHOAL_USAGE,
                           "--monitor says what genetic operations on groups did: it needs "
                           "--recoding microaggregation --algorithm gomm or dgomm");
    if (job_masks(run) && rules_need_population(&run->rules))
        return status_fail(error, SHOAL_USAGE,
                           "k-map and delta-presence count people of the population in classes of "
                           "generalized values, and averages have none: use --recoding lattice or "
                           "cut, or leave them out");
    return by->check ? by->check(by, run->plan, run->metric, error) : SHOAL_OK;
}

static shoal_status build_set(job *run, shoal_error *error) {
    frequency_input *inputs = memory_new(run->attributes, sizeof *inputs);
    if (!inputs)
        return status_no_memory(error);
    for (size_t a = 0; a < run->attributes; a++)
        inputs[a] = (frequency_input){run->quasi_codes[a],
                                      (uint32_t)run->table->column[run->quasi[a]].values.size};
    shoal_status status = frequency_build(&run->set, inputs, run->attributes, run->table->rows,
                                          run->kept, run->pool, error);
    memory_free(inputs);
    return status;
}

static shoal_status refuse_missing(const job *run, shoal_error *error) {
    return status_fail(error, SHOAL_INFEASIBLE,
                       "%" PRIu64 " row%s a set of values that fewer than k = %" PRId64
                       " rows miss: suppress them with --suppression, average missing values "
                       "with --missing wildcard, or drop the rows with --missing drop",
                       run->numbers.suppressed, run->numbers.suppressed == 1 ? " misses" : "s miss",
                       run->plan->k);
}

shoal_status job_bind_numbers(job *run, shoal_error *error) {
    numeric_input input = {
        .table = run->table,
        .columns = run->quasi,
        .attributes = run->attributes,
        .kept = run->kept,
        .plan = run->plan,
    };
    STATUS_TRY(numeric_make(&run->numbers, &input, error));
    STATUS_TRY(build_set(run, error));
    if (run->numbers.suppressed > job_limit(run) || run->numbers.rows == 0)
        return refuse_missing(run, error);
    return SHOAL_OK;
}

/* Clusters may part rows of the same values: every row is a tuple, as space/row_judge.h has it. */
shoal_status job_bind_row_rules(job *run, shoal_error *error) {
    const numeric_table *numbers = &run->numbers;
    rules_input rules = job_rules_input(run);
    if (run->rules.count == 0)
        return SHOAL_OK;
    uint32_t *tuple_of = memory_new(run->table->rows, sizeof *tuple_of);
    if (!tuple_of)
        return status_no_memory(error);
    for (size_t row = 0; row < run->table->rows; row++)
        tuple_of[row] = (uint32_t)numbers->rows;
    for (size_t i = 0; i < numbers->rows; i++)
        tuple_of[numbers->row[i]] = (uint32_t)i;
    rules.tuple_of = tuple_of;
    rules.tuples = numbers->rows + 1;
    /* Its majority is for metrics that averages have none of. */
    rules.target = NULL;
    shoal_status status = rules_bind(&run->bound_rules, &rules, error);
    memory_free(tuple_of);
    return status;
}

/* ---- The search ------------------------------------------------------------------------------ */

static shoal_status open_grouping(grouping **out, const job *run, const group_number *given,
                                  shoal_error *error) {
    grouping_setup setup = {
        .table = &run->numbers,
        .ground = &run->set,
        .method = {.k = (size_t)run->plan->k, .pool = run->pool},
        .metric = run->metric,
        .given = given,
        .limit = job_limit(run),
        .bound_rules = run->bound_rules,
        .memory = (size_t)run->plan->memory,
        .cancel = run->hooks.cancel,
        .deadline = run->plan->time_limit > 0 ? clock_seconds() + run->plan->time_limit : 0,
    };
    STATUS_TRY(microaggregate_settings(&setup, run->algorithm, run->settings, error));
    return grouping_open(out, &setup, error);
}

shoal_status job_open_grouping(recoding_space **out, const job *run, shoal_error *error) {
    grouping *made = NULL;
    group_number *given = memory_zero(run->attributes, sizeof *given);
    if (!given)
        return status_no_memory(error);
    shoal_status status = SHOAL_OK;
    if (run->attributes > GROUP_NODE_MOST_ATTRIBUTES)
        status = status_fail(error, SHOAL_USAGE, "microaggregation takes up to %d attributes",
                             GROUP_NODE_MOST_ATTRIBUTES);
    if (status == SHOAL_OK && run->plan->groups)
        status = averaged_table_read_groups(given, run->plan->groups, &run->numbers, error);
    if (status == SHOAL_OK)
        status = open_grouping(&made, run, given, error);
    memory_free(given);
    *out = made ? grouping_as_space(made) : NULL;
    return status;
}

shoal_status job_mask(job *run, shoal_error *error) {
    grouping *space = grouping_of_space(run->searched);
    const group_number *node = (const group_number *)(const void *)run->search.best_node;
    return averaged_table_make(&run->mask, space, node, run->table->rows, error);
}

shoal_status job_measure_mask(job *run, shoal_error *error) {
    const volatile int *cancel = job_was_interrupted(run) ? NULL : run->hooks.cancel;
    return averaged_table_measure(&run->mask, grouping_of_space(run->searched), cancel, error);
}

/* Where every row is suppressed there is no class below k. */
static bool is_promised(const job *run) {
    return run->mask.classes == 0 || run->mask.smallest >= (uint64_t)run->plan->k;
}

static uint64_t suppressed_rows(const job *run) {
    return run->numbers.suppressed + run->mask.lost_count;
}

void job_claim_mask(job *run) {
    bool promised = is_promised(run);
    run->claim = (release_claim){
        .classes = {.rows = run->rows,
                    .stars = suppressed_rows(run),
                    .classes = run->mask.classes,
                    .smallest = run->mask.smallest},
        .k = promised ? (uint64_t)run->plan->k : 1,
    };
}

/* ---- The result ------------------------------------------------------------------------------ */

static void state_masked_attributes(result_attribute *out, const job *run) {
    for (size_t a = 0; a < run->attributes; a++) {
        const numeric_column *each = &run->numbers.column[a];
        out[a] = (result_attribute){
            .name = each->name,
            .group = (size_t)run->mask.node[a] + 1,
            .loss = run->mask.column[a].loss,
            .type = type_name(each->type),
        };
    }
}

static bool state_grouping(result_averages *out, const job *run, arena *memory) {
    const averaged_table *mask = &run->mask;
    result_group *groups = arena_zero(memory, mask->groups, sizeof *groups);
    const char **names = arena_new(memory, mask->attributes, sizeof *names);
    if (!groups || !names)
        return false;
    size_t named = 0;
    for (size_t g = 0; g < mask->groups; g++) {
        groups[g] = (result_group){
            .names = names + named, .clusters = mask->clusters[g], .loss = mask->losses[g]};
        for (size_t a = 0; a < mask->attributes; a++)
            if (mask->node[a] == g)
                names[named++] = run->numbers.column[a].name;
        groups[g].count = (size_t)(names + named - groups[g].names);
    }
    out->groups = groups;
    out->group_count = mask->groups;
    return true;
}

static void state_measures(result_facts *facts, const averaged_table *mask,
                           result_metric *metrics) {
    const information_loss *loss = &mask->loss;
    const result_metric all[] = {
        {"sse", 100 * loss->sse},
        {"il1", 100 * loss->il1},
        {"il2", 100 * loss->il2},
        {"il3", 100 * loss->il3},
        {"il4", 100 * loss->il4},
        {"il5", 100 * loss->il5},
        {"id", 100 * mask->id},
        {"dld", 100 * mask->dld},
        {"pld", 100 * mask->pld},
        {"score", averaged_table_score(mask)},
        {"full_score", averaged_table_full_score(mask)},
    };
    memcpy(metrics, all, sizeof all);
    facts->metrics = metrics;
    facts->metric_count = sizeof all / sizeof *all;
}

#define MOST_MEASURES 16

bool job_state_mask(result_facts *facts, const job *run, arena *memory) {
    const averaged_table *mask = &run->mask;
    result_averages *masked = arena_zero(memory, 1, sizeof *masked);
    result_metric *metrics = arena_new(memory, MOST_MEASURES, sizeof *metrics);
    result_attribute *attributes = arena_zero(memory, run->attributes, sizeof *attributes);
    if (!masked || !metrics || !attributes)
        return false;
    facts->averaged_table = masked;
    facts->attributes = attributes;
    for (size_t a = 0; a < run->attributes; a++)
        attributes[a].name = run->table->column[run->quasi[a]].name;
    if (!facts->released)
        return true;
    facts->suppressed = suppressed_rows(run);
    facts->classes = mask->classes;
    facts->k_eff = mask->smallest;
    masked->k_anonymous = is_promised(run);
    masked->original_scale = grouping_setup_of(grouping_of_space(run->searched))->original_scale;
    masked->attacked = mask->attacked;
    masked->dld_before = 100 * mask->dld_before;
    masked->pld_before = 100 * mask->pld_before;
    state_masked_attributes(attributes, run);
    state_measures(facts, mask, metrics);
    return state_grouping(masked, run, memory);
}

/* ---- The monitor ----------------------------------------------------------------------------- */

static const struct {
    const char *name;
    void (*print)(text *out, const operator_monitor *monitor);
} monitor_files[JOB_MONITOR_FILES] = {
    {"operators.csv", operator_monitor_print_operators},
    {"generations.csv", operator_monitor_print_generations},
    {"monitor.json", operator_monitor_print_json},
};

shoal_status job_open_monitor(job *run, shoal_error *error) {
    const char *folder = run->asked.monitor_path;
    struct stat there;
    if (!folder)
        return SHOAL_OK;
    run->monitor_made = mkdir(folder, 0777) == 0;
    if (stat(folder, &there) != 0 || !S_ISDIR(there.st_mode))
        return status_fail(error, SHOAL_IO, "%.150s is no folder and cannot be made one", folder);
    for (size_t i = 0; i < JOB_MONITOR_FILES; i++) {
        text path = {0};
        text_format(&path, "%s/%s", folder, monitor_files[i].name);
        shoal_status status = path.failed ? status_no_memory(error)
                                          : file_open(&run->monitor_files[i], path.bytes, error);
        text_free(&path);
        STATUS_TRY(status);
    }
    return SHOAL_OK;
}

shoal_status job_write_monitor(job *run, shoal_error *error) {
    for (size_t i = 0; i < JOB_MONITOR_FILES && run->search.monitor; i++) {
        if (!run->monitor_files[i].path)
            continue;
        text content = {0};
        monitor_files[i].print(&content, run->search.monitor);
        shoal_status status = content.failed ? status_no_memory(error)
                                             : file_write(&run->monitor_files[i], content.bytes,
                                                          content.length, error);
        text_free(&content);
        STATUS_TRY(status);
    }
    return SHOAL_OK;
}

void job_close_monitor(job *run) {
    for (size_t i = 0; i < JOB_MONITOR_FILES; i++)
        file_close(&run->monitor_files[i]);
    /* What holds files stays. */
    if (run->monitor_made)
        rmdir(run->asked.monitor_path);
}
