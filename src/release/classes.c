#include "release/classes.h"

#include "data/frequency.h"

#include <string.h>

/* Tuples that one piece of work compares with all others. */
#define TUPLES_AT_ONCE ((size_t)256)

typedef struct reading {
    const shoal_table *table;
    const size_t *quasi;
    size_t attributes;
    frequency_set set;
    bool *star;     /* [tuple] every value is `*` */
    bool **missing; /* [attribute][code]; NULL unless missing values are wildcards */
    uint32_t *wild; /* tuples with a missing value */
    size_t wild_count;
    bool *is_wild;   /* [tuple] */
    uint64_t *sizes; /* [tuple] rows compatible with it */
} reading;

static shoal_status group_rows(reading *in, thread_pool *pool, shoal_error *error) {
    frequency_input *inputs = memory_new(in->attributes, sizeof *inputs);
    if (!inputs)
        return status_no_memory(error);
    for (size_t a = 0; a < in->attributes; a++) {
        const column *from = &in->table->column[in->quasi[a]];
        inputs[a] = (frequency_input){&from->codes, (uint32_t)from->values.size};
    }
    shoal_status status =
        frequency_build(&in->set, inputs, in->attributes, in->table->rows, NULL, pool, error);
    memory_free(inputs);
    return status;
}

static bool is_star(const reading *in, size_t attribute, size_t tuple) {
    const dictionary *values = &in->table->column[in->quasi[attribute]].values;
    return strcmp(dictionary_text(values, codes_get(&in->set.codes[attribute], tuple)), "*") == 0;
}

static shoal_status find_stars(reading *in, shoal_error *error) {
    in->star = memory_zero(in->set.tuples, sizeof *in->star);
    if (!in->star)
        return status_no_memory(error);
    for (size_t t = 0; t < in->set.tuples; t++) {
        size_t a = 0;
        while (a < in->attributes && is_star(in, a, t))
            a++;
        in->star[t] = a == in->attributes;
    }
    return SHOAL_OK;
}

/* ---- Missing values as wildcards ----------------------------------------------------------- */

static shoal_status find_missing(reading *in, const shoal_plan *plan, shoal_error *error) {
    in->missing = memory_zero(in->attributes, sizeof *in->missing);
    if (!in->missing)
        return status_no_memory(error);
    for (size_t a = 0; a < in->attributes; a++) {
        const dictionary *values = &in->table->column[in->quasi[a]].values;
        in->missing[a] = memory_new(values->size, sizeof(bool));
        if (!in->missing[a])
            return status_no_memory(error);
        for (uint32_t code = 0; code < values->size; code++)
            in->missing[a][code] = plan_is_missing(plan, dictionary_text(values, code));
    }
    return SHOAL_OK;
}

static bool has_missing(const reading *in, size_t tuple) {
    for (size_t a = 0; a < in->attributes; a++)
        if (in->missing[a][codes_get(&in->set.codes[a], tuple)])
            return true;
    return false;
}

static bool compatible(const reading *in, size_t one, size_t other) {
    for (size_t a = 0; a < in->attributes; a++) {
        uint32_t first = codes_get(&in->set.codes[a], one);
        uint32_t second = codes_get(&in->set.codes[a], other);
        if (first != second && !in->missing[a][first] && !in->missing[a][second])
            return false;
    }
    return true;
}

/* Two tuples without missing values are compatible only if they are the same. */
static uint64_t compatible_rows(const reading *in, size_t tuple) {
    uint64_t rows = in->is_wild[tuple] ? 0 : in->set.counts[tuple];
    size_t others = in->is_wild[tuple] ? in->set.tuples : in->wild_count;
    for (size_t i = 0; i < others; i++) {
        size_t other = in->is_wild[tuple] ? i : in->wild[i];
        if (!in->star[other] && compatible(in, tuple, other))
            rows += in->set.counts[other];
    }
    return rows;
}

static void measure_tuples(void *context, size_t item, int worker) {
    (void)worker;
    reading *in = context;
    size_t end = (item + 1) * TUPLES_AT_ONCE;
    for (size_t t = item * TUPLES_AT_ONCE; t < end && t < in->set.tuples; t++)
        in->sizes[t] = compatible_rows(in, t);
}

static shoal_status count_compatible(reading *in, const shoal_plan *plan, thread_pool *pool,
                                     shoal_error *error) {
    STATUS_TRY(find_missing(in, plan, error));
    in->wild = memory_new(in->set.tuples, sizeof *in->wild);
    in->is_wild = memory_zero(in->set.tuples, sizeof *in->is_wild);
    in->sizes = memory_zero(in->set.tuples, sizeof *in->sizes);
    if (!in->wild || !in->is_wild || !in->sizes)
        return status_no_memory(error);
    for (uint32_t t = 0; t < in->set.tuples; t++) {
        in->is_wild[t] = !in->star[t] && has_missing(in, t);
        if (in->is_wild[t])
            in->wild[in->wild_count++] = t;
    }
    threads_run(pool, (in->set.tuples + TUPLES_AT_ONCE - 1) / TUPLES_AT_ONCE, measure_tuples, in);
    return SHOAL_OK;
}

/* -------------------------------------------------------------------------------------------- */

static shoal_status read_classes(reading *in, const shoal_plan *plan, thread_pool *pool,
                                 shoal_error *error) {
    STATUS_TRY(group_rows(in, pool, error));
    STATUS_TRY(find_stars(in, error));
    return plan->missing == MISSING_WILDCARD ? count_compatible(in, plan, pool, error) : SHOAL_OK;
}

static void sum_up(release_classes *out, const reading *in) {
    *out = (release_classes){.rows = in->set.rows};
    for (size_t t = 0; t < in->set.tuples; t++) {
        if (in->star[t]) {
            out->stars += in->set.counts[t];
            continue;
        }
        uint64_t size = in->sizes ? in->sizes[t] : in->set.counts[t];
        if (out->classes++ == 0 || size < out->smallest)
            out->smallest = size;
        if (size > out->largest)
            out->largest = size;
        out->squares += (uint64_t)in->set.counts[t] * in->set.counts[t];
    }
}

static void reading_free(reading *in) {
    for (size_t a = 0; in->missing && a < in->attributes; a++)
        memory_free(in->missing[a]);
    memory_free(in->missing);
    memory_free(in->wild);
    memory_free(in->is_wild);
    memory_free(in->sizes);
    memory_free(in->star);
    frequency_free(&in->set);
}

shoal_status release_classes_count(release_classes *out, const shoal_table *table,
                                   const size_t *quasi, size_t attributes, const shoal_plan *plan,
                                   thread_pool *pool, shoal_error *error) {
    reading in = {.table = table, .quasi = quasi, .attributes = attributes};
    shoal_status status = read_classes(&in, plan, pool, error);
    if (status == SHOAL_OK)
        sum_up(out, &in);
    reading_free(&in);
    return status;
}
