/* Where bytes come from: a file, standard input, a descriptor, memory or a stream of somebody
 * else's. Compressed bytes are recognized by how they begin and decompressed on the way. */
#ifndef SHOAL_FILES_BYTE_SOURCE_H
#define SHOAL_FILES_BYTE_SOURCE_H

#include "files/sha256.h"

typedef struct byte_source byte_source;

/* `label` is what error messages call it and must outlive the source. Where a regular file is not
 * at its end what it was when it was opened, or its name leads to another one, reading its end
 * fails with SHOAL_IO. */
SHOAL_CHECKED shoal_status byte_source_open_path(byte_source **out, const char *path,
                                                 const char *label, shoal_error *error);
/* Read from where the descriptor stands; not closed. */
SHOAL_CHECKED shoal_status byte_source_open_descriptor(byte_source **out, int descriptor,
                                                       const char *label, shoal_error *error);
SHOAL_CHECKED shoal_status byte_source_open_memory(byte_source **out, const char *bytes,
                                                   size_t length, const char *label,
                                                   shoal_error *error);
/* Bytes that somebody else fetches, such as a server's answer: sets *got to at least 1, or to 0 at
 * the end. Never taken for compressed ones. */
typedef struct byte_stream {
    shoal_status (*read)(void *context, char *into, size_t size, size_t *got, shoal_error *error);
    void *context;
} byte_stream;

SHOAL_CHECKED shoal_status byte_source_open_stream(byte_source **out, const byte_stream *stream,
                                                   const char *label, shoal_error *error);
void byte_source_close(byte_source *from);

/* Before the first byte is read: reading fails with SHOAL_INTERRUPTED once *cancel is set, also
 * while it waits for bytes; and the raw bytes are added to `hash`. Both may be NULL. */
void byte_source_set_cancel(byte_source *from, const volatile int *cancel);
void byte_source_set_hash(byte_source *from, sha256 *hash);

/* Fills `into` completely unless the end comes first: *got < size only there. */
SHOAL_CHECKED shoal_status byte_source_read(byte_source *from, char *into, size_t size, size_t *got,
                                            shoal_error *error);

/* What error messages call it. */
const char *byte_source_label(const byte_source *from);
/* How many raw bytes were read so far. */
uint64_t byte_source_bytes(const byte_source *from);

#endif
