/* What an inspection found in a table, and its forms: JSON, summary and page.
 *
 * Strings and lists are borrowed from the table and from the inspection's own memory. NaN where a
 * number is not known or has no meaning. */
#ifndef SHOAL_REPORT_INSPECTION_H
#define SHOAL_REPORT_INSPECTION_H

#include "plan/plan.h"
#include "report/assessment.h"

/* Another column whose values follow from those of a column. */
typedef struct inspection_told {
    const char *name;
    double share; /* of the rows whose value leaves one value of the other column */
    bool copies;  /* the other column tells this one as well */
    size_t order; /* its place in the table */
} inspection_told;

typedef struct inspection_column {
    const char *name;
    assessment_column values; /* its type and, as `after`, its distribution; page_column_chart
                                 draws it */
    uint64_t named;           /* rows whose value no other row has */
    double names; /* how nearly it names its rows: distinct values of those that are not missing;
                     NaN: all are */
    const inspection_told *told; /* [told_count] */
    size_t told_count;

    char safe_harbor;   /* letter of its category (recognize/safe_harbor.h); 0: none */
    const char *format; /* what its values are: "e-mail address"; NULL: nothing special */
    plan_role suggested;
    const char *role;   /* the same as plans name it */
    const char *reason; /* a clause: "the name says birth date" */
    double certainty;   /* of the suggestion, 0 to 1 */
    const char *sure;   /* the same in a word */
    bool given;         /* the role is the user's own word, not a suggestion */

    /* In the starter plan. */
    plan_role plan_role;
    const char *planned;   /* the same as plans name it */
    const char *change;    /* why it is not the suggested one; NULL: it is */
    const char *hierarchy; /* of a quasi-identifier: what the plan says; NULL: none */
    const char *described; /* what is built from that: "built ranges of 5, 10 …"; NULL: not known */
} inspection_column;

/* A column with more different values than that for each row names its rows. */
#define INSPECTION_NAMES 0.95

enum { INSPECTION_SET = 3, INSPECTION_SETS = 12 };

/* Columns that, taken together, single out rows. */
typedef struct inspection_set {
    size_t column[INSPECTION_SET]; /* of inspection.columns, ascending */
    size_t size;
    uint64_t rows; /* that nobody else has: no other row, or no row of another person */
} inspection_set;

/* What a recoding made of the table in the trial. */
typedef struct inspection_trial {
    const char *recoding;
    double loss; /* NaN: nothing was found */
    int64_t evaluations;
} inspection_trial;

typedef struct inspection {
    const char *command; /* command line; NULL: not known */
    double seconds;
    result_file file;
    uint64_t rows;
    const inspection_column *columns; /* [column_count] in the table's order */
    size_t column_count;

    bool last_resort; /* nothing says what identifies: roles were taken from the values alone */
    const char *const *person; /* [person_count] columns that make the key of a person */
    size_t person_count;
    uint64_t persons; /* different keys; 0: no key */

    uint64_t told_rows;  /* that dependencies were judged by: fewer than `rows` are a sample */
    size_t told_columns; /* the first so many were judged */

    inspection_set sets[INSPECTION_SETS]; /* [set_count] smaller ones first, then more rows first */
    size_t set_count;
    size_t set_columns;      /* that were looked at: those that are not set aside */
    size_t set_columns_left; /* that were not, because there are too many */
    uint64_t set_rows;       /* the sets were chosen by so many rows, and counted in all */

    const char *plan;      /* the starter plan, YAML; NULL: it cannot be written, see `planless` */
    const char *planless;  /* why; NULL: there is one */
    const char *plan_path; /* where it was written; NULL: nowhere */
    const char *recoding;  /* of the plan */
    const inspection_trial *trials; /* [trial_count] */
    size_t trial_count;
    uint64_t trial_rows; /* that they were made on */
    size_t quasi_count;  /* quasi-identifiers of the plan */
    size_t quasi_left;   /* columns that were suggested as such and are left out of the release */
} inspection;

/* A failed allocation shows in out->failed. */
void inspection_print_json(text *out, const inspection *facts);
/* Without values and bins, for a page. */
void inspection_print_json_brief(text *out, const inspection *facts);
void inspection_print_summary(text *out, const inspection *facts);
/* `public_report`: no value of the table is on the page. */
void inspection_print_html(text *out, const inspection *facts, bool public_report);

#endif
