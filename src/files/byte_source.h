/* Where bytes come from: a file, standard input, a descriptor or memory; gzip is recognized by its
 * first two bytes and decompressed on the way. */
#ifndef SHOAL_FILES_BYTE_SOURCE_H
#define SHOAL_FILES_BYTE_SOURCE_H

#include "base/status.h"

typedef struct source source;

/* `label` is what error messages call it and must outlive the source. `hashed`: source_finish will
 * be asked for the SHA-256 of the raw bytes. */
SHOAL_CHECKED shoal_status byte_source_open_path(source **out, const char *path, const char *label,
                                                 bool hashed, shoal_error *error);
SHOAL_CHECKED shoal_status byte_source_open_descriptor(source **out, int descriptor,
                                                       const char *label, bool hashed,
                                                       shoal_error *error);
SHOAL_CHECKED shoal_status byte_source_open_memory(source **out, const char *bytes, size_t length,
                                                   const char *label, bool hashed,
                                                   shoal_error *error);
void byte_source_close(source *from);

/* Reading fails with SHOAL_INTERRUPTED once *cancel is set, also while it waits for bytes. */
void byte_source_set_cancel(source *from, const volatile int *cancel);

/* Fills `into` completely unless the end comes first: *got < size only there. size > 1. */
SHOAL_CHECKED shoal_status byte_source_read(source *from, char *into, size_t size, size_t *got,
                                            shoal_error *error);

/* After the end: how many raw bytes there were, and their hash ("" when not `hashed`). */
SHOAL_CHECKED shoal_status byte_source_finish(source *from, uint64_t *bytes, char digest[65],
                                              shoal_error *error);

#endif
