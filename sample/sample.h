/* Synthetic registers of any size, for trying things out and for tests: of people, one row each, or
 * of hospital stays, several rows for many of the patients. */
#ifndef SHOAL_SAMPLE_SAMPLE_H
#define SHOAL_SAMPLE_SAMPLE_H

#include <shoal.h>

/* Visits are given in thousandths: 1400 are 1.4 for every patient. */
#define SAMPLE_USUAL_VISITS 1400
#define SAMPLE_MOST_VISITS 100000

typedef struct sample_options {
    int64_t rows; /* 0: 10,000 */
    uint64_t seed;
    uint32_t visits; /* mean for every patient; 0: people, one row each */
    bool even;       /* every patient has about the same number of visits */
} sample_options;

/* Writes the register to `path`; beside a named file also PATH without suffix + ".plan.yaml" and a
 * folder ".hierarchies" of the same stem. Same options, same bytes; NULL: the defaults. */
SHOAL_CHECKED shoal_status sample_write(const char *path, const sample_options *options,
                                        shoal_error *error);

#endif
