/* Tables of Shoal as Arrow data, in both directions, through the Arrow C data interface and the
 * Arrow C stream interface. Nothing of an Arrow library is needed.
 *
 * Columns may be of strings (utf8, large, views), dictionaries, integers, floats, decimals,
 * booleans, dates, times, timestamps, or null. NULL and "" stay apart.
 *
 * The structs of these interfaces are declared here under their usual guards
 * (ARROW_C_DATA_INTERFACE, ARROW_C_STREAM_INTERFACE): a program may include other headers that
 * declare them too. */
#ifndef SHOAL_ARROW_H
#define SHOAL_ARROW_H

#include <shoal.h>

#ifdef __cplusplus
extern "C" {
#endif

#ifndef ARROW_C_DATA_INTERFACE
#define ARROW_C_DATA_INTERFACE

#define ARROW_FLAG_DICTIONARY_ORDERED 1
#define ARROW_FLAG_NULLABLE 2
#define ARROW_FLAG_MAP_KEYS_SORTED 4

struct ArrowSchema {
    const char *format;
    const char *name;
    const char *metadata;
    int64_t flags;
    int64_t n_children;
    struct ArrowSchema **children;
    struct ArrowSchema *dictionary;
    void (*release)(struct ArrowSchema *);
    void *private_data;
};

struct ArrowArray {
    int64_t length;
    int64_t null_count;
    int64_t offset;
    int64_t n_buffers;
    int64_t n_children;
    const void **buffers;
    struct ArrowArray **children;
    struct ArrowArray *dictionary;
    void (*release)(struct ArrowArray *);
    void *private_data;
};

#endif /* ARROW_C_DATA_INTERFACE */

#ifndef ARROW_C_STREAM_INTERFACE
#define ARROW_C_STREAM_INTERFACE

struct ArrowArrayStream {
    int (*get_schema)(struct ArrowArrayStream *, struct ArrowSchema *out);
    int (*get_next)(struct ArrowArrayStream *, struct ArrowArray *out);
    const char *(*get_last_error)(struct ArrowArrayStream *);
    void (*release)(struct ArrowArrayStream *);
    void *private_data;
};

#endif /* ARROW_C_STREAM_INTERFACE */

/* Makes a table of all batches of an Arrow stream, which have at least one row. The stream is
 * moved: the call releases it, also on failure. Codes of a dictionary that are already as the table
 * needs them are not copied; the table then keeps the batch. `context` may be NULL. */
SHOAL_API SHOAL_CHECKED shoal_status shoal_table_from_arrow_stream(shoal_table **out,
                                                                   struct ArrowArrayStream *stream,
                                                                   shoal_context *context,
                                                                   shoal_error *error);
/* Makes a table of one batch of Arrow data, a struct of columns, as shoal_table_from_arrow_stream
 * does of many. Both schema and array are moved: the call releases them, also on failure. `context`
 * may be NULL. */
SHOAL_API SHOAL_CHECKED shoal_status shoal_table_from_arrow_array(shoal_table **out,
                                                                  struct ArrowSchema *schema,
                                                                  struct ArrowArray *array,
                                                                  shoal_context *context,
                                                                  shoal_error *error);

/* How a table is handed out. */
typedef struct shoal_arrow_options {
    size_t size;
    bool plain;         /* texts as strings instead of dictionaries */
    int64_t batch_rows; /* rows of a batch; 0: all in one */
} shoal_arrow_options;

/* Hands out a table as an Arrow stream. Columns whose values are those of their origin have its
 * type; all others are dictionaries of strings, whose codes are not copied. The stream keeps a
 * reference to the table, as does everything that it hands out. `options` may be NULL. */
SHOAL_API SHOAL_CHECKED shoal_status shoal_table_to_arrow_stream(struct ArrowArrayStream *out,
                                                                 const shoal_table *table,
                                                                 const shoal_arrow_options *options,
                                                                 shoal_error *error);

#ifdef __cplusplus
}
#endif

#endif
