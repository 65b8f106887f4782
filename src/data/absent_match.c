#include "data/absent_match.h"

#include <stdlib.h>
#include <string.h>

typedef struct renamed_text {
    const char *text;
    uint32_t code; /* before */
} renamed_text;

static bool is(const char *value, const char *other) {
    return other && strcmp(value, other) == 0;
}

/* What a text of the column is called in the other; `strange` where it would be taken for something
 * that it is not. */
static const char *name_of(const char *value, absent_texts own, absent_texts other,
                           const char *strange) {
    const char *null = other.null ? other.null : ORIGIN_ABSENT;
    const char *empty = other.empty ? other.empty : ORIGIN_EMPTY;
    if (is(value, own.null))
        return null;
    if (is(value, own.empty))
        return empty;
    return is(value, null) || is(value, empty) ? strange : value;
}

static int by_bytes(const void *one, const void *other) {
    return strcmp(((const renamed_text *)one)->text, ((const renamed_text *)other)->text);
}

static bool write_values(dictionary *out, const renamed_text *texts, size_t count) {
    size_t bytes = 0;
    for (size_t i = 0; i < count; i++)
        bytes += strlen(texts[i].text) + 1;
    out->bytes = memory_new(bytes + 1, 1);
    out->offsets = memory_zero(count + 1, sizeof *out->offsets);
    if (!out->bytes || !out->offsets)
        return false;
    for (; out->size < count; out->size++) {
        size_t length = strlen(texts[out->size].text) + 1, at = out->offsets[out->size];
        memcpy(out->bytes + at, texts[out->size].text, length);
        out->offsets[out->size + 1] = at + length;
    }
    return true;
}

/* The codes of the texts in their new order. */
static bool place_codes(column *of, const renamed_text *texts, size_t rows) {
    codes placed = {memory_new(rows, (size_t)of->codes.width), of->codes.width};
    uint32_t *place = memory_new(of->values.size, sizeof *place);
    bool fine = placed.data && place;
    for (uint32_t i = 0; fine && i < of->values.size; i++)
        place[texts[i].code] = i;
    for (size_t row = 0; fine && row < rows; row++)
        codes_put(&placed, row, place[codes_get(&of->codes, row)]);
    memory_free(place);
    if (!fine) {
        memory_free(placed.data);
        return false;
    }
    if (!of->borrowed)
        memory_free(of->codes.data);
    of->codes = placed;
    of->borrowed = false;
    return true;
}

static bool take_origin(column_origin *own, const column_origin *other) {
    char *empty = other->empty ? memory_text(other->empty, strlen(other->empty)) : NULL;
    if (other->empty && !empty)
        return false;
    memory_free(own->empty);
    own->empty = empty;
    own->nulls = other->nulls;
    return true;
}

static bool rename_texts(column *of, renamed_text *texts, const column *like, size_t rows) {
    dictionary made = {0};
    size_t count = of->values.size;
    if (count <= DICTIONARY_SORTED_MOST)
        qsort(texts, count, sizeof *texts, by_bytes);
    if (!write_values(&made, texts, count) || !place_codes(of, texts, rows) ||
        !take_origin(of->origin, like->origin)) {
        memory_free(made.bytes);
        memory_free(made.offsets);
        return false;
    }
    memory_free(of->values.bytes);
    memory_free(of->values.offsets);
    of->values = made;
    return true;
}

static bool match_column(column *of, const column *like, size_t rows) {
    absent_texts own = column_origin_absent(of->origin), other = column_origin_absent(like->origin);
    renamed_text *texts = memory_new(of->values.size, sizeof *texts);
    char strange[16] = ORIGIN_ABSENT ORIGIN_ABSENT;
    bool differs = false;
    for (uint32_t code = 0; texts && code < of->values.size; code++) {
        const char *value = dictionary_text(&of->values, code);
        texts[code] = (renamed_text){name_of(value, own, other, strange), code};
        differs |= strcmp(texts[code].text, value) != 0;
    }
    bool fine = texts && (!differs || rename_texts(of, texts, like, rows));
    memory_free(texts);
    return fine;
}

/* Where "" is a missing value and the other column has no second text, both are missing there. */
static bool is_all_missing(const column *like, const shoal_plan *plan) {
    return !like->origin->empty && plan_role_of(plan, like->name) == ROLE_QUASI &&
           plan_is_missing_in(plan, like->name, "");
}

bool absent_match(shoal_table *table, const shoal_table *like, const shoal_plan *plan) {
    for (size_t i = 0; i < table->columns; i++) {
        column *of = &table->column[i];
        int64_t place = table_find(like, of->name);
        const column *other = place < 0 ? NULL : &like->column[place];
        if (!other || !of->kept || !other->kept || !of->origin || !other->origin || of->counts ||
            is_all_missing(other, plan))
            continue;
        if (!match_column(of, other, table->rows))
            return false;
    }
    return true;
}
