/* The base layer: memory, text, random streams, threads. */
#include "base/memory.h"
#include "base/random.h"
#include "base/text.h"
#include "base/threads.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdint.h>

#include <cmocka.h>

static void sizes_that_overflow_are_refused(void **state) {
    (void)state;
    arena owner = {0};
    void *items = NULL;
    size_t capacity = 0;
    assert_null(memory_new(SIZE_MAX / 2, 4));
    assert_null(memory_zero(SIZE_MAX / 2, 4));
    assert_null(arena_new(&owner, SIZE_MAX / 2, 4));
    assert_false(memory_grow(&items, &capacity, SIZE_MAX / 2, 4));
    assert_null(items);
    arena_free(&owner);
}

static void arenas_hand_out_separate_aligned_memory(void **state) {
    (void)state;
    arena owner = {0};
    char *pieces[300];
    for (size_t i = 0; i < 300; i++) {
        pieces[i] = arena_zero(&owner, i * 7 + 1, 1);
        assert_non_null(pieces[i]);
        assert_int_equal((uintptr_t)pieces[i] % sizeof(void *), 0);
        memset(pieces[i], (int)i, i * 7 + 1);
    }
    for (size_t i = 0; i < 300; i++)
        for (size_t byte = 0; byte <= i * 7; byte++)
            assert_int_equal((unsigned char)pieces[i][byte], i % 256);
    assert_string_equal(arena_text(&owner, "abcdef", 3), "abc");
    assert_non_null(arena_new(&owner, 1 << 20, 1));
    arena_free(&owner);
}

static void growing_keeps_what_was_there(void **state) {
    (void)state;
    uint32_t *items = NULL;
    size_t capacity = 0;
    for (uint32_t i = 0; i < 5000; i++) {
        assert_true(memory_grow((void **)&items, &capacity, i + 1, sizeof *items));
        items[i] = i * i;
    }
    for (uint32_t i = 0; i < 5000; i++)
        assert_int_equal(items[i], i * i);
    memory_free(items);
}

static void text_grows_by_pieces(void **state) {
    (void)state;
    text out = {0};
    text_add_string(&out, "rows ");
    text_format(&out, "%d of %s", 42, "100");
    text_add(&out, "!?", 1);
    assert_false(out.failed);
    assert_string_equal(out.bytes, "rows 42 of 100!");
    assert_int_equal(out.length, 15);
    text_free(&out);
}

static void messages_are_cut_at_whole_characters(void **state) {
    (void)state;
    for (size_t pad = 0; pad < 4; pad++) {
        char long_text[400] = "";
        memset(long_text, 'x', pad);
        while (strlen(long_text) < 380)
            strcat(long_text, "\xE2\x82\xAC");
        shoal_error error;
        assert_int_equal(status_fail(&error, SHOAL_USAGE, "%s", long_text), SHOAL_USAGE);
        size_t length = strlen(error.message);
        assert_true(length > SHOAL_MESSAGE_SIZE - 5);
        assert_int_equal((length - pad) % 3, 0);
    }
}

static void streams_depend_on_seed_purpose_and_index_only(void **state) {
    (void)state;
    random_stream one = random_open(7, "mutation", 3);
    random_stream again = random_open(7, "mutation", 3);
    random_stream others[] = {random_open(8, "mutation", 3), random_open(7, "selection", 3),
                              random_open(7, "mutation", 4)};
    for (int i = 0; i < 100; i++) {
        uint64_t draw = random_next(&one);
        assert_true(draw == random_next(&again));
        for (size_t other = 0; other < 3; other++)
            assert_true(draw != random_next(&others[other]));
    }
}

static void draws_are_even(void **state) {
    (void)state;
    int seen[6] = {0};
    double mean = 0;
    random_stream stream = random_open(1, "dice", 0);
    for (int i = 0; i < 60000; i++) {
        seen[random_below(&stream, 6)]++;
        mean += random_unit(&stream) / 60000;
    }
    for (int side = 0; side < 6; side++)
        assert_in_range(seen[side], 9500, 10500);
    assert_true(mean > 0.49 && mean < 0.51);
}

static void count_item(void *context, size_t item, int worker) {
    atomic_int *seen = context;
    assert_in_range(worker, 0, 6);
    atomic_fetch_add(&seen[item], 1);
}

static void every_item_is_done_once(void **state) {
    (void)state;
    static const int sizes[] = {1, 2, 7};
    for (size_t i = 0; i < 3; i++) {
        thread_pool *pool;
        assert_int_equal(threads_start(&pool, sizes[i], NULL), SHOAL_OK);
        assert_int_equal(threads_count(pool), sizes[i]);
        for (int round = 0; round < 200; round++) {
            atomic_int seen[50] = {0};
            threads_run(pool, (size_t)round % 50, count_item, seen);
            for (int item = 0; item < 50; item++)
                assert_int_equal(seen[item], item < round % 50);
        }
        threads_stop(pool);
    }
}

static void mark_item(void *context, size_t item, int worker) {
    int *seen = context;
    (void)worker;
    seen[item]++;
}

/* Threads that come late for a loop meet the next one, and the one after: what each loop did has to
 * be there when it ends, and nothing of it may happen later. */
static void short_loops_follow_each_other(void **state) {
    (void)state;
    static const int sizes[] = {2, 3, 7};
    for (size_t i = 0; i < 3; i++) {
        thread_pool *pool;
        assert_int_equal(threads_start(&pool, sizes[i], NULL), SHOAL_OK);
        for (int round = 0; round < 20000; round++) {
            int seen[6] = {0};
            size_t items = 2 + (size_t)round % 5;
            threads_run(pool, items, mark_item, seen);
            for (size_t item = 0; item < 6; item++)
                assert_int_equal(seen[item], item < items);
        }
        threads_stop(pool);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sizes_that_overflow_are_refused),
        cmocka_unit_test(arenas_hand_out_separate_aligned_memory),
        cmocka_unit_test(growing_keeps_what_was_there),
        cmocka_unit_test(text_grows_by_pieces),
        cmocka_unit_test(messages_are_cut_at_whole_characters),
        cmocka_unit_test(streams_depend_on_seed_purpose_and_index_only),
        cmocka_unit_test(draws_are_even),
        cmocka_unit_test(every_item_is_done_once),
        cmocka_unit_test(short_loops_follow_each_other),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
