/* l-diversity in three forms (Machanavajjhala, Kifer, Gehrke, Venkitasubramaniam: l-diversity:
 * privacy beyond k-anonymity, 2007). */
#include "measure/privacy_models.h"

#include <math.h>
#include <stdlib.h>

/* A uniform distribution over l values has an entropy of ln l, but for rounding. */
#define ENTROPY_TOLERANCE 1e-12L

enum { DIVERSITY_DISTINCT, DIVERSITY_ENTROPY, DIVERSITY_RECURSIVE };

static const char *const forms[] = {"distinct", "entropy", "recursive", NULL};

static shoal_status check(const privacy_rule *rule, shoal_error *error) {
    bool is_releasable = rule->form != DIVERSITY_ENTROPY;
    if (rule->limit < MODEL_UNIT || (is_releasable && rule->limit % MODEL_UNIT != 0))
        return privacy_rule_refuse(rule, "l", rule->limit,
                                   is_releasable ? "a whole number from 1" : "a number from 1",
                                   error);
    if (rule->form == DIVERSITY_RECURSIVE && rule->second <= 0)
        return privacy_rule_refuse(rule, "c", rule->second, "above 0: form=recursive needs it",
                                   error);
    if (rule->within >= MODEL_UNIT || (rule->within > 0 && rule->form != DIVERSITY_DISTINCT))
        return privacy_rule_refuse(rule, "within", rule->within,
                                   rule->form == DIVERSITY_DISTINCT
                                       ? "a share below 1, such as 10%"
                                       : "left out: only form=distinct has it",
                                   error);
    return SHOAL_OK;
}

/* A part has no value that its class lacks, so distinct l-diversity is inherited. Of the values
 * a,a,a,b the part a,b has both a larger entropy and a less frequent first value. */
static bool inherited(const privacy_rule *rule) {
    return rule->form == DIVERSITY_DISTINCT;
}

static long double class_entropy(const class_histogram *class) {
    long double sum = 0;
    for (size_t i = 0; i < class->distinct; i++) {
        long double count = class->counts[class->present[i]];
        sum += count * logl(count);
    }
    long double rows = (long double)class->rows;
    return logl(rows) - sum / rows;
}

static bool entropy_reaches(const privacy_rule *rule, long double entropy) {
    return entropy >= logl((long double)rule->limit / MODEL_UNIT) - ENTROPY_TOLERANCE;
}

static int descending(const void *one, const void *other) {
    model_sum a = *(const model_sum *)one;
    model_sum b = *(const model_sum *)other;
    return (a < b) - (a > b);
}

/* The most frequent value's rows and those of the l-th and all less frequent ones. */
typedef struct frequency_tail {
    model_sum first;
    model_sum tail;
} frequency_tail;

static frequency_tail find_tail(const privacy_rule *rule, const class_histogram *class) {
    model_sum *counts = class->scratch;
    size_t l = (size_t)(rule->limit / MODEL_UNIT);
    frequency_tail found = {0, 0};
    for (size_t i = 0; i < class->distinct; i++) {
        counts[i] = class->counts[class->present[i]];
        if (counts[i] > found.first)
            found.first = counts[i];
    }
    if (class->distinct < l)
        return found;
    qsort(counts, class->distinct, sizeof *counts, descending);
    for (size_t i = l - 1; i < class->distinct; i++)
        found.tail += counts[i];
    return found;
}

static int ascending(const void *one, const void *other) {
    return -descending(one, other);
}

static model_sum absolute(model_sum number) {
    return number < 0 ? -number : number;
}

/* Whether two numbers differ by at most the rule's share of the one that is farther from 0. Below
 * 10^27 each, and the share below 10^9. */
static bool is_near(const privacy_rule *rule, model_sum one, model_sum other) {
    model_sum a = absolute(one), b = absolute(other);
    return absolute(one - other) * MODEL_UNIT <= rule->within * (a > b ? a : b);
}

/* The most values of the class of which no two are near. Near a number are its neighbours, and
 * those between it and a near one are near both (as the share is below 1, numbers of different
 * signs never are): so the smallest, then always the next that is not near the last, is a largest
 * choice. A class with more values has no fewer. */
static size_t count_apart(const privacy_rule *rule, const sensitive_values *domain,
                          const class_histogram *class) {
    model_sum *numbers = class->scratch;
    size_t count = 0, apart = 0;
    for (size_t i = 0; i < class->distinct; i++) {
        uint32_t value = class->present[i];
        if (domain->is_number[value])
            numbers[count++] = domain->number[value];
        else
            apart++;
    }
    qsort(numbers, count, sizeof *numbers, ascending);
    for (size_t i = 0, last = 0; i < count; i++)
        if (i == 0 || !is_near(rule, numbers[last], numbers[i])) {
            last = i;
            apart++;
        }
    return apart;
}

/* Of one person's many values the others learn nothing that hides the person: there must be as many
 * persons, too. */
static uint64_t distinct_l(const privacy_rule *rule, const sensitive_values *domain,
                           const class_histogram *class) {
    size_t distinct = class->distinct;
    if (rule->within > 0 && domain->number)
        distinct = count_apart(rule, domain, class);
    return distinct < class->members ? distinct : class->members;
}

static bool has_distinct(const privacy_rule *rule, const sensitive_values *domain,
                         const class_histogram *class) {
    return (model_sum)MODEL_UNIT * distinct_l(rule, domain, class) >= rule->limit;
}

static bool holds(const privacy_rule *rule, const sensitive_values *domain,
                  const class_histogram *class) {
    if (class->rows == 0)
        return false;
    if (rule->form == DIVERSITY_DISTINCT)
        return has_distinct(rule, domain, class);
    if (rule->form == DIVERSITY_ENTROPY)
        return entropy_reaches(rule, class_entropy(class));
    /* Below 2^30 * 2^32 on the left, 2^63 * 2^32 on the right. */
    frequency_tail found = find_tail(rule, class);
    return found.first * MODEL_UNIT < rule->second * found.tail;
}

/* No part has a larger entropy than the uniform one over all its class's values. In a part whose
 * first value has r rows, the others have at most r each: the tail has at most r (distinct - l + 1)
 * rows. */
static bool possible(const privacy_rule *rule, const sensitive_values *domain,
                     const class_histogram *class) {
    if (class->rows == 0)
        return false;
    if (rule->form == DIVERSITY_DISTINCT)
        return has_distinct(rule, domain, class);
    if (rule->form == DIVERSITY_ENTROPY)
        return entropy_reaches(rule, logl((long double)class->distinct) + ENTROPY_TOLERANCE);
    model_sum tail = 1 - (model_sum)(rule->limit / MODEL_UNIT) + class->distinct;
    return MODEL_UNIT < rule->second * tail;
}

static double measure(const privacy_rule *rule, const sensitive_values *domain,
                      const class_histogram *class) {
    if (rule->form == DIVERSITY_DISTINCT)
        return (double)distinct_l(rule, domain, class);
    if (rule->form == DIVERSITY_ENTROPY)
        return class->rows ? (double)expl(class_entropy(class)) : 0;
    frequency_tail found = find_tail(rule, class);
    return found.tail > 0 ? (double)found.first / (double)found.tail : INFINITY;
}

#define MODEL &privacy_model_l_diversity
static const privacy_figure figures[] = {
    {.key = "l_distinct",
     .title = "l-diversity, distinct: l",
     .brief = "l",
     .rule = {MODEL, DIVERSITY_DISTINCT, .limit = MODEL_UNIT},
     .counts_values = true},
    {.key = "l_entropy",
     .title = "l-diversity, entropy: l",
     .rule = {MODEL, DIVERSITY_ENTROPY, .limit = MODEL_UNIT}},
    {.key = "recursive_c2",
     .title = "recursive diversity with l = 2: c",
     .rule = {MODEL, DIVERSITY_RECURSIVE, .limit = 2 * MODEL_UNIT, .second = MODEL_UNIT}},
    {.key = "recursive_c3",
     .title = "recursive diversity with l = 3: c",
     .rule = {MODEL, DIVERSITY_RECURSIVE, .limit = 3 * MODEL_UNIT, .second = MODEL_UNIT}},
    {.key = NULL},
};
#undef MODEL

const privacy_model privacy_model_l_diversity = {
    .name = "l-diversity",
    .summary = "each class has l well-represented sensitive values",
    .parameter = "l",
    .second = "c",
    .third = "within",
    .form_key = "form",
    .forms = forms,
    .larger_is_safer = true,
    .forms_by_second = 1U << DIVERSITY_RECURSIVE,
    .figures = figures,
    .check = check,
    .inherited = inherited,
    .holds = holds,
    .possible = possible,
    .measure = measure,
};
