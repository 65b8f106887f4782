#include "store/memory/memory_sink.h"

#include "store/memory/fed_table.h"
#include "store/memory/memory_source.h"
#include "store/sink_kind.h"

typedef struct memory_sink {
    sink base;
    shoal_table **to;
    shoal_table *written;
} memory_sink;

static shoal_status memory_begin(sink *base, const row_feed *feed, const sink_options *options,
                                 shoal_error *error) {
    (void)base, (void)feed, (void)options, (void)error;
    return SHOAL_OK;
}

static shoal_status memory_write(sink *base, const row_feed *feed, const sink_options *options,
                                 shoal_error *error) {
    memory_sink *self = (memory_sink *)base;
    STATUS_TRY(fed_table_make(&self->written, feed, options, error));
    self->written->released = true;
    return SHOAL_OK;
}

static shoal_status memory_finish(sink *base, shoal_error *error) {
    (void)base, (void)error;
    return SHOAL_OK;
}

static shoal_status memory_reopen(source **out, sink *base, const source_options *options,
                                  shoal_error *error) {
    return memory_source_open(out, ((memory_sink *)base)->written, options, error);
}

static shoal_status memory_publish(sink *base, shoal_error *error) {
    memory_sink *self = (memory_sink *)base;
    (void)error;
    *self->to = self->written;
    self->written = NULL;
    return SHOAL_OK;
}

static void memory_close(sink *base) {
    shoal_table_free(((memory_sink *)base)->written);
    memory_free(base);
}

static const sink_kind memory_sink_kind = {
    .name = "memory",
    .knows_absent = true,
    .begin = memory_begin,
    .write = memory_write,
    .finish = memory_finish,
    .reopen = memory_reopen,
    .publish = memory_publish,
    .close = memory_close,
};

shoal_status memory_sink_open(sink **out, shoal_table **to, shoal_error *error) {
    memory_sink *made = memory_zero(1, sizeof *made);
    *out = NULL;
    if (!made)
        return status_no_memory(error);
    made->base.kind = &memory_sink_kind;
    made->to = to;
    *out = &made->base;
    return SHOAL_OK;
}
