/* The recoding by averages: records are put into clusters, and each is published with the means of
 * its cluster. */
#include "base/clock.h"
#include "data/column_type.h"
#include "measure/numeric_metrics.h"
#include "recode/microaggregation/averaged_table.h"
#include "recode/recoding.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

typedef struct microaggregation_recoder {
    recoder shared;
    numeric_table numbers;
    group_number *given; /* [attributes] groups of the plan; NULL: none */
    grouping *searched;  /* the space of what is published; borrowed */
    averaged_table averages;
    published_attribute *attribute; /* [attributes] */
    uint8_t *blank;                 /* [rows of the table] */
} microaggregation_recoder;

/* ---- Binding --------------------------------------------------------------------------------- */

static shoal_status refuse_missing(const bound_table *bound, uint64_t rows, shoal_error *error) {
    return status_refuse(error, SHOAL_INFEASIBLE, "missing_pattern_rare", "missing.rule",
                         "%" PRIu64
                         " row%s a pattern of missing values that fewer than k = %" PRId64
                         " rows share: allow their suppression, or use the rule wildcard for "
                         "missing values, which averages them, or drop, which drops the rows",
                         rows, rows == 1 ? " has" : "s have", bound->plan->k);
}

/* Clusters may part rows with the same values: every row is a tuple, as row_judge.h has it. */
static shoal_status bind_rules(microaggregation_recoder *run, shoal_error *error) {
    bound_table *bound = run->shared.bound;
    const numeric_table *numbers = &run->numbers;
    rules_input rules = bound_table_rules_input(bound);
    if (bound->rules.count == 0 && !bound->person_of)
        return SHOAL_OK;
    uint32_t *tuple_of = memory_new(bound->table->rows, sizeof *tuple_of);
    if (!tuple_of)
        return status_no_memory(error);
    for (size_t row = 0; row < bound->table->rows; row++)
        tuple_of[row] = (uint32_t)numbers->rows;
    for (size_t i = 0; i < numbers->rows; i++)
        tuple_of[numbers->row[i]] = (uint32_t)i;
    rules.tuple_of = tuple_of;
    rules.tuples = numbers->rows + 1;
    /* Its majority is for metrics that averages have none of. */
    rules.target = NULL;
    shoal_status status = rules_bind(&bound->bound_rules, &rules, error);
    memory_free(tuple_of);
    return status;
}

static shoal_status bind_numbers(microaggregation_recoder *run, shoal_error *error) {
    bound_table *bound = run->shared.bound;
    numeric_input input = {
        .table = bound->table,
        .columns = bound->quasi,
        .attributes = bound->attributes,
        .kept = bound->kept,
        .plan = bound->plan,
        .input_row = bound->input_row,
    };
    STATUS_TRY(numeric_make(&run->numbers, &input, error));
    STATUS_TRY(bound_table_count(bound, error));
    if (run->numbers.suppressed > bound->limit || run->numbers.rows == 0)
        return refuse_missing(bound, run->numbers.suppressed, error);
    STATUS_TRY(bound_table_check_stars(bound, error));
    return bind_rules(run, error);
}

static shoal_status bind(recoder **out, bound_table *bound, shoal_error *error) {
    microaggregation_recoder *made = memory_zero(1, sizeof *made);
    if (!made)
        return status_no_memory(error);
    made->shared = (recoder){.kind = &microaggregation_recoding, .bound = bound};
    *out = &made->shared;
    return bind_numbers(made, error);
}

static void close_recoder(recoder *run) {
    microaggregation_recoder *made = (microaggregation_recoder *)run;
    averaged_table_free(&made->averages);
    numeric_free(&made->numbers);
    memory_free(made->given);
    memory_free(made->attribute);
    memory_free(made->blank);
    memory_free(made);
}

/* ---- The space ------------------------------------------------------------------------------- */

static shoal_status read_groups(microaggregation_recoder *run, shoal_error *error) {
    const bound_table *bound = run->shared.bound;
    if (bound->attributes > GROUP_NODE_MOST_ATTRIBUTES)
        return status_fail(error, SHOAL_USAGE, "microaggregation supports up to %d attributes",
                           GROUP_NODE_MOST_ATTRIBUTES);
    memory_free(run->given);
    run->given = memory_zero(bound->attributes, sizeof *run->given);
    if (!run->given)
        return status_no_memory(error);
    if (!bound->plan->groups)
        return SHOAL_OK;
    return averaged_table_read_groups(run->given, bound->plan->groups, &run->numbers, error);
}

static shoal_status open_space(recoding_space **out, recoder *of, const space_request *request,
                               shoal_error *error) {
    microaggregation_recoder *run = (microaggregation_recoder *)of;
    const bound_table *bound = of->bound;
    const shoal_plan *plan = bound->plan;
    STATUS_TRY(read_groups(run, error));
    grouping_setup setup = {
        .table = &run->numbers,
        .ground = &bound->set,
        .method = {.k = (size_t)plan->k, .pool = bound->pool},
        .metric = request->metric,
        .given = run->given,
        .limit = bound->limit,
        .bound_rules = bound->bound_rules,
        .memory = (size_t)plan->memory,
        .cancel = bound->hooks ? bound->hooks->cancel : NULL,
        .deadline = plan->time_limit > 0 ? clock_seconds() + plan->time_limit : 0,
    };
    if (request->configure)
        STATUS_TRY(request->configure(&setup, request->context, error));
    grouping *made;
    STATUS_TRY(grouping_open(&made, &setup, error));
    *out = grouping_as_space(made);
    return SHOAL_OK;
}

/* ---- The publication ------------------------------------------------------------------------- */

static void blank_rows(const void *context, size_t begin, size_t count, uint8_t *blank) {
    memcpy(blank, (const uint8_t *)context + begin, count);
}

/* Where every row is suppressed there is no class below k. */
static bool is_k_anonymous(const microaggregation_recoder *run) {
    const averaged_table *averages = &run->averages;
    return averages->classes == 0 || averages->smallest >= (uint64_t)run->shared.bound->plan->k;
}

/* Rows that miss values in a rare pattern, and those that a privacy model suppresses. */
static uint64_t suppressed_rows(const microaggregation_recoder *run) {
    return run->numbers.suppressed + run->averages.lost_count;
}

static shoal_status make_room(microaggregation_recoder *run, shoal_error *error) {
    const bound_table *bound = run->shared.bound;
    run->attribute = memory_zero(bound->attributes, sizeof *run->attribute);
    run->blank = memory_new(bound->table->rows, 1);
    if (!run->attribute || !run->blank)
        return status_no_memory(error);
    memset(run->blank, 1, bound->table->rows);
    for (size_t i = 0; i < run->numbers.rows; i++)
        run->blank[run->numbers.row[i]] = run->averages.lost[i];
    return SHOAL_OK;
}

static shoal_status publish(recoder *of, recoding_space *space, const uint8_t *node,
                            shoal_error *error) {
    microaggregation_recoder *run = (microaggregation_recoder *)of;
    const bound_table *bound = of->bound;
    run->searched = grouping_of_space(space);
    averaged_rows rows = {bound->table->rows, bound->person_of};
    STATUS_TRY(averaged_table_make(&run->averages, run->searched,
                                   (const group_number *)(const void *)node, rows, error));
    STATUS_TRY(make_room(run, error));
    for (size_t a = 0; a < bound->attributes; a++) {
        const averaged_column *each = &run->averages.column[a];
        run->attribute[a] = (published_attribute){.labels = each->labels,
                                                  .label_count = each->label_count,
                                                  .of_row = &each->code,
                                                  .averaged = (unsigned)run->averages.node[a] + 1};
    }
    of->publication = (publication){
        .attributes = bound->attributes,
        .attribute = run->attribute,
        .blanks = {.rows = blank_rows, .context = run->blank},
        .suppressed = suppressed_rows(run),
        .claim = {.rows = bound->rows,
                  .stars = suppressed_rows(run),
                  .classes = run->averages.classes,
                  .smallest = run->averages.smallest,
                  .k = is_k_anonymous(run) ? (uint64_t)bound->plan->k : 1},
    };
    return SHOAL_OK;
}

static shoal_status measure(recoder *of, const volatile int *cancel, shoal_error *error) {
    microaggregation_recoder *run = (microaggregation_recoder *)of;
    return averaged_table_measure(&run->averages, run->searched, cancel, error);
}

/* ---- Facts ----------------------------------------------------------------------------------- */

static bool list_metrics(recoding_facts *out, const averaged_table *averages) {
    numeric_loss all[NUMERIC_LOSSES];
    metric_value *values = arena_new(&out->memory, NUMERIC_LOSSES, sizeof *values);
    if (!values)
        return false;
    numeric_losses_list(all, &averages->measured);
    for (size_t i = 0; i < NUMERIC_LOSSES; i++)
        values[i] = (metric_value){all[i].name, all[i].value};
    out->metrics = values;
    out->metric_count = NUMERIC_LOSSES;
    return true;
}

static void add_share(fact_list *to, const char *key, double before, double after) {
    facts_open(to, FACT_OBJECT, key);
    facts_number(to, "before", 100 * before);
    facts_number(to, "after", 100 * after);
    facts_end(to);
}

/* The keys of the result that only averages have. */
static void add_keys(fact_list *to, const microaggregation_recoder *run) {
    const averaged_table *averages = &run->averages;
    facts_open(to, FACT_LIST, "grouping");
    for (size_t g = 0; g < averages->groups; g++) {
        facts_open(to, FACT_LIST, NULL);
        for (size_t a = 0; a < averages->attributes; a++)
            if (averages->node[a] == g) {
                facts_text(to, NULL, run->numbers.column[a].name);
                facts_show(to);
            }
        facts_end(to);
    }
    facts_end(to);
    facts_open(to, FACT_LIST, "clusters");
    for (size_t g = 0; g < averages->groups; g++)
        facts_count(to, NULL, averages->clusters[g]);
    facts_end(to);
    facts_flag(to, "k_anonymous", is_k_anonymous(run));
    facts_text(to, "id_scale",
               grouping_setup_of(run->searched)->original_scale ? "original" : "standardized");
    facts_show(to);
    facts_open(to, FACT_OBJECT, "linkage");
    facts_count(to, "attacked", averages->measured.attacked);
    facts_of_rows(to);
    add_share(to, "dld", averages->measured.dld_before, averages->measured.dld);
    add_share(to, "pld", averages->measured.pld_before, averages->measured.pld);
    add_share(to, "guessed_by_distance", averages->measured.guessed_by_distance_before,
              averages->measured.guessed_by_distance);
    add_share(to, "guessed_by_probability", averages->measured.guessed_by_probability_before,
              averages->measured.guessed_by_probability);
    facts_end(to);
}

/* The names of a group's attributes; NULL: out of memory. */
static const char **names_of(const microaggregation_recoder *run, size_t group, size_t *count,
                             arena *memory) {
    const char **names = arena_new(memory, run->averages.attributes, sizeof *names);
    *count = 0;
    for (size_t a = 0; names && a < run->averages.attributes; a++)
        if (run->averages.node[a] == group)
            names[(*count)++] = run->numbers.column[a].name;
    return names;
}

/* One row per group, for the summary and for the page. */
static bool add_tables(recoding_facts *out, const microaggregation_recoder *run) {
    const averaged_table *averages = &run->averages;
    out->summary = (fact_table){.column = {{"group", false, 5, 2},
                                           {"clusters", true, 8, 2},
                                           {"loss", false, 6, 2},
                                           {"attributes", false, 0, 0}},
                                .columns = 4};
    out->table = (fact_table){.caption = "Attributes averaged together",
                              .column = {{"group", true, 0, 0},
                                         {"attributes", false, 0, 0},
                                         {"clusters", true, 0, 0},
                                         {"loss (SSE / SST)", true, 0, 0}},
                              .columns = 4};
    if (!facts_table_open(out, &out->summary, averages->groups) ||
        !facts_table_open(out, &out->table, averages->groups))
        return false;
    for (size_t g = 0; g < averages->groups; g++) {
        fact_cell *line = out->summary.cell + g * 4, *shown = out->table.cell + g * 4;
        fact_cell names = {.number = (double)NAN};
        names.names = names_of(run, g, &names.name_count, &out->memory);
        if (!names.names)
            return false;
        line[0].text = facts_print(out, "%zu", g + 1);
        line[1].text = facts_print(out, "%zu", averages->clusters[g]);
        line[2].text = facts_print(out, "%6.4f", averages->losses[g]);
        line[3] = names;
        shown[0].number = (double)(g + 1);
        shown[1] = names;
        shown[2] = (fact_cell){.number = (double)averages->clusters[g],
                               .text = line[1].text,
                               .key = facts_print(out, "clusters.%zu", g)};
        shown[3].number = averages->losses[g];
    }
    return true;
}

static void add_claim(recoding_facts *out, const microaggregation_recoder *run) {
    int64_t k = run->shared.bound->plan->k;
    uint64_t smallest = run->averages.smallest;
    size_t groups = run->averages.groups;
    bool persons = run->shared.bound->person_of != NULL;
    out->claim_holds = is_k_anonymous(run);
    if (k <= 1)
        out->claim = "k = 1 hides nobody";
    else if (out->claim_holds)
        out->claim = facts_print(
            out,
            "k-anonymous: every %s has the same quasi-identifiers as at least %" PRIu64 " other%s",
            persons ? "person" : "record", smallest - 1, smallest == 2 ? "" : "s");
    else
        out->claim =
            facts_print(out,
                        "NOT k-anonymous: %zu groups are averaged separately, and the "
                        "smallest class has %" PRIu64 " %s%s where k = %" PRId64 " was asked for",
                        groups, smallest, persons ? "person" : "row", smallest == 1 ? "" : "s", k);
    if (groups > 1)
        out->caution = "Several groups of attributes were averaged separately: records that share "
                       "their values in one group differ in another, so the release is not "
                       "k-anonymous.";
}

static bool describe_release(recoding_facts *out, const microaggregation_recoder *run) {
    const averaged_table *averages = &run->averages;
    out->suppressed = suppressed_rows(run);
    out->classes = averages->classes;
    out->k_eff = averages->smallest;
    out->k_eff_rows = averages->smallest_rows;
    for (size_t a = 0; a < out->attribute_count; a++) {
        attribute_facts *each = &out->attributes[a];
        uint64_t group = (uint64_t)averages->node[a] + 1;
        each->loss = averages->column[a].loss;
        each->place = (fact_cell){
            .text = facts_print(out, "%" PRIu64, group), .number = (double)group, .key = "group"};
        facts_count(&each->result, "group", group);
        facts_number(&each->result, "loss", each->loss);
        facts_text(&each->result, "type", type_name(run->numbers.column[a].type));
        facts_show(&each->result);
    }
    if (!list_metrics(out, averages) || !add_tables(out, run))
        return false;
    out->change[out->changes++] = (fact_change){"sse", 0, 100 * averages->measured.loss.sse, true};
    out->change[out->changes++] =
        (fact_change){"linked", 100 * averages->measured.guessed_by_distance_before,
                      100 * averages->measured.guessed_by_distance, true};
    add_claim(out, run);
    return true;
}

static shoal_status describe(recoding_facts *out, recoder *of, recoding_space *space,
                             shoal_error *error) {
    (void)space;
    const microaggregation_recoder *run = (microaggregation_recoder *)of;
    const bound_table *bound = of->bound;
    out->place_title = "group";
    out->loss_words = "Share of the attribute's variance that is lost.";
    out->picture.size = (double)NAN;
    out->attributes = arena_zero(&out->memory, bound->attributes, sizeof *out->attributes);
    if (!out->attributes)
        return status_no_memory(error);
    out->attribute_count = bound->attributes;
    for (size_t a = 0; a < bound->attributes; a++)
        out->attributes[a] = (attribute_facts){.name = bound->table->column[bound->quasi[a]].name,
                                               .loss = (double)NAN};
    facts_open(&out->result, FACT_OBJECT, "levels");
    facts_end(&out->result);
    if (!out->released) {
        facts_text(&out->result, "grouping", NULL);
        return SHOAL_OK;
    }
    add_keys(&out->result, run);
    return describe_release(out, run) ? SHOAL_OK : status_no_memory(error);
}

static const char *refuses_nothing(const metric *of) {
    (void)of;
    return NULL;
}

const recoding microaggregation_recoding = {
    .name = "microaggregation",
    .summary = "records are replaced by averages of at least k similar ones, for numbers and dates",
    .space = &grouping_kind,
    .metrics = numeric_metric_list,
    .uses = USES_GROUPS,
    .suits = {[PURPOSE_TRAIN] = {1, true,
                                 "all quasi-identifiers are numbers, and averages stay numbers "
                                 "that a model can learn from"}},
    .advice = "allow more suppression, or average all attributes in one group",
    .refuses = refuses_nothing,
    .bind = bind,
    .open = open_space,
    .publish = publish,
    .measure = measure,
    .describe = describe,
    .close = close_recoder,
};
