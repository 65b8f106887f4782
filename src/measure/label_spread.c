#include "measure/label_spread.h"

#include "base/memory.h"

#include <assert.h>

/* Inverts a cover, which has the labels of each value, by counting. */
static void invert(label_spread *out, const label_cover *from) {
    for (size_t i = 0; i < from->first[from->values]; i++)
        out->first[from->label[i] + 1]++;
    for (uint32_t l = 0; l < out->labels; l++)
        out->first[l + 1] += out->first[l];
    for (uint32_t value = 0; value < from->values; value++)
        for (size_t i = from->first[value]; i < from->first[value + 1]; i++)
            out->position[out->first[from->label[i]]++] = value;
    for (uint32_t l = out->labels; l > 0; l--)
        out->first[l] = out->first[l - 1];
    out->first[0] = 0;
}

shoal_status label_spread_open(label_spread *out, uint32_t positions, uint32_t labels,
                               const label_pair *pairs, size_t count, shoal_error *error) {
    label_cover cover;
    assert(positions > 0);
    *out = (label_spread){.positions = positions, .labels = labels};
    STATUS_TRY(label_cover_open(&cover, positions, labels, LABEL_NONE, pairs, count, error));
    out->first = memory_zero((size_t)labels + 1, sizeof *out->first);
    out->position = memory_new(cover.first[positions], sizeof *out->position);
    bool made = out->first && out->position;
    if (made)
        invert(out, &cover);
    label_cover_close(&cover);
    return made ? SHOAL_OK : status_no_memory(error);
}

void label_spread_close(label_spread *made) {
    memory_free(made->first);
    memory_free(made->position);
    *made = (label_spread){0};
}

size_t label_spread_width(const label_spread *of, uint32_t label) {
    size_t listed = of->first[label + 1] - of->first[label];
    return listed > 0 ? listed : of->positions;
}

/* Positions of a label below a limit. */
static size_t count_below(const label_spread *of, uint32_t label, uint32_t limit) {
    size_t low = of->first[label], high = of->first[label + 1];
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (of->position[middle] < limit)
            low = middle + 1;
        else
            high = middle;
    }
    return low - of->first[label];
}

double label_spread_share(const label_spread *of, uint32_t label, uint32_t begin, uint32_t end) {
    assert(label < of->labels && begin <= end && end <= of->positions);
    size_t width = of->first[label + 1] - of->first[label];
    if (width == 0)
        return (double)(end - begin) / (double)of->positions;
    return (double)(count_below(of, label, end) - count_below(of, label, begin)) / (double)width;
}
