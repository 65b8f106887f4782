/* A way to compress bytes. One file per codec, one line in the list (codec_list.c). Reading knows a
 * codec by the first bytes, writing by the suffix of the name.
 *
 * Compressed data is a sequence of members, each complete in itself: blocks can be compressed by
 * many threads and written one behind the other. */
#ifndef SHOAL_FILES_CODEC_H
#define SHOAL_FILES_CODEC_H

#include "base/text.h"

/* The first bytes of a file that tell its codec. */
#define CODEC_MAGIC_MOST 6

typedef enum codec_step {
    CODEC_GOES_ON,     /* all of the input was used, or all of the room, or nothing could be done */
    CODEC_MEMBER_ENDS, /* a member is complete, and all of its bytes were handed out */
    CODEC_DAMAGED,
    CODEC_TOO_LARGE, /* the data asks for more memory than memory_most */
    CODEC_NO_MEMORY
} codec_step;

/* What is left to read and the room that is left to fill; both shrink as a decoder goes on. */
typedef struct codec_buffers {
    const char *input;
    size_t input_left;
    char *output;
    size_t output_left;
} codec_buffers;

typedef struct codec {
    const char *name;   /* "gzip" */
    const char *suffix; /* ".gz" */
    int memory_most;    /* MiB that a decoder may use for what it looks back at */

    /* Whether compressed data begins like this; `length` is at most CODEC_MAGIC_MOST. */
    bool (*recognizes)(const unsigned char *first, size_t length);

    /* A decoder that stands before a member; NULL when out of memory. */
    void *(*decoder_new)(void);
    void (*decoder_free)(void *decoder);
    codec_step (*decode)(void *decoder, codec_buffers *buffers);
    /* Makes ready for a further member; false when out of memory. */
    bool (*decoder_restart)(void *decoder);

    /* Replaces `out` by one member that holds the bytes; the same bytes always give the same
     * member. False when out of memory. */
    bool (*encode)(text *out, const char *bytes, size_t length);
} codec;

extern const codec codec_gzip, codec_zstd, codec_xz;

/* Every codec; NULL after the last. */
extern const codec *const codec_list[];

/* The codec that the first bytes of a file belong to, or NULL. */
const codec *codec_of_magic(const char *first, size_t length);
/* The codec that a file of that name is written with, or NULL. */
const codec *codec_of_suffix(const char *path);
/* Length of the name without the suffix of a codec. */
size_t codec_stem(const char *path);

#endif
