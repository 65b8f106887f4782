/* What the name of a source or sink says about its kind. */
#ifndef SHOAL_STORE_STORE_NAME_H
#define SHOAL_STORE_STORE_NAME_H

#include <stdbool.h>
#include <stddef.h>

/* Length of the scheme of a name that looks like a URL, else 0. */
size_t store_name_scheme(const char *name);
/* Whether the name begins with one of the schemes; the list ends with NULL. */
bool store_name_has_scheme(const char *name, const char *const *schemes);
/* Whether the name of a file, without that of its compression, ends in one of the suffixes. */
bool store_name_has_suffix(const char *name, const char *const *suffixes);

#endif
