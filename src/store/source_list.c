#include "store/source_kind.h"

const source_kind *const source_kind_list[] = {&csv_source_kind, NULL};
