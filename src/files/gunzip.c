#include "files/gunzip.h"

#include "base/memory.h"

#define ZLIB_CONST
#include <zlib.h>

#define WINDOW_BITS_OF_GZIP (15 + 16)
#define PIECE_MOST ((size_t)1 << 30) /* zlib counts in unsigned int */

struct gunzip {
    z_stream zlib;
    bool inside;  /* in the middle of a member */
    bool pending; /* the last call filled its room */
};

gunzip *gunzip_new(void) {
    gunzip *stream = memory_zero(1, sizeof *stream);
    if (stream && inflateInit2(&stream->zlib, WINDOW_BITS_OF_GZIP) != Z_OK) {
        memory_free(stream);
        return NULL;
    }
    if (stream)
        stream->inside = true;
    return stream;
}

void gunzip_free(gunzip *stream) {
    if (!stream)
        return;
    inflateEnd(&stream->zlib);
    memory_free(stream);
}

bool gunzip_complete(const gunzip *stream) {
    return !stream->inside;
}

bool gunzip_pending(const gunzip *stream) {
    return stream->inside && stream->pending;
}

/* Between members: skips padding and makes ready for the next one. */
static bool begin_member(gunzip *stream) {
    while (stream->zlib.avail_in > 0 && *stream->zlib.next_in == 0) {
        stream->zlib.next_in++;
        stream->zlib.avail_in--;
    }
    if (stream->zlib.avail_in == 0)
        return true;
    if (inflateReset(&stream->zlib) != Z_OK)
        return false;
    stream->inside = true;
    return true;
}

static gunzip_result inflate_all(gunzip *stream) {
    z_stream *zlib = &stream->zlib;
    do {
        if (!stream->inside && !begin_member(stream))
            return GUNZIP_DAMAGED;
        if (!stream->inside)
            break;
        int result = inflate(zlib, Z_NO_FLUSH);
        if (result == Z_STREAM_END)
            stream->inside = false;
        else if (result == Z_MEM_ERROR)
            return GUNZIP_NO_MEMORY;
        else if (result == Z_BUF_ERROR)
            break;
        else if (result != Z_OK)
            return GUNZIP_DAMAGED;
    } while (zlib->avail_in > 0 && zlib->avail_out > 0);
    return GUNZIP_OK;
}

gunzip_result gunzip_next(gunzip *stream, const char **input, size_t *input_length, char *out,
                          size_t room, size_t *made) {
    z_stream *zlib = &stream->zlib;
    size_t offered = *input_length < PIECE_MOST ? *input_length : PIECE_MOST;
    size_t wanted = room < PIECE_MOST ? room : PIECE_MOST;
    zlib->next_in = (const Bytef *)*input;
    zlib->avail_in = (uInt)offered;
    zlib->next_out = (Bytef *)out;
    zlib->avail_out = (uInt)wanted;
    gunzip_result result = inflate_all(stream);
    *input += offered - zlib->avail_in;
    *input_length -= offered - zlib->avail_in;
    *made = wanted - zlib->avail_out;
    stream->pending = zlib->avail_out == 0;
    return result;
}
