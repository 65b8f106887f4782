/* A model that is refused before the search is one that no release meets: of no set of rows that is
 * large enough. Models are closed under union, so that it is enough to look at single classes. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "base/random.h"
#include "measure/privacy_model.h"
#include "support/random_cases.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MOST_ROWS = 9, VALUES = 4 };

static const char *const rules[] = {
    "l-diversity l=2",
    "l-diversity l=3",
    "l-diversity l=4",
    "l-diversity l=2.5 form=entropy",
    "l-diversity l=1.7 form=entropy",
    "l-diversity l=2 c=1 form=recursive",
    "l-diversity l=3 c=2 form=recursive",
    "alpha-k alpha=0.3",
    "alpha-k alpha=0.5",
    "alpha-k alpha=0.7",
    "t-closeness t=0.1",
    "beta-likeness beta=0.5",
    "delta-disclosure delta=0.5",
};

static uint64_t seed;
static size_t refused;

/* Whether the rows of the set, as one class, meet the rule. */
static bool set_holds(const privacy_rule *rule, const uint32_t *value, size_t rows, unsigned set) {
    uint64_t all[VALUES] = {0};
    uint32_t counts[VALUES] = {0}, present[VALUES];
    model_sum scratch[VALUES];
    class_histogram class = {.counts = counts, .present = present, .scratch = scratch};
    const uint32_t groups[] = {VALUES}, self[] = {0, 1, 2, 3};
    const uint32_t *const group[] = {self};
    for (size_t i = 0; i < rows; i++) {
        all[value[i]]++;
        if (set >> i & 1) {
            counts[value[i]]++;
            class.rows++;
        }
    }
    for (uint32_t v = 0; v < VALUES; v++)
        if (counts[v] > 0)
            present[class.distinct++] = v;
    class.members = class.rows;
    sensitive_values domain = {.name = "s",
                               .size = VALUES,
                               .rows = rows,
                               .counts = all,
                               .height = 1,
                               .groups = groups,
                               .group = group};
    return class.rows > 0 && rule->model->holds(rule, &domain, &class);
}

static size_t set_size(unsigned set) {
    size_t size = 0;
    for (; set; set >>= 1)
        size += set & 1;
    return size;
}

static bool release_exists(const char *spec, const uint32_t *value, size_t rows, size_t limit) {
    privacy_rule rule;
    bool exists = false;
    assert_int_equal(privacy_rule_parse(&rule, spec, NULL), SHOAL_OK);
    for (unsigned set = 1; set < 1U << rows; set++)
        exists |= rows - set_size(set) <= limit && set_holds(&rule, value, rows, set);
    memory_free(rule.on);
    return exists;
}

static void write_table(const char *path, const uint32_t *value, size_t rows) {
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs("q,s\n", file);
    for (size_t i = 0; i < rows; i++)
        fprintf(file, "q%zu,v%u\n", i % 3, (unsigned)value[i]);
    assert_int_equal(fclose(file), 0);
}

static void try(const char *path, const char *out, const uint32_t *value, size_t rows,
                const char *spec, size_t limit) {
    shoal_plan *plan;
    shoal_result *result;
    shoal_error error = {0};
    char share[32];
    snprintf(share, sizeof share, "%.6f", ((double)limit + 0.01) / (double)rows);
    assert_int_equal(shoal_plan_new(&plan, NULL), SHOAL_OK);
    assert_int_equal(shoal_plan_set(plan, "privacy.k", "1", NULL), SHOAL_OK);
    assert_int_equal(shoal_plan_set(plan, "attributes.q.role", "quasi", NULL), SHOAL_OK);
    assert_int_equal(shoal_plan_set(plan, "attributes.s.role", "sensitive", NULL), SHOAL_OK);
    assert_int_equal(shoal_plan_set(plan, "privacy.models", spec, NULL), SHOAL_OK);
    assert_int_equal(shoal_plan_set(plan, "suppression", share, NULL), SHOAL_OK);
    assert_int_equal(shoal_plan_set(plan, "threads", "1", NULL), SHOAL_OK);
    shoal_job job = {.size = sizeof job, .input = path, .output = out};
    shoal_status status = shoal_anonymize(&result, plan, &job, NULL, &error);
    bool exists = release_exists(spec, value, rows, limit);
    if (status == SHOAL_OK)
        assert_true(exists);
    else
        assert_int_equal(status, SHOAL_INFEASIBLE);
    if (status != SHOAL_OK && error.code && strcmp(error.code, "model_impossible") == 0) {
        refused++;
        if (exists)
            fail_msg("%s with at most %zu suppressed: %s", spec, limit, error.message);
    }
    shoal_result_free(result);
    shoal_plan_free(plan);
}

static void what_is_refused_does_not_exist(void **state) {
    (void)state;
    char folder[] = "/tmp/impossible-XXXXXX", path[64], out[64];
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/in.csv", folder);
    snprintf(out, sizeof out, "%s/out.csv", folder);
    size_t cases = property_cases(150);
    for (size_t item = 0; item < cases; item++) {
        random_stream from = random_open(seed, "impossible", item);
        uint32_t value[MOST_ROWS];
        size_t rows = 1 + random_below(&from, MOST_ROWS), limit = random_below(&from, rows);
        uint64_t values = 1 + random_below(&from, VALUES);
        for (size_t i = 0; i < rows; i++)
            value[i] = (uint32_t)(random_below(&from, 2) ? 0 : random_below(&from, values));
        write_table(path, value, rows);
        const char *spec = rules[random_below(&from, sizeof rules / sizeof *rules)];
        try(path, out, value, rows, spec, limit);
    }
    assert_true(cases < 50 || refused > cases / 10);
    unlink(path);
    unlink(out);
    rmdir(folder);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(what_is_refused_does_not_exist)};
    seed = property_seed();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
