#include "data/date.h"
#include "data/hierarchy_build.h"

#include <stdio.h>
#include <string.h>

/* Forms of a label. Weeks do not nest in months, so there are two chains of them. */
typedef enum date_form {
    DAY,
    MONTH,
    QUARTER,
    WEEK,
    THIRTEEN_WEEKS,
    YEAR,
    DECADE,
} date_form;

#define FORMS 5
typedef struct date_chain {
    date_form form[FORMS]; /* values with a time of day get the first, DAY, too */
    bool weeks;            /* years are those that ISO 8601 counts weeks in */
    const char *said;
} date_chain;

static const date_chain calendar = {
    {DAY, MONTH, QUARTER, YEAR, DECADE}, false, "day, month, quarter, year, decade"};
static const date_chain iso_weeks = {
    {DAY, WEEK, THIRTEEN_WEEKS, YEAR, DECADE}, true, "day, week, 13 weeks, year, decade"};

typedef struct date_parts {
    date day;
    int year; /* of the calendar, or that the week belongs to */
    int week;
} date_parts;

static date_parts parts_of(const date *of, const date_chain *chain) {
    date_parts parts = {.day = *of, .year = of->year};
    if (!chain->weeks)
        return parts;
    /* A week belongs to the year of its Thursday; 1970-01-01 was one. */
    int64_t days = date_to_days(of), weekday = ((days + 3) % 7 + 7) % 7;
    date thursday = date_from_days(days - weekday + 3);
    date first = {.year = thursday.year, .month = 1, .day = 1};
    parts.year = thursday.year;
    parts.week = (int)((date_to_days(&thursday) - date_to_days(&first)) / 7) + 1;
    return parts;
}

static int quarter_of_weeks(int week) {
    return week > 39 ? 3 : (week - 1) / 13;
}

static void format_date(char *out, size_t size, const date_parts *of, date_form form) {
    static const char *const weeks[] = {"W01-W13", "W14-W26", "W27-W39", "W40-W53"};
    switch (form) {
    case DAY:
        snprintf(out, size, "%04d-%02d-%02d", of->day.year, of->day.month, of->day.day);
        return;
    case MONTH:
        snprintf(out, size, "%04d-%02d", of->year, of->day.month);
        return;
    case QUARTER:
        snprintf(out, size, "%04d-Q%d", of->year, (of->day.month + 2) / 3);
        return;
    case WEEK:
        snprintf(out, size, "%04d-W%02d", of->year, of->week);
        return;
    case THIRTEEN_WEEKS:
        snprintf(out, size, "%04d-%s", of->year, weeks[quarter_of_weeks(of->week)]);
        return;
    case YEAR:
        snprintf(out, size, "%04d", of->year);
        return;
    case DECADE:
        snprintf(out, size, "%04ds", of->year / 10 * 10);
    }
}

/* A value that is not a date but looks like the label of a month, year or decade must follow the
 * path of that label. Returns its place in the chain, or 0 if it looks like none. */
static int parse_label(date_parts *out, const char *value, const date_chain *chain) {
    char shown[32];
    int quarter = 0;
    *out = (date_parts){.week = 1};
    if (sscanf(value, "%4d", &out->year) < 1 || out->year < 0)
        return 0;
    if (sscanf(value, "%*4d-Q%1d", &quarter) == 1)
        out->day.month = 3 * quarter - 2;
    else if (sscanf(value, "%*4d-W%2d", &out->week) < 1)
        (void)sscanf(value, "%*4d-%2d", &out->day.month);
    for (int at = 1; at < FORMS; at++) {
        bool month = chain->form[at] != MONTH || (out->day.month >= 1 && out->day.month <= 12);
        bool week = out->week >= 1 && out->week <= 53;
        format_date(shown, sizeof shown, out, week ? chain->form[at] : DECADE);
        if (month && strcmp(shown, value) == 0)
            return at;
    }
    return 0;
}

static bool fill_value(shoal_hierarchy *made, size_t value, date_order order,
                       const date_chain *chain, int first) {
    const char *ground = hierarchy_label(made, value, 0);
    date day;
    date_parts parts;
    int finest = 0;
    bool is_date = date_parse(&day, ground, order);
    if (is_date)
        parts = parts_of(&day, chain);
    else
        finest = parse_label(&parts, ground, chain);
    for (int level = 1; level < made->height; level++) {
        int at = first + level - 1;
        char shown[32];
        format_date(shown, sizeof shown, &parts, chain->form[at > finest ? at : finest]);
        const char *label =
            is_date || finest > 0 ? arena_text(&made->memory, shown, strlen(shown)) : ground;
        made->labels[hierarchy_cell(made, value, level)] = label;
        if (!label)
            return false;
    }
    return true;
}

/* Takes "week" off the end of "dmy,week"; what is left is the order. */
static const date_chain *find_chain(char *order, size_t size, const char *arguments) {
    size_t length = strcspn(arguments, ",");
    bool weeks = strcmp(arguments, "week") == 0 || strcmp(arguments + length, ",week") == 0;
    if (strcmp(arguments, "week") == 0)
        length = 0;
    snprintf(order, size, "%.*s", weeks ? (int)length : (int)strlen(arguments), arguments);
    return weeks ? &iso_weeks : &calendar;
}

static bool survey_occurring(date_survey *survey, const build_input *input, const char **values) {
    size_t count = 0;
    for (size_t i = 0; i < input->count; i++)
        if (build_rows(input, i) > 0)
            values[count++] = input->values[i];
    return date_survey_values(survey, values, count);
}

static shoal_status find_order(date_survey *survey, const build_input *input, const char *arguments,
                               shoal_error *error) {
    static const char *const names[] = {[DATE_YMD] = "ymd", [DATE_DMY] = "dmy", [DATE_MDY] = "mdy"};
    const char **values = memory_new(input->count, sizeof *values);
    if (!values)
        return status_no_memory(error);
    bool one_order = survey_occurring(survey, input, values);
    memory_free(values);
    for (int order = DATE_YMD; order <= DATE_MDY; order *= 2)
        if (strcmp(arguments, names[order]) == 0) {
            *survey = (date_survey){.order = (date_order)order};
            date ignored;
            for (size_t i = 0; i < input->count; i++)
                survey->others += !date_parse(&ignored, input->values[i], survey->order);
            survey->dates = input->count - survey->others;
            return SHOAL_OK;
        }
    if (*arguments)
        return status_fail(error, SHOAL_USAGE,
                           "%s: dates takes the order ymd, dmy or mdy, and week, found '%.*s'",
                           input->name, hierarchy_label_width(arguments), arguments);
    if (!one_order)
        return status_fail(error, SHOAL_BAD_DATA,
                           "%s: some dates have the day first and others the month or the year: "
                           "write them in one order, best 2020-12-31",
                           input->name);
    return SHOAL_OK;
}

static shoal_status fail_others(const build_input *input, const date_survey *survey,
                                shoal_error *error) {
    const char *example = "";
    date ignored;
    for (size_t i = input->count; i-- > 0;)
        if (!date_parse(&ignored, input->values[i], survey->order))
            example = input->values[i];
    return status_fail(error, SHOAL_BAD_DATA,
                       "%s: %zu of %zu values are not dates, e.g. '%.*s': write dates as "
                       "2020-12-31 or choose another hierarchy",
                       input->name, survey->others, input->count, hierarchy_label_width(example),
                       example);
}

static bool any_timed(const build_input *input, date_order order) {
    date parsed;
    for (size_t i = 0; i < input->count; i++)
        if (build_rows(input, i) > 0 && date_parse(&parsed, input->values[i], order) &&
            parsed.timed)
            return true;
    return false;
}

shoal_status hierarchy_build_dates(shoal_hierarchy **out, const build_input *input,
                                   const char *arguments, text *described, shoal_error *error) {
    date_survey survey;
    char order[32];
    const date_chain *chain = find_chain(order, sizeof order, arguments);
    STATUS_TRY(find_order(&survey, input, order, error));
    if (input->count > 0 && !date_survey_is_dates(&survey))
        return fail_others(input, &survey, error);
    int first = any_timed(input, survey.order) ? 0 : 1;
    STATUS_TRY(hierarchy_frame(out, input, FORMS - first + 1, error));
    bool filled = true;
    for (size_t value = 0; filled && value < input->count; value++)
        filled = fill_value(*out, value, survey.order, chain, first);
    if (!filled) {
        shoal_hierarchy_free(*out);
        *out = NULL;
        return status_no_memory(error);
    }
    text_add_string(described, chain->said + (first ? strlen("day, ") : 0));
    if (survey.ambiguous)
        text_add_string(described, ", assuming that the day comes before the month");
    if (survey.others)
        text_format(described, ", %zu value%s that %s no date kept apart", survey.others,
                    survey.others == 1 ? "" : "s", survey.others == 1 ? "is" : "are");
    return SHOAL_OK;
}
