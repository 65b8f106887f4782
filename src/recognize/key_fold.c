#include "recognize/key_fold.h"

#include "recognize/character.h"
#include "recognize/word_fold.h"

#include <string.h>

/* Stands behind a letter that has an accent. No text has it: it does not show. */
#define ACCENT '\1'

static char small(char c) {
    return is_ascii_upper(c) ? (char)(c + ('a' - 'A')) : c;
}

static size_t write_small(char *out, const char *from) {
    size_t used = 0;
    for (; from[used]; used++)
        out[used] = small(from[used]);
    return used;
}

/* As word_fold writes umlauts of one character: two letters. */
static size_t write_accent(char *out, uint32_t c, char last) {
    size_t used = 0;
    if (c == 0x308 && last && strchr("aou", last))
        out[used++] = 'e';
    out[used++] = ACCENT;
    return used;
}

/* A character of several bytes that is no accent. */
static size_t write_long(char *out, uint32_t c, const char *from, size_t bytes) {
    char one[2];
    const char *other = character_compatible(c, one);
    if (other)
        return write_small(out, other);
    if (character_small(c) != c)
        return character_write_two(out, character_small(c));
    size_t used = word_fold(out, 2 * bytes + 1, from, bytes);
    if (c >= 0xc0 && c <= 0x17f && used > 0) {
        out[used++] = ACCENT;
        return used;
    }
    memcpy(out, from, bytes);
    return bytes;
}

static size_t drop_zeros(char *out, size_t length) {
    size_t zeros = 0;
    while (zeros + 1 < length && out[zeros] == '0' && is_ascii_digit(out[zeros + 1]))
        zeros++;
    memmove(out, out + zeros, length - zeros);
    return length - zeros;
}

size_t key_fold(char *out, const char *text, size_t length) {
    size_t used = 0, last = 0; /* behind the last character that is no blank */
    for (size_t at = characters_skip_invisible(text, length); at < length;) {
        uint32_t c;
        size_t bytes = character_take(&c, text + at, length - at), before = used;
        bool blank = character_is_blank(c);
        if (blank)
            used += used > 0 ? write_small(out + used, " ") : 0;
        else if (bytes == 1)
            out[used++] = small(text[at]);
        else if (character_is_accent(c))
            used += write_accent(out + used, c, used > 0 ? out[used - 1] : '\0');
        else
            used += write_long(out + used, c, text + at, bytes);
        last = used > before && !blank ? used : last;
        at += bytes;
        at += characters_skip_invisible(text + at, length - at);
    }
    used = drop_zeros(out, last);
    out[used] = '\0';
    return used;
}

/* ---- Without folding ------------------------------------------------------------------------- */

void key_looks_add(key_looks *to, const char *text, size_t length) {
    if (length == 0)
        return;
    to->lengths |= to->length > 0 && to->length != length;
    to->length = length;
    to->zeros |= text[0] == '0';
    to->other |= text[0] == ' ' || text[length - 1] == ' ';
    for (size_t i = 0; i < length; i++) {
        to->upper |= is_ascii_upper(text[i]);
        to->lower |= is_ascii_lower(text[i]);
        to->other |= !character_is_plain((unsigned char)text[i]);
    }
}

bool key_looks_alike(const key_looks *of) {
    return of->other || (of->upper && of->lower) || (of->zeros && of->lengths);
}
