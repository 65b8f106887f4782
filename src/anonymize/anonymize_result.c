/* The output of a run: the result, the summary and the files other than the release. */
#include "anonymize/anonymization.h"
#include "base/clock.h"
#include "bind/roles.h"
#include "plan/plan_yaml.h"
#include "report/public_form.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void fill_search(result_facts *out, const anonymization *run, bool released) {
    const search *found = &run->searched.search;
    const run_request *request = &run->request;
    out->released = released;
    out->proven = search_is_proven(found) && !(run->recoder->publication.revalued && released);
    out->recoding = request->recoding->name;
    out->purpose = run->proposal.purpose;
    out->proposed_for = run->proposal.why;
    out->algorithm = request->algorithm->name;
    out->metric =
        request->objectives.count > 0 ? request->objectives.each[0].name : request->metric->name;
    bool searched = released && !run->recoder->publication.revalued;
    bool measured = released && (!searched || run->recoder->publication.refined);
    out->value = measured   ? run->recoder->publication.value
                 : searched ? found->best.value
                            : (double)NAN;
    out->bound = searched ? found->bound : (double)NAN;
    out->gap = searched ? search_gap(found) : (double)NAN;
    if (measured && searched && out->value > 0)
        out->gap = fmax(0, (out->value - found->bound) / out->value);
    out->seed = request->plan->seed;
    out->threads = threads_count(run->pool);
    out->evaluations = found->evaluations;
    out->memo_hits = found->memo_hits;
    out->proof_evaluations = found->proof_evaluations;
    out->stopped_by = search_stop_name(found->stopped_by);
    out->hint = &run->hint;
    out->trace = anonymization_reports(run) ? &run->searched.trace : NULL;
}

static const char *fate_name(suppressed_fate fate) {
    return fate == SUPPRESSED_KEPT ? "kept" : fate == SUPPRESSED_DROPPED ? "dropped" : "none";
}

static void fill_plan(result_facts *out, const anonymization *run) {
    const bound_table *bound = &run->bound;
    const char *hash = bound->table->sha256;
    out->k = bound->plan->k;
    out->suppression = bound->plan->suppression;
    if (bound->plan->suppression_weight != 1)
        out->suppression_weight = bound->plan->suppression_weight;
    out->missing = plan_missing_name(bound->plan->missing);
    out->set_aside = run->set_aside_rows;
    out->dropped = table_whole(bound->table) - bound->rows - out->set_aside;
    out->rows = bound->rows;
    out->of_persons = bound->person_of != NULL;
    out->persons = bound->persons;
    const engine_classes *ground = &run->database.ground;
    out->classes_before = ground->groups ? ground->groups : bound->set.tuples;
    out->k_before = ground->groups ? ground->smallest : bound->smallest;
    out->input = (result_file){bound->path, *hash ? hash : NULL, table_whole(bound->table)};
    hash = run->release.sha256;
    out->output =
        (result_file){run->output, *hash ? hash : NULL, bound->rows - run->suppressed.rows};
    out->suppressed_rows = fate_name(run->suppressed.fate);
    out->suppressed_why = run->suppressed.why;
    out->assessed = anonymization_reports(run) ? run->release.assessed : NULL;
    out->attacked = run->release.assessed;
    out->warnings = &run->warnings;
    out->seconds = run->seconds;
    out->seconds.total = clock_seconds() - run->seconds.total;
}

#define USUAL_THRESHOLD 0.2 /* as an assessment has it */

/* The smallest class as it reads, from the warning that says how few rows read the same. */
static uint64_t read_k(const warning_list *warnings) {
    for (size_t i = 0; i < warnings->count; i++)
        for (size_t f = 0; f < warnings->each[i].figures; f++)
            if (strcmp(warnings->each[i].code, warning_blanks_match) == 0 &&
                strcmp(warnings->each[i].figure[f].key, "smallest") == 0)
                return warnings->each[i].figure[f].count;
    return 0;
}

/* What the verdict goes by besides. False: out of memory. */
static bool fill_verdict(result_facts *out, const anonymization *run, arena *memory) {
    const shoal_table *table = run->bound.table;
    const shoal_plan *plan = run->bound.plan;
    const char **sensitive = arena_new(memory, table->columns + 1, sizeof *sensitive);
    if (!sensitive)
        return false;
    for (size_t i = 0; i < table->columns; i++)
        if (plan_role_of(plan, table->column[i].name) == ROLE_SENSITIVE)
            sensitive[out->sensitive_count++] = table->column[i].name;
    for (size_t i = 0; i < plan->attribute_count; i++)
        if (plan->attributes[i].role == ROLE_HOUSEHOLD)
            out->household = plan->attributes[i].name;
    out->sensitive = sensitive;
    out->k_read = read_k(&run->warnings);
    out->threshold = plan->threshold ? strtod(plan->threshold, NULL) : USUAL_THRESHOLD;
    return true;
}

/* False: out of memory. */
static bool fill_floor(result_facts *out, const anonymization *run, arena *memory) {
    const pushdown *by = &run->database;
    out->stays = anonymize_stays(run);
    if (!out->stays || !by->floor)
        return true;
    result_floor *floor = arena_new(memory, run->bound.attributes, sizeof *floor);
    for (size_t a = 0; floor && a < run->bound.attributes; a++)
        floor[a] = (result_floor){run->bound.hierarchies[a].name, by->floor[a]};
    out->floor = floor;
    out->floor_count = floor ? run->bound.attributes : 0;
    return floor != NULL;
}

/* False: out of memory. */
static bool fill_codes(result_facts *out, const coded_extremes *from, arena *memory) {
    result_code *made = arena_new(memory, from->count + 1, sizeof *made);
    for (size_t i = 0; made && i < from->count; i++) {
        const coded_end *each = &from->each[i];
        made[i] = (result_code){each->attribute, each->top, each->asked, each->bound, each->cells};
    }
    out->codes = made;
    out->code_count = from->count;
    return made != NULL;
}

static void fill_front(result_facts *out, const anonymization *run, result_objective *each) {
    const objectives *wanted = &run->request.objectives;
    const run_front *front = &run->searched.front;
    for (size_t i = 0; i < wanted->count; i++)
        each[i] = (result_objective){wanted->each[i].name, wanted->each[i].maximized};
    out->objectives = each;
    out->objective_count = wanted->count;
    out->front = front->points;
    out->front_count = front->count;
    out->chosen = front->chosen;
    out->task = front->task;
    out->hypervolume = run->searched.search.hypervolume;
    out->preferred = wanted->preferred;
    out->preferred_loss = wanted->point.loss;
    out->preferred_bias = wanted->point.bias;
}

static const char *print_rule(const privacy_rule *rule, arena *memory) {
    text printed = {0};
    privacy_rule_print(&printed, rule);
    const char *kept = printed.failed ? NULL : arena_text(memory, printed.bytes, printed.length);
    text_free(&printed);
    return kept;
}

/* Rules were judged on the written file in the order in which they were bound. */
static bool fill_bound(result_rule *rules, const anonymization *run, arena *memory) {
    const bound_rules *bound = run->bound.bound_rules;
    const rules_found *judged = &run->release.rules;
    for (size_t i = 0; bound && i < bound->rule_count; i++) {
        const bound_rule *each = &bound->rules[i];
        rules[i] = (result_rule){
            .text = print_rule(&each->rule, memory),
            .model = each->rule.model->name,
            .attribute =
                each->column == RULE_NONE ? NULL : bound->columns[each->column].domain.name,
            .asked = privacy_rule_asked(&each->rule),
            .found = judged->count == bound->rule_count ? judged->each[i].found : (double)NAN,
        };
        if (!rules[i].text)
            return false;
    }
    return true;
}

/* Limits of the release as a whole, once it is written. */
static bool fill_limit(result_rule *out, const judged_limit *limit, arena *memory) {
    size_t room = strlen(limit->flag) + strlen(limit->asked) + 2;
    char *printed = arena_new(memory, room, 1);
    if (printed)
        (void)snprintf(printed, room, "%s %s", limit->flag, limit->asked);
    *out = (result_rule){.text = printed,
                         .model = limit->flag,
                         .asked = strtod(limit->asked, NULL),
                         .found = limit->found};
    return printed != NULL;
}

static bool fill_rules(result_facts *out, const anonymization *run, arena *memory) {
    const bound_rules *bound = run->bound.bound_rules;
    size_t count = bound ? bound->rule_count : 0;
    result_rule *rules = arena_zero(memory, count + JUDGED_LIMITS + 1, sizeof *rules);
    if (!rules || !fill_bound(rules, run, memory))
        return false;
    for (size_t i = 0; i < run->release.limit_count; i++)
        if (!fill_limit(&rules[count++], &run->release.limits[i], memory))
            return false;
    out->rules = rules;
    out->rule_count = count;
    return true;
}

/* ---- What only the report tells -------------------------------------------------------------- */

static bool list_columns(release_details *out, const bound_table *bound, arena *memory) {
    const shoal_table *table = bound->table;
    const char **sensitive = arena_new(memory, table->columns + 1, sizeof *sensitive);
    const char **plain = arena_new(memory, table->columns + 1, sizeof *plain);
    const char **near_unique = arena_new(memory, table->columns + 1, sizeof *near_unique);
    if (!sensitive || !plain || !near_unique)
        return false;
    for (size_t i = 0; i < table->columns; i++) {
        const char *name = table->column[i].name;
        plan_role role = plan_role_of(bound->plan, name);
        if (role == ROLE_SENSITIVE)
            sensitive[out->sensitive_count++] = name;
        else if (plan_role_is_hidden(role))
            out->identifier_count++;
        else if (role == ROLE_PLAIN)
            plain[out->plain_count++] = name;
        if (role == ROLE_PLAIN && roles_is_near_unique(table, i))
            near_unique[out->near_unique_count++] = name;
    }
    out->sensitive = sensitive;
    out->plain = plain;
    out->near_unique = near_unique;
    return true;
}

/* A plan with names that are not UTF-8 has no form as YAML: the report does without. */
static shoal_status print_plan(release_details *out, const shoal_plan *plan, arena *memory,
                               shoal_error *error) {
    text yaml = {0};
    shoal_status status = plan_yaml_format(&yaml, plan, NULL, NULL, NULL);
    if (status == SHOAL_OK) {
        out->plan = arena_text(memory, yaml.bytes ? yaml.bytes : "", yaml.length);
        status = yaml.failed || !out->plan ? SHOAL_NO_MEMORY : SHOAL_OK;
    }
    text_free(&yaml);
    return status == SHOAL_NO_MEMORY ? status_no_memory(error) : SHOAL_OK;
}

static shoal_status fill_report(shoal_result *out, anonymization *run, const result_facts *facts,
                                arena *memory, shoal_error *error) {
    const shoal_plan *plan = run->bound.plan;
    text content = {0};
    release_details details = {
        .public_report = run->asked.public_report,
        .command = run->asked.command,
        .domain = plan->domain == DOMAIN_HIERARCHY ? "hierarchy" : "data",
        .identifiers_masked = plan->identifiers == IDENTIFIERS_MASK,
        .monitor = run->searched.search.monitor,
    };
    if (!list_columns(&details, &run->bound, memory))
        return status_no_memory(error);
    STATUS_TRY(print_plan(&details, plan, memory, error));
    release_page_print(&content, facts, &details);
    shoal_status status = run_output_fill(&run->outputs.report, &content, error);
    if (status == SHOAL_OK && run->asked.make_report) {
        out->report = content;
        return SHOAL_OK;
    }
    text_free(&content);
    return status;
}

/* The caller has the whole result, since they have the data; the file may be the public one. */
static shoal_status fill_result(const shoal_result *made, anonymization *run,
                                const result_facts *facts, shoal_error *error) {
    if (!run->asked.public_report)
        return run_output_fill(&run->outputs.result, &made->json, error);
    text shown = {0};
    result_print_public(&shown, facts);
    shoal_status status = shown.failed ? status_no_memory(error)
                                       : run_output_fill(&run->outputs.result, &shown, error);
    text_free(&shown);
    return status;
}

/* ---- The files ------------------------------------------------------------------------------- */

static shoal_status fill_files(shoal_result **out, anonymization *run, const result_facts *facts,
                               arena *memory, shoal_error *error) {
    STATUS_TRY(result_make(out, facts, error));
    STATUS_TRY(fill_result(*out, run, facts, error));
    if (run->outputs.front.path) {
        text front = {0};
        result_print_front(&front, facts);
        shoal_status status = run_output_fill(&run->outputs.front, &front, error);
        text_free(&front);
        STATUS_TRY(status);
    }
    STATUS_TRY(run_outputs_fill_monitor(&run->outputs, run->searched.search.monitor, error));
    return anonymization_reports(run) ? fill_report(*out, run, facts, memory, error) : SHOAL_OK;
}

/* ---- Dry runs -------------------------------------------------------------------------------- */

enum { MOST_UNWRITTEN = 5 };

/* The files besides the release that a dry run does not write. */
static size_t list_unwritten(const char *out[MOST_UNWRITTEN], const shoal_job *asked) {
    const char *const named[MOST_UNWRITTEN] = {asked->result_path, asked->report_path,
                                               asked->pick ? NULL : asked->front_path,
                                               asked->monitor_path, asked->plan_path};
    size_t count = 0;
    for (size_t i = 0; i < MOST_UNWRITTEN; i++)
        if (named[i] && strcmp(named[i], "-") != 0)
            out[count++] = named[i];
    return count;
}

static shoal_status describe_run(shoal_result **out, anonymization *run, recoding_facts *recoded,
                                 arena *memory, shoal_error *error) {
    result_facts facts = {.recoded = recoded};
    result_objective wanted[OBJECTIVES_MOST];
    STATUS_TRY(run->recoder->kind->describe(recoded, run->recoder, run->searched.space, error));
    if (!recoding_facts_whole(recoded))
        return status_no_memory(error);
    fill_search(&facts, run, recoded->released);
    fill_plan(&facts, run);
    fill_front(&facts, run, wanted);
    const char *unwritten[MOST_UNWRITTEN];
    if (!fill_floor(&facts, run, memory) || !fill_verdict(&facts, run, memory))
        return status_no_memory(error);
    facts.dry_run = run->asked.dry_run;
    facts.columns = run->release.columns;
    facts.unwritten = unwritten;
    facts.unwritten_count = list_unwritten(unwritten, &run->asked);
    facts.context = &run->bound.plan->context;
    if (!fill_rules(&facts, run, memory) || !fill_codes(&facts, &run->extremes, memory) ||
        !anonymize_suppressions(&facts, run, memory))
        return status_no_memory(error);
    return fill_files(out, run, &facts, memory, error);
}

shoal_status anonymize_result(shoal_result **out, anonymization *run, bool released,
                              shoal_error *error) {
    recoding_facts recoded = {.released = released, .report = anonymization_reports(run)};
    arena memory = {0};
    shoal_status status = describe_run(out, run, &recoded, &memory, error);
    recoding_facts_close(&recoded);
    arena_free(&memory);
    if (status != SHOAL_OK) {
        shoal_result_free(*out);
        *out = NULL;
    }
    return status;
}
