/* Numbers distinct texts in order of first appearance. The texts are borrowed. */
#ifndef SHOAL_DATA_LABEL_INDEX_H
#define SHOAL_DATA_LABEL_INDEX_H

#include "base/memory.h"

#include <stdint.h>

#define LABEL_NONE UINT32_MAX

typedef struct label_index {
    const char **labels; /* [size] */
    uint32_t *slots;     /* number + 1, or 0 */
    size_t slot_mask;
    uint32_t size;
} label_index;

/* Room for up to `most` texts; false when out of memory (nothing to free then). */
bool label_index_open(label_index *out, size_t most);
void label_index_close(label_index *index);
/* Forgets every text, keeps the room. */
void label_index_clear(label_index *index);

/* Number of the text, which is added when new. The caller must not exceed the capacity. */
uint32_t label_index_add(label_index *index, const char *label);
/* Number of the text, or LABEL_NONE. */
uint32_t label_index_find(const label_index *index, const char *label);

#endif
