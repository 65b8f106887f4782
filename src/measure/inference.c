#include "measure/inference.h"

#include "base/memory.h"

shoal_status inference_measure(value_inference *out, const tuple_values *classes, uint32_t size,
                               shoal_error *error) {
    uint64_t *all = memory_zero(size, sizeof *all);
    uint64_t guessed = 0, most = 0;
    *out = (value_inference){0};
    if (!all)
        return status_no_memory(error);
    for (size_t t = 0; t < classes->tuples; t++) {
        uint64_t rows = 0, greatest = 0;
        for (size_t i = classes->first[t]; i < classes->first[t + 1]; i++) {
            rows += classes->counts[i];
            all[classes->values[i]] += classes->counts[i];
            greatest = classes->counts[i] > greatest ? classes->counts[i] : greatest;
        }
        out->rows += rows;
        out->certain += rows == greatest ? rows : 0;
        guessed += greatest;
    }
    for (uint32_t v = 0; v < size; v++)
        most = all[v] > most ? all[v] : most;
    if (out->rows > 0) {
        out->guessed = (double)guessed / (double)out->rows;
        out->majority = (double)most / (double)out->rows;
    }
    memory_free(all);
    return SHOAL_OK;
}
