/* The values of parts, shared by threads. A value depends on its key only, so that it does not
 * matter who found it. */
#ifndef SHOAL_BOXES_BOX_MONDRIAN_MEMO_H
#define SHOAL_BOXES_BOX_MONDRIAN_MEMO_H

#include "base/memory.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

/* 128 bits of hash of a part's box and the look-ahead. */
typedef struct mondrian_key {
    uint64_t first, second;
} mondrian_key;

typedef struct mondrian_known {
    mondrian_key key; /* second = 0: a free place */
    int64_t value;
    uint32_t cut; /* chosen */
} mondrian_known;

#define MONDRIAN_SHARDS 64

typedef struct mondrian_shard {
    pthread_mutex_t lock;
    mondrian_known *place;
    size_t room, used;
} mondrian_shard;

typedef struct box_mondrian_memo {
    mondrian_shard *shard; /* [MONDRIAN_SHARDS] */
    _Atomic uint64_t work; /* of all values that were put in */
    _Atomic size_t count;
} box_mondrian_memo;

bool mondrian_memo_open(box_mondrian_memo *out);
void mondrian_memo_close(box_mondrian_memo *memo);
void mondrian_memo_clear(box_mondrian_memo *memo);
bool mondrian_memo_find(box_mondrian_memo *memo, mondrian_key key, mondrian_known *out);
/* False: out of memory. The work counts once for each key. */
bool mondrian_memo_put(box_mondrian_memo *memo, const mondrian_known *known, uint64_t work);

#endif
