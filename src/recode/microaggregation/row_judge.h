/* Which rows of an averaged table are suppressed: those of classes that violate a privacy model.
 * With microaggregation the rules count rows: tuple i is row i of the numbers, and one more tuple
 * stands for all rows that were set aside before. */
#ifndef SHOAL_RECODE_MICROAGGREGATION_ROW_JUDGE_H
#define SHOAL_RECODE_MICROAGGREGATION_ROW_JUDGE_H

#include "recode/listed_rows.h"
#include "recode/microaggregation/row_classes.h"

typedef struct row_judge {
    const bound_rules *rules; /* NULL: nothing is suppressed */
    const tuple_values **values;
    rules_scratch scratch;
    uint8_t *lost; /* [rows] the answer, and */
    uint64_t lost_count;
    listed_rows listed; /* of one class at a time */
    listed_scratch one;
} row_judge;

/* Room from an arena, but for what row_judge_close frees; false when there is none. */
bool row_judge_open(row_judge *out, const bound_rules *rules, size_t rows, arena *memory);
void row_judge_close(row_judge *judge);

/* Judges classes that have been counted. `whole`: they are of all attributes, and need k persons.
 * False when out of memory. */
bool row_judge_classes(row_judge *judge, const row_classes *classes, bool whole);

/* Whether the rows of one class, list[count], hold every rule and are those of k persons. A class
 * of some attributes only, which is not `whole`, needs the persons alone. */
bool row_judge_holds(const row_judge *judge, const uint32_t *list, size_t count, bool whole);

#endif
