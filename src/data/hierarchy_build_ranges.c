#include "data/hierarchy_build.h"
#include "data/number.h"
#include "data/number_ranges.h"

#include <math.h>
#include <string.h>

#define MOST_WIDTHS 20
/* Chosen widths: the finest level has at most, the coarsest more than this many ranges. */
#define FINEST_RANGES 25
#define COARSEST_RANGES 3

/* All numbers count units of 10^-places. */
typedef struct ranges {
    int places;
    int64_t origin;
    int64_t width[MOST_WIDTHS];
    int count;
    bool whole;  /* ranges of whole numbers, labelled with both ends */
    bool dashed; /* 20-29; where a number below zero occurs, -10 to -1 */
} ranges;

static int64_t lower_end(const ranges *shape, int64_t value, int64_t width) {
    return shape->origin + floor_divide(value - shape->origin, width) * width;
}

/* ---- Reading the specification ------------------------------------------------------------ */

static shoal_status fail_width(const build_input *input, const char *at, size_t length,
                               shoal_error *error) {
    int shown = length > 30 ? 30 : (int)length;
    status_fail(
        error, SHOAL_USAGE,
        "%s: '%.*s' is not a valid width of ranges: write e.g. ranges:5,10,20 or ranges:0.5,1@0.25",
        input->name, shown, at);
    return SHOAL_USAGE;
}

/* Numbers of "5,10,20@0" in order; the origin last, 0 when not given. */
static shoal_status parse_numbers(number *numbers, int *count, const build_input *input,
                                  const char *arguments, shoal_error *error) {
    const char *at = arguments;
    for (bool origin = false;; at++) {
        size_t length = strcspn(at, ",@");
        if (*count > MOST_WIDTHS - 1 && !origin)
            return status_fail(error, SHOAL_USAGE, "%s: at most %d widths of ranges are possible",
                               input->name, MOST_WIDTHS);
        if (!number_parse(&numbers[(*count)++], at, length))
            return fail_width(input, at, length, error);
        at += length;
        if (!*at && !origin)
            numbers[(*count)++] = (number){0};
        if (!*at)
            return SHOAL_OK;
        if (origin)
            return fail_width(input, at, strlen(at), error);
        origin = *at == '@';
    }
}

static shoal_status parse_widths(ranges *out, const build_input *input, const char *arguments,
                                 shoal_error *error) {
    number numbers[MOST_WIDTHS + 2];
    int count = 0;
    STATUS_TRY(parse_numbers(numbers, &count, input, arguments, error));
    for (int i = 0; i < count; i++)
        if (number_places(&numbers[i]) > out->places)
            out->places = number_places(&numbers[i]);
    bool fits = out->places <= NUMBER_FINEST;
    out->count = count - 1;
    for (int i = 0; fits && i < out->count; i++)
        fits = number_floor(&numbers[i], out->places, &out->width[i]) && out->width[i] > 0;
    if (!fits || !number_floor(&numbers[count - 1], out->places, &out->origin))
        return fail_width(input, arguments, strlen(arguments), error);
    for (int i = 1; i < out->count; i++)
        if (out->width[i] % out->width[i - 1] != 0 || out->width[i] == out->width[i - 1])
            return status_fail(error, SHOAL_USAGE,
                               "%s: ranges:%.60s: each width must be a multiple of the one before, "
                               "so that ranges fit into wider ranges",
                               input->name, arguments);
    return SHOAL_OK;
}

/* ---- Choosing widths ---------------------------------------------------------------------- */

typedef struct extremes {
    number least, most;
    bool whole;
} extremes;

static shoal_status find_extremes(extremes *out, const build_input *input, shoal_error *error) {
    double least = INFINITY, most = -INFINITY;
    *out = (extremes){.whole = true};
    for (size_t i = 0; i < input->count; i++) {
        const char *value = input->values[i];
        number parsed;
        if (!number_parse(&parsed, value, strlen(value)))
            return status_fail(error, SHOAL_BAD_DATA,
                               "%s: '%.*s' is not a number, so no range contains it: declare it as "
                               "missing or choose another hierarchy",
                               input->name, hierarchy_label_width(value), value);
        if (build_rows(input, i) == 0)
            continue;
        double about = number_approximate(&parsed);
        if (about < least)
            out->least = parsed;
        if (about > most)
            out->most = parsed;
        least = about < least ? about : least;
        most = about > most ? about : most;
        out->whole &= number_places(&parsed) == 0 && !parsed.cut;
    }
    return SHOAL_OK;
}

/* Ranges of that width between the extremes, or 0 when the numbers are too large to count. */
static int64_t count_ranges(const extremes *of, int places, int64_t width) {
    int64_t least, most;
    if (!number_floor(&of->least, places, &least) || !number_floor(&of->most, places, &most))
        return 0;
    return floor_divide(most, width) - floor_divide(least, width) + 1;
}

/* The first of 1, 2, 5, 10, … (or its decimal fractions) that gives few enough ranges. */
static bool choose_finest(ranges *out, const extremes *of) {
    static const int64_t steps[] = {1, 2, 5};
    double span = number_approximate(&of->most) - number_approximate(&of->least);
    double finest = span > 0 ? floor(log10(span / FINEST_RANGES)) - 1 : 0;
    int exponent = finest < -NUMBER_FINEST ? -NUMBER_FINEST : finest > 17 ? 17 : (int)finest;
    if (of->whole && exponent < 0)
        exponent = 0;
    for (; exponent < 17; exponent++)
        for (int i = 0; i < 3; i++) {
            out->places = exponent < 0 ? -exponent : 0;
            out->width[0] = steps[i] * number_power(exponent > 0 ? exponent : 0);
            int64_t found = count_ranges(of, out->places, out->width[0]);
            bool trivial = of->whole && out->width[0] == 1;
            if (found > 0 && found <= FINEST_RANGES && !trivial)
                return true;
        }
    return false;
}

static bool choose_widths(ranges *out, const extremes *of) {
    if (!choose_finest(out, of))
        return false;
    for (out->count = 1; out->count < MOST_WIDTHS; out->count++) {
        int64_t last = out->width[out->count - 1];
        if (count_ranges(of, out->places, last) <= COARSEST_RANGES || last > NUMBER_LARGEST / 2)
            return true;
        out->width[out->count] = 2 * last;
    }
    return true;
}

/* ---- Labels ------------------------------------------------------------------------------- */

/* As many places as the widths and the origin have, also where a bound needs fewer. */
static range_style style_of(const ranges *shape) {
    return (range_style){.places = shape->places,
                         .shown = shape->places,
                         .whole = shape->whole,
                         .dashed = shape->dashed};
}

static shoal_status fill_value(shoal_hierarchy *made, size_t value, const ranges *shape,
                               const build_input *input, shoal_error *error) {
    const char *ground = input->values[value];
    number parsed;
    int64_t units;
    if (!number_parse(&parsed, ground, strlen(ground)) ||
        !number_floor(&parsed, shape->places, &units))
        return status_fail(error, SHOAL_BAD_DATA,
                           "%s: '%.*s' is too large for ranges: choose another hierarchy",
                           input->name, hierarchy_label_width(ground), ground);
    range_style style = style_of(shape);
    for (int i = 0; i < shape->count; i++) {
        char label[RANGE_LABEL_SIZE];
        int64_t low = lower_end(shape, units, shape->width[i]), high = low + shape->width[i];
        range_format(label, sizeof label, &style, &low, &high);
        const char *copy = arena_text(&made->memory, label, strlen(label));
        if (!copy)
            return status_no_memory(error);
        made->labels[hierarchy_cell(made, value, i + 1)] = copy;
    }
    return SHOAL_OK;
}

static void describe(const ranges *shape, text *described) {
    range_style style = style_of(shape);
    text_add_string(described, "ranges of ");
    for (int i = 0; i < shape->count; i++) {
        char width[64];
        range_format_number(width, sizeof width, &style, shape->width[i]);
        text_format(described, "%s%s", i ? ", " : "", width);
    }
}

shoal_status hierarchy_build_ranges(shoal_hierarchy **out, const build_input *input,
                                    const char *arguments, text *described, shoal_error *error) {
    extremes of;
    ranges shape = {0};
    STATUS_TRY(find_extremes(&of, input, error));
    if (*arguments)
        STATUS_TRY(parse_widths(&shape, input, arguments, error));
    else if (!choose_widths(&shape, &of))
        return status_fail(error, SHOAL_BAD_DATA,
                           "%s: the numbers are too large or too far apart for ranges: choose "
                           "another hierarchy",
                           input->name);
    shape.whole = of.whole && shape.places == 0;
    int64_t least = 0;
    bool countable = number_floor(&of.least, shape.places, &least);
    shape.dashed = countable && lower_end(&shape, least, shape.width[shape.count - 1]) >= 0;
    STATUS_TRY(hierarchy_frame(out, input, shape.count + 1, error));
    shoal_status status = SHOAL_OK;
    for (size_t value = 0; status == SHOAL_OK && value < input->count; value++)
        status = fill_value(*out, value, &shape, input, error);
    if (status != SHOAL_OK) {
        shoal_hierarchy_free(*out);
        *out = NULL;
        return status;
    }
    describe(&shape, described);
    return SHOAL_OK;
}
