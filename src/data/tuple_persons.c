#include "data/tuple_persons.h"

#include "base/memory.h"
#include "base/status.h"

#include <assert.h>
#include <string.h>

void tuple_persons_free(tuple_persons *of) {
    memory_free(of->tuple);
    memory_free(of->excess);
    roamers_free(&of->roaming);
    *of = (tuple_persons){0};
}

size_t tuple_persons_bytes(const tuple_persons *of) {
    return of->count * (sizeof *of->tuple + sizeof *of->excess) + roamers_bytes(&of->roaming);
}

/* Lists the tuples in which rows and persons of their own, own[tuple], differ. */
static bool list_excess(tuple_persons *out, const uint32_t *rows, const uint32_t *own,
                        size_t tuples) {
    size_t count = 0;
    for (size_t t = 0; t < tuples; t++)
        count += rows[t] != own[t];
    out->tuple = memory_new(count, sizeof *out->tuple);
    out->excess = memory_new(count, sizeof *out->excess);
    for (size_t t = 0; out->tuple && out->excess && t < tuples; t++) {
        assert(own[t] <= rows[t]);
        if (rows[t] == own[t])
            continue;
        out->tuple[out->count] = (uint32_t)t;
        out->excess[out->count++] = rows[t] - own[t];
    }
    return out->tuple && out->excess;
}

static shoal_status build(tuple_persons *out, const person_rows *rows, const uint32_t *counts,
                          size_t tuples, bool *stands, uint32_t *own, shoal_error *error) {
    STATUS_TRY(roamers_build(&out->roaming, stands, rows, error));
    for (size_t row = 0; row < rows->rows; row++)
        if (stands[row])
            own[rows->tuple_of[row]]++;
    return list_excess(out, counts, own, tuples) ? SHOAL_OK : status_no_memory(error);
}

shoal_status tuple_persons_build(tuple_persons *out, const person_rows *rows,
                                 const uint32_t *counts, size_t tuples, shoal_error *error) {
    *out = (tuple_persons){0};
    bool *stands = memory_new(rows->rows, sizeof *stands);
    uint32_t *own = memory_zero(tuples, sizeof *own);
    shoal_status status = stands && own ? build(out, rows, counts, tuples, stands, own, error)
                                        : status_no_memory(error);
    memory_free(stands);
    memory_free(own);
    if (status != SHOAL_OK)
        tuple_persons_free(out);
    return status;
}

void tuple_persons_count(uint32_t *persons, uint32_t *last, uint32_t before,
                         const tuple_persons *of, const uint32_t *class_of, const uint32_t *rows,
                         size_t classes) {
    const roamers *roaming = &of->roaming;
    memcpy(persons, rows, classes * sizeof *persons);
    for (size_t i = 0; i < of->count; i++)
        persons[class_of[of->tuple[i]]] -= of->excess[i];
    for (size_t set = 0; set < roaming->sets; set++) {
        uint32_t mark = before + (uint32_t)set + 1;
        for (size_t m = roaming->first[set]; m < roaming->first[set + 1]; m++) {
            uint32_t class = class_of[roaming->members[m]];
            if (last[class] == mark)
                continue;
            last[class] = mark;
            persons[class] += roaming->persons[set];
        }
    }
}

static void take_away(uint32_t *persons, const roamers *of) {
    for (size_t set = 0; set < of->sets; set++)
        for (size_t m = of->first[set]; m < of->first[set + 1]; m++)
            persons[of->members[m]] -= of->persons[set];
}

static void give_back(uint32_t *persons, const roamers *of) {
    for (size_t set = 0; set < of->sets; set++)
        for (size_t m = of->first[set]; m < of->first[set + 1]; m++)
            persons[of->members[m]] += of->persons[set];
}

bool tuple_persons_roll(tuple_persons *out, const tuple_persons *from, const uint32_t *class_of,
                        const uint32_t *rows, uint32_t *persons, size_t classes) {
    *out = (tuple_persons){0};
    if (!roamers_roll(&out->roaming, &from->roaming, class_of))
        return false;
    take_away(persons, &out->roaming);
    bool made = list_excess(out, rows, persons, classes);
    give_back(persons, &out->roaming);
    if (!made)
        tuple_persons_free(out);
    return made;
}
