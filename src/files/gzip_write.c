#include "files/gzip_write.h"

#include "base/memory.h"

#include <limits.h>
#include <zlib.h>

#define GZIP_WINDOW (15 + 16) /* the largest window, with a gzip header */
#define GZIP_MEMORY 8

/* zlib counts in unsigned int: pieces of this size are fed one after another. */
#define GZIP_PIECE ((size_t)1 << 30)

static uInt piece(size_t left) {
    return (uInt)(left < GZIP_PIECE ? left : GZIP_PIECE);
}

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

bool gzip_pack(text *out, const char *bytes, size_t length) {
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
