/* Choosing the set that a node is rolled up from, against a look at all sets, level by level. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "base/memory.h"
#include "base/random.h"
#include "recode/rolled_set.h"
#include "support/random_cases.h"

#define MOST_ATTRIBUTES 40

static uint64_t seed;

/* Mostly few levels, so that some sets are below a node; now and then any byte. */
static void draw_levels(random_stream *stream, uint8_t *levels, size_t attributes, uint64_t most) {
    for (size_t a = 0; a < attributes; a++)
        levels[a] = (uint8_t)random_below(stream, random_below(stream, 50) ? most : 256);
}

/* A set without tuples: only their number is looked at. */
static rolled_set *draw_set(random_stream *stream, size_t attributes, uint64_t most) {
    rolled_set *set = memory_zero(1, sizeof *set + attributes);
    assert_non_null(set);
    set->tuples.attributes = attributes;
    set->tuples.tuples = 1 + random_below(stream, 900);
    draw_levels(stream, set->levels, attributes, most);
    return set;
}

static bool is_below(const rolled_set *set, const uint8_t *node) {
    for (size_t a = 0; !set->ground && a < set->tuples.attributes; a++)
        if (set->levels[a] > node[a])
            return false;
    return true;
}

static void check_source(rolled_cache *cache, const uint8_t *node) {
    size_t least = SIZE_MAX;
    for (size_t i = 0; i < cache->count; i++) {
        assert_int_equal(rolled_set_is_below(cache->sets[i], node), is_below(cache->sets[i], node));
        if (is_below(cache->sets[i], node) && cache->sets[i]->tuples.tuples < least)
            least = cache->sets[i]->tuples.tuples;
    }
    const rolled_set *source = rolled_cache_source(cache, node);
    assert_true(is_below(source, node));
    assert_int_equal(source->tuples.tuples, least);
}

/* More sets than are kept: the oldest leave. */
static void the_smallest_set_below_is_found(void **state) {
    (void)state;
    for (size_t i = 0; i < property_cases(20); i++) {
        random_stream stream = random_open(seed + i, "rolled", 0);
        size_t attributes = 1 + random_below(&stream, MOST_ATTRIBUTES);
        uint64_t most = 2 + random_below(&stream, 4);
        frequency_set ground = {.attributes = attributes, .tuples = 1000};
        rolled_cache cache;
        assert_int_equal(rolled_cache_open(&cache, &ground, SIZE_MAX, NULL), SHOAL_OK);
        for (int round = 0; round < 200; round++) {
            rolled_set *made[4] = {NULL};
            uint8_t node[MOST_ATTRIBUTES];
            size_t some = 1 + random_below(&stream, 4);
            for (size_t s = 0; s < some; s++)
                made[s] = draw_set(&stream, attributes, most);
            rolled_cache_keep(&cache, made, 4);
            draw_levels(&stream, node, attributes, most + 1);
            check_source(&cache, node);
        }
        assert_true(cache.sets[0]->ground);
        rolled_cache_close(&cache);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_smallest_set_below_is_found),
    };
    seed = property_seed();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
