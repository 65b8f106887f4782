/* Blanks between values, squeezed in pieces of any size, give what a slow twin makes of the whole.
 */
#include "base/random.h"
#include "store/csv_blanks.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>

#include <cmocka.h>

#define SEED 20261117
#define MOST 60

static bool is_blank(char byte) {
    return byte == ' ' || byte == '\t' || byte == '\r';
}

/* Length of the value at the start: quoted, with doubled quotes, or up to a blank. */
static size_t value_length(const char *at, const char *end) {
    const char *begin = at;
    while (at < end && *at == '"') { /* every pair of quotes and what is between */
        for (at++; at < end && *at != '"'; at++)
            ;
        at += at < end;
    }
    while (at < end && !is_blank(*at) && *at != '\n')
        at++;
    return (size_t)(at - begin);
}

static size_t slow_squeeze(char *out, const char *from, size_t length) {
    const char *at = from, *end = from + length;
    size_t made = 0;
    bool begun = false;
    while (at < end) {
        if (*at == '\n') {
            out[made++] = *at++;
            begun = false;
        } else if (is_blank(*at)) {
            at++;
        } else {
            size_t value = value_length(at, end);
            if (begun)
                out[made++] = ' ';
            memcpy(out + made, at, value);
            made += value;
            at += value;
            begun = true;
        }
    }
    return made;
}

static void pieces_give_the_whole(void **state) {
    (void)state;
    for (uint64_t round = 0; round < 50000; round++) {
        random_stream draw = random_open(SEED, "blanks", round);
        char input[MOST], slow[2 * MOST], fast[2 * MOST];
        size_t length = random_below(&draw, MOST), made = 0;
        for (size_t i = 0; i < length; i++)
            input[i] = "ab  \t\n\r\"\"x"[random_below(&draw, 10)];
        csv_blanks blanks = {0};
        for (size_t at = 0; at < length;) {
            size_t piece = 1 + random_below(&draw, 8);
            piece = piece < length - at ? piece : length - at;
            memcpy(fast + made, input + at, piece);
            made += csv_blanks_squeeze(&blanks, fast + made, piece);
            at += piece;
        }
        size_t wanted = slow_squeeze(slow, input, length);
        if (made != wanted || memcmp(slow, fast, made) != 0)
            fail_msg("seed %d round %d: [%.*s] became [%.*s], not [%.*s]", SEED, (int)round,
                     (int)length, input, (int)made, fast, (int)wanted, slow);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(pieces_give_the_whole)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
