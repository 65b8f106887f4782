/* Plans: made, changed, asked, copied, and kept as text. */
#include "example.h"

/* [shoal_plan_new shoal_plan_set shoal_plan_free] */
static shoal_plan *plan_from_settings(void) {
    static const char *const settings[][2] = {
        {"privacy.k", "5"},
        {"suppression", "2%"},
        {"attributes.age.role", "quasi"},
        {"attributes.age.hierarchy", "ranges:5,10,20"},
        {"attributes.blood.group.role", "sensitive"}, /* of the attribute blood.group */
    };
    shoal_plan *plan = NULL;
    shoal_error error = {0};
    shoal_status status = shoal_plan_new(&plan, &error);
    for (size_t i = 0; status == SHOAL_OK && i < sizeof settings / sizeof *settings; i++)
        status = shoal_plan_set(plan, settings[i][0], settings[i][1], &error);
    if (status != SHOAL_OK) {
        fprintf(stderr, "%s\n", error.message);
        shoal_plan_free(plan);
        return NULL;
    }
    return plan;
}
/* [] */

/* Names need not be made into texts for a run that neither looks at them nor publishes them. */
static void leave_out(void) {
    /* [shoal_plan_reads] */
    shoal_error error = {0};
    shoal_plan *plan = NULL;
    must(shoal_plan_new(&plan, &error), &error);
    must(shoal_plan_set(plan, "attributes.surname.role", "identifier", &error), &error);
    must(shoal_plan_set(plan, "attributes.patient_id.role", "identifier", &error), &error);
    check(!shoal_plan_reads(plan, "surname"));
    check(shoal_plan_reads(plan, "patient_id")); /* may tell whose row it is */
    check(shoal_plan_reads(plan, "income"));     /* published */
    /* [] */
    shoal_plan_free(plan);
}

/* A wrong key or value leaves the plan as it was. */
static void refuse(shoal_plan *plan) {
    /* [shoal_plan_set] */
    shoal_error error = {0};
    check(shoal_plan_set(plan, "privacy.kk", "5", &error) == SHOAL_USAGE);
    check(same(error.code, "key_unknown"));
    check(shoal_plan_set(plan, "privacy.k", "many", &error) == SHOAL_USAGE);
    check(same(error.code, "value_invalid") && same(error.key, "privacy.k"));
    /* [] */
}

static void ask(const shoal_plan *plan) {
    /* [shoal_plan_get shoal_free] */
    shoal_error error = {0};
    char *value = NULL;
    must(shoal_plan_get(&value, plan, "suppression", &error), &error);
    check(same(value, "0.02"));
    shoal_free(value);
    must(shoal_plan_get(&value, plan, "target", &error), &error);
    check(value == NULL); /* not set */
    /* [] */

    /* [shoal_plan_attribute] */
    const char *name = NULL;
    for (size_t i = 0; (name = shoal_plan_attribute(plan, i)); i++)
        printf("%s\n", name);
    check(same(shoal_plan_attribute(plan, 1), "blood.group"));
    check(!shoal_plan_attribute(plan, 2));
    /* [] */
}

static void copy(const shoal_plan *plan) {
    /* [shoal_plan_copy] */
    shoal_error error = {0};
    shoal_plan *stricter = NULL;
    char *k = NULL;
    must(shoal_plan_copy(&stricter, plan, &error), &error);
    must(shoal_plan_set(stricter, "privacy.k", "10", &error), &error);
    must(shoal_plan_get(&k, plan, "privacy.k", &error), &error);
    check(same(k, "5")); /* the other plan is as it was */
    shoal_free(k);
    shoal_plan_free(stricter);
    /* [] */
}

static void texts(shoal_plan *plan) {
    /* [shoal_plan_parse] */
    static const char yaml[] = "version: 1\n"
                               "attributes:\n"
                               "  sex: {role: quasi}\n"
                               "privacy: {k: 7}\n";
    shoal_error error = {0};
    must(shoal_plan_parse(plan, yaml, strlen(yaml), &error), &error);
    check(shoal_plan_parse(plan, "privacy: [", 10, &error) == SHOAL_USAGE && error.line == 1);
    /* [] */

    /* [shoal_plan_format] */
    char *text = NULL;
    must(shoal_plan_format(&text, plan, &error), &error);
    check(strstr(text, "k: 7") != NULL);
    shoal_free(text);
    /* [] */

    /* [shoal_plan_write shoal_plan_read] */
    shoal_plan *again = NULL;
    must(shoal_plan_write(plan, "people.plan.yaml", &error), &error);
    must(shoal_plan_new(&again, &error), &error);
    must(shoal_plan_read(again, "people.plan.yaml", &error), &error);
    check(same(shoal_plan_attribute(again, 2), "sex"));
    shoal_plan_free(again);
    /* [] */
}

/* A plan that lies in memory, as if it were a file of the folder. */
static void of_folder(void) {
    /* [shoal_plan_parse_in] */
    static const char yaml[] = "attributes: {age: {role: quasi, hierarchy: age.csv}}\n";
    shoal_error error = {0};
    shoal_plan *plan = NULL;
    char *path = NULL;
    must(shoal_plan_new(&plan, &error), &error);
    must(shoal_plan_parse_in(plan, yaml, strlen(yaml), "/srv/people", &error), &error);
    must(shoal_plan_get(&path, plan, "attributes.age.hierarchy", &error), &error);
    check(same(path, "/srv/people/age.csv"));
    /* [] */
    shoal_free(path);
    shoal_plan_free(plan);
}

static void unset(shoal_plan *plan) {
    /* [shoal_plan_unset] */
    shoal_error error = {0};
    char *value = NULL;
    must(shoal_plan_set(plan, "target", "income", &error), &error);
    must(shoal_plan_unset(plan, "target", &error), &error);
    must(shoal_plan_get(&value, plan, "target", &error), &error);
    check(value == NULL);
    must(shoal_plan_unset(plan, "attributes.age.hierarchy", &error), &error);
    check(shoal_plan_unset(plan, "privacy.kk", &error) == SHOAL_USAGE);
    /* [] */
}

/* What a program needs to show every key in a form, or to offer them as flags. */
static void keys(void) {
    /* [shoal_plan_key_at shoal_plan_key_words] */
    const shoal_plan_key *key = NULL;
    size_t common = 0;
    for (size_t i = 0; (key = shoal_plan_key_at(i)); i++) {
        const char *const *words = shoal_plan_key_words(key);
        if (same(key->key, "missing.rule"))
            check(same(words[0], "category") && same(words[1], "wildcard"));
        if (key->common && key->flag)
            printf("--%-12s %s\n", key->flag, key->summary);
        common += key->common;
    }
    check(common > 5);
    /* [] */
}

int main(void) {
    shoal_plan *plan = plan_from_settings();
    check(plan != NULL);
    refuse(plan);
    leave_out();
    ask(plan);
    copy(plan);
    texts(plan);
    of_folder();
    unset(plan);
    keys();
    shoal_plan_free(plan);
    return 0;
}
