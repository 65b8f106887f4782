#include "search/driver/parameter_ranges.h"

#include <assert.h>
#include <inttypes.h>

shoal_status range_integer(int64_t *out, const search *run, const char *name, int64_t least,
                           int64_t most, shoal_error *error) {
    assert(least <= most);
    int64_t given = search_integer(run, name);
    *out = given;
    if (given >= least && given <= most)
        return SHOAL_OK;
    if (most == INT64_MAX)
        return status_refuse(error, SHOAL_USAGE, "setting_invalid", "search.NAME",
                             "search.%s is %" PRId64 "; it must be at least %" PRId64, name, given,
                             least);
    return status_refuse(error, SHOAL_USAGE, "setting_invalid", "search.NAME",
                         "search.%s is %" PRId64 "; it must be from %" PRId64 " to %" PRId64, name,
                         given, least, most);
}

shoal_status range_number(double *out, const search *run, const char *name, double least,
                          double most, shoal_error *error) {
    assert(least <= most);
    double given = search_number(run, name);
    *out = given;
    if (given >= least && given <= most)
        return SHOAL_OK;
    return status_refuse(error, SHOAL_USAGE, "setting_invalid", "search.NAME",
                         "search.%s is %g; it must be from %g to %g", name, given, least, most);
}
