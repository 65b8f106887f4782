#include "measure/reidentification.h"

#include <assert.h>

/* Shares are added as whole numbers of 2^-60, so that the order of classes does not matter. Classes
 * and rows are below 2^33: products with MODEL_UNIT stay below 2^127. */
#define SHARE_ONE ((model_sum)1 << 60)

const risk_threshold risk_thresholds[RISK_THRESHOLDS] = {
    {"0.05", 50000000, 20, 20,
     "Information and Privacy Commissioner of Ontario, De-identification Guidelines for Structured "
     "Data: high invasion of privacy, cell size 20"},
    {"0.075", 75000000, 14, 15,
     "Information and Privacy Commissioner of Ontario, De-identification Guidelines for Structured "
     "Data: medium invasion of privacy, cell size 15"},
    {"0.09", 90000000, 12, 11,
     "European Medicines Agency, Policy 0070, and Health Canada, Public Release of Clinical "
     "Information: largest risk of a public release; cell size 11 as of the US Centers for "
     "Medicare & Medicaid Services"},
    {"0.2", 200000000, 5, 5, "convention for health data: cell size 5"},
    {"0.33", 330000000, 4, 3, "convention for trusted recipients: cell size 3, the smallest used"},
};

typedef struct risk_sums {
    uint64_t rows, classes;
    uint64_t smallest; /* class as the attacker sees it */
    model_sum share;   /* sum of f / F */
    uint64_t above;
} risk_sums;

static void sums_add(risk_sums *to, uint64_t rows, uint64_t among, int64_t threshold) {
    if (to->classes == 0 || among < to->smallest)
        to->smallest = among;
    to->rows += rows;
    to->classes++;
    to->share += (model_sum)rows * SHARE_ONE / (model_sum)among;
    if ((model_sum)threshold * (model_sum)among < MODEL_UNIT)
        to->above += rows;
}

static double sums_mean(const risk_sums *of) {
    return of->rows
               ? (double)((long double)of->share / (long double)SHARE_ONE / (long double)of->rows)
               : 0;
}

static attacker_risk risk_of_records(const risk_sums *of) {
    attacker_risk risk = {.average = sums_mean(of), .above = of->above};
    if (of->rows > 0) {
        risk.largest = 1 / (double)of->smallest;
        risk.share_above = (double)of->above / (double)of->rows;
    }
    return risk;
}

static attacker_risk risk_of_everybody(const risk_sums *of, int64_t threshold) {
    double mean = sums_mean(of);
    attacker_risk risk = {.largest = mean, .average = mean};
    if (of->share * MODEL_UNIT > threshold * SHARE_ONE * (model_sum)of->rows) {
        risk.above = of->rows;
        risk.share_above = 1;
    }
    return risk;
}

void reidentification_measure(reidentification_risk *out, const uint32_t *sizes,
                              const uint64_t *population, size_t classes, int64_t threshold) {
    assert(threshold >= 0 && threshold <= MODEL_UNIT);
    risk_sums table = {0}, outside = {0};
    for (size_t i = 0; i < classes; i++) {
        if (sizes[i] == 0)
            continue;
        uint64_t among = population && population[i] > sizes[i] ? population[i] : sizes[i];
        sums_add(&table, sizes[i], sizes[i], threshold);
        sums_add(&outside, sizes[i], among, threshold);
    }
    *out = (reidentification_risk){.rows = table.rows,
                                   .classes = table.classes,
                                   .of_population = population != NULL,
                                   .prosecutor = risk_of_records(&table),
                                   .journalist = risk_of_records(&outside),
                                   .marketer = risk_of_everybody(&outside, threshold)};
}

/* Four single sizes and 5-9; from there on three bins for each power of ten. */
static class_size_bin bin_at(size_t index) {
    static const uint64_t begin[] = {1, 2, 5, 10};
    if (index < 4)
        return (class_size_bin){.from = index + 1, .to = index + 1};
    uint64_t ten = 1;
    for (size_t i = 5; i <= index; i += 3)
        ten *= 10;
    size_t step = (index - 2) % 3;
    return (class_size_bin){.from = begin[step] * ten, .to = begin[step + 1] * ten - 1};
}

static size_t bin_of(const class_size_distribution *in, uint64_t size) {
    size_t at = 0;
    while (in->bin[at].to < size)
        at++;
    return at;
}

/* The smallest size that more than `below` classes do not exceed: bisection, so that nothing has to
 * be sorted. */
static uint64_t size_ranked(const uint32_t *sizes, size_t classes, uint64_t below,
                            const class_size_distribution *of) {
    uint64_t low = of->smallest, high = of->largest;
    while (low < high) {
        uint64_t middle = low + (high - low) / 2;
        uint64_t within = 0;
        for (size_t i = 0; i < classes; i++)
            within += sizes[i] > 0 && sizes[i] <= middle;
        if (within > below)
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

void class_size_distribution_measure(class_size_distribution *out, const uint32_t *sizes,
                                     size_t classes) {
    *out = (class_size_distribution){0};
    for (size_t i = 0; i < CLASS_SIZE_BINS; i++)
        out->bin[i] = bin_at(i);
    for (size_t i = 0; i < classes; i++) {
        if (sizes[i] == 0)
            continue;
        class_size_bin *bin = &out->bin[bin_of(out, sizes[i])];
        bin->classes++;
        bin->rows += sizes[i];
        if (out->classes == 0 || sizes[i] < out->smallest)
            out->smallest = sizes[i];
        if (sizes[i] > out->largest)
            out->largest = sizes[i];
        out->classes++;
        out->rows += sizes[i];
    }
    if (out->classes == 0)
        return;
    out->bins = bin_of(out, out->largest) + 1;
    out->mean = (double)out->rows / (double)out->classes;
    uint64_t lower = size_ranked(sizes, classes, (out->classes - 1) / 2, out);
    uint64_t upper = size_ranked(sizes, classes, out->classes / 2, out);
    out->median = (double)(lower + upper) / 2;
}
