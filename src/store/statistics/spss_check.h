/* What ReadStat takes on trust in the rows of a .sav or .zsav, looked at before it reads them:
 *   - Of a text of several parts in UTF-8 it leaves out NUL bytes, and then takes one byte back at
 *     the end of each part but the last: where there is none it writes before its block.
 *   - Where the file does not say how many rows it has, they end where the file does, and a row
 * that is not whole is left out. */
#ifndef SHOAL_STORE_STATISTICS_SPSS_CHECK_H
#define SHOAL_STORE_STATISTICS_SPSS_CHECK_H

#include "store/statistics/package_input.h"

/* From the beginning of the file; `encoding` as in package_parse. SHOAL_BAD_DATA says what is wrong
 * with it. Most files need a look at their dictionary only. */
SHOAL_CHECKED shoal_status spss_check(package_input *from, const char *encoding);

#endif
