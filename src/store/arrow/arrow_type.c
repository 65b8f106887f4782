#include "store/arrow/arrow_type.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define KIND "arrow"
#define DECIMAL_DIGITS 76

/* ---- Formats ---------------------------------------------------------------------------------
 */

static const struct {
    const char *format;
    arrow_type type;
} simple[] = {
    {"n", {.kind = ARROW_NULL}},
    {"b", {.kind = ARROW_BOOLEAN}},
    {"c", {.kind = ARROW_INTEGER, .width = 1}},
    {"C", {.kind = ARROW_INTEGER, .width = 1, .is_unsigned = true}},
    {"s", {.kind = ARROW_INTEGER, .width = 2}},
    {"S", {.kind = ARROW_INTEGER, .width = 2, .is_unsigned = true}},
    {"i", {.kind = ARROW_INTEGER, .width = 4}},
    {"I", {.kind = ARROW_INTEGER, .width = 4, .is_unsigned = true}},
    {"l", {.kind = ARROW_INTEGER, .width = 8}},
    {"L", {.kind = ARROW_INTEGER, .width = 8, .is_unsigned = true}},
    {"e", {.kind = ARROW_REAL, .width = 2}},
    {"f", {.kind = ARROW_REAL, .width = 4}},
    {"g", {.kind = ARROW_REAL, .width = 8}},
    {"u", {.kind = ARROW_TEXT, .width = 4}},
    {"U", {.kind = ARROW_TEXT, .width = 8}},
    {"vu", {.kind = ARROW_VIEW, .width = 16}},
    {"tdD", {.kind = ARROW_DATE, .width = 4}},
    {"tdm", {.kind = ARROW_DATE, .width = 8}},
    {"tts", {.kind = ARROW_TIME, .width = 4, .digits = 0}},
    {"ttm", {.kind = ARROW_TIME, .width = 4, .digits = 3}},
    {"ttu", {.kind = ARROW_TIME, .width = 8, .digits = 6}},
    {"ttn", {.kind = ARROW_TIME, .width = 8, .digits = 9}},
};

/* ts[smun]:ZONE */
static bool parse_moment(arrow_type *out, const char *format) {
    static const char units[] = "smun";
    const char *unit = format[2] ? strchr(units, format[2]) : NULL;
    if (!unit || format[3] != ':')
        return false;
    *out = (arrow_type){.kind = ARROW_MOMENT,
                        .width = 8,
                        .digits = 3 * (int)(unit - units),
                        .is_utc = format[4] != '\0'};
    return true;
}

/* A number, and what follows it. */
static bool parse_part(int *out, const char **at) {
    char *end;
    bool is_number = **at == '-' || (**at >= '0' && **at <= '9');
    long number = strtol(*at, &end, 10);
    if (!is_number || end == *at || number < INT_MIN || number > INT_MAX)
        return false;
    *out = (int)number;
    *at = end;
    return true;
}

/* d:PRECISION,SCALE[,BITS] */
static bool parse_decimal(arrow_type *out, const char *format) {
    const char *at = format + 2;
    int precision, scale, bits = 128;
    if (!parse_part(&precision, &at) || *at++ != ',' || !parse_part(&scale, &at))
        return false;
    if (*at == ',') {
        at++;
        if (!parse_part(&bits, &at))
            return false;
    }
    if (*at || (bits != 32 && bits != 64 && bits != 128 && bits != 256) || precision < 1 ||
        precision > DECIMAL_DIGITS || scale < -DECIMAL_DIGITS || scale > DECIMAL_DIGITS)
        return false;
    *out = (arrow_type){
        .kind = ARROW_DECIMAL, .width = bits / 8, .precision = precision, .scale = scale};
    return true;
}

bool arrow_type_parse(arrow_type *out, const char *format) {
    for (size_t i = 0; i < sizeof simple / sizeof *simple; i++)
        if (strcmp(simple[i].format, format) == 0) {
            *out = simple[i].type;
            return true;
        }
    if (strncmp(format, "ts", 2) == 0)
        return parse_moment(out, format);
    return strncmp(format, "d:", 2) == 0 && parse_decimal(out, format);
}

const char *arrow_type_called(const char *format) {
    static const char *const called[][2] = {
        {"+r", "run-end encoded"}, {"+l", "lists"},     {"+L", "lists"},      {"+vl", "lists"},
        {"+vL", "lists"},          {"+w:", "lists"},    {"+s", "structures"}, {"+m", "maps"},
        {"+u", "unions"},          {"tD", "durations"}, {"ti", "intervals"},  {"z", "binary"},
        {"Z", "binary"},           {"w:", "binary"},    {"vz", "binary"},
    };
    for (size_t i = 0; i < sizeof called / sizeof *called; i++)
        if (strncmp(format, called[i][0], strlen(called[i][0])) == 0)
            return called[i][1];
    return "of an unknown type";
}

/* ---- Origins ---------------------------------------------------------------------------------
 */

static value_type value_of(const arrow_type *type) {
    switch (type->kind) {
    case ARROW_NULL:
    case ARROW_TEXT:
    case ARROW_VIEW:
        return VALUE_TEXT;
    case ARROW_BOOLEAN:
        return VALUE_BOOLEAN;
    case ARROW_INTEGER:
        return VALUE_INTEGER;
    case ARROW_REAL:
        return VALUE_REAL;
    case ARROW_DECIMAL: /* other places have none but these */
        return type->scale >= 0 && type->scale <= type->precision ? VALUE_DECIMAL : VALUE_OTHER;
    case ARROW_DATE:
        return VALUE_DATE;
    case ARROW_TIME:
        return VALUE_TIME;
    case ARROW_MOMENT:
        return type->is_utc ? VALUE_TIMESTAMP_ZONE : VALUE_TIMESTAMP;
    }
    return VALUE_OTHER;
}

column_origin *arrow_type_origin(const arrow_type *type, const char *format) {
    column_origin *made = column_origin_new(value_of(type));
    if (!made)
        return NULL;
    made->kind = KIND;
    if (type->kind == ARROW_INTEGER || type->kind == ARROW_REAL)
        made->bits = 8 * type->width;
    made->is_unsigned = type->is_unsigned;
    made->precision = type->precision;
    made->scale = type->scale;
    made->native = memory_text(format, strlen(format));
    if (made->native)
        return made;
    column_origin_free(made);
    return NULL;
}

static const char *integer_format(const column_origin *origin) {
    switch (origin->bits) {
    case 8:
        return origin->is_unsigned ? "C" : "c";
    case 16:
        return origin->is_unsigned ? "S" : "s";
    case 32:
        return origin->is_unsigned ? "I" : "i";
    case 0:
    case 64:
        return origin->is_unsigned ? "L" : "l";
    default:
        return NULL;
    }
}

/* The formats of a place's type, likeliest first; NULL after the last. */
static const char *format_of(const column_origin *origin, int number) {
    static const char *const times[] = {"ttu", "ttn", NULL};
    static const char *const moments[] = {"tsu:", "tsn:", "tss:", NULL};
    static const char *const zoned[] = {"tsu:UTC", "tsn:UTC", "tss:UTC", NULL};
    switch (origin->of) {
    case VALUE_TIME:
        return times[number];
    case VALUE_TIMESTAMP:
        return moments[number];
    case VALUE_TIMESTAMP_ZONE:
        return zoned[number];
    case VALUE_BOOLEAN:
        return number ? NULL : "b";
    case VALUE_INTEGER:
        return number ? NULL : integer_format(origin);
    case VALUE_REAL:
        return number ? NULL : origin->bits == 16 ? "e" : origin->bits == 32 ? "f" : "g";
    case VALUE_DATE:
        return number ? NULL : "tdD";
    default:
        return NULL;
    }
}

static bool is_own(const column_origin *origin) {
    return origin->native && origin->kind && strcmp(origin->kind, KIND) == 0;
}

bool arrow_wish_of(arrow_wish *out, const column_origin *origin, int number) {
    *out = (arrow_wish){0};
    if (is_own(origin)) {
        out->native = origin->native;
        return number == 0 && arrow_type_parse(&out->type, origin->native) &&
               out->type.kind != ARROW_TEXT && out->type.kind != ARROW_VIEW;
    }
    if (origin->of == VALUE_DECIMAL) {
        snprintf(out->format, sizeof out->format,
                 origin->precision <= 38 ? "d:%d,%d" : "d:%d,%d,256", origin->precision,
                 origin->scale);
        return number == 0 && arrow_type_parse(&out->type, out->format);
    }
    out->native = format_of(origin, number);
    return out->native && arrow_type_parse(&out->type, out->native);
}

/* ---- Texts of values -------------------------------------------------------------------------
 */

static int64_t signed_of(const void *value, int width) {
    int64_t wide = 0;
    int8_t one;
    int16_t two;
    int32_t four;
    switch (width) {
    case 1:
        memcpy(&one, value, sizeof one);
        return one;
    case 2:
        memcpy(&two, value, sizeof two);
        return two;
    case 4:
        memcpy(&four, value, sizeof four);
        return four;
    default:
        memcpy(&wide, value, sizeof wide);
        return wide;
    }
}

static size_t integer_text(char *out, const arrow_type *type, const void *value) {
    int64_t number = signed_of(value, type->width);
    uint64_t raw = (uint64_t)number;
    if (type->is_unsigned && type->width < 8)
        raw &= ((uint64_t)1 << (8 * type->width)) - 1;
    bool is_negative = !type->is_unsigned && number < 0;
    return value_text_integer(out, is_negative ? 0 - raw : raw, is_negative);
}

static double real_of(const arrow_type *type, const void *value) {
    double wide;
    float single;
    uint16_t half;
    if (type->width == 2) {
        memcpy(&half, value, sizeof half);
        return value_half_widen(half);
    }
    if (type->width == 4) {
        memcpy(&single, value, sizeof single);
        return (double)single;
    }
    memcpy(&wide, value, sizeof wide);
    return wide;
}

static size_t decimal_text(char *out, const arrow_type *type, const void *value) {
    wide_integer number;
    uint64_t sign = signed_of((const char *)value + type->width - 1, 1) < 0 ? UINT64_MAX : 0;
    for (int i = 0; i < 4; i++)
        number.limb[i] = sign;
    if (type->width < 8)
        number.limb[0] = (uint64_t)signed_of(value, type->width);
    else
        memcpy(number.limb, value, (size_t)type->width);
    return value_text_decimal(out, &number, type->precision, type->scale);
}

#define DAY_MILLISECONDS (VALUE_SECONDS_OF_DAY * 1000)

static size_t date_text(char *out, const arrow_type *type, const void *value, const char **fault) {
    int64_t number = signed_of(value, type->width);
    if (type->width == 8) {
        if (number % DAY_MILLISECONDS)
            *fault = "is a date with a time of day: make it a timestamp";
        number /= DAY_MILLISECONDS;
    }
    if (number > INT32_MAX || number < INT32_MIN)
        *fault = "is a date beyond the year 5881580";
    return *fault ? 0 : value_text_date(out, number);
}

static int64_t day_units(const arrow_type *type) {
    int64_t units = VALUE_SECONDS_OF_DAY;
    for (int i = 0; i < type->digits; i++)
        units *= 10;
    return units;
}

static size_t time_text(char *out, const arrow_type *type, const void *value, const char **fault) {
    int64_t number = signed_of(value, type->width);
    if (number < 0 || number > day_units(type)) {
        *fault = "is not a time of a day";
        return 0;
    }
    return value_text_clock(out, number, type->digits);
}

static size_t moment_text(char *out, const arrow_type *type, const void *value,
                          const char **fault) {
    size_t length = value_text_moment(out, signed_of(value, 8), type->digits, type->is_utc);
    if (length == 0)
        *fault = "is a timestamp beyond the year 5881580";
    return length;
}

static size_t boolean_text(char *out, const void *value) {
    bool is_true = *(const uint8_t *)value & 1;
    memcpy(out, is_true ? "true" : "false", is_true ? 4 : 5);
    return is_true ? 4 : 5;
}

size_t arrow_type_text(char out[VALUE_TEXT_MOST], const arrow_type *type, const void *value,
                       const char **fault) {
    *fault = NULL;
    switch (type->kind) {
    case ARROW_BOOLEAN:
        return boolean_text(out, value);
    case ARROW_INTEGER:
        return integer_text(out, type, value);
    case ARROW_REAL:
        return value_text_real(out, real_of(type, value), 8 * type->width);
    case ARROW_DECIMAL:
        return decimal_text(out, type, value);
    case ARROW_DATE:
        return date_text(out, type, value, fault);
    case ARROW_TIME:
        return time_text(out, type, value, fault);
    case ARROW_MOMENT:
        return moment_text(out, type, value, fault);
    case ARROW_NULL:
    case ARROW_TEXT:
    case ARROW_VIEW:
        break;
    }
    *fault = "has no width";
    return 0;
}

/* ---- And back --------------------------------------------------------------------------------
 */

static bool parse_real(void *out, const arrow_type *type, const char *text) {
    double wide;
    if (!value_parse_real(&wide, text, 8 * type->width))
        return false;
    float single = (float)wide;
    uint16_t half = value_half_narrow(wide);
    memcpy(out,
           type->width == 2   ? (void *)&half
           : type->width == 4 ? (void *)&single
                              : &wide,
           (size_t)type->width);
    return true;
}

static bool parse_fixed(void *out, const arrow_type *type, const char *text) {
    wide_integer number = {0};
    int64_t narrow = 0;
    bool fine = false;
    switch (type->kind) {
    case ARROW_BOOLEAN:
        *(uint8_t *)out = *text == 't';
        return true;
    case ARROW_REAL:
        return parse_real(out, type, text);
    case ARROW_INTEGER:
        fine = value_parse_integer(&number, text);
        break;
    case ARROW_DECIMAL:
        fine = value_parse_decimal(&number, text, type->scale);
        break;
    case ARROW_DATE:
        fine = value_parse_date(&narrow, text);
        number.limb[0] = (uint64_t)narrow * (type->width == 8 ? (uint64_t)DAY_MILLISECONDS : 1);
        break;
    case ARROW_TIME:
        fine = value_parse_clock(&narrow, text, type->digits);
        number.limb[0] = (uint64_t)narrow;
        break;
    case ARROW_MOMENT:
        fine = value_parse_moment(&narrow, text, type->digits, type->is_utc);
        number.limb[0] = (uint64_t)narrow;
        break;
    case ARROW_NULL:
    case ARROW_TEXT:
    case ARROW_VIEW:
        break;
    }
    if (fine)
        memcpy(out, number.limb, (size_t)type->width);
    return fine;
}

bool arrow_type_value(void *out, const arrow_type *type, const char *text, size_t length) {
    char again[VALUE_TEXT_MOST];
    const char *fault;
    if (length >= VALUE_TEXT_MOST || !parse_fixed(out, type, text))
        return false;
    size_t size = arrow_type_text(again, type, out, &fault);
    return !fault && size == length && memcmp(again, text, length) == 0;
}
