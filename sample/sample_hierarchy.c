#include "sample/sample_hierarchy.h"

#include <string.h>

const char *const sample_quasi[SAMPLE_QUASI] = {"birth_date",     "sex",           "postcode",
                                                "education",      "occupation",    "country",
                                                "marital_status", "household_size"};

static void add_list(text *out, const sample_list *list) {
    for (size_t i = 0; i < list->count; i++) {
        const sample_value *value = &list->values[i];
        text_add_string(out, value->text);
        for (int level = 0; level < list->levels; level++) {
            text_add(out, ";", 1);
            text_add_string(out, value->level[level]);
        }
        text_add_string(out, ";*\n");
    }
}

/* day; month; year; decade; generation; * */
static void add_dates(text *out) {
    for (int year = SAMPLE_FIRST_YEAR; year <= SAMPLE_LAST_YEAR; year++) {
        int decade = year / 10 * 10, generation = year / 40 * 40;
        for (int month = 1; month <= 12; month++)
            for (int day = 1; day <= sample_days_of_month(year, month); day++)
                text_format(out, "%d-%02d-%02d;%d-%02d;%d;%d-%d;%d-%d;*\n", year, month, day, year,
                            month, year, decade, decade + 9, generation, generation + 39);
    }
}

/* postcode; town; district; region; * */
static void add_postcodes(text *out, const sample_society *society) {
    size_t count;
    const uint32_t *postcodes = sample_postcodes(society, &count);
    for (size_t i = 0; i < count; i++) {
        unsigned code = postcodes[i];
        text_format(out, "%05u;%03u**;%02u***;%u****;*\n", code, code / 100, code / 1000,
                    code / 10000);
    }
}

void sample_hierarchy_add(text *out, const sample_society *society, int i) {
    static const sample_list *const lists[] = {&sample_sexes,       &sample_educations,
                                               &sample_occupations, &sample_countries,
                                               &sample_maritals,    &sample_households};
    if (strcmp(sample_quasi[i], "birth_date") == 0)
        add_dates(out);
    else if (strcmp(sample_quasi[i], "postcode") == 0)
        add_postcodes(out, society);
    else
        for (size_t list = 0; list < sizeof lists / sizeof *lists; list++)
            if (strcmp(sample_quasi[i], lists[list]->attribute) == 0)
                add_list(out, lists[list]);
}

/* ---- The plan ----------------------------------------------------------------------------- */

static void add_role(text *out, const char *attribute, const char *role) {
    text_format(out, "  %s:\n    role: %s\n", attribute, role);
}

/* Any file name as a YAML scalar in double quotes. */
static void add_quoted(text *out, const char *string) {
    text_add(out, "\"", 1);
    for (; *string != '\0'; string++) {
        unsigned char byte = (unsigned char)*string;
        if (byte < 0x20 || byte == 0x7f)
            text_format(out, "\\x%02X", byte);
        else if (byte == '"' || byte == '\\')
            text_format(out, "\\%c", byte);
        else
            text_add(out, string, 1);
    }
    text_add(out, "\"", 1);
}

void sample_plan_add(text *out, const char *hierarchies) {
    text_add_string(out, "# What to protect in this synthetic register, and how.\nattributes:\n");
    add_role(out, "id", "identifier");
    add_role(out, "name", "identifier");
    for (int i = 0; i < SAMPLE_QUASI; i++)
        add_role(out, sample_quasi[i], "quasi");
    add_role(out, "employment", "plain");
    add_role(out, "diagnosis", "sensitive");
    add_role(out, "income", "plain");
    text_add_string(out, "hierarchies: ");
    add_quoted(out, hierarchies);
    text_add_string(out, "\nprivacy:\n  k: 5\nsuppression: 2%\n");
}
