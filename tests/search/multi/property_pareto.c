/* Ranks, crowding, hypervolumes and archives against naive twins, on random points with many ties
 * and duplicates; and that a least achievement is efficient. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "search/multi/achievement.h"
#include "search/multi/pareto.h"
#include "support/random_cases.h"

#include <math.h>

#define MOST_POINTS 120
#define MOST_OBJECTIVES 5

static uint64_t seed;

typedef struct cloud {
    size_t count;
    size_t objectives;
    double values[MOST_POINTS * MOST_OBJECTIVES];
} cloud;

/* Whole numbers below a limit that is small more often than not. */
static void cloud_draw(cloud *out, random_stream *stream) {
    *out = (cloud){.count = random_below(stream, MOST_POINTS + 1)};
    out->objectives = 1 + random_below(stream, MOST_OBJECTIVES);
    uint64_t limit = random_below(stream, 3) ? 2 + random_below(stream, 6) : 1000;
    for (size_t i = 0; i < out->count * out->objectives; i++)
        out->values[i] = (double)random_below(stream, limit);
}

static double strange(random_stream *stream) {
    const double values[] = {NAN, -NAN, INFINITY, -INFINITY, 0.0, -0.0, 1e308, -1e308};
    return values[random_below(stream, sizeof values / sizeof *values)];
}

static void cloud_spoil(cloud *in, random_stream *stream) {
    for (size_t i = 0; i < in->count * in->objectives; i++)
        if (random_below(stream, 3) == 0)
            in->values[i] = strange(stream);
}

static const double *point_at(const cloud *in, size_t index) {
    return in->values + index * in->objectives;
}

/* ---- Twins --------------------------------------------------------------------------------- */

static bool worse(double one, double other) {
    return isnan(one) ? !isnan(other) : one > other;
}

static bool twin_dominates(const double *one, const double *other, size_t objectives) {
    bool better = false;
    for (size_t i = 0; i < objectives; i++) {
        if (worse(one[i], other[i]))
            return false;
        better |= worse(other[i], one[i]);
    }
    return better;
}

static bool twin_equals(const double *one, const double *other, size_t objectives) {
    for (size_t i = 0; i < objectives; i++)
        if (worse(one[i], other[i]) || worse(other[i], one[i]))
            return false;
    return true;
}

/* Peels front after front. */
static void twin_rank(const cloud *in, uint32_t *ranks) {
    const uint32_t none = UINT32_MAX;
    size_t ranked = 0;
    memset(ranks, 0xff, in->count * sizeof *ranks);
    for (uint32_t rank = 0; ranked < in->count; rank++)
        for (size_t i = 0; i < in->count; i++) {
            bool free = ranks[i] == none;
            for (size_t j = 0; free && j < in->count; j++)
                free = ranks[j] < rank ||
                       !twin_dominates(point_at(in, j), point_at(in, i), in->objectives);
            if (free) {
                ranks[i] = rank;
                ranked++;
            }
        }
}

/* Whether `one` stands before `other` in an objective. */
static bool twin_before(const cloud *in, size_t one, size_t other, size_t objective) {
    double first = point_at(in, one)[objective];
    double second = point_at(in, other)[objective];
    return first != second ? first < second : one < other;
}

/* Adds to one member's distance: the neighbours are the greatest before and the least behind. */
static double twin_share(const cloud *in, const size_t *members, size_t count, size_t self,
                         size_t objective) {
    size_t below = SIZE_MAX, above = SIZE_MAX, least = members[0], most = members[0];
    for (size_t i = 0; i < count; i++) {
        size_t other = members[i];
        least = twin_before(in, other, least, objective) ? other : least;
        most = twin_before(in, most, other, objective) ? other : most;
        if (twin_before(in, other, self, objective) &&
            (below == SIZE_MAX || twin_before(in, below, other, objective)))
            below = other;
        if (twin_before(in, self, other, objective) &&
            (above == SIZE_MAX || twin_before(in, other, above, objective)))
            above = other;
    }
    double range = point_at(in, most)[objective] - point_at(in, least)[objective];
    if (range == 0)
        return 0;
    if (below == SIZE_MAX || above == SIZE_MAX)
        return INFINITY;
    return (point_at(in, above)[objective] - point_at(in, below)[objective]) / range;
}

static double twin_crowd(const cloud *in, const size_t *members, size_t count, size_t self) {
    double sum = count <= 2 ? INFINITY : 0;
    for (size_t objective = 0; objective < in->objectives; objective++)
        sum += twin_share(in, members, count, self, objective);
    return sum;
}

/* Counts the unit cells below the reference that some point dominates. */
static double twin_volume(const cloud *in, const int *reference) {
    int cell[MOST_OBJECTIVES] = {0};
    double volume = 0;
    for (size_t place = 0; place < in->objectives;) {
        bool reached = false;
        for (size_t i = 0; i < in->count && !reached; i++) {
            reached = true;
            for (size_t j = 0; j < in->objectives; j++)
                reached &= point_at(in, i)[j] <= cell[j];
        }
        volume += reached;
        for (place = 0; place < in->objectives && ++cell[place] >= reference[place]; place++)
            cell[place] = 0;
    }
    return volume;
}

/* ---- Properties ---------------------------------------------------------------------------- */

static void check_ranks(const cloud *drawn) {
    uint32_t expected[MOST_POINTS], ranks[MOST_POINTS];
    twin_rank(drawn, expected);
    assert_true(pareto_rank(drawn->values, drawn->count, drawn->objectives, ranks));
    for (size_t i = 0; i < drawn->count; i++)
        assert_int_equal(ranks[i], expected[i]);
}

static void ranks_equal_peeling(void **state) {
    (void)state;
    for (size_t i = 0; i < property_cases(1000); i++) {
        random_stream stream = random_open(seed, "rank", i);
        cloud drawn;
        cloud_draw(&drawn, &stream);
        check_ranks(&drawn);
        cloud_spoil(&drawn, &stream);
        check_ranks(&drawn);
    }
}

static void dominance_equals_twin(void **state) {
    (void)state;
    for (size_t i = 0; i < property_cases(300); i++) {
        random_stream stream = random_open(seed, "dominance", i);
        cloud drawn;
        cloud_draw(&drawn, &stream);
        cloud_spoil(&drawn, &stream);
        for (size_t j = 1; j < drawn.count; j++) {
            const double *one = point_at(&drawn, j - 1);
            const double *other = point_at(&drawn, j);
            bool dominates = twin_dominates(one, other, drawn.objectives);
            bool equals = twin_equals(one, other, drawn.objectives);
            assert_int_equal(pareto_dominates(one, other, drawn.objectives), dominates);
            assert_int_equal(pareto_covers(one, other, drawn.objectives), dominates || equals);
            int order = pareto_order_points(one, other, drawn.objectives);
            assert_int_equal(order == 0, equals);
            assert_int_equal(order, -pareto_order_points(other, one, drawn.objectives));
            assert_true(order < 0 || !dominates);
        }
    }
}

static size_t members_of(const uint32_t *ranks, size_t count, uint32_t rank, size_t *members) {
    size_t found = 0;
    for (size_t i = count; i-- > 0;)
        if (ranks[i] == rank)
            members[found++] = i;
    return found;
}

static void crowding_equals_twin(void **state) {
    (void)state;
    for (size_t i = 0; i < property_cases(300); i++) {
        random_stream stream = random_open(seed, "crowding", i);
        cloud drawn;
        uint32_t ranks[MOST_POINTS];
        size_t members[MOST_POINTS];
        double distances[MOST_POINTS];
        cloud_draw(&drawn, &stream);
        twin_rank(&drawn, ranks);
        for (uint32_t rank = 0;; rank++) {
            size_t count = members_of(ranks, drawn.count, rank, members);
            if (count == 0)
                break;
            assert_true(pareto_crowd(drawn.values, drawn.objectives, members, count, distances));
            for (size_t j = 0; j < count; j++)
                assert_true(distances[j] == twin_crowd(&drawn, members, count, members[j]));
        }
    }
}

static void crowding_is_a_number_for_strange_values(void **state) {
    (void)state;
    for (size_t i = 0; i < property_cases(300); i++) {
        random_stream stream = random_open(seed, "strange", i);
        cloud drawn;
        size_t members[MOST_POINTS];
        double distances[MOST_POINTS];
        cloud_draw(&drawn, &stream);
        cloud_spoil(&drawn, &stream);
        for (size_t j = 0; j < drawn.count; j++)
            members[j] = j;
        assert_true(pareto_crowd(drawn.values, drawn.objectives, members, drawn.count, distances));
        for (size_t j = 0; j < drawn.count; j++)
            assert_true(distances[j] >= 0);
    }
}

/* Some points lie beyond the reference. */
static void volume_equals_cells(void **state) {
    (void)state;
    for (size_t i = 0; i < property_cases(400); i++) {
        random_stream stream = random_open(seed, "volume", i);
        cloud drawn = {.count = random_below(&stream, 30),
                       .objectives = 1 + random_below(&stream, MOST_OBJECTIVES)};
        int sides[MOST_OBJECTIVES];
        double reference[MOST_OBJECTIVES], volume;
        for (size_t j = 0; j < drawn.objectives; j++)
            reference[j] = sides[j] = 1 + (int)random_below(&stream, 6);
        for (size_t j = 0; j < drawn.count * drawn.objectives; j++)
            drawn.values[j] = (double)random_below(&stream, 7);
        assert_true(
            pareto_hypervolume(drawn.values, drawn.count, drawn.objectives, reference, &volume));
        assert_true(volume == twin_volume(&drawn, sides));
    }
}

static void volume_is_a_number_for_strange_values(void **state) {
    (void)state;
    for (size_t i = 0; i < property_cases(300); i++) {
        random_stream stream = random_open(seed, "beyond", i);
        cloud drawn;
        double reference[MOST_OBJECTIVES], volume;
        cloud_draw(&drawn, &stream);
        cloud_spoil(&drawn, &stream);
        for (size_t j = 0; j < drawn.objectives; j++)
            reference[j] = random_below(&stream, 2) ? strange(&stream) : 500;
        assert_true(
            pareto_hypervolume(drawn.values, drawn.count, drawn.objectives, reference, &volume));
        assert_true(volume >= 0);
    }
}

/* Whether the archive should hold the point: nothing seen dominates it, nothing before equals it.
 */
static bool twin_holds(const cloud *seen, size_t count, size_t index) {
    for (size_t i = 0; i < count; i++) {
        const double *other = point_at(seen, i);
        if (twin_dominates(other, point_at(seen, index), seen->objectives) ||
            (i < index && twin_equals(other, point_at(seen, index), seen->objectives)))
            return false;
    }
    return true;
}

static void check_archive(const pareto_archive *archive, const cloud *seen, size_t count) {
    size_t expected = 0;
    for (size_t i = 0; i < count; i++)
        expected += twin_holds(seen, count, i);
    assert_int_equal(pareto_archive_count(archive), expected);
    for (size_t i = 0; i < expected; i++) {
        uint32_t index;
        const double *values = pareto_archive_values(archive, i);
        memcpy(&index, pareto_archive_node(archive, i), sizeof index);
        assert_true(index < count && twin_holds(seen, count, index));
        assert_true(twin_equals(values, point_at(seen, index), seen->objectives));
        if (i > 0)
            assert_true(pareto_order_points(pareto_archive_values(archive, i - 1), values,
                                            seen->objectives) < 0);
    }
}

static void archive_is_what_nothing_dominates(void **state) {
    (void)state;
    for (size_t i = 0; i < property_cases(300); i++) {
        random_stream stream = random_open(seed, "archive", i);
        cloud drawn;
        pareto_archive *archive;
        cloud_draw(&drawn, &stream);
        if (i % 3 == 0)
            cloud_spoil(&drawn, &stream);
        assert_int_equal(pareto_archive_open(&archive, drawn.objectives, sizeof(uint32_t), NULL),
                         SHOAL_OK);
        for (uint32_t j = 0; j < drawn.count; j++) {
            uint8_t node[sizeof j];
            memcpy(node, &j, sizeof j);
            pareto_answer answer = pareto_archive_add(archive, point_at(&drawn, j), node);
            assert_int_equal(answer,
                             twin_holds(&drawn, j + 1, j) ? PARETO_ADDED : PARETO_DOMINATED);
            if (j % 16 == 0 || j + 1 == drawn.count)
                check_archive(archive, &drawn, j + 1);
        }
        pareto_archive_close(archive);
    }
}

/* dewri2009's observation: nothing is better in both than where the achievement is least. */
static void least_achievement_is_efficient(void **state) {
    (void)state;
    const double wishes[] = {0, 1e-6, 0.01, 0.2, 0.5, 1};
    for (size_t i = 0; i < property_cases(1000); i++) {
        random_stream stream = random_open(seed, "achievement", i);
        preference wish = {wishes[random_below(&stream, 6)], wishes[random_below(&stream, 6)]};
        double points[50][2], least = INFINITY;
        size_t best = 0;
        for (size_t j = 0; j < 50; j++) {
            points[j][0] = (double)random_below(&stream, 21) / 20;
            points[j][1] = random_unit(&stream);
            double achieved = preference_achievement(&wish, points[j][0], points[j][1]);
            best = achieved < least ? j : best;
            least = fmin(achieved, least);
        }
        for (size_t j = 0; j < 50; j++)
            assert_false(points[j][0] < points[best][0] && points[j][1] < points[best][1]);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ranks_equal_peeling),
        cmocka_unit_test(dominance_equals_twin),
        cmocka_unit_test(crowding_equals_twin),
        cmocka_unit_test(crowding_is_a_number_for_strange_values),
        cmocka_unit_test(volume_equals_cells),
        cmocka_unit_test(volume_is_a_number_for_strange_values),
        cmocka_unit_test(archive_is_what_nothing_dominates),
        cmocka_unit_test(least_achievement_is_efficient),
    };
    seed = property_seed();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
