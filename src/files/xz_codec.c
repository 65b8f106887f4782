/* xz, by liblzma. */
#include "files/codec.h"

#include "base/memory.h"

#include <lzma.h>
#include <string.h>

#define MEMORY_MEBIBYTES 192 /* `xz -9` takes 65 */
#define PRESET 6
#define SMALLEST_DICTIONARY ((size_t)1 << 16)

static bool recognizes(const unsigned char *first, size_t length) {
    return length >= 6 && memcmp(first, "\xFD\x37\x7A\x58\x5A\x00", 6) == 0;
}

/* ---- Decoding ------------------------------------------------------------------------------ */

/* Started twice, a decoder keeps the memory that it has. */
static bool decoder_restart(void *decoder) {
    return lzma_stream_decoder(decoder, (uint64_t)MEMORY_MEBIBYTES << 20, 0) == LZMA_OK;
}

static void decoder_free(void *decoder) {
    if (decoder)
        lzma_end(decoder);
    memory_free(decoder);
}

static void *decoder_new(void) {
    lzma_stream *stream = memory_new(1, sizeof *stream);
    if (!stream)
        return NULL;
    *stream = (lzma_stream)LZMA_STREAM_INIT;
    if (!decoder_restart(stream)) {
        decoder_free(stream);
        return NULL;
    }
    return stream;
}

static codec_step decode(void *decoder, codec_buffers *buffers) {
    lzma_stream *stream = decoder;
    stream->next_in = (const uint8_t *)buffers->input;
    stream->avail_in = buffers->input_left;
    stream->next_out = (uint8_t *)buffers->output;
    stream->avail_out = buffers->output_left;
    lzma_ret result = lzma_code(stream, LZMA_RUN);
    buffers->input = (const char *)stream->next_in;
    buffers->input_left = stream->avail_in;
    buffers->output = (char *)stream->next_out;
    buffers->output_left = stream->avail_out;
    switch (result) {
    case LZMA_OK:
    case LZMA_BUF_ERROR: /* nothing could be done */
        return CODEC_GOES_ON;
    case LZMA_STREAM_END:
        return CODEC_MEMBER_ENDS;
    case LZMA_MEM_ERROR:
        return CODEC_NO_MEMORY;
    case LZMA_MEMLIMIT_ERROR:
        return CODEC_TOO_LARGE;
    default:
        return CODEC_DAMAGED;
    }
}

/* ---- Encoding ------------------------------------------------------------------------------ */

/* A dictionary larger than what there is to compress would only take memory. */
static uint32_t dictionary_for(size_t length, uint32_t most) {
    size_t size = SMALLEST_DICTIONARY;
    while (size < length && size < most)
        size *= 2;
    return size < most ? (uint32_t)size : most;
}

static bool encode(text *out, const char *bytes, size_t length) {
    lzma_options_lzma options;
    if (lzma_lzma_preset(&options, PRESET))
        return false;
    options.dict_size = dictionary_for(length, options.dict_size);
    lzma_filter filters[] = {{LZMA_FILTER_LZMA2, &options}, {LZMA_VLI_UNKNOWN, NULL}};
    size_t most = lzma_stream_buffer_bound(length);
    out->length = 0;
    return most > 0 && memory_grow((void **)&out->bytes, &out->capacity, most, 1) &&
           lzma_stream_buffer_encode(filters, LZMA_CHECK_CRC64, NULL, (const uint8_t *)bytes,
                                     length, (uint8_t *)out->bytes, &out->length,
                                     out->capacity) == LZMA_OK;
}

const codec codec_xz = {
    .name = "xz",
    .suffix = ".xz",
    .memory_most = MEMORY_MEBIBYTES,
    .recognizes = recognizes,
    .decoder_new = decoder_new,
    .decoder_free = decoder_free,
    .decode = decode,
    .decoder_restart = decoder_restart,
    .encode = encode,
};
