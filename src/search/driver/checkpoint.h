/* A checkpoint: the checkpoint of a search, every evaluated node with its evaluation in the order
 * they were evaluated.
 *
 * Algorithms are deterministic, so that a search is resumed by running it again from the start:
 * what the checkpoint knows is taken from it instead of from the data, until the run stands where
 * the killed one stood, and goes on. The checkpoint is only ever appended to; a block that was cut
 * off in the middle does not fit its checksum and counts as never written. */
#ifndef SHOAL_SEARCH_DRIVER_CHECKPOINT_H
#define SHOAL_SEARCH_DRIVER_CHECKPOINT_H

#include "recode/recoding_space.h"

typedef struct checkpoint checkpoint;

typedef struct checkpoint_setup {
    const char *path;         /* borrowed */
    bool resume;              /* the file is there and is gone on with; else it is a new one */
    const shoal_hooks *hooks; /* may be NULL; borrowed */
    size_t memory;            /* bytes for what the file knows; 0: default */
    size_t block_records;     /* records between two writes; 0: default */
} checkpoint_setup;

/* Opens and locks the file, before any data is read. A new checkpoint's file may be there only if
 * it is empty. */
SHOAL_CHECKED shoal_status checkpoint_open(checkpoint **out, const checkpoint_setup *setup,
                                           shoal_error *error);
/* Reads what the file knows, or begins it. It must belong to the lattice's task: the same data,
 * hierarchies, k, suppression limit, metric and rule for missing values. The algorithm, its
 * settings and the seed may be others: evaluations are facts about nodes. */
SHOAL_CHECKED shoal_status checkpoint_bind(checkpoint *kept, const recoding_space *space,
                                           shoal_error *error);
/* Closes; everything added is on the disk then. A file that was created for nothing is removed. */
void checkpoint_close(checkpoint *kept);

/* An evaluation, but nodes that the file knows are taken from it and the others are added to it.
 * The checkpoint may be NULL. A failing write is told to the hooks once and does not fail the
 * search: from then on nothing is added. */
SHOAL_CHECKED shoal_status checkpoint_evaluate(checkpoint *kept, recoding_space *space,
                                               const uint8_t *nodes, size_t count, evaluation *out,
                                               shoal_error *error);

/* Nodes that the file knew when it was bound. */
size_t checkpoint_known(const checkpoint *kept);

#endif
