/* Any bytes as the rows of COPY: rows or an error; what was read and is written again reads the
 * same. The first byte says how many fields a row has. */
#include "database/copy_text.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

typedef struct written_rows {
    size_t fields;
    text out;
} written_rows;

static shoal_status write_row(const engine_value *value, void *context, shoal_error *error) {
    written_rows *to = context;
    (void)error;
    for (size_t i = 0; i < to->fields; i++) {
        if (value[i].text && value[i].text[value[i].length] != '\0')
            abort();
        copy_add_value(&to->out, &value[i]);
        text_add_string(&to->out, i + 1 < to->fields ? "\t" : "\n");
    }
    return SHOAL_OK;
}

/* False: the bytes are not rows. */
static bool copy(written_rows *to, const char *bytes, size_t size) {
    copy_reader reader;
    if (copy_reader_open(&reader, to->fields, NULL) != SHOAL_OK)
        abort();
    bool read = copy_reader_take(&reader, bytes, size, write_row, to, NULL) == SHOAL_OK &&
                copy_reader_end(&reader, NULL) == SHOAL_OK;
    copy_reader_close(&reader);
    return read;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    written_rows once = {.fields = size > 0 ? 1 + data[0] % 4 : 1}, twice = {.fields = once.fields};
    if (size > 0 && copy(&once, (const char *)data + 1, size - 1) && once.out.length > 0) {
        if (!copy(&twice, once.out.bytes, once.out.length) || twice.out.length != once.out.length ||
            memcmp(twice.out.bytes, once.out.bytes, once.out.length) != 0)
            abort();
    }
    text_free(&once.out);
    text_free(&twice.out);
    return 0;
}
