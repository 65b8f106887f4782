/* A hash of all that evaluations depend on: two spaces with the same fingerprint give every node
 * the same evaluation. It is the same on every machine. */
#ifndef SHOAL_RECODE_PROBLEM_FINGERPRINT_H
#define SHOAL_RECODE_PROBLEM_FINGERPRINT_H

#include "recode/recoding_space.h"

/* Later parts may depend on earlier ones: the first part that differs shows what was changed. */
typedef enum fingerprint_part {
    FINGERPRINT_RECODING,
    FINGERPRINT_ATTRIBUTES, /* their number */
    FINGERPRINT_DATA,       /* tuples and their counts, in any order */
    FINGERPRINT_HIERARCHIES,
    FINGERPRINT_DOMAINS, /* what else the recoding makes of them: orders, constraints */
    FINGERPRINT_WEIGHTS,
    FINGERPRINT_K,
    FINGERPRINT_LIMIT, /* rows that may be suppressed */
    FINGERPRINT_METRIC,
    FINGERPRINT_WILDCARD,
    FINGERPRINT_RULES, /* privacy models in addition to k, and what they are judged by */
    FINGERPRINT_PARTS
} fingerprint_part;

typedef struct fingerprint {
    uint64_t part[FINGERPRINT_PARTS];
} fingerprint;

fingerprint fingerprint_take(const recoding_space *space);

#endif
