#include "support/handed_columns.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct column_room {
    const char **texts;
    const char **values;
    void *codes;
} column_room;

static void *room(size_t count, size_t item) {
    void *made = calloc(count + 1, item);
    if (!made)
        abort();
    return made;
}

static const char *cell(const shoal_table *from, size_t row, size_t column, bool nulls) {
    const char *text = shoal_table_value(from, (int64_t)row, (int64_t)column);
    return nulls && !*text ? NULL : text;
}

static void put(void *codes, int width, size_t row, int64_t code) {
    if (width == 1)
        ((int8_t *)codes)[row] = (int8_t)code;
    else if (width == 2)
        ((int16_t *)codes)[row] = (int16_t)code;
    else if (width == 4)
        ((int32_t *)codes)[row] = (int32_t)code;
    else
        ((int64_t *)codes)[row] = code;
}

/* Every other text has an address of its own. */
static void hand_texts(shoal_column *out, column_room *to, const shoal_table *from, size_t index,
                       random_stream *draw, bool nulls) {
    size_t rows = (size_t)shoal_table_rows(from);
    to->texts = room(rows, sizeof *to->texts);
    for (size_t row = 0; row < rows; row++) {
        const char *text = cell(from, row, index, nulls);
        to->texts[row] = text && random_below(draw, 2) ? strdup(text) : text;
    }
    out->texts = to->texts;
}

/* The dictionary has a value for each row, and some that no row has. Rows of equal texts may have
 * different codes. */
static void hand_codes(shoal_column *out, column_room *to, const shoal_table *from, size_t index,
                       random_stream *draw, bool nulls) {
    static const int widths[] = {1, 2, 4, 8};
    size_t rows = (size_t)shoal_table_rows(from);
    size_t extra = random_below(draw, 4);
    out->code_width = rows + extra < 120 ? widths[random_below(draw, 4)] : 8;
    out->first_code = (int64_t)random_below(draw, 3);
    out->value_count = rows + extra;
    to->values = room(out->value_count, sizeof *to->values);
    to->codes = room(rows, 8);
    for (size_t i = 0; i < extra; i++)
        to->values[i] = "nobody has this";
    for (size_t row = 0; row < rows; row++) {
        const char *text = cell(from, row, index, nulls);
        to->values[extra + row] = text;
        bool absent = !text && out->first_code > 0 && random_below(draw, 2);
        put(to->codes, out->code_width, row,
            absent ? out->first_code - 1 : out->first_code + (int64_t)(extra + row));
    }
    out->codes = to->codes;
    out->values = to->values;
}

static void free_rooms(column_room *rooms, const shoal_table *from) {
    for (int64_t c = 0; c < shoal_table_columns(from); c++) {
        for (int64_t row = 0; rooms[c].texts && row < shoal_table_rows(from); row++)
            if (rooms[c].texts[row] != shoal_table_value(from, row, c))
                free((char *)rooms[c].texts[row]);
        free(rooms[c].texts);
        free(rooms[c].values);
        free(rooms[c].codes);
    }
    free(rooms);
}

shoal_table *handed_columns(const shoal_table *from, random_stream *draw, bool nulls,
                            shoal_context *context) {
    size_t count = (size_t)shoal_table_columns(from);
    shoal_column *columns = room(count, sizeof *columns);
    column_room *rooms = room(count, sizeof *rooms);
    shoal_table *made = NULL;
    shoal_error error = {0};
    for (size_t c = 0; c < count; c++) {
        columns[c] = (shoal_column){.size = sizeof *columns,
                                    .name = shoal_table_column_name(from, (int64_t)c)};
        (random_below(draw, 2) ? hand_texts : hand_codes)(&columns[c], &rooms[c], from, c, draw,
                                                          nulls);
    }
    if (shoal_table_from_columns(&made, columns, count, shoal_table_rows(from), context, &error) !=
        SHOAL_OK) {
        fprintf(stderr, "%s\n", error.message);
        abort();
    }
    free_rooms(rooms, from);
    free(columns);
    return made;
}
