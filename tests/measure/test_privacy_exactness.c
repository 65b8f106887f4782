/* Privacy models at the sizes where products of counts leave 32 and 64 bits: the smallest threshold
 * that a class keeps, to the last of nine decimals, against transport plans carried out row by row
 * and whole numbers of any length. */
#include "support/histograms.h"

#include "base/random.h"

/* ---- Whole numbers of any length, by hand ------------------------------------------------- */

#define LIMBS 8

typedef struct big {
    uint32_t limb[LIMBS]; /* the lowest first */
} big;

static big big_of(uint64_t number) {
    return (big){{(uint32_t)number, (uint32_t)(number >> 32)}};
}

static big big_plus(big one, big other) {
    uint64_t carry = 0;
    for (int i = 0; i < LIMBS; i++) {
        carry += (uint64_t)one.limb[i] + other.limb[i];
        one.limb[i] = (uint32_t)carry;
        carry >>= 32;
    }
    assert_true(carry == 0);
    return one;
}

static big big_times(big one, big other) {
    big product = {{0}};
    for (int i = 0; i < LIMBS; i++) {
        uint64_t carry = 0;
        for (int j = 0; i + j < LIMBS; j++) {
            carry += (uint64_t)one.limb[i] * other.limb[j] + product.limb[i + j];
            product.limb[i + j] = (uint32_t)carry;
            carry >>= 32;
        }
        assert_true(carry == 0);
    }
    return product;
}

static int big_compare(big one, big other) {
    for (int i = LIMBS; i-- > 0;)
        if (one.limb[i] != other.limb[i])
            return one.limb[i] < other.limb[i] ? -1 : 1;
    return 0;
}

typedef struct ratio {
    big part;
    big whole;
} ratio;

/* The smallest threshold in MODEL_UNITs with part <= threshold * whole, or < where `strict`. */
static int64_t least_threshold(ratio of, bool strict) {
    big scaled = big_times(of.part, big_of((uint64_t)MODEL_UNIT));
    uint64_t low = 0;
    uint64_t high = INT64_MAX;
    while (low < high) {
        uint64_t middle = low + (high - low) / 2;
        int order = big_compare(scaled, big_times(big_of(middle), of.whole));
        if (order < 0 || (order == 0 && !strict))
            high = middle;
        else
            low = middle + 1;
    }
    return (int64_t)low;
}

/* ---- Oracles ------------------------------------------------------------------------------ */

/* Masses that are to become equal: a row of the class weighs as many grains as the table has rows,
 * and the other way round, so that both weigh the same. At most 2^64 - 2^33 + 1. */
typedef struct grains {
    uint64_t have[HISTOGRAM_VALUES];
    uint64_t want[HISTOGRAM_VALUES];
    uint64_t weight;
} grains;

static grains grains_of(const sample_domain *domain, const sample_class *class) {
    grains made = {.weight = domain->of.rows * class->of.rows};
    for (uint32_t value = 0; value < domain->of.size; value++) {
        made.have[value] = class->counts[value] * domain->of.rows;
        made.want[value] = domain->counts[value] * class->of.rows;
    }
    return made;
}

/* Moves what one value has and another wants; the grains moved. */
static uint64_t grains_move(grains *self, uint32_t from, uint32_t to) {
    uint64_t moved = self->have[from] < self->want[to] ? self->have[from] : self->want[to];
    self->have[from] -= moved;
    self->want[to] -= moved;
    return moved;
}

static big moved_at(uint64_t moved, uint64_t cost) {
    return big_times(big_of(moved), big_of(cost));
}

/* What stays, costs nothing; all the rest costs 1. */
static ratio equal_oracle(const sample_domain *domain, const sample_class *class) {
    grains all = grains_of(domain, class);
    big cost = big_of(0);
    for (uint32_t value = 0; value < domain->of.size; value++)
        (void)grains_move(&all, value, value);
    for (uint32_t from = 0; from < domain->of.size; from++)
        for (uint32_t to = 0; to < domain->of.size; to++)
            cost = big_plus(cost, moved_at(grains_move(&all, from, to), 1));
    return (ratio){cost, big_of(all.weight)};
}

/* On a line the smallest go to the smallest. */
static ratio ordered_oracle(const sample_domain *domain, const sample_class *class) {
    grains all = grains_of(domain, class);
    big cost = big_of(0);
    for (uint32_t from = 0; from < domain->of.size; from++)
        for (uint32_t to = 0; to < domain->of.size; to++)
            cost = big_plus(
                cost, moved_at(grains_move(&all, from, to), from < to ? to - from : from - to));
    uint64_t steps = domain->of.size > 1 ? domain->of.size - 1 : 1;
    return (ratio){cost, big_times(big_of(all.weight), big_of(steps))};
}

/* In a tree what can stay within a group stays within it, the lowest groups first. */
static ratio hierarchical_oracle(const sample_domain *domain, const sample_class *class) {
    grains all = grains_of(domain, class);
    big cost = big_of(0);
    int height = domain->of.height;
    for (int level = 0; level <= height; level++)
        for (uint32_t from = 0; from < domain->of.size; from++)
            for (uint32_t to = 0; to < domain->of.size; to++)
                if (level == height || domain->group[level][from] == domain->group[level][to])
                    cost = big_plus(cost, moved_at(grains_move(&all, from, to), (uint64_t)level));
    return (ratio){cost, big_times(big_of(all.weight), big_of((uint64_t)height))};
}

static ratio alpha_oracle(const sample_domain *domain, const sample_class *class) {
    uint64_t largest = 0;
    for (uint32_t value = 0; value < domain->of.size; value++)
        largest = class->counts[value] > largest ? class->counts[value] : largest;
    return (ratio){big_of(largest), big_of(class->of.rows)};
}

/* The largest (c N - C n) / (C n), as fractions. */
static ratio beta_oracle(const sample_domain *domain, const sample_class *class) {
    grains all = grains_of(domain, class);
    ratio largest = {big_of(0), big_of(1)};
    for (uint32_t value = 0; value < domain->of.size; value++) {
        if (all.have[value] <= all.want[value])
            continue;
        ratio found = {big_of(all.have[value] - all.want[value]), big_of(all.want[value])};
        if (big_compare(big_times(found.part, largest.whole),
                        big_times(largest.part, found.whole)) > 0)
            largest = found;
    }
    return largest;
}

/* Takes the most frequent value away l - 1 times; what is left is the tail. */
static ratio recursive_oracle(const sample_domain *domain, const sample_class *class) {
    uint64_t left[HISTOGRAM_VALUES] = {0};
    uint64_t tail = 0;
    uint64_t first = 0;
    for (uint32_t value = 0; value < domain->of.size; value++) {
        left[value] = class->counts[value];
        tail += left[value];
    }
    for (int round = 0; round < 2; round++) {
        uint32_t most = 0;
        for (uint32_t value = 0; value < domain->of.size; value++)
            most = left[value] > left[most] ? value : most;
        first = left[most] > first ? left[most] : first;
        tail -= left[most];
        left[most] = 0;
    }
    return (ratio){big_of(first), big_of(tail)};
}

typedef struct exact_model {
    const char *rule;
    ratio (*oracle)(const sample_domain *domain, const sample_class *class);
    bool is_recursive;
} exact_model;

static const exact_model models[] = {
    {"t-closeness t=0", equal_oracle, false},
    {"t-closeness t=0 distance=ordered", ordered_oracle, false},
    {"t-closeness t=0 distance=hierarchical", hierarchical_oracle, false},
    {"alpha-k alpha=1", alpha_oracle, false},
    {"beta-likeness beta=1", beta_oracle, false},
    {"l-diversity l=3 form=recursive c=1", recursive_oracle, true},
};
#define MODELS (sizeof models / sizeof *models)

/* ---- Cases -------------------------------------------------------------------------------- */

/* Splits `rows` at random; no more than `most` of any, when given. */
static void draw_counts(uint64_t *out, uint32_t size, uint64_t rows, const uint64_t *most,
                        random_stream *stream) {
    uint64_t left = rows;
    uint64_t room = 0;
    for (uint32_t value = 0; value < size; value++)
        room += most ? most[value] : rows;
    for (uint32_t value = 0; value < size; value++) {
        uint64_t here = most ? most[value] : rows;
        room -= here;
        uint64_t least = left > room ? left - room : 0;
        uint64_t largest = here < left ? here : left;
        uint64_t even = left / (size - value) * 2;
        if (even < largest)
            largest = even > least ? even : least;
        out[value] = least + random_below(stream, largest - least + 1);
        if (value + 1 == size)
            out[value] = left;
        left -= out[value];
    }
}

static void draw_case(sample_domain *domain, sample_class *class, uint64_t table_rows,
                      uint64_t class_rows, random_stream *stream) {
    uint64_t counts[HISTOGRAM_VALUES] = {0};
    memset(domain, 0, sizeof *domain);
    memset(class, 0, sizeof *class);
    domain->of.size = 3 + (uint32_t)random_below(stream, HISTOGRAM_VALUES - 2);
    domain->of.height = 1 + (int)random_below(stream, HISTOGRAM_LEVELS);
    draw_counts(domain->counts, domain->of.size, table_rows, NULL, stream);
    draw_counts(counts, domain->of.size, class_rows, domain->counts, stream);
    for (uint32_t value = 0; value < domain->of.size; value++) {
        class->counts[value] = (uint32_t)counts[value];
        domain->group[0][value] = value;
        for (int level = 1; level < domain->of.height; level++)
            domain->group[level][value] = domain->group[level - 1][value] / 2;
    }
    sample_domain_finish(domain);
    sample_class_finish(class, domain->of.size);
    assert_true(domain->of.rows == table_rows && class->of.rows == class_rows);
}

/* Whether the threshold is exact: the ratio is a decimal of nine places. */
static bool check_threshold(const exact_model *model, const sample_domain *domain,
                            const sample_class *class, uint64_t seed) {
    privacy_rule rule = sample_rule(model->rule);
    int64_t *threshold = model->is_recursive ? &rule.second : &rule.limit;
    ratio truth = model->oracle(domain, class);
    int64_t least = least_threshold(truth, model->is_recursive);
    *threshold = least;
    if (!sample_holds(&rule, domain, class))
        fail_msg("seed %llu, %s: does not hold at %lld units", (unsigned long long)seed,
                 model->rule, (long long)least);
    *threshold = least - 1;
    if (least > 0 && sample_holds(&rule, domain, class))
        fail_msg("seed %llu, %s: holds at %lld units", (unsigned long long)seed, model->rule,
                 (long long)least - 1);
    return big_compare(big_times(truth.part, big_of((uint64_t)MODEL_UNIT)),
                       big_times(truth.whole, big_of((uint64_t)(least - model->is_recursive)))) ==
           0;
}

typedef struct size_case {
    const char *name;
    uint64_t table;
    uint64_t class;
    bool is_decimal; /* the sizes make some ratios decimals of nine places */
} size_case;

static const size_case sizes[] = {
    {"small", 100, 20, true},
    {"a third of 300,000", 300000, 100000, true},
    {"half of 320,000", 320000, 160000, true},
    {"ten million", 10000000, 2500000, true},
    {"most of four thousand millions", 4096000000, 4000000000, false},
    {"as many as there can be", UINT32_MAX, UINT32_MAX - 1, false},
    {"a few of as many as there can be", UINT32_MAX, 65537, false},
};

static void test_thresholds(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        size_t exact[MODELS] = {0};
        for (uint64_t seed = 0; seed < 200; seed++) {
            random_stream stream = random_open(seed, sizes[i].name, 0);
            sample_domain domain;
            sample_class class;
            draw_case(&domain, &class, sizes[i].table, sizes[i].class, &stream);
            for (size_t m = 0; m < MODELS; m++)
                exact[m] += check_threshold(&models[m], &domain, &class, seed);
        }
        /* Equal distance and alpha have denominators that divide powers of ten, times 3. */
        if (sizes[i].is_decimal && (exact[0] == 0 || exact[3] == 0))
            fail_msg("%s: no threshold was exact", sizes[i].name);
    }
}

/* 300,000 rows in three groups of two values; the class has 100,000 of them. In units of 100,000
 * rows times a row, 3 c - C is +60,000 -30,000 | -15,000 -15,000 | +30,000 -30,000: together
 * 180,000, so the equal distance is 180,000 / 2 / 300,000 = 0.3. In order the sums are 60,000
 * 30,000 15,000 0 30,000 0: together 135,000, so 135,000 / 5 / 300,000 = 0.09. In the tree the
 * groups differ by +30,000 -30,000 0, so (180,000 + 60,000) / 4 / 300,000 = 0.2. */
static void test_worked_example(void **state) {
    (void)state;
    static const uint64_t table[] = {60000, 60000, 45000, 45000, 45000, 45000};
    static const uint32_t counts[] = {40000, 10000, 10000, 10000, 25000, 5000};
    static const struct {
        const char *rule;
        bool holds;
    } cases[] = {
        {"t-closeness t=0.3", true},
        {"t-closeness t=0.299999999", false},
        {"t-closeness t=0.09 distance=ordered", true},
        {"t-closeness t=0.089999999 distance=ordered", false},
        {"t-closeness t=0.2 distance=hierarchical", true},
        {"t-closeness t=0.199999999 distance=hierarchical", false},
        {"alpha-k alpha=0.4", true},
        {"alpha-k alpha=0.399999999", false},
        {"beta-likeness beta=1", true},
        {"beta-likeness beta=0.999999999", false},
        {"l-diversity l=2 c=0.666666667 form=recursive", true},
        {"l-diversity l=2 c=0.666666666 form=recursive", false},
        {"l-diversity l=3 c=1.142857143 form=recursive", true},
        {"l-diversity l=3 c=1.142857142 form=recursive", false},
    };
    sample_domain domain = {.of = {.size = 6, .height = 2}};
    sample_class class = {0};
    for (uint32_t value = 0; value < 6; value++) {
        domain.counts[value] = table[value];
        domain.group[1][value] = value / 2;
        class.counts[value] = counts[value];
    }
    sample_domain_finish(&domain);
    sample_class_finish(&class, 6);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        privacy_rule rule = sample_rule(cases[i].rule);
        if (sample_holds(&rule, &domain, &class) != cases[i].holds)
            fail_msg("%s should %shold", cases[i].rule, cases[i].holds ? "" : "not ");
    }
}

/* The inverse of `number` modulo a prime that does not divide it, by Euclid's algorithm. */
static uint64_t inverse_of(uint64_t number, uint64_t prime) {
    int64_t before = 0;
    int64_t now = 1;
    uint64_t divided = prime;
    uint64_t by = number % prime;
    while (by > 1) {
        uint64_t rest = divided % by;
        int64_t next = before - (int64_t)(divided / by) * now;
        divided = by;
        by = rest;
        before = now;
        now = next;
    }
    return now < 0 ? (uint64_t)(now + (int64_t)prime) : (uint64_t)now;
}

/* Two values whose shares differ by `excess` / (n N), with n and N the largest primes below 2^32;
 * false where that needs more rows than there are. */
static bool draw_hair(sample_domain *domain, sample_class *class, model_sum excess) {
    const uint64_t rows = 4294967279;
    const uint64_t table_rows = 4294967291;
    model_sum count =
        (model_sum)(uint64_t)(excess % rows) * inverse_of(table_rows, rows) % (model_sum)rows;
    model_sum table_count = (count * table_rows - excess) / (model_sum)rows;
    if (count * table_rows < excess)
        return false;
    memset(domain, 0, sizeof *domain);
    memset(class, 0, sizeof *class);
    domain->of.size = 2;
    domain->of.height = 1;
    domain->counts[0] = (uint64_t)table_count;
    domain->counts[1] = table_rows - (uint64_t)table_count;
    class->counts[0] = (uint32_t)count;
    class->counts[1] = (uint32_t)(rows - (uint64_t)count);
    sample_domain_finish(domain);
    sample_class_finish(class, 2);
    assert_true(count * table_rows - table_count * rows == excess);
    return true;
}

/* Distances that miss t by less than 1e-19, on either side: doubles do not tell them apart. */
static void test_by_a_hair(void **state) {
    (void)state;
    static const char *const specs[] = {"t-closeness t=0", "t-closeness t=0 distance=ordered",
                                        "t-closeness t=0 distance=hierarchical"};
    size_t within = 0;
    size_t beyond = 0;
    for (int64_t t = 300000001; t < 300000100; t += 2) {
        model_sum below = (model_sum)UINT64_C(4294967279) * UINT64_C(4294967291) * t / MODEL_UNIT;
        for (size_t i = 0; i < sizeof specs / sizeof *specs; i++) {
            sample_domain domain;
            sample_class class;
            privacy_rule rule = sample_rule(specs[i]);
            rule.limit = t;
            if (draw_hair(&domain, &class, below) && ++within)
                assert_true(sample_holds(&rule, &domain, &class));
            if (draw_hair(&domain, &class, below + 1) && ++beyond)
                assert_false(sample_holds(&rule, &domain, &class));
        }
    }
    assert_true(within > 10 && beyond > 10);
}

/* As far as it gets: every row of the table at one end of a million values, and all of the class at
 * the other; and a tree of a thousand levels. */
static void test_largest(void **state) {
    (void)state;
    enum { SIZE = 1 << 20, HEIGHT = 1000 };
    static uint64_t table[SIZE];
    static uint32_t counts[SIZE];
    static uint32_t identity[SIZE];
    static model_sum scratch[SIZE];
    static uint32_t groups[HEIGHT];
    static const uint32_t *group[HEIGHT];
    uint32_t present[] = {0};
    table[SIZE - 1] = UINT32_MAX;
    counts[0] = UINT32_MAX;
    for (uint32_t value = 0; value < SIZE; value++)
        identity[value] = value;
    for (int level = 0; level < HEIGHT; level++) {
        groups[level] = 2;
        group[level] = identity;
    }
    sensitive_values domain = {.name = "sample",
                               .size = SIZE,
                               .rows = UINT32_MAX,
                               .counts = table,
                               .height = HEIGHT,
                               .groups = groups,
                               .group = group};
    class_histogram class = {UINT32_MAX, UINT32_MAX, 0, counts, present, 1, scratch};
    privacy_rule rule = sample_rule("t-closeness t=1 distance=ordered");
    assert_true(rule.model->holds(&rule, &domain, &class));
    assert_true(rule.model->possible(&rule, &domain, &class));
    assert_true(rule.model->measure(&rule, &domain, &class) == 1);
    rule.limit--;
    assert_false(rule.model->holds(&rule, &domain, &class));
    assert_false(rule.model->possible(&rule, &domain, &class));
    domain.size = 2;
    table[1] = UINT32_MAX;
    rule = sample_rule("t-closeness t=1 distance=hierarchical");
    assert_true(rule.model->holds(&rule, &domain, &class));
    assert_true(rule.model->measure(&rule, &domain, &class) == 1);
    rule.limit--;
    assert_false(rule.model->holds(&rule, &domain, &class));
    assert_false(rule.model->possible(&rule, &domain, &class));
    rule = sample_rule("beta-likeness beta=9223372035.999999999");
    table[0] = 1;
    table[1] = UINT32_MAX - 1;
    assert_true(rule.model->holds(&rule, &domain, &class));
    rule.limit = (UINT32_MAX - INT64_C(1)) * MODEL_UNIT;
    assert_true(rule.model->holds(&rule, &domain, &class));
    rule.limit--;
    assert_false(rule.model->holds(&rule, &domain, &class));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_thresholds),
        cmocka_unit_test(test_worked_example),
        cmocka_unit_test(test_by_a_hair),
        cmocka_unit_test(test_largest),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
