/* An inspection from start to end. */
#include "base/clock.h"
#include "bind/reading_notes.h"
#include "bind/roles.h"
#include "inspect/inspect_parts.h"
#include "plan/plan_keys.h"

#include <assert.h>

/* The facts and their memory. The facts come first, so that a pointer to them is one to the whole.
 */
typedef struct inspected {
    inspection facts;
    arena memory;
} inspected;

shoal_status inspect_check_cancel(const inspecting *run, shoal_error *error) {
    const volatile int *cancel = run->input->hooks ? run->input->hooks->cancel : NULL;
    return cancel && *cancel ? status_fail(error, SHOAL_INTERRUPTED, "interrupted") : SHOAL_OK;
}

const char *inspect_role_name(plan_role role) {
    const plan_key *key = plan_key_resolve(PLAN_ATTRIBUTE_KEYS "role");
    return key->words[role];
}

/* Columns that the user gives a role must be there. */
static shoal_status check_columns(const inspecting *run, shoal_error *error) {
    size_t *quasi = NULL, count;
    shoal_status status =
        roles_find_quasi(&quasi, &count, run->table, run->input->plan, false, error);
    memory_free(quasi);
    return status;
}

/* Attributes in the order of the table. */
static shoal_status open_plan(inspecting *run, shoal_error *error) {
    STATUS_TRY(check_columns(run, error));
    STATUS_TRY(shoal_plan_new(&run->starter, error));
    for (size_t i = 0; i < run->table->columns; i++)
        if (!plan_attribute_named(run->starter, run->table->column[i].name))
            return status_no_memory(error);
    return plan_copy_onto(run->starter, run->input->plan, error);
}

/* The rest was found all the same. */
static shoal_status do_without_plan(inspecting *run, const char *why, shoal_error *error) {
    run->facts->planless = arena_text(run->memory, why, strlen(why));
    return run->facts->planless ? SHOAL_OK : status_no_memory(error);
}

static shoal_status make_plan(inspecting *run, shoal_error *error) {
    STATUS_TRY(starter_roles(run, error));
    /* Its values may be whole rows, which a plan would publish. */
    if (reading_found_rows(run->table))
        return do_without_plan(run,
                               "only one column was found: if its rows have several, say what "
                               "separates them (input.delimiter)",
                               error);
    STATUS_TRY(recoding_trials(run, error));
    shoal_status status = starter_plan_print(run, error);
    /* A name that is not UTF-8 has no form as YAML. */
    return status == SHOAL_USAGE ? do_without_plan(run, error->message, error) : status;
}

static shoal_status inspect_all(inspecting *run, shoal_error *error) {
    run->column = arena_zero(run->memory, run->table->columns + 1, sizeof *run->column);
    run->hierarchy = memory_zero(run->table->columns + 1, sizeof *run->hierarchy);
    if (!run->column || !run->hierarchy)
        return status_no_memory(error);
    run->facts->columns = run->column;
    run->facts->column_count = run->table->columns;
    STATUS_TRY(open_plan(run, error));
    STATUS_TRY(inspect_columns(run, error));
    STATUS_TRY(inspect_told(run, error));
    STATUS_TRY(inspect_roles(run, error));
    STATUS_TRY(inspect_sets(run, error));
    return make_plan(run, error);
}

static void fill_file(inspecting *run) {
    const inspection_input *input = run->input;
    const char *hash = run->table->sha256;
    run->facts->command = input->command;
    run->facts->file = (result_file){input->path, *hash ? hash : NULL, run->table->rows};
    run->facts->rows = run->table->rows;
    run->facts->plan_path = input->plan_path;
}

shoal_status inspection_make(inspection **out, const inspection_input *input, shoal_error *error) {
    assert(input->plan && input->table);
    double begin = clock_seconds();
    shoal_error local = {0};
    error = error ? error : &local;
    inspected *made = memory_zero(1, sizeof *made);
    *out = NULL;
    if (!made)
        return status_no_memory(error);
    inspecting run = {
        .input = input, .table = input->table, .facts = &made->facts, .memory = &made->memory};
    fill_file(&run);
    shoal_status status = inspect_all(&run, error);
    made->facts.seconds = clock_seconds() - begin;
    for (size_t i = 0; run.hierarchy && i < run.table->columns; i++)
        shoal_hierarchy_free(run.hierarchy[i]);
    memory_free(run.hierarchy);
    bound_table_close(&run.bound);
    shoal_plan_free(run.starter);
    if (status == SHOAL_OK)
        *out = &made->facts;
    else
        inspection_free(&made->facts);
    return status;
}

void inspection_free(inspection *facts) {
    inspected *made = (inspected *)(void *)facts;
    if (!made)
        return;
    arena_free(&made->memory);
    memory_free(made);
}
