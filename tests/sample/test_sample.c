/* The sample register: the same bytes for the same seed, hierarchies that cover it, a country that
 * could exist. */
#include "data/hierarchy.h"
#include "plan/plan.h"
#include "sample/sample.h"
#include "sample/sample_choice.h"
#include "sample/sample_register.h"

#include <dirent.h>
#include <limits.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#define PEOPLE 20000

static char home[PATH_MAX];

static int enter_folder(void **state) {
    (void)state;
    char template[] = "/tmp/shoal-sample-XXXXXX";
    return getcwd(home, sizeof home) && mkdtemp(template) && chdir(template) == 0 ? 0 : -1;
}

static int leave_folder(void **state) {
    (void)state;
    char here[PATH_MAX], command[PATH_MAX + 20];
    if (!getcwd(here, sizeof here) || chdir(home) != 0)
        return -1;
    snprintf(command, sizeof command, "rm -rf '%s'", here);
    return system(command);
}

static int count_entries(const char *path) {
    DIR *folder = opendir(path);
    assert_non_null(folder);
    int count = 0;
    for (struct dirent *entry; (entry = readdir(folder));)
        count += strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0;
    closedir(folder);
    return count;
}

static char *read_whole(const char *path) {
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    assert_int_equal(fseek(file, 0, SEEK_END), 0);
    long length = ftell(file);
    rewind(file);
    char *bytes = malloc((size_t)length + 1);
    assert_non_null(bytes);
    assert_int_equal(fread(bytes, 1, (size_t)length, file), length);
    bytes[length] = '\0';
    fclose(file);
    return bytes;
}

static void write_sample(const char *path, int64_t rows, uint64_t seed) {
    sample_options options = {.rows = rows, .seed = seed};
    shoal_error error = {0};
    if (sample_write(path, &options, &error) != SHOAL_OK)
        fail_msg("%s", error.message);
}

/* ---- The bytes ---------------------------------------------------------------------------- */

/* A shorter register is the beginning of a longer one, and each row is what drawing it alone
 * gives: so neither the number of rows nor that of threads matters. */
static void test_rows_stand_alone(void **state) {
    (void)state;
    static const int64_t rows[] = {1, 2, 4095, 4096, 4097, 8192, 12289};
    sample_society *society;
    assert_int_equal(sample_society_new(&society, NULL), SHOAL_OK);
    text expected = {0};
    text_add_string(&expected, SAMPLE_HEADER);
    int64_t row = 0;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        for (; row < rows[i]; row++) {
            char line[SAMPLE_LONGEST_LINE];
            sample_person person = sample_person_draw(society, 7, (uint64_t)row);
            text_add(&expected, line, (size_t)(sample_person_write(society, &person, line) - line));
        }
        write_sample("rows.csv", rows[i], 7);
        char *written = read_whole("rows.csv");
        assert_string_equal(written, expected.bytes);
        free(written);
    }
    text_free(&expected);
    sample_society_free(society);
}

static void test_seed_decides(void **state) {
    (void)state;
    write_sample("one.csv", 1000, 1);
    write_sample("again.csv", 1000, 1);
    write_sample("two.csv", 1000, 2);
    char *one = read_whole("one.csv"), *again = read_whole("again.csv");
    char *two = read_whole("two.csv");
    assert_string_equal(one, again);
    assert_string_not_equal(one, two);
    free(one);
    free(again);
    free(two);
}

/* Pinned, so that a change of the generator is a decision. */
static void test_first_lines(void **state) {
    (void)state;
    write_sample("first.csv", 3, 1);
    char *written = read_whole("first.csv");
    assert_string_equal(
        written, SAMPLE_HEADER
        "P00000001,Elin Lundberg,1948-10-29,female,36001,bachelor,retired,Norland,married,2,none,"
        "M81,28600\n"
        "P00000002,Sofia Stenhus,2012-09-13,female,12001,primary,pupil,Norland,single,3,none,J06,"
        "0\n"
        "P00000003,Elias Holmhus,2003-10-31,male,07001,vocational,student,Norland,single,2,none,"
        "J45,6300\n");
    free(written);
}

static void test_longest_line_fits(void **state) {
    (void)state;
    sample_society *society;
    assert_int_equal(sample_society_new(&society, NULL), SHOAL_OK);
    for (uint64_t row = UINT64_MAX - 1000; row < UINT64_MAX - 1; row++) {
        char line[2 * SAMPLE_LONGEST_LINE];
        sample_person person = sample_person_draw(society, UINT64_MAX, row);
        assert_true(sample_person_write(society, &person, line) - line < SAMPLE_LONGEST_LINE);
    }
    sample_society_free(society);
}

/* ---- Choices ------------------------------------------------------------------------------ */

static void test_choice_keeps_weights(void **state) {
    (void)state;
    static const uint32_t weight[] = {0, 1, 5, 94, 0, 400, 500, 0};
    enum { SIZE = sizeof weight / sizeof *weight, DRAWS = 200000 };
    arena memory = {0};
    choice from;
    assert_true(choice_build(&from, &memory, weight, SIZE));
    int64_t drawn[SIZE] = {0};
    random_stream stream = random_open(1, "test", 0);
    for (int i = 0; i < DRAWS; i++)
        drawn[choice_draw(&from, &stream)]++;
    for (size_t i = 0; i < SIZE; i++) {
        int64_t expected = (int64_t)weight[i] * DRAWS / 1000;
        assert_in_range(drawn[i] + DRAWS, DRAWS + expected - expected / 8,
                        DRAWS + expected + expected / 8);
    }
    arena_free(&memory);
}

/* ---- Hierarchies -------------------------------------------------------------------------- */

static size_t count_bytes(const char *bytes, char wanted) {
    size_t count = 0;
    for (; *bytes != '\0'; bytes++)
        count += *bytes == wanted;
    return count;
}

/* Sealing checks that no value occurs twice and that levels are coarsenings. */
static shoal_hierarchy *parse_hierarchy(char *lines) {
    shoal_hierarchy *hierarchy;
    shoal_error error = {0};
    size_t values = count_bytes(lines, '\n');
    int height = (int)(count_bytes(lines, ';') / values);
    assert_int_equal(hierarchy_new(&hierarchy, values, height, &error), SHOAL_OK);
    char *rest = lines;
    for (size_t value = 0; value < values; value++) {
        char *line = strsep(&rest, "\n");
        for (int level = 0; level <= height; level++) {
            char *label = strsep(&line, ";");
            assert_non_null(label);
            hierarchy->labels[value * (size_t)(height + 1) + (size_t)level] =
                arena_text(&hierarchy->memory, label, strlen(label));
        }
        assert_null(line);
    }
    if (hierarchy_seal(hierarchy, &error) != SHOAL_OK)
        fail_msg("%s", error.message);
    return hierarchy;
}

static void open_hierarchies(shoal_hierarchy **out, const sample_society *society) {
    for (int i = 0; i < SAMPLE_QUASI; i++) {
        text lines = {0};
        sample_people.add_hierarchy(&lines, society, i);
        assert_false(lines.failed);
        out[i] = parse_hierarchy(lines.bytes);
        text_free(&lines);
    }
}

static void test_hierarchies_end_in_one_value(void **state) {
    (void)state;
    sample_society *society;
    assert_int_equal(sample_society_new(&society, NULL), SHOAL_OK);
    shoal_hierarchy *hierarchies[SAMPLE_QUASI];
    open_hierarchies(hierarchies, society);
    for (int i = 0; i < SAMPLE_QUASI; i++) {
        for (size_t value = 0; value < hierarchies[i]->values; value++)
            assert_string_equal(hierarchy_label(hierarchies[i], value, hierarchies[i]->height),
                                "*");
        shoal_hierarchy_free(hierarchies[i]);
    }
    sample_society_free(society);
}

/* Columns 2 to 9 are the quasi-identifiers, in the order of sample_people.quasi. */
static void test_hierarchies_cover_the_register(void **state) {
    (void)state;
    sample_society *society;
    assert_int_equal(sample_society_new(&society, NULL), SHOAL_OK);
    shoal_hierarchy *hierarchies[SAMPLE_QUASI];
    open_hierarchies(hierarchies, society);
    for (uint64_t row = 0; row < PEOPLE; row++) {
        char line[SAMPLE_LONGEST_LINE];
        sample_person person = sample_person_draw(society, 3, row);
        *sample_person_write(society, &person, line) = '\0';
        char *rest = line;
        for (int column = 0; column < 2 + SAMPLE_QUASI; column++) {
            const char *value = strsep(&rest, ",");
            if (column >= 2 && strcmp(value, SAMPLE_MISSING) != 0 &&
                hierarchy_find(hierarchies[column - 2], value) < 0)
                fail_msg("%s of row %d is not in the hierarchy of %s", value, (int)row,
                         sample_people.quasi[column - 2]);
        }
    }
    for (int i = 0; i < SAMPLE_QUASI; i++)
        shoal_hierarchy_free(hierarchies[i]);
    sample_society_free(society);
}

/* ---- Tendencies --------------------------------------------------------------------------- */

typedef bool person_test(const sample_person *person, uint32_t postcode);

#define PERSON_TEST(name, expression)                                                              \
    static bool name(const sample_person *person, uint32_t postcode) {                             \
        (void)person, (void)postcode;                                                              \
        return expression;                                                                         \
    }
PERSON_TEST(anyone, person->number > 0)
PERSON_TEST(child, person->year > 2008)
PERSON_TEST(adult, person->year <= 1999)
PERSON_TEST(young, person->year >= 1985 && person->year <= 1999)
PERSON_TEST(old, person->year <= 1950)
PERSON_TEST(woman, person->sex == SAMPLE_FEMALE)
PERSON_TEST(man, person->sex == SAMPLE_MALE)
PERSON_TEST(grown_woman, adult(person, 0) && woman(person, 0))
PERSON_TEST(grown_man, adult(person, 0) && man(person, 0))
PERSON_TEST(graduate, person->education >= 6)
PERSON_TEST(unschooled_adult, adult(person, 0) && person->education < 3)
PERSON_TEST(single, person->marital == 0)
PERSON_TEST(widowed, person->marital == 5)
PERSON_TEST(couple, person->marital == SAMPLE_MARRIED)
PERSON_TEST(alone, person->household == 0)
PERSON_TEST(nurse, person->occupation == 6)
PERSON_TEST(electrician, person->occupation == 24)
PERSON_TEST(professional, person->occupation < 6)
PERSON_TEST(worker, person->occupation < SAMPLE_TRADES)
PERSON_TEST(unpaid, person->income == 0)
PERSON_TEST(well_paid, person->income > 500)
PERSON_TEST(foreign, person->country > 0)
PERSON_TEST(capital_region, postcode / 10000 == 1)
PERSON_TEST(border_region, postcode / 10000 == 0)
PERSON_TEST(hypertension, strcmp(sample_diagnoses[person->diagnosis].code, "I10") == 0)
PERSON_TEST(ear_infection, strcmp(sample_diagnoses[person->diagnosis].code, "H66") == 0)
PERSON_TEST(birth, strcmp(sample_diagnoses[person->diagnosis].code, "O80") == 0)
PERSON_TEST(prostate, strcmp(sample_diagnoses[person->diagnosis].code, "C61") == 0)
PERSON_TEST(education_missing, !person->education_known)
PERSON_TEST(occupation_missing, !person->occupation_known)
PERSON_TEST(public_sector, person->sector == 1)

/* Among `group`, the share of `event` lies in [low, high]. */
typedef struct tendency {
    const char *name;
    person_test *group, *event;
    double low, high;
} tendency;

static const tendency tendencies[] = {
    {"about half are women", anyone, woman, 0.48, 0.53},
    {"most of the old are women", old, woman, 0.52, 0.65},
    {"children are a sixth", anyone, child, 0.14, 0.22},
    {"children are single", child, single, 1, 1},
    {"children earn nothing", child, unpaid, 1, 1},
    {"some of the young have a degree", young, graduate, 0.25, 0.45},
    {"few of the old have a degree", old, graduate, 0.02, 0.15},
    {"the young are seldom widowed", young, widowed, 0, 0.01},
    {"the old often are", old, widowed, 0.2, 0.5},
    {"couples do not live alone", couple, alone, 0, 0},
    {"nurses are women", nurse, woman, 0.8, 1},
    {"electricians are men", electrician, man, 0.9, 1},
    {"graduates become professionals", graduate, professional, 0.2, 0.5},
    {"without schooling few do", unschooled_adult, professional, 0, 0.02},
    {"graduates are often well paid", graduate, well_paid, 0.2, 0.6},
    {"without schooling few are", unschooled_adult, well_paid, 0, 0.03},
    {"women are less often well paid", grown_woman, well_paid, 0.02, 0.12},
    {"men are so more often", grown_man, well_paid, 0.1, 0.2},
    {"a minority was born abroad", anyone, foreign, 0.05, 0.18},
    {"more in the capital's region", capital_region, foreign, 0.18, 0.26},
    {"fewer far from it", border_region, foreign, 0.01, 0.08},
    {"the capital's region is large", anyone, capital_region, 0.14, 0.3},
    {"high blood pressure comes with age", old, hypertension, 0.08, 0.2},
    {"and is rare in the young", young, hypertension, 0, 0.04},
    {"children have ear infections", child, ear_infection, 0.04, 0.25},
    {"the old do not", old, ear_infection, 0, 0.01},
    {"women give birth", birth, woman, 1, 1},
    {"men have prostates", prostate, man, 1, 1},
    {"a few schoolings are not known", anyone, education_missing, 0.01, 0.04},
    {"a few occupations are not known", anyone, occupation_missing, 0.01, 0.04},
    {"children's are all known", child, education_missing, 0, 0},
    {"a quarter work for the public", worker, public_sector, 0.15, 0.35}};

static void test_tendencies(void **state) {
    (void)state;
    enum { COUNT = sizeof tendencies / sizeof *tendencies };
    int64_t group[COUNT] = {0}, event[COUNT] = {0};
    sample_society *society;
    assert_int_equal(sample_society_new(&society, NULL), SHOAL_OK);
    size_t codes;
    const uint32_t *postcodes = sample_postcodes(society, &codes);
    for (uint64_t row = 0; row < PEOPLE; row++) {
        sample_person person = sample_person_draw(society, 11, row);
        uint32_t postcode = postcodes[person.postcode];
        for (size_t i = 0; i < COUNT; i++) {
            bool in_group = tendencies[i].group(&person, postcode);
            group[i] += in_group;
            event[i] += in_group && tendencies[i].event(&person, postcode);
        }
    }
    int failures = 0;
    for (size_t i = 0; i < COUNT; i++) {
        double share = (double)event[i] / (double)group[i];
        if (group[i] < 20 || share < tendencies[i].low || share > tendencies[i].high) {
            print_error("%s: %.4f of %d\n", tendencies[i].name, share, (int)group[i]);
            failures++;
        }
    }
    sample_society_free(society);
    assert_int_equal(failures, 0);
}

/* ---- Files -------------------------------------------------------------------------------- */

typedef struct naming {
    const char *register_path, *plan, *folder;
} naming;

static const naming namings[] = {
    {"people.csv", "people.plan.yaml", "people.hierarchies"},
    {"nosuffix", "nosuffix.plan.yaml", "nosuffix.hierarchies"},
    {".hidden", ".hidden.plan.yaml", ".hidden.hierarchies"},
    {"a.b/c", "a.b/c.plan.yaml", "a.b/c.hierarchies"},
    {"packed.csv.gz", "packed.plan.yaml", "packed.hierarchies"},
    {"rows.gz", "rows.plan.yaml", "rows.hierarchies"},
    {".gz", ".gz.plan.yaml", ".gz.hierarchies"},
    {"a.b/d.e.csv", "a.b/d.e.plan.yaml", "a.b/d.e.hierarchies"},
    {"odd \"na\\me\t: #.csv", "odd \"na\\me\t: #.plan.yaml", "odd \"na\\me\t: #.hierarchies"}};

static void test_plan_finds_its_hierarchies(void **state) {
    (void)state;
    assert_int_equal(mkdir("a.b", 0777), 0);
    for (size_t i = 0; i < sizeof namings / sizeof *namings; i++) {
        shoal_plan *plan;
        shoal_error error = {0};
        write_sample(namings[i].register_path, 10, 1);
        assert_int_equal(count_entries(namings[i].folder), SAMPLE_QUASI);
        assert_int_equal(shoal_plan_new(&plan, &error), SHOAL_OK);
        if (shoal_plan_read(plan, namings[i].plan, &error) != SHOAL_OK)
            fail_msg("%s: %s", namings[i].plan, error.message);
        assert_int_equal(plan->k, 5);
        assert_true(plan->suppression > 0.0199 && plan->suppression < 0.0201);
        assert_int_equal(plan_count_role(plan, ROLE_QUASI), SAMPLE_QUASI);
        assert_int_equal(plan_count_role(plan, ROLE_IDENTIFIER), 2);
        assert_int_equal(plan_role_of(plan, "diagnosis"), ROLE_SENSITIVE);
        assert_int_equal(access(plan->hierarchies, R_OK), 0);
        shoal_plan_free(plan);
    }
}

static void test_failure_leaves_nothing(void **state) {
    (void)state;
    shoal_error error = {0};
    sample_options options = {.rows = 10};
    assert_int_equal(mkdir("empty", 0777), 0);
    assert_int_equal(sample_write("empty/none/x.csv", &options, &error), SHOAL_IO);
    /* The plan's name is taken by a folder: found out only when all else is in place. */
    assert_int_equal(mkdir("empty/x.plan.yaml", 0777), 0);
    assert_int_equal(sample_write("empty/x.csv", &options, &error), SHOAL_IO);
    assert_int_equal(count_entries("empty"), 1);
    options.rows = -1;
    assert_int_equal(sample_write("empty/y.csv", &options, &error), SHOAL_USAGE);
    assert_int_equal(sample_write("", NULL, &error), SHOAL_USAGE);
    assert_int_equal(count_entries("empty"), 1);
}

static void test_default_is_ten_thousand_rows(void **state) {
    (void)state;
    assert_int_equal(sample_write("default.csv", NULL, NULL), SHOAL_OK);
    char *written = read_whole("default.csv");
    assert_int_equal(count_bytes(written, '\n'), 10001);
    free(written);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rows_stand_alone),
        cmocka_unit_test(test_seed_decides),
        cmocka_unit_test(test_first_lines),
        cmocka_unit_test(test_longest_line_fits),
        cmocka_unit_test(test_choice_keeps_weights),
        cmocka_unit_test(test_hierarchies_end_in_one_value),
        cmocka_unit_test(test_hierarchies_cover_the_register),
        cmocka_unit_test(test_tendencies),
        cmocka_unit_test(test_plan_finds_its_hierarchies),
        cmocka_unit_test(test_failure_leaves_nothing),
        cmocka_unit_test(test_default_is_ten_thousand_rows),
    };
    return cmocka_run_group_tests_name("sample", tests, enter_folder, leave_folder);
}
