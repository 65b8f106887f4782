/* What microaggregation publishes: the averages of clusters in place of the values. */
#ifndef SHOAL_RECODE_MICROAGGREGATION_AVERAGED_TABLE_H
#define SHOAL_RECODE_MICROAGGREGATION_AVERAGED_TABLE_H

#include "data/frequency.h"
#include "measure/numeric_losses.h"
#include "recode/microaggregation/grouping.h"

/* One attribute in its published form. */
typedef struct averaged_column {
    codes code;          /* [rows of the table] its label; label_count: suppressed */
    const char **labels; /* [label_count] no two alike */
    size_t label_count;
    double *value; /* [rows of the numeric table] standardized; 0, the mean, where suppressed */
    double loss;   /* SSE / SST of the attribute */
} averaged_column;

typedef struct averaged_table {
    size_t attributes;
    group_number *node; /* [attributes] */
    size_t groups;
    size_t *clusters; /* [groups] */
    double *losses;   /* [groups] SSE / SST of each, once it is measured */
    averaged_column *column;
    uint8_t *lost; /* [rows of the numeric table] suppressed by privacy models */
    uint64_t lost_count;
    uint64_t classes;       /* of the published text, suppressed rows aside */
    uint64_t smallest;      /* of them: persons, or rows where these are counted */
    uint64_t smallest_rows; /* the same in rows */
    arena memory;

    numeric_losses measured;
} averaged_table;

/* The rows of the table: how many, and whose; person_of NULL: rows are counted. */
typedef struct averaged_rows {
    size_t rows;
    const uint32_t *person_of; /* [rows] */
} averaged_rows;

/* Works out the labels and the classes of a node. */
SHOAL_CHECKED shoal_status averaged_table_make(averaged_table *out, grouping *space,
                                               const group_number *node, averaged_rows of,
                                               shoal_error *error);
void averaged_table_free(averaged_table *mask);

/* What it costs and gives away, by other paths than the search's. */
SHOAL_CHECKED shoal_status averaged_table_measure(averaged_table *mask, const grouping *space,
                                                  const volatile int *cancel, shoal_error *error);

/* Reads groups such as "age,income|height,weight" into node[attributes], canonical; a backslash
 * makes the next character literal. Every attribute must be in one group. */
SHOAL_CHECKED shoal_status averaged_table_read_groups(group_number *node, const char *groups,
                                                      const numeric_table *table,
                                                      shoal_error *error);

#endif
