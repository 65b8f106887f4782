#include "release/judge_models.h"

#include <math.h>
#include <string.h>

typedef judged_sum wide;

/* Entropies are not whole numbers: one counts as reached within this. */
#define ENTROPY_TOLERANCE 1e-12L

/* Parts of a whole, both exact: counts are below 2^32, so the products of two below 2^64, and a sum
 * of up to 2^32 of these below 2^96. Times MODEL_UNIT that is below 2^126. */
typedef struct ratio {
    wide part, whole;
} ratio;

static double ratio_value(ratio of) {
    return (double)((long double)of.part / (long double)of.whole);
}

static bool at_most(ratio found, int64_t limit) {
    return found.part * MODEL_UNIT <= found.whole * limit;
}

static bool has_form(const privacy_rule *rule, const char *form) {
    return rule->model->forms && strcmp(rule->model->forms[rule->form], form) == 0;
}

/* How much more of the class than of the table has the value, times both their sums. */
static wide surplus(const judged_values *of, uint32_t value) {
    return (wide)of->counts[value] * of->total - (wide)of->table[value] * of->sum;
}

static wide both_sums(const judged_values *of) {
    return (wide)of->sum * of->total;
}

/* ---- l-diversity ----------------------------------------------------------------------------- */

static bool nearby(const privacy_rule *rule, wide large, wide small) {
    wide farther = large > -small ? large : -small;
    return (large - small) * MODEL_UNIT <= farther * rule->within;
}

/* Values that are no numbers; then the largest number, and the largest below it that is not near
 * it, and so on. */
static uint64_t distinct_apart(const privacy_rule *rule, const judged_values *of) {
    uint64_t found = 0;
    bool more = true, first = true;
    wide last = 0;
    for (uint32_t i = 0; i < of->distinct; i++)
        found += !of->is_number[of->present[i]];
    while (more) {
        wide next = 0;
        more = false;
        for (uint32_t i = 0; i < of->distinct; i++) {
            wide number = of->number[of->present[i]];
            bool below = of->is_number[of->present[i]] &&
                         (first || (number < last && !nearby(rule, last, number)));
            if (below && (!more || number > next)) {
                next = number;
                more = true;
            }
        }
        found += more;
        first = false;
        last = next;
    }
    return found;
}

static class_verdict judge_distinct(const privacy_rule *rule, const judged_class *class) {
    uint64_t distinct = class->values->distinct;
    if (rule->within > 0 && class->values->number)
        distinct = distinct_apart(rule, class->values);
    uint64_t found = distinct < class->members ? distinct : class->members;
    return (class_verdict){found >= (uint64_t)(rule->limit / MODEL_UNIT), (double)found};
}

static class_verdict judge_entropy(const privacy_rule *rule, const judged_class *class) {
    const judged_values *of = class->values;
    long double entropy = 0;
    for (uint32_t i = 0; i < of->distinct; i++) {
        long double share = (long double)of->counts[of->present[i]] / (long double)of->sum;
        entropy -= share * logl(share);
    }
    long double asked = logl((long double)rule->limit / MODEL_UNIT);
    return (class_verdict){entropy >= asked - ENTROPY_TOLERANCE, (double)expl(entropy)};
}

/* The count that so many values reach or exceed, one at a time, so that counts need not be sorted:
 * l is small where it can hold. */
static uint64_t next_largest(const judged_values *of, uint64_t below, uint64_t *values) {
    uint64_t largest = 0;
    *values = 0;
    for (uint32_t i = 0; i < of->distinct; i++) {
        uint64_t count = of->counts[of->present[i]];
        if (count >= below || count < largest)
            continue;
        *values = count == largest ? *values + 1 : 1;
        largest = count;
    }
    return largest;
}

/* Most frequent value against the l-th and all rarer ones. */
static class_verdict judge_recursive(const privacy_rule *rule, const judged_class *class) {
    const judged_values *of = class->values;
    uint64_t before = (uint64_t)(rule->limit / MODEL_UNIT) - 1, alike;
    uint64_t first = next_largest(of, UINT64_MAX, &alike);
    uint64_t tail = of->sum;
    uint64_t count = first;
    while (before > 0 && alike > 0) {
        uint64_t taken = alike < before ? alike : before;
        tail -= taken * count;
        before -= taken;
        count = next_largest(of, count, &alike);
    }
    double found = tail > 0 ? (double)first / (double)tail : (double)INFINITY;
    return (class_verdict){(wide)first * MODEL_UNIT < (wide)tail * rule->second, found};
}

static class_verdict judge_diversity(const privacy_rule *rule, const judged_class *class) {
    return has_form(rule, "entropy")     ? judge_entropy(rule, class)
           : has_form(rule, "recursive") ? judge_recursive(rule, class)
                                         : judge_distinct(rule, class);
}

/* ---- t-closeness ----------------------------------------------------------------------------- */

/* What must move: everything that the class has too much of. */
static ratio equal_distance(const judged_values *of) {
    wide moved = 0;
    for (uint32_t i = 0; i < of->distinct; i++) {
        wide more = surplus(of, of->present[i]);
        moved += more > 0 ? more : 0;
    }
    return (ratio){moved, both_sums(of)};
}

/* What must cross each step between neighbours. */
static ratio ordered_distance(const judged_values *of) {
    wide crossing = 0, sum = 0;
    for (uint32_t p = 0; p + 1 < of->size; p++) {
        crossing += surplus(of, of->at[p]);
        sum += crossing < 0 ? -crossing : crossing;
    }
    return (ratio){sum, both_sums(of) * (of->size > 1 ? of->size - 1 : 1)};
}

/* What is too much and what is too little among the children of the groups of one level can be
 * settled within them, at the cost of their level (Li, Li, Venkatasubramanian 2007, section 5.2).
 * extra[] is that of the children on entry, each with the value it is called by, and then that of
 * the groups. */
static wide settle_level(const judged_values *of, int level, wide *extra, wide *more, wide *less) {
    wide moved = 0;
    for (uint32_t v = 0; v < of->size; v++)
        more[v] = less[v] = 0;
    for (uint32_t v = 0; v < of->size; v++) {
        uint32_t parent = of->group[level][v];
        more[parent] += extra[v] > 0 ? extra[v] : 0;
        less[parent] -= extra[v] < 0 ? extra[v] : 0;
    }
    for (uint32_t v = 0; v < of->size; v++) {
        extra[v] = more[v] - less[v];
        moved += more[v] < less[v] ? more[v] : less[v];
    }
    return moved * level;
}

static ratio hierarchical_distance(const judged_values *of) {
    wide *extra = of->room, *more = extra + of->size, *less = more + of->size;
    wide sum = 0;
    for (uint32_t v = 0; v < of->size; v++)
        extra[v] = surplus(of, v);
    for (int level = 1; level <= of->height; level++)
        sum += settle_level(of, level, extra, more, less);
    return (ratio){sum, both_sums(of) * of->height};
}

static class_verdict judge_closeness(const privacy_rule *rule, const judged_class *class) {
    const judged_values *of = class->values;
    ratio found = has_form(rule, "ordered")        ? ordered_distance(of)
                  : has_form(rule, "hierarchical") ? hierarchical_distance(of)
                                                   : equal_distance(of);
    return (class_verdict){at_most(found, rule->limit), ratio_value(found)};
}

/* ---- Shares ---------------------------------------------------------------------------------- */

/* No value's share differs by a factor of e^delta; so none of the table's may be absent. */
static class_verdict judge_disclosure(const privacy_rule *rule, const judged_class *class) {
    const judged_values *of = class->values;
    long double worst = 0;
    if (of->distinct < of->size)
        return (class_verdict){false, (double)INFINITY};
    for (uint32_t v = 0; v < of->size; v++) {
        long double here = (long double)of->counts[v] * (long double)of->total;
        long double there = (long double)of->table[v] * (long double)of->sum;
        worst = fmaxl(worst, fabsl(logl(here / there)));
    }
    return (class_verdict){worst < (long double)rule->limit / MODEL_UNIT, (double)worst};
}

/* No value's share exceeds the table's by more than beta times that; enhanced: nor by -ln of it. */
static class_verdict judge_likeness(const privacy_rule *rule, const judged_class *class) {
    const judged_values *of = class->values;
    class_verdict out = {true, 0};
    for (uint32_t i = 0; i < of->distinct; i++) {
        uint32_t value = of->present[i];
        ratio gain = {surplus(of, value), (wide)of->table[value] * of->sum};
        if (gain.part <= 0)
            continue;
        long double surprise = logl((long double)of->total / (long double)of->table[value]);
        long double exact = (long double)gain.part / (long double)gain.whole;
        out.holds &=
            at_most(gain, rule->limit) && (!has_form(rule, "enhanced") || exact <= surprise);
        out.found = fmax(out.found, (double)exact);
    }
    return out;
}

static class_verdict judge_alpha(const privacy_rule *rule, const judged_class *class) {
    const judged_values *of = class->values;
    uint64_t alike;
    ratio found = {next_largest(of, UINT64_MAX, &alike), class->members};
    return (class_verdict){at_most(found, rule->limit), ratio_value(found)};
}

/* ---- Populations ----------------------------------------------------------------------------- */

static class_verdict judge_map(const privacy_rule *rule, const judged_class *class) {
    return (class_verdict){class->population >= (uint64_t)(rule->limit / MODEL_UNIT),
                           (double)class->population};
}

/* More members than people are all of them. */
static class_verdict judge_presence(const privacy_rule *rule, const judged_class *class) {
    ratio share = {1, 1};
    if (class->members < class->population)
        share = (ratio){class->members, class->population};
    bool enough = share.part * MODEL_UNIT >= share.whole * rule->second;
    return (class_verdict){enough && at_most(share, rule->limit), ratio_value(share)};
}

/* ---- Which is which -------------------------------------------------------------------------- */

/* A model that is not in this list judges its classes itself. */
static const struct judge_of_model {
    const char *name;
    class_verdict (*judge)(const privacy_rule *rule, const judged_class *class);
} judges[] = {
    {"l-diversity", judge_diversity},
    {"t-closeness", judge_closeness},
    {"delta-disclosure", judge_disclosure},
    {"beta-likeness", judge_likeness},
    {"alpha-k", judge_alpha},
    {"k-map", judge_map},
    {"delta-presence", judge_presence},
};

/* By the definition that the search has: only for models that were added to the list and not here.
 */
static class_verdict judge_by_model(const privacy_rule *rule, const judged_class *class) {
    const judged_values *of = class->values;
    class_histogram counted = {
        .rows = class->members, .members = class->members, .population = class->population};
    sensitive_values domain = {0};
    if (of) {
        domain = (sensitive_values){.name = of->from->name,
                                    .size = of->size,
                                    .rows = of->total,
                                    .counts = of->table,
                                    .height = 0};
        counted.rows = of->sum;
        counted.counts = of->counts;
        counted.present = of->present;
        counted.distinct = of->distinct;
        counted.scratch = of->room;
    }
    return (class_verdict){rule->model->holds(rule, of ? &domain : NULL, &counted),
                           rule->model->measure(rule, of ? &domain : NULL, &counted)};
}

class_verdict judge_class(const privacy_rule *rule, const judged_class *class) {
    for (size_t i = 0; i < sizeof judges / sizeof *judges; i++)
        if (strcmp(judges[i].name, rule->model->name) == 0)
            return judges[i].judge(rule, class);
    return judge_by_model(rule, class);
}

judged_needs judge_needs(const privacy_rule *rule) {
    return (judged_needs){.order = has_form(rule, "ordered"),
                          .tree = has_form(rule, "hierarchical"),
                          .numbers = rule->within > 0};
}
