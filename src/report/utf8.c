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

size_t utf8_characters(const char *value) {
    size_t count = 0;
    for (; *value; count++) {
        size_t length = utf8_length(value);
        value += length ? length : 1;
    }
    return count;
}
