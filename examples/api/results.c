/* Results as trees of values. */
#include "example.h"

#include <math.h>

static shoal_result *release_people(void) {
    shoal_table *people = people_new(), *release = NULL;
    shoal_plan *plan = people_plan();
    shoal_result *result = NULL;
    shoal_error error = {0};
    shoal_job job = {.size = sizeof job, .table = people, .release = &release};
    must(shoal_anonymize(&result, plan, &job, NULL, &error), &error);
    shoal_table_free(release);
    shoal_table_free(people);
    shoal_plan_free(plan);
    return result;
}

/* [shoal_value_kind_of shoal_value_count shoal_value_at shoal_value_key] */
/* [shoal_value_number shoal_value_text shoal_value_flag] */
static void print(const shoal_value *value, int depth) {
    switch (shoal_value_kind_of(value)) {
    case SHOAL_VALUE_NULL:
        printf("null\n");
        break;
    case SHOAL_VALUE_FLAG:
        printf("%s\n", shoal_value_flag(value) ? "yes" : "no");
        break;
    case SHOAL_VALUE_NUMBER:
        printf("%g\n", shoal_value_number(value));
        break;
    case SHOAL_VALUE_TEXT:
        printf("%s\n", shoal_value_text(value));
        break;
    case SHOAL_VALUE_LIST:
    case SHOAL_VALUE_OBJECT:
        printf("\n");
        for (size_t i = 0; i < shoal_value_count(value); i++) {
            const char *key = shoal_value_key(value, i); /* NULL in a list */
            printf("%*s%s ", depth + 2, "", key ? key : "-");
            print(shoal_value_at(value, i), depth + 2);
        }
    }
}
/* [] */

static void parse(void) {
    /* [shoal_value_parse shoal_value_free] */
    static const char json[] = "{\"k\": [2, 5], \"name\": \"safe\"}";
    shoal_error error = {0};
    shoal_value *asked = NULL;
    must(shoal_value_parse(&asked, json, strlen(json), &error), &error);
    check(same(shoal_value_text(shoal_value_get(asked, "name")), "safe"));
    check(shoal_value_number(shoal_value_at(shoal_value_get(asked, "k"), 1)) == 5);
    shoal_value_free(asked);
    check(shoal_value_parse(&asked, "{]", 2, &error) == SHOAL_BAD_DATA && !asked);
    /* [] */
}

int main(void) {
    parse();
    shoal_result *result = release_people();
    /* [shoal_result_value shoal_value_get] */
    const shoal_value *root = shoal_result_value(result);
    const shoal_value *ages = shoal_value_get(shoal_value_get(root, "attributes"), "age");
    check(shoal_value_kind_of(root) == SHOAL_VALUE_OBJECT);
    check(shoal_value_number(shoal_value_get(ages, "loss")) >= 0);
    check(!shoal_value_get(shoal_value_get(root, "no such"), "member")); /* calls can be nested */
    /* [] */
    print(ages, 0);

    /* [shoal_result_number shoal_result_text] */
    check(same(shoal_result_text(result, "outcome"), "optimal"));
    check(shoal_result_number(result, "k") == 3 && shoal_result_number(result, "k_eff") >= 3);
    check(shoal_result_number(result, "attributes.age.loss") ==
          shoal_value_number(shoal_value_get(ages, "loss")));
    check(isnan(shoal_result_number(result, "outcome"))); /* a text is no number */
    check(!shoal_result_text(result, "attributes.nobody.loss"));
    /* [] */
    shoal_result_free(result);
    return 0;
}
