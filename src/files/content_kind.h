/* What a file is that is not text, told by how it begins; and what to do with it. */
#ifndef SHOAL_FILES_CONTENT_KIND_H
#define SHOAL_FILES_CONTENT_KIND_H

#include "base/status.h"

typedef struct content_kind {
    const char *name;   /* "a PDF document" */
    const char *cure;   /* "export its table as CSV or .xlsx" */
    const char *suffix; /* of a kind of file that can be read, else NULL; "": it may be one */
} content_kind;

/* The more bytes there are, the surer it is; a few thousand are enough. NULL: it looks like text,
 * UTF-16 included. */
const content_kind *content_kind_of(const char *bytes, size_t length);
/* Only by what files of a kind begin with: for what else might be text. */
const content_kind *content_kind_signed(const char *bytes, size_t length);

/* SHOAL_BAD_DATA for what is not text: "people.pdf is a PDF document, not a table: …". */
SHOAL_CHECKED shoal_status content_refuse(const content_kind *kind, const char *label,
                                          shoal_error *error);

#endif
