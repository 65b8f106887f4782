#include "store/duckdb/duckdb_values.h"

#include "data/star.h"
#include "files/text_utf8.h"
#include "store/duckdb/duckdb_types.h"
#include "store/value_encoder.h"

#include <stdio.h>
#include <stdlib.h>

/* Parquet has the members of an enumeration once for each group of rows, also where no row of the
 * group has them: with more of them, texts are smaller. */
#define MEMBERS_MOST ((size_t)100000)

size_t duckdb_values_codes(const feed_column *from) {
    return from->values ? from->values->size : from->label_count + 1;
}

static const char *text_of(const feed_column *from, size_t code) {
    if (from->values)
        return dictionary_text(from->values, (uint32_t)code);
    return code < from->label_count ? from->labels[code] : STAR;
}

void duckdb_values_free(duckdb_values *values, const duckdb_library *library) {
    if (values->made)
        library->destroy_logical_type(&values->made);
    memory_free(values->of);
    memory_free(values->text);
    memory_free(values->fixed);
    memory_free(values->type);
    arena_free(&values->memory);
    *values = (duckdb_values){0};
}

/* ---- The different values ---------------------------------------------------------------------
 */

static bool is(const char *value, const char *other) {
    return other && strcmp(value, other) == 0;
}

/* A text with the padding that encoders ask for. */
static bool take(duckdb_values *out, encoder *known, char **room, size_t *room_size, size_t code,
                 const char *value) {
    size_t length = strlen(value), before = known->size;
    if (!memory_grow((void **)room, room_size, length + ENCODER_PADDING, 1))
        return false;
    memset(*room + length, 0, ENCODER_PADDING);
    memcpy(*room, value, length);
    out->of[code] = encoder_code(known, *room, (uint32_t)length);
    if (known->size != before)
        out->text[out->count++] = arena_text(&out->memory, value, length);
    return !known->failed && out->text[out->count - 1];
}

static shoal_status check_text(const feed_column *from, const char *value, shoal_error *error) {
    size_t length = strlen(value);
    if (text_utf8(value, length) == length)
        return SHOAL_OK;
    return status_refuse(
        error, SHOAL_BAD_DATA, "encoding_cannot", NULL,
        "column '%.50s': a value is not UTF-8, which DuckDB and Parquet need; name "
        "the encoding of the input, or write CSV",
        from->name);
}

/* Labels may be alike, values are not. */
shoal_status duckdb_values_open(duckdb_values *out, const feed_column *from, const uint8_t *used,
                                size_t rows, shoal_error *error) {
    encoder known;
    char *room = NULL;
    size_t room_size = 0;
    *out = (duckdb_values){.codes = duckdb_values_codes(from)};
    out->of = memory_new(out->codes, sizeof *out->of);
    out->text = memory_new(out->codes < rows ? out->codes : rows, sizeof *out->text);
    bool fine = out->of && out->text;
    shoal_status status = SHOAL_OK;
    encoder_start(&known);
    for (size_t code = 0; fine && status == SHOAL_OK && code < out->codes; code++) {
        const char *value = text_of(from, code);
        if (used[code])
            status = check_text(from, value, error);
        if (!used[code])
            out->of[code] = VALUES_UNUSED;
        else if (is(value, from->absent.null))
            out->of[code] = VALUES_NULL;
        else
            fine = take(out, &known, &room, &room_size, code,
                        is(value, from->absent.empty) ? "" : value);
    }
    encoder_free(&known);
    memory_free(room);
    return fine ? status : status_no_memory(error);
}

/* ---- A table function of the values ------------------------------------------------------------
 */

typedef struct value_list {
    const duckdb_values *of;
    size_t done;
} value_list;

static void bind_values(duckdb_bind_info info) {
    const duckdb_library *library = duckdb_library_loaded();
    duckdb_logical_type type = library->create_logical_type(DUCK_VARCHAR);
    library->bind_add_result_column(info, "v", type);
    library->destroy_logical_type(&type);
}

static void begin_values(duckdb_init_info info) {
    (void)info;
}

static void next_values(duckdb_function_info info, duckdb_data_chunk output) {
    const duckdb_library *library = duckdb_library_loaded();
    value_list *list = library->function_get_extra_info(info);
    duckdb_vector vector = library->data_chunk_get_vector(output, 0);
    size_t left = list->of->count - list->done;
    size_t count = left < DUCKDB_CHUNK ? left : DUCKDB_CHUNK;
    for (size_t i = 0; i < count; i++) {
        const char *value = list->of->text[list->done + i];
        library->vector_assign_string_element_len(vector, i, value, strlen(value));
    }
    list->done += count;
    library->data_chunk_set_size(output, count);
}

static shoal_status register_values(const duckdb_session *session, value_list *list,
                                    const char *name, shoal_error *error) {
    const duckdb_library *library = session->library;
    duckdb_table_function made = library->create_table_function();
    library->table_function_set_name(made, name);
    library->table_function_set_extra_info(made, list, NULL);
    library->table_function_set_bind(made, bind_values);
    library->table_function_set_init(made, begin_values);
    library->table_function_set_function(made, next_values);
    bool fine = library->register_table_function(session->connection, made) == DUCK_SUCCESS;
    library->destroy_table_function(&made);
    return fine ? SHOAL_OK : status_no_memory(error);
}

/* ---- Types ------------------------------------------------------------------------------------
 */

/* Takes the values of a chunk of (value, whether its text comes back); false: one does not. */
static bool take_chunk(duckdb_values *out, const duckdb_library *library, duckdb_data_chunk chunk,
                       size_t done) {
    size_t count = (size_t)library->data_chunk_get_size(chunk);
    const bool *same = library->vector_get_data(library->data_chunk_get_vector(chunk, 0));
    if (count > out->count - done)
        return false;
    for (size_t i = 0; i < count; i++)
        if (!same[i])
            return false;
    if (out->fixed)
        memcpy(out->fixed + done * out->width,
               library->vector_get_data(library->data_chunk_get_vector(chunk, 1)),
               count * out->width);
    return true;
}

/* To the last: a query that is left in the middle leaves its transaction open. */
static shoal_status take_chunks(duckdb_values *out, bool *fits, duckdb_rows *rows,
                                shoal_error *error) {
    const duckdb_library *library = rows->session->library;
    size_t done = 0;
    for (*fits = true;;) {
        duckdb_data_chunk chunk = NULL;
        STATUS_TRY(duckdb_rows_next(&chunk, rows, error));
        if (!chunk)
            break;
        *fits = *fits && take_chunk(out, library, chunk, done);
        done += (size_t)library->data_chunk_get_size(chunk);
        library->destroy_data_chunk(&chunk);
    }
    *fits = *fits && done == out->count;
    return SHOAL_OK;
}

/* Asks DuckDB whether every value survives the way to the type and back. */
static shoal_status try_type(duckdb_values *out, bool *fits, const duckdb_session *session,
                             const char *type, size_t number, shoal_error *error) {
    value_list list = {.of = out};
    char name[40];
    text sql = {0};
    duckdb_rows rows = {0};
    snprintf(name, sizeof name, "shoal_values_%zu", number);
    STATUS_TRY(register_values(session, &list, name, error));
    text_format(&sql,
                "SELECT CAST(TRY_CAST(v AS %s) AS VARCHAR) IS NOT DISTINCT FROM v%s%s%s FROM %s()",
                type, out->fixed ? ", TRY_CAST(v AS " : "", out->fixed ? type : "",
                out->fixed ? ")" : "", name);
    shoal_status status = sql.failed ? status_no_memory(error)
                                     : duckdb_rows_open(&rows, session, sql.bytes, NULL, error);
    if (status == SHOAL_OK)
        status = take_chunks(out, fits, &rows, error);
    duckdb_rows_close(&rows);
    text_free(&sql);
    return status;
}

/* Members of an enumeration must be as many as one at least. */
static shoal_status make_codes(duckdb_values *out, const duckdb_library *library,
                               shoal_error *error) {
    out->form = VALUES_CODES;
    out->made = library->create_enum_type((const char **)out->text, out->count);
    if (!out->made)
        return status_no_memory(error);
    duckdb_type inside = library->enum_internal_type(out->made);
    out->width = (int)inside == DUCK_UTINYINT ? 1 : (int)inside == DUCK_USMALLINT ? 2 : 4;
    return SHOAL_OK;
}

static shoal_status make_texts(duckdb_values *out, const duckdb_library *library, bool is_large,
                               shoal_error *error) {
    if (out->count > 0 && !is_large)
        return make_codes(out, library, error);
    out->form = VALUES_TEXTS;
    out->made = library->create_logical_type(DUCK_VARCHAR);
    return out->made ? SHOAL_OK : status_no_memory(error);
}

/* Bytes of a value of the type; 0: not fixed. */
static size_t type_width(const char *type) {
    const duckdb_fixed_type *found = duckdb_fixed_find(type);
    int precision, scale;
    if (found)
        return found->width;
    return duckdb_decimal_parse(type, &precision, &scale) ? duckdb_decimal_bytes(precision) : 0;
}

static duckdb_logical_type fixed_type(const duckdb_library *library, const char *type) {
    const duckdb_fixed_type *found = duckdb_fixed_find(type);
    int precision, scale;
    if (found)
        return library->create_logical_type((duckdb_type)found->id);
    return duckdb_decimal_parse(type, &precision, &scale)
               ? library->create_decimal_type((uint8_t)precision, (uint8_t)scale)
               : NULL;
}

/* The type, if it holds all values; *kept says so. */
static shoal_status keep_type(duckdb_values *out, bool *kept, const duckdb_session *session,
                              char *type, size_t number, shoal_error *error) {
    out->width = type_width(type);
    out->fixed = out->width > 0 ? memory_new(out->count, out->width) : NULL;
    if (out->width > 0 && !out->fixed)
        return status_no_memory(error);
    STATUS_TRY(try_type(out, kept, session, type, number, error));
    if (!*kept) {
        memory_free(out->fixed);
        out->fixed = NULL;
    } else if (out->fixed) {
        out->form = VALUES_FIXED;
        out->made = fixed_type(session->library, type);
        return out->made ? SHOAL_OK : status_no_memory(error);
    }
    return SHOAL_OK;
}

shoal_status duckdb_values_type(duckdb_values *values, const duckdb_session *session,
                                const feed_column *from, size_t number, bool in_parquet,
                                shoal_error *error) {
    text type = {0};
    bool kept =
        from->untouched && from->origin && duckdb_type_kept(&type, from->origin, in_parquet);
    shoal_status status = type.failed ? status_no_memory(error) : SHOAL_OK;
    if (status == SHOAL_OK && kept)
        status = keep_type(values, &kept, session, type.bytes, number, error);
    if (status == SHOAL_OK && !values->made)
        status = make_texts(values, session->library, values->count > MEMBERS_MOST, error);
    if (status == SHOAL_OK && kept) {
        values->type = type.bytes;
        values->is_cast = values->form != VALUES_FIXED;
        return SHOAL_OK;
    }
    text_free(&type);
    return status;
}
