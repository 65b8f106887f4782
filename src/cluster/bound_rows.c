#include "cluster/bound_rows.h"

#include "cluster/duplicates.h"

#include <assert.h>
#include <string.h>

typedef struct kept_rows {
    uint32_t *row; /* in the order of the lists of equal rows */
    size_t count;
} kept_rows;

static size_t length_of(const duplicates *same, uint32_t first) {
    size_t length = 0;
    for (uint32_t row = first; row != DUPLICATE_NONE; row = same->next[row])
        length++;
    return length;
}

/* Keeps up to 2k - 1 rows of a list. */
static void keep_list(bound_rows *out, kept_rows *kept, const duplicates *same, uint32_t first) {
    size_t length = length_of(same, first), most = 2 * out->k - 1, place = kept->count;
    size_t taken = length < most ? length : most;
    uint32_t row = first;
    for (size_t i = 0; i < taken; i++, row = same->next[row]) {
        out->head[kept->count] = length > most ? (uint32_t)place : BOUND_ALONE;
        out->extra[kept->count] = 0;
        kept->row[kept->count++] = row;
    }
    out->extra[place] = (uint32_t)(length - taken);
}

static bool copy_points(bound_rows *out, arena *owner, const points *of, const kept_rows *kept) {
    size_t dimensions = of->dimensions;
    out->stride = (dimensions + 3) / 4 * 4;
    out->point = arena_zero(owner, kept->count, out->stride * sizeof *out->point);
    out->column = arena_new(owner, dimensions, sizeof *out->column);
    if (!out->point || !out->column)
        return false;
    for (size_t d = 0; d < dimensions; d++) {
        out->column[d] = arena_new(owner, kept->count, sizeof **out->column);
        if (!out->column[d])
            return false;
        for (size_t i = 0; i < kept->count; i++)
            out->column[d][i] = out->point[i * out->stride + d] = of->column[d][kept->row[i]];
    }
    out->rows = kept->count;
    out->of = (points){kept->count, dimensions, (const double *const *)out->column};
    return true;
}

bool bound_rows_open(bound_rows *out, arena *owner, const points *of, const uint32_t *rows,
                     size_t count, size_t k) {
    arena scratch = {0};
    duplicates same;
    assert(k > 0 && count > 0);
    *out = (bound_rows){.k = k};
    out->head = arena_new(owner, count, sizeof *out->head);
    out->extra = arena_new(owner, count, sizeof *out->extra);
    kept_rows kept = {arena_new(&scratch, count, sizeof *kept.row), 0};
    uint32_t *firsts = arena_new(&scratch, count, sizeof *firsts);
    bool made =
        out->head && out->extra && kept.row && firsts && duplicates_open(&same, &scratch, of->rows);
    if (made) {
        size_t lists = duplicates_group(&same, of, rows, count, firsts);
        for (size_t i = 0; i < lists; i++)
            keep_list(out, &kept, &same, firsts[i]);
        made = copy_points(out, owner, of, &kept);
    }
    arena_free(&scratch);
    return made;
}
