/* From roles to a plan that releases the table as it stands. */
#include "bind/find_hierarchy.h"
#include "inspect/inspect_parts.h"
#include "plan/plan_objects.h"

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>

/* With more quasi-identifiers hardly anything is left of any of them. */
enum { MOST_QUASI = 12, USUAL_K = 5 };
/* Of the search for the release: a search for the very best may take hours. */
#define USUAL_SECONDS 30
#define USUAL_SUPPRESSION 0.02
/* Hierarchies of larger columns are built by the release only. */
#define MOST_VALUES 100000

static shoal_status set_change(inspecting *run, inspection_column *of, const char *format, ...)
    STATUS_PRINTF(3, 4);

static shoal_status set_change(inspecting *run, inspection_column *of, const char *format, ...) {
    text made = {0};
    va_list arguments;
    va_start(arguments, format);
    text_format_list(&made, format, arguments);
    va_end(arguments);
    of->change = made.failed ? NULL : arena_text(run->memory, made.bytes, made.length);
    text_free(&made);
    return of->change ? SHOAL_OK : SHOAL_NO_MEMORY;
}

/* ---- Too many quasi-identifiers -------------------------------------------------------------- */

/* What the user has said comes first, then what is surest, then what differs most between rows. */
static bool matters_more(const inspection_column *one, const inspection_column *other) {
    if (one->given != other->given)
        return one->given;
    if (one->certainty != other->certainty)
        return one->certainty > other->certainty;
    return one->values.after.categories.entropy > other->values.after.categories.entropy;
}

static inspection_column *least_quasi(const inspecting *run) {
    inspection_column *least = NULL;
    for (size_t i = 0; i < run->table->columns; i++) {
        inspection_column *each = &run->column[i];
        if (each->plan_role == ROLE_QUASI && !each->given && (!least || matters_more(least, each)))
            least = each;
    }
    return least;
}

static size_t count_quasi(const inspecting *run) {
    size_t count = 0;
    for (size_t i = 0; i < run->table->columns; i++)
        count += run->column[i].plan_role == ROLE_QUASI;
    return count;
}

/* Leaving a column out is safe; publishing it as it is would not be. */
static shoal_status limit_quasi(inspecting *run, shoal_error *error) {
    inspection_column *least;
    size_t count = count_quasi(run);
    for (; count > MOST_QUASI && (least = least_quasi(run)); count--) {
        least->plan_role = ROLE_IDENTIFIER;
        run->facts->quasi_left++;
        if (set_change(run, least,
                       "left out of the release: with more than %d quasi-identifiers hardly "
                       "anything is left of any. Make it quasi instead of another one, or plain "
                       "if nobody outside can know it",
                       MOST_QUASI) != SHOAL_OK)
            return status_no_memory(error);
    }
    return SHOAL_OK;
}

/* ---- None ------------------------------------------------------------------------------------ */

static bool may_become_quasi(const inspection_column *of) {
    return !of->given && !plan_role_is_hidden(of->plan_role) && of->plan_role != ROLE_WEIGHT;
}

/* The columns of the set that singles out most rows. */
static shoal_status take_best_set(inspecting *run, shoal_error *error) {
    const inspection *facts = run->facts;
    const inspection_set *best = NULL;
    for (size_t i = 0; i < facts->set_count; i++)
        if (!best || facts->sets[i].rows > best->rows)
            best = &facts->sets[i];
    for (size_t i = 0; best && i < best->size; i++) {
        inspection_column *each = &run->column[best->column[i]];
        if (!may_become_quasi(each))
            continue;
        each->plan_role = ROLE_QUASI;
        if (set_change(run, each,
                       "no column looks like something that outsiders know; this one is among "
                       "those that single out most rows") != SHOAL_OK)
            return status_no_memory(error);
    }
    return SHOAL_OK;
}

/* Without any other column, the one with the fewest values: it will probably read `*`. */
static shoal_status take_any(inspecting *run, shoal_error *error) {
    inspection_column *least = NULL;
    for (size_t pass = 0; pass < 2 && !least; pass++)
        for (size_t i = 0; i < run->table->columns; i++) {
            inspection_column *each = &run->column[i];
            if (each->given || (pass == 0 && !may_become_quasi(each)))
                continue;
            if (!least ||
                each->values.after.categories.distinct < least->values.after.categories.distinct)
                least = each;
        }
    if (!least)
        return SHOAL_OK;
    least->plan_role = ROLE_QUASI;
    return set_change(run, least,
                      "a plan needs a quasi-identifier, and no column looks like one: this is the "
                      "one with the fewest values") == SHOAL_OK
               ? SHOAL_OK
               : status_no_memory(error);
}

static shoal_status need_quasi(inspecting *run, shoal_error *error) {
    if (count_quasi(run) == 0)
        STATUS_TRY(take_best_set(run, error));
    return count_quasi(run) == 0 ? take_any(run, error) : SHOAL_OK;
}

/* ---- Hierarchies ----------------------------------------------------------------------------- */

/* Builds the hierarchy, to say what it is. Where it cannot be built, the release will say why. */
static shoal_status describe(inspecting *run, size_t i, shoal_error *error) {
    shoal_hierarchy *made = NULL;
    char *described = NULL;
    if (run->table->column[i].values.size > MOST_VALUES)
        return SHOAL_OK;
    shoal_status status = hierarchy_for_column(&made, run->table, &run->table->column[i],
                                               run->starter, &described, error);
    const char *kept = described ? arena_text(run->memory, described, strlen(described)) : NULL;
    bool failed = described && !kept;
    run->column[i].described = kept;
    run->hierarchy[i] = made;
    memory_free(described);
    if (status == SHOAL_NO_MEMORY || failed)
        return status_no_memory(error);
    return SHOAL_OK;
}

/* A file in the plan's folder of hierarchies is better than what could be built. */
static shoal_status choose_hierarchy(inspecting *run, size_t i, shoal_error *error) {
    plan_attribute *attribute = plan_attribute_named(run->starter, run->column[i].name);
    if (!attribute)
        return status_no_memory(error);
    STATUS_TRY(describe(run, i, error));
    if (attribute->given) {
        run->column[i].hierarchy = PLAN_HIERARCHY_SHOWN;
        return SHOAL_OK;
    }
    if (!attribute->hierarchy && (!run->starter->hierarchies || run->column[i].described))
        attribute->hierarchy = memory_text("auto", strlen("auto"));
    if (!attribute->hierarchy)
        return run->starter->hierarchies ? SHOAL_OK : status_no_memory(error);
    run->column[i].hierarchy =
        arena_text(run->memory, attribute->hierarchy, strlen(attribute->hierarchy));
    return run->column[i].hierarchy ? SHOAL_OK : status_no_memory(error);
}

/* ---- The rest -------------------------------------------------------------------------------- */

/* A small table, or one of few persons, cannot have classes of five. */
static void choose_limits(inspecting *run) {
    shoal_plan *plan = run->starter;
    uint64_t most = run->bound.person_of ? run->bound.persons : run->table->rows;
    if (plan->k == 0) {
        plan->k_given = most >= USUAL_K ? USUAL_K : most > 2 ? (int64_t)most : 2;
        plan_settle(plan);
    }
    if (!run->input->plan->suppression_given) {
        plan->suppression = USUAL_SUPPRESSION;
        plan->suppression_given = true;
    }
    if (plan->unnamed != UNNAMED_DROP)
        plan->unnamed = UNNAMED_REFUSE;
    if (plan->time_limit <= 0 && plan->evaluations == 0)
        plan->time_limit = USUAL_SECONDS;
}

/* Hierarchies may follow all quasi-identifiers: these are settled first. */
static shoal_status settle_roles(inspecting *run, shoal_error *error) {
    for (size_t i = 0; i < run->table->columns; i++) {
        inspection_column *each = &run->column[i];
        plan_attribute *attribute = plan_attribute_named(run->starter, each->name);
        if (!attribute)
            return status_no_memory(error);
        attribute->role = each->plan_role;
        each->planned = inspect_role_name(each->plan_role);
        run->facts->quasi_count += each->plan_role == ROLE_QUASI;
    }
    return SHOAL_OK;
}

shoal_status starter_roles(inspecting *run, shoal_error *error) {
    STATUS_TRY(limit_quasi(run, error));
    STATUS_TRY(need_quasi(run, error));
    choose_limits(run);
    STATUS_TRY(settle_roles(run, error));
    for (size_t i = 0; i < run->table->columns; i++) {
        if (run->column[i].plan_role == ROLE_QUASI)
            STATUS_TRY(choose_hierarchy(run, i, error));
        STATUS_TRY(inspect_check_cancel(run, error));
    }
    return SHOAL_OK;
}
