/* Whether a column tells another: how many rows have a value of it that leaves one value of the
 * other. */
#ifndef SHOAL_MEASURE_TELLS_H
#define SHOAL_MEASURE_TELLS_H

#include "base/memory.h"

#include <stdint.h>

/* A column of the rows that are judged: codes below `size`. */
typedef struct told_column {
    const uint32_t *code; /* [rows] */
    uint32_t size;
} told_column;

/* A value that occurs once leaves one value of everything, and says nothing about others: only
 * rows whose value occurs at least twice are judged. A value is certain where at least 99 of 100
 * of its rows agree, so that a slip in the data hides nothing. */
typedef struct telling {
    uint64_t judged;  /* rows whose value occurs at least twice */
    uint64_t few;     /* of them, rows whose value occurs fewer than TOLD_MANY times */
    uint64_t certain; /* of the judged, rows whose value leaves one value of the other column */
    double chance;    /* as many would be certain if the columns were independent */
    uint64_t hidden;  /* of the certain ones, rows whose label does not tell the value */
} telling;

/* Fewer rows may agree because columns depend on each other a little, as income does on age. */
enum { TOLD_MANY = 5 };

/* Rows sorted by the codes of one column. */
typedef struct told_groups {
    size_t rows;
    uint32_t size;
    uint32_t *first; /* [size + 1] where the rows of a code begin in `row` */
    uint32_t *row;   /* [rows] */
} told_groups;

/* Free it in any case. False: out of memory. */
bool told_groups_make(told_groups *out, const told_column *by, size_t rows);
void told_groups_free(told_groups *groups);

/* Of the rows with the code `group`: whether nearly all have one value of `column`. `count` is
 * zeroed room for a number per value, and is so again after the call. */
bool told_is_certain(const told_groups *groups, uint32_t group, const told_column *column,
                     uint32_t *count);

/* What chance does: that so many rows, drawn at random, leave one value of a column. */
enum { TOLD_AGREEING = 100 };
typedef struct told_chances {
    double of[TOLD_AGREEING + 1]; /* [rows of a group]; the last is for larger groups, too */
} told_chances;

/* `count` as above. */
void told_chances_fill(told_chances *out, const told_column *column, size_t rows, uint32_t *count);

/* hides[row] (may be NULL: nothing is looked up) says that the published label of a row does not
 * tell the value. `chances` are those of the column, `count` as above. */
telling told_count(const told_groups *by, const told_column *column, const told_chances *chances,
                   const bool *hides, uint32_t *count);

/* Rows whose label of one column leaves at most half as many values of another as its own label
 * does: how far the one undoes the other. `count` as above. False: out of memory. */
bool told_narrowed(uint64_t *out, const told_column *by_label, const told_column *own_label,
                   const told_column *value, size_t rows, uint32_t *count);

/* The share of the judged rows that the column tells beyond chance: 0 where it tells nothing, or
 * where nothing can be told because the other column has one value. */
double telling_gain(const telling *of);

#endif
