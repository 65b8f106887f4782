/* `shoal help NAME`: what an algorithm, a recoding, a metric, a model or a warning is. */
#include "options.h"

#include <stdio.h>
#include <string.h>

#define NAME_COLUMN 20
#define MOST_NAMES 400 /* that are compared with a wrong one */

/* A kind of things that have names, and how one of them is chosen. */
typedef struct topic_kind {
    const char *list;
    const char *one;
    const char *flag; /* NULL: by no flag */
} topic_kind;

static const topic_kind kinds[] = {
    {"algorithms", "algorithm", "algorithm"},
    {"recodings", "recoding", "recoding"},
    {"metrics", "metric", "metric"},
    {"models", "privacy model", "model"},
    {"sources", "source", NULL},
    {"warnings", "warning", "accept"},
};

static const shoal_parameter *parameters_of(const shoal_item *item) {
    return *item->group ? shoal_algorithm_parameters(item->group, item->name) : NULL;
}

static void print_parameter(FILE *to, int column, const shoal_parameter *parameter) {
    char words[240];
    snprintf(words, sizeof words, "%s (default %s)", parameter->summary, parameter->fallback);
    options_wrap(to, words, column, column);
}

void help_parameters(FILE *to) {
    fputs("\nparameters for --set:\n", to);
    for (const shoal_item *item = shoal_list("algorithms"); item && item->name; item++) {
        const shoal_parameter *parameter = parameters_of(item);
        for (; parameter && parameter->name; parameter++) {
            char whose[32];
            snprintf(whose, sizeof whose, "%s %s", item->group, item->name);
            print_parameter(to, fprintf(to, "  %-21s %-16s ", whose, parameter->name), parameter);
        }
    }
}

static void print_algorithms(const char *recoding) {
    fputs("\nalgorithms:\n", stdout);
    for (const shoal_item *item = shoal_list("algorithms"); item && item->name; item++)
        if (strcmp(item->group, recoding) == 0)
            options_wrap(stdout, item->summary, printf("  %-*s", NAME_COLUMN, item->name),
                         NAME_COLUMN + 2);
}

static void print_topic(const topic_kind *kind, const shoal_item *item) {
    bool grouped = *item->group;
    int column = printf("%s, %s%s%s: ", item->name, kind->one, grouped ? " of the recoding " : "",
                        item->group);
    options_wrap(stdout, item->summary, column, 2);
    if (kind->flag)
        printf("chosen with:%s%s --%s %s\n", grouped ? " --recoding " : "", item->group, kind->flag,
               item->name);
    if (strcmp(kind->list, "recodings") == 0)
        print_algorithms(item->name);
    const shoal_parameter *parameter = parameters_of(item);
    if (parameter && parameter->name)
        fputs("\nparameters, each with --set NAME=VALUE:\n", stdout);
    for (; parameter && parameter->name; parameter++)
        print_parameter(stdout, printf("  %-*s", NAME_COLUMN, parameter->name), parameter);
}

bool help_topic(const char *name) {
    bool found = false;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        for (const shoal_item *item = shoal_list(kinds[i].list); item && item->name; item++)
            if (strcmp(item->name, name) == 0) {
                fputs(found ? "\n" : "", stdout);
                print_topic(&kinds[i], item);
                found = true;
            }
    return found;
}

const char *help_nearest(const char *wrong, const char *const *commands) {
    const char *names[MOST_NAMES + 1];
    size_t count = 0;
    for (; *commands && count < MOST_NAMES; commands++)
        names[count++] = *commands;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        for (const shoal_item *item = shoal_list(kinds[i].list); item && item->name; item++)
            if (count < MOST_NAMES)
                names[count++] = item->name;
    names[count] = NULL;
    return shoal_nearest_name(wrong, names);
}

void help_complete(const char *start) {
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        for (const shoal_item *item = shoal_list(kinds[i].list); item && item->name; item++)
            if (strncmp(item->name, start, strlen(start)) == 0)
                printf("%s\t%s\n", item->name, kinds[i].one);
}
