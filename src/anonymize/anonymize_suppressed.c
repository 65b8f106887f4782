/* What becomes of the suppressed rows: they are a class, and hold as one or are left out. */
#include "anonymize/anonymization.h"
#include "base/note.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

const bool *anonymization_kept(const anonymization *run) {
    return run->suppressed.kept ? run->suppressed.kept : run->bound.kept;
}

/* ---- Judging a release before it is written -------------------------------------------------- */

typedef bool rule_question(const privacy_model *of);

static bool is_of_population(const privacy_model *of) {
    return of->of_population;
}

static bool is_of_table(const privacy_model *of) {
    return of->of_table;
}

static bool any_rule(const anonymization *run, rule_question *asks) {
    for (size_t r = 0; r < run->bound.rules.count; r++)
        if (asks(run->bound.rules.rules[r].model))
            return true;
    return false;
}

/* Pseudonyms are not drawn yet, and no rule looks at them. */
static shoal_status try_release(anonymization *run, bool *holds, shoal_error *error) {
    release_task task;
    release_column *columns;
    judged_people people;
    recoded_labels *labels = NULL;
    STATUS_TRY(anonymize_release_task(&task, &columns, run, error));
    for (size_t i = 0; i < run->bound.table->columns; i++)
        if (columns[i].use == COLUMN_PSEUDONYM)
            columns[i].use = COLUMN_DROP;
    task.hooks = NULL;
    shoal_status status = anonymize_release_people(&people, &labels, run, error);
    release_checks checks = {.rules = &run->bound.rules,
                             .people = status == SHOAL_OK && people.tuples ? &people : NULL};
    if (status == SHOAL_OK)
        status = release_try(holds, &task, run->bound.plan, &checks, error);
    memory_free(labels);
    memory_free(columns);
    return status;
}

/* ---- Keeping them ---------------------------------------------------------------------------- */

static shoal_status try_keeping(anonymization *run, const suppressed_class *of, bool *settled,
                                shoal_error *error) {
    run_suppressed *out = &run->suppressed;
    *settled = of->holds;
    memcpy(out->why, of->why, sizeof out->why);
    if (of->holds && any_rule(run, is_of_population)) {
        STATUS_TRY(try_release(run, settled, error));
        if (!*settled)
            snprintf(out->why, sizeof out->why, "they do not meet the rules about the population");
    }
    out->fate = *settled ? SUPPRESSED_KEPT : SUPPRESSED_NONE;
    return SHOAL_OK;
}

/* ---- Leaving them out ------------------------------------------------------------------------ */

/* Models that compare classes with the table see another table then. */
static shoal_status try_dropping(anonymization *run, const suppressed_class *of, bool *settled,
                                 shoal_error *error) {
    run_suppressed *out = &run->suppressed;
    publication *published = &run->recoder->publication;
    publication_claim before = published->claim;
    *settled = published->suppressed < run->bound.rows;
    if (!*settled)
        return SHOAL_OK;
    STATUS_TRY(suppressed_class_leave_out(&out->kept, of, &run->bound, published, error));
    if (any_rule(run, is_of_table))
        STATUS_TRY(try_release(run, settled, error));
    if (*settled) {
        out->fate = SUPPRESSED_DROPPED;
        out->rows = published->suppressed;
        return SHOAL_OK;
    }
    memory_free(out->kept);
    out->kept = NULL;
    published->claim = before;
    return SHOAL_OK;
}

/* ---------------------------------------------------------------------------------------------- */

static shoal_status settle(anonymization *run, const suppressed_class *of, bool *settled,
                           shoal_error *error) {
    plan_suppressed rule = run->bound.plan->suppressed;
    *settled = false;
    if (rule != SUPPRESSED_DROP)
        STATUS_TRY(try_keeping(run, of, settled, error));
    /* A database makes the release from a list of suppressed classes: it leaves out no rows. */
    if (!*settled && rule != SUPPRESSED_KEEP && !anonymize_stays(run))
        STATUS_TRY(try_dropping(run, of, settled, error));
    return SHOAL_OK;
}

shoal_status anonymize_settle(anonymization *run, bool *settled, shoal_error *error) {
    suppressed_class of;
    memory_free(run->suppressed.kept);
    run->suppressed = (run_suppressed){.fate = SUPPRESSED_NONE};
    *settled = run->recoder->publication.suppressed == 0;
    if (*settled)
        return SHOAL_OK;
    shoal_status status =
        suppressed_class_judge(&of, &run->bound, &run->recoder->publication, error);
    if (status == SHOAL_OK)
        status = settle(run, &of, settled, error);
    suppressed_class_free(&of);
    return status;
}
