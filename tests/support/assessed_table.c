#include "support/assessed_table.h"

#include "store/csv_source.h"

#include <math.h>

shoal_table *assessed_table_read(const char *csv) {
    shoal_table *made = NULL;
    source_options options = {.delimiter = ',', .header = SHOAL_YES};
    assert_int_equal(csv_read_memory(&made, csv, strlen(csv), &options, NULL), SHOAL_OK);
    return made;
}

shoal_status assessed_table_make(assessed_table *out, const char *csv, const char *original,
                                 const char *const *keys) {
    *out = (assessed_table){0};
    assert_int_equal(shoal_plan_new(&out->plan, NULL), SHOAL_OK);
    for (size_t i = 0; keys[i]; i += 2)
        assert_int_equal(shoal_plan_set(out->plan, keys[i], keys[i + 1], NULL), SHOAL_OK);
    out->table = assessed_table_read(csv);
    out->original = original ? assessed_table_read(original) : NULL;
    assessment_input input = {.plan = out->plan,
                              .table = out->table,
                              .path = "table.csv",
                              .original = out->original,
                              .original_path = "original.csv"};
    return assessment_make(&out->facts, &input, &out->error);
}

void assessed_table_close(assessed_table *of) {
    assessment_free(of->facts);
    shoal_table_free(of->table);
    shoal_table_free(of->original);
    shoal_plan_free(of->plan);
}

double assessed_table_metric(const assessment *facts, const char *name) {
    for (size_t i = 0; i < facts->utility.metric_count; i++)
        if (strcmp(facts->utility.metrics[i].name, name) == 0)
            return facts->utility.metrics[i].value;
    fail_msg("no metric %s", name);
    return 0;
}

void assert_near(double found, double expected) {
    if (isnan(expected)   ? !isnan(found)
        : isinf(expected) ? found != expected
                          : !(fabs(found - expected) < 1e-12))
        fail_msg("found %.17g, expected %.17g", found, expected);
}

const char assessed_original[] = "age,sex,disease,pay,works\n"
                                 "21,f,flu,10,yes\n"
                                 "23,f,flu,20,yes\n"
                                 "25,f,cold,30,no\n"
                                 "27,m,flu,10,yes\n"
                                 "29,m,ulcer,20,yes\n"
                                 "31,f,cold,30,yes\n"
                                 "35,f,cold,10,yes\n"
                                 "38,f,ulcer,20,yes\n"
                                 "34,m,flu,30,yes\n"
                                 "52,m,ulcer,20,no\n";
const char assessed_release[] = "age,sex,disease,pay,works\n"
                                "20-29,f,flu,10,yes\n"
                                "20-29,f,flu,20,yes\n"
                                "20-29,f,cold,30,no\n"
                                "20-29,m,flu,10,yes\n"
                                "20-29,m,ulcer,20,yes\n"
                                "30-39,f,cold,30,yes\n"
                                "30-39,f,cold,10,yes\n"
                                "30-39,f,ulcer,20,yes\n"
                                "*,*,flu,30,yes\n"
                                "*,*,ulcer,20,no\n";
