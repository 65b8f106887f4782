/* Random values of Arrow's types, each with its bytes and, found in a slow and obvious way, its
 * text. */
#ifndef SHOAL_TESTS_SUPPORT_ARROW_CELLS_H
#define SHOAL_TESTS_SUPPORT_ARROW_CELLS_H

#include "base/random.h"

#include <stdbool.h>

#define ARROW_CELL_TEXT 256

typedef struct arrow_cell {
    bool is_null;
    unsigned char raw[32]; /* of a boolean: one byte, 0 or 1; of texts: none */
    char text[ARROW_CELL_TEXT];
} arrow_cell;

/* Every format that columns may have; NULL after the last. */
extern const char *const arrow_cell_formats[];
/* Bytes of a value in the buffer; 0: texts, nulls and booleans. */
size_t arrow_cell_width(const char *format);
bool arrow_cell_is_text(const char *format);

void arrow_cell_draw(arrow_cell *out, const char *format, random_stream *draw);

#endif
