/* A column of small integers, one byte each while the largest fits, else two or four. */
#ifndef SHOAL_DATA_CODES_H
#define SHOAL_DATA_CODES_H

#include <stddef.h>
#include <stdint.h>

typedef struct codes {
    void *data;
    int width; /* bytes per code: 1, 2 or 4 */
} codes;

/* Bytes that codes below `count` need. */
static inline int codes_width(uint64_t count) {
    return count <= 0x100 ? 1 : count <= 0x10000 ? 2 : 4;
}

static inline uint32_t codes_get(const codes *column, size_t at) {
    switch (column->width) {
    case 1:
        return ((const uint8_t *)column->data)[at];
    case 2:
        return ((const uint16_t *)column->data)[at];
    default:
        return ((const uint32_t *)column->data)[at];
    }
}

static inline void codes_put(codes *column, size_t at, uint32_t code) {
    switch (column->width) {
    case 1:
        ((uint8_t *)column->data)[at] = (uint8_t)code;
        break;
    case 2:
        ((uint16_t *)column->data)[at] = (uint16_t)code;
        break;
    default:
        ((uint32_t *)column->data)[at] = code;
    }
}

/* Widens column[begin .. begin + count) to `out`, in a loop that compilers vectorize. */
void codes_read(const codes *column, size_t begin, size_t count, uint32_t *out);

/* out[i] = column[rows[i]] for i < count. */
void codes_gather(const codes *column, const uint32_t *rows, size_t count, uint32_t *out);

#endif
