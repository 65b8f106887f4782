/* What the examples share: how they fail, and the table that they work on. Each of them runs
 * without arguments in an empty folder, and ends with 0 if everything was as it says:
 *
 *   cc -std=c17 plan.c $(pkg-config --cflags --libs shoal) -o plan && ./plan
 */
#ifndef SHOAL_EXAMPLES_API_EXAMPLE_H
#define SHOAL_EXAMPLES_API_EXAMPLE_H

#include <shoal.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Ends the program with the message of a call that failed. */
static inline void must(shoal_status status, const shoal_error *error) {
    if (status == SHOAL_OK)
        return;
    fprintf(stderr, "%s (%s)\n", error->message, error->code);
    exit((int)status);
}

static inline void check_at(bool holds, const char *claim, int line) {
    if (holds)
        return;
    fprintf(stderr, "line %d: it is not so that %s\n", line, claim);
    exit(1);
}

/* Ends the program where something is not as the example says. */
#define check(claim) check_at(claim, #claim, __LINE__)

static inline bool same(const char *a, const char *b) {
    return a && b && strcmp(a, b) == 0;
}

static inline void write_text(const char *path, const char *text) {
    FILE *file = fopen(path, "wb");
    check(file != NULL);
    check(fputs(text, file) >= 0);
    check(fclose(file) == 0);
}

enum { PEOPLE = 60 };

/* 60 people with a name, an age, a sex, a postcode and an illness. Some illnesses are not known. */
static inline shoal_table *people_new(void) {
    static const char *const illnesses[] = {"asthma", "flu", "diabetes", NULL, "none"};
    static char names[PEOPLE][8], ages[PEOPLE][8], postcodes[PEOPLE][8];
    static const char *texts[5][PEOPLE];
    for (int row = 0; row < PEOPLE; row++) {
        snprintf(names[row], sizeof names[row], "P%d", row + 1);
        snprintf(ages[row], sizeof ages[row], "%d", 20 + row * 7 % 20);
        snprintf(postcodes[row], sizeof postcodes[row], "%d", 80331 + row * 13 % 4);
        texts[0][row] = names[row];
        texts[1][row] = ages[row];
        texts[2][row] = row % 3 ? "female" : "male";
        texts[3][row] = postcodes[row];
        texts[4][row] = illnesses[row * 7 % 5];
    }
    const shoal_column columns[] = {
        {.size = sizeof *columns, .name = "name", .texts = texts[0]},
        {.size = sizeof *columns, .name = "age", .texts = texts[1]},
        {.size = sizeof *columns, .name = "sex", .texts = texts[2]},
        {.size = sizeof *columns, .name = "postcode", .texts = texts[3]},
        {.size = sizeof *columns, .name = "illness", .texts = texts[4]},
    };
    shoal_error error = {0};
    shoal_table *made = NULL;
    must(shoal_table_from_columns(&made, columns, 5, PEOPLE, NULL, &error), &error);
    return made;
}

/* At least three people in each class, and at most 5 % of the rows suppressed. */
static inline shoal_plan *people_plan(void) {
    static const char yaml[] = "version: 1\n"
                               "attributes:\n"
                               "  name: {role: identifier}\n"
                               "  age: {role: quasi, hierarchy: 'ranges:5,10,20'}\n"
                               "  sex: {role: quasi}\n"
                               "  postcode: {role: quasi, hierarchy: 'mask:right'}\n"
                               "  illness: {role: sensitive}\n"
                               "privacy: {k: 3}\n"
                               "suppression: 5%\n";
    shoal_error error = {0};
    shoal_plan *made = NULL;
    must(shoal_plan_new(&made, &error), &error);
    must(shoal_plan_parse(made, yaml, strlen(yaml), &error), &error);
    return made;
}

#endif
