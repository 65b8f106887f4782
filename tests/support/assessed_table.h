/* Tables assessed from texts, and the example that several tests work out by hand. Everything
 * asserts. */
#ifndef SHOAL_TESTS_SUPPORT_ASSESSED_TABLE_H
#define SHOAL_TESTS_SUPPORT_ASSESSED_TABLE_H

#include "support/columns.h"

#include "assess/assess.h"

typedef struct assessed_table {
    shoal_plan *plan;
    shoal_table *table, *original;
    assessment *facts;
    shoal_error error;
} assessed_table;

#define KEYS(...) ((const char *const[]){__VA_ARGS__, NULL})

shoal_table *assessed_table_read(const char *csv);

/* `keys` are key, value, key, value, …, NULL; `original` may be NULL. What assessment_make says; to
 * be closed in any case. */
shoal_status assessed_table_make(assessed_table *out, const char *csv, const char *original,
                                 const char *const *keys);
void assessed_table_close(assessed_table *of);

/* Fails where there is no such metric. */
double assessed_table_metric(const assessment *facts, const char *name);

/* NAN and INFINITY are near themselves. */
void assert_near(double found, double expected);

/* Classes of the release: A = rows 1-3, B = rows 4-5, C = rows 6-8; 9 and 10 are suppressed. */
extern const char assessed_original[], assessed_release[];

#define ASSESSED_EXAMPLE                                                                           \
    "attributes.age.role", "quasi", "attributes.sex.role", "quasi", "attributes.disease.role",     \
        "sensitive", "attributes.pay.role", "sensitive", "attributes.age.hierarchy", "ranges:10",  \
        "attributes.disease.hierarchy", "groups:flu|cold;ulcer", "privacy.k", "2",                 \
        "risk.threshold", "0.4", "target", "works"

#endif
