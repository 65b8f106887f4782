/* The register of people: its rows, hierarchies and plan. */
#include "sample/sample_register.h"

#include <string.h>

#define BLOCK_PEOPLE 4096

static uint64_t add_people(text *out, const sample_society *society, const sample_options *options,
                           uint64_t block) {
    for (uint64_t row = block * BLOCK_PEOPLE; row < (block + 1) * BLOCK_PEOPLE; row++) {
        char line[SAMPLE_LONGEST_LINE];
        sample_person person = sample_person_draw(society, options->seed, row);
        text_add(out, line, (size_t)(sample_person_write(society, &person, line) - line));
    }
    return BLOCK_PEOPLE;
}

/* ---- The hierarchies ------------------------------------------------------------------------ */

void sample_list_add(text *out, const sample_list *list) {
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
void sample_postcodes_add(text *out, const sample_society *society) {
    size_t count;
    const uint32_t *postcodes = sample_postcodes(society, &count);
    for (size_t i = 0; i < count; i++) {
        unsigned code = postcodes[i];
        text_format(out, "%05u;%03u**;%02u***;%u****;*\n", code, code / 100, code / 1000,
                    code / 10000);
    }
}

static void add_hierarchy(text *out, const sample_society *society, int i) {
    static const sample_list *const lists[] = {&sample_sexes,       &sample_educations,
                                               &sample_occupations, &sample_countries,
                                               &sample_maritals,    &sample_households};
    if (strcmp(sample_people.quasi[i], "birth_date") == 0)
        add_dates(out);
    else if (strcmp(sample_people.quasi[i], "postcode") == 0)
        sample_postcodes_add(out, society);
    else
        for (size_t list = 0; list < sizeof lists / sizeof *lists; list++)
            if (strcmp(sample_people.quasi[i], lists[list]->attribute) == 0)
                sample_list_add(out, lists[list]);
}

/* ---- The plan ----------------------------------------------------------------------------- */

void sample_role_add(text *out, const char *attribute, const char *role) {
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

void sample_rules_add(text *out, const char *hierarchies) {
    text_add_string(out, "hierarchies: ");
    add_quoted(out, hierarchies);
    text_add_string(out, "\nprivacy:\n  k: 5\nsuppression: 2%\n");
}

static void add_plan(text *out, const char *hierarchies) {
    text_add_string(out, "# What to protect in this synthetic register, and how.\nattributes:\n");
    sample_role_add(out, "id", "identifier");
    sample_role_add(out, "name", "identifier");
    for (int i = 0; i < SAMPLE_QUASI; i++)
        sample_role_add(out, sample_people.quasi[i], "quasi");
    sample_role_add(out, "employment", "plain");
    sample_role_add(out, "diagnosis", "sensitive");
    sample_role_add(out, "income", "plain");
    sample_rules_add(out, hierarchies);
}

const sample_register sample_people = {.header = SAMPLE_HEADER,
                                       .quasi = {"birth_date", "sex", "postcode", "education",
                                                 "occupation", "country", "marital_status",
                                                 "household_size"},
                                       .add_block = add_people,
                                       .add_hierarchy = add_hierarchy,
                                       .add_plan = add_plan};
