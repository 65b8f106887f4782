/* The iconv of the static program against that of the C library: random texts, whole and in pieces,
 * sound and damaged, in every encoding that it knows. Prints what differs. */
#define iconv own_iconv
#define iconv_open own_iconv_open
#define iconv_close own_iconv_close
#include "packaging/static/encodings.c"
#undef iconv
#undef iconv_open
#undef iconv_close

#include <stdio.h>

iconv_t iconv_open(const char *to, const char *from);
size_t iconv(iconv_t with, char **input, size_t *left, char **output, size_t *room);
int iconv_close(iconv_t with);

#define LONGEST 40
#define CASES 20000

typedef struct outcome {
    int error;
    size_t left, length;
    char bytes[LONGEST * 8];
} outcome;

typedef size_t convert(iconv_t with, char **input, size_t *left, char **output, size_t *room);

/* All of the text in pieces of `piece` bytes; what a piece leaves comes again with the next one. */
static outcome run(convert *call, iconv_t with, const char *text, size_t length, size_t piece) {
    outcome found = {.error = 0};
    char *output = found.bytes, copy[LONGEST];
    size_t room = sizeof found.bytes, at = 0, end = 0;
    memcpy(copy, text, length);
    while (at < length && (found.error == 0 || (found.error == EINVAL && end < length))) {
        end = length - end > piece ? end + piece : length;
        char *input = copy + at;
        size_t left = end - at;
        found.error = call(with, &input, &left, &output, &room) == (size_t)-1 ? errno : 0;
        at = end - left;
    }
    found.left = length - at;
    found.length = sizeof found.bytes - room;
    return found;
}

static uint64_t state = 1;
static uint32_t draw(uint32_t below) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)((state >> 33) % below);
}

/* Characters of every size, encoded as the text is; some bytes are then replaced. The C library
 * drops tags (U+E0000 to U+E007F) in silence; here they are characters that an encoding does not
 * have. */
static size_t random_text(char *text, const encoding *of) {
    static const uint32_t ranges[] = {0x80, 0x100, 0x180, 0x2200, 0x10000, 0x110000};
    size_t length = 0;
    while (length + 8 < LONGEST && draw(12) > 0) {
        uint32_t character = draw(ranges[draw(6)]);
        if (is_character(character))
            length += of->encode((uint8_t *)text + length, character, of->big);
    }
    if (draw(4) == 0 && length > 0)
        text[draw((uint32_t)length)] = (char)draw(256);
    if (draw(4) == 0 && length > 1)
        length -= 1 + draw(2) % length;
    return length;
}

/* The C library takes UTF-8 beyond U+10FFFF, which is none, and drops tags (U+E0000 to U+E007F)
 * that an encoding does not have in silence; the other one refuses both. */
static bool is_taken_otherwise(const char *text, size_t length) {
    for (size_t i = 0; i < length; i++)
        if ((unsigned char)text[i] >= 0xF4 ||
            (i + 1 < length && memcmp(text + i, "\xF3\xA0", 2) == 0))
            return true;
    return false;
}

static bool same(const char *to, const char *from, const char *text, size_t length, size_t piece) {
    if (find(from)->decode == decode_utf8 && is_taken_otherwise(text, length))
        return true;
    iconv_t own = own_iconv_open(to, from), other = iconv_open(to, from);
    if (own == (iconv_t)-1 || other == (iconv_t)-1) {
        printf("%s to %s: not known\n", from, to);
        exit(1);
    }
    outcome one = run(own_iconv, own, text, length, piece);
    outcome two = run(iconv, other, text, length, piece);
    own_iconv_close(own);
    iconv_close(other);
    if (one.error == two.error && one.left == two.left && one.length == two.length &&
        memcmp(one.bytes, two.bytes, one.length) == 0)
        return true;
    printf("%s to %s, pieces of %zu:", from, to, piece);
    for (size_t i = 0; i < length; i++)
        printf(" %02x", (unsigned char)text[i]);
    printf(": error %d, left %zu, %zu bytes; the C library: %d, %zu, %zu\n", one.error, one.left,
           one.length, two.error, two.left, two.length);
    return false;
}

int main(void) {
    static const char *const names[] = {"UTF-8",       "UTF-16",      "UTF-16LE", "UTF-16BE",
                                        "UTF-32",      "UTF-32LE",    "UTF-32BE", "ISO-8859-1",
                                        "ISO-8859-15", "windows-1252"};
    size_t different = 0;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        for (size_t j = 0; j < CASES; j++) {
            char text[LONGEST];
            size_t piece = draw(2) ? LONGEST : 1 + draw(9);
            size_t length = random_text(text, find(names[i]));
            different += !same("UTF-8", names[i], text, length, piece);
            length = random_text(text, find("utf8"));
            different += !same(names[i], "UTF-8", text, length, piece);
            if (different > 20)
                return 1;
        }
    printf("%d texts each in %zu encodings\n", 2 * CASES, sizeof names / sizeof *names);
    return different > 0;
}
