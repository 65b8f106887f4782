#include "release/judge.h"

#include "release/judge_models.h"

#include <math.h>
#include <string.h>

void judgement_free(judgement *made) {
    rules_found_free(&made->rules);
    *made = (judgement){0};
}

typedef struct judging {
    const judge_input *in;
    judgement *out;
    judged_classes classes;
    uint64_t *population; /* [classes] people who would be in it; NULL: no rule asks */
} judging;

/* ---- Classes --------------------------------------------------------------------------------- */

static void sum_up(judging *by) {
    const judged_classes *classes = &by->classes;
    release_classes *out = &by->out->classes;
    *out = (release_classes){0};
    for (size_t c = 0; c < classes->count; c++) {
        uint64_t rows =
            by->in->of.person_of ? classes->first[c + 1] - classes->first[c] : classes->members[c];
        uint64_t size = classes->support[c];
        out->rows += rows;
        by->out->published++;
        by->out->members += classes->members[c];
        by->out->uniques += classes->members[c] == 1;
        if (classes->star[c]) {
            out->stars = rows;
            by->out->star_members = classes->members[c];
            continue;
        }
        if (out->classes++ == 0 || size < out->smallest)
            out->smallest = size;
        if (out->classes == 1 || rows < out->smallest_rows)
            out->smallest_rows = rows;
        out->largest = size > out->largest ? size : out->largest;
        out->squares += rows * rows;
    }
}

/* ---- People ---------------------------------------------------------------------------------- */

/* The code of the release's column that has the text, or NO_CODE. */
static uint32_t *codes_of_labels(const column *from, const recoded_labels *labels) {
    uint32_t *out = memory_new(labels->count, sizeof *out);
    label_index texts;
    if (!out || !label_index_open(&texts, from->values.size)) {
        memory_free(out);
        return NULL;
    }
    for (uint32_t code = 0; code < from->values.size; code++)
        (void)label_index_add(&texts, dictionary_text(&from->values, code));
    for (size_t g = 0; g < labels->count; g++)
        out[g] = label_index_find(&texts, labels->labels[g]);
    label_index_close(&texts);
    return out;
}

/* Whether labels may cover the people of a tuple that have none of their own: nobody knows then
 * whether they fit a class. */
static bool is_unknown(const judged_people *people, size_t tuple) {
    for (size_t a = 0; a < people->tuples->attributes; a++) {
        uint32_t own = codes_get(&people->tuples->codes[a], tuple);
        if (people->labels[a].partial && people->labels[a].of_population[own] == RULE_NONE)
            return true;
    }
    return false;
}

/* The key of the class that the people of a tuple would be in; false where there is none. */
static bool people_key(uint32_t *key, const judged_people *people, uint32_t *const *code,
                       size_t tuple) {
    for (size_t a = 0; a < people->tuples->attributes; a++) {
        uint32_t own = codes_get(&people->tuples->codes[a], tuple);
        uint32_t label = people->labels[a].of_population[own];
        if (label == RULE_NONE || code[a][label] == LABEL_NONE)
            return false;
        key[a] = code[a][label];
    }
    return true;
}

static bool any_published(const judged_classes *classes) {
    for (size_t c = 0; c < classes->count; c++)
        if (!classes->star[c])
            return true;
    return false;
}

/* People who fit no published class would be among the suppressed rows, if they are in the table at
 * all. */
static void add_people(judging *by, uint32_t *const *code, uint32_t *key) {
    const judged_people *people = by->in->people;
    bool published = any_published(&by->classes);
    uint64_t others = 0;
    for (size_t t = 0; t < people->tuples->tuples; t++) {
        uint32_t class = people_key(key, people, code, t) ? judged_classes_find(&by->classes, key)
                                                          : JUDGE_NO_CLASS;
        if (class != JUDGE_NO_CLASS)
            by->population[class] += people->tuples->counts[t];
        else if (!published || !is_unknown(people, t))
            others += people->tuples->counts[t];
    }
    for (size_t c = 0; c < by->classes.count; c++)
        by->population[c] += by->classes.star[c] ? others : 0;
}

static bool count_people(judging *by) {
    const judged_rows *of = &by->in->of;
    uint32_t **code = memory_zero(of->attributes, sizeof *code);
    uint32_t *key = memory_new(of->attributes, sizeof *key);
    by->population = memory_zero(by->classes.count, sizeof *by->population);
    bool made = code && key && by->population;
    for (size_t a = 0; made && a < of->attributes; a++) {
        code[a] = codes_of_labels(&of->table->column[of->quasi[a]], &by->in->people->labels[a]);
        made = code[a] != NULL;
    }
    if (made)
        add_people(by, code, key);
    for (size_t a = 0; code && a < of->attributes; a++)
        memory_free(code[a]);
    memory_free(code);
    memory_free(key);
    return made;
}

/* ---- Rules ----------------------------------------------------------------------------------- */

static rule_found *add_found(judging *by, const privacy_rule *rule, const char *attribute) {
    rule_found *out = &by->out->rules.each[by->out->rules.count++];
    *out = (rule_found){.rule = rule,
                        .attribute = attribute,
                        .asked = privacy_rule_asked(rule),
                        .found = (double)NAN,
                        .holds = true};
    return out;
}

static void add_verdict(rule_found *out, class_verdict verdict) {
    bool more = privacy_rule_larger_is_safer(out->rule);
    out->holds &= verdict.holds;
    out->classes += !verdict.holds;
    if (isnan(out->found) || (more ? verdict.found < out->found : verdict.found > out->found))
        out->found = verdict.found;
}

/* Where each rule's verdict on the column goes: [rules]; NULL: it is not about the column. */
static void open_column(judging *by, const column *from, rule_found **found) {
    const rule_list *rules = by->in->rules;
    for (size_t r = 0; r < rules->count; r++)
        found[r] = NULL;
    for (size_t i = 0; i < by->out->rules.count; i++) {
        rule_found *each = &by->out->rules.each[i];
        if (each->attribute && strcmp(each->attribute, from->name) == 0)
            found[each->rule - rules->rules] = each;
    }
}

static judged_needs needs_of(const rule_list *rules, rule_found *const *found) {
    judged_needs needs = {0};
    for (size_t r = 0; r < rules->count; r++) {
        if (!found[r])
            continue;
        judged_needs own = judge_needs(&rules->rules[r]);
        needs.order |= own.order;
        needs.tree |= own.tree;
        needs.numbers |= own.numbers;
    }
    return needs;
}

static bool judge_values(judging *by, judged_values *values, rule_found *const *found) {
    const rule_list *rules = by->in->rules;
    for (size_t c = 0; c < by->classes.count; c++) {
        if (!judged_values_count(values, &by->in->of, &by->classes, c))
            return false;
        judged_class class = {.members = by->classes.members[c], .values = values};
        for (size_t r = 0; r < rules->count; r++)
            if (found[r])
                add_verdict(found[r], judge_class(&rules->rules[r], &class));
    }
    return true;
}

static shoal_status judge_column(judging *by, const column *from, rule_found **found,
                                 shoal_error *error) {
    judged_values values;
    open_column(by, from, found);
    bool any = false;
    for (size_t r = 0; r < by->in->rules->count; r++)
        any |= found[r] != NULL;
    if (!any)
        return SHOAL_OK;
    shoal_status status =
        judged_values_make(&values, &by->in->of, from, needs_of(by->in->rules, found), error);
    if (status == SHOAL_OK && !judge_values(by, &values, found))
        status = status_no_memory(error);
    judged_values_free(&values);
    return status;
}

static void judge_by_people(judging *by, rule_found *out) {
    for (size_t c = 0; c < by->classes.count; c++) {
        judged_class class = {.members = by->classes.members[c], .population = by->population[c]};
        add_verdict(out, judge_class(out->rule, &class));
    }
}

/* Every rule once for each column that it protects. */
static shoal_status list_rules(judging *by, shoal_error *error) {
    const rule_list *rules = by->in->rules;
    const shoal_table *table = by->in->of.table;
    by->out->rules.each =
        memory_zero(rules->count * (table->columns + 1) + 1, sizeof *by->out->rules.each);
    if (!by->out->rules.each)
        return status_no_memory(error);
    for (size_t r = 0; r < rules->count; r++) {
        const privacy_rule *rule = &rules->rules[r];
        size_t before = by->out->rules.count;
        if (rule->model->of_population) {
            if (by->in->people)
                add_found(by, rule, NULL);
            continue;
        }
        for (size_t i = 0; i < table->columns; i++)
            if (table->column[i].kept &&
                rule_protects(rule, by->in->of.plan, table->column[i].name))
                add_found(by, rule, table->column[i].name);
        if (by->out->rules.count == before)
            return rule_refuse_unprotected(rule, by->in->of.plan, error);
    }
    return SHOAL_OK;
}

static shoal_status judge_rules(judging *by, shoal_error *error) {
    const shoal_table *table = by->in->of.table;
    STATUS_TRY(list_rules(by, error));
    if (by->in->people && !count_people(by))
        return status_no_memory(error);
    for (size_t i = 0; i < by->out->rules.count; i++)
        if (!by->out->rules.each[i].attribute)
            judge_by_people(by, &by->out->rules.each[i]);
    rule_found **found = memory_new(by->in->rules->count + 1, sizeof *found);
    shoal_status status = found ? SHOAL_OK : status_no_memory(error);
    for (size_t i = 0; status == SHOAL_OK && i < table->columns; i++)
        if (table->column[i].kept)
            status = judge_column(by, &table->column[i], found, error);
    memory_free(found);
    return status;
}

shoal_status judge_release(judgement *out, const judge_input *input, shoal_error *error) {
    judging by = {.in = input, .out = out};
    *out = (judgement){0};
    shoal_status status = judged_classes_make(&by.classes, &input->of, error);
    if (status == SHOAL_OK)
        sum_up(&by);
    if (status == SHOAL_OK && input->rules->count > 0)
        status = judge_rules(&by, error);
    judged_classes_free(&by.classes);
    memory_free(by.population);
    return status;
}

/* ---- The release as a whole ------------------------------------------------------------------ */

/* part / whole against the decimal as written. */
static judged_limit compare(uint64_t part, uint64_t whole, const char *asked) {
    int64_t units = 0;
    __extension__ typedef unsigned __int128 wide;
    bool read = plan_share_units(asked, &units);
    return (judged_limit){
        .asked = asked,
        .found = whole > 0 ? (double)part / (double)whole : 0,
        .holds = read && (wide)part * PLAN_SHARE_UNIT <= (wide)whole * (uint64_t)units,
    };
}

static judged_limit named(judged_limit of, const char *flag, const char *name) {
    of.flag = flag;
    of.name = name;
    return of;
}

size_t judge_limits(judged_limit out[JUDGED_LIMITS], const judgement *of, const shoal_plan *plan) {
    size_t count = 0;
    bool stars = of->star_members > 0 &&
                 (of->classes.classes == 0 || of->star_members < of->classes.smallest);
    uint64_t smallest = stars ? of->star_members : of->classes.smallest;
    if (plan->max_risk && !plan_has_population(plan))
        out[count++] = named(compare(smallest > 0, smallest, plan->max_risk), "max-risk",
                             "largest risk of a record");
    if (plan->max_average_risk)
        out[count++] = named(compare(of->published, of->members, plan->max_average_risk),
                             "max-average-risk", "average risk");
    if (plan->max_uniques)
        out[count++] = named(compare(of->uniques, of->members, plan->max_uniques), "max-uniques",
                             "share of unique records");
    return count;
}
