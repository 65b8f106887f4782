/* How a column is written to a file of a statistical package: as the numbers that it was read from,
 * with their labels, or as text. */
#ifndef SHOAL_STORE_STATISTICS_PACKAGE_CELLS_H
#define SHOAL_STORE_STATISTICS_PACKAGE_CELLS_H

#include "store/sink.h"
#include "store/statistics/package_file.h"
#include "store/statistics/value_form.h"
#include "store/statistics/value_labels.h"

typedef struct package_cells {
    const feed_column *from;
    size_t codes;
    const bool
        *used; /* [codes] in rows that are written: of the others nothing gets into the file */
    package_type type;
    value_form form;        /* of numbers */
    bool keeps_labels;      /* values are written with their labels */
    value_labels labels;    /* of the values that the texts stand for */
    bool has_labels;        /* texts are labels, whether they are kept or not */
    size_t width;           /* of texts */
    char format[80];        /* "": the package's default */
    char label[260];        /* of the column */
    double *number;         /* [codes] where type is one of numbers; NaN: missing */
    char **value;           /* [codes] where texts have labels: what is written; else NULL */
    size_t first_long_text; /* PACKAGE_LONG_TEXT: number of code 0's */
} package_cells;

/* How many codes the column has. */
size_t package_cells_codes(const feed_column *from);

/* Decides and prepares. A column keeps its type only where it is untouched and each of its texts
 * leads to a value that is read as the same text. SHOAL_USAGE names a text that the format cannot
 * hold. `used` must outlive it. Free it also on failure. */
SHOAL_CHECKED shoal_status package_cells_make(package_cells *out, const feed_column *from,
                                              const bool *used, package_format format,
                                              shoal_error *error);
void package_cells_free(package_cells *cells);

/* The text of a code; NULL: it is missing. */
const char *package_cells_text(const package_cells *cells, uint32_t code);

#endif
