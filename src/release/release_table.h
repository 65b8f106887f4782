/* A release as a table in memory, without writing it: what reading it back would give. */
#ifndef SHOAL_RELEASE_RELEASE_TABLE_H
#define SHOAL_RELEASE_RELEASE_TABLE_H

#include "release/release_feed.h"

/* To be freed with shoal_table_free. */
SHOAL_CHECKED shoal_status release_table_make(shoal_table **out, const release_task *task,
                                              shoal_error *error);

#endif
