#include "data/kept_column.h"

#include <string.h>

/* Marks the values that stay with a code of 0; returns how many they are. */
static size_t mark_values(uint32_t *code_of, const column *whole, size_t rows, const bool *kept) {
    size_t count = 0;
    memset(code_of, 0xff, whole->values.size * sizeof *code_of);
    for (size_t row = 0; row < rows; row++) {
        uint32_t code = codes_get(&whole->codes, row);
        if (!kept[row] || code_of[code] == 0)
            continue;
        code_of[code] = 0;
        count++;
    }
    return count;
}

static bool copy_values(kept_column *out, const dictionary *from, size_t count) {
    dictionary *to = &out->values.values;
    to->bytes = memory_new(from->offsets[from->size], 1);
    to->offsets = memory_new(count + 1, sizeof *to->offsets);
    if (!to->bytes || !to->offsets)
        return false;
    to->offsets[0] = 0;
    for (uint32_t code = 0; code < from->size; code++) {
        if (out->code_of[code] == KEPT_NO_CODE)
            continue;
        size_t length = dictionary_length(from, code) + 1;
        size_t at = to->offsets[to->size];
        memcpy(to->bytes + at, dictionary_text(from, code), length);
        out->code_of[code] = (uint32_t)to->size++;
        to->offsets[to->size] = at + length;
    }
    return true;
}

static bool copy_codes(kept_column *out, const column *whole, size_t rows, const bool *kept) {
    codes *to = &out->values.codes;
    to->width = codes_width(out->values.values.size);
    to->data = memory_zero(rows, (size_t)to->width);
    for (size_t row = 0; to->data && row < rows; row++)
        if (kept[row])
            codes_put(to, row, out->code_of[codes_get(&whole->codes, row)]);
    return to->data != NULL;
}

bool kept_column_make(kept_column *out, const column *whole, size_t rows, const bool *kept) {
    *out = (kept_column){.values = *whole};
    if (!kept)
        return true;
    out->code_of = memory_new(whole->values.size, sizeof *out->code_of);
    size_t count = out->code_of ? mark_values(out->code_of, whole, rows, kept) : 0;
    if (out->code_of && count == whole->values.size) {
        memory_free(out->code_of);
        out->code_of = NULL;
        return true;
    }
    out->values.codes = (codes){0};
    out->values.values = (dictionary){0};
    return out->code_of && copy_values(out, &whole->values, count) &&
           copy_codes(out, whole, rows, kept);
}

void kept_column_free(kept_column *made) {
    if (made->code_of) {
        memory_free(made->values.codes.data);
        memory_free(made->values.values.bytes);
        memory_free(made->values.values.offsets);
        memory_free(made->code_of);
    }
    *made = (kept_column){0};
}
