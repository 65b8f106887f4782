/* The paper's test database: "we removed any rows with missing values, which left 30,162 unique
 * records … we randomly selected 15,000 rows". Which ones it does not say. */
#include "experiments/lunacek2006.h"

/* Adult's complete rows, in the order of the published file, with the names of the columns. */
#define ADULT "adult/adult.csv"
#define ROWS_SEED 2006

static shoal_status add_attribute(subject *adult, const lunacek2006_attribute *wanted,
                                  shoal_error *error) {
    int64_t column_index = table_find(adult->table, wanted->name);
    if (column_index < 0)
        return status_fail(error, SHOAL_BAD_DATA, "%s has no column '%s'", ADULT, wanted->name);
    STATUS_TRY(subject_add_text(adult, (size_t)column_index, wanted->hierarchy, error));
    plan_attribute *added = plan_attribute_named(adult->plan, wanted->name);
    if (!added)
        return status_no_memory(error);
    added->constrained = wanted->constrained;
    added->finest = wanted->finest;
    return SHOAL_OK;
}

shoal_status lunacek2006_read(subject *out, experiment *of, shoal_error *error) {
    out->name = "adult";
    STATUS_TRY(subject_read(out, of, ADULT, SHOAL_YES, error));
    STATUS_TRY(subject_draw(out, LUNACEK2006_ROWS, ROWS_SEED, error));
    out->plan->domain = DOMAIN_HIERARCHY;
    for (size_t i = 0; i < LUNACEK2006_ATTRIBUTES; i++)
        STATUS_TRY(add_attribute(out, &lunacek2006_attributes[i], error));
    return subject_bind_cuts(out, of, error);
}
