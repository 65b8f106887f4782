/* Codes of one thread and column while the file is being read: appended at the end, taken out once
 * from the front, at one, two or four bytes each. */
#ifndef SHOAL_STORE_CODE_STORE_H
#define SHOAL_STORE_CODE_STORE_H

#include "data/codes.h"

#include <stdbool.h>

typedef struct store_block store_block;

typedef struct store {
    store_block *first;
    store_block *last;
    size_t taken; /* of the first block */
} store;

/* Appends codes that are all below `limit`; false when out of memory. */
bool store_add(store *queue, const uint32_t *from, size_t count, uint64_t limit);

/* A run of at most `most` codes (at least one) from the front; they stay valid until the next
 * call. There must be some left. */
size_t store_take(store *queue, size_t most, codes *run, size_t *begin);

/* Narrows `from` to to[begin .. begin + count), in a loop that compilers vectorize. */
void store_pack(codes *to, size_t begin, const uint32_t *from, size_t count);

void store_free(store *queue);

#endif
