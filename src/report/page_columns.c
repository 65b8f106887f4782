/* Charts of the columns: the values before and after, in their own order. */
#include "data/date.h"
#include "data/star.h"
#include "report/natural_order.h"
#include "report/report_page.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Columns with a chart, and values of one that have no order of their own. */
enum { CHARTED = 12, SHOWN_VALUES = 12 };

static bool occurs_in(const assessment_values *side, const char *value) {
    for (size_t i = 0; i < side->categories.shown; i++)
        if (strcmp(side->top[i], value) == 0)
            return true;
    return false;
}

bool page_comparable(const assessment_values *before, const assessment_values *after) {
    size_t same = 0, others = 0;
    for (size_t i = 0; i < after->categories.shown && i < SHOWN_VALUES; i++) {
        if (is_star(after->top[i]))
            continue;
        *(occurs_in(before, after->top[i]) ? &same : &others) += 1;
    }
    return same > 0 && same >= others;
}

/* NaN: the value is not among the most frequent ones of this side, but may occur. */
static double rows_of(const assessment_values *side, const char *value) {
    for (size_t i = 0; i < side->categories.shown; i++)
        if (strcmp(side->top[i], value) == 0)
            return (double)side->categories.top[i].rows;
    return side->categories.rest > 0 ? NAN : 0;
}

/* ---- The order of values ---------------------------------------------------------------------
 */

/* A value or label, and its place in the plan's hierarchy. */
typedef struct listed {
    const char *value;
    uint32_t rank;
    double before, after; /* rows; NaN: not known */
} listed;

typedef struct value_list {
    listed each[2 * DISTRIBUTION_TOP];
    size_t count;
    bool ordered; /* else the most frequent ones come first */
} value_list;

static int by_rank(const void *one, const void *other) {
    const listed *first = one, *second = other;
    if (is_star(first->value) || is_star(second->value))
        return natural_compare(first->value, second->value);
    return (first->rank > second->rank) - (first->rank < second->rank);
}

static int by_nature(const void *one, const void *other) {
    return natural_compare(((const listed *)one)->value, ((const listed *)other)->value);
}

static bool are_ranked(const value_list *list) {
    size_t without = 0;
    for (size_t i = 0; i < list->count; i++)
        without += list->each[i].rank == ASSESSMENT_NO_RANK && !is_star(list->each[i].value);
    return list->count > 0 && without == 0;
}

/* As numbers, else as the plan's hierarchy lists them, else the most frequent ones first. */
static void order_values(value_list *list) {
    const char *values[2 * DISTRIBUTION_TOP];
    for (size_t i = 0; i < list->count; i++)
        values[i] = list->each[i].value;
    bool numbers = natural_is_ordered(values, list->count);
    list->ordered = numbers || are_ranked(list);
    if (!list->ordered && list->count > SHOWN_VALUES)
        list->count = SHOWN_VALUES;
    if (list->ordered)
        qsort(list->each, list->count, sizeof *list->each, numbers ? by_nature : by_rank);
}

static void add_values(value_list *list, const assessment_values *side) {
    for (size_t i = 0; side->there && i < side->categories.shown; i++) {
        size_t at = 0;
        while (at < list->count && strcmp(list->each[at].value, side->top[i]) != 0)
            at++;
        if (at == list->count)
            list->each[list->count++] = (listed){side->top[i], side->rank[i], NAN, NAN};
    }
}

static void draw_values(page *of, const char *title, const char *says, const value_list *list,
                        bool before, const char *after) {
    const char *names[2 * DISTRIBUTION_TOP];
    double rows[2][2 * DISTRIBUTION_TOP];
    for (size_t i = 0; i < list->count; i++) {
        names[i] = is_star(list->each[i].value) ? "* (hidden)"
                                                : page_shorten(of, list->each[i].value, PAGE_VALUE);
        rows[0][i] = list->each[i].before;
        rows[1][i] = list->each[i].after;
    }
    document_chart(
        &of->to, CHART_BARS, title, says,
        (document_axis){list->ordered ? "values" : "most frequent values first", AXIS_CATEGORY},
        (document_axis){"rows", AXIS_LINEAR});
    document_series shown = {.count = list->count, .x_names = names};
    for (int side = before ? 0 : 1; side < 2; side++) {
        shown.name = side == 0 ? "before" : after;
        shown.y = rows[side];
        shown.main = side == 1;
        document_add_series(&of->to, &shown);
    }
    document_end_chart(&of->to);
}

static void chart_categories(page *of, const char *series, const assessment_column *each) {
    value_list list = {0};
    add_values(&list, &each->before);
    add_values(&list, &each->after);
    order_values(&list);
    for (size_t i = 0; i < list.count; i++) {
        list.each[i].before = each->before.there ? rows_of(&each->before, list.each[i].value) : NAN;
        list.each[i].after = rows_of(&each->after, list.each[i].value);
    }
    if (list.count > 0)
        draw_values(of, page_shorten(of, each->name, PAGE_VALUE), NULL, &list, each->before.there,
                    series);
}

/* ---- Numbers ----------------------------------------------------------------------------------
 */

static bool has_bins(const assessment_values *side) {
    return side->there && side->numeric && isfinite(side->low) && side->high > side->low;
}

/* Codes and counts: each value has a bar of its own. */
static bool has_few_values(const assessment_column *each) {
    const assessment_values *sides[] = {&each->before, &each->after};
    for (size_t s = 0; s < 2; s++)
        if (sides[s]->there &&
            (sides[s]->categories.rest > 0 || sides[s]->categories.distinct > DISTRIBUTION_TOP))
            return false;
    return strcmp(each->type, "date") != 0;
}

/* Bins up to the last that holds a number: whole numbers may leave some empty. */
static size_t used_bins(const assessment_column *each) {
    size_t used = 0;
    for (size_t b = 0; b < DISTRIBUTION_BINS; b++)
        if ((has_bins(&each->before) && each->before.numbers.bin[b] > 0) ||
            (has_bins(&each->after) && each->after.numbers.bin[b] > 0))
            used = b + 1;
    return used;
}

static const char *date_words(page *of, double days) {
    char printed[32];
    date day = date_from_days((int64_t)days);
    date_format(printed, sizeof printed, &day, DATE_YMD, '-');
    return page_print(of, "%s", printed);
}

static const char *bin_words(page *of, const assessment_column *each, double from, double to,
                             uint64_t rows) {
    bool whole = strcmp(each->type, "decimal") != 0 && to - from >= 1;
    if (strcmp(each->type, "date") == 0)
        return page_print(of, "%s to %s: %s row%s", date_words(of, ceil(from)),
                          date_words(of, fmax(ceil(from), ceil(to) - 1)), page_whole(of, rows),
                          page_plural(rows));
    return page_print(of, "%s to %s%s: %s row%s", page_figure(of, from), whole ? "" : "below ",
                      page_figure(of, whole ? to - 1 : to), page_whole(of, rows),
                      page_plural(rows));
}

static void add_bin_series(page *of, const char *name, const assessment_column *each,
                           const assessment_values *side, bool main) {
    double middle[DISTRIBUTION_BINS], rows[DISTRIBUTION_BINS];
    const char *notes[DISTRIBUTION_BINS];
    double width = (side->high - side->low) / DISTRIBUTION_BINS;
    size_t used = used_bins(each);
    for (size_t b = 0; b < used; b++) {
        double from = side->low + (double)b * width;
        middle[b] = from + width / 2;
        rows[b] = (double)side->numbers.bin[b];
        notes[b] = bin_words(of, each, from, from + width, side->numbers.bin[b]);
    }
    document_add_series(
        &of->to,
        &(document_series){
            .name = name, .count = used, .x = middle, .y = rows, .notes = notes, .main = main});
}

static void chart_numbers(page *of, const char *series, const assessment_column *each) {
    bool dates = strcmp(each->type, "date") == 0;
    document_chart(&of->to, CHART_BARS, page_shorten(of, each->name, PAGE_VALUE), NULL,
                   (document_axis){dates ? "date" : "value", dates ? AXIS_DATE : AXIS_LINEAR},
                   (document_axis){"rows", AXIS_LINEAR});
    if (has_bins(&each->before))
        add_bin_series(of, "before", each, &each->before, false);
    if (has_bins(&each->after))
        add_bin_series(of, series, each, &each->after, true);
    document_end_chart(&of->to);
}

/* Labels of another level, with the rows of the original that they cover. */
static void chart_published(page *of, const assessment_column *each) {
    value_list list = {0};
    bool known = false;
    for (size_t i = 0; i < each->after.categories.shown; i++) {
        list.each[i] = (listed){each->after.top[i], each->after.rank[i], each->covered[i],
                                (double)each->after.categories.top[i].rows};
        known |= !isnan(each->covered[i]);
        list.count++;
    }
    order_values(&list);
    if (list.count > 0)
        draw_values(of, page_print(of, "%s as published", page_shorten(of, each->name, PAGE_VALUE)),
                    known ? "Before: rows of the original with a value that the label covers."
                          : NULL,
                    &list, known, "after");
}

bool page_has_chart(const assessment_column *each) {
    return each->after.categories.shown > 0 || each->before.categories.shown > 0;
}

void page_column_chart(page *of, const char *series, const assessment_column *each) {
    bool bins = has_bins(&each->after) && (has_bins(&each->before) || !each->before.there);
    if (bins && !has_few_values(each))
        chart_numbers(of, series, each);
    else if (!each->before.there || each->unchanged || page_comparable(&each->before, &each->after))
        chart_categories(of, series, each);
    else
        chart_published(of, each);
}

void page_column_charts(page *of, const assessment *facts) {
    size_t charts = 0, drawable = 0;
    for (size_t i = 0; i < facts->column_count; i++) {
        const assessment_column *each = &facts->columns[i];
        if (!page_has_chart(each))
            continue;
        drawable++;
        if (charts < CHARTED) {
            page_column_chart(of, facts->before ? "after" : "rows", each);
            charts++;
        }
    }
    if (drawable > charts)
        document_text(&of->to, TONE_PLAIN,
                      "Charts are drawn for the first %zu of %zu attributes; the result has the "
                      "numbers of all.",
                      charts, drawable);
}
