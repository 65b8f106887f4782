/* Parameters of an algorithm that must lie in a range; outside it they are usage errors. */
#ifndef SHOAL_SEARCH_DRIVER_PARAMETER_RANGES_H
#define SHOAL_SEARCH_DRIVER_PARAMETER_RANGES_H

#include "search/driver/search.h"

/* `most` INT64_MAX: only the lower end counts. */
SHOAL_CHECKED shoal_status range_integer(int64_t *out, const search *run, const char *name,
                                         int64_t least, int64_t most, shoal_error *error);
SHOAL_CHECKED shoal_status range_number(double *out, const search *run, const char *name,
                                        double least, double most, shoal_error *error);

#endif
