#include "store/sink_kind.h"

const sink_kind *const sink_kind_list[] = {&csv_sink_kind, NULL};
