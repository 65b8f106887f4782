/* Whether what is written would replace what is read, whatever the two are called. */
#ifndef SHOAL_STORE_STORE_PLACE_H
#define SHOAL_STORE_STORE_PLACE_H

#include <stdbool.h>

/* Of the names of an input and an output, by what they say: the same table of the same server or
 * file; a file in the folder that is read; a table or file that the query mentions. The last may be
 * a mistake, which is better than the loss of the input. Files that are the same file are left to
 * files/input_guard.h, and servers may know more (table_format.place). */
bool store_place_is_same(const char *input, const char *output);

#endif
