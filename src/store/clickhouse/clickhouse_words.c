#include "store/clickhouse/clickhouse_words.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

static bool begins_name(char byte) {
    return isalpha((unsigned char)byte) || byte == '_' || (unsigned char)byte >= 0x80;
}

static bool in_name(char byte) {
    return begins_name(byte) || isdigit((unsigned char)byte) || byte == '$';
}

static const char *skip_comment(const char *at) {
    if (at[0] == '-' && at[1] == '-')
        return at + strcspn(at, "\n");
    const char *end = strstr(at + 2, "*/");
    return end ? end + 2 : at + strlen(at);
}

static const char *skip_blanks(const char *at) {
    for (;;) {
        if (isspace((unsigned char)*at))
            at++;
        else if ((at[0] == '-' && at[1] == '-') || (at[0] == '/' && at[1] == '*'))
            at = skip_comment(at);
        else
            return at;
    }
}

/* The quote that ends what begins at `at`, or the end of all. */
static const char *find_end(const char *at, char quote) {
    for (; *at && (*at != quote || at[1] == quote); at++)
        at += (*at == '\\' || *at == quote) && at[1];
    return at;
}

/* Escapes other than those of quotes and backslashes are left to the server. */
static const char *read_quoted(statement_word *out, const char *at, arena *memory) {
    char quote = *at++;
    const char *end = find_end(at, quote);
    char *into = arena_text(memory, at, (size_t)(end - at));
    *out = (statement_word){quote == '\'' ? WORD_TEXT : WORD_NAME, true, true, into};
    if (!into)
        return NULL;
    for (; at < end; at++) {
        out->is_exact &= *at != '\\' || strchr("\\'\"`", at[1]);
        at += (*at == '\\' || *at == quote) && at + 1 < end;
        *into++ = *at;
    }
    *into = '\0';
    if (!*end || (out->kind == WORD_NAME && !out->is_exact))
        out->kind = WORD_BROKEN;
    return *end ? end + 1 : end;
}

static const char *read_word(statement_word *out, const char *at, arena *memory) {
    if (strchr("'`\"", *at))
        return read_quoted(out, at, memory);
    size_t length = 1;
    while (begins_name(*at) && in_name(at[length]))
        length++;
    /* Letters of a number are no name. */
    while (isdigit((unsigned char)*at) && in_name(at[length]))
        length++;
    *out = (statement_word){begins_name(*at) ? WORD_NAME : WORD_SIGN, false, true,
                            arena_text(memory, at, length)};
    return out->text ? at + length : NULL;
}

bool statement_words_read(statement_words *out, const char *statement, arena *memory) {
    size_t room = 0;
    *out = (statement_words){0};
    for (const char *at = skip_blanks(statement);; at = skip_blanks(at)) {
        if (!memory_grow((void **)&out->word, &room, out->count + 1, sizeof *out->word))
            return false;
        out->word[out->count] = (statement_word){.kind = WORD_NONE, .text = ""};
        if (!*at)
            return true;
        at = read_word(&out->word[out->count], at, memory);
        if (!at)
            return false;
        out->is_broken |= out->word[out->count++].kind == WORD_BROKEN;
    }
}

bool word_is_keyword(const statement_word *word, const char *keyword) {
    return word->kind == WORD_NAME && !word->quoted && strcasecmp(word->text, keyword) == 0;
}

bool word_is_sign(const statement_word *word, char sign) {
    return word->kind == WORD_SIGN && word->text[0] == sign;
}
