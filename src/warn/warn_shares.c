/* Classes in which nearly everybody has the same sensitive value: what a reader of the release
 * learns there is close to certain, whatever rule the plan names. */
#include "bind/roles.h"
#include "recognize/alike_values.h"
#include "warn/value_counts.h"
#include "warn/warn_parts.h"

#include <inttypes.h>

/* ---- Judging --------------------------------------------------------------------------------- */

/* What was found of an attribute. */
typedef struct likely_classes {
    uint64_t classes, rows; /* in which a value is likely, and their rows */
    bool suppressed;        /* the suppressed rows are one of them */
    double share, table;    /* the highest share, and that of the same value in the table */
    uint64_t members;       /* of the class with the highest */
} likely_classes;

bool warn_is_likely(double share, double table) {
    return share >= WARN_LIKELY - 1e-12 && 1 - share <= (1 - table) * WARN_DOUBT + 1e-12;
}

/* A class in which all have the value, in one spelling, has a code of its own. */
static void judge_class(likely_classes *to, const class_rows *in, size_t class,
                        const value_counts *counts, const double *table) {
    double members = (double)in->members[class];
    bool suppressed = class_rows_is_suppressed(in, class), likely = false;
    for (size_t i = 0; i < counts->distinct; i++) {
        uint32_t value = counts->present[i];
        double share = (double)counts->count[value] / members;
        bool all = counts->count[value] == in->members[class] && !counts->several[value];
        if (all || !warn_is_likely(share, table[value]))
            continue;
        likely = true;
        if (share > to->share) {
            to->share = share;
            to->table = table[value];
            to->members = in->members[class];
        }
    }
    to->classes += likely;
    to->rows += likely ? class_rows_count(in, class) : 0;
    to->suppressed |= likely && suppressed;
}

/* Everybody who is published, as one class. */
static void share_in_table(double *out, const class_rows *in, value_counts *counts) {
    size_t rows = in->first[in->classes];
    uint64_t persons = value_counts_members(counts, in->row, rows);
    value_counts_take(counts, in->row, rows);
    for (uint32_t v = 0; v < counts->of->values.size; v++)
        out[v] = persons > 0 ? (double)counts->count[v] / (double)persons : 0;
}

static void add_warning(warning_list *out, const class_rows *in, const char *name,
                        const likely_classes *found) {
    size_t classes = in->release->classes;
    const char *members = in->release->person_of ? "persons" : "rows";
    warnings_add(out, warning_sensitive_likely, name,
                 "in %" PRIu64 " of %zu classes%s nearly all %s have the same %s: in one of them "
                 "%.1f%% of %" PRIu64 ", where it is %.1f%% of the table",
                 found->classes, classes,
                 found->suppressed ? ", the suppressed rows among them," : "", members, name,
                 100 * found->share, found->members, 100 * found->table);
    warnings_count(out, "classes", classes);
    warnings_count(out, "likely", found->classes);
    warnings_count(out, "rows", found->rows);
    warnings_number(out, "share", found->share);
    warnings_number(out, "share_in_table", found->table);
}

static void judge_classes(likely_classes *to, const class_rows *in, value_counts *counts,
                          double *table) {
    share_in_table(table, in, counts);
    for (size_t c = 0; c < in->classes; c++)
        if (class_rows_is_judged(in, c)) {
            value_counts_take(counts, in->row + in->first[c], class_rows_count(in, c));
            judge_class(to, in, c, counts, table);
        }
}

bool warn_shares(warning_list *out, const class_rows *in, const column *of) {
    bool any;
    value_counts counts;
    alike_values alike = {0};
    likely_classes found = {0};
    double *table = memory_new(of->values.size, sizeof *table);
    bool *missing = roles_missing_codes(in->release->plan, of, &any);
    bool made = value_counts_open(&counts, in->release, of) && table && missing &&
                alike_values_make(&alike, of, missing);
    if (made) {
        counts.group = alike.spelled ? alike.group : NULL;
        judge_classes(&found, in, &counts, table);
    }
    if (found.classes > 0)
        add_warning(out, in, of->name, &found);
    value_counts_close(&counts);
    alike_values_free(&alike);
    memory_free(missing);
    memory_free(table);
    return made;
}
