#include "database/distinct_estimate.h"

#include <math.h>

/* Below so many times the registers, counting empty ones is more exact. */
#define SMALL 2.5

double distinct_estimate(const uint64_t lowest[DISTINCT_REGISTERS]) {
    double registers = (double)DISTINCT_REGISTERS, sum = 0, empty = 0;
    double bias = 0.7213 / (1 + 1.079 / registers);
    for (size_t i = 0; i < DISTINCT_REGISTERS; i++) {
        empty += lowest[i] == 0;
        sum += lowest[i] == 0 ? 1 : 1 / (2 * (double)lowest[i]);
    }
    double found = bias * registers * registers / sum;
    return found <= SMALL * registers && empty > 0 ? registers * log(registers / empty) : found;
}
