/* What the cells of clusters are published as: per attribute a shape, how freely it is generalized,
 * and which values of its ordered domain a label stands for. */
#ifndef SHOAL_RECODE_BOUND_CELLS_H
#define SHOAL_RECODE_BOUND_CELLS_H

#include "bind/bound_table.h"
#include "data/rounded_bounds.h"

typedef enum cell_shape {
    CELL_HIERARCHY, /* the lowest group of the hierarchy that has all values */
    CELL_RANGE,     /* the smallest and the largest value */
    CELL_SET,       /* all values */
    CELL_MEAN       /* the mean of the numbers; costs what the range costs */
} cell_shape;

/* How freely an attribute is generalized. */
typedef enum cell_freedom {
    CELL_FREE,
    CELL_UNIFORM, /* to one level, the same for everybody */
    CELL_KEPT     /* never */
} cell_freedom;

/* One attribute. The caller sets the first part. */
typedef struct bound_cells {
    cell_shape shape;
    cell_freedom freedom;
    int level;  /* of the hierarchy: cells are never finer, and of uniform attributes never coarser.
                   The domain's own values are never divided: lower levels are the same */
    bool flat;  /* above `level` there is only `*` */
    bool round; /* ranges have round bounds, where their values can be rounded */

    const ordered_domain *domain;
    const bound_hierarchy *hierarchy;
    uint32_t size; /* positions of the domain, and one more for wildcards set apart */
    uint32_t *group_begin, *group_end; /* [size] of the group of `level` that a position is in */
    uint64_t *rows_before;             /* [size + 1] rows of the positions below */
    uint32_t *values_before; /* [size + 1] values of the column, as the losses count them */
    uint32_t *bars;          /* [size] borders below that no group crosses; NULL: none */
    uint32_t *leaf;          /* [size] node of the taxonomy, UINT32_MAX: set apart */
    uint32_t *up;            /* [nodes] parent; of the root itself */
    rounded_bounds rounded;  /* of ranges; its `first` is NULL where they have exact bounds */
    /* Places are what searches take for positions: these, but for domains with more than they
     * support. Then a place is a group of the level, which makes no difference; or, of a free
     * attribute, several neighbours that are told apart only when they are published. */
    uint32_t places;
    uint32_t *place_of; /* [size]; NULL: places are positions */
    uint32_t *first_of; /* [places + 1] positions then */
    bool coarse;        /* places are several values or groups of the level */
} bound_cells;

/* Fills in the second part, in the arena. */
SHOAL_CHECKED shoal_status bound_cells_bind(bound_cells *out, const bound_table *bound,
                                            size_t attribute, arena *memory, shoal_error *error);

/* Makes places where there are more than `most` positions: SHOAL_USAGE where that cannot be. */
SHOAL_CHECKED shoal_status bound_cells_limit(bound_cells *of, uint32_t most, arena *memory,
                                             shoal_error *error);

/* The place of a position, and the positions of places. */
static inline uint32_t bound_cells_place(const bound_cells *of, uint32_t position) {
    return of->place_of ? of->place_of[position] : of->group_begin[position];
}

static inline uint32_t bound_cells_first(const bound_cells *of, uint32_t place) {
    return of->first_of ? of->first_of[place] : place;
}

static inline uint32_t bound_cells_last(const bound_cells *of, uint32_t place) {
    return of->first_of ? of->first_of[place + 1] - 1 : place;
}

/* Positions that a label stands for: begin <= p < end. */
typedef struct cell_hull {
    uint32_t begin, end;
} cell_hull;

/* Of cells with values between these, by the shapes other than sets. `*` stands for all. */
cell_hull bound_cells_hull(const bound_cells *of, uint32_t least, uint32_t most);
/* Whether cells with values between these must not be published. */
bool bound_cells_forbid(const bound_cells *of, uint32_t least, uint32_t most);
/* The level of the hierarchy that the hull is a group of; of groups that are none, the level of the
 * lowest that has them all. */
int bound_cells_level(const bound_cells *of, cell_hull hull);
/* The level that counts as wholly generalized: its height, or that of a root above it. */
int bound_cells_top(const bound_cells *of);

/* Values of the column that count for the loss metrics, and rows. */
uint32_t bound_cells_covered(const bound_cells *of, cell_hull hull);
uint64_t bound_cells_rows(const bound_cells *of, cell_hull hull);
/* The same of a set of positions, as bits. */
uint32_t bound_cells_set_covered(const bound_cells *of, uint64_t set);
uint64_t bound_cells_set_rows(const bound_cells *of, uint64_t set);

static inline bool bound_cells_is_all(const bound_cells *of, cell_hull hull) {
    return hull.begin == 0 && hull.end == of->size && of->size > 1;
}

#endif
