/* Names for a message that has little room: `age (2 of 4), zip (1 of 5) and 3 more`. */
#ifndef SHOAL_BASE_NAME_LIST_H
#define SHOAL_BASE_NAME_LIST_H

#include "base/status.h"

#define NAME_LIST_SIZE 200

/* All zero but `room`: empty. */
typedef struct name_list {
    size_t room; /* bytes of the text at most; from 40 to NAME_LIST_SIZE - 1 */
    size_t shown, left_out;
    char text[NAME_LIST_SIZE]; /* the names that fit; each whole, or not there */
} name_list;

/* Adds one name, or counts it where it does not fit. */
void name_list_add(name_list *out, const char *format, ...) STATUS_PRINTF(2, 3);
/* The text with the number of names that did not fit; nothing may be added after it. */
const char *name_list_end(name_list *out);

#endif
