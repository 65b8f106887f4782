/* The paper's Table 1: Adult's complete rows with nine attributes, values
 * absent from the data included for the ages; and weights in the spirit of its
 * Figure 3, which does not survive in text.
 */
#include "experiments/dewri2009.h"

#define ADULT "adult/adult.csv"
#define OLDEST 99
#define YEARS 5

const dewri2009_attribute dewri2009_attributes[DEWRI2009_ATTRIBUTES] = {
    {"age", "age", 20},
    {"workclass", "work class", 7},
    {"education", "education", 16},
    {"marital-status", "marital status", 7},
    {"occupation", "occupation", 14},
    {"race", "race", 5},
    {"sex", "gender", 2},
    {"native-country", "native country", 41},
    {"salary-class", "salary class", 2},
};

const dewri2009_weighting dewri2009_weightings[DEWRI2009_WEIGHTINGS] = {
    {"wv1", "all alike", {1, 1, 1, 1, 1, 1, 1, 1, 1}},
    {"wv2", "by the number of values, so most on native country", {20, 7, 16, 7, 14, 5, 2, 41, 2}},
    {"wv3", "education and occupation", {4, 4, 36, 4, 36, 4, 4, 4, 4}},
    {"wv4", "age, marital status, race and gender", {20, 4, 4, 20, 4, 20, 20, 4, 4}},
    {"wv5", "native country, then work class and occupation", {4, 18, 4, 4, 18, 4, 4, 40, 4}},
};

double dewri2009_share(const dewri2009_weighting *of, size_t attribute) {
    double sum = 0;
    for (size_t a = 0; a < DEWRI2009_ATTRIBUTES; a++)
        sum += of->weights[a];
    return of->weights[attribute] / sum;
}

static shoal_status add_ages(subject *adult, size_t column_index, shoal_error *error) {
    text rows = {0};
    for (int age = 0; age <= OLDEST; age++)
        text_format(&rows, "%d;%d-%d;*\n", age, age / YEARS * YEARS,
                    age / YEARS * YEARS + YEARS - 1);
    shoal_status status = rows.failed ? status_no_memory(error)
                                      : subject_add_text(adult, column_index, rows.bytes, error);
    text_free(&rows);
    return status;
}

static shoal_status add_attribute(subject *adult, size_t which, double weight, shoal_error *error) {
    const char *name = dewri2009_attributes[which].name;
    int64_t column_index = table_find(adult->bound.table, name);
    if (column_index < 0)
        return status_fail(error, SHOAL_BAD_DATA, "%s has no column '%s'", ADULT, name);
    STATUS_TRY(which == 0 ? add_ages(adult, (size_t)column_index, error)
                          : subject_add(adult, (size_t)column_index, "flat", error));
    plan_attribute *added = plan_attribute_named(adult->plan, name);
    if (!added)
        return status_no_memory(error);
    added->weight = weight;
    added->finest = which == 0 ? 1 : 0;
    return SHOAL_OK;
}

shoal_status dewri2009_read(subject *out, experiment *of, const dewri2009_weighting *weighting,
                            shoal_error *error) {
    out->name = "adult";
    STATUS_TRY(subject_read(out, of, ADULT, SHOAL_YES, error));
    out->plan->domain = DOMAIN_HIERARCHY;
    for (size_t a = 0; a < DEWRI2009_ATTRIBUTES; a++)
        STATUS_TRY(add_attribute(out, a, weighting->weights[a], error));
    return bound_table_bind_hierarchies(&out->bound, true, error);
}
