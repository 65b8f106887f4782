/* What microaggregation publishes: the averages of clusters in place of the values. */
#ifndef SHOAL_RECODE_MICROAGGREGATION_AVERAGED_TABLE_H
#define SHOAL_RECODE_MICROAGGREGATION_AVERAGED_TABLE_H

#include "data/frequency.h"
#include "measure/information_loss.h"
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
    uint64_t classes, smallest; /* of the published text, suppressed rows aside */
    arena memory;

    information_loss loss;
    double id; /* share of the cells */
    double dld_before, dld, pld_before, pld;
    uint64_t attacked; /* records that the linkages were tried on */
} averaged_table;

/* Works out the labels and the classes of a node. */
SHOAL_CHECKED shoal_status averaged_table_make(averaged_table *out, grouping *space,
                                               const group_number *node, size_t table_rows,
                                               shoal_error *error);
void averaged_table_free(averaged_table *mask);

/* What it costs and gives away, by other paths than the search's. */
SHOAL_CHECKED shoal_status averaged_table_measure(averaged_table *mask, const grouping *space,
                                                  const volatile int *cancel, shoal_error *error);

/* Number of records that linkage is tried on, which limits its time; 0: all. */
size_t averaged_table_records_to_attack(size_t rows, size_t attributes);

/* sse, id, dld and score as percentages; the full score takes all five losses and both linkages. */
double averaged_table_score(const averaged_table *mask);
double averaged_table_full_score(const averaged_table *mask);

/* Reads groups such as "age,income|height,weight" into node[attributes], canonical; a backslash
 * makes the next character literal. Every attribute must be in one group. */
SHOAL_CHECKED shoal_status averaged_table_read_groups(group_number *node, const char *groups,
                                                      const numeric_table *table,
                                                      shoal_error *error);

#endif
