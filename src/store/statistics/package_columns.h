/* The columns of files of statistical packages: their names, what their numbers mean, and the
 * labels of their values. Several files are one table when names and types agree and no value has
 * different labels; a label may be missing in some of them. */
#ifndef SHOAL_STORE_STATISTICS_PACKAGE_COLUMNS_H
#define SHOAL_STORE_STATISTICS_PACKAGE_COLUMNS_H

#include "store/statistics/package_file.h"
#include "store/statistics/value_form.h"
#include "store/statistics/value_labels.h"

typedef struct package_column {
    char *name, *label, *format;
    package_type type;
    size_t width;
    value_form form; /* of numbers */
    value_labels labels;
} package_column;

typedef struct package_columns {
    const char *kind; /* name of the source's kind; static */
    package_column *column;
    size_t count, capacity;
    char *first; /* label of the first file */
} package_columns;

/* What the format of a variable means, by the kind of source that it comes from. */
value_form package_form(const char *kind, const char *format);

void package_columns_free(package_columns *columns);
/* Adds what a file says; `go_on` is asked before bytes are read, and SHOAL_INTERRUPTED told when it
 * says STOP. */
SHOAL_CHECKED shoal_status package_columns_read(package_columns *columns, int descriptor,
                                                package_format format, const char *encoding,
                                                const char *label, const volatile int *cancel,
                                                shoal_error *error);
/* No more files come. */
SHOAL_CHECKED shoal_status package_columns_finish(package_columns *columns, shoal_error *error);

/* What a table says about the column; NULL: out of memory. */
column_origin *package_column_origin(const package_columns *columns, size_t index);

#endif
