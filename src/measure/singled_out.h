/* Rows that nobody else has: how many a set of columns singles out. */
#ifndef SHOAL_MEASURE_SINGLED_OUT_H
#define SHOAL_MEASURE_SINGLED_OUT_H

#include "base/memory.h"

#include <stdint.h>

/* Room to count in, kept from use to use. */
typedef struct singled_out {
    size_t slots;    /* a power of two, more than twice the rows */
    uint64_t *key;   /* [slots] */
    uint32_t *rows;  /* [slots] with the key; 0: the slot is free */
    uint32_t *owner; /* [slots] whose rows they are; SINGLED_SHARED: several people's */
} singled_out;

#define SINGLED_SHARED UINT32_MAX

/* Room for so many rows, fewer than 2^31. False: out of memory; close it in any case. */
bool singled_out_open(singled_out *out, size_t rows);
void singled_out_close(singled_out *made);

/* The rows whose key only rows of the same owner have. `owner` (below SINGLED_SHARED) may be NULL:
 * then every row is somebody else's. */
uint64_t singled_out_count(singled_out *in, const uint64_t *keys, const uint32_t *owner,
                           size_t rows);

/* Numbers the keys from 0 in the order of their first rows; returns how many there are. */
uint32_t singled_out_number(singled_out *in, const uint64_t *keys, size_t rows, uint32_t *number);

#endif
