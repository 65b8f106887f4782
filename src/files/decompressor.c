#include "files/decompressor.h"

#include "base/memory.h"

struct decompressor {
    const codec *by;
    void *decoder;
    bool inside;  /* in the middle of a member */
    bool pending; /* the last call filled its room */
};

decompressor *decompressor_new(const codec *by) {
    decompressor *stream = memory_zero(1, sizeof *stream);
    if (!stream)
        return NULL;
    stream->by = by;
    stream->inside = true;
    stream->decoder = by->decoder_new();
    if (!stream->decoder) {
        memory_free(stream);
        return NULL;
    }
    return stream;
}

void decompressor_free(decompressor *stream) {
    if (!stream)
        return;
    stream->by->decoder_free(stream->decoder);
    memory_free(stream);
}

bool decompressor_complete(const decompressor *stream) {
    return !stream->inside;
}

bool decompressor_pending(const decompressor *stream) {
    return stream->inside && stream->pending;
}

/* Between members: skips padding and makes ready for the next one. */
static bool begin_member(decompressor *stream, codec_buffers *buffers) {
    while (buffers->input_left > 0 && *buffers->input == 0) {
        buffers->input++;
        buffers->input_left--;
    }
    if (buffers->input_left == 0)
        return true;
    stream->inside = stream->by->decoder_restart(stream->decoder);
    return stream->inside;
}

codec_step decompressor_next(decompressor *stream, codec_buffers *buffers) {
    bool moved;
    do {
        size_t input = buffers->input_left, output = buffers->output_left;
        if (!stream->inside && !begin_member(stream, buffers))
            return CODEC_NO_MEMORY;
        if (!stream->inside)
            break;
        codec_step step = stream->by->decode(stream->decoder, buffers);
        if (step == CODEC_MEMBER_ENDS)
            stream->inside = false;
        else if (step != CODEC_GOES_ON)
            return step;
        moved = input != buffers->input_left || output != buffers->output_left;
    } while (moved && buffers->input_left > 0 && buffers->output_left > 0);
    stream->pending = buffers->output_left == 0;
    return CODEC_GOES_ON;
}
