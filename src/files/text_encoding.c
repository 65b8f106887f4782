#include "files/text_encoding.h"

#include "base/memory.h"
#include "base/text.h"

#include <ctype.h>
#include <errno.h>
#include <string.h>

#define ROOM ((size_t)4096)

/* What people call encodings, and what they are called here and by iconv. Browsers read Shift-JIS
 * as Windows writes it, too. */
static const struct {
    const char *said, *name;
} aliases[] = {
    {"utf8", TEXT_UTF8},       {"unicode", "UTF-16"},           {"utf16", "UTF-16"},
    {"utf16le", "UTF-16LE"},   {"utf16be", "UTF-16BE"},         {"latin1", "ISO-8859-1"},
    {"latin9", "ISO-8859-15"}, {"iso88591", "ISO-8859-1"},      {"cp1252", "windows-1252"},
    {"ansi", "windows-1252"},  {"windows1252", "windows-1252"}, {"gbk", "GBK"},
    {"gb2312", "GBK"},         {"gb18030", "GB18030"},          {"shiftjis", "CP932"},
    {"sjis", "CP932"},         {"windows31j", "CP932"},         {"cp932", "CP932"},
    {"ascii", TEXT_UTF8},      {"usascii", TEXT_UTF8},          {"bytes", TEXT_BYTES},
    {"binary", TEXT_BYTES},
};

/* Letters and digits alone, in small letters. */
static void squeeze(char *out, size_t size, const char *name) {
    size_t length = 0;
    for (; *name && length + 1 < size; name++)
        if (isalnum((unsigned char)*name))
            out[length++] = (char)tolower((unsigned char)*name);
    out[length] = '\0';
}

static bool is_known_to_iconv(const char *name) {
    iconv_t found = text_encoding_decoder(name);
    if (found == (iconv_t)-1)
        return false;
    iconv_close(found);
    found = text_encoding_encoder(name);
    if (found == (iconv_t)-1)
        return false;
    iconv_close(found);
    return true;
}

bool text_encoding_find(char out[TEXT_ENCODING_SIZE], const char *name) {
    char plain[TEXT_ENCODING_SIZE];
    size_t length = strlen(name);
    if (length == 0 || length >= TEXT_ENCODING_SIZE)
        return false;
    squeeze(plain, sizeof plain, name);
    for (size_t i = 0; i < sizeof aliases / sizeof *aliases; i++)
        if (strcmp(aliases[i].said, plain) == 0) {
            memcpy(out, aliases[i].name, strlen(aliases[i].name) + 1);
            return true;
        }
    /* A slash would ask iconv for more than an encoding. */
    for (size_t i = 0; i < length; i++)
        if (!isalnum((unsigned char)name[i]) && !strchr("-_.:()+", name[i]))
            return false;
    memcpy(out, name, length + 1);
    return is_known_to_iconv(name);
}

bool text_encoding_is_plain(const char *name) {
    return !*name || strcmp(name, TEXT_UTF8) == 0 || strcmp(name, TEXT_BYTES) == 0;
}

const char *text_encoding_mark(const char *name, size_t *length) {
    static const struct {
        const char *name, *mark;
        size_t length;
    } marks[] = {{"UTF-16LE", "\xFF\xFE", 2},
                 {"UTF-16BE", "\xFE\xFF", 2},
                 {"UTF-32LE", "\xFF\xFE\0\0", 4},
                 {"UTF-32BE", "\0\0\xFE\xFF", 4},
                 {"GB18030", "\x84\x31\x95\x33", 4}};
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++)
        if (strcmp(marks[i].name, name) == 0) {
            *length = marks[i].length;
            return marks[i].mark;
        }
    *length = text_encoding_is_plain(name) ? 3 : 0;
    return *length ? "\xEF\xBB\xBF" : "";
}

iconv_t text_encoding_decoder(const char *name) {
    return iconv_open(TEXT_UTF8, name);
}

iconv_t text_encoding_encoder(const char *name) {
    return iconv_open(name, TEXT_UTF8);
}

static bool reserve(text *out) {
    if (!memory_grow((void **)&out->bytes, &out->capacity, out->length + ROOM, 1))
        out->failed = true;
    return !out->failed;
}

/* One call of iconv; with input NULL it ends what a stateful encoding has begun. */
static size_t convert(text *out, iconv_t to, char **input, size_t *left) {
    char *room = out->bytes + out->length;
    size_t room_left = ROOM;
    size_t result = iconv(to, input, left, &room, &room_left);
    out->length += ROOM - room_left;
    return result;
}

bool text_encoding_add(text *out, iconv_t to, const char *utf8, size_t length) {
    char *input = (char *)utf8;
    size_t left = length;
    while (left > 0) {
        if (!reserve(out))
            return false;
        size_t result = convert(out, to, &input, &left);
        /* More than 0: some characters were replaced by others that look alike. */
        if (result > 0 && (result != (size_t)-1 || errno != E2BIG))
            return false;
    }
    return reserve(out) && convert(out, to, NULL, NULL) == 0;
}
