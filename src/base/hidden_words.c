#include "base/hidden_words.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#define HIDDEN "***"

/* Where a message is copied to. */
typedef struct shown {
    char *out;
    size_t size, used;
} shown;

static void add(shown *to, const char *bytes, size_t length) {
    size_t room = to->size - 1 - to->used;
    size_t fits = length < room ? length : room;
    memcpy(to->out + to->used, bytes, fits);
    to->used += fits;
}

static const char *word_end(const char *at) {
    while (*at && !isspace((unsigned char)*at))
        at++;
    return at;
}

static const char *last_at(const char *begin, const char *end) {
    const char *found = NULL;
    for (; begin < end; begin++)
        if (*begin == '@')
            found = begin;
    return found;
}

/* Whether these are hosts with their ports and not a user with a password. */
static bool are_ports(const char *begin, const char *end) {
    bool in_port = false, bracketed = false;
    for (; begin < end; begin++) {
        if (*begin == '[' || *begin == ']')
            bracketed = *begin == '[';
        else if (strchr(",:", *begin))
            in_port = *begin == ':' && !bracketed;
        else if (in_port && !isdigit((unsigned char)*begin))
            return false;
    }
    return true;
}

/* From behind `://` on: what follows the colon of the user is left out. A password may have blanks:
 * then its @ is in a later word, but before the next URL. */
static const char *add_place(shown *to, const char *begin) {
    const char *end = word_end(begin), *next = strstr(begin, "://");
    size_t length = strcspn(begin, "/?'\"`");
    const char *place = begin + length < end ? begin + length : end;
    const char *colon = memchr(begin, ':', (size_t)(place - begin));
    const char *at = last_at(begin, end);
    bool secret = at ? colon && colon < at : colon && !are_ports(begin, place);
    if (!secret) {
        add(to, begin, (size_t)(place - begin));
        return place;
    }
    if (!at)
        at = last_at(end, next ? next : end + strlen(end));
    add(to, begin, (size_t)(colon + 1 - begin));
    add(to, HIDDEN, strlen(HIDDEN));
    return at ? at : end;
}

/* Whether a name of a parameter that tells a secret begins here; its length, with `=`. */
static size_t secret_name(const char *at) {
    static const char *const words[] = {"passw", "pwd", "secret", "token"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        size_t length = strlen(words[i]);
        if (strncasecmp(at, words[i], length) != 0)
            continue;
        while (isalnum((unsigned char)at[length]) || at[length] == '_')
            length++;
        if (at[length] == '=')
            return length + 1;
    }
    return 0;
}

/* A URL without `//`: a word with a colon, an @ and what only URLs of databases have. */
static const char *add_meant(shown *to, const char *begin) {
    const char *end = word_end(begin);
    const char *colon = memchr(begin, ':', (size_t)(end - begin)), *at = last_at(begin, end);
    bool named =
        strncasecmp(begin, "postgres", 8) == 0 || strncasecmp(begin, "clickhouse", 10) == 0;
    if (!named || !colon || !at || colon > at || strncmp(colon, "://", 3) == 0)
        return begin;
    add(to, begin, (size_t)(colon + 1 - begin));
    add(to, HIDDEN, strlen(HIDDEN));
    return at;
}

void hide_passwords(char *out, size_t size, const char *message) {
    shown to = {out, size, 0};
    for (const char *at = message; *at;) {
        size_t name = secret_name(at);
        const char *meant = add_meant(&to, at);
        if (meant != at) {
            at = meant;
        } else if (strncmp(at, "://", 3) == 0) {
            add(&to, at, 3);
            at = add_place(&to, at + 3);
        } else if (name > 0) {
            add(&to, at, name);
            add(&to, HIDDEN, strlen(HIDDEN));
            at += name;
            while (*at && !strchr(" &?\t\r\n", *at))
                at++;
        } else {
            add(&to, at++, 1);
        }
    }
    out[to.used] = '\0';
}
