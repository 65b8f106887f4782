/* What became of a column, in one sentence: "ten-year bands; 3 % hidden". */
#include "data/star.h"
#include "report/natural_order.h"
#include "report/report_page.h"

#include <ctype.h>
#include <math.h>
#include <string.h>
#include <strings.h>

/* ---- Bands ----------------------------------------------------------------------------------- */

static double width_of(const natural_range *range) {
    return range->high - range->low + (range->closed && !range->fraction ? 1 : 0);
}

/* Whether the labels are ranges, the ends aside, which may be open: `<20`, `80+`. */
static bool find_widths(const assessment_values *of, double *least, double *most) {
    size_t ranges = 0, others = 0;
    *least = (double)INFINITY;
    *most = 0;
    for (size_t i = 0; i < of->categories.shown; i++) {
        natural_range range;
        if (is_star(of->top[i]))
            continue;
        if (!natural_range_read(&range, of->top[i])) {
            others++;
            continue;
        }
        ranges++;
        *least = fmin(*least, width_of(&range));
        *most = fmax(*most, width_of(&range));
    }
    return ranges > 0 && others <= 2 && ranges >= others;
}

/* Whether a word of the name says that the numbers are years. */
static bool is_in_years(const char *name) {
    static const char *const words[] = {"age", "ages", "years", "edad", "alter", "leeftijd"};
    for (const char *at = name; *at;) {
        size_t length = 0;
        while (isalpha((unsigned char)at[length]))
            length++;
        for (size_t w = 0; w < sizeof words / sizeof *words; w++)
            if (strlen(words[w]) == length && strncasecmp(at, words[w], length) == 0)
                return true;
        at += length ? length : 1;
    }
    return false;
}

static const char *width_words(page *of, double width) {
    static const char *const words[] = {NULL,  "one",   "two",   "three", "four", "five",
                                        "six", "seven", "eight", "nine",  "ten"};
    if (width == floor(width) && width >= 1 && width <= 10)
        return words[(int)width];
    return page_figure(of, width);
}

static const char *band_words(page *of, const assessment_column *each) {
    double least, most;
    if (!find_widths(&each->after, &least, &most))
        return NULL;
    bool years = is_in_years(each->name) || strcmp(each->type, "date") == 0;
    if (least == most && years)
        return page_print(of, "%s-year bands", width_words(of, most));
    if (least == most)
        return page_print(of, "bands of %s", page_figure(of, most));
    return page_print(of, "bands of %s to %s%s", page_figure(of, least), page_figure(of, most),
                      years ? " years" : "");
}

/* ---- Parts of dates, and masks --------------------------------------------------------------- */

static bool is_like(const char *label, const char *form) {
    size_t at = 0;
    while (form[at] && label[at] &&
           (form[at] == '9' ? isdigit((unsigned char)label[at]) != 0 : form[at] == label[at]))
        at++;
    return !form[at] && !label[at];
}

/* Whether the labels have this form, 9 standing for a digit and everything else for itself; all but
 * one, which may stand for no date. */
static bool all_like(const assessment_values *of, const char *form) {
    size_t alike = 0, others = 0;
    for (size_t i = 0; i < of->categories.shown; i++)
        if (!is_star(of->top[i]))
            *(is_like(of->top[i], form) ? &alike : &others) += 1;
    return alike > 0 && others <= 1 && others < alike;
}

static const char *date_words(const assessment_column *each) {
    if (strcmp(each->type, "date") != 0)
        return NULL;
    if (all_like(&each->after, "9999"))
        return "only the year";
    if (all_like(&each->after, "9999-99") || all_like(&each->after, "9999-Q9"))
        return all_like(&each->after, "9999-99") ? "year and month" : "year and quarter";
    return NULL;
}

static size_t trailing_stars(const char *label) {
    size_t length = strlen(label), stars = 0;
    while (stars < length && label[length - stars - 1] == '*')
        stars++;
    return stars;
}

static const char *mask_words(page *of, const assessment_values *side) {
    size_t stars = 0;
    for (size_t i = 0; i < side->categories.shown; i++) {
        size_t own = trailing_stars(side->top[i]);
        if (is_star(side->top[i]))
            continue;
        if (own == 0 || own == strlen(side->top[i]) || (stars > 0 && own != stars))
            return NULL;
        stars = own;
    }
    if (stars == 0)
        return NULL;
    return stars == 1
               ? "without the last character"
               : page_print(of, "without the last %s characters", width_words(of, (double)stars));
}

/* ---- The sentence -----------------------------------------------------------------------------
 */

/* Labels, `*` aside. */
uint64_t page_labels(const assessment_values *side) {
    return side->categories.distinct - (side->starred > 0);
}

static bool is_blank(const assessment_values *side) {
    return side->starred > 0 && side->starred == side->categories.rows;
}

static const char *group_words(page *of, const assessment_column *each) {
    uint64_t before = each->before.categories.distinct, after = page_labels(&each->after);
    if (of->hidden)
        return page_print(of, "values grouped into %s", page_whole(of, after));
    return page_print(of, "%s value%s grouped into %s", page_whole(of, before), page_plural(before),
                      page_whole(of, after));
}

/* Numbers replaced by others, such as averages. */
static const char *number_words(page *of, const assessment_column *each) {
    const number_distribution *before = &each->before.numbers, *after = &each->after.numbers;
    if (!each->before.numeric || !each->after.numeric || !(before->deviation > 0))
        return NULL;
    if (of->hidden)
        return "replaced by other numbers";
    return page_print(of, "%s different numbers became %s; %s of their spread is left",
                      page_whole(of, before->distinct), page_whole(of, after->distinct),
                      page_percent(of, after->deviation / before->deviation));
}

static const char *change_words(page *of, const assessment_column *each) {
    if (each->unchanged)
        return "unchanged";
    const char *words = date_words(each);
    words = words ? words : band_words(of, each);
    words = words ? words : mask_words(of, &each->after);
    words = words ? words : number_words(of, each);
    return words ? words : group_words(of, each);
}

const char *page_lost(page *of, const assessment_column *each) {
    const assessment_values *after = &each->after;
    if (is_blank(after))
        return "removed: every value is *";
    const char *words = change_words(of, each);
    if (after->starred == 0)
        return words;
    double share = (double)after->starred / (double)after->categories.rows;
    return page_print(of, "%s; %s hidden", words, page_percent(of, share));
}
