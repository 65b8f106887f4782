/* Tables in memory and files give the same bytes, results, verdicts and refusals: for random
 * tables, layouts, recodings, models, rules for missing values, persons, contexts and threads. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "support/handed_columns.h"
#include "support/random_cases.h"
#include "support/visit_table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#ifdef __SANITIZE_ADDRESS__
enum { SHARE = 5 };
#else
enum { SHARE = 1 };
#endif

static uint64_t seed;
static size_t released;

static const char *const recodings[] = {"lattice",  "cut",      "local",
                                        "mondrian", "suppress", "microaggregation"};
enum { RECODINGS = 6 };

/* ---- Texts ------------------------------------------------------------------------------------
 */

static char *file_text(const char *path) {
    FILE *file = fopen(path, "rb");
    char *made = calloc(1 << 20, 1);
    assert_non_null(made);
    if (file) {
        size_t length = fread(made, 1, (1 << 20) - 1, file);
        made[length] = '\0';
        fclose(file);
    }
    return made;
}

/* Lines that tell where a table is and what time was taken are not compared. */
static bool is_own(const char *line) {
    static const char *const keys[] = {"\"path\"",    "\"sha256\"",  "\"read\"",   "\"search\"",
                                       "\"write\"",   "\"verify\"",  "\"assess\"", "\"total\"",
                                       "\"threads\"", "\"seconds\"", "\"grid\":",  "\"costs\":"};
    line += strspn(line, " ");
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        if (strncmp(line, keys[i], strlen(keys[i])) == 0)
            return true;
    return false;
}

/* The first line of a plan to start from names the table. */
static size_t name_length(const char *line) {
    const char *text = line + strspn(line, " ");
    const char *named = strncmp(text, "\"plan\": \"#", 10) == 0 ? strstr(text, "csv:") : NULL;
    if (!named && strncmp(text, "\"plan\": \"#", 10) == 0)
        named = strstr(text, "memory:");
    return named ? (size_t)(strchr(named, ':') - line) : 0;
}

/* Behind the sections that begin here and go by what the order of a file gives away: a table in
 * memory has none to attack. */
static const char *skip_of_order(const char *at) {
    static const char *const sections[] = {"  \"verdict\":", "  \"attacks\":", "  \"warnings\":"};
    for (size_t i = 0; i < sizeof sections / sizeof *sections; i++)
        if (strncmp(at, sections[i], strlen(sections[i])) == 0) {
            at = strstr(at, "\n");
            while (at && strncmp(at, "\n  \"", 4) != 0 && strncmp(at, "\n}", 2) != 0)
                at = strstr(at + 1, "\n");
            assert_non_null(at);
            return skip_of_order(at + 1);
        }
    return at;
}

static void assert_same(const char *a, const char *b, bool of_order) {
    while (*a && *b) {
        a = of_order ? a : skip_of_order(a);
        b = of_order ? b : skip_of_order(b);
        a += name_length(a);
        b += name_length(b);
        size_t first = strcspn(a, "\n"), second = strcspn(b, "\n");
        bool own = is_own(a) && is_own(b);
        if (!own && (first != second || memcmp(a, b, first) != 0))
            fail_msg("the results differ: %.*s and %.*s", (int)first, a, (int)second, b);
        a += first + (a[first] == '\n');
        b += second + (b[second] == '\n');
    }
    assert_int_equal(*a, *b);
}

static void assert_same_result(const shoal_result *one, const shoal_result *other) {
    assert_same(shoal_result_json(one), shoal_result_json(other), true);
}

/* ---- One case ---------------------------------------------------------------------------------
 */

typedef struct memory_case {
    uint64_t index;
    random_stream draw;
    visit_table table;
    visit_rules rules;
    shoal_plan *plan;
    shoal_table *read, *handed;
    shoal_context *context;
} memory_case;

static void set(shoal_plan *plan, const char *key, const char *value) {
    assert_int_equal(shoal_plan_set(plan, key, value, NULL), SHOAL_OK);
}

static void open_case(memory_case *out, uint64_t index, const char *recoding) {
    *out = (memory_case){.index = index, .draw = random_open(seed, recoding, index)};
    do
        visit_table_draw(&out->table, &out->draw, index % 2);
    while (visit_table_without_gaps(&out->table).rows == 0);
    visit_rules_draw(&out->rules, &out->table, &out->draw);
    if (index % 3 == 0)
        out->rules.rules = 0;
    visit_table_write(&out->table);
    out->plan = visit_plan_new(&out->table, &out->rules, recoding);
    set(out->plan, "search.evaluations", "200");
    set(out->plan, "order", "published"); /* in which a table in memory is written, too */
    set(out->plan, "threads", index % 2 ? "2" : "1");
    for (size_t i = 0; index % 4 < 2 && i < out->table.keys; i++)
        set(out->plan, i ? "attributes.p1.role" : "attributes.p0.role", "identifier");
    shoal_context_options options = {.size = sizeof options,
                                     .threads = 1 + (int)random_below(&out->draw, 3),
                                     .calls = (int)random_below(&out->draw, 3)};
    if (random_below(&out->draw, 2))
        assert_int_equal(shoal_context_new(&out->context, &options, NULL), SHOAL_OK);
    assert_int_equal(shoal_table_read(&out->read, "table.csv", out->plan, NULL), SHOAL_OK);
    out->handed = handed_columns(out->read, &out->draw, random_below(&out->draw, 2), out->context);
}

static void close_case(memory_case *of) {
    shoal_table_free(of->handed);
    shoal_table_free(of->read);
    shoal_plan_free(of->plan);
    shoal_context_free(of->context);
}

/* A file with its rows in the order of the input, as a release in memory has them. */
static void keep_order(const memory_case *of) {
    shoal_result *result = NULL;
    shoal_job job = {.size = sizeof job, .input = "table.csv", .output = "kept.csv"};
    set(of->plan, "order", "input");
    assert_int_equal(shoal_anonymize(&result, of->plan, &job, NULL, NULL), SHOAL_OK);
    shoal_result_free(result);
}

static void compare_verdicts(const memory_case *of, const shoal_table *release) {
    bool persons = of->index % 4 >= 2;
    const char *path = "kept.csv";
    shoal_verdict file = {.size = sizeof file}, memory = {.size = sizeof memory};
    shoal_verify_job job = {.size = sizeof job,
                            .table = release,
                            .original_table = persons ? of->handed : NULL,
                            .context = of->context};
    shoal_error first = {0}, second = {0};
    shoal_status one =
        shoal_verify_against(&file, of->plan, &path, 1, persons ? "table.csv" : NULL, &first);
    shoal_status other = shoal_verify_release(&memory, of->plan, &job, &second);
    assert_int_equal(one, other);
    assert_memory_equal(&file, &memory, sizeof file);
    assert_true(one != SHOAL_OK || memory.holds || *first.message);
}

static void compare_assessments(const memory_case *of, const shoal_table *release) {
    shoal_result *one = NULL, *other = NULL;
    shoal_assess_job file = {.size = sizeof file, .input = "kept.csv", .against = "table.csv"};
    shoal_assess_job memory = {.size = sizeof memory,
                               .table = release,
                               .against_table = of->handed,
                               .context = of->context};
    shoal_error first = {0}, second = {0};
    shoal_status status = shoal_assess(&one, of->plan, &file, NULL, &first);
    assert_int_equal(shoal_assess(&other, of->plan, &memory, NULL, &second), status);
    if (status == SHOAL_OK)
        assert_same(shoal_result_json(one), shoal_result_json(other), false);
    shoal_result_free(one);
    shoal_result_free(other);
}

/* What is kept of values is what the release shows of them. */
static void check_recoding(const memory_case *of, const shoal_result *result,
                           const shoal_table *release) {
    int64_t rows;
    const uint8_t *kept = shoal_result_kept(result, &rows);
    assert_int_equal(rows, shoal_table_rows(of->handed));
    for (size_t a = 0; a < of->table.attributes; a++) {
        char name[32];
        snprintf(name, sizeof name, "q%zu", a);
        const shoal_hierarchy *recoding = shoal_result_recoding(result, name);
        int64_t after = 0, before = 0;
        while (strcmp(shoal_table_column_name(release, after), name) != 0)
            after++;
        while (strcmp(shoal_table_column_name(of->handed, before), name) != 0)
            before++;
        for (int64_t row = 0, to = 0; recoding && row < rows; row++) {
            if (kept && !kept[row])
                continue;
            const char *value = shoal_table_value(of->handed, row, before);
            const char *published = shoal_table_value(release, to++, after);
            int64_t at = 0;
            while (strcmp(shoal_hierarchy_label(recoding, at, 0), value) != 0)
                at++;
            if (strcmp(published, "*") != 0)
                assert_string_equal(shoal_hierarchy_label(recoding, at, 1), published);
        }
    }
}

/* The release of a table in memory, written, against that of the file. */
static void compare_release(const memory_case *of, const shoal_result *by_file) {
    shoal_table *release = NULL;
    shoal_result *result = NULL;
    shoal_error error = {0};
    shoal_job job = {.size = sizeof job,
                     .table = of->handed,
                     .release = &release,
                     .keep_recoding = true,
                     .context = of->context};
    if (shoal_anonymize(&result, of->plan, &job, NULL, &error) != SHOAL_OK)
        fail_msg("case %llu: %s", (unsigned long long)of->index, error.message);
    assert_same_result(by_file, result);
    assert_int_equal(shoal_table_write(release, "written.csv", NULL), SHOAL_OK);
    char *one = file_text("release.csv"), *other = file_text("written.csv");
    assert_string_equal(one, other);
    free(one);
    free(other);
    keep_order(of);
    compare_verdicts(of, release);
    compare_assessments(of, release);
    set(of->plan, "order", "published");
    check_recoding(of, result, release);
    shoal_result_free(result);
    shoal_table_free(release);
}

/* The same between a file and memory: each way. */
static void compare_mixed(const memory_case *of) {
    shoal_table *release = NULL;
    shoal_result *result = NULL;
    shoal_job out = {.size = sizeof out, .table = of->handed, .output = "mixed.csv"};
    shoal_job in = {.size = sizeof in, .input = "table.csv", .release = &release};
    assert_int_equal(shoal_anonymize(&result, of->plan, &out, NULL, NULL), SHOAL_OK);
    shoal_result_free(result);
    char *one = file_text("release.csv"), *other = file_text("mixed.csv");
    assert_string_equal(one, other);
    free(other);
    assert_int_equal(shoal_anonymize(&result, of->plan, &in, NULL, NULL), SHOAL_OK);
    shoal_result_free(result);
    assert_int_equal(shoal_table_write(release, "mixed.csv", NULL), SHOAL_OK);
    other = file_text("mixed.csv");
    assert_string_equal(one, other);
    free(one);
    free(other);
    shoal_table_free(release);
}

static void assert_refused_alike(const memory_case *of, shoal_status status,
                                 const shoal_error *by_file) {
    shoal_table *release = (shoal_table *)(void *)of;
    shoal_result *result = NULL;
    shoal_error error = {0};
    shoal_job job = {.size = sizeof job, .table = of->handed, .release = &release};
    assert_int_equal(shoal_anonymize(&result, of->plan, &job, NULL, &error), status);
    assert_null(release);
    if (by_file->code)
        assert_string_equal(error.code, by_file->code);
    shoal_result_free(result);
}

static void compare_case(uint64_t index, const char *recoding) {
    memory_case of;
    shoal_result *result = NULL;
    shoal_error error = {0};
    shoal_job job = {.size = sizeof job, .input = "table.csv", .output = "release.csv"};
    open_case(&of, index, recoding);
    shoal_status status = shoal_anonymize(&result, of.plan, &job, NULL, &error);
    if (status == SHOAL_OK) {
        released++;
        compare_release(&of, result);
        compare_mixed(&of);
    } else {
        assert_refused_alike(&of, status, &error);
    }
    shoal_result_free(result);
    close_case(&of);
}

static void releases_are_the_same(void **state) {
    (void)state;
    size_t cases = property_cases(240) / SHARE;
    for (size_t i = 0; i < cases; i++)
        compare_case(i, recodings[i % RECODINGS]);
    print_message("%zu of %zu released\n", released, cases);
    assert_true(released > cases / 4);
}

static void other_calls_are_the_same(void **state) {
    (void)state;
    for (uint64_t i = 0; i < property_cases(40) / SHARE; i++) {
        memory_case of;
        shoal_result *one = NULL, *other = NULL;
        open_case(&of, i, "lattice");
        shoal_inspect_job look = {.size = sizeof look, .input = "table.csv"};
        shoal_inspect_job held = {.size = sizeof held, .table = of.handed, .context = of.context};
        shoal_status status = shoal_inspect(&one, of.plan, &look, NULL, NULL);
        assert_int_equal(shoal_inspect(&other, of.plan, &held, NULL, NULL), status);
        if (status == SHOAL_OK)
            assert_same_result(one, other);
        shoal_result_free(one);
        shoal_result_free(other);
        shoal_explore_job grid = {.size = sizeof grid, .input = "table.csv", .ks = "2,3"};
        shoal_explore_job of_held = {
            .size = sizeof of_held, .table = of.handed, .ks = "2,3", .context = of.context};
        status = shoal_explore(&one, of.plan, &grid, NULL, NULL);
        assert_int_equal(shoal_explore(&other, of.plan, &of_held, NULL, NULL), status);
        if (status == SHOAL_OK)
            assert_same_result(one, other);
        shoal_result_free(one);
        shoal_result_free(other);
        close_case(&of);
    }
}

static int enter_folder(void **state) {
    static char in_memory[] = "/dev/shm/shoal-memory-XXXXXX";
    static char on_disk[] = "/tmp/shoal-memory-XXXXXX";
    *state = mkdtemp(in_memory);
    if (!*state)
        *state = mkdtemp(on_disk);
    return *state && chdir(*state) == 0 ? 0 : -1;
}

static int leave_folder(void **state) {
    static const char *const files[] = {"table.csv",   "h0.csv",      "h1.csv",    "h2.csv",
                                        "release.csv", "written.csv", "mixed.csv", "kept.csv"};
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        unlink(files[i]);
    return chdir("/") == 0 && rmdir(*state) == 0 ? 0 : -1;
}

int main(void) {
    seed = property_seed();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(releases_are_the_same),
        cmocka_unit_test(other_calls_are_the_same),
    };
    return cmocka_run_group_tests(tests, enter_folder, leave_folder);
}
