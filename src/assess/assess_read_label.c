/* Labels whose text alone says which values they cover: ranges, sets, masks. */
#include "assess/assess_parts.h"
#include "assess/label_ground.h"
#include "data/column_type.h"
#include "data/date.h"
#include "data/number.h"
#include "data/ordered_domain_build.h"

#include <stdio.h>
#include <string.h>

/* Largest number of comparisons of a label with a value. */
#define MOST_COMPARISONS UINT64_C(20000000)

/* ---- Ranges of numbers ----------------------------------------------------------------------- */

typedef struct number_range {
    bool has_low, has_high;
    bool above_low, below_high; /* the end itself is excluded */
    number low, high;
} number_range;

static size_t trimmed(const char **from, size_t length) {
    while (length > 0 && **from == ' ')
        (*from)++, length--;
    while (length > 0 && (*from)[length - 1] == ' ')
        length--;
    return length;
}

/* Dates become numbers such as 20201231. `order` is that of the column's values; 0: they are no
 * dates. */
static bool read_value(number *out, const char *from, size_t length, int order) {
    char copy[40];
    date parsed;
    if (order == 0 || length >= sizeof copy)
        return order == 0 && number_parse(out, from, length);
    memcpy(copy, from, length);
    copy[length] = '\0';
    if (!date_parse(&parsed, copy, (date_order)order))
        return false;
    int made = snprintf(copy, sizeof copy, "%d%02d%02d", parsed.year, parsed.month, parsed.day);
    return number_parse(out, copy, (size_t)made);
}

static bool read_end(number *out, const char *from, size_t length, int order) {
    length = trimmed(&from, length);
    return read_value(out, from, length, order);
}

/* [20, 30), ]20,30] and the like. */
static bool read_brackets(number_range *out, const char *label, size_t length, int order) {
    if (length < 5 || !strchr("[(]", label[0]) || !strchr("])[", label[length - 1]))
        return false;
    const char *between = memchr(label, ',', length);
    between = between ? between : memchr(label, ';', length);
    if (!between)
        return false;
    *out = (number_range){.has_low = true,
                          .has_high = true,
                          .above_low = label[0] != '[',
                          .below_high = label[length - 1] != ']'};
    const char *end = label + length - 1;
    return read_end(&out->low, label + 1, (size_t)(between - label - 1), order) &&
           read_end(&out->high, between + 1, (size_t)(end - between - 1), order);
}

/* <20, <=20, >20, >=20, 20+ */
static bool read_half(number_range *out, const char *label, size_t length, int order) {
    bool plus = length > 1 && label[length - 1] == '+';
    if (plus) {
        *out = (number_range){.has_low = true};
        return read_end(&out->low, label, length - 1, order);
    }
    if (length < 2 || (*label != '<' && *label != '>'))
        return false;
    bool same = label[1] == '=', below = *label == '<';
    *out = (number_range){
        .has_low = !below, .has_high = below, .above_low = !same, .below_high = !same};
    return read_end(below ? &out->high : &out->low, label + 1 + same, length - 1 - same, order);
}

/* 20-29, -5 to 3, 0.5 to <1 */
static bool read_span(number_range *out, const char *label, size_t length, int order) {
    static const char *const words[] = {" to ", "..", " - ", "-"};
    for (size_t w = 0; w < sizeof words / sizeof *words; w++) {
        size_t gap = strlen(words[w]);
        const char *at = length > 1 ? memmem(label + 1, length - 1, words[w], gap) : NULL;
        if (!at)
            continue;
        const char *high = at + gap, *end = label + length;
        bool open = high < end && *high == '<';
        *out = (number_range){.has_low = true, .has_high = true, .below_high = open};
        if (read_end(&out->low, label, (size_t)(at - label), order) &&
            read_end(&out->high, high + open, (size_t)(end - high - open), order))
            return true;
    }
    return false;
}

static bool read_range(number_range *out, const char *label, size_t length, int order) {
    length = trimmed(&label, length);
    return read_brackets(out, label, length, order) || read_half(out, label, length, order) ||
           read_span(out, label, length, order);
}

/* A range from more to less is something else: 2020-12 is a month. */
bool label_is_range(const char *label, size_t length, int order) {
    number_range range;
    return read_range(&range, label, length, order) &&
           (!range.has_low || !range.has_high || number_compare(&range.low, &range.high) <= 0);
}

static bool range_has(const number_range *range, const number *value) {
    int low = range->has_low ? number_compare(value, &range->low) : 1;
    int high = range->has_high ? number_compare(value, &range->high) : -1;
    return (low > 0 || (low == 0 && !range->above_low)) &&
           (high < 0 || (high == 0 && !range->below_high));
}

/* ---- Masks ----------------------------------------------------------------------------------- */

static bool mask_has(const char *label, size_t length, const char *value) {
    if (strlen(value) != length)
        return false;
    for (size_t i = 0; i < length; i++)
        if (label[i] != '*' && label[i] != value[i])
            return false;
    return true;
}

/* ---- One label ------------------------------------------------------------------------------- */

typedef struct label_reader {
    assess_cover *cover;
    const shoal_plan *plan;
    number *numbers; /* [values] */
    bool *is_number; /* [values] */
    bool *missing;   /* [values] */
    int order;       /* of dates; 0: there are none */
    char *member;    /* room for one of a set */
    bool sets;       /* only sets are read */
    bool out_of_memory;
} label_reader;

/* Adds the values that a range, a mask or a single value covers; false: there are none. */
static bool read_single(label_reader *by, const char *from, size_t length, uint32_t label) {
    assess_cover *cover = by->cover;
    const dictionary *values = &cover->fine->values;
    number_range range;
    bool ranged = read_range(&range, from, length, by->order), masked = label_is_mask(from, length),
         any = false;
    for (uint32_t v = 0; v < values->size; v++) {
        const char *value = dictionary_text(values, v);
        bool same = dictionary_length(values, v) == length && memcmp(value, from, length) == 0;
        if (!same && !(ranged && by->is_number[v] && range_has(&range, &by->numbers[v])) &&
            !(masked && mask_has(from, length, value)))
            continue;
        any = true;
        by->out_of_memory |= !assess_cover_add(cover, v, label);
    }
    return any;
}

/* All tokens of missing values are one value, and a set names one of them. */
static bool read_missing(label_reader *by, uint32_t label) {
    bool any = false;
    for (uint32_t v = 0; v < by->cover->fine->values.size; v++) {
        if (!by->missing[v])
            continue;
        any = true;
        by->out_of_memory |= !assess_cover_add(by->cover, v, label);
    }
    return any;
}

/* Reads the next member of a set into `out`, with an end. Values with commas, braces or quotes are
 * quoted. The blank after a comma is not part of the value; others are. NULL after the last. */
static const char *next_member(const char *at, const char *end, char *out, size_t *length) {
    *length = 0;
    at += at < end && at[-1] == ',' && *at == ' ';
    const char *first = at;
    while (first < end && *first == ' ')
        first++;
    bool quoted = first < end && *first == '"';
    for (at = quoted ? first + 1 : at; at < end; at++) {
        if (quoted && *at == '"' && at + 1 < end && at[1] == '"')
            at++;
        else if (quoted ? *at == '"' : *at == ',')
            break;
        out[(*length)++] = *at;
    }
    out[*length] = '\0';
    while (at < end && *at != ',')
        at++;
    return at < end ? at + 1 : NULL;
}

/* Sets that others wrote may have more blanks than ours. */
static bool read_member(label_reader *by, size_t length, uint32_t label) {
    const char *from = by->member;
    if (plan_is_missing_in(by->plan, by->cover->fine->name, from))
        return read_missing(by, label);
    if (read_single(by, from, length, label))
        return true;
    size_t inner = trimmed(&from, length);
    return inner < length && read_single(by, from, inner, label);
}

/* A shortened set (`a ... b, 40 values`) has members that are not found. */
static bool read_set(label_reader *by, const char *from, size_t length, uint32_t label) {
    const char *at = from + 1, *end = from + length - 1;
    bool all = true;
    while (at) {
        size_t size;
        at = next_member(at, end, by->member, &size);
        all &= read_member(by, size, label);
    }
    return all;
}

static bool is_set(const dictionary *labels, uint32_t label) {
    return label_is_set(dictionary_text(labels, label), dictionary_length(labels, label));
}

static bool read_label(label_reader *by, uint32_t label) {
    const char *from = dictionary_text(&by->cover->coarse->values, label);
    size_t length = dictionary_length(&by->cover->coarse->values, label);
    size_t before = by->cover->count;
    bool read = is_set(&by->cover->coarse->values, label) ? read_set(by, from, length, label)
                                                          : read_single(by, from, length, label);
    if (!read)
        by->cover->count = before;
    return read;
}

/* Columns of numbers may have values that are dates by chance. */
static shoal_status find_dates(label_reader *by, shoal_error *error) {
    value_list list;
    date_survey survey = {0};
    STATUS_TRY(value_list_of(&list, by->cover->fine, by->plan, error));
    bool dates = type_infer(list.values, list.count) == TYPE_DATE &&
                 date_survey_values(&survey, list.values, list.count);
    by->order = dates ? (int)survey.order : 0;
    memory_free(list.values);
    return SHOAL_OK;
}

static void parse_values(const label_reader *by) {
    const dictionary *values = &by->cover->fine->values;
    for (uint32_t v = 0; v < values->size; v++) {
        const char *value = dictionary_text(values, v);
        by->is_number[v] =
            read_value(&by->numbers[v], value, dictionary_length(values, v), by->order);
        by->missing[v] = plan_is_missing_in(by->plan, by->cover->fine->name, value);
    }
}

static size_t longest_label(const dictionary *labels) {
    size_t longest = 0;
    for (uint32_t l = 0; l < labels->size; l++)
        longest = dictionary_length(labels, l) > longest ? dictionary_length(labels, l) : longest;
    return longest;
}

static bool wanted(const label_reader *by, uint32_t label) {
    const assess_cover *cover = by->cover;
    return !cover->known[label] && label != cover->star &&
           (!by->sets || is_set(&cover->coarse->values, label));
}

static void read_all(label_reader *by) {
    assess_cover *cover = by->cover;
    parse_values(by);
    for (uint32_t l = 0; l < cover->coarse->values.size && !by->out_of_memory; l++) {
        if (!wanted(by, l) || !read_label(by, l))
            continue;
        cover->known[l] = cover->read[l] = true;
        cover->facts.read++;
    }
}

shoal_status assess_read_labels(assess_cover *cover, const shoal_plan *plan, bool sets,
                                shoal_error *error) {
    const dictionary *values = &cover->fine->values, *labels = &cover->coarse->values;
    label_reader by = {.cover = cover, .sets = sets};
    uint64_t unknown = 0;
    for (uint32_t l = 0; l < labels->size; l++)
        unknown += wanted(&by, l);
    if (unknown == 0 || values->size > MOST_COMPARISONS / unknown)
        return SHOAL_OK;
    cover->compared = !sets;
    by = (label_reader){.cover = cover,
                        .plan = plan,
                        .sets = sets,
                        .numbers = memory_new(values->size, sizeof *by.numbers),
                        .is_number = memory_new(values->size, sizeof *by.is_number),
                        .missing = memory_new(values->size, sizeof *by.missing),
                        .member = memory_new(longest_label(labels) + 1, 1)};
    by.out_of_memory = !by.numbers || !by.is_number || !by.missing || !by.member;
    shoal_status status = by.out_of_memory ? SHOAL_OK : find_dates(&by, error);
    if (!by.out_of_memory && status == SHOAL_OK)
        read_all(&by);
    memory_free(by.numbers);
    memory_free(by.is_number);
    memory_free(by.missing);
    memory_free(by.member);
    return by.out_of_memory ? status_no_memory(error) : status;
}
