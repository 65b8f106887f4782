/* iconv for the static program. That of the C library loads a library for each encoding, which a
 * machine without anything does not have, and which a static program had better not load. This one
 * knows UTF-8, UTF-16, UTF-32, ISO-8859-1, ISO-8859-15 and windows-1252, and answers as the other
 * does; tests/packages compares them. */
#include <ctype.h>
#include <errno.h>
#include <iconv.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define BAD ((uint32_t)-1)
#define CUT ((uint32_t)-2)
#define MARK 0xFEFFu

typedef struct encoding {
    const char *name; /* letters and digits alone, in small letters */
    /* One character of at most `length` bytes: sets what it takes. BAD if it is none, CUT if bytes
     * are missing. */
    uint32_t (*decode)(const uint8_t *bytes, size_t length, size_t *taken, bool big);
    /* Writes at most 4 bytes; 0 if the character is not in the encoding. */
    size_t (*encode)(uint8_t out[4], uint32_t character, bool big);
    bool big;
    bool marked; /* begins with a mark of its byte order; without one it is the machine's */
} encoding;

typedef struct converter {
    const encoding *from, *to;
    bool from_big;
    bool begun_reading, begun_writing;
} converter;

static bool is_surrogate(uint32_t character) {
    return character >= 0xD800 && character <= 0xDFFF;
}

static bool is_character(uint32_t character) {
    return character <= 0x10FFFF && !is_surrogate(character);
}

/* ---- Unicode ----------------------------------------------------------------------------------
 */

static uint32_t decode_utf8(const uint8_t *bytes, size_t length, size_t *taken, bool big) {
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    uint8_t first = bytes[0];
    size_t size = first < 0x80   ? 1
                  : first < 0xC2 ? 0
                  : first < 0xE0 ? 2
                  : first < 0xF0 ? 3
                  : first < 0xF5 ? 4
                                 : 0;
    (void)big;
    if (size == 0)
        return BAD;
    uint32_t character = size == 1 ? first : first & (0x7Fu >> size);
    for (size_t i = 1; i < size; i++) {
        if (i == length)
            return CUT;
        if ((bytes[i] & 0xC0) != 0x80)
            return BAD;
        character = character << 6 | (bytes[i] & 0x3Fu);
    }
    *taken = size;
    return character >= least[size] && is_character(character) ? character : BAD;
}

static size_t encode_utf8(uint8_t out[4], uint32_t character, bool big) {
    size_t size = character < 0x80 ? 1 : character < 0x800 ? 2 : character < 0x10000 ? 3 : 4;
    (void)big;
    if (size == 1) {
        out[0] = (uint8_t)character;
        return 1;
    }
    for (size_t i = size; i-- > 1; character >>= 6)
        out[i] = (uint8_t)(0x80 | (character & 0x3F));
    out[0] = (uint8_t)((0xF00u >> size) | character);
    return size;
}

static uint32_t unit16(const uint8_t *bytes, bool big) {
    return big ? (uint32_t)(bytes[0] << 8 | bytes[1]) : (uint32_t)(bytes[1] << 8 | bytes[0]);
}

static void put16(uint8_t *out, uint32_t unit, bool big) {
    out[big ? 0 : 1] = (uint8_t)(unit >> 8);
    out[big ? 1 : 0] = (uint8_t)unit;
}

static uint32_t decode_utf16(const uint8_t *bytes, size_t length, size_t *taken, bool big) {
    if (length < 2)
        return CUT;
    uint32_t first = unit16(bytes, big);
    *taken = 2;
    if (!is_surrogate(first))
        return first;
    if (first >= 0xDC00)
        return BAD;
    if (length < 4)
        return CUT;
    uint32_t second = unit16(bytes + 2, big);
    *taken = 4;
    if (second < 0xDC00 || second > 0xDFFF)
        return BAD;
    return 0x10000 + ((first - 0xD800) << 10) + (second - 0xDC00);
}

static size_t encode_utf16(uint8_t out[4], uint32_t character, bool big) {
    if (character < 0x10000) {
        put16(out, character, big);
        return 2;
    }
    character -= 0x10000;
    put16(out, 0xD800 + (character >> 10), big);
    put16(out + 2, 0xDC00 + (character & 0x3FF), big);
    return 4;
}

static uint32_t decode_utf32(const uint8_t *bytes, size_t length, size_t *taken, bool big) {
    if (length < 4)
        return CUT;
    uint32_t high = unit16(bytes + (big ? 0 : 2), big), low = unit16(bytes + (big ? 2 : 0), big);
    *taken = 4;
    return is_character(high << 16 | low) ? high << 16 | low : BAD;
}

static size_t encode_utf32(uint8_t out[4], uint32_t character, bool big) {
    put16(out + (big ? 0 : 2), character >> 16, big);
    put16(out + (big ? 2 : 0), character & 0xFFFF, big);
    return 4;
}

/* ---- One byte for each character --------------------------------------------------------------
 */

/* What windows-1252 has in place of the control characters from 0x80 to 0x9F; 0: nothing. */
static const uint16_t windows1252[32] = {
    0x20AC, 0,      0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160,
    0x2039, 0x0152, 0,      0x017D, 0,      0,      0x2018, 0x2019, 0x201C, 0x201D, 0x2022,
    0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0,      0x017E, 0x0178,
};

static uint32_t of_windows1252(uint8_t byte) {
    if (byte < 0x80 || byte > 0x9F)
        return byte;
    return windows1252[byte - 0x80] ? windows1252[byte - 0x80] : BAD;
}

static uint32_t of_latin9(uint8_t byte) {
    static const struct {
        uint8_t byte;
        uint16_t character;
    } other[] = {{0xA4, 0x20AC}, {0xA6, 0x160}, {0xA8, 0x161}, {0xB4, 0x17D},
                 {0xB8, 0x17E},  {0xBC, 0x152}, {0xBD, 0x153}, {0xBE, 0x178}};
    for (size_t i = 0; i < sizeof other / sizeof *other; i++)
        if (other[i].byte == byte)
            return other[i].character;
    return byte;
}

static uint32_t of_latin1(uint8_t byte) {
    return byte;
}

static size_t find_byte(uint8_t *out, uint32_t character, uint32_t (*of)(uint8_t byte)) {
    if (character < 0x80) {
        *out = (uint8_t)character;
        return 1;
    }
    for (unsigned byte = 0x80; byte < 0x100; byte++)
        if (of((uint8_t)byte) == character) {
            *out = (uint8_t)byte;
            return 1;
        }
    return 0;
}

#define ONE_BYTE(name)                                                                             \
    static uint32_t decode_##name(const uint8_t *bytes, size_t length, size_t *taken, bool big) {  \
        (void)length, (void)big;                                                                   \
        *taken = 1;                                                                                \
        return of_##name(bytes[0]);                                                                \
    }                                                                                              \
    static size_t encode_##name(uint8_t out[4], uint32_t character, bool big) {                    \
        (void)big;                                                                                 \
        return find_byte(out, character, of_##name);                                               \
    }
ONE_BYTE(windows1252)
ONE_BYTE(latin9)
ONE_BYTE(latin1)

/* ---- The three calls --------------------------------------------------------------------------
 */

static const encoding encodings[] = {
    {"utf8", decode_utf8, encode_utf8, false, false},
    {"utf16", decode_utf16, encode_utf16, false, true},
    {"utf16le", decode_utf16, encode_utf16, false, false},
    {"utf16be", decode_utf16, encode_utf16, true, false},
    {"utf32", decode_utf32, encode_utf32, false, true},
    {"utf32le", decode_utf32, encode_utf32, false, false},
    {"utf32be", decode_utf32, encode_utf32, true, false},
    {"iso88591", decode_latin1, encode_latin1, false, false},
    {"latin1", decode_latin1, encode_latin1, false, false},
    {"iso885915", decode_latin9, encode_latin9, false, false},
    {"latin9", decode_latin9, encode_latin9, false, false},
    {"windows1252", decode_windows1252, encode_windows1252, false, false},
    {"cp1252", decode_windows1252, encode_windows1252, false, false},
};

static const encoding *find(const char *name) {
    char plain[32];
    size_t length = 0;
    for (; *name && length + 1 < sizeof plain; name++)
        if (isalnum((unsigned char)*name))
            plain[length++] = (char)tolower((unsigned char)*name);
        else if (!strchr("-_", *name))
            return NULL;
    plain[length] = '\0';
    for (size_t i = 0; !*name && i < sizeof encodings / sizeof *encodings; i++)
        if (strcmp(encodings[i].name, plain) == 0)
            return &encodings[i];
    return NULL;
}

static void begin(converter *made) {
    made->begun_reading = made->begun_writing = false;
    made->from_big = made->from->big;
}

iconv_t iconv_open(const char *to, const char *from) {
    converter *made = NULL;
    const encoding *target = find(to), *origin = find(from);
    if (!target || !origin) {
        errno = EINVAL;
        return (iconv_t)-1;
    }
    made = malloc(sizeof *made);
    if (!made)
        return (iconv_t)-1;
    made->from = origin;
    made->to = target;
    begin(made);
    return made;
}

int iconv_close(iconv_t opened) {
    free(opened);
    return 0;
}

/* The character at the input. A mark at its beginning says its byte order. */
static uint32_t next(converter *with, const uint8_t *input, size_t left, size_t *taken) {
    if (with->from->marked && !with->begun_reading &&
        with->from->decode(input, left, taken, true) == MARK)
        with->from_big = true;
    return with->from->decode(input, left, taken, with->from_big);
}

/* One character: 0, or the error that ends the conversion. */
static int step(converter *with, char **input, size_t *left, char **output, size_t *room) {
    uint8_t bytes[8];
    size_t taken = 0, made = 0;
    bool is_mark = false;
    uint32_t character = next(with, (const uint8_t *)*input, *left, &taken);
    if (character == CUT || character == BAD)
        return character == CUT ? EINVAL : EILSEQ;
    is_mark = with->from->marked && !with->begun_reading && character == MARK;
    if (with->to->marked && !with->begun_writing)
        made = with->to->encode(bytes, MARK, false);
    if (!is_mark) {
        size_t more = with->to->encode(bytes + made, character, with->to->big);
        if (more == 0)
            return EILSEQ;
        made += more;
    }
    if (made > *room)
        return E2BIG;
    memcpy(*output, bytes, made);
    *output += made, *room -= made;
    *input += taken, *left -= taken;
    with->begun_reading = true;
    with->begun_writing = with->begun_writing || made > 0;
    return 0;
}

size_t iconv(iconv_t opened, char **input, size_t *left, char **output, size_t *room) {
    if (!input || !*input) {
        begin(opened);
        return 0;
    }
    while (*left > 0) {
        int failed = step(opened, input, left, output, room);
        if (failed) {
            errno = failed;
            return (size_t)-1;
        }
    }
    return 0;
}
