/* `--help`: of a command with many flags the common ones, so that it fits on a screen. */
#include "options.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define WIDTH 100
#define SCREEN 40 /* lines that need not be shortened */
#define SUMMARY_COLUMN 32

void options_wrap(FILE *to, const char *words, int column, int indent) {
    for (bool first = true; *words; first = false) {
        int length = (int)strcspn(words, " ");
        bool breaks = column + !first + length > WIDTH;
        if (breaks)
            fprintf(to, "\n%*s", indent, "");
        else if (!first)
            fputc(' ', to);
        column = (breaks ? indent : column + !first) + length;
        fprintf(to, "%.*s", length, words);
        words += length + (words[length] == ' ');
    }
    fputc('\n', to);
}

static void print_flag(FILE *to, const flag *shown) {
    char left[80];
    char letter[8] = "    ";
    if (shown->letter)
        snprintf(letter, sizeof letter, "-%c, ", shown->letter);
    snprintf(left, sizeof left, "  %s--%s%s%s", letter, shown->name, shown->value ? " " : "",
             shown->value ? shown->value : "");
    int used = fprintf(to, "%-*s", SUMMARY_COLUMN - 2, left);
    if (used > SUMMARY_COLUMN - 2)
        used = fprintf(to, "\n%*s", SUMMARY_COLUMN - 2, "") - 1;
    fputs("  ", to);
    options_wrap(to, shown->summary, used + 2, SUMMARY_COLUMN);
}

static bool is_about_search(const flag *one) {
    return one->key && strncmp(one->key->key, "search.", strlen("search.")) == 0;
}

static bool is_shown(const usage *shape, const flag *one, bool all) {
    return all || (one->common && !(shape->ignores_search && is_about_search(one)));
}

static void print_flags(FILE *to, const usage *shape, bool all) {
    flag_walk walk = {.shape = shape};
    flag shown;
    bool plan_part = false;
    while (flag_walk_next(&walk, &shown)) {
        if (!is_shown(shape, &shown, all))
            continue;
        if (shown.key && !plan_part)
            fputs("\nFlags that override keys of the plan:\n", to);
        plan_part = shown.key != NULL;
        print_flag(to, &shown);
    }
}

static void print_help(FILE *to, const usage *shape, bool all) {
    static const char start[] = "usage: shoal ";
    fputs(start, to);
    options_wrap(to, shape->synopsis, sizeof start - 1, sizeof start - 1);
    fprintf(to, "\n%s\n", shape->description);
    print_flags(to, shape, all);
    if (shape->examples)
        fprintf(to, "\nexamples:\n%s", shape->examples);
    if (all && shape->more_help)
        shape->more_help(to);
    if (!all)
        fprintf(to, "\n`shoal %s --help all` has the other flags.\n", shape->command);
    if (!all && shape->see_also)
        fputs(shape->see_also, to);
}

/* To be freed; NULL when out of memory. */
static char *help_text(const usage *shape, bool all) {
    char *text = NULL;
    size_t length = 0;
    FILE *to = open_memstream(&text, &length);
    if (to)
        print_help(to, shape, all);
    if (!to || fclose(to) != 0) {
        free(text);
        return NULL;
    }
    return text;
}

static size_t line_count(const char *text) {
    size_t lines = 0;
    while ((text = strchr(text, '\n'))) {
        lines++;
        text++;
    }
    return lines;
}

int options_help(const usage *shape, bool all) {
    char *text = help_text(shape, true);
    if (text && !all && line_count(text) > SCREEN) {
        free(text);
        text = help_text(shape, false);
    }
    if (!text)
        return command_fail(&(shoal_error){.status = SHOAL_NO_MEMORY, .message = "out of memory"});
    fputs(text, stdout);
    free(text);
    return 0;
}
