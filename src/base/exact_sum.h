/* Sums of fractions that do not depend on their order, since they are whole numbers of parts of
 * 2^-62. Summands are rounded to such; those too large for it are added up as they are. */
#ifndef SHOAL_BASE_EXACT_SUM_H
#define SHOAL_BASE_EXACT_SUM_H

#include <math.h>
#include <stdint.h>

typedef struct exact_sum {
    __extension__ __int128 parts;
    double rest;
} exact_sum;

#define EXACT_SUM_BITS 62
/* 2^32 rows of these can be added up. */
#define EXACT_SUM_MOST 0x1p31

static inline void exact_sum_add(exact_sum *to, double each, uint64_t times) {
    __extension__ typedef __int128 wide;
    if (fabs(each) < EXACT_SUM_MOST && times <= UINT32_MAX)
        to->parts += (wide)ldexp(each, EXACT_SUM_BITS) * (wide)times;
    else
        to->rest += each * (double)times;
}

static inline double exact_sum_value(exact_sum sum) {
    return ldexp((double)sum.parts, -EXACT_SUM_BITS) + sum.rest;
}

#endif
