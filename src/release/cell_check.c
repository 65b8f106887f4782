#include "release/cell_check.h"

#include "data/star.h"

#include <assert.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

/* Text of a cell that is shown in a message. */
#define SHOWN 40

/* A label; one of up to eight bytes is also a word, so that most cells take one comparison. */
typedef struct expected_label {
    const char *text;
    uint64_t word; /* of its first eight bytes, with zeros behind a shorter one */
    uint64_t mask; /* of the bytes that count */
    uint32_t length;
} expected_label;

/* The texts that the cells of a column may have. */
typedef struct expected_column {
    const dictionary *values; /* NULL: labels */
    expected_label *labels;   /* [label_count + 1] the last is `*` */
    size_t label_count;
} expected_column;

struct cell_check {
    thread_pool *pool; /* may be NULL */
    const row_feed *feed;
    expected_column *columns; /* [feed->columns] */
    uint32_t *codes;          /* [thread][column][ROW_FEED_MOST] */
    size_t rows;              /* that are expected */
    size_t *table_row; /* [rows / ROW_FEED_MOST + 1] of every ROW_FEED_MOST-th row of the release;
                          NULL: they are the same */
    pthread_mutex_t lock; /* of what follows */
    size_t seen;
    bool found; /* a cell is wrong; the first one is: */
    size_t wrong_row, wrong_column;
    char is[SHOWN + 1], must_be[SHOWN + 1];
};

/* ---- Opening --------------------------------------------------------------------------------- */

static uint64_t word_of(const char *text) {
    uint64_t word;
    memcpy(&word, text, sizeof word);
    return word;
}

static expected_label label_of(const char *text) {
    expected_label made = {.text = text, .length = (uint32_t)strlen(text)};
    size_t counted = made.length < sizeof made.word ? made.length : sizeof made.word;
    memcpy(&made.word, text, counted);
    memset(&made.mask, 0xff, counted);
    return made;
}

static bool open_column(expected_column *out, const feed_column *from) {
    *out = (expected_column){.values = from->values, .label_count = from->label_count};
    if (from->values)
        return true;
    out->labels = memory_new(from->label_count + 1, sizeof *out->labels);
    for (size_t i = 0; out->labels && i < from->label_count; i++)
        out->labels[i] = label_of(from->labels[i]);
    if (out->labels)
        out->labels[from->label_count] = label_of(STAR);
    return out->labels != NULL;
}

/* Notes the place of every ROW_FEED_MOST-th kept row in the table. */
static bool number_rows(cell_check *check) {
    const row_feed *feed = check->feed;
    check->rows = feed->rows;
    if (!feed->kept)
        return true;
    check->table_row = memory_new(feed->rows / ROW_FEED_MOST + 1, sizeof *check->table_row);
    check->rows = 0;
    for (size_t row = 0; check->table_row && row < feed->rows; row++) {
        if (!feed->kept[row])
            continue;
        if (check->rows % ROW_FEED_MOST == 0)
            check->table_row[check->rows / ROW_FEED_MOST] = row;
        check->rows++;
    }
    return check->table_row != NULL;
}

shoal_status cell_check_open(cell_check **out, const row_feed *expected, thread_pool *pool,
                             shoal_error *error) {
    size_t threads = (size_t)threads_count(pool);
    cell_check *made = memory_zero(1, sizeof *made);
    *out = made;
    if (!made)
        return status_no_memory(error);
    pthread_mutex_init(&made->lock, NULL);
    made->feed = expected;
    made->pool = pool;
    made->columns = memory_zero(expected->columns, sizeof *made->columns);
    made->codes = memory_new(threads * expected->columns, ROW_FEED_MOST * sizeof *made->codes);
    bool fine = made->columns && made->codes && number_rows(made);
    for (size_t i = 0; fine && i < expected->columns; i++)
        fine = open_column(&made->columns[i], &expected->column[i]);
    return fine ? SHOAL_OK : status_no_memory(error);
}

void cell_check_close(cell_check *check) {
    if (!check)
        return;
    for (size_t i = 0; check->columns && i < check->feed->columns; i++)
        memory_free(check->columns[i].labels);
    pthread_mutex_destroy(&check->lock);
    memory_free(check->columns);
    memory_free(check->codes);
    memory_free(check->table_row);
    memory_free(check);
}

/* ---- Comparing ------------------------------------------------------------------------------- */

static const char *expected_text(const expected_column *of, uint32_t code) {
    assert(code < (of->values ? of->values->size : of->label_count + 1));
    return of->values ? dictionary_text(of->values, code) : of->labels[code].text;
}

/* Whether found[length] is the text of the code; there is padding behind it. */
static inline bool is_text(const expected_column *of, uint32_t code, const char *found,
                           size_t length) {
    if (of->values)
        return length == dictionary_length(of->values, code) &&
               memcmp(found, dictionary_text(of->values, code), length) == 0;
    const expected_label *label = &of->labels[code];
    if (length != label->length || (word_of(found) & label->mask) != label->word)
        return false;
    return length <= sizeof label->word || memcmp(found, label->text, length) == 0;
}

static void note(cell_check *check, size_t row, size_t column_number, const char *is,
                 size_t is_length, const char *must_be) {
    pthread_mutex_lock(&check->lock);
    bool earlier = !check->found || row < check->wrong_row ||
                   (row == check->wrong_row && column_number < check->wrong_column);
    if (earlier) {
        check->found = true;
        check->wrong_row = row;
        check->wrong_column = column_number;
        snprintf(check->is, sizeof check->is, "%.*s", is_length < SHOWN ? (int)is_length : SHOWN,
                 is);
        snprintf(check->must_be, sizeof check->must_be, "%s", must_be);
    }
    pthread_mutex_unlock(&check->lock);
}

/* The cells of one column in some rows of the block, from `first` on. `cells` are those of the
 * table's rows from `begin` on, of which those that are not kept are passed over. */
static void compare_column(cell_check *check, const cell_block *block, size_t number, size_t first,
                           size_t begin, size_t count, const uint32_t *cells) {
    const expected_column *of = &check->columns[number];
    const bool *kept = check->feed->kept;
    const cell_span *span = block->span + first * block->columns + number;
    size_t row = block->row + first;
    for (size_t i = 0; i < count; i++) {
        if (kept && !kept[begin + i])
            continue;
        const char *found = block->text + span->begin;
        size_t length = span->end - span->begin;
        if (!is_text(of, cells[i], found, length)) {
            note(check, row, number, found, length, expected_text(of, cells[i]));
            return;
        }
        span += block->columns;
        row++;
    }
}

/* The row of the table that row `number` of the release was made from. */
static size_t find_row(const cell_check *check, size_t number) {
    if (!check->table_row)
        return number;
    size_t row = check->table_row[number / ROW_FEED_MOST];
    for (size_t left = number % ROW_FEED_MOST; left > 0 || !check->feed->kept[row]; row++)
        left -= check->feed->kept[row];
    return row;
}

/* How many rows of the table from `begin` on hold at most `wanted` kept ones, in one piece. */
static size_t piece_of(const cell_check *check, size_t begin, size_t wanted, size_t *kept) {
    const row_feed *feed = check->feed;
    size_t count = 0;
    for (*kept = 0; *kept < wanted && count < ROW_FEED_MOST && begin + count < feed->rows; count++)
        *kept += !feed->kept || feed->kept[begin + count];
    return count;
}

static void compare_rows(cell_check *check, const cell_block *block, size_t rows) {
    const row_feed *feed = check->feed;
    uint32_t *cells = check->codes + (size_t)block->worker * feed->columns * ROW_FEED_MOST;
    size_t begin = rows > 0 ? find_row(check, block->row) : 0;
    for (size_t first = 0; first < rows;) {
        size_t kept;
        size_t count = piece_of(check, begin, rows - first, &kept);
        feed->fill(feed->context, begin, count, cells);
        for (size_t i = 0; i < feed->columns; i++)
            compare_column(check, block, i, first, begin, count, cells + i * ROW_FEED_MOST);
        begin += count;
        first += kept;
    }
}

void cell_check_see(const cell_block *block, void *context) {
    cell_check *check = context;
    bool fits = block->columns == check->feed->columns && block->row < check->rows;
    size_t left = fits ? check->rows - block->row : 0;
    compare_rows(check, block, block->rows < left ? block->rows : left);
    pthread_mutex_lock(&check->lock);
    check->seen += block->rows;
    pthread_mutex_unlock(&check->lock);
}

/* ---- A table in memory ------------------------------------------------------------------------
 */

/* Rows that a thread takes at a time. */
#define TAKEN_ROWS ((size_t)32 * ROW_FEED_MOST)
#define NOT_SEEN UINT32_MAX

typedef struct table_check {
    cell_check *check;
    const shoal_table *table;
    size_t rows;        /* to compare */
    uint32_t **seen_as; /* [threads * columns] for each code of the feed, a code of the table that
                           has its text */
} table_check;

/* Texts are compared once for each pair of codes that meet. */
static bool is_code(const expected_column *of, uint32_t code, const column *found, uint32_t at,
                    uint32_t *seen_as) {
    if (seen_as[code] == at)
        return true;
    if (at >= found->values.size ||
        strcmp(dictionary_text(&found->values, at), expected_text(of, code)) != 0)
        return false;
    seen_as[code] = at;
    return true;
}

static void compare_codes(table_check *run, size_t number, size_t first, size_t begin, size_t count,
                          const uint32_t *cells, uint32_t *seen_as) {
    cell_check *check = run->check;
    const expected_column *of = &check->columns[number];
    const column *found = &run->table->column[number];
    const bool *kept = check->feed->kept;
    for (size_t i = 0, row = first; i < count; i++) {
        if (kept && !kept[begin + i])
            continue;
        uint32_t at = codes_get(&found->codes, row);
        if (!is_code(of, cells[i], found, at, seen_as)) {
            const char *is = at < found->values.size ? dictionary_text(&found->values, at) : "";
            note(check, row, number, is, strlen(is), expected_text(of, cells[i]));
            return;
        }
        row++;
    }
}

static void compare_table_rows(void *context, size_t item, int worker) {
    table_check *run = context;
    cell_check *check = run->check;
    const row_feed *feed = check->feed;
    uint32_t *cells = check->codes + (size_t)worker * feed->columns * ROW_FEED_MOST;
    size_t first = item * TAKEN_ROWS, end = first + TAKEN_ROWS;
    size_t begin = find_row(check, first);
    for (end = end < run->rows ? end : run->rows; first < end;) {
        size_t kept;
        size_t count = piece_of(check, begin, end - first, &kept);
        feed->fill(feed->context, begin, count, cells);
        for (size_t i = 0; i < feed->columns; i++)
            compare_codes(run, i, first, begin, count, cells + i * ROW_FEED_MOST,
                          run->seen_as[(size_t)worker * feed->columns + i]);
        begin += count;
        first += kept;
    }
}

static bool open_seen(table_check *run, size_t threads) {
    const row_feed *feed = run->check->feed;
    run->seen_as = memory_zero(threads * feed->columns, sizeof *run->seen_as);
    bool fine = run->seen_as != NULL;
    for (size_t i = 0; fine && i < threads * feed->columns; i++) {
        const feed_column *of = &feed->column[i % feed->columns];
        size_t texts = of->values ? of->values->size : of->label_count + 1;
        run->seen_as[i] = memory_new(texts, sizeof **run->seen_as);
        fine = run->seen_as[i] != NULL;
        for (size_t c = 0; fine && c < texts; c++)
            run->seen_as[i][c] = NOT_SEEN;
    }
    return fine;
}

static bool all_kept(const shoal_table *table) {
    bool kept = true;
    for (size_t i = 0; i < table->columns; i++)
        kept = kept && table->column[i].kept;
    return kept;
}

bool cell_check_see_table(const shoal_table *table, void *context) {
    cell_check *check = context;
    size_t threads = (size_t)threads_count(check->pool);
    table_check run = {.check = check, .table = table};
    bool fine = open_seen(&run, threads);
    if (table->columns == check->feed->columns && all_kept(table))
        run.rows = table->rows < check->rows ? table->rows : check->rows;
    if (fine)
        threads_run(check->pool, (run.rows + TAKEN_ROWS - 1) / TAKEN_ROWS, compare_table_rows,
                    &run);
    for (size_t i = 0; run.seen_as && i < threads * check->feed->columns; i++)
        memory_free(run.seen_as[i]);
    memory_free(run.seen_as);
    check->seen += run.rows == check->rows ? table->rows : run.rows;
    return fine;
}

shoal_status cell_check_end(const cell_check *check, shoal_error *error) {
    if (check->seen != check->rows)
        return status_fail(error, SHOAL_UNVERIFIED,
                           "the written file failed verification: %zu rows instead of %zu",
                           check->seen, check->rows);
    if (check->found)
        return status_fail(error, SHOAL_UNVERIFIED,
                           "the written file failed verification: '%.60s' of row %zu is '%s' "
                           "instead of '%s'",
                           check->feed->column[check->wrong_column].name, check->wrong_row + 1,
                           check->is, check->must_be);
    return SHOAL_OK;
}
