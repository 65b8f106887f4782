/* Decompression of any number of members of one codec, one behind the other. */
#ifndef SHOAL_FILES_DECOMPRESSOR_H
#define SHOAL_FILES_DECOMPRESSOR_H

#include "files/codec.h"

typedef struct decompressor decompressor;

/* NULL when out of memory. */
decompressor *decompressor_new(const codec *by);
void decompressor_free(decompressor *stream);

/* Goes on until the input is used up or the room is filled. Zero bytes behind a complete member are
 * padding and ignored. CODEC_GOES_ON, or what went wrong. */
SHOAL_CHECKED codec_step decompressor_next(decompressor *stream, codec_buffers *buffers);

/* The input may end here: a member is complete. */
bool decompressor_complete(const decompressor *stream);

/* Output may be waiting that did not fit into the room given. */
bool decompressor_pending(const decompressor *stream);

#endif
