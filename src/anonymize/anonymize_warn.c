/* What the release would give away, before it is written. */
#include "anonymize/anonymization.h"
#include "bind/households.h"
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
        .text = by->labels,
    };
}

/* The clusters of local recoding are its classes, those of averages the rows with the same means.
 */
static shoal_status look_at_means(anonymization *run, const published_rows *rows,
                                  shoal_error *error) {
    const bound_table *bound = &run->bound;
    const publication *published = &run->recoder->publication;
    unsigned *averaged = memory_new(bound->attributes, sizeof *averaged);
    const column **columns = memory_new(bound->attributes, sizeof *columns);
    shoal_status status = averaged && columns ? SHOAL_OK : status_no_memory(error);
    for (size_t a = 0; status == SHOAL_OK && a < bound->attributes; a++) {
        averaged[a] = published->attribute[a].averaged;
        columns[a] = &bound->table->column[bound->quasi[a]];
    }
    warn_means means = {.rows = *rows,
                        .averaged = averaged,
                        .column = columns,
                        .person_of = bound->person_of,
                        .share = warn_means_share(bound->plan)};
    if (status == SHOAL_OK)
        status = warn_of_means(&run->warnings, &means, error);
    memory_free(columns);
    memory_free(averaged);
    return status;
}

static shoal_status look(anonymization *run, published_classes *classes, households *homes,
                         warn_quasi *quasi, shoal_error *error) {
    const bound_table *bound = &run->bound;
    const publication *published = &run->recoder->publication;
    for (size_t a = 0; a < bound->attributes; a++)
        quasi[a] = quasi_of(bound, published, a);
    published_rows rows = {.quasi = quasi,
                           .attributes = bound->attributes,
                           .rows = bound->table->rows,
                           .counts = anonymization_kept(run),
                           .kept = anonymization_kept(run),
                           .blanks = &published->blanks};
    STATUS_TRY(published_classes_make(classes, &rows, error));
    STATUS_TRY(households_find(homes, bound->table, bound->plan, error));
    warn_release release = {
        .plan = bound->plan,
        .table = bound->table,
        .kept = anonymization_kept(run),
        .class_of = classes->of_row,
        .person_of = run->bound.person_of,
        .classes = classes->count,
        .suppressed = classes->suppressed,
        .k = (uint64_t)bound->plan->k,
        .quasi = quasi,
        .attributes = bound->attributes,
        .rules = &bound->rules,
        .hidden = run->hidden,
        .household = homes->name,
        .household_of = homes->of_row,
        .households = homes->count,
    };
    STATUS_TRY(look_at_means(run, &rows, error));
    STATUS_TRY(warn_classes(&run->warnings, &release, error));
    STATUS_TRY(warn_alike(&run->warnings, &release, error));
    STATUS_TRY(warn_identifying(&run->warnings, &release, error));
    return warn_tells(&run->warnings, &release, error);
}

shoal_status anonymize_warn(anonymization *run, shoal_error *error) {
    published_classes classes = {0};
    households homes = {0};
    warn_quasi *quasi = memory_new(run->bound.attributes, sizeof *quasi);
    shoal_status status = quasi ? SHOAL_OK : status_no_memory(error);
    /* Rows that stay in their database are not there to be looked at. */
    if (quasi && !anonymize_stays(run))
        status = look(run, &classes, &homes, quasi, error);
    published_classes_free(&classes);
    households_free(&homes);
    memory_free(quasi);
    if (status == SHOAL_OK)
        status = warnings_tell(&run->warnings, &run->hooks, error);
    return status;
}
