/* The classes that a release must have, by the codes of its labels. */
#ifndef SHOAL_PUSHDOWN_PUSHDOWN_CLASSES_H
#define SHOAL_PUSHDOWN_PUSHDOWN_CLASSES_H

#include "bind/bound_table.h"
#include "data/class_table.h"
#include "data/packing.h"
#include "recode/publication.h"

typedef struct pushdown_classes {
    size_t attributes;
    packing_field *fields; /* [attributes] */
    class_table table;
    uint64_t *rows;   /* [classes] of the source */
    bool *suppressed; /* [classes] */
    size_t rows_held, suppressed_held;
    size_t next; /* class to be told next */
} pushdown_classes;

/* Groups the condensed table by the labels that its rows get. Free it also after a failure. */
SHOAL_CHECKED shoal_status pushdown_classes_make(pushdown_classes *out, const bound_table *bound,
                                                 const publication *published, shoal_error *error);
void pushdown_classes_free(pushdown_classes *classes);

/* The codes of the next class that is suppressed; false: there are no more. */
bool pushdown_classes_next(uint32_t *code, void *classes);

#endif
