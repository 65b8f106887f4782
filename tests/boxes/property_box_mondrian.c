/* Mondrian on random tables against a slow and obvious one: no memory, no threads, every part a
 * list of its own. And what parts publish never overlaps. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "boxes/box_mondrian.h"
#include "support/random_cases.h"

#include <stdlib.h>
#include <string.h>

#define MOST_ATTRIBUTES 4
#define MOST_SIZE 16
#define MOST_TUPLES 2600
#define MOST_NODES (2 * MOST_SIZE)
#define MOST_CUTS (MOST_ATTRIBUTES * 2 * MOST_SIZE)
#define THREADS 3

static uint64_t seed;
static thread_pool *pools[THREADS];

/* ---- A random table -------------------------------------------------------------------------- */

typedef struct cut_case {
    box_attribute attribute[MOST_ATTRIBUTES];
    box_division division[MOST_ATTRIBUTES];
    box_branch branch[MOST_ATTRIBUTES][MOST_NODES];
    box_cost of_count[MOST_ATTRIBUTES][MOST_SIZE + 1];
    uint16_t position[MOST_TUPLES * MOST_ATTRIBUTES];
    uint32_t count[MOST_TUPLES];
    box_table table;
    box_costs costs;
    int beam;
} cut_case;

typedef struct value_set {
    uint32_t bits; /* of positions */
} value_set;

/* What is published of positions. */
static value_set label_of(const cut_case *of, size_t a, uint32_t bits) {
    uint32_t least = (uint32_t)__builtin_ctz(bits), most = 31 - (uint32_t)__builtin_clz(bits);
    uint32_t begin = least, end = most + 1;
    if (of->attribute[a].shape == BOX_SET)
        return (value_set){bits};
    for (uint32_t n = 0; of->division[a].branch && n < of->division[a].branches; n++) {
        const box_branch *node = &of->branch[a][n];
        if (node->begin <= least && most < node->end) {
            begin = node->begin;
            end = node->end;
        }
    }
    return (value_set){(uint32_t)((((uint64_t)1 << end) - 1) & ~(((uint64_t)1 << begin) - 1))};
}

/* An attribute of a case. */
typedef struct priced {
    const cut_case *of;
    size_t attribute;
} priced;

static priced contexts[MOST_ATTRIBUTES];

static box_cost price(const void *context, uint32_t least, uint32_t most) {
    const cut_case *of = ((const priced *)context)->of;
    size_t a = ((const priced *)context)->attribute;
    uint32_t bits = (uint32_t)1 << least | (uint32_t)1 << most;
    uint32_t covered = (uint32_t)__builtin_popcount(label_of(of, a, bits).bits);
    return (box_cost)((uint64_t)BOX_UNIT * (covered - 1) / of->attribute[a].size);
}

/* A random tree over the positions: nodes are divided at random, not all of them. */
static uint32_t grow(box_branch *out, uint32_t begin, uint32_t end, random_stream *draw) {
    uint32_t count = 1, at = begin;
    out[0] = (box_branch){begin, end, 0};
    while (end - begin > 1 && at < end) {
        uint32_t longest = end - at - (at == begin);
        uint32_t length = 1 + (uint32_t)random_below(draw, longest);
        uint32_t made = grow(out + count, at, at + length, draw);
        for (uint32_t n = 0; n < made; n++)
            out[count + n].next += count;
        count += made;
        at += length;
    }
    out[0].next = count;
    return count;
}

static void draw_attribute(cut_case *out, size_t a, random_stream *draw, bool trees) {
    box_attribute *each = &out->attribute[a];
    uint64_t kind = trees ? 0 : random_below(draw, 3);
    *each = (box_attribute){.shape = kind == 2 ? BOX_SET : BOX_SPAN,
                            .size = 2 + (uint32_t)random_below(draw, MOST_SIZE - 1),
                            .span = price,
                            .context = &contexts[a],
                            .of_count = out->of_count[a]};
    contexts[a] = (priced){out, a};
    out->division[a] = (box_division){0};
    for (uint32_t n = 0; n <= each->size; n++)
        out->of_count[a][n] = n ? (box_cost)((uint64_t)BOX_UNIT * (n - 1) / each->size) : 0;
    if (kind == 0) {
        out->division[a].branch = out->branch[a];
        out->division[a].branches = grow(out->branch[a], 0, each->size, draw);
    }
}

/* At least two kinds of tuples: closed under union. */
static bool two_kinds(const void *context, const uint32_t *tuples, size_t count, int worker) {
    (void)context;
    (void)worker;
    for (size_t i = 1; i < count; i++)
        if (tuples[i] % 3 != tuples[0] % 3)
            return true;
    return false;
}

static void draw_case(cut_case *out, uint64_t number, size_t tuples, bool trees) {
    random_stream draw = random_open(seed, "mondrian", number);
    shoal_error error;
    size_t attributes = 1 + random_below(&draw, MOST_ATTRIBUTES);
    bool rule = random_below(&draw, 4) == 0;
    for (size_t a = 0; a < attributes; a++)
        draw_attribute(out, a, &draw, trees);
    out->table = (box_table){.attributes = attributes,
                             .attribute = out->attribute,
                             .tuples = tuples,
                             .position = out->position,
                             .count = rule ? NULL : out->count,
                             .k = 2 + random_below(&draw, 4),
                             .rule = rule ? two_kinds : NULL,
                             .blank_cost = (int64_t)attributes * BOX_UNIT};
    for (size_t t = 0; t < tuples; t++) {
        out->count[t] = rule ? 1 : 1 + (uint32_t)random_below(&draw, 2);
        out->table.rows += out->count[t];
        for (size_t a = 0; a < attributes; a++) {
            uint64_t size = out->attribute[a].size;
            out->position[t * attributes + a] =
                (uint16_t)(random_below(&draw, size) * random_below(&draw, 3) / 2);
        }
    }
    out->beam = 1 + (int)random_below(&draw, BOX_MONDRIAN_MOST_BEAM);
    assert_int_equal(box_costs_open(&out->costs, &out->table, &error), SHOAL_OK);
}

/* ---- The slow twin --------------------------------------------------------------------------- */

typedef struct twin_part {
    uint32_t tuple[MOST_TUPLES];
    size_t count;
} twin_part;

typedef struct twin_cut {
    uint32_t code;
    int64_t cost;
} twin_cut;

static uint32_t bits_of(const cut_case *of, const twin_part *part, size_t a) {
    uint32_t bits = 0;
    for (size_t i = 0; i < part->count; i++)
        bits |= (uint32_t)1 << of->position[part->tuple[i] * of->table.attributes + a];
    return bits;
}

static uint64_t rows_of(const cut_case *of, const twin_part *part) {
    uint64_t rows = 0;
    for (size_t i = 0; i < part->count; i++)
        rows += of->table.count ? of->table.count[part->tuple[i]] : 1;
    return rows;
}

static int64_t cost_of(const cut_case *of, const twin_part *part) {
    int64_t sum = 0;
    for (size_t a = 0; a < of->table.attributes; a++) {
        uint32_t covered = (uint32_t)__builtin_popcount(label_of(of, a, bits_of(of, part, a)).bits);
        sum += (int64_t)((uint64_t)BOX_UNIT * (covered - 1) / of->attribute[a].size);
    }
    return sum * (int64_t)rows_of(of, part);
}

static bool holds(const cut_case *of, const twin_part *part) {
    return rows_of(of, part) >= of->table.k &&
           (!of->table.rule || of->table.rule(NULL, part->tuple, part->count, 0));
}

/* The groups of positions that a cut makes; `at`: see box_mondrian.h of the library. */
static size_t groups_of(const cut_case *of, const twin_part *part, uint32_t code, uint32_t *out) {
    size_t a = code >> 16, count = 0;
    uint32_t at = code & 0xffff, bits = bits_of(of, part, a);
    const box_division *by = &of->division[a];
    if (!by->branch) {
        bool one = of->attribute[a].shape == BOX_SET && at >= BOX_MOST_SET;
        uint32_t first = one ? (uint32_t)1 << (at - BOX_MOST_SET) : ((uint32_t)2 << at) - 1;
        out[0] = bits & first;
        out[1] = bits & ~first;
        return 2;
    }
    uint32_t least = (uint32_t)__builtin_ctz(bits), most = 31 - (uint32_t)__builtin_clz(bits);
    uint32_t node = 0;
    for (uint32_t n = 0; n < by->branches; n++)
        if (by->branch[n].begin <= least && most < by->branch[n].end)
            node = n;
    for (uint32_t n = node + 1; n < by->branch[node].next; n = by->branch[n].next) {
        uint32_t child = 0;
        for (uint32_t p = by->branch[n].begin; p < by->branch[n].end; p++)
            child |= bits & (uint32_t)1 << p;
        if (child)
            out[count++] = child;
    }
    return count;
}

static void take_group(const cut_case *of, const twin_part *part, size_t a, uint32_t group,
                       twin_part *out) {
    out->count = 0;
    for (size_t i = 0; i < part->count; i++)
        if (group >> of->position[part->tuple[i] * of->table.attributes + a] & 1)
            out->tuple[out->count++] = part->tuple[i];
}

/* What the parts cost at once; -1: it is no cut. */
static int64_t try_cut(const cut_case *of, const twin_part *part, uint32_t code) {
    uint32_t group[MOST_SIZE];
    size_t groups = groups_of(of, part, code, group);
    int64_t cost = 0;
    twin_part *each = malloc(sizeof *each);
    for (size_t g = 0; cost >= 0 && g < groups; g++) {
        each->count = 0;
        if (group[g])
            take_group(of, part, code >> 16, group[g], each);
        cost = each->count > 0 && holds(of, each) ? cost + cost_of(of, each) : -1;
    }
    free(each);
    return groups < 2 ? -1 : cost;
}

static int by_cost(const void *one, const void *other) {
    const twin_cut *a = one, *b = other;
    if (a->cost != b->cost)
        return a->cost < b->cost ? -1 : 1;
    return (a->code > b->code) - (a->code < b->code);
}

static size_t list_codes(const cut_case *of, const twin_part *part, size_t a, uint32_t *out) {
    uint32_t bits = bits_of(of, part, a), code = (uint32_t)a << 16;
    bool set = of->attribute[a].shape == BOX_SET;
    size_t count = 0;
    if (of->division[a].branch) {
        out[count++] = code;
        return count;
    }
    for (uint32_t p = 0; p < of->attribute[a].size; p++) {
        if (!(bits >> p & 1))
            continue;
        out[count++] = code | p;
        if (set && !of->table.rule && __builtin_popcount(bits) >= 3)
            out[count++] = code | (p + BOX_MOST_SET);
    }
    return count;
}

/* The best cuts, two of an attribute at most. */
static size_t list_cuts(const cut_case *of, const twin_part *part, twin_cut *out, size_t most) {
    twin_cut all[MOST_CUTS];
    uint32_t code[2 * MOST_SIZE];
    size_t count = 0, kept = 0, of_attribute[MOST_ATTRIBUTES] = {0};
    for (size_t a = 0; a < of->table.attributes; a++) {
        size_t codes = list_codes(of, part, a, code);
        for (size_t i = 0; i < codes; i++) {
            int64_t cost = try_cut(of, part, code[i]);
            if (cost >= 0)
                all[count++] = (twin_cut){code[i], cost};
        }
    }
    qsort(all, count, sizeof *all, by_cost);
    for (size_t i = 0; i < count && kept < most; i++)
        if (of_attribute[all[i].code >> 16]++ < 2)
            out[kept++] = all[i];
    return kept;
}

static int64_t twin_value(const cut_case *of, const twin_part *part, int ahead, uint32_t *cut);

static int64_t value_of_cut(const cut_case *of, const twin_part *part, uint32_t code, int ahead) {
    uint32_t group[MOST_SIZE], unused;
    size_t groups = groups_of(of, part, code, group);
    int64_t sum = 0;
    twin_part *each = malloc(sizeof *each);
    for (size_t g = 0; g < groups; g++) {
        take_group(of, part, code >> 16, group[g], each);
        sum += twin_value(of, each, ahead, &unused);
    }
    free(each);
    return sum;
}

#define ALL_CUTS 100

/* The least over all cuts to the end. */
static int64_t least_value(const cut_case *of, const twin_part *part, const twin_cut *list,
                           size_t count) {
    int64_t least = cost_of(of, part);
    for (size_t i = 0; i < count; i++) {
        int64_t value = value_of_cut(of, part, list[i].code, ALL_CUTS);
        least = value < least ? value : least;
    }
    return least;
}

static int64_t twin_value(const cut_case *of, const twin_part *part, int ahead, uint32_t *cut) {
    int64_t own = cost_of(of, part);
    twin_cut list[BOX_MONDRIAN_MOST_BEAM];
    *cut = UINT32_MAX;
    if (own == 0 || rows_of(of, part) < 2 * of->table.k)
        return own;
    size_t count =
        list_cuts(of, part, list, ahead == ALL_CUTS ? BOX_MONDRIAN_MOST_BEAM : (size_t)of->beam);
    if (ahead == ALL_CUTS)
        return least_value(of, part, list, count);
    if (ahead == 0) {
        *cut = count > 0 && list[0].cost <= own ? list[0].code : UINT32_MAX;
        return *cut == UINT32_MAX ? own : value_of_cut(of, part, *cut, 0);
    }
    int64_t least = twin_value(of, part, ahead - 1, cut);
    uint32_t usual = *cut;
    for (size_t i = 0; i < count; i++) {
        if (list[i].code == usual)
            continue;
        int64_t value = value_of_cut(of, part, list[i].code, ahead - 1);
        if (value < least || (value == least && *cut == UINT32_MAX)) {
            least = value;
            *cut = list[i].code;
        }
    }
    return *cut == UINT32_MAX ? own : value_of_cut(of, part, *cut, ahead);
}

/* ---- The published heuristic ----------------------------------------------------------------- */

static double width_of(const cut_case *of, const twin_part *part, size_t a) {
    uint32_t bits = bits_of(of, part, a);
    uint32_t label = label_of(of, a, bits).bits;
    return __builtin_popcount(bits) < 2
               ? 0
               : (double)(__builtin_popcount(label) - 1) / (of->attribute[a].size - 1);
}

static uint32_t median_of(const cut_case *of, const twin_part *part, size_t a) {
    uint64_t before = 0, rows = rows_of(of, part);
    for (uint32_t p = 0;; p++) {
        for (size_t i = 0; i < part->count; i++)
            if (of->position[part->tuple[i] * of->table.attributes + a] == p)
                before += of->table.count ? of->table.count[part->tuple[i]] : 1;
        if (2 * before >= rows)
            return p;
    }
}

static int64_t twin_median(const cut_case *of, const twin_part *part) {
    bool tried[MOST_ATTRIBUTES] = {false};
    if (cost_of(of, part) == 0 || rows_of(of, part) < 2 * of->table.k)
        return cost_of(of, part);
    for (size_t n = 0; n < of->table.attributes; n++) {
        size_t widest = MOST_ATTRIBUTES;
        for (size_t a = 0; a < of->table.attributes; a++)
            if (!tried[a] &&
                (widest == MOST_ATTRIBUTES || width_of(of, part, a) > width_of(of, part, widest)))
                widest = a;
        tried[widest] = true;
        uint32_t code = (uint32_t)widest << 16;
        code |= of->division[widest].branch ? 0 : median_of(of, part, widest);
        if (try_cut(of, part, code) < 0)
            continue;
        uint32_t group[MOST_SIZE];
        size_t groups = groups_of(of, part, code, group);
        int64_t sum = 0;
        twin_part *each = malloc(sizeof *each);
        for (size_t g = 0; g < groups; g++) {
            take_group(of, part, widest, group[g], each);
            sum += twin_median(of, each);
        }
        free(each);
        return sum;
    }
    return cost_of(of, part);
}

/* ---- What must hold -------------------------------------------------------------------------- */

static twin_part *all_tuples(const cut_case *of) {
    twin_part *all = malloc(sizeof *all);
    for (size_t t = 0; t < of->table.tuples; t++)
        all->tuple[t] = (uint32_t)t;
    all->count = of->table.tuples;
    return all;
}

static void check_disjoint(const cut_case *of, const box_clusters *made) {
    size_t attributes = of->table.attributes;
    uint32_t *label = calloc(made->clusters * attributes + 1, sizeof *label);
    for (size_t t = 0; t < made->tuples; t++) {
        assert_int_equal(made->first[t + 1] - made->first[t], 1);
        uint32_t c = made->portion[made->first[t]].cluster;
        for (size_t a = 0; c != BOX_BLANK && a < attributes; a++)
            label[c * attributes + a] |= (uint32_t)1 << of->position[t * attributes + a];
    }
    for (size_t i = 0; i < made->clusters * attributes; i++)
        label[i] = label_of(of, i % attributes, label[i]).bits;
    for (size_t c = 0; c < made->clusters; c++)
        for (size_t d = 0; d < c; d++) {
            bool apart = false;
            for (size_t a = 0; a < attributes; a++)
                apart |= (label[c * attributes + a] & label[d * attributes + a]) == 0;
            assert_true(apart);
        }
    free(label);
}

/* Runs all rounds, with one thread and with more; the cost after each in cost[rounds]. */
static size_t run_rounds(const cut_case *of, const box_mondrian_setup *setup, int64_t *cost,
                         box_mondrian_end *end) {
    box_mondrian *used[2];
    box_work work[2];
    size_t rounds = 0;
    shoal_error error;
    bool root_holds = true;
    for (size_t i = 0; i < 2; i++) {
        work[i] = (box_work){.of = &of->table, .costs = &of->costs, .pool = pools[i * 2]};
        assert_int_equal(box_mondrian_open(&used[i], &work[i], setup, &error), SHOAL_OK);
    }
    do {
        box_clusters made[2];
        for (size_t i = 0; i < 2; i++)
            assert_int_equal(box_mondrian_round(used[i], &made[i], end, &error), SHOAL_OK);
        assert_int_equal(made[0].cost, made[1].cost);
        assert_int_equal(made[0].clusters, made[1].clusters);
        assert_memory_equal(made[0].portion, made[1].portion,
                            made[0].tuples * sizeof *made[0].portion);
        root_holds = made[0].clusters > 1 || box_clusters_hold(&made[0], &work[0]);
        assert_true(!root_holds || box_clusters_hold(&made[0], &work[0]));
        check_disjoint(of, &made[0]);
        cost[rounds++] = made[0].cost;
        for (size_t i = 0; i < 2; i++)
            box_clusters_free(&made[i]);
    } while (*end == BOX_MONDRIAN_MORE);
    for (size_t i = 0; i < 2; i++)
        box_mondrian_close(used[i]);
    return rounds;
}

static void same_value(const cut_case *of, uint64_t number, int ahead, int64_t found) {
    twin_part *all = all_tuples(of);
    uint32_t cut;
    int64_t wanted = ahead < 0 ? twin_median(of, all) : twin_value(of, all, ahead, &cut);
    if (found != wanted)
        fail_msg("case %d, look-ahead %d: %lld instead of %lld", (int)number, ahead,
                 (long long)found, (long long)wanted);
    free(all);
}

static void close_case(cut_case *of) {
    box_costs_close(&of->costs);
    free(of);
}

static void cuts_are_the_twins(void **state) {
    (void)state;
    size_t cases = property_cases(150);
    for (uint64_t number = 0; number < cases; number++) {
        cut_case *of = calloc(1, sizeof *of);
        int64_t cost[BOX_MONDRIAN_MOST_AHEAD + 2];
        box_mondrian_end end;
        draw_case(of, number, 8 + number % 40, false);
        box_mondrian_setup setup = {.division = of->division, .lookahead = 2, .beam = of->beam};
        assert_int_equal(run_rounds(of, &setup, cost, &end), 3);
        assert_int_equal(end, BOX_MONDRIAN_LAST);
        for (int ahead = 0; ahead <= 2; ahead++)
            same_value(of, number, ahead, cost[ahead]);
        assert_true(cost[1] <= cost[0]);
        setup.median = true;
        assert_int_equal(run_rounds(of, &setup, cost, &end), 1);
        same_value(of, number, -1, cost[0]);
        close_case(of);
    }
}

static void nothing_is_better_than_the_best(void **state) {
    (void)state;
    size_t cases = property_cases(60);
    for (uint64_t number = 1000; number < 1000 + cases; number++) {
        cut_case *of = calloc(1, sizeof *of);
        int64_t cost[BOX_MONDRIAN_MOST_AHEAD + 2];
        box_mondrian_end end;
        draw_case(of, number, 8 + number % 30, true);
        box_mondrian_setup setup = {.division = of->division, .lookahead = -1};
        size_t rounds = run_rounds(of, &setup, cost, &end);
        assert_int_equal(end, BOX_MONDRIAN_BEST);
        same_value(of, number, ALL_CUTS, cost[rounds - 1]);
        close_case(of);
    }
}

/* Large parts are shared out among threads. */
static void large_tables_are_cut_alike(void **state) {
    (void)state;
    cut_case *of = calloc(1, sizeof *of);
    int64_t cost[32];
    box_mondrian_end end;
    draw_case(of, 2000, MOST_TUPLES, false);
    of->table.k = 20;
    box_mondrian_setup setup = {.division = of->division, .lookahead = 1, .beam = 3};
    of->beam = 3;
    size_t rounds = run_rounds(of, &setup, cost, &end);
    assert_true(rounds > 2);
    same_value(of, 2000, 0, cost[0]);
    same_value(of, 2000, 1, cost[rounds - 1]);
    close_case(of);
}

static void blanks_stay_within_their_limit(void **state) {
    (void)state;
    size_t cases = property_cases(60);
    for (uint64_t number = 3000; number < 3000 + cases; number++) {
        cut_case *of = calloc(1, sizeof *of);
        int64_t without[32], with[32];
        box_mondrian_end end;
        draw_case(of, number, 8 + number % 60, false);
        box_mondrian_setup setup = {.division = of->division, .lookahead = 1};
        run_rounds(of, &setup, without, &end);
        of->table.blanks = of->table.rows / 8;
        run_rounds(of, &setup, with, &end);
        close_case(of);
    }
}

static void rounds_can_be_ended(void **state) {
    (void)state;
    cut_case *of = calloc(1, sizeof *of);
    const volatile int cancel = 1;
    box_mondrian *used;
    box_clusters made;
    box_mondrian_end end;
    shoal_error error;
    draw_case(of, 4000, MOST_TUPLES, true);
    box_mondrian_setup setup = {.division = of->division, .lookahead = -1, .effort = 1};
    box_work work = {.of = &of->table, .costs = &of->costs};
    assert_int_equal(box_mondrian_open(&used, &work, &setup, &error), SHOAL_OK);
    assert_int_equal(box_mondrian_round(used, &made, &end, &error), SHOAL_OK);
    assert_int_equal(end, BOX_MONDRIAN_MORE);
    box_clusters_free(&made);
    /* The first round is whole in any case; the next one has no effort left. */
    assert_int_equal(box_mondrian_round(used, &made, &end, &error), SHOAL_OK);
    assert_int_equal(end, BOX_MONDRIAN_SPENT);
    assert_null(made.first);
    work.cancel = &cancel;
    assert_int_equal(box_mondrian_round(used, &made, &end, &error), SHOAL_INTERRUPTED);
    box_mondrian_close(used);
    close_case(of);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cuts_are_the_twins),
        cmocka_unit_test(nothing_is_better_than_the_best),
        cmocka_unit_test(large_tables_are_cut_alike),
        cmocka_unit_test(blanks_stay_within_their_limit),
        cmocka_unit_test(rounds_can_be_ended),
    };
    seed = property_seed();
    for (int i = 0; i < THREADS; i++)
        pools[i] = property_threads(i + 1);
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    for (int i = 0; i < THREADS; i++)
        threads_stop(pools[i]);
    return failed;
}
