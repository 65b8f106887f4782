#include "options.h"

#include <stdio.h>
#include <string.h>

#define WIDTH 100
#define SUMMARY_COLUMN 32

void options_wrap(const char *words, int column, int indent) {
    for (bool first = true; *words; first = false) {
        int length = (int)strcspn(words, " ");
        bool breaks = column + !first + length > WIDTH;
        if (breaks)
            printf("\n%*s", indent, "");
        else if (!first)
            putchar(' ');
        column = (breaks ? indent : column + !first) + length;
        printf("%.*s", length, words);
        words += length + (words[length] == ' ');
    }
    putchar('\n');
}

static void print_flag(const flag *shown) {
    char left[80];
    char letter[8] = "    ";
    if (shown->letter)
        snprintf(letter, sizeof letter, "-%c, ", shown->letter);
    snprintf(left, sizeof left, "  %s--%s%s%s", letter, shown->name, shown->value ? " " : "",
             shown->value ? shown->value : "");
    int used = printf("%-*s", SUMMARY_COLUMN - 2, left);
    if (used > SUMMARY_COLUMN - 2)
        used = printf("\n%*s", SUMMARY_COLUMN - 2, "") - 1;
    fputs("  ", stdout);
    options_wrap(shown->summary, used + 2, SUMMARY_COLUMN);
}

void options_help(const usage *shape) {
    static const char start[] = "usage: shoal ";
    fputs(start, stdout);
    options_wrap(shape->synopsis, sizeof start - 1, sizeof start - 1);
    printf("\n%s\n", shape->description);
    flag_walk walk = {.shape = shape};
    flag shown;
    bool plan_part = false;
    while (flag_walk_next(&walk, &shown)) {
        if (shown.key && !plan_part)
            fputs("\nFlags that override keys of the plan:\n", stdout);
        plan_part = shown.key != NULL;
        print_flag(&shown);
    }
    if (shape->examples)
        printf("\nexamples:\n%s", shape->examples);
    if (shape->more_help)
        shape->more_help();
}
