/* Places in the order of 64-bit keys, such as hashes of rows, by a radix sort on all threads. */
#ifndef SHOAL_BASE_KEY_ORDER_H
#define SHOAL_BASE_KEY_ORDER_H

#include "base/threads.h"

#include <stdint.h>

/* Fills order[count] with the places 0 .. count - 1 in ascending order of key[place]; places of
 * equal keys keep their order. Besides a bucket for each thread it needs no memory. */
SHOAL_CHECKED shoal_status key_order(uint32_t *order, const uint64_t *key, size_t count,
                                     thread_pool *pool, shoal_error *error);

#endif
