#include "options.h"

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
    char *made = malloc(4 * strlen(word) + 3);
    if (made)
        *add_word(made, word) = '\0';
    return made;
}

char *command_line(int argc, char **argv) {
    size_t room = sizeof "shoal";
    for (int at = 0; at < argc; at++)
        room += 4 * strlen(argv[at]) + 3;
    char *line = malloc(room);
    char *to = line ? stpcpy(line, "shoal") : NULL;
    for (int at = 0; line && at < argc; at++) {
        *to++ = ' ';
        to = add_word(to, argv[at]);
    }
    if (line)
        *to = '\0';
    return line;
}
