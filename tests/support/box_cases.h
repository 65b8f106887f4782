/* Small random tables for the tests of clusters in boxes, and what they cost at best. */
#ifndef SHOAL_TESTS_SUPPORT_BOX_CASES_H
#define SHOAL_TESTS_SUPPORT_BOX_CASES_H

#include "base/random.h"
#include "boxes/box_clusters.h"

#define BOX_CASE_ATTRIBUTES 5
#define BOX_CASE_SIZE 12

/* What a cell of [least][most] costs; or a set of so many, in of_count. */
typedef struct box_case_attribute {
    uint32_t size;
    box_cost cost[BOX_CASE_SIZE][BOX_CASE_SIZE];
    box_cost of_count[BOX_CASE_SIZE + 1];
} box_case_attribute;

typedef struct box_case {
    box_table table;
    box_costs costs;
    box_work work;
    box_attribute attribute[BOX_CASE_ATTRIBUTES];
    box_case_attribute drawn[BOX_CASE_ATTRIBUTES];
    uint16_t *position;
    uint32_t *count;
} box_case;

typedef struct box_case_kind {
    size_t tuples;   /* at most; at least 1 */
    uint64_t rows;   /* at most */
    bool forbidden;  /* some steps are */
    uint64_t blanks; /* at most */
} box_case_kind;

/* Trees, flat ones too, ranges, sets and anything that never falls, with steps that cost nothing
 * now and then. k is at most the number of rows. Aborts where it cannot. */
void box_case_draw(box_case *out, random_stream *stream, const box_case_kind *kind);
void box_case_free(box_case *made);

/* The cost of a row in the box of the rows of a bit mask, by plain counting. */
int64_t box_case_cost(const box_case *of, const uint32_t *tuple, uint32_t rows);
/* The tuple of each row; there are at most 32. */
void box_case_rows(const box_case *of, uint32_t *tuple);

/* The least cost over all divisions of at most 12 rows, without rules; INT64_MAX: none holds. */
int64_t box_case_optimum(const box_case *of);

#endif
