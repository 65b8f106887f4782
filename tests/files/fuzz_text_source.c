/* Any bytes as text of some encoding: the same whatever the sizes of the pieces, and UTF-8 up to
 * the fault. */
#include "base/text.h"
#include "files/text_source.h"
#include "files/text_utf8.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static text read_in(const char *bytes, size_t size, const char *encoding, size_t piece,
                    bool *faulty) {
    static char room[1 << 17];
    text made = {0};
    byte_source *from = NULL;
    text_source *in = NULL;
    size_t got = piece;
    if (byte_source_open_memory(&from, bytes, size, "fuzz", NULL) != SHOAL_OK ||
        text_source_open(&in, from, encoding, NULL) != SHOAL_OK)
        abort();
    while (got == piece) {
        if (text_source_read(in, room, piece, &got, NULL) != SHOAL_OK)
            break; /* damaged compressed data */
        text_add(&made, room, got);
    }
    *faulty = *text_source_fault(in);
    text_source_close(in);
    byte_source_close(from);
    return made;
}

/* The encoding from the first byte, the text from the others. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const char *const names[] = {"",        "",      "UTF-16",       "UTF-16BE",
                                        "GB18030", "CP932", "windows-1252", "EUC-JP"};
    if (size == 0)
        return 0;
    const char *name = names[data[0] & 7], *bytes = (const char *)data + 1;
    bool faulty, other;
    text whole = read_in(bytes, size - 1, name, 1 << 17, &faulty);
    text pieces = read_in(bytes, size - 1, name, 1 + (data[0] >> 3), &other);
    if (whole.length != pieces.length || faulty != other ||
        (whole.length > 0 && memcmp(whole.bytes, pieces.bytes, whole.length) != 0))
        abort();
    if (*name && whole.length > 0 && text_utf8(whole.bytes, whole.length) + faulty != whole.length)
        abort();
    text_free(&whole);
    text_free(&pieces);
    return 0;
}
