/* Text of any encoding, read in pieces of any size, is the text that was encoded; and what is UTF-8
 * is found as a slow twin finds it. */
#include "base/memory.h"
#include "base/random.h"
#include "base/text.h"
#include "files/text_source.h"
#include "files/text_utf8.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>

#include <cmocka.h>

#define SEED 20261116
#define ROUNDS 300

/* An encoding and the characters that it has. */
static const struct {
    const char *name, *characters;
} encodings[] = {
    {"UTF-16LE", "aé東𝄞"},       {"UTF-16BE", "zß北"},   {"UTF-32LE", "é東𝄞"},
    {"windows-1252", "éßŒ€’"},   {"ISO-8859-1", "éßñ"},  {"GB18030", "北京𝄞é"},
    {"CP932", "東京ｶタひ"},      {"EUC-JP", "東京タひ"}, {"BIG5", "北京"},
    {"windows-1251", "МоскваЁ"}, {"ISO-8859-15", "é€Ž"}, {"KOI8-R", "Москва"},
    {"UTF-8", "é東𝄞"},           {"EUC-KR", "서울"},     {"UTF-16", "aé東"},
};
#define ENCODINGS (sizeof encodings / sizeof *encodings)

/* Some ASCII, and the characters of an encoding. */
static text random_text(random_stream *draw, const char *characters) {
    text made = {0};
    size_t length = random_below(draw, random_below(draw, 20) ? 300 : 100000);
    size_t total = strlen(characters);
    while (made.length < length) {
        size_t at = random_below(draw, total);
        while (((unsigned char)characters[at] & 0xC0) == 0x80)
            at--;
        size_t size = 1;
        while (((unsigned char)characters[at + size] & 0xC0) == 0x80)
            size++;
        if (random_below(draw, 2))
            text_add(&made, characters + at, size);
        else
            text_add(&made, &"a,1\n"[random_below(draw, 4)], 1);
    }
    return made;
}

static text read_pieces(const text *bytes, const char *encoding, random_stream *draw) {
    text made = {0};
    byte_source *from = NULL;
    text_source *in = NULL;
    char *piece = memory_new(1 << 17, 1);
    size_t got, size;
    assert_non_null(piece);
    const char *start = bytes->bytes ? bytes->bytes : "";
    assert_int_equal(byte_source_open_memory(&from, start, bytes->length, "t", NULL), SHOAL_OK);
    assert_int_equal(text_source_open(&in, from, encoding, NULL), SHOAL_OK);
    do {
        size = 1 + random_below(draw, random_below(draw, 3) ? 50 : 1 << 17);
        assert_int_equal(text_source_read(in, piece, size, &got, NULL), SHOAL_OK);
        text_add(&made, piece, got);
    } while (got == size);
    assert_string_equal(text_source_fault(in), "");
    text_source_close(in);
    byte_source_close(from);
    memory_free(piece);
    return made;
}

static void what_was_encoded_is_read(void **state) {
    (void)state;
    for (uint64_t round = 0; round < ROUNDS; round++) {
        random_stream draw = random_open(SEED, "encoded", round);
        size_t which = round % ENCODINGS;
        char name[TEXT_ENCODING_SIZE];
        text plain = random_text(&draw, encodings[which].characters), bytes = {0};
        assert_true(text_encoding_find(name, encodings[which].name));
        iconv_t to = text_encoding_encoder(name);
        assert_true(to != (iconv_t)-1);
        assert_true(text_encoding_add(&bytes, to, plain.bytes ? plain.bytes : "", plain.length));
        iconv_close(to);
        text read = read_pieces(&bytes, name, &draw);
        if (read.length != plain.length ||
            (read.length > 0 && memcmp(read.bytes, plain.bytes, read.length) != 0))
            fail_msg("seed %d round %d: %s is read otherwise", SEED, (int)round, name);
        text_free(&plain);
        text_free(&bytes);
        text_free(&read);
    }
}

/* ASCII for as long as it likes, then the rest: what comes late is found as what comes first. */
static void the_encoding_may_show_late(void **state) {
    (void)state;
    static const size_t before[] = {0, 1, 65535, 65536, 65537, 200000};
    for (size_t i = 0; i < sizeof before / sizeof *before; i++) {
        random_stream draw = random_open(SEED, "late", i);
        text bytes = {0}, wanted = {0};
        for (size_t n = 0; n < before[i]; n++)
            text_add(&bytes, &"1,\n"[n % 3], 1);
        text_add(&wanted, bytes.bytes ? bytes.bytes : "", bytes.length);
        text_add_string(&bytes, "M\xE1laga,caf\xE9\n");
        text_add_string(&wanted, "Málaga,café\n");
        text read = read_pieces(&bytes, NULL, &draw);
        assert_int_equal(read.length, wanted.length);
        assert_memory_equal(read.bytes, wanted.bytes, read.length);
        text_free(&bytes);
        text_free(&wanted);
        text_free(&read);
    }
}

/* ---- UTF-8 ----------------------------------------------------------------------------------- */

/* By the definition: the shortest form of a code point that is no surrogate. */
static size_t slow_character(const unsigned char *at, size_t length) {
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    size_t size = at[0] < 0x80       ? 1
                  : at[0] >> 5 == 6  ? 2
                  : at[0] >> 4 == 14 ? 3
                  : at[0] >> 3 == 30 ? 4
                                     : 0;
    if (size == 0 || size > length)
        return 0;
    uint32_t code = size == 1 ? at[0] : at[0] & (0x7Fu >> size);
    for (size_t i = 1; i < size; i++) {
        if (at[i] >> 6 != 2)
            return 0;
        code = code << 6 | (at[i] & 0x3F);
    }
    bool surrogate = code >= 0xD800 && code <= 0xDFFF;
    return code < least[size] || code > 0x10FFFF || surrogate ? 0 : size;
}

static size_t slow_utf8(const char *bytes, size_t length) {
    size_t at = 0, size = 1;
    while (at < length && size > 0) {
        size = slow_character((const unsigned char *)bytes + at, length - at);
        at += size;
    }
    return at;
}

static void utf8_is_found_as_the_twin_finds_it(void **state) {
    (void)state;
    static const unsigned char lead[] = {0x41, 0xC2, 0xC1, 0xE0, 0xE1, 0xED, 0xF0, 0xF1, 0xF4,
                                         0xF5, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xFF};
    for (uint64_t round = 0; round < 20000; round++) {
        random_stream draw = random_open(SEED, "utf-8", round);
        char bytes[400];
        size_t length = random_below(&draw, random_below(&draw, 4) ? 12 : sizeof bytes);
        bool ascii = random_below(&draw, 2);
        for (size_t i = 0; i < length; i++)
            bytes[i] = ascii && random_below(&draw, 50)
                           ? 'a'
                           : (char)lead[random_below(&draw, sizeof lead)];
        size_t plain = 0;
        while (plain < length && (unsigned char)bytes[plain] < 0x80)
            plain++;
        assert_int_equal(text_ascii(bytes, length), plain);
        assert_int_equal(text_utf8(bytes, length), slow_utf8(bytes, length));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_was_encoded_is_read),
        cmocka_unit_test(the_encoding_may_show_late),
        cmocka_unit_test(utf8_is_found_as_the_twin_finds_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
