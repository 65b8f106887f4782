/* Decompression of gzip streams of any number of members (zlib). */
#ifndef SHOAL_FILES_GUNZIP_H
#define SHOAL_FILES_GUNZIP_H

#include "base/status.h"

typedef struct gunzip gunzip;

typedef enum gunzip_result {
    GUNZIP_OK,      /* went on; all of the input was used or all of the room was filled */
    GUNZIP_DAMAGED, /* the input is not a gzip stream */
    GUNZIP_NO_MEMORY
} gunzip_result;

/* NULL when out of memory. */
gunzip *gunzip_new(void);
void gunzip_free(gunzip *stream);

/* Decompresses from *input (advanced by what was used) to `out`; *made is what was written. Zero
 * bytes behind a complete member are padding and ignored. */
SHOAL_CHECKED gunzip_result gunzip_next(gunzip *stream, const char **input, size_t *input_length,
                                        char *out, size_t room, size_t *made);

/* The input may end here: a member is complete. */
bool gunzip_complete(const gunzip *stream);

/* Output is waiting that did not fit into the room given. */
bool gunzip_pending(const gunzip *stream);

#endif
