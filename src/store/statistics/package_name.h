/* Which names variables may have in the files of statistical packages. */
#ifndef SHOAL_STORE_STATISTICS_PACKAGE_NAME_H
#define SHOAL_STORE_STATISTICS_PACKAGE_NAME_H

#include "store/sink.h"
#include "store/statistics/package_file.h"

/* SHOAL_USAGE names the first column that cannot be called so in a file of the format (PACKAGE_SAV
 * or PACKAGE_DTA), or two that would be the same there. */
SHOAL_CHECKED shoal_status package_names_check(const row_feed *feed, package_format format,
                                               shoal_error *error);

#endif
