#include "store/arrow/arrow_borrow.h"

#include "files/text_utf8.h"
#include "store/csv_record.h"

#include <string.h>

/* ---- Batches ---------------------------------------------------------------------------------
 */

arrow_held *arrow_held_new(void) {
    return memory_zero(1, sizeof(arrow_held));
}

bool arrow_held_add(arrow_held *to, struct ArrowArray *batch) {
    if (!memory_grow((void **)&to->batch, &to->room, to->count + 1, sizeof *to->batch))
        return false;
    to->batch[to->count++] = *batch;
    batch->release = NULL;
    return true;
}

void arrow_held_free(void *held) {
    arrow_held *all = held;
    if (!all)
        return;
    for (size_t i = 0; i < all->count; i++)
        if (all->batch[i].release)
            all->batch[i].release(&all->batch[i]);
    memory_free(all->batch);
    memory_free(all);
}

/* ---- Columns ---------------------------------------------------------------------------------
 */

static bool is_like_a_table(const arrow_column *of, const arrow_chunk *chunk) {
    const arrow_values *texts = &chunk->dictionary, *own = &chunk->own;
    if (!of->is_coded || (of->type.kind != ARROW_TEXT && of->type.kind != ARROW_VIEW) ||
        chunk->rows.bits || own->valid.bits || texts->valid.bits || own->length == 0 ||
        texts->length < 1 || (uint64_t)texts->length > DICTIONARY_SORTED_MOST)
        return false;
    uintptr_t at = (uintptr_t)own->data;
    if (own->type.width != codes_width((uint64_t)texts->length) ||
        at % (size_t)own->type.width != 0)
        return false;
    /* A negative code would look like a large one. */
    int bits = own->type.width * 8 - !own->type.is_unsigned;
    return (uint64_t)texts->length <= UINT64_C(1) << bits;
}

static bool is_text(const arrow_text *value) {
    return value->length <= CSV_LONGEST_VALUE && !memchr(value->text, 0, value->length) &&
           text_utf8(value->text, value->length) == value->length &&
           !(value->length == sizeof ORIGIN_EMPTY - 1 &&
             memcmp(value->text, ORIGIN_EMPTY, value->length) == 0);
}

static bool follows(const arrow_text *one, const arrow_text *other) {
    size_t shorter = one->length < other->length ? one->length : other->length;
    int order = shorter > 0 ? memcmp(one->text, other->text, shorter) : 0;
    return order < 0 || (order == 0 && one->length < other->length);
}

/* Texts in strict order; `bytes` is what they need. */
static bool is_in_order(const arrow_values *of, size_t *bytes) {
    char room[VALUE_TEXT_MOST];
    arrow_text last = {0};
    *bytes = 0;
    for (int64_t i = 0; i < of->length; i++) {
        arrow_text value;
        if (arrow_values_text(&value, of, i, room) || !is_text(&value) ||
            (i > 0 && !follows(&last, &value)))
            return false;
        *bytes += value.length + 1;
        last = value;
    }
    return true;
}

/* Marks the codes that occur; false: one is beyond the dictionary. */
static bool mark(uint8_t *seen, const codes *of, size_t rows, size_t size) {
    for (size_t i = 0; i < rows; i++) {
        uint32_t code = codes_get(of, i);
        if (code >= size)
            return false;
        seen[code] = 1;
    }
    return true;
}

/* *fits: every text occurs, and nothing else. */
static bool check_codes(bool *fits, const codes *of, size_t rows, size_t size) {
    uint8_t *seen = memory_zero(size, 1);
    if (!seen)
        return false;
    *fits = mark(seen, of, rows, size) && !memchr(seen, 0, size);
    memory_free(seen);
    return true;
}

static bool copy_texts(dictionary *out, const arrow_values *of, size_t bytes) {
    char room[VALUE_TEXT_MOST];
    size_t at = 0;
    out->size = (size_t)of->length;
    out->bytes = memory_new(bytes, 1);
    out->offsets = memory_new(out->size + 1, sizeof *out->offsets);
    if (!out->bytes || !out->offsets)
        return false;
    for (size_t i = 0; i < out->size; i++) {
        arrow_text value;
        (void)arrow_values_text(&value, of, (int64_t)i, room);
        out->offsets[i] = at;
        memcpy(out->bytes + at, value.text, value.length);
        out->bytes[at + value.length] = '\0';
        at += value.length + 1;
    }
    out->offsets[out->size] = at;
    return true;
}

/* False: out of memory. */
static bool borrow_column(column *out, const arrow_column *of, const arrow_chunk *chunk) {
    const arrow_values *own = &chunk->own;
    size_t bytes;
    bool fits = false;
    if (!is_like_a_table(of, chunk) || !is_in_order(&chunk->dictionary, &bytes))
        return true;
    codes found = {(char *)own->data + own->offset * own->type.width, own->type.width};
    if (!check_codes(&fits, &found, (size_t)own->length, (size_t)chunk->dictionary.length))
        return false;
    if (!fits)
        return true;
    out->codes = found;
    return copy_texts(&out->values, &chunk->dictionary, bytes);
}

typedef struct borrowing {
    arrow_borrowed *out;
    const arrow_batches *from;
    atomic_bool failed; /* out of memory */
} borrowing;

static void borrow_one(void *context, size_t item, int worker) {
    (void)worker;
    borrowing *of = context;
    if (!borrow_column(&of->out->column[item], &of->from->schema.column[item],
                       &of->from->chunk[item]))
        atomic_store(&of->failed, true);
}

shoal_status arrow_borrow(arrow_borrowed *out, const arrow_batches *from, thread_pool *pool,
                          shoal_error *error) {
    borrowing of = {.out = out, .from = from};
    *out = (arrow_borrowed){.columns = from->schema.columns};
    out->column = memory_zero(out->columns, sizeof *out->column);
    if (!out->column)
        return status_no_memory(error);
    if (from->count == 1)
        threads_run(pool, out->columns, borrow_one, &of);
    return atomic_load(&of.failed) ? status_no_memory(error) : SHOAL_OK;
}

void arrow_borrowed_free(arrow_borrowed *borrowed) {
    for (size_t i = 0; borrowed->column && i < borrowed->columns; i++) {
        memory_free(borrowed->column[i].values.bytes);
        memory_free(borrowed->column[i].values.offsets);
    }
    memory_free(borrowed->column);
    *borrowed = (arrow_borrowed){0};
}

bool arrow_borrowed_give(arrow_borrowed *from, shoal_table *to, arrow_held *held) {
    bool any = false;
    for (size_t i = 0; i < from->columns; i++) {
        column *ready = &from->column[i], *target = &to->column[i];
        if (!ready->codes.data)
            continue;
        target->kept = target->borrowed = any = true;
        target->codes = ready->codes;
        target->values = ready->values;
        ready->values = (dictionary){0};
    }
    if (any) {
        to->held = held;
        to->let_go = arrow_held_free;
    }
    return any;
}
