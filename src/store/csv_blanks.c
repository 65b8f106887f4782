#include "store/csv_blanks.h"

#include <string.h>

static bool is_blank(char byte) {
    return byte == ' ' || byte == '\t' || byte == '\r';
}

/* Appends a byte that is no blank outside of quotes; returns how many bytes it takes. */
static size_t put(csv_blanks *state, char *to, char byte) {
    size_t used = 0;
    if (byte == '\n') {
        *state = (csv_blanks){0};
        *to = byte;
        return 1;
    }
    bool starts = !state->begun || state->behind;
    if (state->behind)
        to[used++] = ' ';
    state->quoted = byte == '"' && (starts || state->closed);
    state->closed = false;
    state->begun = true;
    state->behind = false;
    to[used++] = byte;
    return used;
}

size_t csv_blanks_squeeze(csv_blanks *state, char *text, size_t length) {
    size_t to = 0, at = 0;
    /* The blank that is due comes before the text. */
    if (state->behind && length > 0 && !is_blank(text[0]) && text[0] != '\n') {
        memmove(text + 1, text, length++);
        at = 1;
    }
    for (; at < length; at++) {
        char byte = text[at];
        if (state->quoted) {
            state->quoted = byte != '"';
            state->closed = !state->quoted;
            text[to++] = byte;
        } else if (is_blank(byte)) {
            state->behind = state->begun;
            state->closed = false;
        } else {
            to += put(state, text + to, byte);
        }
    }
    return to;
}
