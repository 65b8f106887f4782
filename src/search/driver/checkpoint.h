/* The checkpoint of a search: a file of all evaluated nodes with their evaluations, in the order in
 * which they were evaluated.
 *
 * Algorithms are deterministic. A search is resumed by running it again from the start: nodes in
 * the checkpoint are not evaluated again, so the run soon reaches the state of the killed one and
 * continues from there. Evaluations are only ever appended; a block that was cut off in the middle
 * does not match its checksum and counts as not written.
 *
 * A search whose progress is not a list of evaluations saves its state instead, now and then: the
 * file has the last two, so that one of them is always whole, and does not grow. */
#ifndef SHOAL_SEARCH_DRIVER_CHECKPOINT_H
#define SHOAL_SEARCH_DRIVER_CHECKPOINT_H

#include "recode/recoding_space.h"

typedef struct checkpoint checkpoint;

typedef struct checkpoint_setup {
    const char *path;         /* borrowed */
    bool resume;              /* the file exists and is continued; else it is a new one */
    const shoal_hooks *hooks; /* may be NULL; borrowed */
    size_t memory;            /* bytes for the nodes of the file; 0: default */
    size_t block_records;     /* records between two writes; 0: default */
    bool every_state;         /* saves states however soon one follows the other */
} checkpoint_setup;

/* Opens and locks the file, before any data is read. A new checkpoint's file may be there only if
 * it is empty. */
SHOAL_CHECKED shoal_status checkpoint_open(checkpoint **out, const checkpoint_setup *setup,
                                           shoal_error *error);
/* Reads the file, or begins it; called once. The file must belong to the problem of the space: the
 * same data, hierarchies, k, suppression limit, metric and rule for missing values. The algorithm,
 * its settings and the seed may be others: evaluations are facts about nodes. */
SHOAL_CHECKED shoal_status checkpoint_bind(checkpoint *kept, const recoding_space *space,
                                           shoal_error *error);
/* Closes; everything added is on the disk then. A new file without any node is removed. */
void checkpoint_close(checkpoint *kept);

/* An evaluation that takes nodes in the file from it and adds the others to it. The checkpoint may
 * be NULL. A failed write is reported to the hooks once and does not fail the search: nothing is
 * added from then on. */
SHOAL_CHECKED shoal_status checkpoint_evaluate(checkpoint *kept, recoding_space *space,
                                               const uint8_t *nodes, size_t count, evaluation *out,
                                               shoal_error *error);

/* The newest state that was saved under the key when the file was bound, valid until it is closed;
 * NULL: there is none. The key stands for all that a state depends on besides the problem: the
 * algorithm, its settings, the seed. */
const uint8_t *checkpoint_state(const checkpoint *kept, uint64_t key, size_t *length);
/* Whether it is time to save a state; and saving one. The same as of evaluations is true of a
 * failed write. A file that has evaluations takes no states. */
bool checkpoint_wants_state(const checkpoint *kept);
void checkpoint_save_state(checkpoint *kept, uint64_t key, const uint8_t *bytes, size_t length);

/* Nodes that the file knew when it was bound. */
size_t checkpoint_known(const checkpoint *kept);

#endif
