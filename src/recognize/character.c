#include "recognize/character.h"

#include <string.h>

#define NO_CHARACTER UINT32_C(0x80000000)

size_t character_take_long(uint32_t *out, const char *from, size_t length) {
    unsigned char first = (unsigned char)from[0];
    size_t wanted = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : first >= 0xc0 ? 2 : 1;
    *out = first | (first >= 0x80 ? NO_CHARACTER : 0);
    if (wanted == 1 || wanted > length)
        return 1;
    uint32_t code = first & (0xffu >> (wanted + 1));
    for (size_t i = 1; i < wanted; i++) {
        if (((unsigned char)from[i] & 0xc0) != 0x80)
            return 1;
        code = code << 6 | ((unsigned char)from[i] & 0x3fu);
    }
    *out = code;
    return wanted;
}

/* ---- What does not show ---------------------------------------------------------------------- */

typedef struct character_range {
    uint32_t first, last;
} character_range;

static const character_range blanks[] = {
    {0x09, 0x0d},     {0x20, 0x20},     {0x85, 0x85},     {0xa0, 0xa0},
    {0x1680, 0x1680}, {0x2000, 0x200a}, {0x2028, 0x2029}, {0x202f, 0x202f},
    {0x205f, 0x205f}, {0x2800, 0x2800}, {0x3000, 0x3000},
};

static const character_range invisible[] = {
    {0x00, 0x08},       {0x0e, 0x1f},     {0x7f, 0x84},     {0x86, 0x9f},       {0xad, 0xad},
    {0x34f, 0x34f},     {0x61c, 0x61c},   {0x115f, 0x1160}, {0x17b4, 0x17b5},   {0x180b, 0x180f},
    {0x200b, 0x200f},   {0x202a, 0x202e}, {0x2060, 0x206f}, {0x3164, 0x3164},   {0xfe00, 0xfe0f},
    {0xfeff, 0xfeff},   {0xffa0, 0xffa0}, {0xfff0, 0xfffb}, {0x1bca0, 0x1bca3}, {0x1d173, 0x1d17a},
    {0xe0000, 0xe0fff},
};

static bool is_within(const character_range *ranges, size_t count, uint32_t c) {
    size_t low = 0, high = count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (c > ranges[middle].last)
            low = middle + 1;
        else
            high = middle;
    }
    return low < count && c >= ranges[low].first;
}

bool character_is_blank(uint32_t c) {
    return character_is_plain(c) ? c == ' ' : is_within(blanks, sizeof blanks / sizeof *blanks, c);
}

bool character_is_invisible(uint32_t c) {
    return !character_is_plain(c) && is_within(invisible, sizeof invisible / sizeof *invisible, c);
}

size_t characters_count_invisible(const char *from, size_t length) {
    size_t at = 0;
    while (at < length && !character_is_plain((unsigned char)from[at])) {
        uint32_t c;
        size_t bytes = character_take(&c, from + at, length - at);
        if (!character_is_invisible(c))
            break;
        at += bytes;
    }
    return at;
}

size_t characters_visible(char *out, const char *text, size_t length) {
    size_t used = 0, last = 0; /* behind the last character that is no blank */
    for (size_t at = characters_skip_invisible(text, length); at < length;) {
        uint32_t c;
        size_t bytes = character_take(&c, text + at, length - at);
        bool blank = character_is_blank(c);
        if (!blank) {
            memmove(out + used, text + at, bytes);
            last = used += bytes;
        } else if (used > 0) {
            out[used++] = ' ';
        }
        at += bytes;
        at += characters_skip_invisible(text + at, length - at);
    }
    return last;
}

/* ---- Forms ----------------------------------------------------------------------------------- */

bool character_is_accent(uint32_t c) {
    return (c >= 0x300 && c <= 0x36f) || (c >= 0x1ab0 && c <= 0x1aff) ||
           (c >= 0x1dc0 && c <= 0x1dff) || (c >= 0x20d0 && c <= 0x20ff) ||
           (c >= 0xfe20 && c <= 0xfe2f);
}

const char *character_compatible(uint32_t c, char one[2]) {
    static const char *const ligatures[] = {"ff", "fi", "fl", "ffi", "ffl", "st", "st"};
    uint32_t ascii = 0;
    if (c < 0x80)
        return NULL;
    if (c >= 0xfb00 && c <= 0xfb06)
        return ligatures[c - 0xfb00];
    if (c >= 0xff01 && c <= 0xff5e)
        ascii = c - 0xfee0;
    else if ((c >= 0x2010 && c <= 0x2015) || c == 0x2212)
        ascii = '-';
    else if (c >= 0x2080 && c <= 0x2089)
        ascii = '0' + (c - 0x2080);
    else if (c == 0x2070 || (c >= 0x2074 && c <= 0x2079))
        ascii = '0' + (c - 0x2070);
    else if (c == 0xb9 || c == 0xb2 || c == 0xb3)
        ascii = c == 0xb9 ? '1' : c == 0xb2 ? '2' : '3';
    if (!ascii)
        return NULL;
    one[0] = (char)ascii;
    one[1] = '\0';
    return one;
}

uint32_t character_small(uint32_t c) {
    if ((c >= 0x391 && c <= 0x3a9) || (c >= 0x410 && c <= 0x42f))
        return c + 0x20;
    return c >= 0x400 && c <= 0x40f ? c + 0x50 : c;
}

size_t character_write_two(char out[2], uint32_t c) {
    out[0] = (char)(0xc0 | c >> 6);
    out[1] = (char)(0x80 | (c & 0x3f));
    return 2;
}
