/* Whose rows they are: from the table's own key, or from its original's where a release does not
 * publish it. */
#include "assess/assess_parts.h"
#include "bind/borrowed_persons.h"

static shoal_status refuse_order(const assessing *run, shoal_error *error) {
    return persons_refuse_rows(&run->after.bound, &run->before.bound, run->facts->apart, error);
}

shoal_status assess_persons(assessing *run, shoal_error *error) {
    bound_table *after = &run->after.bound, *before = &run->before.bound;
    if (plan_count_role(run->plan, ROLE_PERSON) == 0)
        return SHOAL_OK;
    const char *lacking = persons_lack(after->table, run->plan);
    const char *lacking_before = before->table ? persons_lack(before->table, run->plan) : lacking;
    if (lacking_before)
        return persons_refuse(before->table ? before : after, lacking_before, error);
    run->persons_borrowed = lacking != NULL;
    STATUS_TRY(assess_persons_check(run, error));
    STATUS_TRY(lacking ? persons_borrow(after, before, run->paired, error)
                       : bound_table_find_persons(after, error));
    return before->table ? bound_table_find_persons(before, error) : SHOAL_OK;
}

shoal_status assess_persons_check(const assessing *run, shoal_error *error) {
    return run->persons_borrowed && !run->facts->aligned ? refuse_order(run, error) : SHOAL_OK;
}
