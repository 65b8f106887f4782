/* A column as it would be if the table had only some of its rows: what was dropped leaves no value
 * behind. */
#ifndef SHOAL_DATA_KEPT_COLUMN_H
#define SHOAL_DATA_KEPT_COLUMN_H

#include "data/table.h"

#define KEPT_NO_CODE UINT32_MAX

typedef struct kept_column {
    column values;     /* as many rows as before; codes of dropped ones mean nothing */
    uint32_t *code_of; /* [values of the whole column] its code here, or KEPT_NO_CODE; NULL: nothing
                          was left out, and all is borrowed */
} kept_column;

/* `kept` (may be NULL: all) marks the rows that stay. False: out of memory; free it in any case.
 * The name is borrowed. */
SHOAL_CHECKED bool kept_column_make(kept_column *out, const column *whole, size_t rows,
                                    const bool *kept);
void kept_column_free(kept_column *made);

#endif
