/* The rows of files of statistical packages, on their way to a table. */
#ifndef SHOAL_STORE_STATISTICS_PACKAGE_ROWS_H
#define SHOAL_STORE_STATISTICS_PACKAGE_ROWS_H

#include "store/source.h"
#include "store/statistics/package_columns.h"

typedef struct package_rows package_rows;

/* `columns`, `names` and `options` must outlive it; `wanted` as in source_read. */
SHOAL_CHECKED shoal_status package_rows_open(package_rows **out, const package_columns *columns,
                                             char *const *names, const bool *wanted,
                                             const source_options *options, shoal_error *error);
void package_rows_close(package_rows *rows);

/* The rows of file `number`; `before` bytes were read from those before it. */
SHOAL_CHECKED shoal_status package_rows_read(package_rows *rows, size_t number, int descriptor,
                                             package_format format, const char *encoding,
                                             const char *label, uint64_t before,
                                             shoal_error *error);
SHOAL_CHECKED shoal_status package_rows_finish(shoal_table **out, package_rows *rows,
                                               shoal_error *error);

#endif
