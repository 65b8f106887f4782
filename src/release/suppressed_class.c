#include "release/suppressed_class.h"

#include "release/judge_models.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

void suppressed_class_free(suppressed_class *class) {
    memory_free(class->row);
    *class = (suppressed_class){0};
}

/* ---- The rows -------------------------------------------------------------------------------- */

#define ROWS_AT_ONCE ((size_t)1024)

static bool is_kept(const bound_table *bound, size_t row) {
    return !bound->kept || bound->kept[row];
}

static bool list_rows(suppressed_class *out, const bound_table *bound,
                      const publication_blanks *blanks) {
    size_t rows = bound->table->rows, held = 0;
    uint8_t blank[ROWS_AT_ONCE];
    for (size_t begin = 0; begin < rows; begin += ROWS_AT_ONCE) {
        size_t count = rows - begin < ROWS_AT_ONCE ? rows - begin : ROWS_AT_ONCE;
        blanks->rows(blanks->context, begin, count, blank);
        if (!memory_grow((void **)&out->row, &held, out->count + count, sizeof *out->row))
            return false;
        for (size_t i = 0; i < count; i++)
            if (blank[i] && is_kept(bound, begin + i))
                out->row[out->count++] = (uint32_t)(begin + i);
    }
    return true;
}

static int ascending(const void *one, const void *other) {
    uint32_t a = *(const uint32_t *)one, b = *(const uint32_t *)other;
    return (a > b) - (a < b);
}

static bool count_persons(suppressed_class *out, const uint32_t *person_of) {
    uint32_t *person = memory_new(out->count, sizeof *person);
    if (!person)
        return false;
    for (size_t i = 0; i < out->count; i++)
        person[i] = person_of[out->row[i]];
    qsort(person, out->count, sizeof *person, ascending);
    for (size_t i = 0; i < out->count; i++)
        out->members += i == 0 || person[i] != person[i - 1];
    memory_free(person);
    return true;
}

static bool count_members(suppressed_class *out, const bound_table *bound) {
    out->members = 0;
    if (bound->person_of)
        return count_persons(out, bound->person_of);
    for (size_t i = 0; i < out->count; i++)
        out->members += table_times(bound->table, out->row[i]);
    return true;
}

/* ---- k and the limits of risk ---------------------------------------------------------------- */

static void judge_size(suppressed_class *out, const bound_table *bound, uint64_t k) {
    if (out->members >= k)
        return;
    out->holds = false;
    snprintf(out->why, sizeof out->why, "%s only %" PRIu64 " %s%s, fewer than k = %" PRIu64,
             out->members == 1 ? "it is" : "they are", out->members,
             bound->person_of ? "person" : "row", out->members == 1 ? "" : "s", k);
}

/* One more class whose own risk is within a limit of the average keeps the average within it. */
static void judge_risk(suppressed_class *out, const shoal_plan *plan) {
    int64_t units = PLAN_SHARE_UNIT;
    bool unique = plan->max_uniques && out->members == 1;
    if (plan->max_average_risk && !plan_share_units(plan->max_average_risk, &units))
        units = 0;
    if (out->holds && (unique || out->members * (uint64_t)units < (uint64_t)PLAN_SHARE_UNIT)) {
        out->holds = false;
        snprintf(out->why, sizeof out->why,
                 "the risk of each of the %" PRIu64 " is above the average that the plan allows",
                 out->members);
    }
}

/* ---- Models ---------------------------------------------------------------------------------- */

typedef struct judging {
    suppressed_class *out;
    const bound_table *bound;
    judged_rows of; /* the rows that would be released with these */
} judging;

static void judge_rule(judging *by, const privacy_rule *rule, const judged_values *values) {
    judged_class class = {.members = by->out->members, .values = values};
    class_verdict found = judge_class(rule, &class);
    if (found.holds || !by->out->holds)
        return;
    by->out->holds = false;
    snprintf(by->out->why, sizeof by->out->why,
             "%s on '%.60s' is %.4g among them, but the plan requires %.4g", rule->model->name,
             values->from->name, found.found, privacy_rule_asked(rule));
}

static bool protects(const judging *by, const privacy_rule *rule, const column *of) {
    return !rule->model->of_population && rule_protects(rule, by->bound->plan, of->name);
}

static shoal_status judge_column(judging *by, const column *of, shoal_error *error) {
    const rule_list *rules = &by->bound->rules;
    judged_needs needs = {0};
    judged_values values;
    bool any = false;
    for (size_t r = 0; r < rules->count; r++) {
        if (!protects(by, &rules->rules[r], of))
            continue;
        judged_needs own = judge_needs(&rules->rules[r]);
        needs.order |= own.order;
        needs.tree |= own.tree;
        needs.numbers |= own.numbers;
        any = true;
    }
    if (!any)
        return SHOAL_OK;
    shoal_status status = judged_values_make(&values, &by->of, of, needs, error);
    if (status == SHOAL_OK &&
        !judged_values_count_rows(&values, &by->of, by->out->row, by->out->count))
        status = status_no_memory(error);
    for (size_t r = 0; status == SHOAL_OK && r < rules->count; r++)
        if (protects(by, &rules->rules[r], of))
            judge_rule(by, &rules->rules[r], &values);
    judged_values_free(&values);
    return status;
}

static shoal_status judge_models(suppressed_class *out, const bound_table *bound,
                                 shoal_error *error) {
    const shoal_table *table = bound->table;
    judging by = {.out = out,
                  .bound = bound,
                  .of = {.table = table, .person_of = bound->person_of, .plan = bound->plan}};
    uint32_t *kept = NULL;
    if (bound->rules.count == 0)
        return SHOAL_OK;
    if (bound->kept) {
        kept = memory_new(table->rows, sizeof *kept);
        for (size_t row = 0; kept && row < table->rows; row++)
            if (bound->kept[row])
                kept[by.of.row_count++] = (uint32_t)row;
        by.of.row = kept;
    }
    shoal_status status = bound->kept && !kept ? status_no_memory(error) : SHOAL_OK;
    for (size_t i = 0; status == SHOAL_OK && out->holds && i < table->columns; i++)
        if (table->column[i].kept)
            status = judge_column(&by, &table->column[i], error);
    memory_free(kept);
    return status;
}

/* ---------------------------------------------------------------------------------------------- */

shoal_status suppressed_class_judge(suppressed_class *out, const bound_table *bound,
                                    const publication *published, shoal_error *error) {
    *out = (suppressed_class){.holds = true};
    if (published->suppressed == 0)
        return SHOAL_OK;
    if (!list_rows(out, bound, &published->blanks) || !count_members(out, bound))
        return status_no_memory(error);
    judge_size(out, bound, published->claim.k);
    judge_risk(out, bound->plan);
    return judge_models(out, bound, error);
}

shoal_status suppressed_class_leave_out(bool **kept, const suppressed_class *of,
                                        const bound_table *bound, publication *published,
                                        shoal_error *error) {
    bool *made = *kept = memory_new(bound->table->rows, sizeof *made);
    if (!made)
        return status_no_memory(error);
    for (size_t row = 0; row < bound->table->rows; row++)
        made[row] = is_kept(bound, row);
    for (size_t i = 0; i < of->count; i++)
        made[of->row[i]] = false;
    published->claim.rows -= published->suppressed;
    published->claim.stars = published->claim.hidden;
    return SHOAL_OK;
}
