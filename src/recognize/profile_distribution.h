/* How the numbers and dates of a column are distributed: a part of its profile. */
#ifndef SHOAL_RECOGNIZE_PROFILE_DISTRIBUTION_H
#define SHOAL_RECOGNIZE_PROFILE_DISTRIBUTION_H

#include "recognize/column_profile.h"

/* Fills what column_profile.h says of numbers and dates; the type is known. `list` are the values
 * of `values` that are not missing, count[code] their rows. */
SHOAL_CHECKED shoal_status profile_distribution_fill(column_profile *out, const value_list *list,
                                                     const dictionary *values,
                                                     const uint32_t *count, shoal_error *error);

#endif
