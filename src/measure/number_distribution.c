#include "base/memory.h"
#include "measure/distribution.h"

#include <assert.h>
#include <math.h>

/* The numbers of a column that occur, ascending, each once. */
typedef struct number_list {
    size_t count;
    double *number;
    uint64_t *rows;
    uint64_t all; /* sum of `rows` */
    uint64_t missing;
} number_list;

static void number_list_free(number_list *made) {
    memory_free(made->number);
    memory_free(made->rows);
}

static void append(number_list *out, double number, uint64_t rows) {
    out->all += rows;
    if (rows == 0)
        return;
    if (out->count == 0 || out->number[out->count - 1] != number) {
        out->number[out->count] = number;
        out->rows[out->count++] = 0;
    }
    out->rows[out->count - 1] += rows;
}

static void fill(number_list *out, const variable *of, const uint64_t *counts,
                 const uint32_t *order, size_t ordered) {
    for (size_t i = 0; i < ordered; i++)
        append(out, of->number[order[i]], counts[order[i]]);
    for (uint32_t code = 0; code < of->size; code++)
        if (variable_is_missing(of, code))
            out->missing += counts[code];
}

/* False: out of memory; to be freed in any case. */
static bool number_list_make(number_list *out, const variable *of, const variable_rows *in) {
    size_t ordered;
    uint64_t *counts = variable_count(of, in);
    uint32_t *order = variable_order(of, &ordered);
    out->number = memory_new(of->size, sizeof *out->number);
    out->rows = memory_new(of->size, sizeof *out->rows);
    bool made = counts && order && out->number && out->rows;
    if (made)
        fill(out, of, counts, order, ordered);
    memory_free(counts);
    memory_free(order);
    return made;
}

/* ---- One column ----------------------------------------------------------------------------- */

/* The power of two above every number: divided by it, squares neither overflow nor vanish, and no
 * digit is lost. */
static int exponent_of(const number_list *of) {
    double largest = fmax(fabs(of->number[0]), fabs(of->number[of->count - 1]));
    int exponent;
    frexp(largest, &exponent);
    return exponent;
}

static void find_moments(number_distribution *out, const number_list *of) {
    int exponent = exponent_of(of);
    double sum = 0, squares = 0;
    for (size_t i = 0; i < of->count; i++)
        sum += ldexp(of->number[i], -exponent) * (double)of->rows[i];
    double mean = sum / (double)of->all;
    for (size_t i = 0; i < of->count; i++) {
        double off = ldexp(of->number[i], -exponent) - mean;
        squares += off * off * (double)of->rows[i];
    }
    out->mean = ldexp(mean, exponent);
    out->deviation = of->count > 1 ? ldexp(sqrt(squares / (double)of->all), exponent) : 0;
}

static double at_rank(const number_list *of, uint64_t rank) {
    size_t i = 0;
    for (; rank >= of->rows[i]; i++)
        rank -= of->rows[i];
    return of->number[i];
}

static double quarter(const number_list *of, unsigned quarters) {
    uint64_t place = (of->all - 1) * quarters; /* in quarters of a row */
    double part = (double)(place % 4) / 4;
    double below = at_rank(of, place / 4);
    double above = part > 0 ? at_rank(of, place / 4 + 1) : below;
    return below == above ? below : below * (1 - part) + above * part;
}

static void describe(number_distribution *out, const number_list *of) {
    *out = (number_distribution){.rows = of->all + of->missing,
                                 .missing = of->missing,
                                 .distinct = of->count,
                                 .mean = NAN,
                                 .deviation = NAN,
                                 .smallest = NAN,
                                 .quartile = {NAN, NAN, NAN},
                                 .largest = NAN};
    if (of->count == 0)
        return;
    find_moments(out, of);
    out->smallest = of->number[0];
    out->largest = of->number[of->count - 1];
    for (unsigned i = 0; i < 3; i++)
        out->quartile[i] = quarter(of, i + 1);
}

/* Divided by a power of two no difference overflows; multiplied first, whole numbers fall exactly
 * into bins. */
static void fill_bins(number_distribution *out, const number_list *of, double low, double high) {
    int exponent;
    frexp(fmax(fabs(low), fabs(high)), &exponent);
    double begin = ldexp(low, -exponent), span = ldexp(high, -exponent) - begin;
    for (size_t i = 0; i < of->count; i++) {
        double from = ldexp(of->number[i], -exponent) - begin;
        double bin = span > 0 ? floor(from * DISTRIBUTION_BINS / span) : 0;
        size_t place = bin < DISTRIBUTION_BINS ? (size_t)bin : DISTRIBUTION_BINS - 1;
        out->bin[place] += of->rows[i];
    }
}

/* ---- Two columns ---------------------------------------------------------------------------- */

static double kolmogorov(const number_list *one, const number_list *other) {
    uint64_t of_one = 0, of_other = 0;
    double largest = 0;
    for (size_t i = 0, j = 0; i < one->count && j < other->count;) {
        double next = fmin(one->number[i], other->number[j]);
        if (one->number[i] == next)
            of_one += one->rows[i++];
        if (other->number[j] == next)
            of_other += other->rows[j++];
        double apart = (double)of_one / (double)one->all - (double)of_other / (double)other->all;
        largest = fmax(largest, fabs(apart));
    }
    return one->count > 0 && other->count > 0 ? largest : NAN;
}

static double shift_of(const number_distribution *before, const number_distribution *after) {
    double moved = after->mean - before->mean;
    if (moved == 0)
        return 0;
    return before->deviation > 0 ? moved / before->deviation : NAN;
}

static bool is_whole(const number_list *of) {
    for (size_t i = 0; i < of->count; i++)
        if (of->number[i] != floor(of->number[i]))
            return false;
    return true;
}

/* More whole numbers than bins: each bin holds equally many of them. Otherwise some bins would hold
 * one more than others, and a flat distribution would look like a comb. */
static double widen_to_whole(double low, double high) {
    double values = high - low + 1;
    bool exact = fmax(fabs(low), fabs(high)) < 4503599627370496.0;
    if (!exact || !(values > DISTRIBUTION_BINS))
        return high;
    return low + DISTRIBUTION_BINS * ceil(values / DISTRIBUTION_BINS);
}

static void compare(number_comparison *out, const number_list *before, const number_list *after) {
    describe(&out->before, before);
    describe(&out->after, after);
    out->low = fmin(out->before.smallest, out->after.smallest);
    out->high = fmax(out->before.largest, out->after.largest);
    if (is_whole(before) && is_whole(after))
        out->high = widen_to_whole(out->low, out->high);
    fill_bins(&out->before, before, out->low, out->high);
    fill_bins(&out->after, after, out->low, out->high);
    out->shift = shift_of(&out->before, &out->after);
    out->kolmogorov = kolmogorov(before, after);
}

shoal_status number_distributions_compare(number_comparison *out, const variable *before,
                                          const variable_rows *before_in, const variable *after,
                                          const variable_rows *after_in, shoal_error *error) {
    assert(before->number && (!after || after->number));
    number_list one = {0}, other = {0};
    *out = (number_comparison){0};
    bool made = number_list_make(&one, before, before_in) &&
                (!after || number_list_make(&other, after, after_in));
    if (made)
        compare(out, &one, &other);
    number_list_free(&one);
    number_list_free(&other);
    return made ? SHOAL_OK : status_no_memory(error);
}
