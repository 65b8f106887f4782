/* In which attributes a record agrees with each of many masked ones: patterns of bits. */
#ifndef SHOAL_MEASURE_AGREEMENT_H
#define SHOAL_MEASURE_AGREEMENT_H

#include "measure/disclosure.h"
#include "measure/distinct_records.h"

/* Masked records are looked at in tiles, whose patterns stay in the cache. */
#define AGREEMENT_TILE ((size_t)16384)

/* The records of each tile in the order of each attribute, where those that agree lie side by side.
 */
typedef struct agreement_index {
    size_t attributes;
    size_t words; /* of a pattern; bit a % 64 of word a / 64 is set where attribute a agrees */
    size_t records;
    size_t tiles;
    double *value;    /* [attribute * records + begin of the tile + rank] ascending */
    uint32_t *member; /* the same: whose it is, counted from the begin of the tile */
} agreement_index;

SHOAL_CHECKED shoal_status agreement_index_open(agreement_index *out, const points *masked,
                                                const distinct_records *records,
                                                shoal_error *error);
void agreement_index_close(agreement_index *made);

static inline size_t agreement_tile_begin(size_t tile) {
    return tile * AGREEMENT_TILE;
}

static inline size_t agreement_tile_size(const agreement_index *in, size_t tile) {
    size_t left = in->records - agreement_tile_begin(tile);
    return left < AGREEMENT_TILE ? left : AGREEMENT_TILE;
}

/* The patterns of one record with those of one tile. */
typedef struct agreement_scan {
    const agreement_index *in;
    uint64_t *pattern;  /* [member * words] */
    uint8_t *seen;      /* [member] whether any attribute agrees */
    uint32_t *agreeing; /* [count] the members where any does */
    size_t count;
} agreement_scan;

/* False: out of memory. Zeroed or opened, it may be closed. */
bool agreement_scan_open(agreement_scan *out, const agreement_index *in);
void agreement_scan_close(agreement_scan *made);
void agreement_scan_tile(agreement_scan *out, size_t tile, const points *original, size_t row);

#endif
