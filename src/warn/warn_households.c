/* Classes of too few households: whoever looks for one of a few households finds it there, and what
 * its members have in common with it. */
#include "warn/warn_parts.h"

#include <inttypes.h>

typedef struct household_counts {
    uint64_t below, single; /* classes of fewer than k households, and of one */
    uint64_t rows;          /* of those below */
    uint64_t smallest;
} household_counts;

/* A class below k is told of by others. */
static void judge_class(household_counts *to, const class_rows *in, size_t class, uint32_t *seen) {
    const warn_release *release = in->release;
    uint64_t households = 0;
    if (in->members[class] < release->k)
        return;
    for (size_t i = in->first[class]; i < in->first[class + 1]; i++) {
        uint32_t *last = &seen[release->household_of[in->row[i]]];
        households += *last != class + 1;
        *last = (uint32_t)(class + 1);
    }
    if (households >= release->k)
        return;
    to->smallest = to->below == 0 || households < to->smallest ? households : to->smallest;
    to->below++;
    to->single += households == 1;
    to->rows += class_rows_count(in, class);
}

static void add_warning(warning_list *out, const class_rows *in, const household_counts *found) {
    const warn_release *release = in->release;
    warnings_add(out, warning_household_class, release->household,
                 "%" PRIu64 " of %zu classes have members of fewer than k = %" PRIu64
                 " households, the smallest of %" PRIu64
                 ": an attacker who looks for a household finds it there sooner than among k",
                 found->below, release->classes, release->k, found->smallest);
    warnings_count(out, "classes", release->classes);
    warnings_count(out, "classes_below", found->below);
    warnings_count(out, "classes_of_one", found->single);
    warnings_count(out, "smallest", found->smallest);
    warnings_count(out, "rows", found->rows);
    warnings_count(out, "k", release->k);
}

bool warn_households(warning_list *out, const class_rows *in) {
    const warn_release *release = in->release;
    household_counts found = {0};
    if (!release->household_of || release->k < 2)
        return true;
    uint32_t *seen = memory_zero(release->households, sizeof *seen);
    for (size_t c = 0; seen && c < in->classes; c++)
        judge_class(&found, in, c, seen);
    memory_free(seen);
    if (found.below > 0)
        add_warning(out, in, &found);
    return seen != NULL;
}
