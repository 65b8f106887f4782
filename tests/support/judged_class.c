#include "support/judged_class.h"

#include <math.h>
#include <string.h>

/* ---- Counting -------------------------------------------------------------------------------- */

/* Whether none of the rows before this one counts the same person (NULL: has nobody else's row), of
 * those that `among` marks (NULL: all) and that have this value (NULL: any). */
static bool is_news(const uint32_t *person, const bool *among, const uint32_t *value, size_t row) {
    for (size_t r = 0; person && r < row; r++)
        if (person[r] == person[row] && (!among || among[r]) && (!value || value[r] == value[row]))
            return false;
    return true;
}

judged_class judge_rows(const constrained_rows *column, const uint32_t *person, size_t rows,
                        const bool *here) {
    judged_class out = {.column = column};
    for (size_t r = 0; r < rows; r++) {
        out.rows += here[r];
        out.persons += here[r] && is_news(person, here, NULL, r);
        if (!column)
            continue;
        bool first = is_news(person, NULL, column->value, r);
        bool first_here = here[r] && is_news(person, here, column->value, r);
        out.before[column->value[r]] += first;
        out.here[column->value[r]] += first_here;
        out.all += first;
        out.sum += first_here;
    }
    return out;
}

/* ---- The definitions ------------------------------------------------------------------------- */

static model_sum absolute(model_sum number) {
    return number < 0 ? -number : number;
}

static model_sum moved(const judged_class *of, uint32_t value) {
    return of->here[value] * of->all - of->before[value] * of->sum;
}

static bool keeps_entropy(const judged_class *of, int64_t l) {
    long double bits = 0;
    for (uint32_t v = 0; v < of->column->size; v++) {
        long double share = (long double)of->here[v] / (long double)of->sum;
        bits -= share > 0 ? share * logl(share) : 0;
    }
    return bits >= logl((long double)l / MODEL_UNIT) - 1e-12L;
}

/* r1 < c (rl + ... + rm), by taking the most frequent one out l - 1 times. */
static bool keeps_recursive(const judged_class *of, int64_t l, int64_t c) {
    model_sum left[RULES_CASE_VALUES], most = 0, tail = of->sum;
    memcpy(left, of->here, sizeof left);
    for (int64_t i = 0; i < l / MODEL_UNIT - 1; i++) {
        uint32_t largest = 0;
        for (uint32_t v = 0; v < of->column->size; v++)
            if (left[v] > left[largest])
                largest = v;
        tail -= left[largest];
        left[largest] = 0;
    }
    for (uint32_t v = 0; v < of->column->size; v++)
        most = of->here[v] > most ? of->here[v] : most;
    return most * MODEL_UNIT < c * tail;
}

const int judged_class_numbers[RULES_CASE_VALUES] = {-5, 100, 108, 117, 126, 90};

static bool are_near(const privacy_rule *rule, uint32_t one, uint32_t other) {
    model_sum a = judged_class_numbers[one], b = judged_class_numbers[other];
    model_sum larger = absolute(a) > absolute(b) ? absolute(a) : absolute(b);
    return absolute(a - b) * MODEL_UNIT <= larger * rule->within;
}

/* The largest of all sets of the class's values of which no two are near. */
static model_sum most_apart(const privacy_rule *rule, const judged_class *of) {
    model_sum most = 0;
    for (uint32_t set = 0; set < 1u << of->column->size; set++) {
        model_sum count = 0;
        bool fine = true;
        for (uint32_t v = 0; v < of->column->size; v++) {
            if (!(set >> v & 1))
                continue;
            count++;
            fine = fine && of->here[v] > 0;
            for (uint32_t w = 0; w < v; w++)
                fine = fine && !(set >> w & 1 && are_near(rule, v, w));
        }
        most = fine && count > most ? count : most;
    }
    return most;
}

static bool keeps_diversity(const privacy_rule *rule, const judged_class *of) {
    model_sum distinct = 0;
    for (uint32_t v = 0; v < of->column->size; v++)
        distinct += of->here[v] > 0;
    if (rule->within > 0)
        distinct = most_apart(rule, of);
    return rule->form == 0
               ? distinct * MODEL_UNIT >= rule->limit && of->persons * MODEL_UNIT >= rule->limit
           : rule->form == 1 ? keeps_entropy(of, rule->limit)
                             : keeps_recursive(of, rule->limit, rule->second);
}

static uint32_t parent_of(const constrained_rows *of, int level, uint32_t value) {
    return level < of->height ? of->group[level][value] : 0;
}

/* Li et al.: below every node of the tree the surplus of some children covers the lack of others,
 * each unit at the height of the node. */
static model_sum hierarchical_cost(const judged_class *of) {
    const constrained_rows *tree = of->column;
    model_sum cost = 0;
    for (int level = 1; level <= tree->height; level++) {
        for (uint32_t node = 0; node < tree->size; node++) {
            model_sum child[RULES_CASE_VALUES] = {0}, surplus = 0, lack = 0;
            for (uint32_t v = 0; v < tree->size; v++)
                if (parent_of(tree, level, v) == node)
                    child[tree->group[level - 1][v]] += moved(of, v);
            for (uint32_t c = 0; c < tree->size; c++) {
                surplus += child[c] > 0 ? child[c] : 0;
                lack += child[c] < 0 ? -child[c] : 0;
            }
            cost += level * (surplus < lack ? surplus : lack);
        }
    }
    return cost;
}

/* cost / (steps n N) <= t, n and N being the sums of the frequencies */
static bool keeps_closeness(const privacy_rule *rule, const judged_class *of) {
    model_sum cost = 0, carried = 0, steps = 1;
    for (uint32_t v = 0; v < of->column->size; v++) {
        carried += moved(of, v);
        cost += rule->form == 0 ? (moved(of, v) > 0 ? moved(of, v) : 0)
                                : (rule->form == 1 ? absolute(carried) : 0);
    }
    if (rule->form == 1)
        steps = of->column->size - 1;
    if (rule->form == 2) {
        cost = hierarchical_cost(of);
        steps = of->column->height;
    }
    return cost * MODEL_UNIT <= rule->limit * steps * of->sum * of->all;
}

static bool keeps_disclosure(const privacy_rule *rule, const judged_class *of) {
    for (uint32_t v = 0; v < of->column->size; v++) {
        if (of->before[v] == 0)
            continue;
        long double ratio =
            (long double)(of->here[v] * of->all) / (long double)(of->before[v] * of->sum);
        if (of->here[v] == 0 || fabsl(logl(ratio)) >= (long double)rule->limit / MODEL_UNIT)
            return false;
    }
    return true;
}

static bool keeps_likeness(const privacy_rule *rule, const judged_class *of) {
    for (uint32_t v = 0; v < of->column->size; v++) {
        if (moved(of, v) <= 0)
            continue;
        long double p = (long double)of->before[v] / (long double)of->all;
        long double gain = (long double)moved(of, v) / (long double)(of->before[v] * of->sum);
        if (moved(of, v) * MODEL_UNIT > rule->limit * of->before[v] * of->sum ||
            (rule->form == 1 && gain > -logl(p)))
            return false;
    }
    return true;
}

static bool keeps_alpha(const privacy_rule *rule, const judged_class *of) {
    for (uint32_t v = 0; v < of->column->size; v++)
        if (of->here[v] * MODEL_UNIT > rule->limit * of->persons)
            return false;
    return true;
}

static bool keeps_presence(const privacy_rule *rule, const judged_class *of) {
    if (of->persons > of->people)
        return rule->limit == MODEL_UNIT;
    return of->persons * MODEL_UNIT <= rule->limit * of->people &&
           of->persons * MODEL_UNIT >= rule->second * of->people;
}

bool judged_class_keeps(const judged_class *of, const privacy_rule *rule) {
    static const struct {
        const char *name;
        bool (*keeps)(const privacy_rule *rule, const judged_class *of);
    } models[] = {{"l-diversity", keeps_diversity},
                  {"t-closeness", keeps_closeness},
                  {"delta-disclosure", keeps_disclosure},
                  {"beta-likeness", keeps_likeness},
                  {"alpha-k", keeps_alpha},
                  {"delta-presence", keeps_presence}};
    for (size_t i = 0; i < sizeof models / sizeof *models; i++)
        if (strcmp(models[i].name, rule->model->name) == 0)
            return models[i].keeps(rule, of);
    return of->people * MODEL_UNIT >= rule->limit; /* k-map */
}
