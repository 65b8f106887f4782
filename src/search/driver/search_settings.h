/* Parameters given with --set, checked against the algorithm's own table. */
#ifndef SHOAL_SEARCH_DRIVER_SEARCH_SETTINGS_H
#define SHOAL_SEARCH_DRIVER_SEARCH_SETTINGS_H

#include "search/driver/search.h"

/* Every setting must name a parameter of the algorithm and be of its default's kind: a whole
 * number, a number, or text. `settings` may be NULL. */
SHOAL_CHECKED shoal_status settings_check(const algorithm *of, const shoal_parameter *settings,
                                          shoal_error *error);

/* What a parameter is set to, else its default; NULL where the algorithm has no such parameter. */
const char *settings_text(const algorithm *of, const shoal_parameter *settings, const char *name);

#endif
