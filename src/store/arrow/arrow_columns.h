/* The columns of a table as Arrow lays them out. */
#ifndef SHOAL_STORE_ARROW_ARROW_COLUMNS_H
#define SHOAL_STORE_ARROW_ARROW_COLUMNS_H

#include "data/table.h"
#include "store/arrow/arrow_type.h"

#define ARROW_BUFFERS 3

/* The buffers of an array; which of them are the column's own is for arrow_laid_free. */
typedef struct arrow_buffers {
    const void *buffer[ARROW_BUFFERS];
    void *own[ARROW_BUFFERS];
    int64_t count;
} arrow_buffers;

typedef struct arrow_laid {
    char *format; /* of the values; where there is a dictionary, of its codes */
    arrow_buffers rows;
    int64_t nulls;
    /* Of texts in a dictionary: */
    const char *dictionary_format; /* NULL: there is none */
    arrow_buffers dictionary;
    int64_t dictionary_size;
} arrow_laid;

/* Lays out a kept column. Codes are those of the table where Arrow can take them. Free it also
 * after a failure. */
SHOAL_CHECKED shoal_status arrow_laid_make(arrow_laid *out, const shoal_table *table,
                                           const column *of, bool is_plain, shoal_error *error);
void arrow_laid_free(arrow_laid *laid);

#endif
