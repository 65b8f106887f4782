/* The words that a column's name is made of. */
#ifndef SHOAL_RECOGNIZE_NAME_PARTS_H
#define SHOAL_RECOGNIZE_NAME_PARTS_H

#include <stdbool.h>
#include <stddef.h>

#define NAME_MOST_PARTS 12
#define NAME_PART_SIZE 48

/* Folded, without digits and signs; parts beyond the most are left out. */
typedef struct name_parts {
    size_t count;
    char part[NAME_MOST_PARTS][NAME_PART_SIZE];
    bool digits; /* the name has some */
} name_parts;

/* Cuts at signs, blanks, digits, and where a capital letter follows a small one or begins a word
 * behind capitals (HTTPServer). Words that only join others are left out. */
void name_parts_cut(name_parts *out, const char *name);

/* Writes parts [begin, end) side by side; false where they do not fit. */
bool name_parts_join(char *out, size_t size, const name_parts *of, size_t begin, size_t end);

#endif
