/* Guarded attributes and classes from a few numbers, for tests. Everything asserts. */
#ifndef SHOAL_TESTS_HISTOGRAMS_H
#define SHOAL_TESTS_HISTOGRAMS_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/text.h"
#include "measure/privacy_model.h"

#define HISTOGRAM_VALUES 64
#define HISTOGRAM_LEVELS 8

typedef struct sample_domain {
    sensitive_values of;
    uint64_t counts[HISTOGRAM_VALUES];
    uint32_t groups[HISTOGRAM_LEVELS];
    uint32_t group[HISTOGRAM_LEVELS][HISTOGRAM_VALUES];
    const uint32_t *levels[HISTOGRAM_LEVELS];
} sample_domain;

typedef struct sample_class {
    class_histogram of;
    uint32_t counts[HISTOGRAM_VALUES];
    uint32_t present[HISTOGRAM_VALUES];
    model_sum scratch[HISTOGRAM_VALUES];
} sample_class;

/* Fills in what follows from size, height, counts and the groups of levels above 0. */
static inline void sample_domain_finish(sample_domain *self) {
    assert_true(self->of.size <= HISTOGRAM_VALUES && self->of.height <= HISTOGRAM_LEVELS);
    self->of.name = "sample";
    self->of.rows = 0;
    self->of.counts = self->counts;
    self->of.groups = self->groups;
    self->of.group = self->levels;
    for (uint32_t value = 0; value < self->of.size; value++) {
        self->of.rows += self->counts[value];
        self->group[0][value] = value;
    }
    for (int level = 0; level < self->of.height; level++) {
        self->levels[level] = self->group[level];
        self->groups[level] = 0;
        for (uint32_t value = 0; value < self->of.size; value++)
            if (self->group[level][value] >= self->groups[level])
                self->groups[level] = self->group[level][value] + 1;
    }
}

/* Fills in what follows from the counts. Values that occur are listed last to first, and scratch is
 * not clean: neither order nor its content may matter. */
static inline void sample_class_finish(sample_class *self, uint32_t size) {
    assert_true(size <= HISTOGRAM_VALUES);
    self->of.rows = 0;
    self->of.counts = self->counts;
    self->of.present = self->present;
    self->of.distinct = 0;
    self->of.scratch = self->scratch;
    memset(self->scratch, 0xa5, sizeof self->scratch);
    for (uint32_t value = size; value-- > 0;) {
        self->of.rows += self->counts[value];
        if (self->counts[value] > 0)
            self->present[self->of.distinct++] = value;
    }
    self->of.members = self->of.rows;
}

/* A rule from its text; the caller frees rule.on. */
static inline privacy_rule sample_rule(const char *spec) {
    privacy_rule rule;
    shoal_error error;
    if (privacy_rule_parse(&rule, spec, &error) != SHOAL_OK)
        fail_msg("%s: %s", spec, error.message);
    return rule;
}

static inline bool sample_holds(const privacy_rule *rule, const sample_domain *domain,
                                const sample_class *class) {
    return rule->model->holds(rule, &domain->of, &class->of);
}

/* Of an inherited rule: whether it holds. */
static inline bool sample_possible(const privacy_rule *rule, const sample_domain *domain,
                                   const sample_class *class) {
    if (!rule->model->possible)
        return sample_holds(rule, domain, class);
    return rule->model->possible(rule, &domain->of, &class->of);
}

static inline double sample_measure(const privacy_rule *rule, const sample_domain *domain,
                                    const sample_class *class) {
    return rule->model->measure(rule, &domain->of, &class->of);
}

#endif
