/* Classes in which nearly everybody has the same sensitive value: what a reader of the release
 * learns there is close to certain, whatever rule the plan names. */
#include "warn/warn_parts.h"

#include <inttypes.h>
#include <stdlib.h>

/* How many persons, or rows, of some rows have each value. */
typedef struct value_counts {
    const warn_release *release;
    const column *of;
    uint64_t *count;   /* [values] 0 but for those present */
    uint32_t *present; /* [values] */
    size_t distinct;
    struct held_value *held; /* [rows] scratch; NULL: rows are counted */
} value_counts;

typedef struct held_value {
    uint32_t value, person;
} held_value;

static int by_value(const void *one, const void *other) {
    const held_value *a = one, *b = other;
    if (a->value != b->value)
        return a->value < b->value ? -1 : 1;
    return (a->person > b->person) - (a->person < b->person);
}

static void add_value(value_counts *to, uint32_t value) {
    if (to->count[value]++ == 0)
        to->present[to->distinct++] = value;
}

static void clear_values(value_counts *of) {
    for (size_t i = 0; i < of->distinct; i++)
        of->count[of->present[i]] = 0;
    of->distinct = 0;
}

/* A person counts once for each of his values. */
static void count_values(value_counts *to, const uint32_t *row, size_t count) {
    const uint32_t *person_of = to->release->person_of;
    clear_values(to);
    for (size_t i = 0; i < count; i++) {
        uint32_t value = codes_get(&to->of->codes, row[i]);
        if (to->held)
            to->held[i] = (held_value){value, person_of[row[i]]};
        else
            add_value(to, value);
    }
    if (!to->held)
        return;
    qsort(to->held, count, sizeof *to->held, by_value);
    for (size_t i = 0; i < count; i++)
        if (i == 0 || by_value(&to->held[i], &to->held[i - 1]) != 0)
            add_value(to, to->held[i].value);
}

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

/* A class in which all have the value has a code of its own. */
static void judge_class(likely_classes *to, const class_rows *in, size_t class,
                        const value_counts *counts, const double *table) {
    double members = (double)in->members[class];
    bool suppressed = class_rows_is_suppressed(in, class), likely = false;
    for (size_t i = 0; i < counts->distinct; i++) {
        uint32_t value = counts->present[i];
        double share = (double)counts->count[value] / members;
        bool all = counts->count[value] == in->members[class];
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
    const uint32_t *person_of = in->release->person_of;
    size_t rows = in->first[in->classes];
    uint64_t persons = rows;
    count_values(counts, in->row, rows);
    if (person_of) {
        for (size_t i = 0; i < rows; i++)
            counts->held[i] = (held_value){0, person_of[in->row[i]]};
        qsort(counts->held, rows, sizeof *counts->held, by_value);
        persons = 0;
        for (size_t i = 0; i < rows; i++)
            persons += i == 0 || by_value(&counts->held[i], &counts->held[i - 1]) != 0;
    }
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

/* Where missing values match others, a class below k has further rows that match it; and fewer than
 * k suppressed rows are told of by another code. */
static bool is_judged(const class_rows *in, size_t class) {
    const warn_release *release = in->release;
    bool of_k = release->plan->missing == MISSING_WILDCARD || class_rows_is_suppressed(in, class);
    uint64_t least = of_k ? release->k : 1;
    return in->members[class] > 0 && in->members[class] >= least;
}

bool warn_shares(warning_list *out, const class_rows *in, const column *of) {
    size_t values = of->values.size, rows = in->release->table->rows;
    value_counts counts = {.release = in->release, .of = of};
    likely_classes found = {0};
    counts.count = memory_zero(values, sizeof *counts.count);
    counts.present = memory_new(values, sizeof *counts.present);
    counts.held = in->release->person_of ? memory_new(rows, sizeof *counts.held) : NULL;
    double *table = memory_new(values, sizeof *table);
    bool made = counts.count && counts.present && table && (counts.held || !in->release->person_of);
    if (made)
        share_in_table(table, in, &counts);
    for (size_t c = 0; made && c < in->classes; c++)
        if (is_judged(in, c)) {
            count_values(&counts, in->row + in->first[c], class_rows_count(in, c));
            judge_class(&found, in, c, &counts, table);
        }
    if (found.classes > 0)
        add_warning(out, in, of->name, &found);
    memory_free(counts.count);
    memory_free(counts.present);
    memory_free(counts.held);
    memory_free(table);
    return made;
}
