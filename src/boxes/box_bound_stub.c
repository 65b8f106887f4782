/* Stands in for the bound until it is there: proves nothing. The real functions take precedence. */
#include "boxes/box_bound.h"

struct box_bound {
    int nothing;
};

__attribute__((weak)) shoal_status box_bound_open(box_bound **out, const box_work *work,
                                                  shoal_error *error) {
    (void)work;
    *out = memory_zero(1, sizeof **out);
    return *out ? SHOAL_OK : status_no_memory(error);
}

__attribute__((weak)) void box_bound_close(box_bound *used) {
    memory_free(used);
}

__attribute__((weak)) shoal_status box_bound_raise(box_bound *used, bool *more,
                                                   shoal_error *error) {
    (void)used;
    (void)error;
    *more = false;
    return SHOAL_OK;
}

__attribute__((weak)) int64_t box_bound_value(const box_bound *used) {
    (void)used;
    return 0;
}

__attribute__((weak)) bool box_bound_is_weak(const box_bound *used) {
    (void)used;
    return true;
}
