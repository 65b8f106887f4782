/* Columns that are not read: their hashes repeat exactly where their values do. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "base/random.h"
#include "bind/hidden_columns.h"
#include "support/random_cases.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { MOST_ROWS = 400 };

static uint64_t seed;

static void write_table(const char *path, random_stream *from, size_t rows, uint64_t *key,
                        uint64_t values) {
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs("key,age,other\n", file);
    for (size_t i = 0; i < rows; i++) {
        key[i] = random_below(from, values);
        /* 0 is a missing value, and quotes are no part of it. */
        if (key[i] == 0)
            fprintf(file, "%s,", random_below(from, 2) ? "" : "?");
        else
            fprintf(file, random_below(from, 2) ? "\"k%u\"," : "k%u,", (unsigned)key[i]);
        fprintf(file, "%u,x%u\n", (unsigned)random_below(from, 99), (unsigned)i);
    }
    assert_int_equal(fclose(file), 0);
}

static size_t count_values(const uint64_t *key, size_t rows) {
    size_t values = 0;
    for (size_t i = 0; i < rows; i++) {
        bool new = true;
        for (size_t j = 0; j < i && key[i] != 0; j++)
            new = new &&key[j] != key[i];
        values += new;
    }
    return values;
}

static void check(const hidden_values *found, const uint64_t *key, size_t rows) {
    assert_int_equal(found->values, count_values(key, rows));
    assert_non_null(found->hash);
    for (size_t i = 0; i < rows; i++)
        for (size_t j = 0; j < i; j++)
            assert_int_equal(found->hash[i] == found->hash[j], key[i] == key[j] && key[i] != 0);
}

static void hashes_repeat_as_values_do(void **state) {
    (void)state;
    static uint64_t key[MOST_ROWS];
    char path[] = "/tmp/hidden-XXXXXX";
    int made = mkstemp(path);
    assert_true(made >= 0 && close(made) == 0);
    shoal_plan *plan;
    thread_pool *pool;
    assert_int_equal(shoal_plan_new(&plan, NULL), SHOAL_OK);
    assert_int_equal(shoal_plan_set(plan, "attributes.key.role", "identifier", NULL), SHOAL_OK);
    assert_int_equal(threads_start(&pool, 3, NULL), SHOAL_OK);
    size_t cases = property_cases(40);
    for (size_t item = 0; item < cases; item++) {
        random_stream from = random_open(seed, "hidden", item);
        size_t rows = 1 + random_below(&from, MOST_ROWS);
        write_table(path, &from, rows, key, 2 + random_below(&from, 2 * rows));
        hidden_columns *hidden = hidden_columns_new(plan, 3);
        source_options options = {.header = SHOAL_YES,
                                  .keep = hidden_columns_keep,
                                  .context = hidden,
                                  .see = hidden_columns_see,
                                  .see_context = hidden,
                                  .pool = random_below(&from, 2) ? pool : NULL,
                                  .chunk = 64 + random_below(&from, 500)};
        const char *names[] = {path};
        shoal_table *table = NULL;
        assert_int_equal(source_load(&table, NULL, names, 1, &options, NULL), SHOAL_OK);
        assert_false(table->column[0].kept);
        assert_true(table->column[1].kept);
        assert_int_equal(hidden_columns_count(hidden), 1);
        assert_int_equal(hidden_columns_place(hidden, 0), 0);
        hidden_values found;
        assert_int_equal(hidden_columns_take(&found, hidden, 0, rows, NULL), SHOAL_OK);
        check(&found, key, rows);
        memory_free(found.hash);
        /* Nothing is known where rows are not as they were shown. */
        assert_int_equal(hidden_columns_take(&found, hidden, 0, rows + 1, NULL), SHOAL_OK);
        assert_null(found.hash);
        hidden_columns_free(hidden);
        shoal_table_free(table);
    }
    unlink(path);
    threads_stop(pool);
    shoal_plan_free(plan);
}

/* Values of their own are given up, so that they take no memory. */
static void unique_columns_are_given_up(void **state) {
    (void)state;
    enum { ROWS = 200000, BLOCK = 1000 };
    static char text[BLOCK * 16 + CELL_BLOCK_PADDING];
    static cell_span span[BLOCK];
    shoal_plan *plan;
    assert_int_equal(shoal_plan_new(&plan, NULL), SHOAL_OK);
    assert_int_equal(shoal_plan_set(plan, "attributes.key.role", "identifier", NULL), SHOAL_OK);
    for (int repeated = 0; repeated < 2; repeated++) {
        hidden_columns *hidden = hidden_columns_new(plan, 1);
        assert_false(hidden_columns_keep("key", hidden));
        for (size_t begin = 0; begin < ROWS; begin += BLOCK) {
            for (uint32_t i = 0; i < BLOCK; i++) {
                size_t value = (begin + i) / (repeated ? 2 : 1);
                int length = snprintf(text + i * 16, 16, "%zu", value);
                span[i] = (cell_span){i * 16, i * 16 + (uint32_t)length};
            }
            cell_block block = {begin, 0, BLOCK, 1, text, span};
            hidden_columns_see(&block, hidden);
        }
        hidden_values found;
        assert_int_equal(hidden_columns_take(&found, hidden, 0, ROWS, NULL), SHOAL_OK);
        assert_int_equal(found.hash != NULL, repeated);
        assert_int_equal(found.values, repeated ? ROWS / 2 : ROWS);
        memory_free(found.hash);
        hidden_columns_free(hidden);
    }
    shoal_plan_free(plan);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hashes_repeat_as_values_do),
        cmocka_unit_test(unique_columns_are_given_up),
    };
    seed = property_seed();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
