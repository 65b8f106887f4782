#include "data/interval.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* Longer texts are prose. */
#define LONGEST 80

/* ---- Reading
 * ------------------------------------------------------------------------------------- */

/* A part of the text that is being read. */
typedef struct span {
    const char *text; /* the whole */
    size_t begin, end;
} span;

static span trim(span of) {
    while (of.begin < of.end && of.text[of.begin] == ' ')
        of.begin++;
    while (of.begin < of.end && of.text[of.end - 1] == ' ')
        of.end--;
    return of;
}

static bool starts_with(span *of, const char *word) {
    size_t length = strlen(word);
    if (of->end - of->begin < length || strncasecmp(of->text + of->begin, word, length) != 0)
        return false;
    of->begin += length;
    return true;
}

static bool finishes_with(span *of, const char *word) {
    size_t length = strlen(word);
    if (of->end - of->begin < length || strncasecmp(of->text + of->end - length, word, length) != 0)
        return false;
    of->end -= length;
    return true;
}

static bool read_end(interval_end *out, span of, bool excluded) {
    of = trim(of);
    *out = (interval_end){
        .bounded = true, .excluded = excluded, .at = of.begin, .length = of.end - of.begin};
    return number_parse(&out->value, of.text + of.begin, of.end - of.begin);
}

/* "inf" and the like, on the side that `sign` says. */
static bool is_unbounded(span of, char sign) {
    static const char *const words[] = {"inf", "infinity", "\xe2\x88\x9e"};
    of = trim(of);
    if (of.begin < of.end && of.text[of.begin] == sign)
        of.begin++;
    else if (sign == '-')
        return false;
    for (size_t w = 0; w < sizeof words / sizeof *words; w++) {
        span rest = of;
        if (starts_with(&rest, words[w]) && rest.begin == rest.end)
            return true;
    }
    return false;
}

/* Two ends with one of the words between them. A dash may also be the sign of a number. */
static bool read_two(interval *out, span of, bool above, bool below) {
    static const char *const words[] = {" to ",         "..",           ",",   ";",
                                        "\xe2\x80\x93", "\xe2\x80\x94", " - ", "-"};
    for (size_t w = 0; w < sizeof words / sizeof *words; w++)
        for (size_t at = of.begin + 1; at < of.end; at++) {
            span low = {of.text, of.begin, at}, high = {of.text, at, of.end};
            if (!starts_with(&high, words[w]))
                continue;
            bool open = starts_with(&high, "<");
            bool low_known = is_unbounded(low, '-') || read_end(&out->low, low, above);
            bool high_known = is_unbounded(high, '+') || read_end(&out->high, high, below || open);
            if (low_known && high_known && (out->low.bounded || out->high.bounded))
                return true;
            out->low = out->high = (interval_end){0};
        }
    return false;
}

/* [a, b), ]a, b] and the like. */
static bool read_brackets(interval *out, span of) {
    if (of.end - of.begin < 3 || !strchr("[(]", of.text[of.begin]) ||
        !strchr("])[", of.text[of.end - 1]))
        return false;
    span inner = {of.text, of.begin + 1, of.end - 1};
    return read_two(out, inner, of.text[of.begin] != '[', of.text[of.end - 1] != ']');
}

typedef struct half_word {
    const char *word;
    bool first; /* before the number, not after it */
    bool below; /* the interval is below the number */
    bool excluded;
} half_word;

/* Longer words stand before shorter ones that they begin with. */
static const half_word halves[] = {
    {">=", true, false, false},
    {"\xe2\x89\xa5", true, false, false},
    {">", true, false, true},
    {"<=", true, true, false},
    {"\xe2\x89\xa4", true, true, false},
    {"<", true, true, true},
    {"at least ", true, false, false},
    {"more than ", true, false, true},
    {"over ", true, false, true},
    {"above ", true, false, true},
    {"at most ", true, true, false},
    {"up to ", true, true, false},
    {"less than ", true, true, true},
    {"under ", true, true, true},
    {"below ", true, true, true},
    {"+", false, false, false},
    {" and over", false, false, false},
    {" or over", false, false, false},
    {" and above", false, false, false},
    {" and older", false, false, false},
    {" or older", false, false, false},
    {" and more", false, false, false},
    {" or more", false, false, false},
    {" and under", false, true, false},
    {" or under", false, true, false},
    {" and below", false, true, false},
    {" and younger", false, true, false},
    {" or younger", false, true, false},
    {" and less", false, true, false},
    {" or less", false, true, false},
};

static bool read_half(interval *out, span of) {
    for (size_t h = 0; h < sizeof halves / sizeof *halves; h++) {
        const half_word *half = &halves[h];
        span rest = of;
        if (half->first ? !starts_with(&rest, half->word) : !finishes_with(&rest, half->word))
            continue;
        if (read_end(half->below ? &out->high : &out->low, rest, half->excluded))
            return true;
        out->low = out->high = (interval_end){0};
    }
    return false;
}

static bool read_single(interval *out, span of) {
    out->single = read_end(&out->low, of, false);
    out->high = out->low;
    return out->single;
}

bool interval_parse(interval *out, const char *text) {
    size_t length = strnlen(text, LONGEST + 1);
    span of = trim((span){text, 0, length});
    *out = (interval){.text = text};
    if (length > LONGEST)
        return false;
    if (!read_single(out, of)) {
        *out = (interval){.text = text};
        if (!read_brackets(out, of) && !read_half(out, of) && !read_two(out, of, false, false))
            return false;
    }
    return !out->low.bounded || !out->high.bounded ||
           number_compare(&out->low.value, &out->high.value) <= 0;
}

/* ---- Order
 * --------------------------------------------------------------------------------------- */

int interval_compare(const interval *a, const interval *b) {
    if (a->low.bounded != b->low.bounded)
        return a->low.bounded ? 1 : -1;
    int order = a->low.bounded ? number_compare(&a->low.value, &b->low.value) : 0;
    if (order == 0)
        order = (int)a->low.excluded - (int)b->low.excluded;
    if (order == 0 && a->high.bounded != b->high.bounded)
        return a->high.bounded ? -1 : 1;
    if (order == 0 && a->high.bounded)
        order = number_compare(&a->high.value, &b->high.value);
    return order ? order : (int)b->high.excluded - (int)a->high.excluded;
}

bool interval_is_before(const interval *a, const interval *b) {
    if (!a->high.bounded || !b->low.bounded)
        return false;
    int order = number_compare(&a->high.value, &b->low.value);
    return order < 0 || (order == 0 && !(a->single && b->single));
}

static int compare_for_sort(const void *a, const void *b) {
    int order = interval_compare(a, b);
    return order ? order : strcmp(((const interval *)a)->text, ((const interval *)b)->text);
}

bool interval_survey(interval *list, size_t *found, const char *const *texts, size_t count) {
    size_t singles = 0, others = 0;
    *found = 0;
    for (size_t i = 0; i < count; i++) {
        if (!interval_parse(&list[*found], texts[i])) {
            if (++others > INTERVAL_MOST_OTHERS)
                return false;
            continue;
        }
        singles += list[*found].single;
        ++*found;
    }
    if (*found < singles + 2 || others > *found)
        return false;
    qsort(list, *found, sizeof *list, compare_for_sort);
    for (size_t i = 1; i < *found; i++)
        if (!interval_is_before(&list[i - 1], &list[i]))
            return false;
    return true;
}
