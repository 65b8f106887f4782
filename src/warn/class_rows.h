/* The rows of a release, class by class, as its reader sees them. */
#ifndef SHOAL_WARN_CLASS_ROWS_H
#define SHOAL_WARN_CLASS_ROWS_H

#include "warn/warn.h"

/* The suppressed rows are one of the classes, the last. */
typedef struct class_rows {
    const warn_release *release;
    size_t classes;
    size_t *first;     /* [classes + 1] */
    uint32_t *row;     /* [first[classes]] */
    uint64_t *members; /* [classes] persons, or rows where these are counted */
} class_rows;

/* False: out of memory. */
bool class_rows_make(class_rows *out, const warn_release *release);
void class_rows_free(class_rows *of);

static inline bool class_rows_is_suppressed(const class_rows *of, size_t class) {
    return class == of->release->suppressed;
}

static inline size_t class_rows_count(const class_rows *of, size_t class) {
    return of->first[class + 1] - of->first[class];
}

/* Whether what the rows of a class have in common is told of it. Where missing values match others,
 * a class below k has further rows that match it; and fewer than k suppressed rows are told of by
 * another code. */
bool class_rows_is_judged(const class_rows *of, size_t class);

#endif
