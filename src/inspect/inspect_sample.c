#include "base/random.h"
#include "inspect/inspect_parts.h"

static bool choose_rows(inspect_sample *out, size_t all, size_t most) {
    random_stream stream = random_open(0, "inspect", 0);
    out->rows = all < most ? all : most;
    out->row = arena_new(&out->memory, out->rows + 1, sizeof *out->row);
    if (!out->row)
        return false;
    for (size_t i = 0; i < out->rows; i++) {
        size_t begin = (size_t)((double)all / (double)out->rows * (double)i);
        size_t end = (size_t)((double)all / (double)out->rows * (double)(i + 1));
        size_t width = all > most && end > begin ? end - begin : 1;
        size_t row = all > most ? begin + random_below(&stream, width) : i;
        out->row[i] = (uint32_t)(row < all ? row : all - 1);
    }
    return true;
}

/* `number` is zeroed room for the codes of any column, and is so again after the call. */
static bool take_column(inspect_sample *out, const column *from, size_t place, uint32_t *number) {
    uint32_t *code = arena_new(&out->memory, out->rows + 1, sizeof *code);
    uint32_t known = 0;
    if (!code)
        return false;
    for (size_t i = 0; i < out->rows; i++) {
        uint32_t *of = &number[codes_get(&from->codes, out->row[i])];
        if (*of == 0)
            *of = ++known;
        code[i] = *of - 1;
    }
    for (size_t i = 0; i < out->rows; i++)
        number[codes_get(&from->codes, out->row[i])] = 0;
    out->code[place] = code;
    out->size[place] = known;
    return true;
}

shoal_status inspect_sample_take(inspect_sample *out, const shoal_table *table, size_t most,
                                 shoal_error *error) {
    size_t values = 1;
    for (size_t i = 0; i < table->columns; i++)
        values = table->column[i].values.size > values ? table->column[i].values.size : values;
    *out = (inspect_sample){0};
    out->code = arena_zero(&out->memory, table->columns + 1, sizeof *out->code);
    out->size = arena_zero(&out->memory, table->columns + 1, sizeof *out->size);
    uint32_t *number = memory_zero(values, sizeof *number);
    bool made = out->code && out->size && number && choose_rows(out, table->rows, most);
    for (size_t i = 0; made && i < table->columns; i++)
        made = take_column(out, &table->column[i], i, number);
    memory_free(number);
    return made ? SHOAL_OK : status_no_memory(error);
}

shoal_status inspect_sample_choose(inspect_sample *out, size_t all, size_t most,
                                   shoal_error *error) {
    *out = (inspect_sample){0};
    return choose_rows(out, all, most) ? SHOAL_OK : status_no_memory(error);
}

void inspect_sample_free(inspect_sample *made) {
    arena_free(&made->memory);
    *made = (inspect_sample){0};
}
