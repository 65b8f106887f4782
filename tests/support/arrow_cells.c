#include "support/arrow_cells.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

const char *const arrow_cell_formats[] = {
    "n",         "b",       "c",
    "C",         "s",       "S",
    "i",         "I",       "l",
    "L",         "e",       "f",
    "g",         "u",       "U",
    "vu",        "d:5,2",   "d:9,3,32",
    "d:18,4,64", "d:38,10", "d:3,3",
    "d:4,-2",    "d:38,0",  "d:76,20,256",
    "tdD",       "tdm",     "tts",
    "ttm",       "ttu",     "ttn",
    "tss:",      "tsm:",    "tsu:",
    "tsn:",      "tss:UTC", "tsm:UTC",
    "tsu:UTC",   "tsn:UTC", "tsu:Europe/Berlin",
    NULL,
};

bool arrow_cell_is_text(const char *format) {
    return strcmp(format, "u") == 0 || strcmp(format, "U") == 0 || strcmp(format, "vu") == 0;
}

/* PRECISION,SCALE[,BITS] */
static int decimal_part(const char *format, int number) {
    const char *at = format + 2;
    for (int i = 0; at && i < number; i++)
        at = strchr(at, ',') ? strchr(at, ',') + 1 : NULL;
    return at ? atoi(at) : 128;
}

size_t arrow_cell_width(const char *format) {
    if (format[0] == 'd')
        return (size_t)decimal_part(format, 2) / 8;
    if (format[0] == 't')
        return strcmp(format, "tdD") == 0 || strcmp(format, "tts") == 0 ||
                       strcmp(format, "ttm") == 0
                   ? 4
                   : 8;
    const char *const one = "cC", *const two = "sSe", *const four = "iIf", *const eight = "lLg";
    return strchr(one, *format)     ? 1
           : strchr(two, *format)   ? 2
           : strchr(four, *format)  ? 4
           : strchr(eight, *format) ? 8
                                    : 0;
}

/* ---- Numbers --------------------------------------------------------------------------------- */

static void draw_integer(arrow_cell *out, const char *format, random_stream *draw) {
    size_t bits = 8 * arrow_cell_width(format);
    uint64_t number = random_next(draw);
    if (random_below(draw, 2))
        number %= 20;
    bool is_unsigned = *format >= 'A' && *format <= 'Z';
    if (is_unsigned) {
        number = bits < 64 ? number & ((1ull << bits) - 1) : number;
        snprintf(out->text, sizeof out->text, "%llu", (unsigned long long)number);
    } else {
        int64_t wide = (int64_t)(number << (64 - bits)) >> (64 - bits);
        number = (uint64_t)wide;
        snprintf(out->text, sizeof out->text, "%lld", (long long)wide);
    }
    memcpy(out->raw, &number, bits / 8);
}

/* raw * 10 + digit, byte by byte. */
static void add_digit(unsigned char *raw, size_t width, int digit) {
    unsigned carry = (unsigned)digit;
    for (size_t i = 0; i < width; i++) {
        carry += raw[i] * 10u;
        raw[i] = (unsigned char)carry;
        carry >>= 8;
    }
}

static void negate(unsigned char *raw, size_t width) {
    unsigned carry = 1;
    for (size_t i = 0; i < width; i++) {
        carry += (unsigned char)~raw[i];
        raw[i] = (unsigned char)carry;
        carry >>= 8;
    }
}

/* Digits first: the point is put between them. */
static void draw_decimal(arrow_cell *out, const char *format, random_stream *draw) {
    int precision = decimal_part(format, 0), scale = decimal_part(format, 1);
    size_t width = arrow_cell_width(format);
    int count = 1 + (int)random_below(draw, (uint64_t)precision);
    int behind = scale > 0 ? scale : 0;
    char digits[200];
    /* Zeros in front so that there is always one in front of the point. */
    memset(digits, '0', 100);
    bool is_zero = true;
    for (int i = 0; i < count; i++) {
        int digit = (int)random_below(draw, i == 0 ? 3 : 10);
        is_zero &= digit == 0;
        digits[100 + i] = (char)('0' + digit);
        add_digit(out->raw, width, digit);
    }
    int begin = 0, point = 100 + count - behind;
    int least = precision > scale ? point - 1 : point;
    while (begin < least && digits[begin] == '0')
        begin++;
    bool is_negative = !is_zero && random_below(draw, 3) == 0;
    if (is_negative)
        negate(out->raw, width);
    snprintf(out->text, sizeof out->text, "%s%.*s%s%.*s%.*s", is_negative ? "-" : "", point - begin,
             digits + begin, behind ? "." : "", behind, digits + point,
             scale < 0 && !is_zero ? -scale : 0, "00000000");
}

/* As Python writes them: tries one digit more until the number comes back. */
static void real_text(char *out, double value, bool is_single) {
    char tried[64] = "";
    if (isnan(value) || isinf(value) || value == 0) {
        snprintf(out, 64, "%s%s", signbit(value) && !isnan(value) ? "-" : "",
                 isnan(value)   ? "nan"
                 : isinf(value) ? "inf"
                                : "0.0");
        return;
    }
    for (int places = 0; places < 17; places++) {
        snprintf(tried, sizeof tried, "%.*e", places, value);
        if (is_single ? strtof(tried, NULL) == (float)value : strtod(tried, NULL) == value)
            break;
    }
    int exponent = atoi(strchr(tried, 'e') + 1);
    int digits = (int)strcspn(tried + (value < 0), "e");
    digits -= digits > 1; /* the point */
    if (exponent < -4 || exponent >= 16)
        snprintf(out, 64, "%s", tried);
    else if (digits - 1 - exponent > 0)
        snprintf(out, 64, "%.*f", digits - 1 - exponent, value);
    else {
        /* Zeros behind the last digit that is needed. */
        char *at = out + sprintf(out, "%s", value < 0 ? "-" : "");
        const char *from = tried + (value < 0);
        for (int i = 0; i <= exponent; i++) {
            from += *from == '.';
            *at++ = *from >= '0' && *from <= '9' ? *from++ : '0';
        }
        memcpy(at, ".0", 3);
    }
}

static double draw_number(random_stream *draw) {
    static const double special[] = {0, -0.0, 1e30, -1e-30, INFINITY, -INFINITY, NAN, 1e15, 1e16};
    switch (random_below(draw, 3)) {
    case 0:
        return special[random_below(draw, sizeof special / sizeof *special)];
    case 1:
        return (double)random_below(draw, 100000) / 100;
    default:
        return (double)random_below(draw, 200) - 100;
    }
}

static void draw_real(arrow_cell *out, const char *format, random_stream *draw) {
    double number = draw_number(draw);
    float single = (float)number;
    if (*format == 'g' && random_below(draw, 3) == 0) {
        uint64_t bits = random_next(draw) | 1;
        memcpy(&number, &bits, sizeof number);
    }
    if (*format == 'g')
        memcpy(out->raw, &number, sizeof number);
    else
        memcpy(out->raw, &single, sizeof single);
    real_text(out->text, *format == 'g' ? number : (double)single, *format == 'f');
}

/* Eighths below 16: with fewer digits they would be others. */
static void draw_half(arrow_cell *out, random_stream *draw) {
    int eighths = (int)random_below(draw, 127) + 1, exponent = 15 - 3, fraction = eighths;
    while (fraction < 1024) {
        fraction *= 2;
        exponent--;
    }
    uint16_t half = (uint16_t)((exponent + 10) << 10 | (fraction - 1024));
    memcpy(out->raw, &half, sizeof half);
    real_text(out->text, eighths / 8.0, false);
}

/* ---- Dates and times ------------------------------------------------------------------------- */

static int unit_digits(char unit) {
    return unit == 's' ? 0 : unit == 'm' ? 3 : unit == 'u' ? 6 : 9;
}

static void put_int(arrow_cell *out, const char *format, int64_t number) {
    memcpy(out->raw, &number, arrow_cell_width(format));
}

/* .5 for 500 of 1000 */
static void add_fraction(char *text, int64_t fraction, int digits) {
    char shown[16];
    if (fraction == 0)
        return;
    snprintf(shown, sizeof shown, ".%0*lld", digits, (long long)fraction);
    size_t length = strlen(shown);
    while (shown[length - 1] == '0')
        shown[--length] = '\0';
    strcat(text, shown);
}

static int64_t draw_fraction(int digits, int64_t *per_second, random_stream *draw) {
    *per_second = (int64_t)llround(pow(10, digits));
    return random_below(draw, 2) ? (int64_t)random_below(draw, (uint64_t)*per_second)
                                 : *per_second / 10 * (int64_t)random_below(draw, 10);
}

static void draw_date(arrow_cell *out, const char *format, random_stream *draw) {
    int64_t day = (int64_t)random_below(draw, 800000) - 500000;
    time_t at = (time_t)(day * 86400);
    struct tm told;
    gmtime_r(&at, &told);
    strftime(out->text, sizeof out->text, "%m-%d", &told);
    snprintf(out->text, sizeof out->text, "%04d-%02d-%02d", told.tm_year + 1900, told.tm_mon + 1,
             told.tm_mday);
    put_int(out, format, format[2] == 'm' ? day * 86400000 : day);
}

static void draw_time(arrow_cell *out, const char *format, random_stream *draw) {
    int digits = unit_digits(format[2]);
    int64_t per_second, fraction = draw_fraction(digits, &per_second, draw);
    int64_t second = (int64_t)random_below(draw, 86400);
    snprintf(out->text, sizeof out->text, "%02d:%02d:%02d", (int)(second / 3600),
             (int)(second / 60 % 60), (int)(second % 60));
    add_fraction(out->text, fraction, digits);
    put_int(out, format, second * per_second + fraction);
}

static void draw_moment(arrow_cell *out, const char *format, random_stream *draw) {
    int digits = unit_digits(format[2]);
    int64_t per_second, fraction = draw_fraction(digits, &per_second, draw);
    int64_t second = (int64_t)random_below(draw, 16000000000) - 8000000000;
    time_t at = (time_t)second;
    struct tm told;
    gmtime_r(&at, &told);
    snprintf(out->text, sizeof out->text, "%04d-%02d-%02d %02d:%02d:%02d", told.tm_year + 1900,
             told.tm_mon + 1, told.tm_mday, told.tm_hour, told.tm_min, told.tm_sec);
    add_fraction(out->text, fraction, digits);
    if (format[4])
        strcat(out->text, "+00");
    put_int(out, format, second * per_second + fraction);
}

/* ---- Texts ----------------------------------------------------------------------------------- */

static void draw_text(arrow_cell *out, random_stream *draw) {
    static const char *const some[] = {
        "",
        "a",
        "b",
        "über",
        "\"\"",
        "\"\"2",
        "12345678",
        "123456789",
        "a longer value, of more",
        "twelve bytes",
        "thirteen bytes",
        "日本語",
        " ",
        "\xF0\x9F\x90\x9F",
    };
    enum { SOME = sizeof some / sizeof *some };
    if (random_below(draw, 4))
        snprintf(out->text, sizeof out->text, "%s", some[random_below(draw, SOME)]);
    else
        snprintf(out->text, sizeof out->text, "%s%u", some[random_below(draw, SOME)],
                 (unsigned)random_below(draw, 300));
}

void arrow_cell_draw(arrow_cell *out, const char *format, random_stream *draw) {
    *out = (arrow_cell){.is_null = *format == 'n'};
    if (*format == 'n')
        return;
    if (*format == 'b') {
        out->raw[0] = (unsigned char)random_below(draw, 2);
        snprintf(out->text, sizeof out->text, out->raw[0] ? "true" : "false");
    } else if (arrow_cell_is_text(format)) {
        draw_text(out, draw);
    } else if (*format == 'd') {
        draw_decimal(out, format, draw);
    } else if (*format == 'e') {
        draw_half(out, draw);
    } else if (*format == 'f' || *format == 'g') {
        draw_real(out, format, draw);
    } else if (*format != 't') {
        draw_integer(out, format, draw);
    } else if (format[1] == 'd') {
        draw_date(out, format, draw);
    } else if (format[1] == 't') {
        draw_time(out, format, draw);
    } else {
        draw_moment(out, format, draw);
    }
}
