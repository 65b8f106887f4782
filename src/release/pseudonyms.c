#include "release/pseudonyms.h"

#include "base/random.h"

#include <inttypes.h>
#include <stdio.h>
#include <sys/random.h>

static shoal_status open_stream(random_stream *out, shoal_error *error) {
    uint64_t seed;
    if (getrandom(&seed, sizeof seed, 0) != (ssize_t)sizeof seed)
        return status_fail(error, SHOAL_IO, "the system gave no random numbers for pseudonyms");
    *out = random_open(seed, "pseudonyms", 0);
    return SHOAL_OK;
}

/* Every order of the numbers 1 .. count is equally likely. */
static uint32_t *shuffled(size_t count, random_stream *stream) {
    uint32_t *number = memory_new(count, sizeof *number);
    for (size_t i = 0; number && i < count; i++) {
        size_t other = random_below(stream, i + 1);
        number[i] = number[other];
        number[other] = (uint32_t)i + 1;
    }
    return number;
}

static const char **print_labels(pseudonyms *out, const uint32_t *number, size_t count) {
    const char **labels = arena_new(&out->memory, count, sizeof *labels);
    for (size_t i = 0; labels && i < count; i++) {
        char digits[16];
        int length = snprintf(digits, sizeof digits, "%" PRIu32, number[i]);
        if (!(labels[i] = arena_text(&out->memory, digits, (size_t)length)))
            return NULL;
    }
    return labels;
}

shoal_status pseudonyms_draw(pseudonyms *out, uint32_t *person_of, size_t persons,
                             shoal_error *error) {
    *out = (pseudonyms){.count = persons};
    out->codes.data = person_of;
    out->codes.width = (int)sizeof *person_of;
    random_stream stream;
    STATUS_TRY(open_stream(&stream, error));
    uint32_t *number = shuffled(persons, &stream);
    const char **labels = number ? print_labels(out, number, persons) : NULL;
    out->labels = labels;
    memory_free(number);
    return labels ? SHOAL_OK : status_no_memory(error);
}

void pseudonyms_free(pseudonyms *of) {
    arena_free(&of->memory);
    *of = (pseudonyms){0};
}
