#include "recognize/value_fold.h"

#include "recognize/character.h"
#include "recognize/word_fold.h"

#include <stdint.h>
#include <string.h>

static bool is_letter(char c) {
    return is_ascii_letter(c) || (unsigned char)c >= 0x80;
}

/* Daggers, bullets, trade marks and the like, which refer to something beside the value. */
static bool is_ornament(uint32_t c) {
    return c == 0xa1 || c == 0xa7 || c == 0xa8 || c == 0xab || c == 0xae || c == 0xb4 ||
           (c >= 0xb6 && c <= 0xb8) || c == 0xbb || c == 0xbf || (c >= 0x2020 && c <= 0x2027) ||
           c == 0x2039 || c == 0x203a || c == 0x2122 || c == 0x2032 || c == 0x2033;
}

static bool is_quote(uint32_t c) {
    return c >= 0x2018 && c <= 0x201f;
}

/* What is written in its place, or NULL: the character itself. */
static const char *compatible(uint32_t c, char one[2]) {
    if (character_is_plain(c))
        return c == ' ' ? "" : NULL;
    if (character_is_blank(c) || character_is_accent(c) || is_quote(c) || is_ornament(c))
        return "";
    return character_compatible(c, one);
}

/* Stand for a minus and a point that begin a number, such as those of `at -5`, until marks are
 * dropped: without the blank before them they would look like ones that join. And for marks that
 * are dropped, until all are found. No text has them any more: they do not show. */
#define SIGN '\1'
#define POINT '\2'
#define DROPPED '\3'

static bool is_word(char c) {
    return is_letter(c) || is_ascii_digit(c);
}

/* The form of an ASCII character that begins a number; the character itself elsewhere. */
static char mark_number(char c, char next, bool joined) {
    if (joined || !is_ascii_digit(next))
        return c;
    return c == '-' ? SIGN : c == '.' ? POINT : c;
}

static size_t write(char *out, const char *from, size_t length) {
    memcpy(out, from, length);
    return length;
}

/* Without what does not show and accents that stand apart, and in the usual forms: as long at most.
 */
static size_t unify(char *out, const char *text, size_t length) {
    size_t used = 0;
    bool joined = false; /* to a letter or digit before */
    for (size_t at = characters_skip_invisible(text, length); at < length;) {
        uint32_t c;
        char one[2];
        size_t bytes = character_take(&c, text + at, length - at), before = used;
        const char *other = compatible(c, one);
        if (c == 0x308 && used > 0 && strchr("aouAOU", out[used - 1]))
            other = "e"; /* as word_fold writes umlauts of one character */
        if (other)
            used += write(out + used, other, strlen(other));
        else if (bytes == 1)
            out[used++] = text[at];
        else if (character_small(c) != c)
            used += character_write_two(out + used, character_small(c));
        else
            used += write(out + used, text + at, bytes);
        at += bytes;
        at += characters_skip_invisible(text + at, length - at);
        if (used == before + 1)
            out[before] = mark_number(out[before], at < length ? text[at] : '\0', joined);
        joined = used > before ? is_word(out[used - 1]) : joined && !character_is_blank(c);
    }
    return used;
}

static bool has(bool (*is)(char), const char *text, size_t length) {
    for (size_t i = 0; i < length; i++)
        if (is(text[i]))
            return true;
    return false;
}

/* ---- Marks ----------------------------------------------------------------------------------- */

static bool is_mark(char c) {
    return c != '\0' && strchr(".,;:'\"`()[]{}_/\\!#$&*@^|~", c) != NULL;
}

/* A place in a value, and what is beside it; NUL: there is nothing. */
typedef struct mark_place {
    char *text;
    size_t length, at;
    size_t next;     /* place of the next character that is no mark, once it was looked for */
    char last, kept; /* the last one that is no mark, and the last that stays */
} mark_place;

static char behind(mark_place *of) {
    if (of->next <= of->at)
        of->next = of->at + 1;
    while (of->next < of->length && is_mark(of->text[of->next]))
        of->next++;
    return of->next < of->length ? of->text[of->next] : '\0';
}

/* The point of B20.0, which is also written B200: behind a letter and two digits, before digits. */
static bool is_code_point(const mark_place *of) {
    const char *at = of->text + of->at;
    return *at == '.' && of->at >= 3 && of->at + 1 < of->length && is_ascii_letter(at[-3]) &&
           is_ascii_digit(at[-2]) && is_ascii_digit(at[-1]) && is_ascii_digit(at[1]) &&
           (of->at == 3 || !is_word(at[-4]));
}

/* A minus that joins a word to a word or number; elsewhere it may be a sign. */
static bool is_joint(const mark_place *of) {
    char next = of->at + 1 < of->length ? of->text[of->at + 1] : '\0';
    return is_word(of->kept) && is_word(next) && (is_letter(of->kept) || is_letter(next));
}

/* Marks around words, between them, and between a word and a number say nothing. What is between
 * two numbers makes them a range, date or fraction. */
static bool says_nothing(mark_place *of) {
    if (of->text[of->at] == '-')
        return is_joint(of);
    if (!is_mark(of->text[of->at]))
        return false;
    char last = of->last, next = behind(of);
    if (!is_ascii_digit(last) && !is_ascii_digit(next))
        return true;
    return last == '\0' || next == '\0' || is_letter(last) || is_letter(next) || is_code_point(of);
}

static void find_dropped(char *text, size_t length) {
    mark_place place = {.text = text, .length = length};
    for (; place.at < length; place.at++) {
        char c = text[place.at];
        if (says_nothing(&place)) {
            text[place.at] = DROPPED;
            continue;
        }
        place.kept = c;
        place.last = is_mark(c) ? place.last : c;
    }
}

/* Numbers without a word keep all. */
static size_t drop_marks(char *text, size_t length) {
    size_t used = 0;
    if (!has(is_ascii_digit, text, length) || has(is_letter, text, length))
        find_dropped(text, length);
    for (size_t i = 0; i < length; i++)
        if (text[i] != DROPPED)
            text[used++] = text[i] == SIGN ? '-' : text[i] == POINT ? '.' : text[i];
    text[used] = '\0';
    return used;
}

size_t value_fold(char *out, const char *text, size_t length) {
    size_t room = value_fold_room(length);
    /* Folding makes nothing longer than twice as long: the last third is the one to fold. */
    char *unified = out + room - 1 - length;
    size_t used = unify(unified, text, length);
    used = word_fold(out, room, unified, used);
    used = drop_marks(out, used);
    if (used == 0)
        out[used = characters_visible(out, text, length)] = '\0';
    return used;
}
