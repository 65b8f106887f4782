/* Reading counters: most are 0 or small, and which ones are not cannot be predicted. */
#ifndef SHOAL_RECODE_LATTICE_NEAR_SCAN_H
#define SHOAL_RECODE_LATTICE_NEAR_SCAN_H

#include <stddef.h>
#include <stdint.h>

/* Places that near_scan may write beyond those that it lists. */
#define NEAR_SCAN_ROOM 4

typedef struct near_scanned {
    uint64_t groups;  /* counters that are not 0 */
    uint64_t squares; /* of all */
    size_t listed;    /* of at least `least` rows */
} near_scanned;

/* Lists in `out` the places of counters of at least `least` > 0 rows, in their order. There is room
 * for as many as are not 0, and NEAR_SCAN_ROOM more. */
near_scanned near_scan(const uint32_t *counters, size_t count, uint64_t least, uint32_t *out);

/* The same, on every machine. */
near_scanned near_scan_plainly(const uint32_t *counters, size_t count, uint64_t least,
                               uint32_t *out);

#endif
