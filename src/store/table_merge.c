#include "store/table_merge.h"

#include "base/memory.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Above it, codes follow the first appearance of the values. */
#define RUN 4096

typedef struct merge {
    shoal_table *table;
    const table_parts *from;
    int first;          /* part that has anything */
    atomic_bool failed; /* out of memory */
} merge;

/* One column on its way: part p's code c is the joint encoder's code joint[p][c], and that is
 * order[joint code] in the table. */
typedef struct column_merge {
    const merge *all;
    size_t index;
    encoder *values;  /* the first part's, which takes in the others' */
    uint32_t **joint; /* [part]; once sorted, it goes straight to the table's codes */
    size_t *joint_size;
    bool sorted;
    uint32_t *order;
    uint32_t *sequence; /* joint code of each final code */
    size_t ordered;     /* final codes given so far */
    uint32_t blank;     /* joint code of the empty value where rows are empty lines */
    uint32_t run[RUN];
} column_merge;

typedef struct sort_item {
    uint64_t prefix;
    const char *rest; /* behind the prefix */
    uint32_t length;
    uint32_t code;
} sort_item;

static int compare_items(const void *left, const void *right) {
    const sort_item *a = left;
    const sort_item *b = right;
    if (a->prefix != b->prefix)
        return a->prefix < b->prefix ? -1 : 1;
    uint32_t shorter = a->length < b->length ? a->length : b->length;
    int rest = shorter > ENCODER_SHORT ? memcmp(a->rest, b->rest, shorter - ENCODER_SHORT) : 0;
    return rest ? rest : (a->length > b->length) - (a->length < b->length);
}

static sort_item sort_item_of(const encoder *values, uint32_t code) {
    const encoder_value *value = &values->values[code];
    if (value->length <= ENCODER_SHORT)
        return (sort_item){__builtin_bswap64(value->word), "", value->length, code};
    const char *text = values->bytes + value->word;
    uint64_t prefix = __builtin_bswap64(encoder_word(text, ENCODER_SHORT));
    return (sort_item){prefix, text + ENCODER_SHORT, value->length, code};
}

static bool order_by_bytes(column_merge *one) {
    size_t size = one->values->size;
    sort_item *items = memory_new(size, sizeof *items);
    if (!items)
        return false;
    for (size_t i = 0; i < size; i++)
        items[i] = sort_item_of(one->values, (uint32_t)i);
    qsort(items, size, sizeof *items, compare_items);
    for (size_t i = 0; i < size; i++) {
        one->order[items[i].code] = (uint32_t)i;
        one->sequence[i] = items[i].code;
    }
    one->ordered = size;
    memory_free(items);
    return true;
}

static bool join_encoders(column_merge *one) {
    const merge *all = one->all;
    for (int w = 0; w < all->from->count; w++) {
        if (!all->from->part[w].encoders)
            continue;
        encoder *other = &all->from->part[w].encoders[one->index];
        size_t size = one->joint_size[w] = other->size;
        uint32_t *joint = one->joint[w] = memory_new(size, sizeof *joint);
        if (!joint)
            return false;
        for (size_t i = 0; i < size; i++) {
            char room[ENCODER_PADDING] = {0};
            const char *text = encoder_text(other, (uint32_t)i, room);
            joint[i] = other == one->values
                           ? (uint32_t)i
                           : encoder_code(one->values, text, other->values[i].length);
        }
        if (other != one->values)
            encoder_free(other);
    }
    return !one->values->failed;
}

/* Sorts the values unless there are too many, and shortens the way of each code accordingly. */
static bool sort_values(column_merge *one) {
    one->sorted = one->values->size <= DICTIONARY_SORTED_MOST;
    if (!one->sorted)
        return true;
    if (!order_by_bytes(one))
        return false;
    for (int w = 0; w < one->all->from->count; w++)
        for (size_t i = 0; i < one->joint_size[w]; i++)
            one->joint[w][i] = one->order[one->joint[w][i]];
    return true;
}

static uint32_t final_code(column_merge *one, uint32_t joint) {
    if (one->order[joint] == ENCODER_NO_CODE) {
        one->sequence[one->ordered] = joint;
        one->order[joint] = (uint32_t)one->ordered++;
    }
    return one->order[joint];
}

/* Bytes to bytes, the usual case, through a table that fits into a few cache lines. */
static void translate_bytes(const uint32_t *map, size_t size, const uint8_t *from, size_t count,
                            uint8_t *to) {
    uint8_t small[256] = {0};
    for (size_t i = 0; i < size && i < 256; i++)
        small[i] = (uint8_t)map[i];
    for (size_t i = 0; i < count; i++)
        to[i] = small[from[i]];
}

/* Translates a run of part w's codes. */
static void translate(column_merge *one, int w, const codes *from, size_t from_at, size_t count,
                      codes *to, size_t to_at) {
    if (one->sorted && from->width == 1 && to->width == 1) {
        translate_bytes(one->joint[w], one->joint_size[w], (const uint8_t *)from->data + from_at,
                        count, (uint8_t *)to->data + to_at);
        return;
    }
    const uint32_t *map = one->joint[w];
    for (size_t done = 0; done < count;) {
        size_t now = count - done < RUN ? count - done : RUN;
        codes_read(from, from_at + done, now, one->run);
        for (size_t i = 0; i < now; i++)
            one->run[i] = one->sorted ? map[one->run[i]] : final_code(one, map[one->run[i]]);
        store_pack(to, to_at + done, one->run, now);
        done += now;
    }
}

static void translate_pieces(column_merge *one, codes *to) {
    const merge *all = one->all;
    size_t rows = all->table->rows;
    size_t at = 0;
    for (size_t p = 0; p < all->from->pieces && at < rows; p++) {
        const table_piece *piece = &all->from->piece[p];
        store *from = &all->from->part[piece->part].stores[one->index];
        for (size_t left = piece->rows; left > 0;) {
            codes run;
            size_t begin = 0;
            size_t count = store_take(from, left, &run, &begin);
            translate(one, piece->part, &run, begin, count, to, at);
            at += count;
            left -= count;
        }
        for (size_t i = 0; i < piece->blank_rows && at < rows; i++)
            codes_put(to, at++, final_code(one, one->blank));
    }
}

/* Empty lines between the rows of a single column are empty values. */
static void add_blank_value(column_merge *one) {
    const merge *all = one->all;
    size_t rows = 0;
    for (size_t p = 0; p < all->from->pieces; p++)
        rows += all->from->piece[p].rows;
    if (rows < all->table->rows)
        one->blank = encoder_code_brief(one->values, 0, 0);
}

static bool write_values(dictionary *out, const column_merge *one) {
    const encoder *values = one->values;
    size_t bytes = 0;
    for (size_t i = 0; i < values->size; i++)
        bytes += (size_t)values->values[i].length + 1;
    out->size = values->size;
    out->bytes = memory_new(bytes, 1);
    out->offsets = memory_new(values->size + 1, sizeof *out->offsets);
    if (!out->bytes || !out->offsets)
        return false;
    size_t at = 0;
    for (size_t i = 0; i < values->size; i++) {
        uint32_t code = one->sequence[i];
        uint32_t length = values->values[code].length;
        char room[ENCODER_SHORT];
        out->offsets[i] = at;
        memcpy(out->bytes + at, encoder_text(values, code, room), length);
        out->bytes[at + length] = '\0';
        at += (size_t)length + 1;
    }
    out->offsets[values->size] = at;
    return true;
}

/* ---- Absent values --------------------------------------------------------------------------- */

/* The code of a short value, or ENCODER_NO_CODE. */
static uint32_t find_brief(const encoder *values, const char *text) {
    char room[ENCODER_PADDING] = {0};
    uint32_t length = (uint32_t)strlen(text);
    memcpy(room, text, length);
    uint64_t word = encoder_word(room, length);
    for (uint32_t code = 0; code < values->size; code++)
        if (values->values[code].length == length && values->values[code].word == word)
            return code;
    return ENCODER_NO_CODE;
}

/* What an empty text is called where "" stands for no value: \"\", or the like with a number where
 * this is a value itself. Values are only listed from here on, and no longer looked up. */
static void call_empty(char out[ENCODER_SHORT + 1], const encoder *values) {
    snprintf(out, ENCODER_SHORT + 1, "\"\"");
    for (unsigned number = 2; find_brief(values, out) != ENCODER_NO_CODE; number++)
        snprintf(out, ENCODER_SHORT + 1, "\"\"%u", number % 1000000);
}

/* Tells absent values from empty texts, once all values are known. */
static bool find_absent(encoder *values, column_origin *origin) {
    char name[ENCODER_SHORT + 1] = "", room[ENCODER_PADDING] = {0};
    uint32_t empty = find_brief(values, ORIGIN_EMPTY);
    origin->nulls = find_brief(values, "") != ENCODER_NO_CODE;
    if (empty == ENCODER_NO_CODE)
        return true;
    if (origin->nulls) {
        call_empty(name, values);
        origin->empty = memory_text(name, strlen(name));
        if (!origin->empty)
            return false;
    }
    memcpy(room, name, sizeof name);
    uint32_t length = (uint32_t)strlen(name);
    values->values[empty] = (encoder_value){encoder_word(room, length), length};
    return true;
}

static bool merge_values(column_merge *one, column *out) {
    add_blank_value(one);
    if (!join_encoders(one))
        return false;
    if (one->all->from->absent && !find_absent(one->values, out->origin))
        return false;
    size_t size = one->values->size;
    one->order = memory_new(size, sizeof *one->order);
    one->sequence = memory_new(size, sizeof *one->sequence);
    if (!one->order || !one->sequence)
        return false;
    for (size_t i = 0; i < size; i++)
        one->order[i] = ENCODER_NO_CODE;
    if (!sort_values(one))
        return false;
    out->codes.width = codes_width(size);
    out->codes.data = memory_new(one->all->table->rows, (size_t)out->codes.width);
    if (!out->codes.data)
        return false;
    translate_pieces(one, &out->codes);
    return write_values(&out->values, one);
}

static void merge_column(void *context, size_t item, int worker) {
    (void)worker;
    merge *all = context;
    column *out = &all->table->column[item];
    if (!out->kept || atomic_load(&all->failed))
        return;
    column_merge *one = memory_zero(1, sizeof *one);
    uint32_t **joint = memory_zero((size_t)all->from->count, sizeof *joint);
    size_t *joint_size = memory_zero((size_t)all->from->count, sizeof *joint_size);
    bool done = false;
    if (one && joint && joint_size) {
        one->all = all;
        one->index = item;
        one->values = &all->from->part[all->first].encoders[item];
        one->joint = joint;
        one->joint_size = joint_size;
        done = merge_values(one, out);
        memory_free(one->order);
        memory_free(one->sequence);
        encoder_free(one->values);
    }
    for (int w = 0; joint && w < all->from->count; w++)
        memory_free(joint[w]);
    memory_free(joint);
    memory_free(joint_size);
    memory_free(one);
    if (!done)
        atomic_store(&all->failed, true);
}

shoal_status table_merge(shoal_table *table, const table_parts *from, thread_pool *pool,
                         shoal_error *error) {
    merge all = {.table = table, .from = from};
    while (!from->part[all.first].encoders)
        all.first++;
    threads_run(pool, table->columns, merge_column, &all);
    return atomic_load(&all.failed) ? status_no_memory(error) : SHOAL_OK;
}
