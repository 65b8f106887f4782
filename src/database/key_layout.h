/* Tuples of codes as few integers, so that engines group by these: each code is multiplied by its
 * weight, and the sum of the parts is the key. */
#ifndef SHOAL_DATABASE_KEY_LAYOUT_H
#define SHOAL_DATABASE_KEY_LAYOUT_H

#include "database/database_engine.h"

typedef struct key_layout {
    size_t maps, words;
    size_t *word;    /* [maps] of the key that the code goes to */
    int64_t *weight; /* [maps] */
    uint32_t *codes; /* [maps] how many there are */
} key_layout;

/* Keys of at most 62 bits each. Free it also after a failure. */
SHOAL_CHECKED shoal_status key_layout_make(key_layout *out, const engine_map *map, size_t maps,
                                           shoal_error *error);
void key_layout_free(key_layout *layout);

/* code[maps] of key[words]. */
void key_layout_split(uint32_t *code, const key_layout *by, const int64_t *key);
/* key[words] of code[maps]. */
void key_layout_join(int64_t *key, const key_layout *by, const uint32_t *code);

#endif
