/* Small random tables with several rows per person, as files, and what a lattice node or a release
 * makes of them, row by row. Whatever goes wrong aborts. */
#ifndef SHOAL_TESTS_SUPPORT_VISIT_TABLE_H
#define SHOAL_TESTS_SUPPORT_VISIT_TABLE_H

#include "base/random.h"
#include "support/judged_class.h"
#include "support/oracle_rows.h"

#include <shoal.h>

#define VISIT_ROWS 40
#define VISIT_QUASI 3
#define VISIT_VALUES 5
#define VISIT_HEIGHT 2
#define VISIT_RULES 2

typedef struct visit_table {
    size_t rows, attributes;
    uint32_t size[VISIT_QUASI]; /* values; the code after the last is a missing value */
    int height[VISIT_QUASI];
    uint32_t group[VISIT_QUASI][VISIT_HEIGHT + 1][VISIT_VALUES];
    uint32_t code[VISIT_ROWS][VISIT_QUASI];
    uint32_t person[VISIT_ROWS];
    size_t keys;                 /* columns of the person's key: 1 or 2 */
    char key[VISIT_ROWS][2][16]; /* a missing part is "?" */
    constrained_rows sensitive;  /* its values are in `value` */
    uint32_t value[VISIT_ROWS];
} visit_table;

/* What a release has to keep. */
typedef struct visit_rules {
    uint64_t k, limit; /* limit: of suppressed rows */
    const char *missing;
    char text[VISIT_RULES][80];
    privacy_rule rule[VISIT_RULES];
    size_t rules;
} visit_rules;

/* With `gaps` some quasi-identifiers are missing. */
void visit_table_draw(visit_table *out, random_stream *stream, bool gaps);
void visit_rules_draw(visit_rules *out, const visit_table *table, random_stream *stream);

/* table.csv with the columns p0, p1 (the person), q0, q1, q2 and s, and h0.csv, … in the working
 * folder; a new plan for both, of this recoding. */
void visit_table_write(const visit_table *table);
shoal_plan *visit_plan_new(const visit_table *table, const visit_rules *rules,
                           const char *recoding);

/* `table` without the rows that miss a quasi-identifier. */
visit_table visit_table_without_gaps(const visit_table *table);

/* `table` with the rows that a result says are in the release (shoal_result_kept). */
visit_table visit_table_take(const visit_table *table, const uint8_t *kept);

/* A node of a lattice over a table without gaps. */
typedef struct visit_answer {
    bool feasible;
    uint64_t suppressed, k_eff, k_eff_rows;
    double loss, dm, precision;
} visit_answer;
visit_answer visit_node_judge(const visit_table *table, const visit_rules *rules,
                              const uint8_t *node);

/* Judges a release of the rows of `table`, in their order, by its cells. Returns NULL, or what it
 * breaks. */
const char *visit_release_judge(const visit_table *table, const visit_rules *rules,
                                const shoal_table *release, visit_answer *out);

/* The fewest persons who have the same text in one attribute, `*` aside. */
uint64_t visit_group_smallest(const visit_table *table, const shoal_table *release,
                              size_t attribute);

#endif
