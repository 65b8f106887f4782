/* Rows that the plan's rule for missing values counts as protected, and a reader does not. */
#include "warn/warn_parts.h"

#include <inttypes.h>

void warn_blanks(warning_list *out, const class_rows *in) {
    const warn_release *release = in->release;
    const char *members = release->person_of ? "persons" : "rows";
    uint64_t rare = 0, smallest = 0;
    bool suppresses = release->suppressed != WARN_NO_CLASS;
    size_t classes = in->classes - suppresses, published = in->first[classes];
    if (release->plan->missing != MISSING_WILDCARD)
        return;
    for (size_t c = 0; c < classes; c++) {
        rare += in->members[c] < release->k ? class_rows_count(in, c) : 0;
        smallest = c == 0 || in->members[c] < smallest ? in->members[c] : smallest;
    }
    if (rare == 0)
        return;
    warnings_add(out, warning_blanks_match, NULL,
                 "a missing value or a blank is taken to match every value, and %" PRIu64
                 " of %zu published rows read like those of fewer than k = %" PRIu64
                 " %s, at the least of %" PRIu64,
                 rare, published, release->k, members, smallest);
    warnings_count(out, "rows", rare);
    warnings_count(out, "of", published);
    warnings_count(out, "smallest", smallest);
}
