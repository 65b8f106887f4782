/* The rows of a release paired with those of its original. */
#ifndef SHOAL_MEASURE_CELL_ROWS_H
#define SHOAL_MEASURE_CELL_ROWS_H

#include "measure/cell_losses.h"

static inline bool cell_row_kept(const cell_task *task, size_t from) {
    return !task->kept || task->kept[from];
}

static inline uint32_t cell_value(const cell_attribute *of, size_t from) {
    uint32_t code = codes_get(of->original, from);
    return of->ground ? of->ground[code] : code;
}

static inline bool cell_row_suppressed(const cell_task *task, size_t to) {
    for (size_t a = 0; a < task->count; a++)
        if (codes_get(task->attributes[a].release, to) != task->attributes[a].star)
            return false;
    return !task->stars_published;
}

#endif
