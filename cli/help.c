#include "options.h"

#include <stdio.h>
#include <string.h>

#define WIDTH 100
#define SUMMARY_COLUMN 32

/* Prints words, the first at `column`, in lines that begin at SUMMARY_COLUMN. */
static void print_wrapped(const char *words, int column) {
    while (*words) {
        int length = (int)strcspn(words, " ");
        if (column + length > WIDTH) {
            printf("\n%*s", SUMMARY_COLUMN, "");
            column = SUMMARY_COLUMN;
        }
        bool more = words[length] == ' ';
        printf("%.*s%s", length, words, more && column + length < WIDTH ? " " : "");
        column += length + 1;
        words += length + more;
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
    print_wrapped(shown->summary, used + 2);
}

void options_help(const usage *shape) {
    printf("usage: shoal %s\n\n%s\n", shape->synopsis, shape->description);
    flag_walk walk = {.shape = shape};
    flag shown;
    bool plan_part = false;
    while (flag_walk_next(&walk, &shown)) {
        if (shown.key && !plan_part)
            fputs("\nThe plan's keys, which these flags override:\n", stdout);
        plan_part = shown.key != NULL;
        print_flag(&shown);
    }
    if (shape->examples)
        printf("\nexamples:\n%s", shape->examples);
    if (shape->more_help)
        shape->more_help();
}
