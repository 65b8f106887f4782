/* What exact searches rely on, for every privacy model on random classes: closed under union,
 * inherited by parts where it says so, possible wherever a part holds; and the definitions, naively
 * in floating point. */
#include "support/histograms.h"

#include "base/random.h"

#include <math.h>

#define ROUNDS 10000

/* Every model and form; thresholds are drawn. */
enum {
    DISTINCT,
    ENTROPY,
    RECURSIVE,
    EQUAL,
    ORDERED,
    HIERARCHICAL,
    DISCLOSURE,
    BASIC,
    ENHANCED,
    ALPHA,
    MAP,
    PRESENCE,
    FAMILIES
};

static const char *const families[FAMILIES] = {
    "l-diversity l=1",
    "l-diversity l=1 form=entropy",
    "l-diversity l=1 form=recursive c=1",
    "t-closeness t=0",
    "t-closeness t=0 distance=ordered",
    "t-closeness t=0 distance=hierarchical",
    "delta-disclosure delta=1",
    "beta-likeness beta=1",
    "beta-likeness beta=1 form=enhanced",
    "alpha-k alpha=1",
    "k-map k=1",
    "delta-presence max=1",
};

static const double largest[FAMILIES] = {4, 3, 3, 0.6, 0.4, 0.5, 1.5, 3, 3, 1, 8, 1};

static int64_t draw_units(double most, random_stream *stream) {
    int64_t steps = random_below(stream, 2) ? 20 : MODEL_UNIT;
    int64_t step = (int64_t)random_below(stream, (uint64_t)steps) + 1;
    return (int64_t)(most * (double)(MODEL_UNIT / steps * step));
}

static int64_t draw_whole(double most, random_stream *stream) {
    return (1 + (int64_t)random_below(stream, (uint64_t)most)) * MODEL_UNIT;
}

static privacy_rule draw_rule(int family, random_stream *stream) {
    privacy_rule rule = sample_rule(families[family]);
    if (family == DISTINCT || family == RECURSIVE || family == MAP)
        rule.limit = draw_whole(largest[family], stream);
    else
        rule.limit = draw_units(largest[family], stream);
    if (family == ENTROPY)
        rule.limit += MODEL_UNIT;
    if (family == RECURSIVE)
        rule.second = draw_units(3, stream);
    if (family == PRESENCE && random_below(stream, 2))
        rule.second = (int64_t)random_below(stream, (uint64_t)rule.limit + 1);
    shoal_error error;
    if (rule.model->check(&rule, &error) != SHOAL_OK)
        fail_msg("%s", error.message);
    return rule;
}

/* Two classes of a table, with what else it has, and both together. */
typedef struct sample {
    uint64_t seed;
    random_stream stream;
    sample_domain domain;
    sample_class one;
    sample_class other;
    sample_class both;
} sample;

static void draw_class(sample *self, sample_class *class, uint64_t most) {
    *class = (sample_class){0};
    for (uint32_t value = 0; value < self->domain.of.size; value++)
        if (random_below(&self->stream, 4))
            class->counts[value] = (uint32_t)random_below(&self->stream, most + 1);
    class->counts[random_below(&self->stream, self->domain.of.size)]++;
    class->of.population = random_below(&self->stream, 3 * most);
    sample_class_finish(class, self->domain.of.size);
}

static void draw_groups(sample *self) {
    sample_domain *domain = &self->domain;
    domain->of.height = 1 + (int)random_below(&self->stream, 3);
    for (int level = 1; level < domain->of.height; level++) {
        uint32_t merged[HISTOGRAM_VALUES];
        for (uint32_t value = 0; value < domain->of.size; value++) {
            merged[value] = (uint32_t)random_below(&self->stream, domain->of.size);
            domain->group[0][value] = value;
        }
        for (uint32_t value = 0; value < domain->of.size; value++)
            domain->group[level][value] = merged[domain->group[level - 1][value]];
    }
}

static void sample_open(sample *self, uint64_t seed, const char *purpose, uint32_t values,
                        uint64_t most) {
    memset(self, 0, sizeof *self);
    self->seed = seed;
    self->stream = random_open(seed, purpose, 0);
    self->domain.of.size = 1 + (uint32_t)random_below(&self->stream, values);
    draw_groups(self);
    draw_class(self, &self->one, most);
    draw_class(self, &self->other, most);
    bool has_rest = random_below(&self->stream, 2);
    for (uint32_t value = 0; value < self->domain.of.size; value++) {
        self->both.counts[value] = self->one.counts[value] + self->other.counts[value];
        self->domain.counts[value] = self->both.counts[value];
        if (has_rest)
            self->domain.counts[value] += random_below(&self->stream, most + 1);
    }
    self->both.of.population = self->one.of.population + self->other.of.population;
    sample_domain_finish(&self->domain);
    sample_class_finish(&self->both, self->domain.of.size);
}

#define sample_fail(self, family, ...)                                                             \
    do {                                                                                           \
        print_error("seed %llu, %s: ", (unsigned long long)(self)->seed, families[family]);        \
        fail_msg(__VA_ARGS__);                                                                     \
    } while (0)

/* ---- Measure and threshold ---------------------------------------------------------------- */

/* The tightest threshold that a measure keeps; false where it keeps none. Counts are so small that
 * rounding is far below a unit. */
static bool tighten(privacy_rule *rule, int family, double measure) {
    if (!(measure < 9e9))
        return false;
    double units = measure * (double)MODEL_UNIT;
    if (family == RECURSIVE)
        rule->second = (int64_t)floor(units + 1e-4) + 1;
    else if (family == DISCLOSURE)
        rule->limit = (int64_t)floor(units) + 1;
    else if (privacy_rule_larger_is_safer(rule))
        rule->limit = (int64_t)floor(units + 1e-4);
    else
        rule->limit = (int64_t)ceil(units - 1e-4);
    return rule->model->check(rule, NULL) == SHOAL_OK;
}

static void shift(privacy_rule *rule, int family, int64_t units) {
    *(family == RECURSIVE ? &rule->second : &rule->limit) += units;
}

/* A class holds at what it measures and not two units beyond. */
static void test_measures(void **state) {
    (void)state;
    size_t tried[FAMILIES] = {0};
    static sample self;
    for (uint64_t seed = 0; seed < ROUNDS; seed++) {
        sample_open(&self, seed, "measures", 6, 9);
        for (int family = 0; family < FAMILIES; family++) {
            privacy_rule rule = draw_rule(family, &self.stream);
            rule.second = family == PRESENCE ? 0 : rule.second;
            double measure = sample_measure(&rule, &self.domain, &self.one);
            if (family == ENHANCED || !tighten(&rule, family, measure))
                continue;
            tried[family]++;
            if (!sample_holds(&rule, &self.domain, &self.one))
                sample_fail(&self, family, "does not hold at what it measures, %g", measure);
            int64_t beyond = family == DISTINCT || family == MAP ? MODEL_UNIT : 2;
            shift(&rule, family, privacy_rule_larger_is_safer(&rule) ? beyond : -beyond);
            if (sample_holds(&rule, &self.domain, &self.one))
                sample_fail(&self, family, "holds beyond what it measures, %g", measure);
        }
    }
    for (int family = 0; family < FAMILIES; family++)
        if (family != ENHANCED && tried[family] < ROUNDS / 20)
            fail_msg("%s: only %zu classes", families[family], tried[family]);
}

/* ---- Union -------------------------------------------------------------------------------- */

/* Makes the rule as tight as the worse of both classes allows. */
static void tighten_to_both(privacy_rule *rule, int family, const sample *self) {
    privacy_rule tight = *rule;
    double one = sample_measure(rule, &self->domain, &self->one);
    double other = sample_measure(rule, &self->domain, &self->other);
    double worse = privacy_rule_larger_is_safer(rule) ? fmin(one, other) : fmax(one, other);
    if (family == PRESENCE)
        tight.second = (int64_t)floor(fmin(one, other) * (double)MODEL_UNIT + 1e-4);
    if (tighten(&tight, family, worse))
        *rule = tight;
}

static void test_union(void **state) {
    (void)state;
    size_t tried[FAMILIES] = {0};
    static sample self;
    for (uint64_t seed = 0; seed < ROUNDS; seed++) {
        sample_open(&self, seed, "union", 6, 9);
        for (int family = 0; family < FAMILIES; family++) {
            privacy_rule rule = draw_rule(family, &self.stream);
            if (random_below(&self.stream, 2))
                tighten_to_both(&rule, family, &self);
            if (!sample_holds(&rule, &self.domain, &self.one) ||
                !sample_holds(&rule, &self.domain, &self.other))
                continue;
            tried[family]++;
            if (!sample_holds(&rule, &self.domain, &self.both))
                sample_fail(&self, family, "both classes hold, but not together");
        }
    }
    for (int family = 0; family < FAMILIES; family++)
        if (tried[family] < ROUNDS / 50)
            fail_msg("%s: only %zu unions", families[family], tried[family]);
}

/* ---- Parts -------------------------------------------------------------------------------- */

/* Goes to the next part of a class; false after the last, which is all of it. */
static bool next_part(sample_class *part, const sample_class *of, uint32_t size) {
    if (part->of.population < of->of.population) {
        part->of.population++;
        return true;
    }
    part->of.population = 0;
    for (uint32_t value = 0; value < size; value++) {
        if (part->counts[value] < of->counts[value]) {
            part->counts[value]++;
            sample_class_finish(part, size);
            return true;
        }
        part->counts[value] = 0;
    }
    return false;
}

typedef struct parts_found {
    size_t impossible; /* classes */
    size_t holding;    /* parts of a class that does not hold */
} parts_found;

static void check_parts(const sample *self, int family, const privacy_rule *rule,
                        parts_found *found) {
    uint32_t size = self->domain.of.size;
    sample_class class = self->one;
    sample_class part = {0};
    if (!rule->model->of_population)
        class.of.population = 0;
    sample_class_finish(&class, size);
    bool class_holds = sample_holds(rule, &self->domain, &class);
    bool class_possible = sample_possible(rule, &self->domain, &class);
    found->impossible += !class_possible;
    if (class_holds && !class_possible)
        sample_fail(self, family, "holds, but is not possible");
    sample_class_finish(&part, size);
    uint64_t most = 0;
    while (next_part(&part, &class, size)) {
        /* Population without rows is in no class. */
        if (part.of.rows == 0)
            continue;
        bool holds = sample_holds(rule, &self->domain, &part);
        found->holding += holds && !class_holds;
        most = holds && part.of.rows > most ? part.of.rows : most;
        if (holds && !class_possible)
            sample_fail(self, family, "a part holds that is not possible");
        if (holds && !class_holds && privacy_rule_inherited(rule))
            sample_fail(self, family, "a part of a class that does not hold, holds");
        if (!class_possible && sample_possible(rule, &self->domain, &part))
            sample_fail(self, family, "a part is possible, but not its class");
    }
    if (!class_holds && rule->model->most &&
        rule->model->most(rule, &self->domain.of, &class.of) != most)
        sample_fail(self, family, "the largest part that holds has %llu rows",
                    (unsigned long long)most);
}

/* Every part of small classes. */
static void test_parts(void **state) {
    (void)state;
    parts_found found[FAMILIES] = {{0, 0}};
    static sample self;
    for (uint64_t seed = 0; seed < ROUNDS / 4; seed++) {
        sample_open(&self, seed, "parts", 4, 3);
        for (int family = 0; family < FAMILIES; family++) {
            privacy_rule rule = draw_rule(family, &self.stream);
            check_parts(&self, family, &rule, &found[family]);
        }
    }
    for (int family = 0; family < FAMILIES; family++) {
        privacy_rule rule = sample_rule(families[family]);
        if (found[family].impossible == 0)
            fail_msg("%s: every class was possible", families[family]);
        if (!privacy_rule_inherited(&rule) && found[family].holding == 0)
            fail_msg("%s: no part shows that it is not inherited", families[family]);
    }
}

/* ---- Definitions -------------------------------------------------------------------------- */

typedef struct shares {
    double q[HISTOGRAM_VALUES];
    double p[HISTOGRAM_VALUES];
} shares;

static shares shares_of(const sample *self) {
    shares made = {{0}, {0}};
    for (uint32_t value = 0; value < self->domain.of.size; value++) {
        made.q[value] = self->one.counts[value] / (double)self->one.of.rows;
        made.p[value] = (double)self->domain.counts[value] / (double)self->domain.of.rows;
    }
    return made;
}

static double naive_entropy(const sample *self, const shares *of) {
    double sum = 0;
    for (uint32_t value = 0; value < self->domain.of.size; value++)
        sum -= of->q[value] > 0 ? of->q[value] * log(of->q[value]) : 0;
    return sum;
}

/* First value's and tail's rows: a value is in the tail when l - 1 others come before it. */
static double naive_recursive(const sample *self, double l, double c) {
    double first = 0;
    double tail = 0;
    for (uint32_t value = 0; value < self->domain.of.size; value++) {
        uint32_t count = self->one.counts[value];
        double before = 0;
        for (uint32_t other = 0; other < self->domain.of.size; other++)
            before += self->one.counts[other] > count ||
                      (self->one.counts[other] == count && other < value);
        first = fmax(first, count);
        tail += before >= l - 1 ? count : 0;
    }
    return c * tail - first;
}

static double naive_ordered(const sample *self, const shares *of) {
    double sum = 0;
    for (uint32_t last = 0; last < self->domain.of.size; last++) {
        double carried = 0;
        for (uint32_t value = 0; value <= last; value++)
            carried += of->q[value] - of->p[value];
        sum += fabs(carried);
    }
    return self->domain.of.size > 1 ? sum / (self->domain.of.size - 1) : 0;
}

/* Li, Li and Venkatasubramanian's cost of a node: its height times the smaller of what its children
 * have too much and too little. */
static double naive_hierarchical(const sample *self, const shares *of) {
    const sample_domain *domain = &self->domain;
    double cost = 0;
    for (int level = 1; level <= domain->of.height; level++) {
        bool is_root = level == domain->of.height;
        for (uint32_t node = 0; node < (is_root ? 1 : domain->groups[level]); node++) {
            double more = 0;
            double less = 0;
            for (uint32_t child = 0; child < domain->groups[level - 1]; child++) {
                double extra = 0;
                for (uint32_t value = 0; value < domain->of.size; value++)
                    if (domain->group[level - 1][value] == child &&
                        (is_root || domain->group[level][value] == node))
                        extra += of->q[value] - of->p[value];
                more += fmax(extra, 0);
                less += fmax(-extra, 0);
            }
            cost += level * fmin(more, less) / domain->of.height;
        }
    }
    return cost;
}

static double naive_equal(const sample *self, const shares *of) {
    double sum = 0;
    for (uint32_t value = 0; value < self->domain.of.size; value++)
        sum += fabs(of->q[value] - of->p[value]) / 2;
    return sum;
}

static double naive_disclosure(const sample *self, const shares *of) {
    double most = 0;
    for (uint32_t value = 0; value < self->domain.of.size; value++)
        if (of->p[value] > 0)
            most = fmax(most, fabs(log(of->q[value] / of->p[value])));
    return most;
}

/* How far the gain that is nearest to its limit stays below it. */
static double naive_beta(const sample *self, const shares *of, double beta, bool enhanced) {
    double least = INFINITY;
    for (uint32_t value = 0; value < self->domain.of.size; value++) {
        if (of->q[value] <= of->p[value])
            continue;
        double limit = enhanced ? fmin(beta, -log(of->p[value])) : beta;
        least = fmin(least, limit - (of->q[value] - of->p[value]) / of->p[value]);
    }
    return least;
}

static double naive_alpha(const sample *self, const shares *of) {
    double most = 0;
    for (uint32_t value = 0; value < self->domain.of.size; value++)
        most = fmax(most, of->q[value]);
    return most;
}

static double naive_presence(const sample *self, double most, double least) {
    double population = (double)self->one.of.population;
    double share = population > 0 ? fmin(1, (double)self->one.of.rows / population) : 1;
    return fmin(most - share, share - least);
}

/* How far the class stays within its rule; below 0: it does not. */
static double naive_margin(const sample *self, int family, const privacy_rule *rule) {
    shares of = shares_of(self);
    double limit = (double)rule->limit / (double)MODEL_UNIT;
    double second = (double)rule->second / (double)MODEL_UNIT;
    switch (family) {
    case DISTINCT:
        return (double)self->one.of.distinct - limit + 0.5;
    case ENTROPY:
        return naive_entropy(self, &of) - log(limit);
    case RECURSIVE:
        return naive_recursive(self, limit, second);
    case EQUAL:
        return limit - naive_equal(self, &of);
    case ORDERED:
        return limit - naive_ordered(self, &of);
    case HIERARCHICAL:
        return limit - naive_hierarchical(self, &of);
    case DISCLOSURE:
        return limit - naive_disclosure(self, &of);
    case BASIC:
    case ENHANCED:
        return naive_beta(self, &of, limit, family == ENHANCED);
    case ALPHA:
        return limit - naive_alpha(self, &of);
    case MAP:
        return (double)self->one.of.population - limit + 0.5;
    default:
        return naive_presence(self, limit, second);
    }
}

static void test_definitions(void **state) {
    (void)state;
    size_t found[FAMILIES][2] = {{0}};
    static sample self;
    for (uint64_t seed = 0; seed < ROUNDS; seed++) {
        sample_open(&self, seed, "definitions", 6, 9);
        for (int family = 0; family < FAMILIES; family++) {
            privacy_rule rule = draw_rule(family, &self.stream);
            double margin = naive_margin(&self, family, &rule);
            if (fabs(margin) < 1e-9)
                continue;
            found[family][margin > 0]++;
            if (sample_holds(&rule, &self.domain, &self.one) != (margin > 0))
                sample_fail(&self, family, "should %shold by %g", margin > 0 ? "" : "not ", margin);
        }
    }
    for (int family = 0; family < FAMILIES; family++)
        if (found[family][0] < ROUNDS / 50 || found[family][1] < ROUNDS / 50)
            fail_msg("%s: %zu hold, %zu do not", families[family], found[family][1],
                     found[family][0]);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_measures),
        cmocka_unit_test(test_union),
        cmocka_unit_test(test_parts),
        cmocka_unit_test(test_definitions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
