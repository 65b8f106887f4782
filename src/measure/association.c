#include "measure/association.h"

#include "base/memory.h"
#include "measure/pair_counter.h"

/* A column made ready: what a row with each code adds. */
typedef struct prepared {
    const variable *of;
    bool *missing;  /* [size] */
    double *number; /* [size] in deviations from the mean; NULL: categories */
    bool varies;    /* has two values */
} prepared;

/* What one worker needs for a pair. */
typedef struct scratch {
    pair_counter pairs;
    uint64_t *rows[2]; /* [largest size] rows of each category */
    double *sum;       /* [largest size] */
    bool failed;       /* out of memory */
} scratch;

typedef struct measuring {
    const variable_rows *in;
    size_t columns;
    prepared *column; /* [columns] */
    size_t workers;
    scratch *scratch; /* [workers] */
    association_matrix *out;
} measuring;

/* The codes of a row, false where it is left out of the pair. */
static inline bool pair_at(const measuring *of, const prepared *one, const prepared *other,
                           size_t row, uint32_t *code, uint32_t *other_code) {
    if (!variable_row_counts(of->in, row))
        return false;
    *code = codes_get(one->of->codes, row);
    *other_code = codes_get(other->of->codes, row);
    return !one->missing[*code] && !other->missing[*other_code];
}

/* ---- Pearson's correlation ------------------------------------------------------------------ */

typedef struct moments {
    double rows, sum, mean, smallest, largest;
} moments;

static void moments_add(moments *to, double number) {
    to->rows++;
    to->sum += number;
    to->smallest = fmin(to->smallest, number);
    to->largest = fmax(to->largest, number);
}

static bool moments_vary(moments *of) {
    of->mean = of->sum / of->rows;
    return of->smallest < of->largest;
}

/* In two passes, since the rows of a pair can lie far from the mean of their column. */
static double correlation(const measuring *of, const prepared *one, const prepared *other) {
    moments x = {.smallest = INFINITY, .largest = -INFINITY}, y = x;
    uint32_t a, b;
    for (size_t row = 0; row < of->in->rows; row++)
        if (pair_at(of, one, other, row, &a, &b)) {
            moments_add(&x, one->number[a]);
            moments_add(&y, other->number[b]);
        }
    if (!moments_vary(&x) || !moments_vary(&y))
        return NAN;
    double xx = 0, yy = 0, xy = 0;
    for (size_t row = 0; row < of->in->rows; row++)
        if (pair_at(of, one, other, row, &a, &b)) {
            double from_x = one->number[a] - x.mean, from_y = other->number[b] - y.mean;
            xx += from_x * from_x;
            yy += from_y * from_y;
            xy += from_x * from_y;
        }
    return fmax(-1, fmin(1, xy / sqrt(xx) / sqrt(yy)));
}

/* ---- Correlation ratio ---------------------------------------------------------------------- */

/* Sum of squares between the categories; NaN where there are not two. */
static double between(const scratch *in, uint32_t size, double mean) {
    double sum = 0;
    size_t categories = 0;
    for (uint32_t c = 0; c < size; c++) {
        if (in->rows[0][c] == 0)
            continue;
        categories++;
        double rows = (double)in->rows[0][c], off = in->sum[c] / rows - mean;
        sum += rows * off * off;
    }
    return categories > 1 ? sum : NAN;
}

static double correlation_ratio(const measuring *of, scratch *in, const prepared *categories,
                                const prepared *numbers) {
    uint32_t size = categories->of->size, c, code;
    moments y = {.smallest = INFINITY, .largest = -INFINITY};
    memset(in->rows[0], 0, size * sizeof *in->rows[0]);
    for (uint32_t i = 0; i < size; i++)
        in->sum[i] = 0;
    for (size_t row = 0; row < of->in->rows; row++)
        if (pair_at(of, categories, numbers, row, &c, &code)) {
            moments_add(&y, numbers->number[code]);
            in->rows[0][c]++;
            in->sum[c] += numbers->number[code];
        }
    if (!moments_vary(&y))
        return NAN;
    double all = 0;
    for (size_t row = 0; row < of->in->rows; row++)
        if (pair_at(of, categories, numbers, row, &c, &code)) {
            double off = numbers->number[code] - y.mean;
            all += off * off;
        }
    double ratio = between(in, size, y.mean) / all;
    return isnan(ratio) ? NAN : sqrt(fmin(1, ratio));
}

/* ---- Cramér's V ----------------------------------------------------------------------------- */

static double occurring(const uint64_t *rows, uint32_t size) {
    double values = 0;
    for (uint32_t c = 0; c < size; c++)
        values += rows[c] > 0;
    return values;
}

/* Bergsma (2013), section 2: phi squared less what independent columns are expected to show, over
 * the same of columns that determine each other. */
static double corrected(double square, double one, double other, double rows) {
    if (one < 2 || other < 2)
        return NAN;
    double shown = fmax(0, square - (one - 1) * (other - 1) / (rows - 1));
    double most = fmin(one - (one - 1) * (one - 1) / (rows - 1),
                       other - (other - 1) * (other - 1) / (rows - 1)) -
                  1;
    /* If every row has a different value, only rounding is left of it. */
    return fmax(one, other) < rows ? sqrt(fmin(1, shown / most)) : NAN;
}

static double cramer(const measuring *of, scratch *in, const prepared *one, const prepared *other) {
    const variable *side[2] = {one->of, other->of};
    uint32_t a, b;
    if (!pair_counter_open(&in->pairs, side[0]->size, side[1]->size))
        return NAN;
    for (size_t row = 0; row < of->in->rows; row++)
        if (pair_at(of, one, other, row, &a, &b))
            pair_counter_add(&in->pairs, a, b);
    if (!pair_counter_finish(&in->pairs))
        return NAN;
    for (size_t s = 0; s < 2; s++)
        memset(in->rows[s], 0, side[s]->size * sizeof *in->rows[s]);
    double rows = 0, square = -1;
    for (size_t p = 0; p < pair_counter_pairs(&in->pairs); p++) {
        uint32_t count = pair_counter_rows(&in->pairs, p);
        in->rows[0][pair_counter_one(&in->pairs, p)] += count;
        in->rows[1][pair_counter_other(&in->pairs, p)] += count;
        rows += count;
    }
    for (size_t p = 0; p < pair_counter_pairs(&in->pairs); p++) {
        double count = pair_counter_rows(&in->pairs, p);
        square += count / (double)in->rows[0][pair_counter_one(&in->pairs, p)] *
                  (count / (double)in->rows[1][pair_counter_other(&in->pairs, p)]);
    }
    return corrected(square, occurring(in->rows[0], side[0]->size),
                     occurring(in->rows[1], side[1]->size), rows);
}

/* ---- Pairs ---------------------------------------------------------------------------------- */

static double associate(const measuring *of, scratch *in, size_t one, size_t other) {
    const prepared *a = &of->column[one], *b = &of->column[other];
    if (!a->varies || !b->varies)
        return NAN;
    if (one == other)
        return 1;
    if (a->number && b->number)
        return correlation(of, a, b);
    if (a->number || b->number)
        return correlation_ratio(of, in, a->number ? b : a, a->number ? a : b);
    double found = cramer(of, in, a, b);
    in->failed |= in->pairs.failed;
    return found;
}

static void associate_task(void *context, size_t item, int worker) {
    const measuring *of = context;
    size_t one = item / of->columns, other = item % of->columns;
    if (other < one)
        return;
    double found = associate(of, &of->scratch[worker], one, other);
    of->out->value[one * of->columns + other] = found;
    of->out->value[other * of->columns + one] = found;
}

/* ---- Making ready --------------------------------------------------------------------------- */

/* Divided by a power of two at first, so that no square overflows or vanishes. */
static void scale_down(prepared *out, const uint64_t *counts) {
    const double *number = out->of->number;
    double largest = 0;
    for (uint32_t code = 0; code < out->of->size; code++)
        if (counts[code] > 0 && !out->missing[code])
            largest = fmax(largest, fabs(number[code]));
    int exponent;
    frexp(largest, &exponent);
    for (uint32_t code = 0; code < out->of->size; code++) {
        bool counted = counts[code] > 0 && !out->missing[code];
        out->number[code] = counted ? ldexp(number[code], -exponent) : 0;
    }
}

static void standardize(prepared *out, const uint64_t *counts) {
    uint32_t size = out->of->size;
    moments found = {.smallest = INFINITY, .largest = -INFINITY};
    double squares = 0;
    scale_down(out, counts);
    for (uint32_t code = 0; code < size; code++) {
        if (counts[code] == 0 || out->missing[code])
            continue;
        moments_add(&found, out->number[code]);
        found.rows += (double)counts[code] - 1;
        found.sum += out->number[code] * ((double)counts[code] - 1);
    }
    out->varies = found.rows > 0 && moments_vary(&found);
    for (uint32_t code = 0; code < size; code++) {
        out->number[code] -= found.mean;
        if (!out->missing[code])
            squares += out->number[code] * out->number[code] * (double)counts[code];
    }
    double deviation = sqrt(squares / found.rows);
    for (uint32_t code = 0; out->varies && code < size; code++)
        out->number[code] /= deviation;
}

static bool prepare(prepared *out, const variable *of, const variable_rows *in) {
    uint64_t *counts = variable_count(of, in);
    out->of = of;
    out->missing = memory_new(of->size, sizeof *out->missing);
    out->number = of->number ? memory_new(of->size, sizeof *out->number) : NULL;
    bool made = counts && out->missing && (out->number || !of->number);
    size_t values = 0;
    for (uint32_t code = 0; made && code < of->size; code++) {
        out->missing[code] = variable_is_missing(of, code);
        values += counts[code] > 0 && !out->missing[code];
    }
    out->varies = values > 1;
    if (made && out->number)
        standardize(out, counts);
    memory_free(counts);
    return made;
}

static bool make_room(measuring *out, const variable *variables) {
    size_t largest = 0;
    out->column = memory_zero(out->columns, sizeof *out->column);
    out->scratch = memory_zero(out->workers, sizeof *out->scratch);
    bool made = out->column && out->scratch;
    for (size_t c = 0; made && c < out->columns; c++) {
        made = prepare(&out->column[c], &variables[c], out->in);
        if (!variables[c].number && variables[c].size > largest)
            largest = variables[c].size;
    }
    for (size_t w = 0; made && w < out->workers; w++) {
        scratch *own = &out->scratch[w];
        own->rows[0] = memory_new(largest, sizeof *own->rows[0]);
        own->rows[1] = memory_new(largest, sizeof *own->rows[1]);
        own->sum = memory_new(largest, sizeof *own->sum);
        made = own->rows[0] && own->rows[1] && own->sum;
    }
    return made;
}

/* Whether no worker ran out of memory. */
static bool free_room(measuring *made) {
    bool complete = made->column && made->scratch;
    for (size_t c = 0; made->column && c < made->columns; c++) {
        memory_free(made->column[c].missing);
        memory_free(made->column[c].number);
    }
    for (size_t w = 0; made->scratch && w < made->workers; w++) {
        complete = complete && !made->scratch[w].failed;
        pair_counter_close(&made->scratch[w].pairs);
        memory_free(made->scratch[w].rows[0]);
        memory_free(made->scratch[w].rows[1]);
        memory_free(made->scratch[w].sum);
    }
    memory_free(made->column);
    memory_free(made->scratch);
    return complete;
}

shoal_status association_measure(association_matrix *out, const variable *variables, size_t count,
                                 const variable_rows *in, thread_pool *pool, shoal_error *error) {
    size_t columns = count < ASSOCIATION_MOST ? count : ASSOCIATION_MOST;
    measuring of = {
        .in = in, .columns = columns, .workers = (size_t)threads_count(pool), .out = out};
    *out = (association_matrix){.columns = columns, .left_out = count - columns};
    for (size_t c = 0; c < columns; c++)
        out->numeric[c] = variables[c].number != NULL;
    bool made = make_room(&of, variables);
    if (made)
        threads_run(pool, columns * columns, associate_task, &of);
    made = free_room(&of) && made;
    return made ? SHOAL_OK : status_no_memory(error);
}

association_change association_compare(const association_matrix *before,
                                       const association_matrix *after) {
    association_change found = {0};
    size_t columns = before->columns;
    double sum = 0;
    for (size_t one = 0; columns == after->columns && one < columns; one++) {
        for (size_t other = one + 1; other < columns; other++) {
            size_t at = one * columns + other;
            double change = fabs(after->value[at] - before->value[at]);
            if (isnan(change) || before->numeric[one] != after->numeric[one] ||
                before->numeric[other] != after->numeric[other])
                continue;
            if (found.compared++ == 0 || change > found.largest)
                found.one = one, found.other = other, found.largest = change;
            sum += change;
        }
    }
    found.mean = found.compared > 0 ? sum / (double)found.compared : 0;
    return found;
}
