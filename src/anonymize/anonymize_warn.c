/* What the release would give away, before it is written. */
#include "anonymize/anonymization.h"
#include "warn/published_classes.h"
#include "warn/warn.h"

static warn_quasi quasi_of(const bound_table *bound, const publication *published, size_t a) {
    const published_attribute *by = &published->attribute[a];
    const column *of = &bound->table->column[bound->quasi[a]];
    return (warn_quasi){
        .name = of->name,
        .value = &of->codes,
        .values = (uint32_t)of->values.size,
        .label = by->of_row ? by->of_row : &of->codes,
        .map = by->of_row ? NULL : by->of_value,
        .blanked = published->blanks.cells ? published->blanks.cells[a] : NULL,
        .labels = (uint32_t)by->label_count,
        .star = (uint32_t)by->label_count,
    };
}

static shoal_status look(anonymization *run, published_classes *classes, warn_quasi *quasi,
                         shoal_error *error) {
    const bound_table *bound = &run->bound;
    const publication *published = &run->recoder->publication;
    for (size_t a = 0; a < bound->attributes; a++)
        quasi[a] = quasi_of(bound, published, a);
    published_rows rows = {.quasi = quasi,
                           .attributes = bound->attributes,
                           .rows = bound->table->rows,
                           .kept = bound->kept,
                           .blanks = &published->blanks};
    STATUS_TRY(published_classes_make(classes, &rows, error));
    warn_release release = {
        .plan = bound->plan,
        .table = bound->table,
        .kept = bound->kept,
        .class_of = classes->of_row,
        .person_of = run->bound.person_of,
        .classes = classes->count,
        .k = (uint64_t)bound->plan->k,
        .quasi = quasi,
        .attributes = bound->attributes,
        .hidden = run->hidden,
    };
    STATUS_TRY(warn_classes(&run->warnings, &release, error));
    return warn_tells(&run->warnings, &release, error);
}

shoal_status anonymize_warn(anonymization *run, shoal_error *error) {
    published_classes classes = {0};
    warn_quasi *quasi = memory_new(run->bound.attributes, sizeof *quasi);
    shoal_status status = quasi ? SHOAL_OK : status_no_memory(error);
    /* Rows that stay in their database are not there to be looked at. */
    if (quasi && !anonymize_stays(run))
        status = look(run, &classes, quasi, error);
    published_classes_free(&classes);
    memory_free(quasi);
    warn_suppressed(&run->warnings, run->bound.table, run->bound.plan,
                    run->recoder->publication.suppressed, (uint64_t)run->bound.plan->k);
    if (status == SHOAL_OK)
        status = warnings_tell(&run->warnings, &run->hooks, error);
    return status;
}
