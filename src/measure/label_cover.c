#include "base/memory.h"
#include "measure/generalized_linkage.h"

#include <assert.h>
#include <stdlib.h>

static int by_value_and_label(const void *a, const void *b) {
    const label_pair *one = a, *other = b;
    if (one->value != other->value)
        return one->value < other->value ? -1 : 1;
    return (one->label > other->label) - (one->label < other->label);
}

static shoal_status check_pairs(const label_cover *of, const label_pair *pairs, size_t count,
                                shoal_error *error) {
    for (size_t i = 0; i < count; i++)
        if (pairs[i].value >= of->values || pairs[i].label >= of->labels)
            return status_fail(error, SHOAL_USAGE, "label %u of value %u: there are %u and %u",
                               pairs[i].label, pairs[i].value, of->labels, of->values);
    return SHOAL_OK;
}

/* Takes sorted pairs over, each once and without the star. */
static void fill(label_cover *out, const label_pair *sorted, size_t count) {
    size_t kept = 0, at = 0;
    out->single = true;
    for (uint32_t value = 0; value < out->values; value++) {
        out->first[value] = kept;
        for (; at < count && sorted[at].value == value; at++) {
            bool again = kept > out->first[value] && out->label[kept - 1] == sorted[at].label;
            if (sorted[at].label != out->star && !again)
                out->label[kept++] = sorted[at].label;
        }
        out->single &= kept - out->first[value] <= 1;
    }
    out->first[out->values] = kept;
}

shoal_status label_cover_open(label_cover *out, uint32_t values, uint32_t labels, uint32_t star,
                              const label_pair *pairs, size_t count, shoal_error *error) {
    *out = (label_cover){.values = values, .labels = labels, .star = star};
    STATUS_TRY(check_pairs(out, pairs, count, error));
    label_pair *sorted = memory_new(count, sizeof *sorted);
    out->first = memory_new((size_t)values + 1, sizeof *out->first);
    out->label = memory_new(count, sizeof *out->label);
    if (!sorted || !out->first || !out->label) {
        memory_free(sorted);
        label_cover_close(out);
        return status_no_memory(error);
    }
    if (count > 0) {
        memcpy(sorted, pairs, count * sizeof *sorted);
        qsort(sorted, count, sizeof *sorted, by_value_and_label);
    }
    fill(out, sorted, count);
    memory_free(sorted);
    return SHOAL_OK;
}

void label_cover_close(label_cover *made) {
    memory_free(made->first);
    memory_free(made->label);
    made->first = NULL;
    made->label = NULL;
}

bool label_cover_has(const label_cover *of, uint32_t value, uint32_t label) {
    assert(value < of->values && (label < of->labels || label == of->star));
    if (label == of->star)
        return true;
    size_t low = of->first[value], high = of->first[value + 1];
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (of->label[middle] < label)
            low = middle + 1;
        else
            high = middle;
    }
    return low < of->first[value + 1] && of->label[low] == label;
}
