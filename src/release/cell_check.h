/* Every cell of a written release, compared with what it must be. */
#ifndef SHOAL_RELEASE_CELL_CHECK_H
#define SHOAL_RELEASE_CELL_CHECK_H

#include "release/release_feed.h"

typedef struct cell_check cell_check;

/* The feed supplies the expected cells; both outlive the check. */
SHOAL_CHECKED shoal_status cell_check_open(cell_check **out, const row_feed *expected,
                                           thread_pool *pool, shoal_error *error);
void cell_check_close(cell_check *check);

/* For source_options.see: compares the rows. */
void cell_check_see(const cell_block *block, void *check);

/* For source_options.see_table: the same for a table in memory, by its codes and dictionaries. */
bool cell_check_see_table(const shoal_table *table, void *check);

/* Once all rows were seen: SHOAL_UNVERIFIED, with the first cell that is wrong, unless every row is
 * there and every cell as it must be. */
SHOAL_CHECKED shoal_status cell_check_end(const cell_check *check, shoal_error *error);

#endif
