#include "recognize/profile_distribution.h"

#include "data/number.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct point {
    double value;
    uint64_t rows;
} point;

typedef struct point_list {
    point *point;
    size_t count;
    uint64_t rows;
} point_list;

static int compare_points(const void *a, const void *b) {
    double first = ((const point *)a)->value, second = ((const point *)b)->value;
    return (first > second) - (first < second);
}

/* The value as a number or a day; false: none, as 9999-99-99 among dates. */
static bool read_point(double *out, column_profile *profile, const char *value) {
    date day;
    number parsed;
    if (profile->type == TYPE_DATE) {
        if (!date_parse(&day, value, profile->order))
            return false;
        *out = (double)date_to_days(&day);
        return true;
    }
    if (!number_parse(&parsed, value, strlen(value)))
        return false;
    int places = number_places(&parsed);
    profile->places = places > profile->places ? places : profile->places;
    *out = number_value(&parsed);
    return isfinite(*out);
}

/* The codes of the list's texts follow from their places in the dictionary's bytes: both are in
 * the same order. */
static void read_points(point_list *out, column_profile *profile, const value_list *list,
                        const dictionary *values, const uint32_t *count) {
    uint32_t code = 0;
    for (size_t i = 0; i < list->count; i++) {
        while (dictionary_text(values, code) != list->values[i])
            code++;
        double value;
        if (count[code] == 0)
            continue;
        if (!read_point(&value, profile, list->values[i])) {
            profile->others += count[code];
            continue;
        }
        out->point[out->count++] = (point){value, count[code]};
        out->rows += count[code];
    }
    qsort(out->point, out->count, sizeof *out->point, compare_points);
}

/* The value of the row at that share of the sorted rows. */
static void find_quantiles(column_profile *out, const point_list *points) {
    size_t at = 0;
    uint64_t before = 0;
    for (size_t q = 0; q < PROFILE_QUANTILES; q++) {
        uint64_t wanted = (points->rows - 1) * q / (PROFILE_QUANTILES - 1);
        while (before + points->point[at].rows <= wanted)
            before += points->point[at++].rows;
        out->quantile[q] = points->point[at].value;
    }
}

static void find_moments(column_profile *out, const point_list *points) {
    double sum = 0, squares = 0, rows = (double)points->rows;
    for (size_t i = 0; i < points->count; i++)
        sum += points->point[i].value * (double)points->point[i].rows;
    out->mean = sum / rows;
    for (size_t i = 0; i < points->count; i++) {
        double away = points->point[i].value - out->mean;
        squares += away * away * (double)points->point[i].rows;
    }
    out->deviation = sqrt(squares / rows);
}

static void fill_bins(column_profile *out, const point_list *points) {
    double lowest = out->quantile[0], range = out->quantile[PROFILE_QUANTILES - 1] - lowest;
    for (size_t i = 0; i < points->count; i++) {
        double share = range > 0 ? (points->point[i].value - lowest) / range : 0;
        size_t bin = (size_t)(share * PROFILE_BINS);
        out->bin[bin < PROFILE_BINS ? bin : PROFILE_BINS - 1] += points->point[i].rows;
    }
}

static void judge_integers(column_profile *out, const point_list *points) {
    if (out->places > 0)
        return;
    double range = out->quantile[PROFILE_QUANTILES - 1] - out->quantile[0] + 1;
    out->dense = (double)points->count / range;
    out->successive = out->type == TYPE_INTEGER && points->count == points->rows &&
                      points->count > 2 && (double)points->count == range;
}

shoal_status profile_distribution_fill(column_profile *out, const value_list *list,
                                       const dictionary *values, const uint32_t *count,
                                       shoal_error *error) {
    date_survey survey;
    if (out->type == TYPE_DATE && date_survey_values(&survey, list->values, list->count))
        out->order = survey.order;
    point_list points = {memory_new(list->count, sizeof *points.point), 0, 0};
    if (!points.point)
        return status_no_memory(error);
    read_points(&points, out, list, values, count);
    if (points.rows > 0) {
        out->ordered = true;
        find_quantiles(out, &points);
        find_moments(out, &points);
        fill_bins(out, &points);
        judge_integers(out, &points);
    }
    memory_free(points.point);
    return SHOAL_OK;
}
