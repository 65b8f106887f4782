/* What ReadStat takes on trust in a .dta, looked at before it reads the rows: the long texts, which
 * it hands on without their length, have an end. Names of sets of labels are looked at as they come
 * (package_file.c). */
#ifndef SHOAL_STORE_STATISTICS_STATA_CHECK_H
#define SHOAL_STORE_STATISTICS_STATA_CHECK_H

#include "store/statistics/package_input.h"

/* From the beginning of the file; SHOAL_BAD_DATA says what is wrong with it. */
SHOAL_CHECKED shoal_status stata_check(package_input *from);

#endif
