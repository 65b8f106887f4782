/* Files of statistical packages, through ReadStat: nobody else knows the library. */
#ifndef SHOAL_STORE_STATISTICS_PACKAGE_FILE_H
#define SHOAL_STORE_STATISTICS_PACKAGE_FILE_H

#include "base/status.h"

#include <stdint.h>

typedef enum package_format {
    PACKAGE_SAV, /* .zsav too */
    PACKAGE_POR,
    PACKAGE_DTA,
    PACKAGE_SAS7BDAT,
    PACKAGE_XPT
} package_format;

typedef enum package_type {
    PACKAGE_TEXT,
    PACKAGE_INT8,
    PACKAGE_INT16,
    PACKAGE_INT32,
    PACKAGE_FLOAT,
    PACKAGE_DOUBLE,
    PACKAGE_LONG_TEXT /* strL of Stata; only of writers */
} package_type;

/* Whether this build has the library. */
bool package_is_built(void);

/* ---- Reading --------------------------------------------------------------------------------- */

/* Borrowed while a handler runs. */
typedef struct package_variable {
    size_t index;
    const char *name, *label, *format; /* "" where there is none */
    const char *labels;                /* name of the set of its values' labels; "": none */
    package_type type;
    size_t width; /* bytes of a text */
} package_variable;

typedef struct package_value {
    bool missing;     /* of the system, tagged, or by the variable's own definition */
    const char *text; /* NULL: a number */
    double number;
} package_value;

typedef enum package_answer { PACKAGE_GO_ON, PACKAGE_SKIP, PACKAGE_STOP } package_answer;

/* Any handler may be NULL. Rows come one after the other, with their variables in order. */
typedef struct package_handler {
    package_answer (*variable)(const package_variable *found, void *context); /* SKIP: no values */
    package_answer (*label)(const char *set, const package_value *value, const char *label,
                            void *context);
    package_answer (*value)(size_t row, size_t index, const package_value *value, void *context);
    package_answer (*bytes)(uint64_t read, void *context); /* told before more are read */
    void *context;
} package_handler;

/* Parses the file behind the descriptor from its beginning. `encoding` is that of its text where it
 * does not say; NULL: as the package has it. SHOAL_INTERRUPTED without a message once a handler
 * says STOP, which then knows why; SHOAL_BAD_DATA names `label`, and so does SHOAL_IO where a read
 * failed, whatever the library makes of that. */
SHOAL_CHECKED shoal_status package_parse(int descriptor, package_format format,
                                         const char *encoding, const char *label,
                                         const package_handler *handler, shoal_error *error);

/* ---- Writing --------------------------------------------------------------------------------- */

typedef struct package_writer package_writer;
typedef struct package_labels package_labels;
typedef struct package_text package_text;

/* Takes the bytes as they come; false: it failed and knows why. */
typedef bool package_output(const void *bytes, size_t length, void *context);

/* PACKAGE_SAV or PACKAGE_DTA (version 118). `packed`: a .sav as a .zsav. */
SHOAL_CHECKED shoal_status package_writer_open(package_writer **out, package_format format,
                                               bool packed, package_output *output, void *context,
                                               shoal_error *error);
void package_writer_close(package_writer *to);

/* First the sets of labels, then the variables; what is returned belongs to the writer, NULL: out
 * of memory. */
package_labels *package_add_labels(package_writer *to, package_type type);
void package_label_number(package_writer *to, package_labels *set, double value, const char *label);
void package_label_text(package_labels *set, const char *value, const char *label);
/* `labels` may be NULL. Variables are numbered from 0. */
bool package_add_variable(package_writer *to, const package_variable *of, package_labels *labels);
/* A text that is longer than others may be; stored once, told by its number from 0. */
bool package_add_long_text(package_writer *to, const char *text);

/* Then the rows, all variables of each. False: the library says no, or the output failed. */
bool package_begin(package_writer *to, size_t rows);
bool package_begin_row(package_writer *to);
bool package_put_missing(package_writer *to, size_t variable);
bool package_put_number(package_writer *to, size_t variable, double value);
bool package_put_text(package_writer *to, size_t variable, const char *value);
bool package_put_long_text(package_writer *to, size_t variable, size_t number);
bool package_end_row(package_writer *to);
bool package_end(package_writer *to);
/* What the library said last, in a few words. */
const char *package_fault(const package_writer *to);

#endif
