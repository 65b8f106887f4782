#include "measure/disclosure.h"

#include <math.h>

uint64_t interval_disclosed(const double *original, const double *masked, size_t rows,
                            double origin) {
    uint64_t disclosed = 0;
    for (size_t i = 0; i < rows; i++)
        if (fabs(masked[i] - original[i]) <= 0.1 * fabs(original[i] + origin))
            disclosed++;
    return disclosed;
}
