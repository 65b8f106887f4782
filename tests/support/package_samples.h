/* Small files of statistical packages with what is special about them: labels, dates, times, values
 * that are missing in every way, long and foreign texts. Made by ReadStat itself. */
#ifndef SHOAL_TESTS_SUPPORT_PACKAGE_SAMPLES_H
#define SHOAL_TESTS_SUPPORT_PACKAGE_SAMPLES_H

#include <stdbool.h>

/* By the suffix of the path: .sav, .zsav, .por, .dta, .sas7bdat or .xpt. False: it failed, or this
 * build has no ReadStat. */
bool package_sample_write(const char *path);

/* Rows of a sample. */
#define PACKAGE_SAMPLE_ROWS 4

#endif
