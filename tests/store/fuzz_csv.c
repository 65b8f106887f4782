/* Any bytes as a CSV file: a table or an error with a place, the same for every way of reading. */
#include "store/csv_source.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static bool same_column(const column *one, const column *other, size_t rows) {
    return strcmp(one->name, other->name) == 0 && one->values.size == other->values.size &&
           one->codes.width == other->codes.width &&
           memcmp(one->codes.data, other->codes.data, rows * (size_t)one->codes.width) == 0 &&
           memcmp(one->values.bytes, other->values.bytes, one->values.offsets[one->values.size]) ==
               0;
}

static void check_same(const shoal_table *one, const shoal_table *other) {
    if (one->rows != other->rows || one->columns != other->columns || one->rows == 0)
        abort();
    for (size_t c = 0; c < one->columns; c++)
        if (!same_column(&one->column[c], &other->column[c], one->rows))
            abort();
}

/* Options from the first byte, the file from the others. */
static source_options options_of(uint8_t byte) {
    return (source_options){.delimiter = "\0\0,; \t||"[byte & 7],
                            .header = (shoal_choice)((byte >> 3 & 3) % 3),
                            .trim = (shoal_choice)((byte >> 5 & 3) % 3),
                            .label = "fuzz"};
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size == 0)
        return 0;
    source_options whole = options_of(data[0]);
    source_options pieces = whole;
    pieces.chunk = 1 + (data[0] & 63);
    shoal_table *one = NULL;
    shoal_table *other = NULL;
    shoal_error first = {0};
    shoal_error second = {0};
    const char *bytes = (const char *)data + 1;
    shoal_status status = csv_read_memory(&one, bytes, size - 1, &whole, &first);
    if (csv_read_memory(&other, bytes, size - 1, &pieces, &second) != status ||
        strcmp(first.message, second.message) != 0)
        abort();
    if (status == SHOAL_OK)
        check_same(one, other);
    else if (status != SHOAL_BAD_DATA || strncmp(first.message, "fuzz:", 5) != 0)
        abort();
    shoal_table_free(one);
    shoal_table_free(other);
    return 0;
}
