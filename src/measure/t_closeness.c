/* t-closeness: the earth mover's distance between a class and the table (Li, Li,
 * Venkatasubramanian: t-closeness: privacy beyond k-anonymity and l-diversity, 2007), as
 * a fraction of two whole numbers.
 *
 * With n rows of the class and N of the table, both below 2^32, a difference of shares q - p is
 * (c N - C n) / (n N). Sums of its absolute values over the table are below 2^65; the ordered
 * distance adds up at most m < 2^32 of them below 2^64, the hierarchical one `height` < 2^31 sums
 * below 2^65. So both parts of the fraction are at most 2^96, and 2^126 times MODEL_UNIT < 2^30. */
#include "measure/privacy_models.h"

#include <math.h>

enum { DISTANCE_EQUAL, DISTANCE_ORDERED, DISTANCE_HIERARCHICAL };

static const char *const forms[] = {"equal", "ordered", "hierarchical", NULL};

typedef struct fraction {
    model_sum part;
    model_sum whole;
} fraction;

static shoal_status check(const privacy_rule *rule, shoal_error *error) {
    if (rule->limit < 0 || rule->limit > MODEL_UNIT)
        return privacy_rule_refuse(rule, "t", rule->limit, "a number from 0 to 1", error);
    return SHOAL_OK;
}

static model_sum absolute(model_sum number) {
    return number < 0 ? -number : number;
}

/* (q - p) n N of a value. */
static model_sum difference(const sensitive_values *domain, const class_histogram *class,
                            uint32_t value) {
    return (model_sum)domain->rows * class->counts[value] -
           (model_sum)domain->counts[value] * class->rows;
}

static model_sum rows_product(const sensitive_values *domain, const class_histogram *class) {
    return (model_sum)domain->rows * class->rows;
}

static model_sum rows_of_present(const sensitive_values *domain, const class_histogram *class) {
    model_sum rows = 0;
    for (size_t i = 0; i < class->distinct; i++)
        rows += domain->counts[class->present[i]];
    return rows;
}

static fraction equal_distance(const sensitive_values *domain, const class_histogram *class) {
    model_sum absent = domain->rows - rows_of_present(domain, class);
    model_sum sum = absent * class->rows;
    for (size_t i = 0; i < class->distinct; i++)
        sum += absolute(difference(domain, class, class->present[i]));
    return (fraction){sum, 2 * rows_product(domain, class)};
}

static model_sum ordered_steps(const sensitive_values *domain) {
    return domain->size > 1 ? domain->size - 1 : 1;
}

static fraction ordered_distance(const sensitive_values *domain, const class_histogram *class) {
    model_sum sum = 0;
    model_sum carried = 0;
    for (uint32_t value = 0; value < domain->size; value++) {
        carried += difference(domain, class, value);
        sum += absolute(carried);
    }
    return (fraction){sum, ordered_steps(domain) * rows_product(domain, class)};
}

static fraction hierarchical_distance(const sensitive_values *domain,
                                      const class_histogram *class) {
    model_sum *of_group = class->scratch;
    model_sum sum = 0;
    for (int level = 0; level < domain->height; level++) {
        for (uint32_t group = 0; group < domain->groups[level]; group++)
            of_group[group] = 0;
        for (uint32_t value = 0; value < domain->size; value++)
            of_group[domain->group[level][value]] += difference(domain, class, value);
        for (uint32_t group = 0; group < domain->groups[level]; group++)
            sum += absolute(of_group[group]);
    }
    return (fraction){sum, 2 * (model_sum)domain->height * rows_product(domain, class)};
}

static fraction distance(const privacy_rule *rule, const sensitive_values *domain,
                         const class_histogram *class) {
    if (rule->form == DISTANCE_EQUAL)
        return equal_distance(domain, class);
    if (rule->form == DISTANCE_ORDERED)
        return ordered_distance(domain, class);
    return hierarchical_distance(domain, class);
}

static bool is_within(const privacy_rule *rule, fraction found) {
    return found.part * MODEL_UNIT <= rule->limit * found.whole;
}

static bool holds(const privacy_rule *rule, const sensitive_values *domain,
                  const class_histogram *class) {
    return class->rows > 0 && is_within(rule, distance(rule, domain, class));
}

/* Rows of the table times their steps to the nearest value that the class has. */
static fraction ordered_least(const sensitive_values *domain, const class_histogram *class) {
    model_sum *steps = class->scratch;
    model_sum sum = 0;
    model_sum last = domain->size;
    for (uint32_t value = 0; value < domain->size; value++) {
        last = class->counts[value] ? 0 : last + 1;
        steps[value] = last;
    }
    last = domain->size;
    for (uint32_t value = domain->size; value-- > 0;) {
        last = class->counts[value] ? 0 : last + 1;
        sum += (last < steps[value] ? last : steps[value]) * (model_sum)domain->counts[value];
    }
    return (fraction){sum, ordered_steps(domain) * domain->rows};
}

/* Rows of the table times the levels to the first group that the class has rows of. */
static fraction hierarchical_least(const sensitive_values *domain, const class_histogram *class) {
    model_sum *has_group = class->scratch;
    model_sum sum = 0;
    for (int level = 0; level < domain->height; level++) {
        const uint32_t *group = domain->group[level];
        for (uint32_t g = 0; g < domain->groups[level]; g++)
            has_group[g] = 0;
        for (size_t i = 0; i < class->distinct; i++)
            has_group[group[class->present[i]]] = 1;
        for (uint32_t value = 0; value < domain->size; value++)
            sum += has_group[group[value]] ? 0 : (model_sum)domain->counts[value];
    }
    return (fraction){sum, (model_sum)domain->height * domain->rows};
}

/* Whatever part is taken, the table's rows of values that the class lacks must move to one that it
 * has: at least to the nearest. */
static bool possible(const privacy_rule *rule, const sensitive_values *domain,
                     const class_histogram *class) {
    fraction least;
    if (class->rows == 0)
        return false;
    if (rule->form == DISTANCE_EQUAL)
        least = (fraction){domain->rows - rows_of_present(domain, class), domain->rows};
    else if (rule->form == DISTANCE_ORDERED)
        least = ordered_least(domain, class);
    else
        least = hierarchical_least(domain, class);
    return is_within(rule, least);
}

static double measure(const privacy_rule *rule, const sensitive_values *domain,
                      const class_histogram *class) {
    if (class->rows == 0)
        return INFINITY;
    fraction found = distance(rule, domain, class);
    return (double)((long double)found.part / (long double)found.whole);
}

#define MODEL &privacy_model_t_closeness
static const privacy_figure figures[] = {
    {.key = "t_equal",
     .title = "t-closeness, equal distance: t",
     .brief = "t",
     .rule = {MODEL, DISTANCE_EQUAL, .limit = MODEL_UNIT}},
    {.key = "t_ordered",
     .title = "t-closeness, ordered distance: t",
     .rule = {MODEL, DISTANCE_ORDERED, .limit = MODEL_UNIT},
     .needs = FIGURE_NEEDS_ORDER},
    {.key = "t_hierarchical",
     .title = "t-closeness, hierarchical distance: t",
     .rule = {MODEL, DISTANCE_HIERARCHICAL, .limit = MODEL_UNIT},
     .needs = FIGURE_NEEDS_TREE},
    {.key = NULL},
};
#undef MODEL

/* Not inherited: a skewed class may have a part that is like the table. */
const privacy_model privacy_model_t_closeness = {
    .name = "t-closeness",
    .summary = "each class's values are distributed like the table's, within a distance of t",
    .parameter = "t",
    .form_key = "distance",
    .forms = forms,
    .figures = figures,
    .of_table = true,
    .check = check,
    .inherited = privacy_rule_never_inherited,
    .holds = holds,
    .possible = possible,
    .measure = measure,
};
