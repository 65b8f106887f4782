/* The words of a statement of ClickHouse, as its lexer has them. */
#ifndef SHOAL_STORE_CLICKHOUSE_CLICKHOUSE_WORDS_H
#define SHOAL_STORE_CLICKHOUSE_CLICKHOUSE_WORDS_H

#include "base/memory.h"

typedef enum word_kind {
    WORD_NAME,  /* also a keyword */
    WORD_TEXT,  /* in single quotes */
    WORD_SIGN,  /* any other byte, also of numbers */
    WORD_NONE,  /* behind the last */
    WORD_BROKEN /* not closed, or with escapes that are not followed */
} word_kind;

typedef struct statement_word {
    word_kind kind;
    bool quoted;      /* a name that is no keyword */
    bool is_exact;    /* not so where a text has escapes that are not followed */
    const char *text; /* of names and texts, without quotes; of a sign, that byte */
} statement_word;

typedef struct statement_words {
    statement_word *word; /* [count], and one of WORD_NONE behind them */
    size_t count;
    bool is_broken; /* one is: nothing behind it is known */
} statement_words;

/* False: out of memory. Texts are in `memory`, the list is the caller's to memory_free. */
bool statement_words_read(statement_words *out, const char *statement, arena *memory);
/* Whether it is that keyword, in any case of letters. */
bool word_is_keyword(const statement_word *word, const char *keyword);
bool word_is_sign(const statement_word *word, char sign);

#endif
