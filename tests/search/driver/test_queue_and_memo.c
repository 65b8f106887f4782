/* The branch and bound's queue and the memo of evaluated nodes. */
#include "base/random.h"
#include "search/driver/interval_queue.h"
#include "search/driver/memo.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

static void intervals_leave_by_their_bound(void **state) {
    (void)state;
    interval_queue queue = {.node_bytes = 2};
    random_stream stream = random_open(1, "queue", 0);
    uint8_t low[2] = {0, 1}, high[2] = {2, 3};
    for (int i = 0; i < 500; i++) {
        interval *open = interval_new(&queue, low, high);
        assert_non_null(open);
        open->bound = (double)random_below(&stream, 40);
        assert_true(interval_push(&queue, open));
    }
    double last = 0;
    for (int i = 0; i < 500; i++) {
        interval *next = interval_pop(&queue, false);
        assert_true(next->bound >= last);
        assert_int_equal(interval_high(&queue, next)[1], 3);
        last = next->bound;
        interval_drop(&queue, next);
    }
    assert_null(interval_pop(&queue, false));
    interval_queue_free(&queue);
}

static void the_newest_can_go_first(void **state) {
    (void)state;
    interval_queue queue = {.node_bytes = 1};
    for (uint8_t i = 0; i < 9; i++) {
        interval *open = interval_new(&queue, &i, &i);
        open->bound = i;
        assert_true(interval_push(&queue, open));
    }
    interval *next = interval_pop(&queue, true);
    assert_int_equal(interval_low(next)[0], 8);
    interval_drop(&queue, next);
    next = interval_pop(&queue, false);
    assert_int_equal(interval_low(next)[0], 0);
    interval_drop(&queue, next);
    interval_queue_free(&queue);
}

static void nodes_are_found_again(void **state) {
    (void)state;
    memo *known;
    assert_int_equal(memo_open(&known, 3, 1 << 20, NULL), SHOAL_OK);
    for (int i = 0; i < 4000; i++) {
        uint8_t node[3] = {(uint8_t)(i % 20), (uint8_t)(i / 20 % 20), (uint8_t)(i / 400)};
        assert_true(memo_find(known, node) == MEMO_NONE);
        size_t entry = memo_add(known, node);
        assert_true(entry != MEMO_NONE);
        /* A search that stops before it evaluates a node must not take it for an answer. */
        assert_false(memo_at(known, entry)->feasible);
        memo_at(known, entry)->value = i;
        memo_at(known, entry)->feasible = true;
    }
    for (int i = 0; i < 4000; i++) {
        uint8_t node[3] = {(uint8_t)(i % 20), (uint8_t)(i / 20 % 20), (uint8_t)(i / 400)};
        assert_true(memo_at(known, memo_find(known, node))->value == i);
    }
    memo_close(known);
}

static void a_full_memo_forgets_nothing_and_takes_nothing(void **state) {
    (void)state;
    memo *known;
    assert_int_equal(memo_open(&known, 1, 10 * (1 + sizeof(evaluation) + 8), NULL), SHOAL_OK);
    for (uint8_t i = 0; i < 20; i++) {
        size_t entry = memo_add(known, &i);
        assert_int_equal(entry == MEMO_NONE, i >= 10);
        assert_int_equal(memo_find(known, &i) == MEMO_NONE, i >= 10);
    }
    memo_close(known);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(intervals_leave_by_their_bound),
        cmocka_unit_test(the_newest_can_go_first),
        cmocka_unit_test(nodes_are_found_again),
        cmocka_unit_test(a_full_memo_forgets_nothing_and_takes_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
