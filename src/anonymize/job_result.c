/* What is said about the run, and when it gets its name. */
#include "anonymize/job.h"

#include "base/clock.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static uint64_t smallest_before(const frequency_set *set) {
    uint32_t smallest = UINT32_MAX;
    for (size_t t = 0; t < set->tuples; t++)
        if (set->counts[t] < smallest)
            smallest = set->counts[t];
    return smallest;
}

static void state_search(result_facts *facts, const job *run, bool released) {
    const search *found = &run->search;
    facts->released = released;
    facts->proven = search_is_proven(found);
    facts->recoding = run->algorithm->recoding->name;
    facts->algorithm = run->algorithm->name;
    facts->metric = run->objectives.count > 0 ? run->objectives.each[0].name : run->metric->name;
    facts->value = released ? found->best.value : NAN;
    facts->bound = released ? found->bound : NAN;
    facts->gap = released ? search_gap(found) : NAN;
    facts->seed = run->plan->seed;
    facts->threads = threads_count(run->pool);
    facts->evaluations = found->evaluations;
    facts->memo_hits = found->memo_hits;
    facts->proof_evaluations = found->proof_evaluations;
    facts->stopped_by = search_stop_name(found->stopped_by);
}

static void state_plan(result_facts *facts, const job *run) {
    facts->k = run->plan->k;
    facts->suppression = run->plan->suppression;
    facts->missing = plan_missing_name(run->plan->missing);
    facts->dropped = run->table->rows - run->rows;
    facts->rows = run->rows;
    facts->classes_before = run->set.tuples;
    facts->k_before = smallest_before(&run->set);
    const char *hash = run->table->sha256;
    facts->input = (result_file){run->asked.input, *hash ? hash : NULL, run->table->rows};
    facts->seconds.read = run->read_seconds;
    facts->seconds.search = run->search_seconds;
    facts->seconds.write = run->write_seconds;
    facts->seconds.verify = run->verify_seconds;
    facts->seconds.assess = run->assess_seconds;
    facts->seconds.total = clock_seconds() - run->started;
}

/* Metrics of levels say nothing of cuts. */
bool job_metric_has_meaning(const job *run, const metric *each) {
    return run->recoding != &cut_kind || each->price || each->value;
}

/* The last one needs a target. */
size_t job_metric_count(const job *run) {
    size_t count = 0;
    while (metric_list[count])
        count++;
    bool targeted = run->bound_rules && run->bound_rules->target != RULE_NONE;
    return targeted ? count : count - 1;
}

static void state_release(result_facts *facts, const job *run, result_metric *metrics) {
    facts->output = (result_file){run->asked.output, *run->sha256 ? run->sha256 : NULL, run->rows};
    if (job_masks(run))
        return;
    facts->suppressed = run->detail.classes.suppressed;
    facts->classes = run->detail.classes.classes;
    facts->k_eff = run->detail.classes.smallest;
    facts->loss_sum = run->detail.loss_sum;
    facts->metrics = metrics;
    for (size_t i = 0; i < job_metric_count(run); i++)
        metrics[facts->metric_count++] =
            (result_metric){metric_list[i]->name, job_metric_has_meaning(run, metric_list[i])
                                                      ? run->detail.metric_values[i]
                                                      : (double)NAN};
}

static void state_front(result_facts *facts, const job *run, result_objective *objective_list) {
    for (size_t i = 0; i < run->objectives.count; i++)
        objective_list[i] =
            (result_objective){run->objectives.each[i].name, run->objectives.each[i].maximized};
    facts->objectives = objective_list;
    facts->objective_count = run->objectives.count;
    facts->front = run->front.points;
    facts->front_count = run->front.count;
    facts->chosen = run->front.chosen;
    facts->task = run->front.task;
    facts->hypervolume = run->search.hypervolume;
    facts->preferred = run->objectives.preferred;
    facts->preferred_loss = run->objectives.point.loss;
    facts->preferred_bias = run->objectives.point.bias;
}

static void state_attributes(result_facts *facts, const job *run, result_attribute *attributes) {
    facts->attributes = attributes;
    facts->attribute_count = run->attributes;
    if (job_masks(run))
        return;
    for (size_t a = 0; a < run->attributes; a++)
        attributes[a] = (result_attribute){
            .name = run->hierarchies[a].name,
            .level = facts->released ? run->node[a] : 0,
            .height = run->hierarchies[a].height,
            .loss = facts->released ? run->detail.attribute_loss[a] : NAN,
            .hierarchy = run->described[a],
        };
}

/* ---- Groups of a cut ------------------------------------------------------------------------ */

typedef struct placed_label {
    uint32_t position;
    const char *label;
} placed_label;

static int by_position(const void *one, const void *other) {
    uint32_t first = ((const placed_label *)one)->position;
    uint32_t second = ((const placed_label *)other)->position;
    return (first > second) - (first < second);
}

/* Labels in the order of the domain, not of the codes. */
static bool list_groups(result_attribute *out, const ordered_domain *of, const bound_level *level,
                        arena *memory) {
    placed_label *labels = arena_new(memory, level->size, sizeof *labels);
    out->groups = arena_new(memory, level->size, sizeof *out->groups);
    if (!labels || !out->groups)
        return false;
    for (uint32_t g = 0; g < level->size; g++)
        labels[g] = (placed_label){UINT32_MAX, level->label[g]};
    for (uint32_t code = 0; code < of->ground; code++) {
        placed_label *placed = &labels[level->of_ground[code]];
        if (of->of_ground[code] < placed->position)
            placed->position = of->of_ground[code];
    }
    qsort(labels, level->size, sizeof *labels, by_position);
    for (uint32_t g = 0; g < level->size; g++)
        out->groups[g] = labels[g].label;
    out->group_count = level->size;
    out->values = of->count;
    return true;
}

static bool state_groups(result_facts *facts, const job *run, result_attribute *attributes,
                         arena *memory) {
    if (job_masks(run))
        return job_state_mask(facts, run, memory);
    for (size_t a = 0; facts->released && run->domains && a < run->attributes; a++)
        if (!list_groups(&attributes[a], &run->domains[a], &run->published[a].level[1], memory))
            return false;
    return true;
}

typedef void printer(text *out, const result_facts *facts);

static shoal_status fill_file(pending_file *file, printer *print, const result_facts *facts,
                              shoal_error *error) {
    if (!file->path)
        return SHOAL_OK;
    text content = {0};
    print(&content, facts);
    shoal_status status = content.failed ? status_no_memory(error)
                                         : file_write(file, content.bytes, content.length, error);
    text_free(&content);
    return status == SHOAL_OK ? file_sync(file, error) : status;
}

static shoal_status fill_report(job *run, const result_facts *facts, shoal_error *error) {
    if (!run->report_file.path)
        return SHOAL_OK;
    arena memory = {0};
    release_details details;
    text content = {0};
    shoal_status status = job_tell(&details, run, facts->released, &memory, error);
    if (status == SHOAL_OK) {
        release_page_print(&content, facts, &details);
        status = content.failed
                     ? status_no_memory(error)
                     : file_write(&run->report_file, content.bytes, content.length, error);
    }
    text_free(&content);
    arena_free(&memory);
    return status == SHOAL_OK ? file_sync(&run->report_file, error) : status;
}

static shoal_status print_all(job *run, const result_facts *facts, shoal_error *error) {
    STATUS_TRY(result_make(&run->result, facts, error));
    STATUS_TRY(fill_file(&run->result_file, result_print_json, facts, error));
    STATUS_TRY(fill_file(&run->front_file, result_print_front, facts, error));
    STATUS_TRY(job_write_monitor(run, error));
    return fill_report(run, facts, error);
}

/* Rules that were judged on the written file come in the order in which they were bound; those of
 * the population are between them. */
static bool state_rules(result_facts *facts, const job *run, arena *memory) {
    size_t count = run->bound_rules ? run->bound_rules->rule_count : 0;
    result_rule *rules = arena_zero(memory, count + 1, sizeof *rules);
    size_t judged = 0;
    for (size_t i = 0; rules && i < count; i++) {
        const bound_rule *each = &run->bound_rules->rules[i];
        bool of_people = each->column == RULE_NONE;
        text printed = {0};
        privacy_rule_print(&printed, &each->rule);
        rules[i] = (result_rule){
            .text = printed.bytes ? arena_text(memory, printed.bytes, printed.length) : NULL,
            .model = each->rule.model->name,
            .attribute = of_people ? NULL : run->bound_rules->columns[each->column].domain.name,
            .asked = privacy_rule_asked(&each->rule),
            .found = NAN,
        };
        bool failed = printed.failed || !rules[i].text;
        text_free(&printed);
        if (failed)
            return false;
        if (of_people && facts->released && run->detail.population_found)
            rules[i].found = run->detail.population_found[i];
        if (!of_people && judged < run->kept_rules.count)
            rules[i].found = run->kept_rules.each[judged++].found;
    }
    facts->rules = rules;
    facts->rule_count = count;
    return rules != NULL;
}

shoal_status job_report(job *run, bool released, shoal_error *error) {
    result_facts facts = {0};
    result_objective objective_list[OBJECTIVES_MOST];
    arena memory = {0};
    result_metric *metrics = memory_new(job_metric_count(run), sizeof *metrics);
    result_attribute *attributes = memory_new(run->attributes, sizeof *attributes);
    shoal_status status = SHOAL_NO_MEMORY;
    if (!metrics || !attributes) {
        status_no_memory(error);
    } else {
        state_search(&facts, run, released);
        state_plan(&facts, run);
        if (released)
            state_release(&facts, run, metrics);
        state_attributes(&facts, run, attributes);
        state_front(&facts, run, objective_list);
        facts.assessed = run->assessed;
        facts.trace = run->asked.report_path ? &run->trace : NULL;
        bool stated =
            state_groups(&facts, run, attributes, &memory) && state_rules(&facts, run, &memory);
        status = stated ? print_all(run, &facts, error) : status_no_memory(error);
    }
    arena_free(&memory);
    memory_free(metrics);
    memory_free(attributes);
    return status;
}

/* Its bytes were written before the release got its name, so that this fails only on devices. */
static shoal_status publish_beside(const job *run, pending_file *file, bool released,
                                   shoal_error *error) {
    shoal_error cause = {0};
    shoal_status status = file->path ? file_publish(file, &cause) : SHOAL_OK;
    if (status != SHOAL_OK && released)
        return status_fail(error, status, "%.120s; the release itself is in place: %.80s",
                           cause.message, run->asked.output);
    if (status != SHOAL_OK && error)
        *error = cause;
    return status;
}

shoal_status job_publish(job *run, bool released, shoal_error *error) {
    if (released)
        STATUS_TRY(file_publish(&run->release, error));
    STATUS_TRY(publish_beside(run, &run->result_file, released, error));
    STATUS_TRY(publish_beside(run, &run->front_file, released, error));
    for (size_t i = 0; i < JOB_MONITOR_FILES; i++)
        STATUS_TRY(publish_beside(run, &run->monitor_files[i], released, error));
    return publish_beside(run, &run->report_file, released, error);
}
