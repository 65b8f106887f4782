/* Intervals that the values already are, merged upwards. */
#include "data/hierarchy_build.h"
#include "data/interval_join.h"
#include "data/nested_splits.h"

#include <string.h>

#define MOST_ROUNDS 5
/* Decimal places that count for how round a bound is. */
#define PLACES 6

typedef struct merging {
    const build_input *input;
    interval *list; /* [count] ascending */
    size_t count;
    split_item *items; /* [count] */
    label_index known; /* texts of the list, in its order, then labels */
    int rounds;
    text scratch;
    arena memory;
} merging;

/* ---- Which values are intervals
 * ------------------------------------------------------------------ */

static const char **list_occurring(const build_input *input, size_t *count) {
    const char **texts = memory_new(input->count, sizeof *texts);
    *count = 0;
    for (size_t i = 0; texts && i < input->count; i++)
        if (build_rows(input, i) > 0)
            texts[(*count)++] = input->values[i];
    return texts;
}

shoal_status hierarchy_are_intervals(bool *out, const build_input *input, shoal_error *error) {
    size_t count, found;
    const char **texts = list_occurring(input, &count);
    interval *list = memory_new(input->count, sizeof *list);
    bool room = texts && list;
    *out = room && interval_survey(list, &found, texts, count);
    memory_free(list);
    memory_free(texts);
    return room ? SHOAL_OK : status_no_memory(error);
}

static shoal_status list_intervals(merging *by, shoal_error *error) {
    size_t count;
    const char **texts = list_occurring(by->input, &count);
    by->list = arena_new(&by->memory, by->input->count, sizeof *by->list);
    bool room = texts && by->list,
         are = room && interval_survey(by->list, &by->count, texts, count);
    memory_free(texts);
    if (!room)
        return status_no_memory(error);
    if (are)
        return SHOAL_OK;
    return status_fail(error, SHOAL_BAD_DATA,
                       "%s: the values are not intervals such as 18-24, [70,80) or 65+, or they "
                       "overlap: choose another hierarchy",
                       by->input->name);
}

/* ---- Merging
 * ------------------------------------------------------------------------------------- */

/* How many of the steps 1, 2, 5, 10, … the number is a multiple of. */
static int roundness_of(const interval_end *low) {
    static const int64_t steps[] = {1, 2, 5};
    int64_t unit;
    int round = 0;
    if (!low->bounded || !number_floor(&low->value, PLACES, &unit))
        return 0;
    for (int power = 0; power < NUMBER_FINEST; power++)
        for (int i = 0; i < 3; i++)
            if (unit % (steps[i] * number_power(power)) == 0)
                round = 3 * power + i;
    return round;
}

/* Every interval is an item; the rows of a value are found by its text. */
static bool open_items(merging *by) {
    by->items = arena_zero(&by->memory, by->count, sizeof *by->items);
    if (!by->items || !label_index_open(&by->known, 2 * by->input->count + by->count * MOST_ROUNDS))
        return false;
    for (size_t i = 0; i < by->count; i++) {
        (void)label_index_add(&by->known, by->list[i].text);
        by->items[i].roundness = roundness_of(&by->list[i].low);
    }
    for (size_t i = 0; i < by->input->count; i++) {
        uint32_t item = label_index_find(&by->known, by->input->values[i]);
        if (item != LABEL_NONE)
            by->items[item].rows = build_rows(by->input, i);
    }
    for (size_t i = 0; i < by->input->count; i++)
        (void)label_index_add(&by->known, by->input->values[i]);
    by->rounds = nested_splits(by->items, by->count, nested_splits_rounds(by->count, MOST_ROUNDS));
    return true;
}

/* One of the items that is bounded at both ends. */
static const interval *find_like(const merging *by, size_t begin, size_t end) {
    for (size_t i = begin; i < end; i++)
        if (!by->list[i].single && by->list[i].low.bounded && by->list[i].high.bounded)
            return &by->list[i];
    return NULL;
}

/* The joined interval, or both ends in full where that is the text of something else. */
static const char *write_label(merging *by, shoal_hierarchy *made, size_t begin, size_t end) {
    const interval *first = &by->list[begin], *last = &by->list[end - 1];
    by->scratch.length = 0;
    interval_join(&by->scratch, first, last, find_like(by, begin, end));
    for (;;) {
        if (by->scratch.failed)
            return NULL;
        const char *label = arena_text(&made->memory, by->scratch.bytes, by->scratch.length);
        uint32_t before = by->known.size;
        if (!label || label_index_add(&by->known, label) == before)
            return label;
        by->scratch.length = 0;
        text_format(&by->scratch, "%s (%s ... %s)", label, first->text, last->text);
    }
}

static bool label_round(merging *by, shoal_hierarchy *made, int round, const char **labels) {
    for (size_t begin = 0, end; begin < by->count; begin = end) {
        end = split_end(by->items, by->count, begin, round);
        /* A part that the round after this did not split has its label already. */
        bool new = end - begin > 1 && (round + 1 == by->rounds ||
                                       split_end(by->items, by->count, begin, round + 1) < end);
        const char *label = end - begin == 1 ? by->list[begin].text : labels[begin];
        if (new)
            label = write_label(by, made, begin, end);
        if (!label)
            return false;
        for (size_t i = begin; i < end; i++)
            labels[i] = label;
    }
    return true;
}

static bool fill(shoal_hierarchy *made, merging *by) {
    const char **labels = arena_zero(&by->memory, by->count, sizeof *labels);
    bool done = labels != NULL;
    for (int level = 1; done && level <= by->rounds; level++) {
        done = label_round(by, made, by->rounds - level, labels);
        for (size_t value = 0; done && value < made->values; value++) {
            const char *ground = hierarchy_label(made, value, 0);
            uint32_t item = label_index_find(&by->known, ground);
            made->labels[hierarchy_cell(made, value, level)] =
                item < by->count ? labels[item] : ground;
        }
    }
    return done;
}

static void describe(const merging *by, size_t others, text *described) {
    text_add_string(described, "merged intervals");
    for (int round = by->rounds - 1; round >= 0; round--) {
        size_t parts = 0;
        for (size_t i = 0; i < by->count; i++)
            parts += split_begins(by->items, i, round);
        text_format(described, "%s%zu", round == by->rounds - 1 ? ": " : ", ", parts);
    }
    if (others)
        text_format(described, ", %zu value%s that %s no interval kept apart", others,
                    others == 1 ? "" : "s", others == 1 ? "is" : "are");
}

static shoal_status build(shoal_hierarchy **out, merging *by, shoal_error *error) {
    STATUS_TRY(list_intervals(by, error));
    if (!open_items(by))
        return status_no_memory(error);
    STATUS_TRY(hierarchy_frame(out, by->input, by->rounds + 1, error));
    return fill(*out, by) ? SHOAL_OK : status_no_memory(error);
}

shoal_status hierarchy_build_intervals(shoal_hierarchy **out, const build_input *input,
                                       const char *arguments, text *described, shoal_error *error) {
    STATUS_TRY(hierarchy_no_arguments(input, "intervals", arguments, error));
    merging by = {.input = input};
    shoal_status status = build(out, &by, error);
    if (status == SHOAL_OK) {
        size_t occurring = 0;
        for (size_t i = 0; i < input->count; i++)
            occurring += build_rows(input, i) > 0;
        describe(&by, occurring - by.count, described);
    } else {
        shoal_hierarchy_free(*out);
        *out = NULL;
    }
    label_index_close(&by.known);
    text_free(&by.scratch);
    arena_free(&by.memory);
    return status;
}
