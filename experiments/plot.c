#include "experiments/plot.h"

#include "base/memory.h"
#include "experiments/box.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* What an eye can tell apart on a chart, with some to spare. */
#define DIGITS 7

static double shorten(double value) {
    if (!isfinite(value) || value == 0)
        return value;
    double scale = pow(10, DIGITS - 1 - floor(log10(fabs(value))));
    double short_one = round(value * scale) / scale;
    return isfinite(short_one) ? short_one : value;
}

static void fail(document *to) {
    to->out.out.failed = true;
}

/* ---- Series --------------------------------------------------------------------------------- */

static void add(plot *to, const plot_point *point) {
    if (to->failed ||
        !memory_grow((void **)&to->points, &to->held, to->count + 1, sizeof *to->points)) {
        to->failed = true;
        return;
    }
    to->points[to->count++] = *point;
}

void plot_add(plot *to, double x, double y) {
    add(to, &(plot_point){.x = x, .y = y, .low = NAN, .high = NAN});
}

void plot_add_band(plot *to, double x, double y, double low, double high) {
    add(to, &(plot_point){.x = x, .y = y, .low = low, .high = high});
    to->banded = true;
}

void plot_add_named(plot *to, const char *name, double y) {
    add(to, &(plot_point){.x = NAN, .y = y, .low = NAN, .high = NAN, .name = name});
    to->named = true;
}

void plot_note(plot *to, const char *format, ...) {
    char sentence[256];
    va_list arguments;
    if (to->failed)
        return;
    va_start(arguments, format);
    vsnprintf(sentence, sizeof sentence, format, arguments);
    va_end(arguments);
    to->points[to->count - 1].note = to->notes.length + 1;
    to->noted = true;
    text_add(&to->notes, sentence, strlen(sentence) + 1);
}

/* The columns of a series, in one piece of memory each. */
typedef struct columns {
    double *numbers;    /* x, y, low, high */
    const char **words; /* names, notes */
} columns;

static void fill(columns *out, const plot *from) {
    size_t count = from->count;
    for (size_t i = 0; i < count; i++) {
        const plot_point *point = &from->points[i];
        out->numbers[i] = shorten(point->x);
        out->numbers[count + i] = shorten(point->y);
        out->numbers[2 * count + i] = shorten(point->low);
        out->numbers[3 * count + i] = shorten(point->high);
        out->words[i] = point->name;
        out->words[count + i] = point->note ? from->notes.bytes + point->note - 1 : "";
    }
}

static void add_series(document *to, const plot *drawn, const columns *with, const char *name,
                       bool main) {
    size_t count = drawn->count;
    document_add_series(to, &(document_series){
                                .name = name,
                                .count = count,
                                .x = drawn->named ? NULL : with->numbers,
                                .x_names = drawn->named ? with->words : NULL,
                                .y = with->numbers + count,
                                .low = drawn->banded ? with->numbers + 2 * count : NULL,
                                .high = drawn->banded ? with->numbers + 3 * count : NULL,
                                .notes = drawn->noted ? with->words + count : NULL,
                                .main = main,
                            });
}

void plot_draw(plot *drawn, document *to, const char *name, bool main) {
    columns with = {0};
    bool failed = drawn->failed || drawn->notes.failed;
    if (!failed && drawn->count > 0) {
        with.numbers = memory_new(4 * drawn->count, sizeof *with.numbers);
        with.words = memory_new(2 * drawn->count, sizeof *with.words);
        failed = !with.numbers || !with.words;
    }
    if (failed)
        fail(to);
    else if (drawn->count > 0) {
        fill(&with, drawn);
        add_series(to, drawn, &with, name, main);
    }
    memory_free(with.numbers);
    memory_free(with.words);
    memory_free(drawn->points);
    text_free(&drawn->notes);
    *drawn = (plot){0};
}

/* ---- Box plots ------------------------------------------------------------------------------ */

static size_t keep_numbers(double *numbers, size_t count) {
    size_t kept = 0;
    for (size_t i = 0; i < count; i++)
        if (!isnan(numbers[i]))
            numbers[kept++] = numbers[i];
    return kept;
}

static bool add_outliers(document_box *out, const box *of, const double *sorted) {
    size_t outliers = of->low_outliers + of->high_outliers;
    if (outliers == 0)
        return true;
    double *made = memory_new(outliers, sizeof *made);
    if (!made)
        return false;
    for (size_t i = 0; i < outliers; i++)
        made[i] = shorten(
            sorted[i < of->low_outliers ? i
                                        : of->count - of->high_outliers + i - of->low_outliers]);
    out->outliers = made;
    out->outlier_count = outliers;
    return true;
}

double *box_plot_room(box_plot *of, size_t count) {
    of->failed |= !memory_grow((void **)&of->room, &of->roomy, count, sizeof *of->room);
    return of->failed ? NULL : of->room;
}

void box_plot_add(box_plot *to, const char *group, const char *series, double *numbers,
                  size_t count) {
    size_t kept = numbers ? keep_numbers(numbers, count) : 0;
    if (kept == 0 || to->failed)
        return;
    box made = box_of(numbers, kept);
    document_box added = {
        .group = group,
        .series = series,
        .low = shorten(made.whisker_low),
        .lower = shorten(made.lower),
        .median = shorten(made.median),
        .upper = shorten(made.upper),
        .high = shorten(made.whisker_high),
    };
    to->failed = !memory_grow((void **)&to->boxes, &to->held, to->count + 1, sizeof *to->boxes) ||
                 !add_outliers(&added, &made, numbers);
    if (!to->failed)
        to->boxes[to->count++] = added;
}

void box_plot_draw(box_plot *drawn, document *to, const char *title, const char *says,
                   const char *x_name, document_axis y) {
    if (drawn->failed)
        fail(to);
    else if (drawn->count > 0)
        document_boxes(to, title, says, x_name, y, drawn->boxes, drawn->count);
    for (size_t i = 0; i < drawn->count; i++)
        memory_free((void *)drawn->boxes[i].outliers);
    memory_free(drawn->boxes);
    memory_free(drawn->room);
    *drawn = (box_plot){0};
}
