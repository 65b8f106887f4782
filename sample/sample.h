/* A synthetic register of people, of any size: for trying things out and for tests. */
#ifndef SHOAL_SAMPLE_SAMPLE_H
#define SHOAL_SAMPLE_SAMPLE_H

#include <shoal.h>

typedef struct sample_options {
    int64_t rows; /* 0: 10,000 */
    uint64_t seed;
} sample_options;

/* Writes the register to `path`; beside a named file also PATH without suffix + ".plan.yaml" and a
 * folder ".hierarchies" of the same stem. Same options, same bytes; NULL: the defaults. */
SHOAL_CHECKED shoal_status sample_write(const char *path, const sample_options *options,
                                        shoal_error *error);

#endif
