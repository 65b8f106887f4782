/* Hierarchies: from text, labels, values and files; in plans; and what is wrong with a file. */
#include "example.h"

static void texts(void) {
    shoal_error error = {0};
    /* [shoal_hierarchy_parse shoal_hierarchy_values shoal_hierarchy_height] */
    /* [shoal_hierarchy_find shoal_hierarchy_label] */
    static const char cities[] = "Bonn;west;*\n"
                                 "Köln;west;*\n"
                                 "Jena;east;*\n";
    shoal_hierarchy *regions = NULL;
    must(shoal_hierarchy_parse(&regions, cities, strlen(cities), &error), &error);
    check(shoal_hierarchy_values(regions) == 3);
    check(shoal_hierarchy_height(regions) == 2); /* levels above the cities */
    int64_t jena = shoal_hierarchy_find(regions, "Jena");
    check(same(shoal_hierarchy_label(regions, jena, 0), "Jena"));
    check(same(shoal_hierarchy_label(regions, jena, 1), "east"));
    check(!shoal_hierarchy_label(regions, jena, 3)); /* there is no such level */
    check(shoal_hierarchy_find(regions, "Rome") == -1);
    /* [] */

    /* [shoal_hierarchy_write shoal_hierarchy_read] */
    shoal_hierarchy *again = NULL;
    must(shoal_hierarchy_write(regions, "city.csv", &error), &error);
    must(shoal_hierarchy_read(&again, "city.csv", &error), &error);
    check(shoal_hierarchy_values(again) == 3);
    /* [] */
    shoal_hierarchy_free(again);

    /* [shoal_hierarchy_share shoal_hierarchy_free] */
    shoal_hierarchy *other = shoal_hierarchy_share(regions);
    shoal_hierarchy_free(regions); /* one reference */
    check(shoal_hierarchy_height(other) == 2);
    shoal_hierarchy_free(other); /* the last one, and the hierarchy */
    /* [] */
}

static void built(const shoal_table *people) {
    shoal_error error = {0};
    /* [shoal_hierarchy_build] */
    shoal_hierarchy *ages = NULL;
    char *described = NULL;
    must(shoal_hierarchy_build(&ages, people, "age", "ranges:5,10,20", &described, &error), &error);
    printf("%s\n", described);
    int64_t age = shoal_hierarchy_find(ages, "34");
    printf("34, %s, %s\n", shoal_hierarchy_label(ages, age, 1),
           shoal_hierarchy_label(ages, age, 2));
    shoal_free(described);
    shoal_hierarchy_free(ages);
    /* [] */
}

static void labels(const shoal_table *people) {
    shoal_error error = {0};
    shoal_plan *plan = people_plan();
    shoal_table *release = NULL;
    shoal_result *result = NULL;
    shoal_job job = {.size = sizeof job, .table = people, .release = &release};
    /* [shoal_hierarchy_from_labels shoal_plan_set_hierarchy] */
    static const char *const labels[] = {
        "female",
        "any", /* a value and its level 1 */
        "male",
        "any",
    };
    shoal_hierarchy *sexes = NULL;
    must(shoal_hierarchy_from_labels(&sexes, labels, 2, 1, &error), &error);
    must(shoal_plan_set_hierarchy(plan, "sex", sexes, &error), &error);
    shoal_hierarchy_free(sexes); /* the plan has a reference of its own */
    /* [] */
    /* [shoal_plan_set_hierarchy] */
    must(shoal_plan_set(plan, "attributes.sex.min_level", "1", &error), &error);
    must(shoal_anonymize(&result, plan, &job, NULL, &error), &error);
    check(same(shoal_table_value(release, 0, 1), "any"));
    /* [] */
    shoal_result_free(result);
    shoal_table_free(release);

    /* [shoal_plan_set_hierarchy] */
    char *text = NULL;
    check(shoal_plan_format(&text, plan, &error) == SHOAL_USAGE); /* YAML cannot name an object */
    must(shoal_plan_set_hierarchy(plan, "sex", NULL, &error), &error); /* takes it back */
    must(shoal_plan_format(&text, plan, &error), &error);
    shoal_free(text);
    /* [] */
    shoal_plan_free(plan);
}

/* [shoal_hierarchy_check] */
static void show_problem(const char *problem, int64_t line, void *user) {
    (void)user;
    printf("line %d: %s\n", (int)line, problem);
}
/* [] */

static void check_file(const shoal_table *people) {
    shoal_error error = {0};
    /* [shoal_hierarchy_check] */
    write_text("sex.csv", "female;any\nfemale;somebody\n");
    int64_t problems = 0;
    must(shoal_hierarchy_check("sex.csv", people, "sex", show_problem, NULL, &problems, &error),
         &error);
    check(problems == 2); /* female has two labels, and male is not there */
    /* [] */
}

int main(void) {
    shoal_table *people = people_new();
    texts();
    built(people);
    labels(people);
    check_file(people);
    shoal_table_free(people);
    return 0;
}
