#include "data/hierarchy_build.h"

#include <string.h>

#define MOST_LEVELS 10

/* A byte that continues a UTF-8 character belongs to the one before. */
static bool continues(const char *at) {
    return ((unsigned char)*at & 0xC0) == 0x80;
}

static size_t count_characters(const char *value) {
    size_t count = 0;
    for (const char *at = value; *at; at++)
        count += at == value || !continues(at);
    return count;
}

/* Where character number `index` begins, or the end. */
static const char *skip_characters(const char *value, size_t index) {
    const char *at = value;
    for (; *at && index > 0; index--)
        do
            at++;
        while (*at && continues(at));
    return at;
}

/* The value filled up with stars to `width` characters, then all but `keep` of them masked. */
static char *mask_right(arena *memory, const char *value, size_t width, size_t keep) {
    size_t bytes = (size_t)(skip_characters(value, keep) - value);
    size_t shown = count_characters(value) < keep ? count_characters(value) : keep;
    char *label = arena_new(memory, bytes + (width - shown) + 1, 1);
    if (!label)
        return NULL;
    memcpy(label, value, bytes);
    memset(label + bytes, '*', width - shown);
    label[bytes + (width - shown)] = '\0';
    return label;
}

static char *mask_left(arena *memory, const char *value, size_t width, size_t keep) {
    size_t characters = count_characters(value);
    size_t shown = characters < keep ? characters : keep;
    const char *rest = skip_characters(value, characters - shown);
    size_t bytes = strlen(rest);
    char *label = arena_new(memory, bytes + (width - shown) + 1, 1);
    if (!label)
        return NULL;
    memset(label, '*', width - shown);
    memcpy(label + (width - shown), rest, bytes + 1);
    return label;
}

static bool fill_levels(shoal_hierarchy *made, size_t width, size_t step, bool right) {
    for (size_t value = 0; value < made->values; value++)
        for (int level = 1; level < made->height; level++) {
            const char *ground = hierarchy_label(made, value, 0);
            size_t keep = width - step * (size_t)level;
            /* A value that the width does not count in has no mask of that width. */
            bool longer = count_characters(ground) > width;
            const char *label = longer  ? ground
                                : right ? mask_right(&made->memory, ground, width, keep)
                                        : mask_left(&made->memory, ground, width, keep);
            made->labels[hierarchy_cell(made, value, level)] = label;
            if (!label)
                return false;
        }
    return true;
}

shoal_status hierarchy_build_mask(shoal_hierarchy **out, const build_input *input,
                                  const char *arguments, text *described, shoal_error *error) {
    bool right = strcmp(arguments, "right") == 0;
    if (!right && strcmp(arguments, "left") != 0)
        return status_fail(error, SHOAL_USAGE,
                           "%s: mask needs a side: write mask:right or mask:left", input->name);
    size_t width = 1;
    for (size_t i = 0; i < input->count; i++) {
        size_t characters = build_rows(input, i) ? count_characters(input->values[i]) : 0;
        width = characters > width ? characters : width;
    }
    size_t step = (width + MOST_LEVELS - 1) / MOST_LEVELS;
    int height = (int)((width + step - 1) / step);
    STATUS_TRY(hierarchy_frame(out, input, height, error));
    if (!fill_levels(*out, width, step, right)) {
        shoal_hierarchy_free(*out);
        *out = NULL;
        return status_no_memory(error);
    }
    text_format(described, "masks from the %s, %zu character%s per level", arguments, step,
                step == 1 ? "" : "s");
    return SHOAL_OK;
}
