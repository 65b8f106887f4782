/* Judges classes that are given as lists of rows, one at a time, by all privacy models. Every row
 * is a tuple of the rules (see bind/rules.h). */
#ifndef SHOAL_RECODE_LISTED_ROWS_H
#define SHOAL_RECODE_LISTED_ROWS_H

#include "bind/bound_rules.h"

/* What is known of the rows; read by all workers. */
typedef struct listed_rows {
    const bound_rules *rules;
    /* Where persons are counted, the one of each row among those with several, or RULE_NONE: */
    uint32_t *person_of; /* [rows]; NULL: every row is a person */
    uint32_t **value_of; /* [columns][rows] */
    size_t rows;
} listed_rows;

/* Scratch of one worker. */
typedef struct listed_scratch {
    uint64_t *pairs;  /* [rows] where persons are counted */
    uint32_t *counts; /* [largest domain] all 0 between classes */
    uint32_t *present;
    model_sum *sums;
} listed_scratch;

/* Room from an arena; false when there is none. */
bool listed_rows_open(listed_rows *out, const bound_rules *rules, size_t rows, arena *memory);
bool listed_scratch_open(listed_scratch *out, const listed_rows *of, arena *memory);

/* Whether the rows of one class, list[count], hold every rule and are those of k persons. A class
 * of some attributes only, which is not `whole`, needs the persons alone. */
bool listed_rows_hold(const listed_rows *of, const listed_scratch *scratch, const uint32_t *list,
                      size_t count, bool whole);

#endif
