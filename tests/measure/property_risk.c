/* Measures of risk against naive twins: loops over records and pairs of records, straight from the
 * definitions. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "measure/generalized_linkage.h"
#include "measure/population_uniques.h"
#include "measure/reidentification.h"
#include "measure/unique_combinations.h"
#include "support/random_cases.h"

#include <math.h>
#include <stdlib.h>

#define CASES 300
#define MOST_ATTRIBUTES 9
#define MOST_ROWS 60
#define MOST_VALUES 12

static uint64_t seed;

static void same(const char *what, size_t number, uint64_t found, uint64_t wanted) {
    if (found != wanted)
        fail_msg("case %zu, %s: %llu instead of %llu", number, what, (unsigned long long)found,
                 (unsigned long long)wanted);
}

static void near(const char *what, size_t number, double found, double wanted, double tolerance) {
    if (isnan(found) != isnan(wanted) || fabs(found - wanted) > tolerance * (1 + fabs(wanted)))
        fail_msg("case %zu, %s: %.17g instead of %.17g", number, what, found, wanted);
}

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
    near("largest", number, found->largest, wanted.largest, 0);
    near("average", number, found->average, wanted.average, 1e-14);
    same("above", number, found->above, wanted.above);
    near("share above", number, found->share_above, wanted.share_above, 0);
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
    for (size_t number = 0; number < property_cases(CASES); number++) {
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
        near("marketer", number, found.marketer.average, outside.average, 1e-14);
        near("marketer", number, found.marketer.largest, outside.average, 1e-14);
        if (fabs(outside.average * (double)MODEL_UNIT - (double)threshold) > 1e-3)
            same("marketer above", number, found.marketer.above,
                 outside.average * (double)MODEL_UNIT > (double)threshold ? found.rows : 0);
        turn_around(&classes);
        reidentification_measure(&again, classes.size, population, classes.classes, threshold);
        near("order", number, again.journalist.average, found.journalist.average, 0);
        near("order", number, again.marketer.average, found.marketer.average, 0);
    }
}

static int by_size(const void *a, const void *b) {
    uint32_t one = *(const uint32_t *)a, other = *(const uint32_t *)b;
    return (one > other) - (one < other);
}

static void distributions_are_the_twins(void **state) {
    (void)state;
    for (size_t number = 0; number < property_cases(CASES); number++) {
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
        same("classes", number, found.classes, count);
        uint64_t counted = 0, rows = 0;
        for (size_t b = 0; b < found.bins; b++) {
            uint64_t inside = 0;
            for (size_t i = 0; i < count; i++)
                inside += sorted[i] >= found.bin[b].from && sorted[i] <= found.bin[b].to;
            same("bin", number, found.bin[b].classes, inside);
            counted += inside;
            rows += found.bin[b].rows;
        }
        same("all bins", number, counted, count);
        same("rows", number, rows, found.rows);
        if (count == 0)
            continue;
        same("smallest", number, found.smallest, sorted[0]);
        same("largest", number, found.largest, sorted[count - 1]);
        size_t lower = (count - 1) / 2, upper = count / 2;
        near("median", number, found.median, ((double)sorted[lower] + (double)sorted[upper]) / 2,
             0);
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
        near("slide", number, found.snb, classes * pow(b, a), 1e-3);
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
        near("zayatz", number, found.zayatz, twin_zayatz(&found, sizes, classes), 1e-9);
        near("pitman", number, found.pitman, twin_pitman(&found, sizes, classes), 1e-3);
        assert_true(isnan(found.snb) || (found.snb >= 0 && found.snb <= found.population));
    }
}

/* Whatever the sizes: an answer from 0 to all, or none. */
static void estimates_are_never_nonsense(void **state) {
    (void)state;
    for (size_t number = 0; number < property_cases(CASES); number++) {
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

/* ---- Unique combinations -------------------------------------------------------------------- */

typedef struct coded_rows {
    size_t rows, attributes;
    uint32_t cell[MOST_ATTRIBUTES][MOST_ROWS];
    codes column[MOST_ATTRIBUTES];
    uint32_t size[MOST_ATTRIBUTES];
} coded_rows;

static void draw_rows(coded_rows *out, random_stream *stream) {
    out->rows = random_below(stream, MOST_ROWS + 1);
    out->attributes = 1 + random_below(stream, 6);
    for (size_t a = 0; a < out->attributes; a++) {
        out->size[a] = 1 + (uint32_t)random_below(stream, MOST_VALUES);
        for (size_t i = 0; i < out->rows; i++)
            out->cell[a][i] =
                (uint32_t)random_below(stream, 1 + random_below(stream, out->size[a]));
        out->column[a] = (codes){out->cell[a], 4};
    }
}

static void group_rows(frequency_set *out, const coded_rows *from) {
    frequency_input inputs[MOST_ATTRIBUTES];
    for (size_t a = 0; a < from->attributes; a++)
        inputs[a] = (frequency_input){&from->column[a], from->size[a]};
    assert_int_equal(frequency_build(out, inputs, from->attributes, from->rows, NULL, NULL, NULL),
                     SHOAL_OK);
}

/* Sets of attributes are bits of a number. */
static bool twin_unique(const coded_rows *of, size_t row, unsigned set) {
    for (size_t other = 0; other < of->rows; other++) {
        bool equal = other != row;
        for (size_t a = 0; a < of->attributes && equal; a++)
            equal = !(set >> a & 1) || of->cell[a][other] == of->cell[a][row];
        if (equal)
            return false;
    }
    return true;
}

static bool twin_minimal(const coded_rows *of, size_t row, unsigned set) {
    bool minimal = twin_unique(of, row, set);
    for (size_t a = 0; a < of->attributes; a++)
        if (set >> a & 1 && set != 1U << a)
            minimal &= !twin_unique(of, row, set & ~(1U << a));
    return minimal;
}

static uint64_t twin_score(size_t attributes, size_t size, size_t most) {
    double score =
        exp(lgamma((double)(attributes - size) + 1) - lgamma((double)(attributes - most) + 1));
    return (uint64_t)llround(score);
}

typedef struct twin_uniques {
    uint64_t records, sets, score;
    uint64_t by_size[MOST_ATTRIBUTES + 1];
    uint64_t of_set[1 << MOST_ATTRIBUTES];
    unique_attribute attribute[MOST_ATTRIBUTES];
    uint64_t value_score[MOST_ATTRIBUTES][MOST_VALUES];
    uint64_t value_records[MOST_ATTRIBUTES][MOST_VALUES];
} twin_uniques;

static void twin_row(twin_uniques *out, const coded_rows *of, size_t row, size_t most) {
    unsigned used = 0;
    size_t smallest = 0;
    for (unsigned set = 1; set < 1U << of->attributes; set++) {
        size_t size = (size_t)__builtin_popcount(set);
        if (size > most || !twin_minimal(of, row, set))
            continue;
        uint64_t score = twin_score(of->attributes, size, most);
        if (smallest == 0 || size < smallest)
            smallest = size;
        used |= set;
        out->sets++;
        out->score += score;
        out->of_set[set]++;
        for (size_t a = 0; a < of->attributes; a++)
            if (set >> a & 1) {
                out->attribute[a].sets++;
                out->attribute[a].score += score;
                out->value_score[a][of->cell[a][row]] += score;
            }
    }
    for (size_t a = 0; a < of->attributes; a++)
        if (used >> a & 1) {
            out->attribute[a].records++;
            out->value_records[a][of->cell[a][row]]++;
        }
    out->by_size[smallest]++;
    out->records += smallest > 0;
}

static void check_values(size_t number, const unique_combinations *found, twin_uniques *twin) {
    uint64_t last = UINT64_MAX;
    for (size_t i = 0; i < found->values; i++) {
        const unique_value *value = &found->value[i];
        same("score of a value", number, value->score,
             twin->value_score[value->attribute][value->code]);
        same("records of a value", number, value->records,
             twin->value_records[value->attribute][value->code]);
        assert_true(value->score <= last && value->score > 0);
        last = value->score;
        twin->value_score[value->attribute][value->code] = 0;
    }
    for (size_t a = 0; a < MOST_ATTRIBUTES; a++)
        for (size_t v = 0; v < MOST_VALUES; v++)
            assert_true(found->values == UNIQUE_TOP ? twin->value_score[a][v] <= last
                                                    : twin->value_score[a][v] == 0);
}

static void check_sets(size_t number, const unique_combinations *found, twin_uniques *twin) {
    uint64_t last = UINT64_MAX;
    for (size_t i = 0; i < found->worst; i++) {
        unsigned set = 0;
        for (size_t a = 0; a < found->subset[i].size; a++)
            set |= 1U << found->subset[i].attribute[a];
        same("records of a set", number, found->subset[i].records, twin->of_set[set]);
        assert_true(twin->of_set[set] <= last && twin->of_set[set] > 0);
        last = twin->of_set[set];
        twin->of_set[set] = 0;
    }
    for (size_t set = 0; set < 1 << MOST_ATTRIBUTES; set++)
        assert_true(found->worst == UNIQUE_TOP ? twin->of_set[set] <= last
                                               : twin->of_set[set] == 0);
}

static size_t tuple_of_row(const coded_rows *of, size_t row, const frequency_set *in) {
    for (size_t t = 0; t < in->tuples; t++) {
        bool equal = true;
        for (size_t a = 0; a < of->attributes && equal; a++)
            equal = codes_get(&in->codes[a], t) == of->cell[a][row];
        if (equal)
            return t;
    }
    fail_msg("row %zu is in no tuple", row);
    return 0;
}

static void check_records(size_t number, const unique_records *found, const coded_rows *of,
                          const frequency_set *in) {
    for (size_t row = 0; row < of->rows; row++) {
        size_t tuple = tuple_of_row(of, row, in);
        uint64_t sets[MOST_ATTRIBUTES + 1] = {0};
        double score = 0;
        for (unsigned set = 1; set < 1U << of->attributes; set++) {
            size_t size = (size_t)__builtin_popcount(set);
            if (size > found->most || !twin_minimal(of, row, set))
                continue;
            sets[size]++;
            score += tgamma((double)(of->attributes - size) + 1);
        }
        for (size_t size = 1; size <= found->most; size++)
            same("sets of a record", number, found->count[size][tuple], sets[size]);
        near("score of a record", number, unique_record_score(found, tuple, of->attributes), score,
             1e-13);
    }
}

static void uniques_are_the_twins(void **state) {
    (void)state;
    for (size_t number = 0; number < property_cases(CASES); number++) {
        random_stream stream = random_open(seed, "combinations", number);
        static coded_rows rows;
        static twin_uniques twin;
        unique_options options = {.most = random_below(&stream, 6)};
        frequency_set frequency;
        unique_combinations found;
        draw_rows(&rows, &stream);
        group_rows(&frequency, &rows);
        unique_records records;
        options.records = &records;
        assert_int_equal(unique_combinations_find(&found, &frequency, &options, NULL), SHOAL_OK);
        twin = (twin_uniques){0};
        for (size_t i = 0; i < rows.rows; i++)
            twin_row(&twin, &rows, i, found.most);
        check_records(number, &records, &rows, &frequency);
        unique_records_free(&records);
        same("records", number, found.records, twin.records);
        same("sets", number, found.sets, twin.sets);
        same("score", number, found.score, twin.score);
        for (size_t size = 1; size <= found.most; size++)
            same("by size", number, found.by_size[size], twin.by_size[size]);
        for (size_t a = 0; a < rows.attributes; a++) {
            same("attribute", number, found.attribute[a].records, twin.attribute[a].records);
            same("attribute", number, found.attribute[a].sets, twin.attribute[a].sets);
            same("attribute", number, found.attribute[a].score, twin.attribute[a].score);
        }
        check_values(number, &found, &twin);
        check_sets(number, &found, &twin);
        unique_combinations_free(&found);
        frequency_free(&frequency);
    }
}

/* The same where rows belong to persons: nobody else may equal a person. */
static bool twin_alone(const coded_rows *of, const uint32_t *person, size_t row, unsigned set) {
    for (size_t other = 0; other < of->rows; other++) {
        bool equal = person[other] != person[row];
        for (size_t a = 0; a < of->attributes && equal; a++)
            equal = !(set >> a & 1) || of->cell[a][other] == of->cell[a][row];
        if (equal)
            return false;
    }
    return true;
}

static void persons_are_unique_as_the_twins(void **state) {
    (void)state;
    for (size_t number = 0; number < property_cases(CASES); number++) {
        random_stream stream = random_open(seed, "unique persons", number);
        static coded_rows rows;
        uint32_t person[MOST_ROWS], owner[MOST_ROWS];
        frequency_set frequency;
        unique_combinations found;
        unique_records records;
        unique_options options = {
            .most = random_below(&stream, 5), .records = &records, .owner = owner};
        uint64_t persons = 1 + random_below(&stream, MOST_ROWS);
        draw_rows(&rows, &stream);
        group_rows(&frequency, &rows);
        for (size_t row = 0; row < rows.rows; row++)
            person[row] = (uint32_t)random_below(&stream, persons);
        for (size_t t = 0; t < frequency.tuples; t++)
            owner[t] = UNIQUE_SHARED;
        for (size_t row = 0; row < rows.rows; row++)
            if (twin_alone(&rows, person, row, (1U << rows.attributes) - 1))
                owner[tuple_of_row(&rows, row, &frequency)] = person[row];
        assert_int_equal(unique_combinations_find(&found, &frequency, &options, NULL), SHOAL_OK);
        for (size_t row = 0; row < rows.rows; row++) {
            uint32_t sets[MOST_ATTRIBUTES + 1] = {0};
            for (unsigned set = 1; set < 1U << rows.attributes; set++) {
                bool minimal = twin_alone(&rows, person, row, set);
                for (size_t a = 0; a < rows.attributes; a++)
                    if (set >> a & 1 && set != 1U << a)
                        minimal &= !twin_alone(&rows, person, row, set & ~(1U << a));
                sets[__builtin_popcount(set)] += minimal;
            }
            for (size_t size = 1; size <= found.most; size++)
                same("sets of a person", number,
                     records.count[size][tuple_of_row(&rows, row, &frequency)], sets[size]);
        }
        unique_records_free(&records);
        unique_combinations_free(&found);
        frequency_free(&frequency);
    }
}

/* ---- Linkage -------------------------------------------------------------------------------- */

typedef struct generalized_table {
    coded_rows original, release;
    bool covers[MOST_ATTRIBUTES][MOST_VALUES][MOST_VALUES]; /* value, label */
    uint32_t star[MOST_ATTRIBUTES];
    label_cover cover[MOST_ATTRIBUTES];
    uint32_t person[MOST_ROWS]; /* of the release; every row is somebody else's where rows count */
} generalized_table;

static void draw_persons(generalized_table *out, bool persons, random_stream *stream) {
    uint64_t most = 1 + random_below(stream, MOST_ROWS);
    for (size_t row = 0; row < MOST_ROWS; row++)
        out->person[row] = persons ? (uint32_t)random_below(stream, most) : (uint32_t)row;
}

/* Labels of an attribute: a partition, or anything; the last may be the star. */
static void draw_labels(generalized_table *in, size_t a, bool partition, random_stream *stream) {
    uint32_t values = in->original.size[a];
    uint32_t labels = in->release.size[a] = 1 + (uint32_t)random_below(stream, MOST_VALUES);
    label_pair pairs[MOST_VALUES * MOST_VALUES];
    size_t count = 0;
    in->star[a] = random_below(stream, 2) ? labels - 1 : LABEL_NONE;
    for (uint32_t v = 0; v < values; v++) {
        uint32_t only = (uint32_t)random_below(stream, labels + 1);
        for (uint32_t l = 0; l < labels; l++) {
            bool covers = partition ? l == only : random_below(stream, 3) == 0;
            in->covers[a][v][l] = covers || l == in->star[a];
            if (covers)
                pairs[count++] = (label_pair){v, l};
        }
    }
    assert_int_equal(
        label_cover_open(&in->cover[a], values, labels, in->star[a], pairs, count, NULL), SHOAL_OK);
}

/* Mostly a label that covers the value, sometimes any, and suppressed rows. */
static void draw_release(generalized_table *in, random_stream *stream) {
    for (size_t i = 0; i < in->release.rows; i++) {
        bool suppressed = random_below(stream, 5) == 0;
        for (size_t a = 0; a < in->original.attributes; a++) {
            uint32_t label = (uint32_t)random_below(stream, in->release.size[a]);
            for (int tries = 0; i < in->original.rows && tries < 20; tries++) {
                if (in->covers[a][in->original.cell[a][i]][label])
                    break;
                label = (uint32_t)random_below(stream, in->release.size[a]);
            }
            in->release.cell[a][i] = suppressed && in->star[a] != LABEL_NONE ? in->star[a] : label;
        }
    }
}

static void draw_generalized(generalized_table *out, bool aligned, random_stream *stream) {
    bool partition = random_below(stream, 2);
    draw_rows(&out->original, stream);
    out->release.attributes = out->original.attributes;
    out->release.rows = aligned ? out->original.rows : random_below(stream, MOST_ROWS + 1);
    for (size_t a = 0; a < out->original.attributes; a++) {
        draw_labels(out, a, partition, stream);
        out->release.column[a] = (codes){out->release.cell[a], 4};
    }
    draw_release(out, stream);
}

static bool twin_fits(const generalized_table *of, size_t person, size_t row) {
    for (size_t a = 0; a < of->original.attributes; a++)
        if (!of->covers[a][of->original.cell[a][person]][of->release.cell[a][row]])
            return false;
    return true;
}

static bool twin_suppressed(const generalized_table *of, size_t row) {
    for (size_t a = 0; a < of->original.attributes; a++)
        if (of->release.cell[a][row] != of->star[a])
            return false;
    return true;
}

static bool twin_same_class(const generalized_table *of, size_t one, size_t other) {
    for (size_t a = 0; a < of->release.attributes; a++)
        if (of->release.cell[a][one] != of->release.cell[a][other])
            return false;
    return true;
}

static uint64_t twin_persons(const bool *chosen, const generalized_table *of) {
    bool seen[MOST_ROWS] = {false};
    uint64_t persons = 0;
    for (size_t row = 0; row < of->release.rows; row++) {
        persons += chosen[row] && !seen[of->person[row]];
        seen[of->person[row]] |= chosen[row];
    }
    return persons;
}

/* The rows that an attacker takes for a person: published ones that cover it, else suppressed
 * ones. */
static bool twin_candidates(bool *chosen, const generalized_table *of, size_t person,
                            bool all_suppressed) {
    bool any = false;
    for (int suppressed = 0; suppressed < 2 && !any; suppressed++)
        for (size_t row = 0; row < of->release.rows; row++) {
            bool hidden = twin_suppressed(of, row) && !all_suppressed;
            chosen[row] = hidden == suppressed && (hidden || twin_fits(of, person, row));
            any |= chosen[row];
        }
    return any;
}

typedef struct twin_target {
    bool attacked, published, found;
    uint64_t candidates;
} twin_target;

static twin_target twin_attack(const generalized_table *of, size_t person, bool aligned,
                               bool all_suppressed) {
    bool chosen[MOST_ROWS] = {false}, covered = false;
    twin_target found = {.attacked = true};
    bool any = twin_candidates(chosen, of, person, all_suppressed);
    for (size_t row = 0; row < of->release.rows; row++)
        covered |= chosen[row] && (all_suppressed || !twin_suppressed(of, row));
    found.candidates = twin_persons(chosen, of);
    found.published = aligned ? all_suppressed || !twin_suppressed(of, person) : covered;
    found.found = aligned ? chosen[person] : any;
    return found;
}

static double twin_chance(const twin_target *of) {
    return of->found ? 1 / (double)of->candidates : 0;
}

/* Of the rows of a person in a class only the first one that says most counts. */
static void twin_merge(twin_target *each, const generalized_table *of) {
    for (size_t row = 0; row < of->original.rows; row++)
        for (size_t other = 0; other < of->original.rows; other++)
            if (other != row && each[row].attacked && each[other].attacked &&
                of->person[row] == of->person[other] && twin_same_class(of, row, other) &&
                twin_chance(&each[row]) >= twin_chance(&each[other]))
                each[other].attacked = false;
}

static void twin_sum(generalized_outcome *out, const twin_target *each, size_t rows) {
    double right = 0, of_published = 0, candidates = 0;
    for (size_t row = 0; row < rows; row++) {
        const twin_target *of = &each[row];
        if (!of->attacked)
            continue;
        double chance = twin_chance(of);
        out->attacked++;
        out->published += of->published;
        out->found += of->found;
        out->certain += of->found && of->candidates == 1;
        right += chance;
        of_published += of->published ? chance : 0;
        candidates += (double)of->candidates;
        out->largest = fmax(out->largest, chance);
        if (of->found && (out->fewest == 0 || of->candidates < out->fewest))
            out->fewest = of->candidates;
    }
    out->expected_all = out->attacked ? right / (double)out->attacked : 0;
    out->expected = out->published ? of_published / (double)out->published : 0;
    out->candidates = out->attacked ? candidates / (double)out->attacked : 0;
}

static void twin_links(generalized_outcome *out, double *each, const generalized_table *of,
                       bool aligned, size_t attacked) {
    bool all_suppressed = true;
    twin_target targets[MOST_ROWS] = {{0}};
    *out = (generalized_outcome){.records = of->original.rows};
    for (size_t row = 0; row < of->release.rows; row++)
        all_suppressed &= twin_suppressed(of, row);
    for (size_t j = 0; j < attacked; j++) {
        size_t person = j * of->original.rows / attacked;
        targets[person] = twin_attack(of, person, aligned, all_suppressed);
    }
    for (size_t row = 0; row < of->original.rows; row++)
        each[row] = targets[row].attacked ? twin_chance(&targets[row]) : (double)NAN;
    if (aligned)
        twin_merge(targets, of);
    twin_sum(out, targets, of->original.rows);
}

static void check_links(size_t number, const generalized_outcome *found,
                        const generalized_outcome *wanted) {
    same("records", number, found->records, wanted->records);
    same("attacked", number, found->attacked, wanted->attacked);
    same("found", number, found->found, wanted->found);
    same("certain", number, found->certain, wanted->certain);
    same("fewest", number, found->fewest, wanted->fewest);
    same("published", number, found->published, wanted->published);
    near("expected", number, found->expected, wanted->expected, 1e-13);
    near("expected of all", number, found->expected_all, wanted->expected_all, 1e-13);
    near("largest", number, found->largest, wanted->largest, 0);
    near("candidates", number, found->candidates, wanted->candidates, 1e-13);
}

static void links_are_the_twins(void **state) {
    (void)state;
    for (size_t number = 0; number < property_cases(2 * CASES); number++) {
        random_stream stream = random_open(seed, "links", number);
        static generalized_table table;
        bool aligned = random_below(&stream, 3) > 0;
        generalized_outcome found, wanted;
        double each[MOST_ROWS], twin_each[MOST_ROWS];
        bool persons = random_below(&stream, 2);
        draw_generalized(&table, aligned, &stream);
        draw_persons(&table, persons, &stream);
        generalized_attack attack = {.attributes = table.original.attributes,
                                     .covers = table.cover,
                                     .rows = table.original.rows,
                                     .original = table.original.column,
                                     .release_rows = table.release.rows,
                                     .release = table.release.column,
                                     .person_of = persons ? table.person : NULL,
                                     .persons = MOST_ROWS,
                                     .aligned = aligned,
                                     .most = random_below(&stream, 2 * MOST_ROWS),
                                     .each = each};
        assert_int_equal(generalized_linkage(&found, &attack, NULL), SHOAL_OK);
        size_t attacked = attack.most > 0 && attack.most < attack.rows ? attack.most : attack.rows;
        twin_links(&wanted, twin_each, &table, aligned, attacked);
        check_links(number, &found, &wanted);
        for (size_t row = 0; row < attack.rows; row++)
            near("a row", number, each[row], twin_each[row], 1e-15);
        /* The same by the other way. */
        for (size_t a = 0; a < attack.attributes; a++)
            table.cover[a].single = false;
        assert_int_equal(generalized_linkage(&found, &attack, NULL), SHOAL_OK);
        assert_false(found.grouped);
        check_links(number, &found, &wanted);
        for (size_t a = 0; a < attack.attributes; a++)
            label_cover_close(&table.cover[a]);
    }
}

/* Every value has one label; classes are suppressed as a whole. */
static void recode_alike(generalized_table *in, random_stream *stream) {
    size_t attributes = in->original.attributes;
    size_t fewest = 1 + random_below(stream, 5);
    in->release.rows = in->original.rows;
    in->release.attributes = attributes;
    for (size_t a = 0; a < attributes; a++) {
        uint32_t labels = in->release.size[a] = 2 + (uint32_t)random_below(stream, MOST_VALUES - 1);
        label_pair pairs[MOST_VALUES];
        uint32_t label[MOST_VALUES];
        for (uint32_t v = 0; v < in->original.size[a]; v++) {
            label[v] = (uint32_t)random_below(stream, labels - 1);
            pairs[v] = (label_pair){v, label[v]};
        }
        for (size_t row = 0; row < in->release.rows; row++)
            in->release.cell[a][row] = label[in->original.cell[a][row]];
        in->release.column[a] = (codes){in->release.cell[a], 4};
        in->star[a] = labels - 1;
        assert_int_equal(label_cover_open(&in->cover[a], in->original.size[a], labels, in->star[a],
                                          pairs, in->original.size[a], NULL),
                         SHOAL_OK);
    }
    static coded_rows whole;
    whole = in->release;
    for (size_t row = 0; row < whole.rows; row++) {
        size_t size = 0;
        for (size_t other = 0; other < whole.rows; other++) {
            bool equal = true;
            for (size_t a = 0; a < attributes && equal; a++)
                equal = whole.cell[a][row] == whole.cell[a][other];
            size += equal;
        }
        for (size_t a = 0; a < attributes && size < fewest; a++)
            in->release.cell[a][row] = in->star[a];
    }
}

/* The marketer's risk: a right guess in each published class, of its persons. */
static double twin_marketer(const generalized_table *of) {
    double classes = 0, members = 0;
    bool all_suppressed = true;
    for (size_t row = 0; row < of->release.rows; row++)
        all_suppressed &= twin_suppressed(of, row);
    for (size_t row = 0; row < of->release.rows; row++) {
        bool class[MOST_ROWS] = {false}, first = true;
        if (!all_suppressed && twin_suppressed(of, row))
            continue;
        for (size_t other = 0; other < of->release.rows; other++) {
            class[other] = twin_same_class(of, row, other);
            first &= !class[other] || other >= row;
        }
        classes += first;
        members += first ? (double)twin_persons(class, of) : 0;
    }
    return members > 0 ? classes / members : 0;
}

/* Whoever knows the original of a table that was recoded alike for all links as many of the
 * published records as the marketer. */
static void linkage_is_never_below_the_marketer(void **state) {
    (void)state;
    for (size_t number = 0; number < property_cases(2 * CASES); number++) {
        random_stream stream = random_open(seed, "recoded alike", number);
        static generalized_table table;
        generalized_outcome found;
        draw_rows(&table.original, &stream);
        recode_alike(&table, &stream);
        bool persons = random_below(&stream, 2);
        draw_persons(&table, persons, &stream);
        generalized_attack attack = {.attributes = table.original.attributes,
                                     .covers = table.cover,
                                     .rows = table.original.rows,
                                     .original = table.original.column,
                                     .release_rows = table.release.rows,
                                     .release = table.release.column,
                                     .person_of = persons ? table.person : NULL,
                                     .persons = MOST_ROWS,
                                     .aligned = true};
        assert_int_equal(generalized_linkage(&found, &attack, NULL), SHOAL_OK);
        near("marketer", number, found.expected, twin_marketer(&table), 1e-13);
        same("found", number, found.found, found.attacked);
        for (size_t a = 0; a < attack.attributes; a++)
            label_cover_close(&table.cover[a]);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(risks_are_the_twins),
        cmocka_unit_test(distributions_are_the_twins),
        cmocka_unit_test(slide_models_are_found_again),
        cmocka_unit_test(estimates_are_the_twins),
        cmocka_unit_test(estimates_are_never_nonsense),
        cmocka_unit_test(uniques_are_the_twins),
        cmocka_unit_test(persons_are_unique_as_the_twins),
        cmocka_unit_test(links_are_the_twins),
        cmocka_unit_test(linkage_is_never_below_the_marketer),
    };
    seed = property_seed();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
