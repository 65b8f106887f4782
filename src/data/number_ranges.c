#include "data/number_ranges.h"

#include "data/number.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* ---- Units -------------------------------------------------------------------------------------
 */

static shoal_status fail_no_number(const build_input *input, const char *value,
                                   shoal_error *error) {
    return status_fail(error, SHOAL_BAD_DATA,
                       "%s: '%.*s' is not a number, so no range contains it: declare it as "
                       "missing or choose another hierarchy",
                       input->name, hierarchy_label_width(value), value);
}

static bool all_fit(const build_input *input, int places) {
    for (size_t i = 0; i < input->count; i++) {
        number parsed;
        int64_t unit;
        const char *value = input->values[i];
        if (build_rows(input, i) > 0 && number_parse(&parsed, value, strlen(value)) &&
            !number_floor(&parsed, places, &unit))
            return false;
    }
    return true;
}

shoal_status number_survey_make(number_survey *out, const build_input *input, shoal_error *error) {
    *out = (number_survey){.whole = true};
    for (size_t i = 0; i < input->count; i++) {
        const char *value = input->values[i];
        number parsed;
        if (!number_parse(&parsed, value, strlen(value)))
            return fail_no_number(input, value, error);
        if (build_rows(input, i) == 0)
            continue;
        int places = number_places(&parsed);
        out->rounded |= places > NUMBER_FINEST || parsed.cut;
        places = places > NUMBER_FINEST ? NUMBER_FINEST : places;
        out->places = places > out->places ? places : out->places;
        out->whole &= places == 0 && !parsed.cut;
    }
    while (out->places > 0 && !all_fit(input, out->places)) {
        out->places--;
        out->rounded = true;
    }
    return SHOAL_OK;
}

shoal_status number_survey_unit(int64_t *out, const number_survey *survey, const build_input *input,
                                size_t value, shoal_error *error) {
    const char *text_of = input->values[value];
    number parsed;
    if (!number_parse(&parsed, text_of, strlen(text_of)))
        return fail_no_number(input, text_of, error);
    if (number_floor(&parsed, survey->places, out))
        return SHOAL_OK;
    return status_fail(error, SHOAL_BAD_DATA,
                       "%s: '%.*s' is too large for ranges: choose another hierarchy", input->name,
                       hierarchy_label_width(text_of), text_of);
}

int64_t floor_divide(int64_t a, int64_t b) {
    int64_t quotient = a / b;
    return quotient - (a % b != 0 && a < 0);
}

/* Steps are not larger than the next power of ten: above 74 comes 100, however far the next number
 * is. */
static int largest_power(int64_t low) {
    int power = 0;
    for (low = low < 0 ? -low : low; power < NUMBER_FINEST && low > number_power(power);)
        power++;
    return low == 0 ? NUMBER_FINEST : power;
}

int number_roundest(int64_t *out, int64_t low, int64_t high) {
    static const int64_t steps[] = {1, 2, 5};
    int most = largest_power(low);
    for (int power = most; power >= 0; power--)
        for (int i = power == most ? 0 : 2; i >= 0; i--) {
            int64_t step = steps[i] * number_power(power);
            *out = (floor_divide(low, step) + 1) * step;
            if (*out <= high)
                return 3 * power + i;
        }
    *out = high;
    return 0;
}

/* ---- Text --------------------------------------------------------------------------------------
 */

range_style range_style_make(const number_survey *survey) {
    return (range_style){.places = survey->places, .whole = survey->whole, .dashed = true};
}

void range_style_show(range_style *style, int64_t bound) {
    style->dashed &= bound >= 0;
    while (style->shown < style->places && bound % number_power(style->places - style->shown) != 0)
        style->shown++;
}

int range_format_number(char *out, size_t size, const range_style *style, int64_t units) {
    uint64_t power = (uint64_t)number_power(style->shown);
    uint64_t magnitude = units < 0 ? (uint64_t)-units : (uint64_t)units;
    magnitude /= (uint64_t)number_power(style->places - style->shown);
    const char *sign = units < 0 ? "-" : "";
    if (style->shown == 0)
        return snprintf(out, size, "%s%" PRIu64, sign, magnitude);
    return snprintf(out, size, "%s%" PRIu64 ".%0*" PRIu64, sign, magnitude / power, style->shown,
                    magnitude % power);
}

void range_format(char *out, size_t size, const range_style *style, const int64_t *low,
                  const int64_t *high) {
    int used = low ? 0 : snprintf(out, size, "<");
    if (low && !high && !style->whole)
        used = snprintf(out, size, ">=");
    if (low)
        used += range_format_number(out + used, size - (size_t)used, style, *low);
    if (low && !high && style->whole)
        snprintf(out + used, size - (size_t)used, "+");
    if (!high || (low && style->whole && *high - 1 == *low))
        return;
    const char *between = !style->whole ? " to <" : style->dashed ? "-" : " to ";
    if (low)
        used += snprintf(out + used, size - (size_t)used, "%s", between);
    range_format_number(out + used, size - (size_t)used, style,
                        low && style->whole ? *high - 1 : *high);
}
