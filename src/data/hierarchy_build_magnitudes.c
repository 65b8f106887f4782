/* Ranges of numbers by order of magnitude: 1-2-5 steps, powers of 10, of 100, of 10,000. */
#include "data/hierarchy_build.h"
#include "data/number.h"
#include "data/number_ranges.h"

#include <string.h>

/* Powers of ten that the ranges of a level are apart; the first level has 1-2-5 steps. */
static const int decades[] = {0, 1, 2, 4, 8};
#define MOST_LEVELS ((int)(sizeof decades / sizeof *decades))
/* Levels end with one of at most so many ranges. */
#define COARSEST_RANGES 2

typedef struct magnitudes {
    number_survey survey;
    range_style style[MOST_LEVELS]; /* coarse bounds need fewer places */
    int64_t least, most;            /* above zero */
    bool zero;                      /* occurs */
    int levels;
} magnitudes;

/* The exponent of the largest power of ten, in units, not above the number. */
static int exponent_of(int64_t unit) {
    int exponent = 0;
    for (; unit >= 10; unit /= 10)
        exponent++;
    return exponent;
}

static int64_t power_of(int exponent) {
    int64_t power = 1;
    for (; exponent > 0; exponent--)
        power *= 10;
    return power;
}

/* The range of a level that holds the number, which is above zero. Exponents count from 1, not from
 * the unit: ranges of powers of 100 begin at 0.01, 1, 100. */
static void find_range(const magnitudes *of, int64_t unit, int level, int64_t *low, int64_t *high) {
    static const int64_t steps[] = {1, 2, 5, 10};
    int exponent = exponent_of(unit), apart = decades[level], i = 0;
    if (apart == 0) {
        int64_t power = power_of(exponent);
        while (i < 2 && steps[i + 1] * power <= unit)
            i++;
        *low = steps[i] * power;
        *high = steps[i + 1] * power;
        return;
    }
    int from = (int)floor_divide(exponent - of->survey.places, apart) * apart + of->survey.places;
    *low = from <= 0 ? 1 : power_of(from);
    *high = from + apart > 18 ? INT64_MAX : power_of(from + apart);
}

/* Zero joins the lowest range where ranges are wide. */
static bool takes_zero(const magnitudes *of, int level) {
    return of->zero && decades[level] > 1;
}

/* Ranges of a level, as many as there may be between the extremes. */
static int count_ranges(const magnitudes *of, int level) {
    int64_t low, high = of->least;
    int count = of->zero && !takes_zero(of, level);
    for (int64_t at = of->least; at <= of->most && high < INT64_MAX; at = high) {
        find_range(of, at, level, &low, &high);
        count++;
    }
    return count;
}

static shoal_status survey_values(magnitudes *out, const build_input *input, shoal_error *error) {
    STATUS_TRY(number_survey_make(&out->survey, input, error));
    out->least = INT64_MAX;
    for (size_t i = 0; i < input->count; i++) {
        int64_t unit;
        const char *value = input->values[i];
        STATUS_TRY(number_survey_unit(&unit, &out->survey, input, i, error));
        if (unit < 0)
            return status_fail(error, SHOAL_BAD_DATA,
                               "%s: '%.*s' is below zero, so it has no order of magnitude: choose "
                               "bands or ranges",
                               input->name, hierarchy_label_width(value), value);
        if (build_rows(input, i) == 0)
            continue;
        out->zero |= unit == 0;
        out->most = unit > out->most ? unit : out->most;
        out->least = unit > 0 && unit < out->least ? unit : out->least;
    }
    return SHOAL_OK;
}

static void choose_levels(magnitudes *of) {
    of->levels = of->most > 0;
    while (of->most > 0 && of->levels < MOST_LEVELS &&
           count_ranges(of, of->levels - 1) > COARSEST_RANGES)
        of->levels++;
    int64_t low, high;
    for (int level = 0; level < of->levels; level++) {
        range_style *style = &of->style[level];
        *style = range_style_make(&of->survey);
        find_range(of, of->least, level, &low, &high);
        range_style_show(style, takes_zero(of, level) ? 0 : low);
        if (high < INT64_MAX)
            range_style_show(style, high);
        if (of->survey.rounded)
            range_style_show(style, 1);
    }
}

static void write_label(char *out, size_t size, const magnitudes *of, int64_t unit, int level) {
    int64_t low, high;
    find_range(of, unit > 0 ? unit : of->least, level, &low, &high);
    bool lowest = low <= of->least && of->least < high;
    if (unit == 0 && !takes_zero(of, level)) {
        const int64_t one = 1;
        if (of->survey.rounded)
            range_format(out, size, &of->style[level], NULL, &one);
        else
            range_format_number(out, size, &of->style[level], 0);
        return;
    }
    if (takes_zero(of, level) && lowest)
        low = 0;
    range_format(out, size, &of->style[level], &low, high < INT64_MAX ? &high : NULL);
}

static shoal_status fill(shoal_hierarchy *made, const magnitudes *of, const build_input *input,
                         shoal_error *error) {
    for (size_t value = 0; value < input->count; value++) {
        int64_t unit;
        STATUS_TRY(number_survey_unit(&unit, &of->survey, input, value, error));
        for (int level = 0; level < of->levels; level++) {
            char shown[RANGE_LABEL_SIZE];
            write_label(shown, sizeof shown, of, unit, level);
            const char *label = arena_text(&made->memory, shown, strlen(shown));
            if (!label)
                return status_no_memory(error);
            made->labels[hierarchy_cell(made, value, level + 1)] = label;
        }
    }
    return SHOAL_OK;
}

static void describe(const magnitudes *of, text *described) {
    static const char *const names[] = {"1-2-5 steps", "powers of 10", "of 100", "of 10000",
                                        "of 100000000"};
    text_add_string(described, "orders of magnitude");
    for (int level = 0; level < of->levels; level++)
        text_format(described, "%s%s", level ? ", " : ": ", names[level]);
}

shoal_status hierarchy_build_magnitudes(shoal_hierarchy **out, const build_input *input,
                                        const char *arguments, text *described,
                                        shoal_error *error) {
    magnitudes of = {0};
    STATUS_TRY(hierarchy_no_arguments(input, "magnitudes", arguments, error));
    STATUS_TRY(survey_values(&of, input, error));
    choose_levels(&of);
    STATUS_TRY(hierarchy_frame(out, input, of.levels + 1, error));
    shoal_status status = fill(*out, &of, input, error);
    if (status != SHOAL_OK) {
        shoal_hierarchy_free(*out);
        *out = NULL;
        return status;
    }
    describe(&of, described);
    return SHOAL_OK;
}
