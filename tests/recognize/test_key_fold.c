/* Keys that are one however they are typed, and those that are not. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "recognize/key_fold.h"

#include <stdio.h>
#include <string.h>

static const struct {
    const char *one, *other;
} same[] =
    {
        {"P77", "p77"},
        {"P77", "P77 "},
        {"P77", "\tP77\xc2\xa0"},
        {"P77", "P7\xe2\x80\x8b"
                "7"},
        {"P77", "P77\xef\xb8\x8f"},
        {"77", "077"},
        {"77", "0077 "},
        {"0", "000"},
        {"7a", "007A"},
        {"P77", "\xef\xbc\xb0\xef\xbc\x97\xef\xbc\x97"}, /* wide characters */
        {"A-1", "a\xe2\x80\x91"
                "1"}, /* a dash */
        {"Jos\xc3\xa9", "JOSE\xcc\x81"},
        {"M\xc3\xbcller", "mu\xcc\x88ller"},
        {"\xd0\x98\xd0\xb2", "\xd0\xb8\xd0\x92"},
        {"", " \xe2\x80\x8b "},
},
  different[] = {
      {"A-1", "A1"},
      {"A 1", "A1"},
      {"A.1", "A-1"},
      {"1.1", "11"},
      {"1.10", "1.1"},
      {"77", "77.0"},
      {"77", "770"},
      {"P077", "P77"},
      {"0", ""},
      {"-7", "7"},
      {"#7", "7"},
      {"Jos\xc3\xa9", "Jose"},
      {"M\xc3\xbcller", "Mueller"},
      {"Stra\xc3\x9f"
       "e",
       "Strasse"},
      {"\xc3\x97", "\xc3\xb7"},
      {"\xff", "\xfe"}, /* no text */
};

static size_t fold(char out[100], const char *text) {
    size_t length = strlen(text);
    assert_true(key_fold_room(length) <= 100);
    size_t folded = key_fold(out, text, length);
    assert_int_equal(folded, strlen(out));
    assert_true(folded < key_fold_room(length));
    return folded;
}

static void keys_fold(void **state) {
    (void)state;
    char one[100], other[100];
    for (size_t i = 0; i < sizeof same / sizeof *same; i++) {
        fold(one, same[i].one);
        fold(other, same[i].other);
        if (strcmp(one, other) != 0)
            fail_msg("'%s' and '%s' are two", same[i].one, same[i].other);
    }
    for (size_t i = 0; i < sizeof different / sizeof *different; i++) {
        fold(one, different[i].one);
        fold(other, different[i].other);
        if (strcmp(one, other) == 0)
            fail_msg("'%s' and '%s' are one", different[i].one, different[i].other);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(keys_fold)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
