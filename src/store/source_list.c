#include "store/source_kind.h"

#define SOURCE_ENTRY(name) &name##_source_kind,
const source_kind *const source_kind_list[] = {SOURCES(SOURCE_ENTRY) NULL};
#undef SOURCE_ENTRY
