/* The parts of an assessment's JSON. For assessment_json*.c, inspection_json.c and result.c only.
 */
#ifndef SHOAL_REPORT_ASSESSMENT_PARTS_H
#define SHOAL_REPORT_ASSESSMENT_PARTS_H

#include "report/assessment.h"
#include "report/json.h"

/* A value of a table. Long ones are shortened, with `cut` beside them. */
void assessment_json_value(json *out, const char *value);
/* Infinite numbers are written as "infinite", since JSON has none. */
void assessment_json_measure(json *out, const char *key, double value);

/* A file with its hash and rows (result.c). */
void result_json_file(json *out, const char *key, const result_file *file);

/* The facts of one table, as members of the open object. */
void assessment_json_table(json *out, const assessment *facts, const assessment_table *table);
void assessment_json_linkage(json *out, const assessment *facts);
void assessment_json_attacks(json *out, const assessment *facts);
void assessment_json_utility(json *out, const assessment *facts);
/* A column of one side; nothing where it is not there. `covered` may be NULL. */
void assessment_json_values(json *out, const char *key, const assessment_values *values,
                            const double *covered);

#endif
