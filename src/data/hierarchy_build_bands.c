/* Ranges of numbers with round bounds that follow the distribution. */
#include "data/hierarchy_build.h"
#include "data/nested_splits.h"
#include "data/number.h"
#include "data/number_ranges.h"

#include <stdlib.h>
#include <string.h>

/* Rounds of splits: up to 32 ranges at the finest level. */
#define MOST_ROUNDS 5

typedef struct bands {
    range_style style[MOST_ROUNDS]; /* of each round: coarse bounds need fewer places */
    int64_t *unit;                  /* [items] ascending */
    int64_t *bound;    /* [items] the roundest number above the item before, up to this one */
    size_t *begin;     /* [items] of the round that is labelled: where the range of each begins */
    split_item *items; /* [count] */
    size_t count;
    int rounds;
    arena memory;
} bands;

/* ---- The items ---------------------------------------------------------------------------------
 */

typedef struct placed_value {
    int64_t unit;
    uint64_t rows;
} placed_value;

static int compare_units(const void *a, const void *b) {
    const placed_value *one = a, *other = b;
    return one->unit < other->unit ? -1 : one->unit > other->unit;
}

static bool room_for_items(bands *out, size_t count) {
    out->unit = arena_new(&out->memory, count, sizeof *out->unit);
    out->bound = arena_new(&out->memory, count, sizeof *out->bound);
    out->begin = arena_new(&out->memory, count, sizeof *out->begin);
    out->items = arena_zero(&out->memory, count, sizeof *out->items);
    return out->unit && out->bound && out->begin && out->items;
}

/* One item for each number that occurs. */
static shoal_status list_items(bands *out, const build_input *input, const number_survey *survey,
                               shoal_error *error) {
    placed_value *placed = arena_new(&out->memory, input->count, sizeof *placed);
    size_t count = 0;
    if (!placed || !room_for_items(out, input->count))
        return status_no_memory(error);
    for (size_t i = 0; i < input->count; i++) {
        placed_value *next = &placed[count];
        next->rows = build_rows(input, i);
        STATUS_TRY(number_survey_unit(&next->unit, survey, input, i, error));
        count += next->rows > 0;
    }
    qsort(placed, count, sizeof *placed, compare_units);
    for (size_t i = 0; i < count; i++) {
        if (i == 0 || placed[i].unit != placed[i - 1].unit)
            out->unit[out->count++] = placed[i].unit;
        out->items[out->count - 1].rows += placed[i].rows;
    }
    for (size_t i = 1; i < out->count; i++)
        out->items[i].roundness = number_roundest(&out->bound[i], out->unit[i - 1], out->unit[i]);
    return SHOAL_OK;
}

/* ---- Labels ------------------------------------------------------------------------------------
 */

/* Once for each round: columns of a million numbers have ranges of thousands of items. */
static void find_begins(bands *of, int round) {
    for (size_t i = 0; i < of->count; i++)
        of->begin[i] = split_begins(of->items, i, round) ? i : of->begin[i - 1];
}

/* The item that holds the unit: the last that begins there or below. */
static size_t find_item(const bands *of, int64_t unit) {
    size_t low = 0, high = of->count;
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        if (of->bound[middle] <= unit)
            low = middle;
        else
            high = middle;
    }
    return low;
}

/* The first item behind those whose range begins at `begin`. */
static size_t find_end(const bands *of, size_t begin) {
    size_t low = begin, high = of->count;
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        if (of->begin[middle] == begin)
            low = middle;
        else
            high = middle;
    }
    return high;
}

static const char *label_value(bands *of, shoal_hierarchy *made, size_t value, int64_t unit,
                               int round) {
    char shown[RANGE_LABEL_SIZE];
    size_t begin = of->begin[find_item(of, unit)];
    size_t end = find_end(of, begin);
    if (end - begin == 1 && unit == of->unit[begin])
        return hierarchy_label(made, value, 0);
    range_format(shown, sizeof shown, &of->style[round], begin > 0 ? &of->bound[begin] : NULL,
                 end < of->count ? &of->bound[end] : NULL);
    return arena_text(&made->memory, shown, strlen(shown));
}

static shoal_status fill_level(shoal_hierarchy *made, bands *of, const build_input *input,
                               const number_survey *survey, int level, shoal_error *error) {
    find_begins(of, of->rounds - level);
    for (size_t value = 0; value < input->count; value++) {
        int64_t unit;
        STATUS_TRY(number_survey_unit(&unit, survey, input, value, error));
        const char *label = label_value(of, made, value, unit, of->rounds - level);
        if (!label)
            return status_no_memory(error);
        made->labels[hierarchy_cell(made, value, level)] = label;
    }
    return SHOAL_OK;
}

static shoal_status fill(shoal_hierarchy *made, bands *of, const build_input *input,
                         const number_survey *survey, shoal_error *error) {
    for (int level = 1; level <= of->rounds; level++)
        STATUS_TRY(fill_level(made, of, input, survey, level, error));
    return SHOAL_OK;
}

static void describe(const bands *of, text *described) {
    text_add_string(described, of->rounds ? "bands of " : "bands");
    for (int round = of->rounds - 1; round >= 0; round--) {
        size_t parts = 0;
        for (size_t i = 0; i < of->count; i++)
            parts += split_begins(of->items, i, round);
        text_format(described, "%zu%s", parts, round > 0 ? ", " : " ranges");
    }
}

static shoal_status build(shoal_hierarchy **out, bands *of, const build_input *input,
                          shoal_error *error) {
    number_survey survey;
    STATUS_TRY(number_survey_make(&survey, input, error));
    STATUS_TRY(list_items(of, input, &survey, error));
    of->rounds = nested_splits(of->items, of->count, nested_splits_rounds(of->count, MOST_ROUNDS));
    for (int round = 0; round < of->rounds; round++) {
        of->style[round] = range_style_make(&survey);
        for (size_t i = 1; i < of->count; i++)
            if (split_begins(of->items, i, round))
                range_style_show(&of->style[round], of->bound[i]);
    }
    STATUS_TRY(hierarchy_frame(out, input, of->rounds + 1, error));
    return fill(*out, of, input, &survey, error);
}

shoal_status hierarchy_build_bands(shoal_hierarchy **out, const build_input *input,
                                   const char *arguments, text *described, shoal_error *error) {
    STATUS_TRY(hierarchy_no_arguments(input, "bands", arguments, error));
    bands of = {0};
    shoal_status status = build(out, &of, input, error);
    if (status == SHOAL_OK) {
        describe(&of, described);
    } else {
        shoal_hierarchy_free(*out);
        *out = NULL;
    }
    arena_free(&of.memory);
    return status;
}
