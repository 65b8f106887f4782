#include "data/interval_join.h"

#include <stdint.h>

/* The end as text, with the number next to it where it is to be excluded, or included, and is not.
 */
static bool add_end(text *out, const interval *of, const interval_end *end, bool excluded,
                    bool upper) {
    int64_t unit;
    if (end->excluded == excluded) {
        text_add(out, of->text + end->at, end->length);
        return true;
    }
    if (!end->value.plain || !number_floor(&end->value, 0, &unit))
        return false;
    /* Up to 24 is below 25; from 18 on is above 17. */
    text_format(out, "%lld", (long long)(upper == excluded ? unit + 1 : unit - 1));
    return true;
}

/* One half-open interval, with the words of `like` and another number. */
static void join_half(text *out, const interval *of, const interval_end *end, const interval *like,
                      const interval_end *own, bool upper) {
    size_t before = out->length;
    text_add(out, like->text, own->at);
    if (add_end(out, of, end, own->excluded, upper)) {
        text_add_string(out, like->text + own->at + own->length);
        return;
    }
    out->length = before;
    const char *sign = upper ? end->excluded ? "<" : "<=" : end->excluded ? ">" : ">=";
    text_add_string(out, sign);
    text_add(out, of->text + end->at, end->length);
}

void interval_join(text *out, const interval *first, const interval *last, const interval *like) {
    if (!first->low.bounded) {
        join_half(out, last, &last->high, first, &first->high, true);
        return;
    }
    if (!last->high.bounded) {
        join_half(out, first, &first->low, last, &last->low, false);
        return;
    }
    /* Of numbers alone there is nothing to take the words from. */
    const interval *ends[] = {first->single ? like : first, last->single ? like : last};
    const interval *middle = like ? like : first;
    if (ends[0])
        text_add(out, ends[0]->text, ends[0]->low.at);
    text_add(out, first->text + first->low.at, first->low.length);
    size_t gap = middle->low.at + middle->low.length;
    if (middle->single)
        text_add_string(out, "-");
    else
        text_add(out, middle->text + gap, middle->high.at - gap);
    text_add(out, last->text + last->high.at, last->high.length);
    if (ends[1])
        text_add_string(out, ends[1]->text + ends[1]->high.at + ends[1]->high.length);
}
