/* The types, values and functions that Shoal declares of DuckDB's library, against DuckDB's own
 * header: compiled only, by tests/duckdb/header. The first part has Shoal's own types under other
 * names, the second declares each function once more. */
#define duckdb_result our_result
#define duckdb_string_t our_string
#define duckdb_state our_state
#define duckdb_type our_type
#define duckdb_pending_state our_pending_state
#define duckdb_statement_type our_statement_type
#include "store/duckdb/duckdb_library.h"
#undef duckdb_result
#undef duckdb_string_t
#undef duckdb_state
#undef duckdb_type
#undef duckdb_pending_state
#undef duckdb_statement_type

#include <duckdb.h>
#include <stddef.h>

#define SAME(one, other) _Static_assert((int)(one) == (int)(other), #one)

SAME(sizeof(our_result), sizeof(duckdb_result));
SAME(offsetof(our_result, internal_data), offsetof(duckdb_result, internal_data));
SAME(sizeof(our_string), sizeof(duckdb_string_t));
SAME(offsetof(our_string, value.pointer.ptr), offsetof(duckdb_string_t, value.pointer.ptr));
SAME(offsetof(our_string, value.inlined.inlined), offsetof(duckdb_string_t, value.inlined.inlined));
SAME(sizeof(((duckdb_string_t *)0)->value.inlined.inlined), DUCKDB_INLINED);
SAME(sizeof(our_state), sizeof(duckdb_state));
SAME(sizeof(our_type), sizeof(duckdb_type));
SAME(sizeof(our_pending_state), sizeof(duckdb_pending_state));
SAME(sizeof(our_statement_type), sizeof(duckdb_statement_type));

SAME(DUCK_SUCCESS, DuckDBSuccess);
SAME(DUCK_PENDING_READY, DUCKDB_PENDING_RESULT_READY);
SAME(DUCK_PENDING_NOT_READY, DUCKDB_PENDING_RESULT_NOT_READY);
SAME(DUCK_PENDING_ERROR, DUCKDB_PENDING_ERROR);
SAME(DUCK_PENDING_NO_TASKS, DUCKDB_PENDING_NO_TASKS_AVAILABLE);
SAME(DUCK_STATEMENT_SELECT, DUCKDB_STATEMENT_TYPE_SELECT);
SAME(DUCK_BOOLEAN, DUCKDB_TYPE_BOOLEAN);
SAME(DUCK_TINYINT, DUCKDB_TYPE_TINYINT);
SAME(DUCK_SMALLINT, DUCKDB_TYPE_SMALLINT);
SAME(DUCK_INTEGER, DUCKDB_TYPE_INTEGER);
SAME(DUCK_BIGINT, DUCKDB_TYPE_BIGINT);
SAME(DUCK_UTINYINT, DUCKDB_TYPE_UTINYINT);
SAME(DUCK_USMALLINT, DUCKDB_TYPE_USMALLINT);
SAME(DUCK_UINTEGER, DUCKDB_TYPE_UINTEGER);
SAME(DUCK_UBIGINT, DUCKDB_TYPE_UBIGINT);
SAME(DUCK_FLOAT, DUCKDB_TYPE_FLOAT);
SAME(DUCK_DOUBLE, DUCKDB_TYPE_DOUBLE);
SAME(DUCK_TIMESTAMP, DUCKDB_TYPE_TIMESTAMP);
SAME(DUCK_DATE, DUCKDB_TYPE_DATE);
SAME(DUCK_TIME, DUCKDB_TYPE_TIME);
SAME(DUCK_VARCHAR, DUCKDB_TYPE_VARCHAR);
SAME(DUCK_TIMESTAMP_S, DUCKDB_TYPE_TIMESTAMP_S);
SAME(DUCK_TIMESTAMP_MS, DUCKDB_TYPE_TIMESTAMP_MS);
SAME(DUCK_TIMESTAMP_NS, DUCKDB_TYPE_TIMESTAMP_NS);
SAME(DUCK_UUID, DUCKDB_TYPE_UUID);
SAME(DUCK_TIMESTAMP_TZ, DUCKDB_TYPE_TIMESTAMP_TZ);
SAME(DUCK_ANY, DUCKDB_TYPE_ANY);

/* Where one of these differs from what the header says, the compiler refuses it. */
#define AGAIN(result, name, parameters) extern result duckdb_##name parameters;
DUCKDB_FUNCTIONS(AGAIN)
