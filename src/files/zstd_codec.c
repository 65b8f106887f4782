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

static void *decoder_new(void) {
    ZSTD_DCtx *decoder = ZSTD_createDCtx();
    if (decoder && ZSTD_isError(ZSTD_DCtx_setParameter(decoder, ZSTD_d_windowLogMax, WINDOW_LOG))) {
        ZSTD_freeDCtx(decoder);
        return NULL;
    }
    return decoder;
}

static void decoder_free(void *decoder) {
    ZSTD_freeDCtx(decoder);
}

static bool decoder_restart(void *decoder) {
    return !ZSTD_isError(ZSTD_DCtx_reset(decoder, ZSTD_reset_session_only));
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

static codec_step decode(void *decoder, codec_buffers *buffers) {
    ZSTD_inBuffer in = {buffers->input, buffers->input_left, 0};
    ZSTD_outBuffer out = {buffers->output, buffers->output_left, 0};
    size_t result = ZSTD_decompressStream(decoder, &out, &in);
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
