#include "options.h"

#include <shoal.h>
#include <stdlib.h>
#include <string.h>

static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                            "-_./,:=+@%^";

/* In single quotes, in which only a single quote means something. */
static char *add_quoted(char *to, const char *word) {
    *to++ = '\'';
    for (; *word; word++) {
        if (*word == '\'')
            to = stpcpy(to, "'\\'");
        *to++ = *word;
    }
    *to++ = '\'';
    return to;
}

static char *add_word(char *to, const char *word) {
    bool quoted = !*word || word[strspn(word, plain)] != '\0';
    return quoted ? add_quoted(to, word) : stpcpy(to, word);
}

char *command_word(const char *word) {
    char *shown = shoal_name_shown(word);
    char *made = shown ? malloc(4 * strlen(shown) + 3) : NULL;
    if (made)
        *add_word(made, shown) = '\0';
    shoal_free(shown);
    return made;
}

char *command_line(int argc, char **argv) {
    char *line = strdup("shoal");
    for (int at = 0; line && at < argc; at++) {
        char *word = command_word(argv[at]);
        char *longer = word ? realloc(line, strlen(line) + strlen(word) + 2) : NULL;
        if (longer) {
            line = longer;
            strcat(strcat(line, " "), word);
        } else {
            free(line);
            line = NULL;
        }
        free(word);
    }
    return line;
}
