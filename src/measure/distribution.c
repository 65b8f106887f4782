#include "measure/distribution.h"

#include "data/label_index.h"

#include <math.h>

/* ---- Categories ----------------------------------------------------------------------------- */

/* Values come in the order of their codes, so an equal count stays after it. */
static void show(category_distribution *out, value_count found) {
    size_t place = out->shown;
    while (place > 0 && out->top[place - 1].rows < found.rows)
        place--;
    if (place == DISTRIBUTION_TOP)
        return;
    if (out->shown < DISTRIBUTION_TOP)
        out->shown++;
    for (size_t i = out->shown - 1; i > place; i--)
        out->top[i] = out->top[i - 1];
    out->top[place] = found;
}

static void summarize(category_distribution *out, const variable *of, const uint64_t *counts) {
    double sum = 0;
    for (uint32_t code = 0; code < of->size; code++) {
        out->rows += counts[code];
        if (counts[code] == 0)
            continue;
        if (variable_is_missing(of, code)) {
            out->missing += counts[code];
            continue;
        }
        out->distinct++;
        sum += (double)counts[code] * log2((double)counts[code]);
        show(out, (value_count){code, counts[code]});
    }
    uint64_t present = out->rows - out->missing;
    if (present > 0)
        out->entropy = fmax(0, log2((double)present) - sum / (double)present);
    out->rest = present;
    for (size_t i = 0; i < out->shown; i++)
        out->rest -= out->top[i].rows;
}

shoal_status category_distribution_take(category_distribution *out, const variable *of,
                                        const variable_rows *in, shoal_error *error) {
    *out = (category_distribution){0};
    uint64_t *counts = variable_count(of, in);
    if (!counts)
        return status_no_memory(error);
    summarize(out, of, counts);
    memory_free(counts);
    return SHOAL_OK;
}

shoal_status distribution_match(uint32_t *out, const dictionary *before, const dictionary *after,
                                shoal_error *error) {
    label_index known;
    if (!label_index_open(&known, before->size))
        return status_no_memory(error);
    for (uint32_t code = 0; code < before->size; code++)
        label_index_add(&known, dictionary_text(before, code));
    for (uint32_t code = 0; code < after->size; code++) {
        uint32_t same = label_index_find(&known, dictionary_text(after, code));
        out[code] = same == LABEL_NONE ? DISTRIBUTION_NO_CODE : same;
    }
    label_index_close(&known);
    return SHOAL_OK;
}

typedef struct sharing {
    uint64_t rows, missing;
    uint64_t elsewhere; /* rows of values that only the second column has */
} sharing;

/* Sets the counts of missing values to 0 and adds them up. */
static sharing share_out(uint64_t *counts, const variable *of) {
    sharing found = {0};
    for (uint32_t code = 0; code < of->size; code++) {
        found.rows += counts[code];
        if (!variable_is_missing(of, code))
            continue;
        found.missing += counts[code];
        counts[code] = 0;
    }
    return found;
}

/* Moves counts of the second column to the codes of the first, in `out`, which is zeroed. */
static void translate(uint64_t *out, size_t size, sharing *shared, const uint64_t *counts,
                      size_t count, const uint32_t *match) {
    for (size_t code = 0; code < count; code++) {
        size_t same = match ? match[code] : code;
        if (same < size)
            out[same] += counts[code];
        else
            shared->elsewhere += counts[code];
    }
}

/* Over the common denominator, where sums of whole numbers are exact: what has nothing in common is
 * at a distance of 1, not just below. */
static double difference(uint64_t one, uint64_t of_one, uint64_t other, uint64_t of_other) {
    return fabs((double)one * (double)of_other - (double)other * (double)of_one);
}

static double variation(const uint64_t *one, const sharing *of_one, const uint64_t *other,
                        const sharing *of_other, size_t size) {
    if (of_one->rows == 0 || of_other->rows == 0)
        return NAN;
    double whole = (double)of_one->rows * (double)of_other->rows;
    double sum = (double)of_other->elsewhere * (double)of_one->rows +
                 difference(of_one->missing, of_one->rows, of_other->missing, of_other->rows);
    for (size_t code = 0; code < size; code++)
        sum += difference(one[code], of_one->rows, other[code], of_other->rows);
    return fmin(sum / (2 * whole), 1);
}

shoal_status category_distance(double *out, const variable *before, const variable_rows *before_in,
                               const variable *after, const variable_rows *after_in,
                               const uint32_t *match, shoal_error *error) {
    uint64_t *one = variable_count(before, before_in);
    uint64_t *other = variable_count(after, after_in);
    uint64_t *translated = memory_zero(before->size, sizeof *translated);
    bool made = one && other && translated;
    if (made) {
        sharing of_one = share_out(one, before), of_other = share_out(other, after);
        translate(translated, before->size, &of_other, other, after->size, match);
        *out = variation(one, &of_one, translated, &of_other, before->size);
    }
    memory_free(one);
    memory_free(other);
    memory_free(translated);
    return made ? SHOAL_OK : status_no_memory(error);
}
