/* The bytes of a package's file while it is parsed: from any place, until one read fails or a
 * handler says STOP. Nothing is read after that, so that a parser comes to its end. */
#ifndef SHOAL_STORE_STATISTICS_PACKAGE_INPUT_H
#define SHOAL_STORE_STATISTICS_PACKAGE_INPUT_H

#include "store/statistics/package_file.h"

typedef struct package_input {
    int descriptor;
    uint64_t at, size;
    const char *label; /* of messages */
    const package_handler *handler;
    bool quiet;          /* the handler is asked, but told of no progress */
    bool cut;            /* the file ended within what was asked for */
    shoal_status status; /* of the first failure */
    shoal_error *error;
} package_input;

SHOAL_CHECKED shoal_status package_input_open(package_input *out, int descriptor, const char *label,
                                              const package_handler *handler, shoal_error *error);

/* The number of bytes read; fewer than `size` at the end of the file and after a failure. */
size_t package_input_read(package_input *from, void *into, size_t size);

/* Describes a file that is not what it should be, and keeps that as its failure. */
shoal_status package_input_refuse(package_input *from, const char *why);

#endif
