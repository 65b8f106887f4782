/* Characters that do not show change nothing: a value with some of them anywhere is the same as
 * without. Which these are is compared with the lines of Unicode's DerivedCoreProperties.txt. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "base/text.h"
#include "recognize/character.h"
#include "recognize/value_reading.h"
#include "support/random_cases.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint64_t seed;

/* Default_Ignorable_Code_Point, and what else leaves no mark. */
static const char *const lines[] =
    {
        "00AD",         "034F",         "061C",         "115F..1160",   "17B4..17B5",
        "180B..180D",   "180E",         "180F",         "200B..200F",   "202A..202E",
        "2060..2064",   "2065",         "2066..206F",   "3164",         "FE00..FE0F",
        "FEFF",         "FFA0",         "FFF0..FFF8",   "1BCA0..1BCA3", "1D173..1D17A",
        "E0000",        "E0001",        "E0002..E001F", "E0020..E007F", "E0080..E00FF",
        "E0100..E01EF", "E01F0..E0FFF", "FFF9..FFFB",   "0000..0008",   "000E..001F",
        "007F..0084",   "0086..009F",
},
                         *const blank_lines[] = {"0009..000D", "0020",       "0085", "00A0",
                                                 "1680",       "2000..200A", "2028", "2029",
                                                 "202F",       "205F",       "2800", "3000"};

static bool is_listed(const char *const *list, size_t count, uint32_t c) {
    for (size_t i = 0; i < count; i++) {
        char *end;
        unsigned long first = strtoul(list[i], &end, 16), last = first;
        if (*end == '.')
            last = strtoul(end + 2, NULL, 16);
        if (c >= first && c <= last)
            return true;
    }
    return false;
}

static void characters_are_those_of_unicode(void **state) {
    (void)state;
    for (uint32_t c = 0; c <= 0x10ffff; c++)
        if (character_is_invisible(c) != is_listed(lines, sizeof lines / sizeof *lines, c) ||
            character_is_blank(c) !=
                is_listed(blank_lines, sizeof blank_lines / sizeof *blank_lines, c))
            fail_msg("U+%04X", (unsigned)c);
}

static void add_character(text *to, uint32_t c) {
    char bytes[4];
    size_t size = c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
    static const unsigned char mark[] = {0, 0, 0xc0, 0xe0, 0xf0};
    for (size_t i = size; i-- > 0; c >>= 6)
        bytes[i] = (char)(i > 0 ? 0x80 | (c & 0x3f) : mark[size] | c);
    text_add(to, bytes, size);
}

static void add_invisible(text *to, random_stream *from) {
    while (random_below(from, 3) == 0) {
        const char *line = lines[random_below(from, sizeof lines / sizeof *lines)];
        uint32_t c = (uint32_t)strtoul(line, NULL, 16);
        add_character(to, c == 0 ? 1 : c);
    }
}

/* Values of pieces whose marks, signs and blanks fold in all ways. */
static void draw(text *plain, text *hidden, uint64_t item) {
    static const uint32_t pieces[] = {'H',   'i',    'v',  '1',    '9',    '0',   ' ',
                                      '-',   '.',    ',',  '/',    '+',    '(',   0xe9,
                                      0x301, 0x308,  'u',  '\t',   0x3b1,  0x416, 0xff28,
                                      0xb2,  0x2013, 0xa0, 0x3000, 0x20ac, '%',   0x5143};
    random_stream from = random_open(seed, "invisible", item);
    size_t length = random_below(&from, 9);
    plain->length = hidden->length = 0;
    add_invisible(hidden, &from);
    for (size_t i = 0; i < length; i++) {
        uint32_t c = pieces[random_below(&from, sizeof pieces / sizeof *pieces)];
        add_character(plain, c);
        add_character(hidden, c);
        add_invisible(hidden, &from);
    }
}

static void invisible_characters_change_nothing(void **state) {
    (void)state;
    text plain = {0}, hidden = {0};
    for (size_t i = 0; i < property_cases(100000); i++) {
        char one[400], other[400];
        value_reading first, second;
        draw(&plain, &hidden, i);
        if (plain.length == 0 || hidden.length == plain.length)
            continue;
        assert_true(value_fold_room(hidden.length) <= sizeof one);
        value_fold(one, plain.bytes, plain.length);
        value_fold(other, hidden.bytes, hidden.length);
        if (strcmp(one, other) != 0)
            fail_msg("case %zu: '%s' and '%s'", i, one, other);
        value_read(&first, one, plain.bytes, plain.length);
        value_read(&second, other, hidden.bytes, hidden.length);
        if (first.key != second.key || first.unit != second.unit)
            fail_msg("case %zu is read in two ways", i);
    }
    text_free(&plain);
    text_free(&hidden);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(characters_are_those_of_unicode),
                                       cmocka_unit_test(invisible_characters_change_nothing)};
    seed = property_seed();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
