/* Whether a table of ClickHouse may be replaced by what is made of a source. */
#ifndef SHOAL_STORE_CLICKHOUSE_CLICKHOUSE_GUARD_H
#define SHOAL_STORE_CLICKHOUSE_CLICKHOUSE_GUARD_H

#include "base/status.h"

/* As sink_kind.guard. */
SHOAL_CHECKED shoal_status clickhouse_guard(bool *reads, const char *input, const char *output,
                                            shoal_error *error);

#endif
