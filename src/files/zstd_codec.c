/* Zstandard, by libzstd. */
#include "files/codec.h"

#include "base/memory.h"

#include <string.h>
#include <zstd.h>
#include <zstd_errors.h>

#define WINDOW_LOG 27 /* 128 MiB: what `zstd` itself accepts unless told otherwise */
#define LEVEL 3

/* A frame, or one that holds no data: some programs put such a frame in front of each other one. */
static bool recognizes(const unsigned char *first, size_t length) {
    return length >= 4 && (memcmp(first, "\x28\xB5\x2F\xFD", 4) == 0 ||
                           (first[0] >> 4 == 5 && memcmp(first + 1, "\x2A\x4D\x18", 3) == 0));
}

/* ---- Decoding ------------------------------------------------------------------------------ */

#define MAGIC 4
#define LONGEST_HEADER 18

/* The first bytes of each frame are looked at before the library sees them: it would also read the
 * formats of its early versions, by older code. And it gets the header byte by byte: a header that
 * comes in two pieces it may take for another one where the second piece begins. */
typedef struct decoder {
    ZSTD_DCtx *context;
    unsigned char first[MAGIC];
    size_t seen; /* bytes of the header, at most */
} decoder;

static void decoder_free(void *state) {
    decoder *self = state;
    if (self)
        ZSTD_freeDCtx(self->context);
    memory_free(self);
}

static void *decoder_new(void) {
    decoder *self = memory_zero(1, sizeof *self);
    if (!self)
        return NULL;
    self->context = ZSTD_createDCtx();
    if (!self->context ||
        ZSTD_isError(ZSTD_DCtx_setParameter(self->context, ZSTD_d_windowLogMax, WINDOW_LOG))) {
        decoder_free(self);
        return NULL;
    }
    return self;
}

static bool decoder_restart(void *state) {
    decoder *self = state;
    self->seen = 0;
    return !ZSTD_isError(ZSTD_DCtx_reset(self->context, ZSTD_reset_session_only));
}

static codec_step step_of(size_t result) {
    if (!ZSTD_isError(result))
        return result == 0 ? CODEC_MEMBER_ENDS : CODEC_GOES_ON;
    switch (ZSTD_getErrorCode(result)) {
    case ZSTD_error_memory_allocation:
        return CODEC_NO_MEMORY;
    case ZSTD_error_frameParameter_windowTooLarge:
        return CODEC_TOO_LARGE;
    default:
        return CODEC_DAMAGED;
    }
}

static codec_step decode(void *state, codec_buffers *buffers) {
    decoder *self = state;
    ZSTD_inBuffer in = {buffers->input, buffers->input_left, 0};
    ZSTD_outBuffer out = {buffers->output, buffers->output_left, 0};
    if (self->seen < LONGEST_HEADER && in.size > 0) {
        in.size = 1;
        if (self->seen < MAGIC)
            self->first[self->seen] = (unsigned char)*buffers->input;
        if (++self->seen == MAGIC && !recognizes(self->first, MAGIC))
            return CODEC_DAMAGED;
    }
    size_t result = ZSTD_decompressStream(self->context, &out, &in);
    buffers->input += in.pos;
    buffers->input_left -= in.pos;
    buffers->output += out.pos;
    buffers->output_left -= out.pos;
    return step_of(result);
}

/* ---- Encoding ------------------------------------------------------------------------------ */

static bool pack(ZSTD_CCtx *encoder, text *out, const char *bytes, size_t length) {
    if (ZSTD_isError(ZSTD_CCtx_setParameter(encoder, ZSTD_c_compressionLevel, LEVEL)) ||
        ZSTD_isError(ZSTD_CCtx_setParameter(encoder, ZSTD_c_checksumFlag, 1)) ||
        !memory_grow((void **)&out->bytes, &out->capacity, ZSTD_compressBound(length), 1))
        return false;
    out->length = ZSTD_compress2(encoder, out->bytes, out->capacity, bytes, length);
    return !ZSTD_isError(out->length);
}

static bool encode(text *out, const char *bytes, size_t length) {
    ZSTD_CCtx *encoder = ZSTD_createCCtx();
    bool packed = encoder && pack(encoder, out, bytes, length);
    ZSTD_freeCCtx(encoder);
    return packed;
}

const codec codec_zstd = {
    .name = "zstd",
    .suffix = ".zst",
    .memory_most = 1 << (WINDOW_LOG - 20),
    .recognizes = recognizes,
    .decoder_new = decoder_new,
    .decoder_free = decoder_free,
    .decode = decode,
    .decoder_restart = decoder_restart,
    .encode = encode,
};
