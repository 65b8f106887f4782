#include "files/encoding_guess.h"

#include "files/text_utf8.h"

#include <string.h>

typedef unsigned char byte;

/* ---- The beginning --------------------------------------------------------------------------- */

/* Line ends, delimiters and digits have one zero byte in UTF-16, and always on the same side. */
static const char *guess_utf16(const byte *bytes, size_t length) {
    size_t zeros[2] = {0, 0}, lines = 0, wide = 0;
    for (size_t i = 0; i < length; i++)
        zeros[i % 2] += bytes[i] == 0;
    size_t side = zeros[1] > zeros[0]; /* of the zero in a pair of bytes */
    size_t most = zeros[side], least = zeros[1 - side];
    for (size_t i = 0; i + 1 < length; i += 2) {
        lines += bytes[i] == '\n' || bytes[i + 1] == '\n';
        wide += bytes[i + side] == 0 && bytes[i + 1 - side] == '\n';
    }
    bool pairs = most > 1 && most * 10 >= length && least * 20 <= most && wide * 4 >= lines * 3;
    return !pairs ? NULL : side ? "UTF-16LE" : "UTF-16BE";
}

const char *encoding_guess_start(const char *bytes, size_t length, size_t *mark) {
    static const struct {
        const char *mark;
        size_t length;
        const char *name;
    } marks[] = {{"\xEF\xBB\xBF", 3, "UTF-8"},    {"\xFF\xFE\0\0", 4, "UTF-32LE"},
                 {"\0\0\xFE\xFF", 4, "UTF-32BE"}, {"\xFF\xFE", 2, "UTF-16LE"},
                 {"\xFE\xFF", 2, "UTF-16BE"},     {"\x84\x31\x95\x33", 4, "GB18030"}};
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++)
        if (length >= marks[i].length && memcmp(bytes, marks[i].mark, marks[i].length) == 0) {
            *mark = marks[i].length;
            return marks[i].name;
        }
    *mark = 0;
    return guess_utf16((const byte *)bytes, length);
}

/* ---- Encodings of several bytes ----------------------------------------------------------- */

/* Most of a text is UTF-8, but for a few bytes, which its reader will name. */
static bool is_mostly_utf8(const char *bytes, size_t length) {
    size_t sound = 0, wrong = 0;
    for (size_t at = 0; at < length;) {
        size_t taken = text_utf8(bytes + at, length - at);
        for (size_t i = at; i < at + taken; i++)
            sound += (byte)bytes[i] >= 0xC0;
        wrong += at + taken < length;
        at += taken + 1;
    }
    return sound > 4 * wrong;
}

/* How well an encoding explains a text. */
typedef struct explained {
    bool sound;     /* every byte has a meaning */
    size_t usual;   /* characters that are used a lot … */
    size_t strange; /* … and others */
} explained;

typedef enum use { USED_A_LOT, USED_SELDOM, NOT_COUNTED } use;

/* A character at the start: its length, 0 where there is none; and how much it is used. */
typedef size_t take_character(const byte *at, size_t length, use *used);

static bool is_letter(byte each) {
    return (each | 0x20) >= 'a' && (each | 0x20) <= 'z';
}

/* The first half of GB 2312's ideographs, sorted by use, and punctuation. */
static size_t take_gb18030(const byte *at, size_t length, use *used) {
    *used = USED_SELDOM;
    if (at[0] == 0x80 || at[0] == 0xFF || length < 2)
        return 0;
    bool four = length >= 4 && at[1] >= 0x30 && at[1] <= 0x39;
    if (four)
        return at[2] >= 0x81 && at[2] <= 0xFE && at[3] >= 0x30 && at[3] <= 0x39 ? 4 : 0;
    bool first_half = (at[0] >= 0xB0 && at[0] <= 0xD7) || (at[0] >= 0xA1 && at[0] <= 0xA3);
    *used = at[1] >= 0xA1 && first_half ? USED_A_LOT : USED_SELDOM;
    return at[1] >= 0x40 && at[1] != 0x7F && at[1] != 0xFF ? 2 : 0;
}

/* Kana, and the ideographs of the first level, which are sorted by use. Where the second byte is
 * ASCII, the first may also be a quotation mark of Windows-1252. */
static size_t take_shift_jis(const byte *at, size_t length, use *used) {
    *used = USED_SELDOM;
    if (at[0] >= 0xA1 && at[0] <= 0xDF) /* narrow katakana */
        return 1;
    if (at[0] == 0x80 || at[0] == 0xA0 || at[0] > 0xFC || length < 2)
        return 0;
    bool first_level = (at[0] >= 0x81 && at[0] <= 0x83) || (at[0] >= 0x88 && at[0] <= 0x97);
    *used = !first_level ? USED_SELDOM : at[1] >= 0x80 ? USED_A_LOT : NOT_COUNTED;
    return at[1] >= 0x40 && at[1] != 0x7F && at[1] <= 0xFC ? 2 : 0;
}

static explained explain(const byte *bytes, size_t length, bool cut, take_character *take) {
    explained found = {.sound = true};
    for (size_t at = 0; at < length;) {
        use used = USED_SELDOM;
        if (bytes[at] < 0x80) {
            at++;
            continue;
        }
        size_t taken = take(bytes + at, length - at, &used);
        if (taken == 0) {
            found.sound = cut && length - at < 4;
            return found;
        }
        /* An accented letter lies among letters; so does no ideograph. */
        bool within = at > 0 && is_letter(bytes[at - 1]) && at + taken < length &&
                      is_letter(bytes[at + taken]);
        found.usual += used == USED_A_LOT && !within;
        found.strange += used == USED_SELDOM || within;
        at += taken;
    }
    return found;
}

static bool explains(const explained *of) {
    return of->sound && of->usual > 0 && of->strange <= of->usual;
}

/* ---- One byte each --------------------------------------------------------------------------- */

static bool is_windows_1252(const byte *bytes, size_t length) {
    for (size_t i = 0; i < length; i++)
        if (bytes[i] == 0x81 || bytes[i] == 0x8D || bytes[i] == 0x8F || bytes[i] == 0x90 ||
            bytes[i] == 0x9D)
            return false;
    return true;
}

const char *encoding_guess_text(const char *bytes, size_t length, bool cut) {
    const byte *text = (const byte *)bytes;
    size_t sound = text_utf8(bytes, length);
    if (sound == length || (cut && text_utf8_begins(bytes + sound, length - sound)) ||
        is_mostly_utf8(bytes, length))
        return "UTF-8";
    explained chinese = explain(text, length, cut, take_gb18030);
    explained japanese = explain(text, length, cut, take_shift_jis);
    if (explains(&chinese) && explains(&japanese))
        return chinese.strange * japanese.usual <= japanese.strange * chinese.usual ? "GB18030"
                                                                                    : "CP932";
    if (explains(&chinese))
        return "GB18030";
    if (explains(&japanese))
        return "CP932";
    return is_windows_1252(text, length) ? "windows-1252" : "ISO-8859-1";
}
