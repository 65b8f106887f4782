/* Any bytes as a row of COPY: it is turned or refused, and a row without empty texts and marks is
 * the same as before. */
#include "store/postgresql/postgresql_turn.h"

#include "base/memory.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size == 0)
        return 0;
    postgresql_turn turn;
    text made = {0};
    const char *row = (const char *)data + 1;
    size_t length = size - 1, columns = 1 + data[0] % 4;
    absent_texts kept[4] = {{"", ""}, {"", ""}, {"", ""}, {"", ""}};
    bool same = data[0] & 64;
    if (postgresql_turn_open(&turn, columns, same ? kept : NULL, NULL) != SHOAL_OK)
        abort();
    bool fine = postgresql_turn_row(&made, &turn, row, length);
    /* An empty text that stays one changes nothing; a blank line of one column is quoted. */
    bool blank = columns == 1 && (length == 0 || (length == 1 && *row == '\n'));
    if (same && !blank &&
        (!fine || made.length != length || (length > 0 && memcmp(made.bytes, row, length) != 0)))
        abort();
    postgresql_turn_close(&turn);
    text_free(&made);
    return 0;
}
