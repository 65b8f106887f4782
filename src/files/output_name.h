/* The suffix of an output must not promise another kind of file than the one that is written. */
#ifndef SHOAL_FILES_OUTPUT_NAME_H
#define SHOAL_FILES_OUTPUT_NAME_H

#include "base/status.h"

typedef enum output_form {
    OUTPUT_TABLE, /* a release */
    OUTPUT_TEXT,  /* another table */
    OUTPUT_RESULT,
    OUTPUT_REPORT,
    OUTPUT_PLAN
} output_form;

/* Refuses (SHOAL_USAGE) a name whose suffix, without that of its compression, is that of another
 * form, known or not written here. Suffixes that nobody knows, and none, are fine; so are NULL and
 * "-". */
SHOAL_CHECKED shoal_status output_name_check(const char *path, output_form form,
                                             shoal_error *error);

#endif
