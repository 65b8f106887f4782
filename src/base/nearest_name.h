/* Names that were probably meant, and names as people can see them. */
#ifndef SHOAL_BASE_NEAREST_NAME_H
#define SHOAL_BASE_NEAREST_NAME_H

#include <stdbool.h>
#include <stddef.h>

/* Longer names are compared by so many of their first characters. */
#define NAME_COMPARED 64

/* Characters to insert, drop, replace or swap with their neighbour to turn one name into the other
 * (optimal string alignment). Capital and small letters are the same, and so are blanks, `-` and
 * `_`; characters that cannot be seen do not count. */
size_t name_distance(const char *one, const char *other);

/* Whether the one was probably meant by the other: at most a third of the longer differs, or one
 * begins with the other, of at least three characters. */
bool name_is_near(const char *one, const char *other);

/* The name of a list. */
typedef const char *name_getter(const void *list, size_t index);
/* Place of the nearest of them; `count` when none is near. */
size_t name_nearest(const char *wrong, name_getter *get, const void *list, size_t count);

/* " (did you mean cut?)", or nothing when no name is near. The names end with a NULL. */
#define NAME_HINT_SIZE 80
const char *name_hint(char out[NAME_HINT_SIZE], const char *wrong, const char *const *names);

/* The name with what cannot be seen spelled out: \t, \r, \u200b, \x01; cut with `…` where it does
 * not fit. `size` is at least 16. */
void name_show(char *out, size_t size, const char *name);

#endif
