/* Words of statements of ClickHouse. */
#include "base/text.h"
#include "store/clickhouse/clickhouse_words.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

static const struct {
    const char *statement, *words;
} cases[] = {
    {"", ""},
    {"SELECT a.b FROM `x y`", "SELECT|a|.|b|FROM|[x y]|"},
    {"a -- b '\nc", "a|c|"},
    {"a /* ' */ b", "a|b|"},
    {"'it\\'s' 'it''s' \"q\"\"r\"", "{it's}|{it's}|[q\"r]|"},
    {"'a\\nb' x", "{anb}~|x|"},
    {"1e5 _a $", "1e5|_a|$|"},
    {"`a\\x41` b", "!|b|"},
    {"'open", "!|"},
    {"a 'open \\", "a|!|"},
};

static void words_are_found(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        statement_words words;
        arena memory = {0};
        text found = {0};
        text_add_string(&found, "");
        assert_true(statement_words_read(&words, cases[i].statement, &memory));
        for (size_t j = 0; j < words.count; j++) {
            const statement_word *each = &words.word[j];
            const char *form = each->kind == WORD_BROKEN ? "!|"
                               : each->kind == WORD_TEXT ? "{%s}%s|"
                               : each->quoted            ? "[%s]%s|"
                                                         : "%s%s|";
            text_format(&found, form, each->text, each->is_exact ? "" : "~");
        }
        assert_string_equal(found.bytes ? found.bytes : "", cases[i].words);
        assert_int_equal(words.word[words.count].kind, WORD_NONE);
        assert_int_equal(words.is_broken, strchr(cases[i].words, '!') != NULL);
        memory_free(words.word);
        arena_free(&memory);
        text_free(&found);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(words_are_found)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
