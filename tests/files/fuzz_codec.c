/* Any bytes as compressed data: text or an error, the same whatever the sizes of the pieces. */
#include "files/decompressor.h"

#include <stdlib.h>
#include <string.h>

/* A few bytes can stand for very many. */
#define MOST_BYTES ((size_t)1 << 16)

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

typedef struct outcome {
    codec_step step; /* CODEC_MEMBER_ENDS: the data may end where it does */
    text bytes;
} outcome;

static outcome unpack(const codec *by, const char *data, size_t size, size_t piece, size_t room) {
    static char made[1 << 16];
    outcome found = {.step = CODEC_GOES_ON};
    decompressor *stream = decompressor_new(by);
    if (!stream)
        abort();
    bool moved = true;
    for (size_t at = 0; found.step == CODEC_GOES_ON && (at < size || moved);) {
        size_t offered = size - at < piece ? size - at : piece;
        codec_buffers buffers = {data + at, offered, made, room};
        found.step = decompressor_next(stream, &buffers);
        moved = buffers.input_left < offered || buffers.output_left < room;
        at += offered - buffers.input_left;
        text_add(&found.bytes, made, room - buffers.output_left);
        if (found.bytes.length > MOST_BYTES || (!moved && offered > 0))
            break;
    }
    if (found.step == CODEC_GOES_ON && decompressor_complete(stream))
        found.step = CODEC_MEMBER_ENDS;
    decompressor_free(stream);
    return found;
}

/* The codec from the first byte, the data from the others. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size == 0)
        return 0;
    const codec *by = codec_list[data[0] % 3];
    const char *bytes = (const char *)data + 1;
    outcome whole = unpack(by, bytes, size - 1, size, 1 << 16);
    outcome pieces = unpack(by, bytes, size - 1, 3, 7);
    size_t common =
        whole.bytes.length < pieces.bytes.length ? whole.bytes.length : pieces.bytes.length;
    if (common > 0 && memcmp(whole.bytes.bytes, pieces.bytes.bytes, common) != 0)
        abort();
    bool all = whole.bytes.length <= MOST_BYTES && pieces.bytes.length <= MOST_BYTES;
    bool sound = whole.step == CODEC_MEMBER_ENDS;
    /* What is both damaged and cut off may be called either. */
    if (all && (sound != (pieces.step == CODEC_MEMBER_ENDS) ||
                (sound && whole.bytes.length != pieces.bytes.length)))
        abort();
    text_free(&whole.bytes);
    text_free(&pieces.bytes);
    return 0;
}
