#include "database/key_layout.h"

#include <string.h>

#define LARGEST_KEY ((int64_t)1 << 62)

shoal_status key_layout_make(key_layout *out, const engine_map *map, size_t maps,
                             shoal_error *error) {
    int64_t room = LARGEST_KEY, weight = 1;
    *out = (key_layout){.maps = maps, .words = 1};
    out->word = memory_new(maps, sizeof *out->word);
    out->weight = memory_new(maps, sizeof *out->weight);
    out->codes = memory_new(maps, sizeof *out->codes);
    if (!out->word || !out->weight || !out->codes)
        return status_no_memory(error);
    for (size_t i = 0; i < maps; i++) {
        out->codes[i] = map[i].codes > 0 ? map[i].codes : 1;
        if (room < out->codes[i]) {
            out->words++;
            room = LARGEST_KEY;
            weight = 1;
        }
        out->word[i] = out->words - 1;
        out->weight[i] = weight;
        weight *= out->codes[i];
        room /= out->codes[i];
    }
    return SHOAL_OK;
}

void key_layout_free(key_layout *layout) {
    memory_free(layout->word);
    memory_free(layout->weight);
    memory_free(layout->codes);
    *layout = (key_layout){0};
}

void key_layout_split(uint32_t *code, const key_layout *by, const int64_t *key) {
    for (size_t i = 0; i < by->maps; i++)
        code[i] = (uint32_t)(key[by->word[i]] / by->weight[i] % by->codes[i]);
}

void key_layout_join(int64_t *key, const key_layout *by, const uint32_t *code) {
    memset(key, 0, by->words * sizeof *key);
    for (size_t i = 0; i < by->maps; i++)
        key[by->word[i]] += by->weight[i] * code[i];
}
