/* Trees of JSON: what was printed is read, and what is JSON is decided as a slow twin does. */
#include "base/random.h"
#include "report/value_tree.h"
#include "support/random_cases.h"
#include "support/value_json.h"

#include <math.h>
#include <regex.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* ---- Random documents ---------------------------------------------------------------------- */

static const char *const pieces[] = {"a",    "B.c", "\"", "\\",   "/",      "\n",  "\t", "\x01",
                                     "\x7f", "é",   "€",  "😀",    "\u2028", "{",   "[",  ":",
                                     ",",    " ",   "0",  "null", "\xE1",   "\\u", "'",  ""};

static const char *random_text(random_stream *stream, char out[64]) {
    out[0] = '\0';
    for (uint64_t left = random_below(stream, 6); left > 0; left--)
        strcat(out, pieces[random_below(stream, sizeof pieces / sizeof *pieces)]);
    return out;
}

static double random_number(random_stream *stream) {
    static const double some[] = {0, -0.0, 1, -1, 0.1, 1e22, 5e-324, 1.7976931348623157e308};
    uint64_t kind = random_below(stream, 12);
    return kind < 8 ? some[kind] : (random_unit(stream) - 0.5) * pow(10, (double)kind - 6);
}

static void print_random(json *out, const char *key, random_stream *stream, int depth) {
    char value[64], name[64];
    switch (random_below(stream, depth > 4 ? 5 : 9)) {
    case 0:
        json_null(out, key);
        return;
    case 1:
        json_boolean(out, key, random_below(stream, 2));
        return;
    case 2:
        json_integer(out, key, (int64_t)random_below(stream, 1u << 30) - (1 << 29));
        return;
    case 3:
        json_number(out, key, random_number(stream));
        return;
    case 4:
        json_string(out, key, random_text(stream, value));
        return;
    default:
        break;
    }
    bool object = random_below(stream, 2);
    json_open(out, key, object ? '{' : '[');
    for (uint64_t left = random_below(stream, 5); left > 0; left--)
        print_random(out, object ? random_text(stream, name) : NULL, stream, depth + 1);
    json_close(out, object ? '}' : ']');
}

static void what_is_printed_is_read(void **state) {
    (void)state;
    uint64_t seed = property_seed();
    for (size_t i = 0, cases = property_cases(5000); i < cases; i++) {
        random_stream stream = random_open(seed, "tree", i);
        json document = {.depth = 0}, again = {.depth = 0};
        value_tree *tree;
        print_random(&document, NULL, &stream, 0);
        if (value_tree_parse(&tree, document.out.bytes) != SHOAL_OK)
            fail_msg("case %zu is refused:\n%s", i, document.out.bytes);
        value_json_print(&again, NULL, &tree->root);
        assert_string_equal(document.out.bytes, again.out.bytes);
        value_tree_free(tree);
        text_free(&document.out);
        text_free(&again.out);
    }
}

/* ---- A slow twin --------------------------------------------------------------------------- */

/* Replaces every text and number by a letter, then lists and objects of letters by one, until
 * nothing changes: JSON is what becomes one letter. */
static regex_t scalar_forms, list_form, object_form;

static void compile(regex_t *out, const char *form) {
    assert_int_equal(regcomp(out, form, REG_EXTENDED), 0);
}

static bool is_character(const char *at, size_t *length) {
    const unsigned char *byte = (const unsigned char *)at;
    uint32_t code;
    *length = byte[0] < 0x80 ? 1 : byte[0] < 0xE0 ? 2 : byte[0] < 0xF0 ? 3 : 4;
    if (byte[0] >= 0x80 && (byte[0] < 0xC0 || byte[0] > 0xF7))
        return false;
    code = *length == 1 ? byte[0] : byte[0] & (0x7Fu >> *length);
    for (size_t i = 1; i < *length; i++) {
        if (byte[i] < 0x80 || byte[i] > 0xBF)
            return false;
        code = code * 64 + (byte[i] - 0x80u);
    }
    bool shortest = code >= (*length == 1   ? 0u
                             : *length == 2 ? 0x80u
                             : *length == 3 ? 0x800u
                                            : 0x10000u);
    return shortest && code >= ' ' && code <= 0x10FFFF && (code < 0xD800 || code > 0xDFFF);
}

/* The bytes of the text at `at`; 0: it is none. */
static size_t text_length(const char *at) {
    const char *from = at++;
    bool open_pair = false;
    while (*at && *at != '"') {
        size_t length;
        unsigned code;
        char digits[5] = "";
        bool low = false;
        if (*at != '\\') {
            if (!is_character(at, &length))
                return 0;
        } else if (at[1] == 'u') {
            strncpy(digits, at + 2, 4);
            if (strspn(digits, "0123456789abcdefABCDEF") != 4)
                return 0;
            code = (unsigned)strtoul(digits, NULL, 16);
            low = code >= 0xDC00 && code <= 0xDFFF;
            if (code == 0 || low != open_pair)
                return 0;
            open_pair = code >= 0xD800 && code <= 0xDBFF;
            at += 6;
            continue;
        } else if (!at[1] || !strchr("\"\\/bfnrt", at[1])) {
            return 0;
        } else {
            length = 2;
        }
        if (open_pair)
            return 0;
        at += length;
    }
    return *at && !open_pair ? (size_t)(at + 1 - from) : 0;
}

static void replace(char *left, size_t at, size_t length, char by) {
    memmove(left + at + 1, left + at + length, strlen(left + at + length) + 1);
    left[at] = by;
}

/* Texts become t, all other values v; blanks between them go. */
static bool reduce_scalars(char *left) {
    regmatch_t match;
    for (size_t at = 0; left[at];) {
        if (strchr(" \t\r\n", left[at])) {
            memmove(left + at, left + at + 1, strlen(left + at + 1) + 1);
            /* Blanks do not join what they separate. */
            if (at > 0 && left[at] && !strchr("{}[]:, \t\r\n", left[at - 1]) &&
                !strchr("{}[]:, \t\r\n", left[at]))
                return false;
            continue;
        }
        if (left[at] == '"') {
            size_t length = text_length(left + at);
            if (length == 0)
                return false;
            replace(left, at, length, 't');
        } else if (!strchr("{}[]:,", left[at])) {
            if (regexec(&scalar_forms, left + at, 1, &match, 0) != 0)
                return false;
            bool number = strchr("-0123456789", left[at]) != NULL;
            if (number && !isfinite(strtod(left + at, NULL)))
                return false;
            replace(left, at, (size_t)match.rm_eo, 'v');
        }
        at++;
    }
    return true;
}

static bool twin_accepts(const char *given) {
    char *left = memory_text(given, strlen(given));
    regmatch_t match;
    assert_non_null(left);
    bool scalars = reduce_scalars(left);
    while (scalars && (regexec(&list_form, left, 1, &match, 0) == 0 ||
                       regexec(&object_form, left, 1, &match, 0) == 0))
        replace(left, (size_t)match.rm_so, (size_t)(match.rm_eo - match.rm_so), 'v');
    bool whole = scalars && (strcmp(left, "v") == 0 || strcmp(left, "t") == 0);
    memory_free(left);
    return whole;
}

/* Few changes leave many documents whole. */
static void damage(char *of, random_stream *stream) {
    static const char bytes[] = "\"\\{}[]:,0123456789.eE+-truefalsn \n\x80\xC3\xED\x01u";
    for (uint64_t times = random_below(stream, 4); times > 0 && *of; times--) {
        size_t length = strlen(of), at = random_below(stream, length);
        char by = bytes[random_below(stream, sizeof bytes - 1)];
        switch (random_below(stream, 3)) {
        case 0:
            of[at] = by;
            break;
        case 1:
            memmove(of + at, of + at + 1, length - at);
            break;
        default:
            of[at] = of[random_below(stream, length)];
        }
    }
}

static void damaged_documents_are_judged_alike(void **state) {
    (void)state;
    uint64_t seed = property_seed();
    size_t accepted = 0, refused = 0;
    compile(&scalar_forms, "^(null|true|false|-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][-+]?[0-9]+)?)");
    compile(&list_form, "\\[([vt](,[vt])*)?\\]");
    compile(&object_form, "\\{(t:[vt](,t:[vt])*)?\\}");
    for (size_t i = 0, cases = property_cases(20000); i < cases; i++) {
        random_stream stream = random_open(seed, "damaged", i);
        json document = {.depth = 0};
        value_tree *tree;
        print_random(&document, NULL, &stream, 2);
        damage(document.out.bytes, &stream);
        bool expected = twin_accepts(document.out.bytes);
        shoal_status status = value_tree_parse(&tree, document.out.bytes);
        if (status != (expected ? SHOAL_OK : SHOAL_BAD_DATA))
            fail_msg("case %zu: %d, the twin says %d:\n%s", i, (int)status, expected,
                     document.out.bytes);
        *(expected ? &accepted : &refused) += 1;
        value_tree_free(tree);
        text_free(&document.out);
    }
    assert_true(accepted > 0 && refused > 0);
    regfree(&scalar_forms);
    regfree(&list_form);
    regfree(&object_form);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_printed_is_read),
        cmocka_unit_test(damaged_documents_are_judged_alike),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
