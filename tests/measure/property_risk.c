/* Risks and population uniques against naive twins: loops over records, straight from the
 * definitions. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "measure/population_uniques.h"
#include "measure/reidentification.h"
#include "support/random_cases.h"
#include "support/twin.h"

#include <stdlib.h>

static uint64_t seed;

/* ---- Attackers ------------------------------------------------------------------------------ */

#define MOST_CLASSES 50

typedef struct class_sizes {
    size_t classes;
    uint32_t size[MOST_CLASSES];
    uint64_t population[MOST_CLASSES];
} class_sizes;

static void draw_classes(class_sizes *out, random_stream *stream) {
    uint64_t most = UINT64_C(1) << random_below(stream, 12);
    out->classes = random_below(stream, MOST_CLASSES + 1);
    for (size_t i = 0; i < out->classes; i++) {
        out->size[i] = (uint32_t)random_below(stream, most + 1);
        out->population[i] = random_below(stream, 4 * most);
    }
}

/* Record by record. Means are taken of at most 50 * 2^11 records in long doubles. */
static attacker_risk twin_risk(const class_sizes *of, bool of_population, int64_t threshold) {
    attacker_risk risk = {0};
    long double sum = 0;
    uint64_t rows = 0;
    for (size_t i = 0; i < of->classes; i++)
        for (uint32_t row = 0; row < of->size[i]; row++) {
            uint64_t among = of->size[i];
            if (of_population && of->population[i] > among)
                among = of->population[i];
            risk.above += among * (uint64_t)threshold < (uint64_t)MODEL_UNIT;
            risk.largest = fmax(risk.largest, 1 / (double)among);
            sum += 1 / (long double)among;
            rows++;
        }
    if (rows > 0) {
        risk.average = (double)(sum / (long double)rows);
        risk.share_above = (double)risk.above / (double)rows;
    }
    return risk;
}

static void check_risk(size_t number, const attacker_risk *found, attacker_risk wanted) {
    twin_near("largest", number, found->largest, wanted.largest, 0);
    twin_near("average", number, found->average, wanted.average, 1e-14);
    twin_same("above", number, found->above, wanted.above);
    twin_near("share above", number, found->share_above, wanted.share_above, 0);
}

static void turn_around(class_sizes *of) {
    for (size_t i = 0; i < of->classes / 2; i++) {
        size_t j = of->classes - 1 - i;
        uint32_t size = of->size[i];
        uint64_t population = of->population[i];
        of->size[i] = of->size[j];
        of->population[i] = of->population[j];
        of->size[j] = size;
        of->population[j] = population;
    }
}

static void risks_are_the_twins(void **state) {
    (void)state;
    for (size_t number = 0; number < property_cases(TWIN_CASES); number++) {
        random_stream stream = random_open(seed, "risk", number);
        bool of_population = random_below(&stream, 2);
        int64_t threshold = random_below(&stream, 2)
                                ? risk_thresholds[random_below(&stream, RISK_THRESHOLDS)].units
                                : (int64_t)random_below(&stream, (uint64_t)MODEL_UNIT + 1);
        class_sizes classes;
        reidentification_risk found, again;
        draw_classes(&classes, &stream);
        const uint64_t *population = of_population ? classes.population : NULL;
        reidentification_measure(&found, classes.size, population, classes.classes, threshold);
        check_risk(number, &found.prosecutor, twin_risk(&classes, false, threshold));
        attacker_risk outside = twin_risk(&classes, of_population, threshold);
        check_risk(number, &found.journalist, outside);
        twin_near("marketer", number, found.marketer.average, outside.average, 1e-14);
        twin_near("marketer", number, found.marketer.largest, outside.average, 1e-14);
        if (fabs(outside.average * (double)MODEL_UNIT - (double)threshold) > 1e-3)
            twin_same("marketer above", number, found.marketer.above,
                      outside.average * (double)MODEL_UNIT > (double)threshold ? found.rows : 0);
        turn_around(&classes);
        reidentification_measure(&again, classes.size, population, classes.classes, threshold);
        twin_near("order", number, again.journalist.average, found.journalist.average, 0);
        twin_near("order", number, again.marketer.average, found.marketer.average, 0);
    }
}

static int by_size(const void *a, const void *b) {
    uint32_t one = *(const uint32_t *)a, other = *(const uint32_t *)b;
    return (one > other) - (one < other);
}

static void distributions_are_the_twins(void **state) {
    (void)state;
    for (size_t number = 0; number < property_cases(TWIN_CASES); number++) {
        random_stream stream = random_open(seed, "sizes", number);
        class_sizes classes;
        class_size_distribution found;
        draw_classes(&classes, &stream);
        class_size_distribution_measure(&found, classes.size, classes.classes);
        qsort(classes.size, classes.classes, sizeof *classes.size, by_size);
        size_t empty = 0;
        while (empty < classes.classes && classes.size[empty] == 0)
            empty++;
        const uint32_t *sorted = classes.size + empty;
        size_t count = classes.classes - empty;
        twin_same("classes", number, found.classes, count);
        uint64_t counted = 0, rows = 0;
        for (size_t b = 0; b < found.bins; b++) {
            uint64_t inside = 0;
            for (size_t i = 0; i < count; i++)
                inside += sorted[i] >= found.bin[b].from && sorted[i] <= found.bin[b].to;
            twin_same("bin", number, found.bin[b].classes, inside);
            counted += inside;
            rows += found.bin[b].rows;
        }
        twin_same("all bins", number, counted, count);
        twin_same("rows", number, rows, found.rows);
        if (count == 0)
            continue;
        twin_same("smallest", number, found.smallest, sorted[0]);
        twin_same("largest", number, found.largest, sorted[count - 1]);
        size_t lower = (count - 1) / 2, upper = count / 2;
        twin_near("median", number, found.median,
                  ((double)sorted[lower] + (double)sorted[upper]) / 2, 0);
    }
}

/* ---- Population uniques --------------------------------------------------------------------- */

/* Sizes up to this in tables that are written down as expectations. */
#define LARGEST 400

/* Negative binomial sizes less 1, and who of them gets into the table, term by term. The classes
 * are so many that rounding their expected numbers does not matter. */
static void twin_slide(size_frequency *out, double classes, double a, double b, double fraction) {
    static double seen[LARGEST + 1];
    for (size_t f = 0; f <= LARGEST; f++)
        seen[f] = 0;
    for (size_t size = 1; size <= LARGEST; size++) {
        double x = (double)size - 1, n = (double)size;
        double chance = exp(lgamma(x + a) - lgamma(a) - lgamma(x + 1) + a * log(b) + x * log1p(-b));
        for (size_t f = 1; f <= size; f++) {
            double k = (double)f;
            seen[f] += chance * exp(lgamma(n + 1) - lgamma(k + 1) - lgamma(n - k + 1) +
                                    k * log(fraction) + (n - k) * log1p(-fraction));
        }
    }
    for (size_t f = 1; f <= LARGEST; f++)
        out[f - 1] = (size_frequency){f, (uint64_t)(classes * seen[f])};
}

static void slide_models_are_found_again(void **state) {
    static size_frequency items[LARGEST];
    (void)state;
    for (size_t number = 0; number < property_cases(20); number++) {
        random_stream stream = random_open(seed, "slide", number);
        double a = 0.2 + 2 * random_unit(&stream), b = 0.2 + 0.6 * random_unit(&stream);
        double fraction = 0.05 + 0.9 * random_unit(&stream), classes = 1e13;
        population_uniques found;
        twin_slide(items, classes, a, b, fraction);
        population_uniques_estimate(&found, &(size_frequencies){LARGEST, items}, fraction);
        twin_near("slide", number, found.snb, classes * pow(b, a), 1e-3);
    }
}

static double twin_zayatz(const population_uniques *of, const uint32_t *sizes, size_t classes) {
    double all = 0;
    for (size_t i = 0; i < classes; i++) {
        double chance = sizes[i];
        for (uint32_t j = 0; j + 1 < sizes[i]; j++)
            chance *= fmax(0, (of->population - (double)of->rows - j) / (of->population - 1 - j));
        all += chance;
    }
    return (double)of->sample_uniques / of->fraction * (double)of->sample_uniques / all;
}

static double twin_likelihood(const uint32_t *sizes, size_t classes, uint64_t rows, double alpha,
                              double offset) {
    double theta = offset - alpha, sum = 0;
    for (size_t i = 1; i < classes; i++)
        sum += log(theta + (double)i * alpha);
    for (uint64_t i = 1; i < rows; i++)
        sum -= log(theta + (double)i);
    for (size_t c = 0; c < classes; c++)
        for (uint32_t i = 1; i < sizes[c]; i++)
            sum += log(i - alpha);
    return sum;
}

/* Looks around the best pair so far, ever closer. */
static double twin_pitman(const population_uniques *of, const uint32_t *sizes, size_t classes) {
    double best = -INFINITY, alpha = 0.5, place = log((double)of->rows);
    double wide = 0.25, far = 3;
    for (int round = 0; round < 400; round++) {
        double here_alpha = alpha, here_place = place;
        bool better = false;
        for (int i = -2; i <= 2; i++)
            for (int j = -2; j <= 2; j++) {
                double a = fmin(fmax(here_alpha + i * wide, 0), 1 - 1e-12);
                double p = here_place + j * far;
                double value = twin_likelihood(sizes, classes, of->rows, a, exp(p));
                if (value > best) {
                    best = value;
                    alpha = a;
                    place = p;
                    better = true;
                }
            }
        if (!better) {
            wide *= 0.6;
            far *= 0.6;
        }
    }
    double theta = exp(place) - alpha, n = of->population;
    return n * exp(lgamma(theta + alpha + n - 1) - lgamma(theta + n) + lgamma(theta + 1) -
                   lgamma(theta + alpha));
}

static void estimates_are_the_twins(void **state) {
    (void)state;
    for (size_t number = 0; number < property_cases(40); number++) {
        random_stream stream = random_open(seed, "uniques", number);
        size_t classes = 3 + random_below(&stream, 20);
        uint32_t sizes[32] = {1, 3, 2};
        for (size_t i = 3; i < classes; i++)
            sizes[i] = 1 + (uint32_t)random_below(&stream, 1 + random_below(&stream, 12));
        double fraction = 0.01 + 0.98 * random_unit(&stream);
        size_frequencies frequencies;
        population_uniques found;
        assert_int_equal(size_frequencies_open(&frequencies, sizes, classes, NULL), SHOAL_OK);
        population_uniques_estimate(&found, &frequencies, fraction);
        size_frequencies_close(&frequencies);
        twin_near("zayatz", number, found.zayatz, twin_zayatz(&found, sizes, classes), 1e-9);
        twin_near("pitman", number, found.pitman, twin_pitman(&found, sizes, classes), 1e-3);
        assert_true(isnan(found.snb) || (found.snb >= 0 && found.snb <= found.population));
    }
}

/* Whatever the sizes: an answer from 0 to all, or none. */
static void estimates_are_never_nonsense(void **state) {
    (void)state;
    for (size_t number = 0; number < property_cases(TWIN_CASES); number++) {
        random_stream stream = random_open(seed, "nonsense", number);
        size_t count = 1 + random_below(&stream, 5);
        size_frequency items[5];
        uint64_t size = 0;
        for (size_t i = 0; i < count; i++) {
            size += 1 + random_below(&stream, UINT64_C(1) << random_below(&stream, 30));
            if (i == 0 && random_below(&stream, 4))
                size = 1;
            items[i] = (size_frequency){
                size, 1 + random_below(&stream, UINT64_C(1) << random_below(&stream, 30))};
        }
        double fraction = pow(random_unit(&stream), (double)random_below(&stream, 30));
        population_uniques found;
        population_uniques_estimate(&found, &(size_frequencies){count, items}, fraction);
        double estimates[] = {found.zayatz, found.snb, found.pitman, found.estimate};
        for (size_t i = 0; i < 4; i++)
            assert_true(isnan(estimates[i]) ||
                        (estimates[i] >= 0 && estimates[i] <= found.population));
        assert_true(isnan(found.estimate) == (found.chosen == UNIQUES_NONE));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(risks_are_the_twins),
        cmocka_unit_test(distributions_are_the_twins),
        cmocka_unit_test(slide_models_are_found_again),
        cmocka_unit_test(estimates_are_the_twins),
        cmocka_unit_test(estimates_are_never_nonsense),
    };
    seed = property_seed();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
