#include "warn/class_rows.h"

static void sort_rows(class_rows *of) {
    const warn_release *release = of->release;
    size_t rows = release->table->rows;
    /* Counted one place further on, so that filling in leaves the beginnings where they belong. */
    for (size_t row = 0; row < rows; row++) {
        uint32_t class = release->class_of[row];
        if (class != WARN_NO_CLASS && (size_t) class + 2 <= of->classes)
            of->first[class + 2]++;
    }
    for (size_t c = 2; c <= of->classes; c++)
        of->first[c] += of->first[c - 1];
    for (size_t row = 0; row < rows; row++) {
        uint32_t class = release->class_of[row];
        if (class != WARN_NO_CLASS)
            of->row[of->first[class + 1]++] = (uint32_t)row;
    }
}

static bool count_members(class_rows *of) {
    const warn_release *release = of->release;
    uint32_t *seen =
        release->person_of ? memory_zero(release->table->rows + 1, sizeof *seen) : NULL;
    bool made = seen || !release->person_of;
    for (size_t c = 0; made && c < of->classes; c++) {
        of->members[c] = class_rows_count(of, c);
        if (!seen)
            continue;
        of->members[c] = 0;
        for (size_t i = of->first[c]; i < of->first[c + 1]; i++) {
            uint32_t *last = &seen[release->person_of[of->row[i]]];
            of->members[c] += *last != c + 1;
            *last = (uint32_t)(c + 1);
        }
    }
    memory_free(seen);
    return made;
}

bool class_rows_make(class_rows *out, const warn_release *release) {
    *out = (class_rows){.release = release, .classes = release->classes};
    out->first = memory_zero(out->classes + 2, sizeof *out->first);
    out->row = memory_new(release->table->rows, sizeof *out->row);
    out->members = memory_zero(out->classes, sizeof *out->members);
    if (!out->first || !out->row || !out->members)
        return false;
    sort_rows(out);
    return count_members(out);
}

void class_rows_free(class_rows *of) {
    memory_free(of->first);
    memory_free(of->row);
    memory_free(of->members);
    *of = (class_rows){0};
}

bool class_rows_is_judged(const class_rows *of, size_t class) {
    const warn_release *release = of->release;
    bool of_k = release->plan->missing == MISSING_WILDCARD || class_rows_is_suppressed(of, class);
    uint64_t least = of_k ? release->k : 1;
    return of->members[class] > 0 && of->members[class] >= least;
}
