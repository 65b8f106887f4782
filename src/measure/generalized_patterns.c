#include "base/memory.h"
#include "data/class_table.h"
#include "data/packing.h"
#include "measure/generalized_candidates.h"

#define TUPLES_BETWEEN_LOOKS 4096

/* pattern[tuple * words] of each tuple. */
static void mark_stars(uint64_t *pattern, size_t words, const frequency_set *release,
                       const label_cover *covers) {
    for (size_t a = 0; a < release->attributes; a++)
        for (size_t t = 0; t < release->tuples; t++)
            if (codes_get(&release->codes[a], t) == covers[a].star)
                pattern[t * words + a / 64] |= UINT64_C(1) << (a % 64);
}

/* Tuples of the same pattern side by side. */
static bool sort_tuples(star_patterns *out, const uint64_t *pattern, size_t tuples,
                        class_table *table) {
    size_t *next = memory_new(table->classes + 1, sizeof *next);
    out->count = table->classes;
    out->first = memory_zero(out->count + 1, sizeof *out->first);
    out->tuple = memory_new(tuples, sizeof *out->tuple);
    out->pattern = memory_new(out->count, out->words * sizeof *out->pattern);
    if (next && out->first && out->tuple && out->pattern) {
        memcpy(out->pattern, table->keys, out->count * out->words * sizeof *out->pattern);
        for (size_t p = 0; p < out->count; p++)
            out->first[p + 1] = out->first[p] + table->counts[p];
        memcpy(next, out->first, (out->count + 1) * sizeof *next);
        for (size_t t = 0; t < tuples; t++)
            out->tuple[next[class_table_find(table, pattern + t * out->words)]++] = (uint32_t)t;
    }
    bool done = next && out->first && out->tuple && out->pattern;
    memory_free(next);
    return done;
}

shoal_status star_patterns_open(star_patterns *out, const frequency_set *release,
                                const label_cover *covers, shoal_error *error) {
    *out = (star_patterns){.words = release->attributes / 64 + 1};
    class_table table = {0};
    uint64_t *pattern = memory_zero(release->tuples, out->words * sizeof *pattern);
    bool done = pattern != NULL;
    if (done) {
        mark_stars(pattern, out->words, release, covers);
        done = class_table_reset(&table, out->words, 64, 16) &&
               class_table_add(&table, pattern, NULL, release->tuples) &&
               sort_tuples(out, pattern, release->tuples, &table);
    }
    memory_free(pattern);
    class_table_free(&table);
    if (!done)
        star_patterns_close(out);
    return done ? SHOAL_OK : status_no_memory(error);
}

void star_patterns_close(star_patterns *made) {
    memory_free(made->pattern);
    memory_free(made->first);
    memory_free(made->tuple);
    *made = (star_patterns){0};
}

/* Labels side by side in words, those of the release and those that people's values have in it. A
 * pattern's mask leaves out the attributes where it has stars. */
typedef struct grouping_keys {
    size_t words;
    packing_field *fields; /* [attributes] */
    uint64_t *release;     /* [tuple * words] */
    uint64_t *people;      /* [tuple * words] */
    uint64_t *unlabelled;  /* [tuple * pattern words] attributes whose value has no label */
    uint64_t *mask;        /* [words] */
    uint64_t *key;         /* [words * PACKING_BLOCK] */
    uint32_t *counts;      /* [PACKING_BLOCK] */
} grouping_keys;

static void keys_close(grouping_keys *made) {
    memory_free(made->fields);
    memory_free(made->release);
    memory_free(made->people);
    memory_free(made->unlabelled);
    memory_free(made->mask);
    memory_free(made->key);
    memory_free(made->counts);
}

static bool keys_layout(grouping_keys *out, const label_cover *covers, size_t attributes) {
    unsigned last_bits;
    uint32_t *sizes = memory_new(attributes, sizeof *sizes);
    out->fields = memory_new(attributes, sizeof *out->fields);
    if (sizes && out->fields) {
        for (size_t a = 0; a < attributes; a++)
            sizes[a] = covers[a].labels;
        out->words = packing_layout(out->fields, sizes, attributes, &last_bits);
    }
    memory_free(sizes);
    return out->words > 0;
}

static void keys_fill(grouping_keys *out, const candidate_task *task, size_t pattern_words) {
    for (size_t a = 0; a < task->attack->attributes; a++) {
        const label_cover *cover = &task->attack->covers[a];
        packing_field field = out->fields[a];
        if (field.bits > 0)
            packing_add(out->release, out->words, field, &task->release->codes[a], 0, NULL,
                        task->release->tuples);
        for (size_t t = 0; t < task->people->tuples; t++) {
            uint32_t value = codes_get(&task->people->codes[a], t);
            size_t first = cover->first[value];
            if (first == cover->first[value + 1])
                out->unlabelled[t * pattern_words + a / 64] |= UINT64_C(1) << (a % 64);
            else
                out->people[t * out->words + field.word] |= (uint64_t)cover->label[first]
                                                            << field.shift;
        }
    }
}

static bool keys_open(grouping_keys *out, const candidate_task *task, size_t pattern_words) {
    if (!keys_layout(out, task->attack->covers, task->attack->attributes))
        return false;
    size_t bytes = out->words * sizeof *out->release;
    out->release = memory_zero(task->release->tuples, bytes);
    out->people = memory_zero(task->people->tuples, bytes);
    out->unlabelled = memory_zero(task->people->tuples, pattern_words * sizeof *out->unlabelled);
    out->mask = memory_new(1, bytes);
    out->key = memory_new(PACKING_BLOCK, bytes);
    out->counts = memory_new(PACKING_BLOCK, sizeof *out->counts);
    if (!out->release || !out->people || !out->unlabelled || !out->mask || !out->key ||
        !out->counts)
        return false;
    keys_fill(out, task, pattern_words);
    return true;
}

static void keys_mask(grouping_keys *in, const uint64_t *pattern, size_t attributes) {
    memset(in->mask, 0, in->words * sizeof *in->mask);
    for (size_t a = 0; a < attributes; a++) {
        packing_field field = in->fields[a];
        if (!(pattern[a / 64] >> (a % 64) & 1))
            in->mask[field.word] |= ((UINT64_C(1) << field.bits) - 1) << field.shift;
    }
}

static void masked(const grouping_keys *in, uint64_t *out, const uint64_t *key) {
    for (size_t w = 0; w < in->words; w++)
        out[w] = key[w] & in->mask[w];
}

static bool group_release(const grouping_keys *in, class_table *table, const uint32_t *members,
                          const uint32_t *tuples, size_t count) {
    if (!class_table_reset(table, in->words, 64, count))
        return false;
    for (size_t begin = 0; begin < count; begin += PACKING_BLOCK) {
        size_t some = count - begin < PACKING_BLOCK ? count - begin : PACKING_BLOCK;
        for (size_t i = 0; i < some; i++) {
            uint32_t tuple = tuples[begin + i];
            masked(in, in->key + i * in->words, in->release + tuple * in->words);
            in->counts[i] = members[tuple];
        }
        if (!class_table_add(table, in->key, in->counts, some))
            return false;
    }
    return true;
}

/* Whether all values without a label lie where the pattern has stars. */
static bool may_match(const uint64_t *unlabelled, const uint64_t *pattern, size_t words) {
    for (size_t w = 0; w < words; w++)
        if (unlabelled[w] & ~pattern[w])
            return false;
    return true;
}

static shoal_status look_up(const candidate_task *task, const grouping_keys *in,
                            const class_table *table, const uint64_t *pattern, size_t words,
                            shoal_error *error) {
    for (size_t t = 0; t < task->people->tuples; t++) {
        if (t % TUPLES_BETWEEN_LOOKS == 0 && candidates_cancelled(task))
            return candidates_interrupted(error);
        if (!may_match(in->unlabelled + t * words, pattern, words))
            continue;
        masked(in, in->key, in->people + t * in->words);
        uint32_t class = class_table_find(table, in->key);
        if (class != CLASS_NONE)
            task->candidates[t] += table->counts[class];
    }
    return SHOAL_OK;
}

shoal_status candidates_by_pattern(const candidate_task *task, const star_patterns *patterns,
                                   shoal_error *error) {
    grouping_keys keys = {0};
    class_table table = {0};
    shoal_status status = SHOAL_OK;
    if (!keys_open(&keys, task, patterns->words))
        status = status_no_memory(error);
    for (size_t p = 0; p < patterns->count && status == SHOAL_OK; p++) {
        const uint64_t *pattern = patterns->pattern + p * patterns->words;
        keys_mask(&keys, pattern, task->attack->attributes);
        if (!group_release(&keys, &table, task->members, patterns->tuple + patterns->first[p],
                           patterns->first[p + 1] - patterns->first[p]))
            status = status_no_memory(error);
        else
            status = look_up(task, &keys, &table, pattern, patterns->words, error);
    }
    class_table_free(&table);
    keys_close(&keys);
    return status;
}
