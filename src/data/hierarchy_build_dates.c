#include "data/date.h"
#include "data/hierarchy_build.h"

#include <stdio.h>
#include <string.h>

/* Levels as numbers of a label's form; values with a time of day get the level DAY too. */
enum { DAY, MONTH, YEAR, DECADE, FORMS };

static void format_date(char *out, size_t size, const date *value, int form) {
    int decade = value->year / 10 * 10;
    if (form == DAY)
        snprintf(out, size, "%04d-%02d-%02d", value->year, value->month, value->day);
    else if (form == MONTH)
        snprintf(out, size, "%04d-%02d", value->year, value->month);
    else if (form == YEAR)
        snprintf(out, size, "%04d", value->year);
    else
        snprintf(out, size, "%04ds", decade);
}

/* A value that is not a date but looks like the label of a month, year or decade must follow the
 * path of that label. Returns its form, or DAY if it looks like none. */
static int parse_label(date *out, const char *value) {
    char shown[32];
    *out = (date){0};
    if (sscanf(value, "%4d-%2d", &out->year, &out->month) < 1 || out->year < 0)
        return DAY;
    for (int form = MONTH; form < FORMS; form++) {
        format_date(shown, sizeof shown, out, form);
        if (strcmp(shown, value) == 0)
            return form;
    }
    return DAY;
}

static bool fill_value(shoal_hierarchy *made, size_t value, date_order order, int first_form) {
    const char *ground = hierarchy_label(made, value, 0);
    date parsed;
    int finest = DAY;
    bool is_date = date_parse(&parsed, ground, order);
    if (!is_date)
        finest = parse_label(&parsed, ground);
    bool stays = !is_date && finest == DAY;
    for (int level = 1; level < made->height; level++) {
        int form = first_form + level - 1;
        char shown[32];
        format_date(shown, sizeof shown, &parsed, form > finest ? form : finest);
        const char *label = stays ? ground : arena_text(&made->memory, shown, strlen(shown));
        made->labels[hierarchy_cell(made, value, level)] = label;
        if (!label)
            return false;
    }
    return true;
}

static shoal_status find_order(date_survey *survey, const build_input *input, const char *arguments,
                               shoal_error *error) {
    static const char *const names[] = {[DATE_YMD] = "ymd", [DATE_DMY] = "dmy", [DATE_MDY] = "mdy"};
    bool one_order = date_survey_values(survey, input->values, input->count);
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
                           "%s: dates takes the order ymd, dmy or mdy, found '%.*s'", input->name,
                           hierarchy_label_width(arguments), arguments);
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
        if (date_parse(&parsed, input->values[i], order) && parsed.timed)
            return true;
    return false;
}

shoal_status hierarchy_build_dates(shoal_hierarchy **out, const build_input *input,
                                   const char *arguments, text *described, shoal_error *error) {
    date_survey survey;
    STATUS_TRY(find_order(&survey, input, arguments, error));
    if (input->count > 0 && !date_survey_is_dates(&survey))
        return fail_others(input, &survey, error);
    int first_form = any_timed(input, survey.order) ? DAY : MONTH;
    STATUS_TRY(hierarchy_frame(out, input, FORMS - first_form + 1, error));
    bool filled = true;
    for (size_t value = 0; filled && value < input->count; value++)
        filled = fill_value(*out, value, survey.order, first_form);
    if (!filled) {
        shoal_hierarchy_free(*out);
        *out = NULL;
        return status_no_memory(error);
    }
    text_add_string(described,
                    first_form == DAY ? "day, month, year, decade" : "month, year, decade");
    if (survey.ambiguous)
        text_add_string(described, ", assuming that the day comes before the month");
    if (survey.others)
        text_format(described, ", %zu value%s that %s no date kept apart", survey.others,
                    survey.others == 1 ? "" : "s", survey.others == 1 ? "is" : "are");
    return SHOAL_OK;
}
