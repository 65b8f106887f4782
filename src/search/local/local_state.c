#include "search/local/local_state.h"

#include <math.h>
#include <string.h>

/* Head: round, moves, last_moves, evaluations, bits of the bound, whether there are better clusters
 * than those of now; 64 bits each, little-endian. Then the levels, then the clusters: for each
 * tuple the number of its portions, and for each its cluster and copies. These numbers have seven
 * bits to a byte, the lowest first; a cluster is counted from the highest number so far + 1
 * downwards, which is 0 for a new one, and rows in no cluster from there on. */
#define HEAD_WORDS 6
#define MOST_NUMBER_BYTES 10

/* ---- Writing --------------------------------------------------------------------------------- */

typedef struct byte_list {
    uint8_t *bytes;
    size_t length, held;
    bool failed;
} byte_list;

static void add_byte(byte_list *to, uint8_t byte) {
    to->failed = to->failed || !memory_grow((void **)&to->bytes, &to->held, to->length + 1, 1);
    if (!to->failed)
        to->bytes[to->length++] = byte;
}

static void add_word(byte_list *to, uint64_t word) {
    for (int i = 0; i < 8; i++)
        add_byte(to, (uint8_t)(word >> (8 * i)));
}

static void add_number(byte_list *to, uint64_t number) {
    for (; number >= 0x80; number >>= 7)
        add_byte(to, (uint8_t)(number | 0x80));
    add_byte(to, (uint8_t)number);
}

static void add_clusters(byte_list *to, const box_clusters *of) {
    uint64_t next = 0; /* number of the next new cluster */
    for (size_t t = 0; t < of->tuples; t++) {
        add_number(to, of->first[t + 1] - of->first[t]);
        for (size_t i = of->first[t]; i < of->first[t + 1]; i++) {
            const box_portion *each = &of->portion[i];
            bool blank = each->cluster == BOX_BLANK;
            add_number(to, blank ? next + 1 : next - each->cluster);
            next += !blank && each->cluster == next;
            add_number(to, each->copies);
        }
    }
}

shoal_status local_state_encode(uint8_t **out, size_t *length, const local_state *state,
                                size_t attributes, shoal_error *error) {
    byte_list list = {0};
    uint64_t bound;
    memcpy(&bound, &state->bound, sizeof bound);
    const uint64_t head[HEAD_WORDS] = {state->round,
                                       (uint64_t)state->moves,
                                       (uint64_t)state->last_moves,
                                       (uint64_t)state->evaluations,
                                       bound,
                                       state->best.first != NULL};
    for (size_t i = 0; i < HEAD_WORDS; i++)
        add_word(&list, head[i]);
    for (size_t a = 0; a < attributes; a++)
        add_byte(&list, state->level[a]);
    add_clusters(&list, &state->now);
    if (state->best.first)
        add_clusters(&list, &state->best);
    if (list.failed) {
        memory_free(list.bytes);
        return status_no_memory(error);
    }
    *out = list.bytes;
    *length = list.length;
    return SHOAL_OK;
}

/* ---- Reading --------------------------------------------------------------------------------- */

typedef struct byte_reader {
    const uint8_t *at, *end;
    bool failed;
} byte_reader;

static uint64_t take_word(byte_reader *from) {
    uint64_t word = 0;
    if (from->end - from->at < 8) {
        from->failed = true;
        return 0;
    }
    for (int i = 0; i < 8; i++)
        word |= (uint64_t)*from->at++ << (8 * i);
    return word;
}

static uint64_t take_number(byte_reader *from) {
    uint64_t number = 0;
    for (int i = 0; i < MOST_NUMBER_BYTES && from->at < from->end; i++) {
        uint8_t byte = *from->at++;
        number |= (uint64_t)(byte & 0x7f) << (7 * i);
        if (byte < 0x80)
            return number;
    }
    from->failed = true;
    return 0;
}

/* The head; leaves the reader behind the levels. */
static bool take_head(local_state *out, byte_reader *from, size_t attributes, bool *better) {
    out->round = take_word(from);
    out->moves = (int64_t)take_word(from);
    out->last_moves = (int64_t)take_word(from);
    out->evaluations = (int64_t)take_word(from);
    uint64_t bound = take_word(from);
    uint64_t flag = take_word(from);
    memcpy(&out->bound, &bound, sizeof bound);
    *better = flag == 1;
    if (from->failed || (size_t)(from->end - from->at) < attributes || flag > 1)
        return false;
    if (out->level)
        memcpy(out->level, from->at, attributes);
    from->at += attributes;
    return out->moves >= 0 && out->last_moves >= 0 && out->evaluations >= 0 &&
           out->round < INT64_MAX && !isnan(out->bound);
}

bool local_state_peek(local_state *out, const uint8_t *bytes, size_t length, size_t attributes) {
    byte_reader from = {.at = bytes, .end = bytes + length};
    bool better;
    return take_head(out, &from, attributes, &better);
}

/* The portions of one tuple; false: they are not its. */
static bool take_tuple(box_clusters *out, byte_reader *from, uint64_t copies, uint64_t *next,
                       size_t *held) {
    uint64_t portions = take_number(from);
    if (from->failed || portions == 0 || portions > copies)
        return false;
    size_t count = out->first[out->tuples];
    if (!memory_grow((void **)&out->portion, held, count + (size_t)portions,
                     sizeof *out->portion)) {
        from->failed = true;
        return false;
    }
    for (uint64_t i = 0; i < portions; i++) {
        uint64_t back = take_number(from), some = take_number(from);
        if (from->failed || back > *next + 1 || some == 0 || some > copies)
            return false;
        bool blank = back == *next + 1;
        uint32_t cluster = blank ? BOX_BLANK : (uint32_t)(*next - back);
        *next += !blank && back == 0;
        out->portion[count++] = (box_portion){cluster, (uint32_t)some};
        copies -= some;
    }
    out->first[++out->tuples] = count;
    return copies == 0 && *next < BOX_BLANK;
}

static shoal_status take_clusters(box_clusters *out, byte_reader *from, const box_work *work,
                                  bool *whole, shoal_error *error) {
    const box_table *of = work->of;
    uint64_t next = 0;
    size_t held = 0;
    *whole = true;
    *out = (box_clusters){.first = memory_zero(of->tuples + 1, sizeof *out->first)};
    if (!out->first)
        return status_no_memory(error);
    for (size_t t = 0; t < of->tuples && *whole; t++)
        *whole = take_tuple(out, from, of->count ? of->count[t] : 1, &next, &held);
    if (!*whole)
        return SHOAL_OK;
    STATUS_TRY(box_clusters_settle(out, work, error));
    return box_clusters_check(whole, out, work, error);
}

shoal_status local_state_decode(local_state *out, const uint8_t *bytes, size_t length,
                                const box_work *work, bool *whole, shoal_error *error) {
    byte_reader from = {.at = bytes, .end = bytes + length};
    bool better;
    out->now = out->best = (box_clusters){0};
    *whole = take_head(out, &from, work->of->attributes, &better);
    if (*whole)
        STATUS_TRY(take_clusters(&out->now, &from, work, whole, error));
    if (*whole && better)
        STATUS_TRY(take_clusters(&out->best, &from, work, whole, error));
    *whole = *whole && from.at == from.end;
    return SHOAL_OK;
}

void local_state_free(local_state *state) {
    box_clusters_free(&state->now);
    box_clusters_free(&state->best);
}
