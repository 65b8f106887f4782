/* Roles that are suggested for the benchmark tables, against those that a careful person chose:
 * careful_choice.txt. With SHOAL_TEST_ROLES set, all suggestions are printed with their reasons. */
#include "support/columns.h"

#include "measure/tells.h"
#include "recognize/role_suggestion.h"
#include "sample/sample.h"
#include "store/source.h"

#include <fnmatch.h>
#include <stdio.h>
#include <unistd.h>

#define MOST_COLUMNS 128
#define MOST_JUDGED 20000 /* rows that are looked at for ties */

/* ---- The choice ------------------------------------------------------------------------------ */

typedef struct chosen_role {
    char table[64], column[64];
    char roles[64]; /* "quasi|plain": the first is the choice, the others are as good */
} chosen_role;

static chosen_role choice[512];
static size_t choice_count;

static void read_choice(void) {
    const char *folder = getenv("SHOAL_SOURCE");
    char path[4096], line[400], table[64] = "";
    snprintf(path, sizeof path, "%s/tests/recognize/careful_choice.txt", folder ? folder : ".");
    FILE *file = fopen(path, "r");
    if (!file)
        fail_msg("%s is not there", path);
    while (fgets(line, sizeof line, file)) {
        chosen_role *to = &choice[choice_count];
        if (line[0] == '#' || line[0] == '\n' || sscanf(line, "table %63[^\n]", table) == 1)
            continue;
        assert_true(choice_count < sizeof choice / sizeof *choice);
        snprintf(to->table, sizeof to->table, "%s", table);
        assert_int_equal(sscanf(line, "%63s %63s", to->column, to->roles), 2);
        choice_count++;
    }
    fclose(file);
}

static const char *chosen_for(const char *table, const char *name) {
    for (size_t i = 0; i < choice_count; i++)
        if (strcmp(choice[i].table, table) == 0 && fnmatch(choice[i].column, name, 0) == 0)
            return choice[i].roles;
    fail_msg("%s: nobody chose a role for %s", table, name);
    return NULL;
}

static const char *role_named(plan_role role) {
    static const char *const names[] = {
        [ROLE_PLAIN] = "plain",           [ROLE_QUASI] = "quasi",   [ROLE_SENSITIVE] = "sensitive",
        [ROLE_IDENTIFIER] = "identifier", [ROLE_PERSON] = "person", [ROLE_HOUSEHOLD] = "household",
        [ROLE_WEIGHT] = "weight"};
    return names[role];
}

static bool is_chosen(const char *roles, const char *role) {
    return strncmp(roles, role, strlen(role)) == 0;
}

/* ---- What columns tell of each other --------------------------------------------------------- */

typedef struct judged_table {
    const shoal_table *table;
    size_t rows;
    uint32_t *code[MOST_COLUMNS];
    uint32_t *count;
    told_chances chances[MOST_COLUMNS];
} judged_table;

static told_column told_of(const judged_table *of, size_t c) {
    return (told_column){of->code[c], (uint32_t)of->table->column[c].values.size};
}

static bool tells(const judged_table *of, size_t by, size_t other) {
    told_column own = told_of(of, by), told = told_of(of, other);
    told_groups groups;
    assert_true(told_groups_make(&groups, &own, of->rows));
    telling found = told_count(&groups, &told, &of->chances[other], NULL, of->count);
    told_groups_free(&groups);
    return found.judged >= 10 && telling_gain(&found) >= 0.9;
}

static void judge(judged_table *out, const shoal_table *table) {
    size_t most = 1;
    *out = (judged_table){.table = table,
                          .rows = table->rows < MOST_JUDGED ? table->rows : MOST_JUDGED};
    for (size_t c = 0; c < table->columns; c++)
        most = table->column[c].values.size > most ? table->column[c].values.size : most;
    out->count = calloc(most, sizeof *out->count);
    assert_non_null(out->count);
    for (size_t c = 0; c < table->columns; c++) {
        out->code[c] = calloc(out->rows + 1, sizeof *out->code[c]);
        assert_non_null(out->code[c]);
        codes_read(&table->column[c].codes, 0, out->rows, out->code[c]);
        told_column of = told_of(out, c);
        told_chances_fill(&out->chances[c], &of, out->rows, out->count);
    }
}

static void find_ties(column_ties *ties, const column_profile *profile, const shoal_table *table) {
    judged_table of;
    judge(&of, table);
    for (size_t a = 0; a < table->columns; a++) {
        ties[a] = (column_ties){0, 0, -1};
        for (size_t b = 0; b < table->columns; b++) {
            if (a == b || profile[b].distinct < 2 || profile[b].naming > 0.9)
                continue;
            bool told = tells(&of, a, b);
            ties[a].judged++;
            ties[a].told += told;
            if (told && ties[a].copies < 0 && profile[a].naming <= 0.5 && tells(&of, b, a))
                ties[a].copies = (int64_t)b;
        }
    }
    for (size_t c = 0; c < table->columns; c++)
        free(of.code[c]);
    free(of.count);
}

/* ---- The comparison -------------------------------------------------------------------------- */

typedef struct hits {
    size_t quasi, found;   /* quasi-identifiers of the choice, and of them those suggested */
    size_t others, alarms; /* columns that are certainly none, and of them those suggested */
    size_t names, missed;  /* identifiers and keys of persons, and of them those not found */
} hits;

static void compare(hits *to, const char *table, const char *name, const role_suggestion *found) {
    const char *roles = chosen_for(table, name), *role = role_named(found->role);
    bool names = is_chosen(roles, "identifier") || is_chosen(roles, "person");
    bool right = strstr(roles, role) != NULL;
    to->quasi += is_chosen(roles, "quasi");
    to->found += is_chosen(roles, "quasi") && found->role == ROLE_QUASI;
    to->others += !strstr(roles, "quasi");
    to->alarms += !strstr(roles, "quasi") && found->role == ROLE_QUASI;
    to->names += names;
    to->missed += names && !right;
    if (!right || getenv("SHOAL_TEST_ROLES"))
        print_message("  %s %s: %s (%s %.2f: %s), chosen %s\n", right ? " " : "!", name, role,
                      role_certainty_name(found->certainty), found->number, found->reason, roles);
}

static void check_table(const char *name, const shoal_table *table) {
    static column_profile profile[MOST_COLUMNS];
    static column_ties ties[MOST_COLUMNS];
    static role_suggestion suggestion[MOST_COLUMNS];
    hits all = {0};
    shoal_plan *plan = NULL;
    shoal_error error = {0};
    assert_true(table->columns <= MOST_COLUMNS);
    assert_int_equal(shoal_plan_new(&plan, NULL), SHOAL_OK);
    for (size_t c = 0; c < table->columns; c++)
        assert_int_equal(
            column_profile_make(&profile[c], &table->column[c], table->rows, plan, &error),
            SHOAL_OK);
    find_ties(ties, profile, table);
    role_suggestions_make(suggestion, profile, ties, table->columns);
    for (size_t c = 0; c < table->columns; c++)
        compare(&all, name, table->column[c].name, &suggestion[c]);
    print_message("%s: %zu of %zu quasi-identifiers, %zu of %zu others called so, %zu of %zu "
                  "identifiers and keys missed\n",
                  name, all.found, all.quasi, all.alarms, all.others, all.missed, all.names);
    assert_int_equal(all.missed, 0);
    assert_true(all.found * 10 >= all.quasi * 9);
    assert_true(all.alarms * 10 <= all.others);
    shoal_plan_free(plan);
}

static void check_file(const char *name, const char *path) {
    shoal_table *table = NULL;
    source_options options = {0};
    shoal_error error = {0};
    if (source_load(&table, NULL, &path, 1, &options, &error) != SHOAL_OK)
        fail_msg("%s", error.message);
    check_table(name, table);
    shoal_table_free(table);
}

static void check_data(const char *name) {
    const char *folder = getenv("SHOAL_DATA");
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", folder ? folder : "../shared/data", name);
    if (access(path, R_OK) != 0) {
        print_message("skipped: %s is not there\n", name);
        skip();
    }
    check_file(name, path);
}

#define TABLES(X)                                                                                  \
    X(adult_raw, "adult-raw/adult.data")                                                           \
    X(adult, "adult/adult.csv")                                                                    \
    X(covid_mx, "covid-mx/covid_mx.csv.gz")                                                        \
    X(creditcard, "creditcard/creditcard.csv")                                                     \
    X(pima, "pima/pima.csv")                                                                       \
    X(cargo2000, "cargo2000/c2k_data_comma.csv")                                                   \
    X(poker, "poker/poker-training.data")                                                          \
    X(census, "census/census.csv")                                                                 \
    X(eia, "eia/eia.csv")                                                                          \
    X(tarragona, "tarragona/tarragona.csv")                                                        \
    X(water_treatment, "water-treatment/water-treatment.data")

#define X(test, name)                                                                              \
    static void test(void **state) {                                                               \
        (void)state;                                                                               \
        check_data(name);                                                                          \
    }
TABLES(X)
#undef X

/* The register is made where it is needed; its plan and hierarchies go with it. */
static void check_sample(const char *name, uint32_t visits) {
    char folder[] = "/tmp/shoal-recognize-XXXXXX", path[64], command[80];
    sample_options options = {.rows = 5000, .visits = visits};
    shoal_error error = {0};
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/register.csv", folder);
    assert_int_equal(sample_write(path, &options, &error), SHOAL_OK);
    check_file(name, path);
    snprintf(command, sizeof command, "rm -r %s", folder);
    assert_int_equal(system(command), 0);
}

static void sample_of_people(void **state) {
    (void)state;
    check_sample("sample", 0);
}

static void sample_of_visits(void **state) {
    (void)state;
    check_sample("sample visits", SAMPLE_USUAL_VISITS);
}

int main(void) {
    read_choice();
    const struct CMUnitTest tests[] = {
#define X(test, name) cmocka_unit_test(test),
        TABLES(X)
#undef X
            cmocka_unit_test(sample_of_people),
        cmocka_unit_test(sample_of_visits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
