/* A table in memory as a sink: what is written becomes the caller's once it is published. */
#ifndef SHOAL_STORE_MEMORY_MEMORY_SINK_H
#define SHOAL_STORE_MEMORY_MEMORY_SINK_H

#include "store/sink.h"

/* Publishing sets *to; until then it is not touched. Reading back reads the columns that will be
 * handed out. */
SHOAL_CHECKED shoal_status memory_sink_open(sink **out, shoal_table **to, shoal_error *error);

#endif
