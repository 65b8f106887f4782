/* Any bytes as a table of fixed width: a table or an error that names it, the same whether lines
 * are asked for or not, and never a value with blanks around it. */
#include "store/csv_source.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_values(const shoal_table *table) {
    if (table->columns < 2 || table->rows == 0)
        abort();
    for (size_t c = 0; c < table->columns; c++)
        for (size_t r = 0; r < table->rows; r++) {
            const char *value = shoal_table_value(table, (int64_t)r, (int64_t)c);
            if (*value == ' ' || (*value && value[strlen(value) - 1] == ' '))
                abort();
        }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size == 0)
        return 0;
    source_options whole = {.delimiter = SOURCE_FIXED,
                            .header = (shoal_choice)((data[0] & 3) % 3),
                            .encoding = data[0] & 4   ? TEXT_BYTES
                                        : data[0] & 8 ? TEXT_UTF8
                                                      : NULL,
                            .label = "fuzz"};
    source_options with_lines = whole;
    with_lines.lines = true;
    shoal_table *one = NULL, *other = NULL;
    shoal_error first = {0}, second = {0};
    const char *bytes = (const char *)data + 1;
    shoal_status status = csv_read_memory(&one, bytes, size - 1, &whole, &first);
    if (csv_read_memory(&other, bytes, size - 1, &with_lines, &second) != status ||
        strcmp(first.message, second.message) != 0)
        abort();
    if (status == SHOAL_OK) {
        check_values(one);
        if (one->rows != other->rows || one->columns != other->columns)
            abort();
    } else if (status != SHOAL_BAD_DATA || strncmp(first.message, "fuzz", 4) != 0) {
        abort();
    }
    shoal_table_free(one);
    shoal_table_free(other);
    return 0;
}
