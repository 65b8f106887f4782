#include "report/utf8.h"

#include <stdbool.h>

static bool continues(const char *at, size_t count) {
    for (size_t i = 1; i <= count; i++)
        if (((unsigned char)at[i] & 0xC0) != 0x80)
            return false;
    return true;
}

size_t utf8_length(const char *at) {
    unsigned char first = (unsigned char)at[0];
    unsigned char second = first ? (unsigned char)at[1] : 0;
    if (first < 0x80)
        return 1;
    if (first >= 0xC2 && first < 0xE0)
        return continues(at, 1) ? 2 : 0;
    /* Overlong forms, surrogates and what lies beyond U+10FFFF are recognized by the second byte.
     * */
    if (first >= 0xE0 && first < 0xF0) {
        bool wrong = (first == 0xE0 && second < 0xA0) || (first == 0xED && second >= 0xA0);
        return !wrong && continues(at, 2) ? 3 : 0;
    }
    if (first >= 0xF0 && first < 0xF5) {
        bool wrong = (first == 0xF0 && second < 0x90) || (first == 0xF4 && second >= 0x90);
        return !wrong && continues(at, 3) ? 4 : 0;
    }
    return 0;
}

const char *utf8_of_byte(char out[5], unsigned char byte) {
    /* 0x80 to 0x9F differ from Latin-1; five of them stand for nothing. */
    static const unsigned short windows[32] = {
        0x20AC, 0xFFFD, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160,
        0x2039, 0x0152, 0xFFFD, 0x017D, 0xFFFD, 0xFFFD, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022,
        0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0xFFFD, 0x017E, 0x0178};
    unsigned code = byte >= 0x80 && byte < 0xA0 ? windows[byte - 0x80] : byte;
    char *to = out;
    if (code < 0x80) {
        *to++ = (char)code;
    } else if (code < 0x800) {
        *to++ = (char)(0xC0 | code >> 6);
        *to++ = (char)(0x80 | (code & 0x3F));
    } else {
        *to++ = (char)(0xE0 | code >> 12);
        *to++ = (char)(0x80 | (code >> 6 & 0x3F));
        *to++ = (char)(0x80 | (code & 0x3F));
    }
    *to = '\0';
    return out;
}

size_t utf8_characters(const char *value) {
    size_t count = 0;
    for (; *value; count++) {
        size_t length = utf8_length(value);
        value += length ? length : 1;
    }
    return count;
}
