#include "database/group_table.h"

#include <string.h>

uint32_t group_part(uint64_t left) {
    if (left <= UINT32_MAX)
        return (uint32_t)left;
    return UINT32_C(1) << 31;
}

static column_origin *copy_origin(const column_origin *from) {
    column_origin *made = column_origin_new(from ? from->of : VALUE_TEXT);
    if (!made || !from)
        return made;
    made->bits = from->bits;
    made->is_unsigned = from->is_unsigned;
    made->precision = from->precision;
    made->scale = from->scale;
    made->kind = from->kind;
    made->native = from->native ? memory_text(from->native, strlen(from->native)) : NULL;
    if (!from->native || made->native)
        return made;
    column_origin_free(made);
    return NULL;
}

static shoal_status open_builder(group_table *out, char *const *names, column_origin *const *origin,
                                 shoal_error *error) {
    column_origin **copies = memory_zero(out->columns, sizeof *copies);
    bool *wanted = memory_new(out->columns, sizeof *wanted);
    bool made = copies && wanted;
    for (size_t i = 0; made && i < out->columns; i++) {
        wanted[i] = true;
        copies[i] = copy_origin(origin[i]);
        made = copies[i] != NULL;
    }
    shoal_status status = made ? table_builder_open(&out->to, names, out->columns, copies, wanted,
                                                    1, &out->options, error)
                               : status_no_memory(error);
    /* Those that were taken over are gone from the list. */
    for (size_t i = 0; copies && i < out->columns; i++)
        column_origin_free(copies[i]);
    memory_free(copies);
    memory_free(wanted);
    return status;
}

shoal_status group_table_open(group_table *out, const char *label, char *const *names,
                              column_origin *const *origin, size_t columns,
                              const absent_texts *absent, shoal_error *error) {
    *out = (group_table){.columns = columns, .options = {.label = label, .absent = absent}};
    out->span = memory_new(GROUP_TABLE_BLOCK * columns, sizeof *out->span);
    if (!out->span)
        return status_no_memory(error);
    return open_builder(out, names, origin, error);
}

void group_table_close(group_table *made) {
    table_builder_close(made->to);
    memory_free(made->span);
    memory_free(made->text);
    memory_free(made->times);
    *made = (group_table){0};
}

static shoal_status flush(group_table *to, shoal_error *error) {
    cell_block block = {.row = to->groups - to->waiting,
                        .rows = to->waiting,
                        .columns = to->columns,
                        .text = to->text,
                        .span = to->span};
    if (to->waiting == 0)
        return SHOAL_OK;
    memset(to->text + to->used, 0, CELL_BLOCK_PADDING);
    to->waiting = 0;
    to->used = 0;
    return table_builder_add(to->to, 0, &block, error);
}

static shoal_status add_text(group_table *to, size_t index, const engine_value *value,
                             shoal_error *error) {
    absent_texts absent = table_builder_absent(to->to, index);
    const char *text = value->text;
    size_t length = value->length;
    if (text)
        STATUS_TRY(table_builder_check(to->to, index, to->groups, text, length, error));
    if (!text || length == 0) {
        text = text ? absent.empty : absent.null;
        text = text ? text : "";
        length = strlen(text);
    }
    if (!memory_grow((void **)&to->text, &to->held, to->used + length + CELL_BLOCK_PADDING, 1))
        return status_no_memory(error);
    memcpy(to->text + to->used, text, length);
    to->span[to->waiting * to->columns + index] =
        (cell_span){(uint32_t)to->used, (uint32_t)(to->used + length)};
    to->used += length;
    return SHOAL_OK;
}

static shoal_status add_group(group_table *to, const engine_value *text, uint32_t times,
                              shoal_error *error) {
    if (!memory_grow((void **)&to->times, &to->times_held, to->groups + 1, sizeof *to->times))
        return status_no_memory(error);
    for (size_t i = 0; i < to->columns; i++)
        STATUS_TRY(add_text(to, i, &text[i], error));
    to->times[to->groups++] = times;
    return ++to->waiting == GROUP_TABLE_BLOCK ? flush(to, error) : SHOAL_OK;
}

shoal_status group_table_add(group_table *to, const engine_value *text, uint64_t rows,
                             shoal_error *error) {
    for (uint64_t left = rows; left > 0; left -= group_part(left))
        STATUS_TRY(add_group(to, text, group_part(left), error));
    to->rows += rows;
    return SHOAL_OK;
}

shoal_status group_table_finish(shoal_table **out, group_table *made, shoal_error *error) {
    STATUS_TRY(flush(made, error));
    STATUS_TRY(table_builder_finish(out, made->to, error));
    (*out)->times = made->times;
    (*out)->whole = (*out)->counted = made->rows;
    made->times = NULL;
    return SHOAL_OK;
}
