#include "report/value_tree.h"

#include "report/utf8.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A member of a list or object that is not complete yet. */
typedef struct pending {
    const char *key; /* NULL: of a list */
    shoal_value value;
} pending;

typedef struct reader {
    const char *at;
    arena *memory;
    pending *open; /* members of all lists and objects that are open, innermost last */
    size_t count, capacity;
    bool failed; /* out of memory */
} reader;

static bool read_value(reader *from, shoal_value *out, int depth);

static bool fail_memory(reader *from) {
    from->failed = true;
    return false;
}

static void skip_blanks(reader *from) {
    from->at += strspn(from->at, " \t\n\r");
}

static bool take(reader *from, char byte) {
    bool there = *from->at == byte;
    from->at += there;
    return there;
}

static bool take_word(reader *from, const char *word) {
    size_t length = strlen(word);
    bool there = strncmp(from->at, word, length) == 0;
    from->at += there ? length : 0;
    return there;
}

/* ---- Texts ----------------------------------------------------------------------------------- */

/* The value of four hexadecimal digits; -1: there are others. */
static int32_t hex_at(const char *at) {
    int32_t code = 0;
    for (int i = 0; i < 4; i++) {
        char byte = at[i];
        int digit = byte >= '0' && byte <= '9'   ? byte - '0'
                    : byte >= 'a' && byte <= 'f' ? byte - 'a' + 10
                    : byte >= 'A' && byte <= 'F' ? byte - 'A' + 10
                                                 : -1;
        if (digit < 0)
            return -1;
        code = code * 16 + digit;
    }
    return code;
}

/* Characters above U+FFFF are written as two escapes. Returns the bytes that were read; 0: none. */
static size_t escaped_code(const char *at, int32_t *code) {
    int32_t first = hex_at(at);
    *code = first;
    if (first <= 0 || (first >= 0xDC00 && first < 0xE000))
        return 0;
    if (first < 0xD800 || first >= 0xE000)
        return 4;
    int32_t second = at[4] == '\\' && at[5] == 'u' ? hex_at(at + 6) : -1;
    if (second < 0xDC00 || second >= 0xE000)
        return 0;
    *code = 0x10000 + ((first - 0xD800) << 10) + (second - 0xDC00);
    return 10;
}

static char *add_code(char *out, int32_t code) {
    int more = code < 0x80 ? 0 : code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
    static const unsigned char first[] = {0, 0xC0, 0xE0, 0xF0};
    *out++ = (char)(first[more] | (code >> (6 * more)));
    while (more-- > 0)
        *out++ = (char)(0x80 | ((code >> (6 * more)) & 0x3F));
    return out;
}

/* What stands behind a backslash. */
static bool read_escape(reader *from, char **out) {
    static const char written[] = "\"\\/bfnrt", meant[] = "\"\\/\b\f\n\r\t";
    const char *found = *from->at ? strchr(written, *from->at) : NULL;
    if (found) {
        *(*out)++ = meant[found - written];
        from->at++;
        return true;
    }
    int32_t code;
    size_t length = *from->at == 'u' ? escaped_code(from->at + 1, &code) : 0;
    if (length == 0)
        return false;
    *out = add_code(*out, code);
    from->at += 1 + length;
    return true;
}

static bool read_character(reader *from, char **out) {
    if (take(from, '\\'))
        return read_escape(from, out);
    size_t length = utf8_length(from->at);
    if (length == 0 || (unsigned char)*from->at < ' ')
        return false;
    memcpy(*out, from->at, length);
    *out += length;
    from->at += length;
    return true;
}

/* The most bytes that the text at hand can have: escapes only get shorter. */
static size_t text_room(const char *at) {
    size_t room = 1;
    for (; *at && *at != '"'; at++, room++)
        if (*at == '\\' && at[1]) {
            at++;
            room++;
        }
    return room;
}

static const char *read_text(reader *from) {
    if (!take(from, '"'))
        return NULL;
    char *text = arena_new(from->memory, text_room(from->at), 1), *end = text;
    if (!text) {
        (void)fail_memory(from);
        return NULL;
    }
    while (*from->at != '"')
        if (!*from->at || !read_character(from, &end))
            return NULL;
    from->at++;
    *end = '\0';
    return text;
}

/* ---- Numbers --------------------------------------------------------------------------------- */

static bool skip_digits(const char **at) {
    size_t digits = strspn(*at, "0123456789");
    *at += digits;
    return digits > 0;
}

/* The end of a number as JSON writes it; NULL: there is none. */
static const char *number_end(const char *at) {
    at += *at == '-';
    if (*at == '0')
        at++;
    else if (!skip_digits(&at))
        return NULL;
    if (*at == '.') {
        at++;
        if (!skip_digits(&at))
            return NULL;
    }
    if (*at == 'e' || *at == 'E') {
        at++;
        at += *at == '+' || *at == '-';
        if (!skip_digits(&at))
            return NULL;
    }
    return at;
}

static bool read_number(reader *from, shoal_value *out) {
    const char *end = number_end(from->at);
    char *parsed;
    if (!end)
        return false;
    out->kind = SHOAL_VALUE_NUMBER;
    out->number = strtod(from->at, &parsed);
    from->at = end;
    return parsed == end && isfinite(out->number);
}

/* ---- Lists and objects ----------------------------------------------------------------------- */

/* Moves the members from `first` on to where they stay. */
static bool close_members(reader *from, shoal_value *out, size_t first) {
    size_t count = from->count - first;
    shoal_value *members = arena_new(from->memory, count, sizeof *members);
    const char **keys = arena_new(from->memory, count, sizeof *keys);
    if (!members || !keys)
        return fail_memory(from);
    for (size_t i = 0; i < count; i++) {
        members[i] = from->open[first + i].value;
        keys[i] = from->open[first + i].key;
    }
    out->count = count;
    out->members = members;
    out->keys = keys;
    from->count = first;
    return true;
}

static bool read_key(reader *from, const char **key) {
    skip_blanks(from);
    *key = read_text(from);
    skip_blanks(from);
    return *key && take(from, ':');
}

static bool read_member(reader *from, bool keyed, int depth) {
    pending made = {0};
    if (keyed && !read_key(from, &made.key))
        return false;
    if (!read_value(from, &made.value, depth))
        return false;
    if (!memory_grow((void **)&from->open, &from->capacity, from->count + 1, sizeof *from->open))
        return fail_memory(from);
    from->open[from->count++] = made;
    skip_blanks(from);
    return true;
}

static bool read_members(reader *from, shoal_value *out, char end, int depth) {
    size_t first = from->count;
    out->kind = end == '}' ? SHOAL_VALUE_OBJECT : SHOAL_VALUE_LIST;
    if (depth == VALUE_TREE_MOST_DEPTH)
        return false;
    skip_blanks(from);
    if (take(from, end))
        return close_members(from, out, first);
    do
        if (!read_member(from, end == '}', depth + 1))
            return false;
    while (take(from, ','));
    return take(from, end) && close_members(from, out, first);
}

/* ---- Anything -------------------------------------------------------------------------------- */

static bool read_value(reader *from, shoal_value *out, int depth) {
    *out = (shoal_value){0};
    skip_blanks(from);
    if (take(from, '{'))
        return read_members(from, out, '}', depth);
    if (take(from, '['))
        return read_members(from, out, ']', depth);
    if (*from->at == '"') {
        out->kind = SHOAL_VALUE_TEXT;
        out->text = read_text(from);
        return out->text != NULL;
    }
    if (take_word(from, "null"))
        return true;
    out->flag = take_word(from, "true");
    if (out->flag || take_word(from, "false")) {
        out->kind = SHOAL_VALUE_FLAG;
        return true;
    }
    return read_number(from, out);
}

shoal_status value_tree_parse(value_tree **out, const char *json) {
    value_tree *made = memory_zero(1, sizeof *made);
    *out = NULL;
    if (!made)
        return SHOAL_NO_MEMORY;
    reader from = {.at = json, .memory = &made->memory};
    bool read = read_value(&from, &made->root, 0);
    skip_blanks(&from);
    memory_free(from.open);
    if (read && !*from.at) {
        *out = made;
        return SHOAL_OK;
    }
    value_tree_free(made);
    return from.failed ? SHOAL_NO_MEMORY : SHOAL_BAD_DATA;
}

void value_tree_free(value_tree *tree) {
    if (!tree)
        return;
    arena_free(&tree->memory);
    memory_free(tree);
}
