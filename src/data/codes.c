#include "data/codes.h"

#include <string.h>

void codes_read(const codes *column, size_t begin, size_t count, uint32_t *out) {
    switch (column->width) {
    case 1: {
        const uint8_t *from = (const uint8_t *)column->data + begin;
        for (size_t i = 0; i < count; i++)
            out[i] = from[i];
        break;
    }
    case 2: {
        const uint16_t *from = (const uint16_t *)column->data + begin;
        for (size_t i = 0; i < count; i++)
            out[i] = from[i];
        break;
    }
    default:
        memcpy(out, (const uint32_t *)column->data + begin, count * sizeof *out);
    }
}

void codes_gather(const codes *column, const uint32_t *rows, size_t count, uint32_t *out) {
    switch (column->width) {
    case 1: {
        const uint8_t *from = column->data;
        for (size_t i = 0; i < count; i++)
            out[i] = from[rows[i]];
        break;
    }
    case 2: {
        const uint16_t *from = column->data;
        for (size_t i = 0; i < count; i++)
            out[i] = from[rows[i]];
        break;
    }
    default: {
        const uint32_t *from = column->data;
        for (size_t i = 0; i < count; i++)
            out[i] = from[rows[i]];
    }
    }
}
