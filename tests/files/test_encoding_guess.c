/* Which encoding is found, and under which names encodings are known. */
#include "files/encoding_guess.h"
#include "files/text_encoding.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#define BYTES(literal) literal, sizeof(literal) - 1

static void texts_show_their_encoding(void **state) {
    (void)state;
    static const struct {
        const char *name, *bytes;
        size_t length;
        const char *found;
    } cases[] = {
        {"UTF-8", BYTES("\xC3\xA9t\xC3\xA9"), "UTF-8"},
        {"UTF-8, Chinese", BYTES("\xE5\x8C\x97\xE4\xBA\xAC"), "UTF-8"},
        {"mostly UTF-8", BYTES("\xC3\xA9 \xC3\xA9 \xC3\xA9 \xC3\xA9 \xC3\xA9 \xE9,"), "UTF-8"},
        {"Spanish", BYTES("\xE1laga,\xC1vila\n"), "windows-1252"},
        {"German",
         BYTES("\xFCrgen;M\xFCller;GR\xD6\xDF"
               "E\n"),
         "windows-1252"},
        {"quotation marks", BYTES("\x93it\x92s\x94 a word, don\x92t\n"), "windows-1252"},
        {"one letter", BYTES("\xE9\n"), "windows-1252"},
        {"Chinese", BYTES("\xB1\xB1\xBE\xA9,1\n\xC9\xCF\xBA\xA3,2\n"), "GB18030"},
        {"Japanese", BYTES("\x93\x8C\x8B\x9E,1\n\x82\xB3\x82\xA2\x82\xBD\x82\xDC,2\n"), "CP932"},
        {"nothing known", BYTES("\x81\n\x8D,\x9D\n"), "ISO-8859-1"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const char *found = encoding_guess_text(cases[i].bytes, cases[i].length, false);
        if (strcmp(found, cases[i].found) != 0)
            fail_msg("%s: found %s", cases[i].name, found);
    }
    assert_string_equal(encoding_guess_text(BYTES("\xC3\xA9\xE5\x8C"), true), "UTF-8");
}

static void beginnings_show_their_encoding(void **state) {
    (void)state;
    static const struct {
        const char *bytes;
        size_t length, mark;
        const char *found;
    } cases[] = {
        {BYTES("\xEF\xBB\xBF"
               "a,b\n"),
         3, "UTF-8"},
        {BYTES("\xFF\xFE"
               "a\0\n\0"),
         2, "UTF-16LE"},
        {BYTES("\xFE\xFF\0a\0\n"), 2, "UTF-16BE"},
        {BYTES("\xFF\xFE\0\0"
               "a\0\0\0"),
         4, "UTF-32LE"},
        {BYTES("a\0,\0b\0\n\0"), 0, "UTF-16LE"},
        {BYTES("\0a\0,\0b\0\n"), 0, "UTF-16BE"},
        {BYTES("a,b\n1,2\n"), 0, NULL},
        {BYTES("1,2\n3,\0\n4,\0\n"), 0, NULL},
        {BYTES(""), 0, NULL},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        size_t mark = 9;
        const char *found = encoding_guess_start(cases[i].bytes, cases[i].length, &mark);
        assert_int_equal(mark, cases[i].mark);
        assert_true((found == NULL) == (cases[i].found == NULL));
        if (found && cases[i].found)
            assert_string_equal(found, cases[i].found);
    }
}

static void names_are_known(void **state) {
    (void)state;
    static const char *const cases[][2] = {
        {"utf8", "UTF-8"},
        {"UTF-8", "UTF-8"},
        {"latin1", "ISO-8859-1"},
        {"cp1252", "windows-1252"},
        {"Shift_JIS", "CP932"},
        {"gb2312", "GBK"},
        {"iso-8859-2", "iso-8859-2"},
        {"binary", "bytes"},
        {"Unicode", "UTF-16"},
    };
    char name[TEXT_ENCODING_SIZE];
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        assert_true(text_encoding_find(name, cases[i][0]));
        assert_string_equal(name, cases[i][1]);
    }
    assert_false(text_encoding_find(name, ""));
    assert_false(text_encoding_find(name, "latn"));
    assert_false(text_encoding_find(name, "latin1//TRANSLIT"));
    assert_false(text_encoding_find(name, "a name that is far too long for any encoding at all"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(texts_show_their_encoding),
        cmocka_unit_test(beginnings_show_their_encoding),
        cmocka_unit_test(names_are_known),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
