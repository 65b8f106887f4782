/* A metric and a privacy model that are only on the lists are in every form of an assessment. This
 * program has lists of its own, which take the place of the library's when it is linked. */
#include "support/assessed_table.h"

#include "measure/metrics.h"
#include "measure/privacy_models.h"

/* ---- A metric and a model -------------------------------------------------------------------- */

/* The mean class size of a row. */
static double size_value(const metric_context *context, const class_statistics *statistics) {
    return (double)statistics->squares / (double)context->rows;
}

static const metric metric_size = {
    .name = "size",
    .summary = "mean size of a row's class",
    .value = size_value,
    .monotone = metric_monotone_without_suppression,
};

static shoal_status check(const privacy_rule *rule, shoal_error *error) {
    if (rule->limit < MODEL_UNIT)
        return privacy_rule_refuse(rule, "rows", rule->limit, "at least 1", error);
    return SHOAL_OK;
}

/* Rows of the class with the value that fewest of them have. */
static uint32_t rarest(const class_histogram *class) {
    uint32_t least = UINT32_MAX;
    for (size_t i = 0; i < class->distinct; i++)
        if (class->counts[class->present[i]] < least)
            least = class->counts[class->present[i]];
    return least;
}

static bool holds(const privacy_rule *rule, const sensitive_values *domain,
                  const class_histogram *class) {
    (void)domain;
    return (model_sum)rarest(class) * MODEL_UNIT >= rule->limit;
}

static double measure(const privacy_rule *rule, const sensitive_values *domain,
                      const class_histogram *class) {
    (void)rule;
    (void)domain;
    return (double)rarest(class);
}

static const privacy_model privacy_model_rarity = {
    .name = "rarity",
    .summary = "each value of a class has so many rows",
    .parameter = "rows",
    .larger_is_safer = true,
    .check = check,
    .inherited = privacy_rule_never_inherited,
    .holds = holds,
    .possible = holds,
    .measure = measure,
};

#define METRIC_ENTRY(name) &metric_##name,
const metric *const metric_list[] = {METRICS(METRIC_ENTRY) METRIC_ENTRY(size) NULL};

#define PRIVACY_MODEL_ENTRY(name) &privacy_model_##name,
const privacy_model *const privacy_model_list[] = {PRIVACY_MODELS(PRIVACY_MODEL_ENTRY)
                                                       PRIVACY_MODEL_ENTRY(rarity) NULL};

/* ---- Where they are shown -------------------------------------------------------------------- */

/* Classes of 3, 2 and 3 rows. Each has a value of its own but B, where both diseases have one; so
 * do the suppressed rows. */
#define EXAMPLE ASSESSED_EXAMPLE, "privacy.models", "rarity rows=2 on=disease"

static void assert_has(const text *of, const char *words) {
    assert_false(of->failed);
    if (!strstr(of->bytes, words))
        fail_msg("no %s in %.3000s", words, of->bytes);
}

static void added_ones_are_in_the_json(void **state) {
    (void)state;
    assessed_table of;
    text json = {0};
    assert_int_equal(assessed_table_make(&of, assessed_release, assessed_original, KEYS(EXAMPLE)),
                     SHOAL_OK);
    assert_near(assessed_table_metric(of.facts, "size"), (9 + 4 + 9) / 10.0);
    assessment_print_json(&json, of.facts);
    assert_has(&json, "\"size\": 2.2\n");
    assert_has(&json, "\"rarity\": 1\n");
    assert_has(&json, "\"rule\": \"rarity rows=2 on=disease\"");
    assert_has(&json, "\"violated_by\": 4");
    text_free(&json);
    assessed_table_close(&of);
}

static void added_ones_are_in_summary_and_page(void **state) {
    (void)state;
    assessed_table of;
    text summary = {0}, page = {0};
    assert_int_equal(assessed_table_make(&of, assessed_release, assessed_original, KEYS(EXAMPLE)),
                     SHOAL_OK);
    assessment_print_summary(&summary, of.facts);
    assessment_print_html(&page, of.facts, false);
    assert_has(&summary, ", size 2.2");
    assert_has(&summary, "rarity rows=2 on=disease on disease: found 1");
    assert_has(&page, "utility.metrics.size");
    assert_has(&page, "rarity: rows");
    assert_has(&page, "models.disease.rarity");
    assert_has(&page, "l and rows");
    text_free(&summary);
    text_free(&page);
    assessed_table_close(&of);
}

/* ---- All that are listed --------------------------------------------------------------------- */

static void every_metric_is_in_the_json(void **state) {
    (void)state;
    assessed_table of;
    assert_int_equal(
        assessed_table_make(&of, assessed_release, assessed_original, KEYS(ASSESSED_EXAMPLE)),
        SHOAL_OK);
    size_t count = 0;
    while (metric_list[count])
        count++;
    assert_int_equal(of.facts->utility.metric_count, count);
    for (size_t i = 0; i < count; i++)
        assert_string_equal(of.facts->utility.metrics[i].name, metric_list[i]->name);
    assessed_table_close(&of);
}

static void every_model_of_attributes_has_a_figure(void **state) {
    (void)state;
    arena memory = {0};
    size_t count;
    const privacy_figure *figures = privacy_figures(&count, &memory);
    assert_non_null(figures);
    for (size_t i = 0; privacy_model_list[i]; i++) {
        size_t found = 0;
        for (size_t f = 0; f < count; f++)
            found += figures[f].rule.model == privacy_model_list[i];
        assert_int_equal(found > 0, !privacy_model_list[i]->of_population);
    }
    arena_free(&memory);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(added_ones_are_in_the_json),
        cmocka_unit_test(added_ones_are_in_summary_and_page),
        cmocka_unit_test(every_metric_is_in_the_json),
        cmocka_unit_test(every_model_of_attributes_has_a_figure),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
