/* Whose rows they are: from the table's own key, or from its original's where a release does not
 * publish it. */
#include "assess/assess_parts.h"
#include "bind/borrowed_persons.h"

static shoal_status refuse_order(const assessing *run, shoal_error *error) {
    return persons_refuse_rows(&run->after.bound, &run->before.bound, run->facts->apart, error);
}

/* The side's own persons, or those of the original. */
static shoal_status find_persons(bound_table *of, const assessing *run, bool borrowed,
                                 shoal_error *error) {
    return borrowed ? persons_borrow(of, &run->before.bound, run->paired, error)
                    : bound_table_find_persons(of, error);
}

/* Rows that the plan drops count under the other rules for missing values. */
static shoal_status find_everybody(assess_side *side, const assessing *run, bool borrowed,
                                   shoal_error *error) {
    const bound_table *of = &side->bound;
    bound_table whole = {.plan = of->plan, .path = of->path, .table = of->table, .pool = of->pool};
    if (!of->kept)
        return SHOAL_OK;
    shoal_status status = find_persons(&whole, run, borrowed, error);
    side->everybody = whole.person_of;
    return status;
}

static shoal_status number_side(assess_side *side, const assessing *run, bool borrowed,
                                shoal_error *error) {
    STATUS_TRY(find_persons(&side->bound, run, borrowed, error));
    return find_everybody(side, run, borrowed, error);
}

shoal_status assess_persons(assessing *run, shoal_error *error) {
    const bound_table *after = &run->after.bound, *before = &run->before.bound;
    if (plan_count_role(run->plan, ROLE_PERSON) == 0)
        return SHOAL_OK;
    const char *lacking = persons_lack(after->table, run->plan);
    const char *lacking_before = before->table ? persons_lack(before->table, run->plan) : lacking;
    if (lacking_before)
        return persons_refuse(before->table ? before : after, lacking_before, error);
    run->persons_borrowed = lacking != NULL;
    STATUS_TRY(assess_persons_check(run, error));
    STATUS_TRY(number_side(&run->after, run, run->persons_borrowed, error));
    return before->table ? number_side(&run->before, run, false, error) : SHOAL_OK;
}

shoal_status assess_persons_check(const assessing *run, shoal_error *error) {
    return run->persons_borrowed && !run->facts->aligned ? refuse_order(run, error) : SHOAL_OK;
}
