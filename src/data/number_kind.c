#include "data/number_kind.h"

#include "data/number.h"
#include "data/number_ranges.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* What a dip must exceed, in standard deviations of a count. */
#define CHANCE 3
#define SKEWED_RATIO 1000
#define HEAP_STEP 5

typedef struct counted_number {
    int64_t unit;
    uint64_t rows;
} counted_number;

typedef struct number_counts {
    number_survey survey;
    counted_number *at; /* [count] ascending */
    size_t count;
    uint64_t rows;
} number_counts;

static int compare_units(const void *a, const void *b) {
    const counted_number *one = a, *other = b;
    return one->unit < other->unit ? -1 : one->unit > other->unit;
}

static shoal_status count_numbers(number_counts *out, const build_input *input,
                                  shoal_error *error) {
    STATUS_TRY(number_survey_make(&out->survey, input, error));
    out->at = memory_new(input->count, sizeof *out->at);
    if (!out->at)
        return status_no_memory(error);
    for (size_t i = 0; i < input->count; i++) {
        uint64_t rows = build_rows(input, i);
        if (rows == 0)
            continue;
        counted_number *next = &out->at[out->count++];
        next->rows = rows;
        out->rows += rows;
        STATUS_TRY(number_survey_unit(&next->unit, &out->survey, input, i, error));
    }
    qsort(out->at, out->count, sizeof *out->at, compare_units);
    return SHOAL_OK;
}

/* ---- Codes
 * --------------------------------------------------------------------------------------- */

/* Whether half of the rows or more are on multiples of 5, which are less than half of the numbers.
 */
static bool is_heaped(const number_counts *of) {
    uint64_t rows = 0;
    size_t values = 0;
    for (size_t i = 0; i < of->count; i++)
        if (of->at[i].unit % HEAP_STEP == 0) {
            rows += of->at[i].rows;
            values++;
        }
    return 2 * rows >= of->rows && 2 * values < of->count;
}

/* Whether `low` rows are clearly fewer than `high`. */
static bool is_below(uint64_t low, uint64_t high) {
    return 2 * low < high && (double)(high - low) > CHANCE * sqrt((double)high);
}

typedef struct dip_counter {
    uint64_t peak;   /* most rows since the last dip */
    uint64_t bottom; /* fewest rows since that peak */
    size_t dips;
} dip_counter;

static void count_dip(dip_counter *by, uint64_t rows) {
    if (is_below(by->bottom, by->peak) && is_below(by->bottom, rows)) {
        by->dips++;
        by->peak = by->bottom = rows;
    }
    if (rows > by->peak)
        by->peak = by->bottom = rows;
    if (rows < by->bottom)
        by->bottom = rows;
}

static int64_t common_step(const number_counts *of) {
    int64_t step = 0;
    for (size_t i = 1; i < of->count; i++)
        for (int64_t next = of->at[i].unit - of->at[i - 1].unit; next != 0;) {
            int64_t rest = step % next;
            step = next;
            next = rest;
        }
    return step > 0 ? step : 1;
}

/* A gap counts as a number without rows. */
static size_t count_dips(const number_counts *of) {
    dip_counter by = {0};
    int64_t step = common_step(of);
    for (size_t i = 0; i < of->count; i++) {
        if (i > 0 && of->at[i].unit - of->at[i - 1].unit > step)
            count_dip(&by, 0);
        count_dip(&by, of->at[i].rows);
    }
    return by.dips;
}

static bool are_codes(const number_counts *of) {
    return of->count <= CODES_MOST && of->rows / CODES_ROWS >= of->count && !is_heaped(of) &&
           count_dips(of) * CODES_PER_DIP >= of->count;
}

/* ---- Places
 * -------------------------------------------------------------------------------------- */

static int digits_of(int64_t unit) {
    int digits = 1;
    for (; unit >= 10; unit /= 10)
        digits++;
    return digits;
}

static bool are_places(const number_counts *of) {
    int64_t least = of->at[0].unit, most = of->at[of->count - 1].unit;
    return least >= 1000 && digits_of(least) == digits_of(most) && of->rows / 5 >= of->count &&
           (most - least) / 10 > (int64_t)of->count && common_step(of) == 1 && !is_heaped(of);
}

/* ---- Skewed
 * -------------------------------------------------------------------------------------- */

static bool are_skewed(const number_counts *of) {
    uint64_t positive = 0, before = 0;
    int64_t low = 0, high = 0;
    if (of->at[0].unit < 0)
        return false;
    for (size_t i = 0; i < of->count; i++)
        positive += of->at[i].unit > 0 ? of->at[i].rows : 0;
    uint64_t tail = (positive + 19) / 20;
    for (size_t i = 0; i < of->count; i++) {
        if (of->at[i].unit == 0)
            continue;
        before += of->at[i].rows;
        if (low == 0 && before >= tail)
            low = of->at[i].unit;
        if (high == 0 && before >= positive - tail)
            high = of->at[i].unit;
    }
    return low > 0 && high / SKEWED_RATIO >= low;
}

static number_kind kind_of(const number_counts *of, bool counted) {
    if (of->count == 0)
        return NUMBERS_QUANTITY;
    if (counted && of->survey.whole && are_codes(of))
        return NUMBERS_CODES;
    if (counted && of->survey.whole && are_places(of))
        return NUMBERS_PLACES;
    return are_skewed(of) ? NUMBERS_SKEWED : NUMBERS_QUANTITY;
}

shoal_status number_kind_find(number_kind *out, const build_input *input, shoal_error *error) {
    number_counts of = {0};
    shoal_status status = count_numbers(&of, input, error);
    if (status == SHOAL_OK)
        *out = kind_of(&of, input->rows != NULL);
    memory_free(of.at);
    return status;
}
