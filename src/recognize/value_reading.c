#include "recognize/value_reading.h"

#include "base/hash.h"
#include "data/date.h"
#include "data/decimal_comma.h"
#include "data/number.h"
#include "recognize/character.h"
#include "recognize/formats/formats.h"
#include "recognize/word_fold.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

#define LONGEST_UNIT 32
#define LONGEST_AMOUNT 64

/* Part of a value. */
typedef struct value_part {
    const char *text;
    size_t length;
} value_part;

static value_part trim(const char *text, size_t length) {
    while (length > 0 && (unsigned char)text[0] <= ' ') {
        text++;
        length--;
    }
    while (length > 0 && (unsigned char)text[length - 1] <= ' ')
        length--;
    return (value_part){text, length};
}

/* A key of one kind is none of another. */
static uint64_t key_of(char kind, uint64_t hash) {
    return hash_mix(hash ^ (uint64_t)kind);
}

/* ---- Dates ----------------------------------------------------------------------------------- */

static bool is_midnight(const char *time) {
    return strspn(time, "0:.") == strlen(time);
}

/* `text` ends with a NUL. */
static bool read_date(value_reading *out, const char *text) {
    int orders = date_orders(text);
    date day, other;
    if (orders == 0)
        return false;
    date_order order = orders & DATE_YMD ? DATE_YMD : orders & DATE_DMY ? DATE_DMY : DATE_MDY;
    if (!date_parse(&day, text, order))
        return false;
    if (orders == (DATE_DMY | DATE_MDY) &&
        (!date_parse(&other, text, DATE_MDY) || date_to_days(&other) != date_to_days(&day)))
        return false;
    const char *time = day.timed ? text + strcspn(text, " T") + 1 : "";
    out->key = key_of('d', (uint64_t)date_to_days(&day));
    if (!is_midnight(time))
        out->key = hash_mix(out->key ^ hash_bytes(time, strlen(time)));
    return true;
}

/* ---- Numbers --------------------------------------------------------------------------------- */

static bool take_number(value_reading *out, const char *text, size_t length) {
    number parsed;
    if (!number_parse(&parsed, text, length) || parsed.cut)
        return false;
    uint64_t scale = parsed.count > 0 ? (uint64_t)parsed.point * 2 + parsed.negative : 0;
    out->key = key_of('n', hash_bytes(parsed.digits, (size_t)parsed.count) ^ hash_word(scale));
    out->number = number_value(&parsed);
    return true;
}

/* An amount may have a decimal comma, and points between thousands: 1.234,50. */
static bool take_amount(value_reading *out, value_part of) {
    char swapped[LONGEST_AMOUNT];
    if (take_number(out, of.text, of.length))
        return true;
    if (of.length > sizeof swapped)
        return false;
    memcpy(swapped, of.text, of.length);
    decimal_comma_swap(swapped, of.length);
    return take_number(out, swapped, of.length);
}

static bool is_letter(char c) {
    return is_ascii_letter(c) || (unsigned char)c >= 0x80;
}

static bool has_letter(const char *text, size_t length) {
    for (size_t i = 0; i < length; i++)
        if (is_letter(text[i]))
            return true;
    return false;
}

/* What may be a unit where a blank sets it apart: 80000 Kronen. */
static bool is_word(value_part unit) {
    for (size_t i = 0; i < unit.length; i++)
        if (!is_letter(unit.text[i]) && unit.text[i] != '/')
            return false;
    return unit.length > 0;
}

static bool is_unit(value_part unit, bool apart) {
    bool letter = unit.length == 1 && is_ascii_letter(unit.text[0]);
    return (format_is_unit(unit.text, unit.length) && (apart || !letter)) ||
           (apart && is_word(unit));
}

static bool begins_number(char c) {
    return is_ascii_digit(c) || c == '-' || c == '+' || c == '.';
}

/* Cuts a value into what is before its number, the number, and what is behind. */
static bool cut(value_part part[3], value_part of) {
    size_t begin = 0, end;
    while (begin < of.length && !begins_number(of.text[begin]))
        begin++;
    for (end = begin; end < of.length; end++)
        if (!begins_number(of.text[end]) && !strchr(",' ", of.text[end]))
            break;
    part[0] = (value_part){of.text, begin};
    part[1] = trim(of.text + begin, end - begin);
    part[2] = trim(of.text + end, of.length - end);
    return part[1].length > 0;
}

/* Covid 19 and Stage 2 are names, EUR 19 and Kronen 80000 amounts. */
#define LEAST_AMOUNT 1000

static bool is_name(value_part word, double amount) {
    return !format_is_unit(word.text, word.length) && amount >= 0 && amount < LEAST_AMOUNT;
}

/* A number with one unit. */
static bool read_quantity(value_reading *out, value_part of) {
    value_part part[3];
    if (!cut(part, of) || (part[0].length > 0) == (part[2].length > 0))
        return false;
    bool first = part[0].length > 0;
    value_part unit = first ? trim(part[0].text, part[0].length) : part[2];
    const char *next = first ? unit.text + unit.length : part[1].text + part[1].length;
    value_reading found = {.number = (double)NAN};
    char folded[3 * LONGEST_UNIT + 1];
    if (unit.length > LONGEST_UNIT || !is_unit(unit, *next == ' ') ||
        !take_amount(&found, part[1]) || (first && is_name(unit, found.number)))
        return false;
    *out = found;
    out->unit = key_of('u', hash_bytes(folded, value_fold(folded, unit.text, unit.length)));
    return true;
}

/* ---------------------------------------------------------------------------------------------- */

void value_read(value_reading *out, char *room, const char *text, size_t length) {
    size_t shown = characters_visible(room, text, length);
    value_part whole = {room, shown};
    *out = (value_reading){.number = (double)NAN};
    room[shown] = '\0';
    if (read_date(out, room) || take_number(out, room, shown) || read_quantity(out, whole))
        return;
    /* Wide digits and the like; but what blanks divide otherwise than thousands is no number, nor
     * is a code such as 1-E3. */
    bool divided = memchr(room, ' ', shown) != NULL;
    size_t folded = value_fold(room, text, length);
    if (divided || has_letter(room, folded) || !take_number(out, room, folded))
        out->key = key_of('t', hash_bytes(room, folded));
}
