#include "store/sink_kind.h"

#define SINK_ENTRY(name) &name##_sink_kind,
const sink_kind *const sink_kind_list[] = {SINKS(SINK_ENTRY) NULL};
#undef SINK_ENTRY
