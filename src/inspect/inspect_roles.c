/* What part each column should play: what the user has said, else what is suggested. */
#include "base/text.h"
#include "inspect/inspect_parts.h"
#include "plan/plan_keys.h"
#include "recognize/safe_harbor.h"

typedef struct role_run {
    inspecting *of;
    column_profile *profile; /* [columns] */
    role_suggestion *found;  /* [columns] */
    shoal_status *status;    /* [columns] */
} role_run;

static void profile_column(void *context, size_t item, int worker) {
    role_run *run = context;
    const inspecting *of = run->of;
    (void)worker;
    run->status[item] = column_profile_make(&run->profile[item], &of->table->column[item],
                                            of->table->rows, of->input->plan, NULL);
}

static shoal_status make_profiles(role_run *run, shoal_error *error) {
    size_t columns = run->of->table->columns;
    run->profile = memory_zero(columns + 1, sizeof *run->profile);
    run->found = memory_zero(columns + 1, sizeof *run->found);
    run->status = memory_zero(columns + 1, sizeof *run->status);
    if (!run->profile || !run->found || !run->status)
        return status_no_memory(error);
    threads_run(run->of->input->pool, columns, profile_column, run);
    for (size_t i = 0; i < columns; i++)
        if (run->status[i] != SHOAL_OK)
            return status_no_memory(error);
    return SHOAL_OK;
}

/* Whether the plan says more of an attribute than its role. *failed: out of memory. */
static bool says_more(const plan_attribute *said, bool *failed) {
    static const plan_attribute fresh = {.weight = 1};
    bool more = false;
    for (const plan_key *key = plan_key_table; key->shown.key && !more; key++) {
        text value = {0}, usual = {0};
        bool other = strncmp(key->shown.key, PLAN_ATTRIBUTE_KEYS, strlen(PLAN_ATTRIBUTE_KEYS)) != 0;
        if (other || !key->form || strcmp(key->shown.key, PLAN_ATTRIBUTE_KEYS "role") == 0)
            continue;
        bool set = key->form->format(key, plan_field(key, said), &value);
        bool by_default = key->form->format(key, plan_field(key, &fresh), &usual);
        *failed |= value.failed || usual.failed;
        more = !*failed && set && (!by_default || strcmp(value.bytes, usual.bytes) != 0);
        text_free(&value);
        text_free(&usual);
    }
    return more;
}

/* An attribute may be named for its hierarchy or its type alone: then nothing is said of its role.
 */
static bool is_given(const shoal_plan *plan, const char *name, plan_role *out, bool *failed) {
    const plan_attribute *said = plan_find(plan, name);
    *out = said ? said->role : ROLE_PLAIN;
    return said && (said->role != ROLE_PLAIN || !says_more(said, failed));
}

/* Nobody needs to see the values of identifiers. */
static void hide_values(inspection_column *of) {
    assessment_values *values = &of->values.after;
    values->categories.rest = values->categories.rows - values->categories.missing;
    values->categories.shown = 0;
    values->numeric = false;
}

static shoal_status take(inspecting *of, inspection_column *to, const column_profile *profile,
                         const role_suggestion *found, shoal_error *error) {
    plan_role said;
    bool failed = false;
    to->given = is_given(of->input->plan, to->name, &said, &failed);
    to->suggested = to->given ? said : found->role;
    to->role = inspect_role_name(to->suggested);
    to->plan_role = to->suggested;
    to->certainty = to->given ? 1 : found->number;
    to->sure = to->given ? "given" : role_certainty_name(found->certainty);
    to->reason = arena_text(of->memory, found->reason, strlen(found->reason));
    to->safe_harbor = safe_harbor_letter(profile, plan_role_is_hidden(to->suggested));
    if (profile->format != FORMAT_NONE)
        to->format = value_format_plural(profile->format);
    return to->reason && !failed ? SHOAL_OK : status_no_memory(error);
}

/* The user's own key takes the place of a suggested one. */
static void settle_persons(inspecting *of) {
    bool said = plan_count_role(of->input->plan, ROLE_PERSON) > 0;
    for (size_t i = 0; said && i < of->table->columns; i++) {
        inspection_column *each = &of->column[i];
        if (each->suggested != ROLE_PERSON || each->given)
            continue;
        each->suggested = each->plan_role = ROLE_IDENTIFIER;
        each->role = inspect_role_name(ROLE_IDENTIFIER);
    }
}

/* ---- Whose rows are whose -------------------------------------------------------------------- */

static shoal_status find_persons(inspecting *of, shoal_error *error) {
    inspection *facts = of->facts;
    const char **names = arena_new(of->memory, of->table->columns + 1, sizeof *names);
    if (!names)
        return status_no_memory(error);
    for (size_t i = 0; i < of->table->columns; i++) {
        plan_attribute *attribute = plan_attribute_named(of->starter, of->column[i].name);
        if (!attribute)
            return status_no_memory(error);
        attribute->role = of->column[i].suggested;
        if (attribute->role == ROLE_PERSON)
            names[facts->person_count++] = of->column[i].name;
    }
    facts->person = names;
    of->bound = (bound_table){.plan = of->starter,
                              .path = of->input->path,
                              .pool = of->input->pool,
                              .table = of->table,
                              .rows = of->table->rows};
    STATUS_TRY(bound_table_find_persons(&of->bound, error));
    facts->persons = of->bound.person_of ? of->bound.persons : 0;
    return SHOAL_OK;
}

static shoal_status suggest(role_run *run, shoal_error *error) {
    inspecting *of = run->of;
    size_t columns = of->table->columns;
    STATUS_TRY(make_profiles(run, error));
    table_suggestion whole = role_suggestions_make(run->found, run->profile, of->ties, columns);
    of->facts->last_resort = whole.last_resort;
    for (size_t i = 0; i < columns; i++)
        STATUS_TRY(take(of, &of->column[i], &run->profile[i], &run->found[i], error));
    settle_persons(of);
    for (size_t i = 0; i < columns; i++)
        if (plan_role_is_hidden(of->column[i].suggested))
            hide_values(&of->column[i]);
    return find_persons(of, error);
}

shoal_status inspect_roles(inspecting *of, shoal_error *error) {
    role_run run = {.of = of};
    shoal_status status = suggest(&run, error);
    memory_free(run.profile);
    memory_free(run.found);
    memory_free(run.status);
    return status;
}
