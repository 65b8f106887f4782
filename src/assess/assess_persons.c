/* Whose rows they are: from the table's own key, or from its original's where a release does not
 * publish it. */
#include "assess/assess_parts.h"
#include "data/star.h"

#include <string.h>

/* A masked column says nothing. */
static bool is_blank(const column *of) {
    for (uint32_t code = 0; code < of->values.size; code++)
        if (!is_star(dictionary_text(&of->values, code)))
            return false;
    return true;
}

/* The first column of the plan's key that the table lacks; NULL: it has all. */
static const char *lacks_key(const shoal_table *table, const shoal_plan *plan) {
    for (size_t i = 0; i < plan->attribute_count; i++) {
        const plan_attribute *each = &plan->attributes[i];
        int64_t place = table_find(table, each->name);
        if (each->role == ROLE_PERSON &&
            (place < 0 || !table->column[place].kept || is_blank(&table->column[place])))
            return each->name;
    }
    return NULL;
}

static shoal_status refuse_column(const bound_table *of, const char *lacking, const char *why,
                                  shoal_error *error) {
    return status_refuse(error, SHOAL_USAGE, "persons_unknown", "against",
                         "persons cannot be counted: %.60s has no column '%.60s'%s", of->path,
                         lacking, why);
}

static shoal_status refuse_order(const assessing *run, shoal_error *error) {
    return status_refuse(error, SHOAL_USAGE, "persons_unknown", "against",
                         "persons cannot be counted: %.40s does not say whose rows they are, and "
                         "the rows of %.40s cannot be matched to them: %.80s",
                         run->after.bound.path, run->before.bound.path, run->facts->apart);
}

/* ---- From the original ----------------------------------------------------------------------- */

/* Numbers the persons of the rows that count without gaps. */
static bool number_persons(bound_table *bound, size_t most) {
    uint32_t *number = memory_new(most, sizeof *number);
    for (size_t i = 0; number && i < most; i++)
        number[i] = RULE_NONE;
    for (size_t row = 0; number && row < bound->table->rows; row++) {
        uint32_t *person = &bound->person_of[row];
        if (bound->kept && !bound->kept[row]) {
            *person = RULE_NONE;
            continue;
        }
        if (number[*person] == RULE_NONE)
            number[*person] = (uint32_t)bound->persons++;
        *person = number[*person];
    }
    memory_free(number);
    return number != NULL;
}

/* The rows of the release are those of the original that are paired, in their order. */
static shoal_status copy_persons(assessing *run, const bound_table *whole, shoal_error *error) {
    bound_table *after = &run->after.bound;
    after->person_of = memory_new(after->table->rows, sizeof *after->person_of);
    if (!after->person_of)
        return status_no_memory(error);
    for (size_t row = 0, from = 0; row < after->table->rows; row++, from++) {
        while (run->paired && !run->paired[from])
            from++;
        after->person_of[row] = whole->person_of[from];
    }
    return number_persons(after, whole->persons) ? SHOAL_OK : status_no_memory(error);
}

static shoal_status borrow_persons(assessing *run, shoal_error *error) {
    if (!run->facts->aligned)
        return refuse_order(run, error);
    bound_table whole = {.plan = run->plan,
                         .path = run->before.bound.path,
                         .table = run->before.bound.table,
                         .pool = run->before.bound.pool};
    shoal_status status = bound_table_find_persons(&whole, error);
    if (status == SHOAL_OK)
        status = copy_persons(run, &whole, error);
    memory_free(whole.person_of);
    run->persons_borrowed = true;
    return status;
}

/* ---------------------------------------------------------------------------------------------- */

shoal_status assess_persons(assessing *run, shoal_error *error) {
    bound_table *after = &run->after.bound, *before = &run->before.bound;
    if (plan_count_role(run->plan, ROLE_PERSON) == 0)
        return SHOAL_OK;
    const char *lacking = lacks_key(after->table, run->plan);
    if (lacking && !before->table)
        return refuse_column(after, lacking, "; name the original, which has it", error);
    const char *lacking_before = before->table ? lacks_key(before->table, run->plan) : NULL;
    if (lacking_before)
        return refuse_column(before, lacking_before, "", error);
    STATUS_TRY(lacking ? borrow_persons(run, error) : bound_table_find_persons(after, error));
    return before->table ? bound_table_find_persons(before, error) : SHOAL_OK;
}

shoal_status assess_persons_check(const assessing *run, shoal_error *error) {
    return run->persons_borrowed && !run->facts->aligned ? refuse_order(run, error) : SHOAL_OK;
}
