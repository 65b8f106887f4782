/* A small table from text, bound to a plan and recoded as it asks: what a run has before it writes.
 */
#ifndef SHOAL_TESTS_SUPPORT_RECODED_TABLE_H
#define SHOAL_TESTS_SUPPORT_RECODED_TABLE_H

#include "anonymize/run_search.h"
#include "release/release_feed.h"
#include "release/suppressed_class.h"

typedef struct recoded_table {
    bound_table bound;
    run_request request;
    recoder *recoder;
    run_search searched;
    bool *kept; /* rows that are released, where suppressed ones are left out; else NULL */
    release_column *columns;
    release_task task; /* once it is published */
} recoded_table;

/* Aborts where the plan does not know the key. */
void plan_set(shoal_plan *plan, const char *key, const char *value);

/* Binds the CSV text and opens the spaces of the search. Close it also after a failure. */
SHOAL_CHECKED shoal_status recoded_table_open(recoded_table *out, const shoal_plan *plan,
                                              const char *csv, shoal_error *error);
/* The same with threads, which may be NULL. */
SHOAL_CHECKED shoal_status recoded_table_open_with(recoded_table *out, const shoal_plan *plan,
                                                   const char *csv, thread_pool *pool,
                                                   shoal_error *error);
/* Searches, and publishes the best node. SHOAL_INFEASIBLE where there is none. */
SHOAL_CHECKED shoal_status recoded_table_publish(recoded_table *of, shoal_error *error);
void recoded_table_close(recoded_table *of);

#endif
