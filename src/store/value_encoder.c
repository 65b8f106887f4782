#include "store/value_encoder.h"

#include "base/memory.h"

#define FIRST_SLOTS 64

/* What an encoder without entries looks into; never written, since it must grow first. */
static encoder_slot no_slots[2] = {{ENCODER_FREE_WORD, ENCODER_NO_CODE},
                                   {ENCODER_FREE_WORD, ENCODER_NO_CODE}};

void encoder_start(encoder *known) {
    *known = (encoder){
        .brief = {.slots = no_slots, .shift = 63},
        .lengthy = {.slots = no_slots, .shift = 63},
    };
}

static void table_free(encoder_table *table) {
    if (table->slots != no_slots)
        memory_free(table->slots);
}

void encoder_free(encoder *known) {
    table_free(&known->brief);
    table_free(&known->lengthy);
    memory_free(known->values);
    memory_free(known->bytes);
    encoder_start(known);
}

static size_t table_size(const encoder_table *table) {
    return (size_t)1 << (64 - table->shift);
}

static encoder_slot *free_slot(const encoder_table *table, uint64_t hash) {
    size_t last = table_size(table) - 1;
    size_t at = (size_t)(hash >> table->shift);
    while (table->slots[at].code != ENCODER_NO_CODE)
        at = (at + 1) & last;
    return &table->slots[at];
}

/* `hashed`: the slots' words are hashes already. */
static bool table_grow(encoder_table *table, bool hashed) {
    size_t size = table->slots == no_slots ? FIRST_SLOTS : 2 * table_size(table);
    encoder_table larger = {.used = table->used, .most = size / 2};
    larger.shift = 64 - __builtin_ctzll(size);
    larger.slots = memory_new(size, sizeof *larger.slots);
    if (!larger.slots)
        return false;
    for (size_t i = 0; i < size; i++)
        larger.slots[i] = no_slots[0];
    for (size_t i = 0; i < table_size(table); i++) {
        encoder_slot slot = table->slots[i];
        if (slot.code != ENCODER_NO_CODE)
            *free_slot(&larger, hashed ? slot.word : hash_word(slot.word)) = slot;
    }
    table_free(table);
    *table = larger;
    return true;
}

/* Enters a value that is new; `word` and `length` are as in encoder_value. */
static uint32_t enter(encoder *known, encoder_table *table, uint64_t slot_word, uint64_t word,
                      uint32_t length) {
    bool hashed = table == &known->lengthy;
    if (known->size >= ENCODER_NO_CODE ||
        (table->used >= table->most && !table_grow(table, hashed)) ||
        !memory_grow((void **)&known->values, &known->value_capacity, known->size + 1,
                     sizeof *known->values)) {
        known->failed = true;
        return 0;
    }
    uint32_t code = (uint32_t)known->size++;
    known->values[code] = (encoder_value){word, length};
    *free_slot(table, hashed ? slot_word : hash_word(slot_word)) = (encoder_slot){slot_word, code};
    table->used++;
    return code;
}

uint32_t encoder_add_brief(encoder *known, uint64_t word, uint32_t length) {
    const encoder_table *table = &known->brief;
    size_t last = table_size(table) - 1;
    for (size_t at = (size_t)(hash_word(word) >> table->shift);; at = (at + 1) & last) {
        if (table->slots[at].word == word)
            return table->slots[at].code;
        if (table->slots[at].code == ENCODER_NO_CODE)
            return enter(known, &known->brief, word, word, length);
    }
}

static uint64_t hash_lengthy(const char *text, uint32_t length) {
    uint64_t hash = length;
    for (; length > ENCODER_SHORT; length -= ENCODER_SHORT, text += ENCODER_SHORT)
        hash = hash_word(hash ^ encoder_word(text, ENCODER_SHORT));
    return hash_word(hash ^ encoder_word(text, length));
}

/* Both have padding behind them. */
static bool same_text(const char *one, const char *other, uint32_t length) {
    for (; length > ENCODER_SHORT; length -= ENCODER_SHORT) {
        if (encoder_word(one, ENCODER_SHORT) != encoder_word(other, ENCODER_SHORT))
            return false;
        one += ENCODER_SHORT;
        other += ENCODER_SHORT;
    }
    return encoder_word(one, length) == encoder_word(other, length);
}

static bool keep_text(encoder *known, const char *text, uint32_t length) {
    if (!memory_grow((void **)&known->bytes, &known->byte_capacity,
                     known->byte_count + length + ENCODER_PADDING, 1)) {
        known->failed = true;
        return false;
    }
    memcpy(known->bytes + known->byte_count, text, length);
    known->byte_count += length;
    return true;
}

uint32_t encoder_code_lengthy(encoder *known, const char *text, uint32_t length) {
    const encoder_table *table = &known->lengthy;
    uint64_t hash = hash_lengthy(text, length);
    size_t last = table_size(table) - 1;
    for (size_t at = (size_t)(hash >> table->shift);; at = (at + 1) & last) {
        encoder_slot slot = table->slots[at];
        if (slot.code == ENCODER_NO_CODE)
            break;
        if (slot.word != hash)
            continue;
        const encoder_value *value = &known->values[slot.code];
        if (value->length == length && same_text(known->bytes + value->word, text, length))
            return slot.code;
    }
    uint64_t offset = known->byte_count;
    return keep_text(known, text, length) ? enter(known, &known->lengthy, hash, offset, length) : 0;
}

const char *encoder_text(const encoder *known, uint32_t code, char room[ENCODER_SHORT]) {
    const encoder_value *value = &known->values[code];
    if (value->length > ENCODER_SHORT)
        return known->bytes + value->word;
    for (int i = 0; i < ENCODER_SHORT; i++)
        room[i] = (char)(value->word >> (8 * i));
    return room;
}
