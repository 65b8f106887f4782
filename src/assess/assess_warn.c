/* What the table gives away that no privacy model covers. */
#include "assess/assess_parts.h"
#include "warn/published_classes.h"
#include "warn/warn_links.h"

/* Labels as they read; values where the original has them in the same order. */
static warn_quasi quasi_of(const assessing *run, size_t a) {
    const column *after = assess_quasi(&run->after, a);
    uint32_t star = assess_find_star(after), labels = (uint32_t)after->values.size;
    warn_quasi made = {.name = after->name,
                       .label = &after->codes,
                       .labels = labels,
                       .star = star < labels ? star : labels};
    if (run->before.bound.table && run->facts->aligned) {
        made.value = &assess_quasi(&run->before, a)->codes;
        made.values = (uint32_t)assess_quasi(&run->before, a)->values.size;
    }
    return made;
}

/* The row of the original for every row of the release, where rows were dropped. */
static bool pair_rows(const size_t **out, const assessing *run, arena *memory) {
    size_t rows = run->after.bound.table->rows, at = 0;
    *out = NULL;
    if (!run->paired || !run->facts->aligned)
        return true;
    size_t *pairs = arena_new(memory, rows + 1, sizeof *pairs);
    for (size_t row = 0; pairs && row < run->before.bound.table->rows && at < rows; row++)
        if (run->paired[row])
            pairs[at++] = row;
    *out = pairs;
    return pairs != NULL;
}

/* What is required of a class; else what the smallest seems to have. */
static uint64_t claimed_k(const assessing *run) {
    uint64_t k = run->plan->k > 0 ? (uint64_t)run->plan->k : run->facts->table.k;
    return k < 2 ? 2 : k;
}

static shoal_status look(assessing *run, published_classes *classes, arena *memory,
                         shoal_error *error) {
    const bound_table *bound = &run->after.bound;
    warn_quasi *quasi = arena_new(memory, run->attributes + 1, sizeof *quasi);
    const bool *published = assess_published_rows(run, &run->after, memory);
    warn_release release = {.plan = run->plan,
                            .table = bound->table,
                            .kept = bound->kept,
                            .k = claimed_k(run),
                            .quasi = quasi,
                            .attributes = run->attributes};
    if (!quasi || !published || !pair_rows(&release.original_row, run, memory))
        return status_no_memory(error);
    for (size_t a = 0; a < run->attributes; a++)
        quasi[a] = quasi_of(run, a);
    published_rows rows = {.quasi = quasi,
                           .attributes = run->attributes,
                           .rows = bound->table->rows,
                           .counts = bound->kept,
                           .kept = published};
    STATUS_TRY(published_classes_make(classes, &rows, error));
    release.class_of = classes->of_row;
    release.person_of = run->after.bound.person_of;
    release.classes = classes->count;
    release.suppressed = classes->suppressed;
    release.rules = &bound->rules;
    release.household = run->facts->survey.household;
    release.household_of = run->household_of;
    release.households = run->households;
    STATUS_TRY(warn_classes(run->warnings, &release, error));
    STATUS_TRY(warn_alike(run->warnings, &release, error));
    STATUS_TRY(warn_identifying(run->warnings, &release, error));
    return warn_tells(run->warnings, &release, error);
}

/* Why nobody knows who lives together. */
static const char *households_lack(const assessing *run) {
    if (!run->before.bound.table)
        return "no original is given";
    return run->facts->apart ? run->facts->apart : "its original does not either";
}

static void warn_households_unknown(const assessing *run) {
    const char *name = run->facts->survey.household;
    if (name && !run->household_of)
        warnings_add(run->warnings, warning_households_unknown, name,
                     "the table does not say who lives together (%s), and %s", name,
                     households_lack(run));
}

/* Pseudonyms link the rows of a person, also those that the plan drops. */
static shoal_status look_at_links(const assessing *run, shoal_error *error) {
    const bound_table *of = &run->after.bound;
    person_sequences found;
    linked_rows rows = {.table = of->table,
                        .quasi = of->quasi,
                        .attributes = run->attributes,
                        .person_of = run->after.everybody ? run->after.everybody : of->person_of,
                        .plan = run->plan,
                        .k = claimed_k(run),
                        .pool = of->pool};
    if (!run->plan->pseudonyms || run->persons_borrowed || !rows.person_of)
        return SHOAL_OK;
    for (size_t row = 0; row < of->table->rows; row++)
        if (rows.person_of[row] >= rows.persons)
            rows.persons = (size_t)rows.person_of[row] + 1;
    STATUS_TRY(person_sequences_find(&found, &rows, error));
    warn_links(run->warnings, &found, rows.k);
    return SHOAL_OK;
}

static warn_columns_of columns_of(const assessing *run, const assess_side *side) {
    const bound_table *bound = &side->bound;
    return (warn_columns_of){run->plan, bound->table, bound->kept, bound->person_of,
                             bound->persons};
}

shoal_status assess_warn(assessing *run, shoal_error *error) {
    published_classes classes = {0};
    arena memory = {0};
    if (run->input->warnings) {
        run->facts->warnings = run->input->warnings;
        return SHOAL_OK;
    }
    STATUS_TRY(warn_unnamed(run->warnings, run->after.bound.table, run->plan, error));
    warn_columns_of columns = columns_of(run, &run->after);
    warn_columns_of keys = columns_of(run, run->persons_borrowed ? &run->before : &run->after);
    STATUS_TRY(warn_columns(run->warnings, &columns, error));
    STATUS_TRY(warn_keys(run->warnings, &keys, error));
    warn_suppressed(run->warnings, run->after.bound.table, run->plan,
                    run->facts->table.suppressed_members, claimed_k(run));
    warn_households_unknown(run);
    STATUS_TRY(look_at_links(run, error));
    shoal_status status = look(run, &classes, &memory, error);
    published_classes_free(&classes);
    arena_free(&memory);
    if (status == SHOAL_OK)
        status = warnings_tell(run->warnings, run->input->hooks, error);
    return status;
}
