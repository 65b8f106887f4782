#include "files/text_utf8.h"

#include <stdint.h>
#include <string.h>

#define HIGH_BITS UINT64_C(0x8080808080808080)
#define PAIRS_AT_ONCE 8

/* Two words that are computed with as one, wherever the machine can. */
typedef uint64_t word_pair __attribute__((vector_size(16)));

/* This many bytes at a time: most text is ASCII, and all of it is looked at. */
static size_t ascii_blocks(const char *bytes, size_t length) {
    size_t at = 0;
    for (; at + PAIRS_AT_ONCE * sizeof(word_pair) <= length;
         at += PAIRS_AT_ONCE * sizeof(word_pair)) {
        word_pair all = {0, 0};
        for (int i = 0; i < PAIRS_AT_ONCE; i++) {
            word_pair pair;
            memcpy(&pair, bytes + at + (size_t)i * sizeof pair, sizeof pair);
            all |= pair;
        }
        if ((all[0] | all[1]) & HIGH_BITS)
            return at;
    }
    return at;
}

size_t text_ascii(const char *bytes, size_t length) {
    size_t at = ascii_blocks(bytes, length);
    while (at < length && (unsigned char)bytes[at] < 0x80)
        at++;
    return at;
}

/* Bytes of the character that begins with `first`, and what its second byte may be; 0: none does.
 */
static size_t character_length(unsigned char first, unsigned char *least, unsigned char *most) {
    *least = first == 0xE0 ? 0xA0 : first == 0xF0 ? 0x90 : 0x80;
    *most = first == 0xED ? 0x9F : first == 0xF4 ? 0x8F : 0xBF;
    if (first >= 0xC2 && first <= 0xDF)
        return 2;
    if (first >= 0xE0 && first <= 0xEF)
        return 3;
    return first >= 0xF0 && first <= 0xF4 ? 4 : 0;
}

/* Length of the character at the start, 0 where there is no whole one. */
static size_t take_character(const unsigned char *at, size_t length) {
    unsigned char least, most;
    size_t wanted = character_length(at[0], &least, &most);
    if (wanted == 0 || wanted > length || at[1] < least || at[1] > most)
        return 0;
    for (size_t i = 2; i < wanted; i++)
        if ((at[i] & 0xC0) != 0x80)
            return 0;
    return wanted;
}

size_t text_utf8(const char *bytes, size_t length) {
    size_t at = 0;
    while (at < length) {
        at += text_ascii(bytes + at, length - at);
        /* Several in a row are usual in scripts other than Latin. */
        while (at < length && (unsigned char)bytes[at] >= 0x80) {
            size_t taken = take_character((const unsigned char *)bytes + at, length - at);
            if (taken == 0)
                return at;
            at += taken;
        }
    }
    return at;
}

bool text_utf8_begins(const char *bytes, size_t length) {
    unsigned char least, most;
    const unsigned char *at = (const unsigned char *)bytes;
    if (length == 0)
        return true;
    size_t wanted = character_length(at[0], &least, &most);
    if (wanted <= length || (length > 1 && (at[1] < least || at[1] > most)))
        return false;
    return length < 3 || (at[2] & 0xC0) == 0x80;
}
