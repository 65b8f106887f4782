/* Values ordered by the numbers or dates that they are or represent. */
#include "data/column_type.h"
#include "data/date.h"
#include "data/number.h"
#include "data/ordered_domain_build.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* How the ground values are read. */
typedef struct reading {
    plan_type type; /* TYPE_STRING: not as numbers */
    date_order order;
} reading;

/* A value with the numbers of its ground values. */
typedef struct numbered_value {
    ordered_domain_value value;
    bool known;  /* it has numbers … */
    bool broken; /* … and texts that are none */
    number least, most;
} numbered_value;

static shoal_status choose_reading(reading *out, const ordered_domain_build *build,
                                   shoal_error *error) {
    value_list list;
    STATUS_TRY(value_list_of(&list, build->column, build->plan, error));
    out->type = build->attribute ? build->attribute->type : TYPE_AUTO;
    if (out->type == TYPE_AUTO)
        out->type = type_infer(list.values, list.count);
    date_survey survey = {0};
    if (out->type == TYPE_DATE && !date_survey_values(&survey, list.values, list.count))
        out->type = TYPE_STRING;
    out->order = survey.order;
    memory_free(list.values);
    return SHOAL_OK;
}

/* Dates become numbers such as 20201231. */
static bool read_number(number *out, const char *text, const reading *as) {
    if (as->type != TYPE_DATE)
        return number_parse(out, text, strlen(text));
    date parsed;
    if (!date_parse(&parsed, text, as->order))
        return false;
    char digits[40];
    int length =
        snprintf(digits, sizeof digits, "%d%02d%02d", parsed.year, parsed.month, parsed.day);
    return number_parse(out, digits, (size_t)length);
}

static void take_number(numbered_value *value, const char *text, const reading *as) {
    number found;
    if (!read_number(&found, text, as)) {
        value->broken = true;
        return;
    }
    if (!value->known || number_compare(&found, &value->least) < 0)
        value->least = found;
    if (!value->known || number_compare(&found, &value->most) > 0)
        value->most = found;
    value->known = true;
}

static bool has_numbers(const numbered_value *value) {
    return value->known && !value->broken;
}

/* Numbers, then other values, then separate missing values. */
static int rank_of(const numbered_value *value) {
    return has_numbers(value) ? 0 : value->value.row != DOMAIN_NO_ROW ? 1 : 2;
}

static int compare_numbered(const void *a, const void *b) {
    const numbered_value *one = a, *other = b;
    int order = rank_of(one) - rank_of(other);
    if (order == 0 && has_numbers(one))
        order = number_compare(&one->least, &other->least);
    return order ? order : strcmp(one->value.label, other->value.label);
}

static shoal_status number_values(numbered_value *out, ordered_domain_build *build,
                                  const reading *as, shoal_error *error) {
    const shoal_hierarchy *hierarchy = build->hierarchy;
    size_t groups = hierarchy->group_counts[build->finest];
    uint32_t *value_of = arena_new(&build->scratch, groups, sizeof *value_of);
    if (!value_of)
        return status_no_memory(error);
    memset(value_of, 0xff, groups * sizeof *value_of);
    for (uint32_t i = 0; i < build->count; i++) {
        out[i] = (numbered_value){.value = build->values[i]};
        if (out[i].value.row != DOMAIN_NO_ROW)
            value_of[hierarchy_group(hierarchy, out[i].value.row, build->finest)] = i;
    }
    for (size_t row = 0; row < hierarchy->values; row++) {
        uint32_t value = value_of[hierarchy_group(hierarchy, row, build->finest)];
        const char *text = hierarchy_label(hierarchy, row, 0);
        if (value != DOMAIN_NO_ROW && !plan_is_missing_in(build->plan, build->column->name, text))
            take_number(&out[value], text, as);
    }
    return SHOAL_OK;
}

/* Groups of several ground values may lie inside each other; then no range distinguishes them. */
static bool are_apart(const numbered_value *values, uint32_t count) {
    for (uint32_t i = 1; i < count && has_numbers(&values[i]); i++)
        if (number_compare(&values[i - 1].most, &values[i].least) >= 0)
            return false;
    return true;
}

static void take_order(ordered_domain_build *build, const numbered_value *values) {
    ordered_domain *out = build->out;
    bool whole = true;
    for (uint32_t i = 0; i < build->count; i++) {
        build->values[i] = values[i].value;
        if (!has_numbers(&values[i]))
            continue;
        out->ranged++;
        whole &= range_ends_of(values[i].value.label).whole;
    }
    out->between = whole ? "-" : " to ";
}

shoal_status ordered_domain_order_numbers(ordered_domain_build *build, bool *ordered,
                                          shoal_error *error) {
    reading as;
    *ordered = false;
    STATUS_TRY(choose_reading(&as, build, error));
    if (as.type == TYPE_STRING)
        return SHOAL_OK;
    numbered_value *values = arena_new(&build->scratch, build->count, sizeof *values);
    if (!values)
        return status_no_memory(error);
    STATUS_TRY(number_values(values, build, &as, error));
    qsort(values, build->count, sizeof *values, compare_numbered);
    if (!has_numbers(&values[0]) || (build->finest > 0 && !are_apart(values, build->count)))
        return SHOAL_OK;
    take_order(build, values);
    *ordered = true;
    return SHOAL_OK;
}

/* ---- Ranges as text ------------------------------------------------------------------------- */

static bool is_releasable(const number *value) {
    return value->plain && !value->negative;
}

/* Takes label[0..at) and label[at + gap..) for the ends, if they are numbers in order. */
static bool split_range(range_ends *out, const char *label, size_t at, size_t gap) {
    const char *high = label + at + gap;
    bool open = *high == '<';
    number low_end, high_end;
    if (!number_parse(&low_end, label, at) ||
        !number_parse(&high_end, high + open, strlen(high + open)) ||
        number_compare(&low_end, &high_end) > 0)
        return false;
    *out = (range_ends){label, high, (int)at, (int)strlen(high),
                        !open && is_releasable(&low_end) && is_releasable(&high_end)};
    return true;
}

range_ends range_ends_of(const char *label) {
    static const char to[] = " to ";
    const char *word = strstr(label, to), *dash = strchr(label, '-');
    int length = (int)strlen(label);
    range_ends ends = {label, label, length, length, false};
    number single;
    if (number_parse(&single, label, (size_t)length)) {
        ends.whole = is_releasable(&single);
        return ends;
    }
    if (word && split_range(&ends, label, (size_t)(word - label), sizeof to - 1))
        return ends;
    range_ends dashed;
    if (dash && split_range(&dashed, label, (size_t)(dash - label), 1) && dashed.whole)
        return dashed;
    return ends;
}
