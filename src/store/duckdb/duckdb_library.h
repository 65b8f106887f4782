/* DuckDB's library, loaded at run time: Shoal is built without it and does everything but Parquet
 * and DuckDB without it. These are our own declarations of the little that is used of it;
 * tests/duckdb_header compares them with DuckDB's header. */
#ifndef SHOAL_STORE_DUCKDB_DUCKDB_LIBRARY_H
#define SHOAL_STORE_DUCKDB_DUCKDB_LIBRARY_H

#include "base/status.h"

#include <stdint.h>

/* The test includes DuckDB's own header first, and takes the types from there. */
#ifndef DUCKDB_C_API

typedef uint64_t idx_t;
typedef int duckdb_state;
typedef int duckdb_type;
typedef int duckdb_pending_state;
typedef int duckdb_statement_type;
typedef struct _duckdb_database *duckdb_database;
typedef struct _duckdb_connection *duckdb_connection;
typedef struct _duckdb_config *duckdb_config;
typedef struct _duckdb_prepared_statement *duckdb_prepared_statement;
typedef struct _duckdb_pending_result *duckdb_pending_result;
typedef struct _duckdb_data_chunk *duckdb_data_chunk;
typedef struct _duckdb_vector *duckdb_vector;
typedef struct _duckdb_logical_type *duckdb_logical_type;
typedef struct _duckdb_table_function *duckdb_table_function;
typedef struct _duckdb_scalar_function *duckdb_scalar_function;
typedef struct _duckdb_bind_info *duckdb_bind_info;
typedef struct _duckdb_init_info *duckdb_init_info;
typedef struct _duckdb_function_info *duckdb_function_info;

typedef void (*duckdb_delete_callback_t)(void *data);
typedef void (*duckdb_table_function_bind_t)(duckdb_bind_info info);
typedef void (*duckdb_table_function_init_t)(duckdb_init_info info);
typedef void (*duckdb_table_function_t)(duckdb_function_info info, duckdb_data_chunk output);

typedef void (*duckdb_scalar_function_t)(duckdb_function_info info, duckdb_data_chunk input,
                                         duckdb_vector output);

typedef struct {
    idx_t deprecated_column_count;
    idx_t deprecated_row_count;
    idx_t deprecated_rows_changed;
    void *deprecated_columns;
    char *deprecated_error_message;
    void *internal_data;
} duckdb_result;

typedef struct {
    union {
        struct {
            uint32_t length;
            char prefix[4];
            char *ptr;
        } pointer;
        struct {
            uint32_t length;
            char inlined[12];
        } inlined;
    } value;
} duckdb_string_t;

#endif

/* Texts of up to this many bytes lie in the duckdb_string_t itself. */
#define DUCKDB_INLINED 12
/* The most rows of a chunk. */
#define DUCKDB_CHUNK ((size_t)2048)

/* The values that are used of DuckDB's enumerations. */
enum {
    DUCK_SUCCESS = 0,
    DUCK_PENDING_READY = 0,
    DUCK_PENDING_NOT_READY = 1,
    DUCK_PENDING_ERROR = 2,
    DUCK_PENDING_NO_TASKS = 3,
    DUCK_STATEMENT_SELECT = 1,
    DUCK_BOOLEAN = 1,
    DUCK_TINYINT = 2,
    DUCK_SMALLINT = 3,
    DUCK_INTEGER = 4,
    DUCK_BIGINT = 5,
    DUCK_UTINYINT = 6,
    DUCK_USMALLINT = 7,
    DUCK_UINTEGER = 8,
    DUCK_UBIGINT = 9,
    DUCK_FLOAT = 10,
    DUCK_DOUBLE = 11,
    DUCK_TIMESTAMP = 12,
    DUCK_DATE = 13,
    DUCK_TIME = 14,
    DUCK_VARCHAR = 17,
    DUCK_TIMESTAMP_S = 20,
    DUCK_TIMESTAMP_MS = 21,
    DUCK_TIMESTAMP_NS = 22,
    DUCK_UUID = 27,
    DUCK_TIMESTAMP_TZ = 31,
    DUCK_ANY = 34
};

/* X(RESULT, NAME, PARAMETERS): the functions that are used, without `duckdb_`. */
#define DUCKDB_FUNCTIONS(X)                                                                        \
    X(const char *, library_version, (void))                                                       \
    X(void, free, (void *pointer))                                                                 \
    X(duckdb_state, create_config, (duckdb_config * out))                                          \
    X(duckdb_state, set_config, (duckdb_config config, const char *name, const char *option))      \
    X(void, destroy_config, (duckdb_config * config))                                              \
    X(duckdb_state, open_ext,                                                                      \
      (const char *path, duckdb_database *out, duckdb_config config, char **out_error))            \
    X(void, close, (duckdb_database * database))                                                   \
    X(duckdb_state, connect, (duckdb_database database, duckdb_connection * out))                  \
    X(void, disconnect, (duckdb_connection * connection))                                          \
    X(duckdb_state, prepare,                                                                       \
      (duckdb_connection connection, const char *query, duckdb_prepared_statement *out))           \
    X(const char *, prepare_error, (duckdb_prepared_statement statement))                          \
    X(duckdb_statement_type, prepared_statement_type, (duckdb_prepared_statement statement))       \
    X(void, destroy_prepare, (duckdb_prepared_statement * statement))                              \
    X(duckdb_state, pending_prepared,                                                              \
      (duckdb_prepared_statement statement, duckdb_pending_result * out))                          \
    X(duckdb_state, pending_prepared_streaming,                                                    \
      (duckdb_prepared_statement statement, duckdb_pending_result * out))                          \
    X(duckdb_pending_state, pending_execute_task, (duckdb_pending_result pending))                 \
    X(const char *, pending_error, (duckdb_pending_result pending))                                \
    X(duckdb_state, execute_pending, (duckdb_pending_result pending, duckdb_result * out))         \
    X(void, destroy_pending, (duckdb_pending_result * pending))                                    \
    X(const char *, result_error, (duckdb_result * result))                                        \
    X(void, destroy_result, (duckdb_result * result))                                              \
    X(duckdb_data_chunk, fetch_chunk, (duckdb_result result))                                      \
    X(void, destroy_data_chunk, (duckdb_data_chunk * chunk))                                       \
    X(idx_t, data_chunk_get_size, (duckdb_data_chunk chunk))                                       \
    X(void, data_chunk_set_size, (duckdb_data_chunk chunk, idx_t size))                            \
    X(duckdb_vector, data_chunk_get_vector, (duckdb_data_chunk chunk, idx_t column))               \
    X(void *, vector_get_data, (duckdb_vector vector))                                             \
    X(uint64_t *, vector_get_validity, (duckdb_vector vector))                                     \
    X(void, vector_ensure_validity_writable, (duckdb_vector vector))                               \
    X(void, vector_assign_string_element_len,                                                      \
      (duckdb_vector vector, idx_t index, const char *text, idx_t length))                         \
    X(duckdb_logical_type, create_logical_type, (duckdb_type type))                                \
    X(duckdb_logical_type, create_decimal_type, (uint8_t width, uint8_t scale))                    \
    X(duckdb_logical_type, create_enum_type, (const char **names, idx_t count))                    \
    X(duckdb_type, enum_internal_type, (duckdb_logical_type type))                                 \
    X(void, destroy_logical_type, (duckdb_logical_type * type))                                    \
    X(duckdb_table_function, create_table_function, (void))                                        \
    X(void, destroy_table_function, (duckdb_table_function * function))                            \
    X(void, table_function_set_name, (duckdb_table_function function, const char *name))           \
    X(void, table_function_set_extra_info,                                                         \
      (duckdb_table_function function, void *info, duckdb_delete_callback_t destroy))              \
    X(void, table_function_set_bind,                                                               \
      (duckdb_table_function function, duckdb_table_function_bind_t bind))                         \
    X(void, table_function_set_init,                                                               \
      (duckdb_table_function function, duckdb_table_function_init_t init))                         \
    X(void, table_function_set_function,                                                           \
      (duckdb_table_function function, duckdb_table_function_t call))                              \
    X(duckdb_state, register_table_function,                                                       \
      (duckdb_connection connection, duckdb_table_function function))                              \
    X(void *, bind_get_extra_info, (duckdb_bind_info info))                                        \
    X(void, bind_add_result_column,                                                                \
      (duckdb_bind_info info, const char *name, duckdb_logical_type type))                         \
    X(void *, function_get_extra_info, (duckdb_function_info info))                                \
    X(void, function_set_error, (duckdb_function_info info, const char *message))                  \
    X(duckdb_scalar_function, create_scalar_function, (void))                                      \
    X(void, destroy_scalar_function, (duckdb_scalar_function * function))                          \
    X(void, scalar_function_set_name, (duckdb_scalar_function function, const char *name))         \
    X(void, scalar_function_set_varargs,                                                           \
      (duckdb_scalar_function function, duckdb_logical_type type))                                 \
    X(void, scalar_function_set_return_type,                                                       \
      (duckdb_scalar_function function, duckdb_logical_type type))                                 \
    X(void, scalar_function_set_special_handling, (duckdb_scalar_function function))               \
    X(void, scalar_function_set_volatile, (duckdb_scalar_function function))                       \
    X(void, scalar_function_set_extra_info,                                                        \
      (duckdb_scalar_function function, void *info, duckdb_delete_callback_t destroy))             \
    X(void, scalar_function_set_function,                                                          \
      (duckdb_scalar_function function, duckdb_scalar_function_t call))                            \
    X(duckdb_state, register_scalar_function,                                                      \
      (duckdb_connection connection, duckdb_scalar_function function))                             \
    X(void *, scalar_function_get_extra_info, (duckdb_function_info info))                         \
    X(void, scalar_function_set_error, (duckdb_function_info info, const char *message))

typedef struct duckdb_library {
#define DUCKDB_FIELD(result, name, parameters) result(*name) parameters;
    DUCKDB_FUNCTIONS(DUCKDB_FIELD)
#undef DUCKDB_FIELD
} duckdb_library;

/* The library, loaded once for the process: the one named by the variable SHOAL_DUCKDB, or the one
 * installed with Shoal (lib/shoal/libduckdb.so beside the folder of the program or library), or the
 * system's. `what` is what cannot be done without it, such as "read people.parquet". */
SHOAL_CHECKED shoal_status duckdb_library_load(const duckdb_library **out, const char *what,
                                               shoal_error *error);
/* Once it is loaded, for DuckDB's calls back. */
const duckdb_library *duckdb_library_loaded(void);
/* Whether it can be loaded. */
bool duckdb_library_is_there(void);

#endif
