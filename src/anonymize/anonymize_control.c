/* People who are set aside, or read from a file: measured attacks on them are the control. */
#include "anonymize/anonymization.h"
#include "base/hash.h"
#include "base/random.h"
#include "data/number.h"
#include "plan/plan_objects.h"

#include <stdlib.h>
#include <string.h>

#define LARGEST_SHARE 0.5

/* Whether it is a share such as 10% or 0.1; else it is a name. */
static bool read_share(double *out, const char *given) {
    char *end = NULL;
    *out = strtod(given, &end);
    if (end == given)
        return false;
    if (*end == '%' && end[1] == '\0') {
        *out /= 100;
        return true;
    }
    return *end == '\0';
}

shoal_status anonymize_check_control(const anonymization *run, shoal_error *error) {
    double share;
    if (!run->asked.control)
        return SHOAL_OK;
    if (anonymize_stays(run))
        return status_refuse(error, SHOAL_USAGE, "control_unsupported", "control",
                             "a control needs the rows in memory, but the plan leaves them in "
                             "their database");
    if (!anonymization_attacks(run))
        return status_refuse(error, SHOAL_USAGE, "control_unused", "control",
                             "a control is for measured attacks, which are made for reports and "
                             "by strict plans: ask for a report, or be strict");
    if (read_share(&share, run->asked.control) && !(share > 0 && share <= LARGEST_SHARE))
        return status_refuse(error, SHOAL_USAGE, "control_invalid", "control",
                             "the control is \"%.40s\", but must be a share of the people above 0 "
                             "and at most 50%%, such as 10%%, or the name of a table",
                             run->asked.control);
    return SHOAL_OK;
}

/* ---- Who belongs together -------------------------------------------------------------------- */

typedef struct people_group {
    uint64_t hash; /* of its cells, whatever the order of the rows */
    uint32_t group;
} people_group;

typedef struct setting_aside {
    const bound_table *bound;
    uint32_t *group_of;   /* [rows] */
    people_group *groups; /* [count] */
    size_t count;
} setting_aside;

static uint64_t hash_row(const shoal_table *table, size_t row) {
    uint64_t hash = 0;
    for (size_t c = 0; c < table->columns; c++)
        if (table->column[c].kept)
            hash = hash_mix(hash + codes_get(&table->column[c].codes, row) + 1) + c;
    return hash_mix(hash);
}

/* Joins the groups of rows that have the same key: the first row stands for all. */
static bool join_by(uint32_t *group_of, const uint32_t *key, const codes *cells, size_t keys,
                    size_t rows) {
    uint32_t *first = memory_new(keys + 1, sizeof *first);
    bool changed = first != NULL;
    for (size_t k = 0; first && k < keys; k++)
        first[k] = UINT32_MAX;
    while (changed) {
        changed = false;
        for (size_t row = 0; row < rows; row++) {
            uint32_t at = key ? key[row] : codes_get(cells, row);
            if (at >= keys)
                continue;
            uint32_t low = group_of[row] < first[at] ? group_of[row] : first[at];
            changed |= first[at] != low || group_of[row] != low;
            first[at] = group_of[row] = low;
        }
    }
    memory_free(first);
    return first != NULL;
}

static const column *household_column(const bound_table *bound) {
    for (size_t c = 0; c < bound->table->columns; c++) {
        const column *each = &bound->table->column[c];
        if (each->kept && plan_role_of(bound->plan, each->name) == ROLE_HOUSEHOLD)
            return each;
    }
    return NULL;
}

/* Persons first, then households, until neither joins more: joining by one may split none of the
 * other. */
static shoal_status group_rows(setting_aside *of, shoal_error *error) {
    const bound_table *bound = of->bound;
    size_t rows = bound->table->rows;
    bound_table whole = {
        .plan = bound->plan, .path = bound->path, .table = bound->table, .pool = bound->pool};
    const column *household = household_column(bound);
    for (size_t row = 0; row < rows; row++)
        of->group_of[row] = (uint32_t)row;
    STATUS_TRY(bound_table_find_persons(&whole, error));
    bool fine = true;
    for (int round = 0; fine && round < 3; round++) {
        if (whole.person_of)
            fine = join_by(of->group_of, whole.person_of, NULL, (size_t)whole.persons, rows);
        if (fine && household)
            fine = join_by(of->group_of, NULL, &household->codes, household->values.size, rows);
    }
    memory_free(whole.person_of);
    return fine ? SHOAL_OK : status_no_memory(error);
}

static int compare(const void *a, const void *b) {
    const people_group *one = a, *other = b;
    if (one->hash != other->hash)
        return one->hash < other->hash ? -1 : 1;
    return one->group < other->group ? -1 : one->group > other->group;
}

/* ---- The choice ------------------------------------------------------------------------------ */

/* Groups in the order of their hashes: who is chosen does not depend on the order of the rows. */
static bool list_groups(setting_aside *of) {
    const bound_table *bound = of->bound;
    size_t rows = bound->table->rows;
    uint64_t *sums = memory_zero(rows, sizeof *sums);
    bool *counts = memory_zero(rows, sizeof *counts);
    of->groups = memory_new(rows, sizeof *of->groups);
    bool fine = sums && counts && of->groups;
    for (size_t row = 0; fine && row < rows; row++) {
        sums[of->group_of[row]] += hash_row(bound->table, row);
        counts[of->group_of[row]] |= !bound->kept || bound->kept[row];
    }
    for (size_t row = 0; fine && row < rows; row++)
        if (of->group_of[row] == row && counts[row])
            of->groups[of->count++] = (people_group){sums[row], (uint32_t)row};
    if (fine && of->count > 1)
        qsort(of->groups, of->count, sizeof *of->groups, compare);
    memory_free(sums);
    memory_free(counts);
    return fine;
}

/* The chosen share of them, each as likely as any other. */
static void choose(const setting_aside *of, bool *out, double share, uint64_t seed) {
    random_stream stream = random_open(seed, "control", 0);
    size_t wanted = (size_t)(share * (double)of->count + 0.5);
    wanted = wanted == 0 ? 1 : wanted;
    for (size_t i = 0; i < of->count && wanted > 0; i++)
        if (random_below(&stream, of->count - i) < wanted) {
            out[of->groups[i].group] = true;
            wanted--;
        }
}

static shoal_status leave_rows(anonymization *run, const setting_aside *of, const bool *chosen,
                               shoal_error *error) {
    bound_table *bound = &run->bound;
    size_t rows = bound->table->rows;
    run->set_aside = memory_zero(rows, sizeof *run->set_aside);
    if (!bound->kept) {
        bound->kept = memory_new(rows, sizeof *bound->kept);
        if (bound->kept)
            memset(bound->kept, true, rows);
    }
    if (!run->set_aside || !bound->kept)
        return status_no_memory(error);
    for (size_t row = 0; row < rows; row++) {
        run->set_aside[row] = bound->kept[row] && chosen[of->group_of[row]];
        run->set_aside_rows += run->set_aside[row];
        bound->kept[row] = bound->kept[row] && !run->set_aside[row];
    }
    bound->rows -= run->set_aside_rows;
    bound->limit = suppression_limit(bound->plan, bound->rows);
    return SHOAL_OK;
}

shoal_status anonymize_set_aside(anonymization *run, shoal_error *error) {
    double share;
    if (!run->asked.control || !read_share(&share, run->asked.control))
        return SHOAL_OK;
    size_t rows = run->bound.table->rows;
    setting_aside of = {.bound = &run->bound, .group_of = memory_new(rows, sizeof *of.group_of)};
    bool *chosen = memory_zero(rows, sizeof *chosen);
    shoal_status status = of.group_of && chosen ? group_rows(&of, error) : status_no_memory(error);
    if (status == SHOAL_OK && !list_groups(&of))
        status = status_no_memory(error);
    if (status == SHOAL_OK) {
        choose(&of, chosen, share, run->bound.plan->seed);
        status = leave_rows(run, &of, chosen, error);
    }
    memory_free(of.group_of);
    memory_free(of.groups);
    memory_free(chosen);
    return status;
}

/* ---- A file ---------------------------------------------------------------------------------- */

static bool is_read(const char *name, void *plan) {
    return plan_role_of(plan, name) != ROLE_IDENTIFIER;
}

shoal_status anonymize_read_control(anonymization *run, shoal_error *error) {
    double share;
    if (!run->asked.control || read_share(&share, run->asked.control))
        return SHOAL_OK;
    table_reading how = {.keep = is_read, .context = (void *)run->bound.plan};
    run->control = (bound_table){.plan = run->bound.plan,
                                 .path = run->asked.control,
                                 .hooks = &run->hooks,
                                 .pool = run->pool};
    STATUS_TRY(bound_table_read(&run->control, &how, error));
    return coded_extremes_apply(&run->extremes, run->control.owned, error);
}
