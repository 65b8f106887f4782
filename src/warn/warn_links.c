#include "warn/warn_links.h"

#include <inttypes.h>

/* All who share their rows may share a value, however many they are. */
static void warn_of_values(warning_list *out, const person_sequences *found) {
    const linked_values *told = &found->told;
    if (told->persons == 0)
        return;
    warnings_add(out, warning_linked_rows_tell, told->attribute,
                 "in %" PRIu64 " of %" PRIu64
                 " groups of persons whose rows, linked by pseudonyms, read the same all persons "
                 "have the same %s somewhere, although their classes do not tell it: it is known "
                 "of %" PRIu64 " persons",
                 told->sequences, found->sequences, told->attribute, told->persons);
    warnings_count(out, "sequences", found->sequences);
    warnings_count(out, "telling", told->sequences);
    warnings_count(out, "persons", told->persons);
}

/* Where at least k persons share the rows of each, linking them finds nobody. */
static void warn_of_few(warning_list *out, const person_sequences *found, uint64_t k) {
    if (found->below == 0)
        return;
    warnings_add(out, warning_pseudonyms_link, NULL,
                 "with pseudonyms the rows of a person can be linked: taken together they read as "
                 "those of fewer than k = %" PRIu64 " persons for %" PRIu64 " of %" PRIu64
                 " persons, and like nobody else's for %" PRIu64,
                 k, found->below, found->persons, found->unique);
    warnings_count(out, "persons", found->persons);
    warnings_count(out, "sequences", found->sequences);
    warnings_count(out, "smallest", found->smallest);
    warnings_count(out, "unique", found->unique);
    warnings_count(out, "below_k", found->below);
}

void warn_links(warning_list *out, const person_sequences *found, uint64_t k) {
    warn_of_few(out, found, k);
    warn_of_values(out, found);
}
