/* gzip, by zlib. */
#include "files/codec.h"

#include "base/memory.h"

#define ZLIB_CONST
#include <zlib.h>

#define GZIP_WINDOW (15 + 16) /* the largest window, with a gzip header */
#define GZIP_MEMORY 8
#define PIECE_MOST ((size_t)1 << 30) /* zlib counts in unsigned int */

static uInt piece(size_t left) {
    return (uInt)(left < PIECE_MOST ? left : PIECE_MOST);
}

static bool recognizes(const unsigned char *first, size_t length) {
    return length >= 2 && first[0] == 0x1F && first[1] == 0x8B;
}

/* ---- Decoding ------------------------------------------------------------------------------ */

static void *decoder_new(void) {
    z_stream *zlib = memory_zero(1, sizeof *zlib);
    if (zlib && inflateInit2(zlib, GZIP_WINDOW) != Z_OK) {
        memory_free(zlib);
        return NULL;
    }
    return zlib;
}

static void decoder_free(void *decoder) {
    if (decoder)
        inflateEnd(decoder);
    memory_free(decoder);
}

static bool decoder_restart(void *decoder) {
    return inflateReset(decoder) == Z_OK;
}

static codec_step decode(void *decoder, codec_buffers *buffers) {
    z_stream *zlib = decoder;
    uInt offered = piece(buffers->input_left);
    uInt room = piece(buffers->output_left);
    zlib->next_in = (const Bytef *)buffers->input;
    zlib->avail_in = offered;
    zlib->next_out = (Bytef *)buffers->output;
    zlib->avail_out = room;
    int result = inflate(zlib, Z_NO_FLUSH);
    buffers->input += offered - zlib->avail_in;
    buffers->input_left -= offered - zlib->avail_in;
    buffers->output += room - zlib->avail_out;
    buffers->output_left -= room - zlib->avail_out;
    switch (result) {
    case Z_OK:
    case Z_BUF_ERROR: /* nothing could be done */
        return CODEC_GOES_ON;
    case Z_STREAM_END:
        return CODEC_MEMBER_ENDS;
    case Z_MEM_ERROR:
        return CODEC_NO_MEMORY;
    default:
        return CODEC_DAMAGED;
    }
}

/* ---- Encoding ------------------------------------------------------------------------------ */

static bool pack_all(z_stream *stream, text *out, const char *bytes, size_t length) {
    stream->next_in = (z_const Bytef *)bytes;
    size_t capacity = out->capacity;
    int state = Z_OK;
    while (state == Z_OK) {
        uInt in = piece(length);
        uInt room = piece(capacity - out->length);
        stream->avail_in = in;
        stream->next_out = (Bytef *)out->bytes + out->length;
        stream->avail_out = room;
        state = deflate(stream, in == length ? Z_FINISH : Z_NO_FLUSH);
        length -= in - stream->avail_in;
        out->length += room - stream->avail_out;
    }
    return state == Z_STREAM_END;
}

static bool encode(text *out, const char *bytes, size_t length) {
    z_stream stream = {0};
    if (deflateInit2(&stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, GZIP_WINDOW, GZIP_MEMORY,
                     Z_DEFAULT_STRATEGY) != Z_OK)
        return false;
    out->length = 0;
    bool packed =
        memory_grow((void **)&out->bytes, &out->capacity, deflateBound(&stream, length) + 1, 1) &&
        pack_all(&stream, out, bytes, length);
    deflateEnd(&stream);
    return packed;
}

const codec codec_gzip = {
    .name = "gzip",
    .suffix = ".gz",
    .memory_most = 1,
    .recognizes = recognizes,
    .decoder_new = decoder_new,
    .decoder_free = decoder_free,
    .decode = decode,
    .decoder_restart = decoder_restart,
    .encode = encode,
};
