/* Releases held against their plan: in a file, in several, with persons, and in memory. */
#include "example.h"

static const char *const files[] = {"first.csv", "second.csv"};

static void write_release(void) {
    write_text("safe.csv", "age,sex\n20-39,f\n20-39,f\n20-39,m\n20-39,m\n");
    write_text("first.csv", "age,sex\n20-39,f\n20-39,m\n");
    write_text("second.csv", "age,sex\n20-39,f\n20-39,m\n");
}

static void verify_files(const shoal_plan *plan) {
    shoal_error error = {0};
    /* [shoal_verify] */
    shoal_verdict verdict = {.size = sizeof verdict};
    must(shoal_verify(&verdict, plan, "safe.csv", &error), &error);
    if (!verdict.holds)
        fprintf(stderr, "%s\n", error.message); /* why */
    check(verdict.holds && verdict.rows == 4 && verdict.classes == 2 && verdict.k_eff == 2);
    /* [] */

    /* [shoal_verify_files] */
    shoal_verdict both = {.size = sizeof both};
    must(shoal_verify_files(&both, plan, files, 2, &error), &error);
    check(both.holds && both.rows == 4);
    must(shoal_verify_files(&both, plan, files, 1, &error), &error); /* it could be checked, */
    check(!both.holds && both.k_eff == 1);                           /* but does not hold */
    printf("%s\n", error.message);
    /* [] */
}

static void verify_persons(const shoal_plan *plan) {
    shoal_error error = {0};
    /* [shoal_verify_against] */
    shoal_plan *persons = NULL;
    shoal_verdict verdict = {.size = sizeof verdict};
    must(shoal_plan_copy(&persons, plan, &error), &error);
    must(shoal_plan_set(persons, "attributes.person.role", "person", &error), &error);
    must(shoal_plan_set(persons, "order", "input", &error), &error); /* as in visits.csv */
    write_text("visits.csv", "person,age,sex\n1,20,f\n1,20,f\n2,31,m\n3,35,m\n");
    const char *release = "safe.csv"; /* its rows are those of visits.csv, in their order */
    must(shoal_verify_against(&verdict, persons, &release, 1, "visits.csv", &error), &error);
    check(verdict.persons == 3 && verdict.k_eff_rows == 2);
    check(!verdict.holds && verdict.k_eff == 1); /* all rows of women are of one person */
    /* [] */
    shoal_plan_free(persons);
}

static void verify_table(const shoal_plan *plan) {
    shoal_error error = {0};
    shoal_table *release = NULL;
    must(shoal_table_read(&release, "safe.csv", NULL, &error), &error);
    /* [shoal_verify_release] */
    shoal_verdict verdict = {.size = sizeof verdict};
    shoal_verify_job job = {.size = sizeof job, .table = release};
    must(shoal_verify_release(&verdict, plan, &job, &error), &error);
    check(verdict.holds);
    shoal_verify_job parts = {.size = sizeof parts, .paths = files, .path_count = 2};
    must(shoal_verify_release(&verdict, plan, &parts, &error), &error);
    check(verdict.holds && verdict.rows == 4);
    /* [] */
    shoal_table_free(release);
}

int main(void) {
    shoal_error error = {0};
    shoal_plan *plan = NULL;
    must(shoal_plan_new(&plan, &error), &error);
    must(shoal_plan_set(plan, "privacy.k", "2", &error), &error);
    must(shoal_plan_set(plan, "attributes.age.role", "quasi", &error), &error);
    must(shoal_plan_set(plan, "attributes.sex.role", "quasi", &error), &error);
    write_release();
    verify_files(plan);
    verify_persons(plan);
    verify_table(plan);
    shoal_plan_free(plan);
    return 0;
}
