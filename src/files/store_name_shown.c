/* Hiding passwords. Where a URL is malformed, rather too much is hidden than too little. */
#include "files/store_name_shown.h"

#include "base/memory.h"
#include "base/text.h"

#include <ctype.h>
#include <string.h>

/* The URL in the word, or NULL. */
static const char *find_url(const char *word) {
    const char *at = strstr(word, "://");
    if (!at)
        return NULL;
    while (at > word && (isalnum((unsigned char)at[-1]) || strchr("+-.", at[-1])))
        at--;
    return at;
}

static const char *last_of(const char *begin, const char *end, char wanted) {
    const char *found = NULL;
    for (; begin < end; begin++)
        if (*begin == wanted)
            found = begin;
    return found;
}

/* Whether these are hosts with their ports and not a user with a password. */
static bool are_ports(const char *begin, const char *end) {
    bool in_port = false, bracketed = false;
    for (; begin < end; begin++) {
        if (*begin == '[' || *begin == ']')
            bracketed = *begin == '[';
        else if (*begin == ',')
            in_port = false;
        else if (*begin == ':' && !bracketed)
            in_port = true;
        else if (in_port && !isdigit((unsigned char)*begin))
            return false;
    }
    return true;
}

/* The part between scheme and parameters: what follows the colon of the user is hidden up to the
 * last @, also where the password has a slash or a question mark that should have been encoded. */
static const char *add_place(text *out, const char *begin) {
    const char *end = begin + strcspn(begin, "?");
    const char *authority = begin + strcspn(begin, "/?");
    const char *colon = memchr(begin, ':', (size_t)(authority - begin));
    const char *at = last_of(begin, end, '@');
    if (*end == '?' && !memchr(end, '=', strcspn(end, "@&")) && strchr(end, '@')) {
        end = begin + strlen(begin);
        at = last_of(begin, end, '@');
    }
    if (!colon || (!at && are_ports(begin, authority)) || (at && colon > at)) {
        text_add(out, begin, (size_t)(end - begin));
        return end;
    }
    text_add(out, begin, (size_t)(colon + 1 - begin));
    text_add_string(out, STORE_NAME_HIDDEN);
    if (at)
        text_add(out, at, (size_t)(end - at));
    return end;
}

static int hex(char digit) {
    return isdigit((unsigned char)digit) ? digit - '0' : tolower((unsigned char)digit) - 'a' + 10;
}

/* Names may be encoded as well. */
static bool is_secret(const char *name, size_t length) {
    static const char *const words[] = {"passw", "pwd", "secret", "token"};
    char plain[64];
    size_t used = 0;
    for (size_t i = 0; i < length && used + 1 < sizeof plain; i++) {
        bool encoded = name[i] == '%' && i + 2 < length && isxdigit((unsigned char)name[i + 1]) &&
                       isxdigit((unsigned char)name[i + 2]);
        plain[used++] = (char)(encoded ? hex(name[i + 1]) * 16 + hex(name[i + 2]) : name[i]);
        i += encoded ? 2 : 0;
    }
    plain[used] = '\0';
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strcasestr(plain, words[i]))
            return true;
    return false;
}

static void add_parameters(text *out, const char *at) {
    while (*at) {
        size_t whole = 1 + strcspn(at + 1, "&");
        size_t name = strcspn(at + 1, "=&");
        bool hidden = at[1 + name] == '=' && is_secret(at + 1, name);
        text_add(out, at, hidden ? name + 2 : whole);
        if (hidden)
            text_add_string(out, STORE_NAME_HIDDEN);
        at += whole;
    }
}

/* ---- What was meant to be a URL -------------------------------------------------------------- */

static bool looks_like_url(const char *name) {
    return strstr(name, "?table=") || strstr(name, "?query=") || strcasestr(name, "postgres") ||
           strcasestr(name, "clickhouse");
}

/* Without `//` nobody knows what is what: all between the first colon and the last @ is hidden. */
static void add_meant(text *out, const char *name) {
    size_t end = strcspn(name, "?");
    const char *colon = memchr(name, ':', end), *at = last_of(name, name + end, '@');
    if (!colon || !at || colon > at || !looks_like_url(name)) {
        text_add_string(out, name);
        return;
    }
    text_add(out, name, (size_t)(colon + 1 - name));
    text_add_string(out, STORE_NAME_HIDDEN);
    add_parameters(out, at);
}

/* `password=…` as some libraries have it, wherever it stands. */
static void add_without_words(text *out, const char *from) {
    static const char word[] = "password=";
    for (const char *at; (at = strcasestr(from, word));) {
        at += strlen(word);
        text_add(out, from, (size_t)(at - from));
        text_add_string(out, STORE_NAME_HIDDEN);
        from = at + strcspn(at, " &?");
    }
    text_add_string(out, from);
}

char *store_name_shown(const char *name) {
    text out = {0}, found = {0};
    const char *url = find_url(name);
    if (url) {
        const char *place = strstr(url, "://") + 3;
        text_add(&found, name, (size_t)(place - name));
        add_parameters(&found, add_place(&found, place));
    } else {
        add_meant(&found, name);
    }
    add_without_words(&out, found.bytes ? found.bytes : "");
    out.failed |= found.failed;
    text_free(&found);
    if (!out.failed && out.bytes)
        return out.bytes;
    bool failed = out.failed;
    text_free(&out);
    return failed ? NULL : memory_text("", 0);
}
