/* Blanking cells where a blank matches every value. A row is safe if k rows, itself among them, are
 * compatible with it: in no attribute do both show a value and not the same one.
 *
 * Taken literally, k rows that show next to nothing would make every row of a table safe: they
 * match all of them. So cells are blanked only in rows that need it themselves, and only as many as
 * the row needs. What that does for other rows decides between rows and between equal choices. */
#ifndef SHOAL_BOXES_WILD_CELLS_H
#define SHOAL_BOXES_WILD_CELLS_H

#include "base/memory.h"
#include "base/status.h"
#include "base/threads.h"
#include "boxes/box_table.h"

#define WILD_MISSING UINT16_MAX /* a position: no value, which matches every value */
#define WILD_MOST_ATTRIBUTES 64

typedef struct wild_table {
    size_t attributes;
    size_t tuples;
    const uint16_t *position; /* [tuples * attributes], or WILD_MISSING */
    const uint32_t *count;    /* [tuples] copies, at least 1 */
    uint64_t rows;            /* sum of the counts */
    uint64_t k;
    const box_cost *const *cost; /* [attribute][position] of blanking it; BOX_FORBIDDEN: never */
    uint64_t blanks; /* rows that may be blanked as a whole; they match nothing, and need nothing */
} wild_table;

typedef struct wild_work {
    const wild_table *of;
    thread_pool *pool;          /* may be NULL */
    const volatile int *cancel; /* may be NULL: then a call ends early with SHOAL_INTERRUPTED */
    uint64_t seed;
} wild_work;

/* Some copies of a tuple have these cells blanked. */
typedef struct wild_portion {
    uint64_t blank; /* a bit per attribute */
    uint32_t copies;
} wild_portion;

typedef struct wild_blanks {
    size_t *first;         /* [tuples + 1] of each tuple's portions */
    wild_portion *portion; /* in ascending order of `blank` for each tuple */
    int64_t cost;
} wild_blanks;

void wild_blanks_free(wild_blanks *made);

typedef struct wild_cells wild_cells;

/* Nothing is blanked yet. The work's parts outlive it. */
SHOAL_CHECKED shoal_status wild_cells_open(wild_cells **out, const wild_work *work,
                                           shoal_error *error);
void wild_cells_close(wild_cells *used);

/* Blanks cells until every row is safe: always those of the row that helps most for what it costs.
 * *safe is false where that is impossible. */
SHOAL_CHECKED shoal_status wild_cells_greedy(wild_cells *used, bool *safe, shoal_error *error);

/* Then, any number of times: takes back the blanks of near rows and sets them anew, where that
 * costs no more. What it does depends on `round` and the seed, not on threads. Returns the attempts
 * in *moves; 0: nothing can be improved. An interrupted round leaves the blanks of the one before.
 */
SHOAL_CHECKED shoal_status wild_cells_round(wild_cells *used, uint64_t round, int64_t *moves,
                                            shoal_error *error);

/* From now on another flag ends rounds early. */
void wild_cells_until(wild_cells *used, const volatile int *cancel);

int64_t wild_cells_cost(const wild_cells *used);
SHOAL_CHECKED shoal_status wild_cells_take(const wild_cells *used, wild_blanks *out,
                                           shoal_error *error);

#endif
