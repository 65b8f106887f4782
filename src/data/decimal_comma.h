/* Numbers with a decimal comma. Inside, all numbers have a decimal point: in the columns whose file
 * has a comma, commas and points are exchanged as they are read, and again as they are written. So
 * nothing is lost, and 1.234,5 becomes 1,234.5, whose comma separates thousands. */
#ifndef SHOAL_DATA_DECIMAL_COMMA_H
#define SHOAL_DATA_DECIMAL_COMMA_H

#include "data/table.h"

/* Exchanges them, where there is a digit; twice is the same as never. */
void decimal_comma_swap(char *text, size_t length);

/* Exchanges them in the values of a column and sets its `comma`. */
void decimal_comma_turn(column *of);

/* Turns the columns that are turned in another table and not yet in this one. */
void decimal_comma_turn_like(shoal_table *table, const shoal_table *like);

/* What the commas in some values are. */
typedef enum comma_look {
    COMMA_NONE,    /* nothing, or some value is no number */
    COMMA_EITHER,  /* 1,234 and the like: a decimal sign or thousands */
    COMMA_DECIMAL, /* 12,5 */
    COMMA_POINTS   /* no commas, but points that separate thousands where there are commas
                      elsewhere: 1.234 */
} comma_look;

comma_look decimal_comma_look(const char *const *values, size_t count);

#endif
