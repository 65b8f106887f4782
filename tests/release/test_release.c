/* Writing a release, reading it back, and holding it to what was claimed. */
#include "support/columns.h"

#include "plan/plan.h"
#include "recode/generalization.h"
#include "release/release_verify.h"
#include "store/csv_cells.h"

#include <stdio.h>
#include <unistd.h>
#include <zlib.h>

/* ---- Cells ---------------------------------------------------------------------------------- */

typedef struct escape_case {
    const char *name;
    const char *value;
    char delimiter;
    bool alone;
    const char *written;
} escape_case;

static void cells_are_quoted_where_needed(void **state) {
    (void)state;
    static const escape_case cases[] = {
        {"plain", "abc", ',', false, "abc,"},
        {"empty among others", "", ',', false, ","},
        {"empty alone", "", ',', true, "\"\","},
        {"delimiter", "a,b", ',', false, "\"a,b\","},
        {"another delimiter", "a,b", ';', false, "a,b,"},
        {"quote", "a\"b", ',', false, "\"a\"\"b\","},
        {"only a quote", "\"", ',', false, "\"\"\"\","},
        {"line feed", "a\nb", ',', false, "\"a\nb\","},
        {"carriage return", "a\r", ',', false, "\"a\r\","},
        {"blank in front", " a", ',', false, "\" a\","},
        {"blank behind", "a ", ',', false, "\"a \","},
        {"blank inside", "a b", ',', false, "a b,"},
        {"tab behind", "a\t", ',', false, "\"a\t\","},
        {"byte order mark", "\xEF\xBB\xBF", ',', false, "\"\xEF\xBB\xBF\","},
        {"magic of gzip", "\x1f\x8b", ',', false, "\"\x1f\x8b\","},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        print_message("%s\n", cases[i].name);
        text out = {0};
        csv_cells_form form = {
            .delimiter = cases[i].delimiter, .separator = ',', .quoted = cases[i].alone};
        csv_cells_escape(&out, cases[i].value, strlen(cases[i].value), &form);
        assert_int_equal(out.length, strlen(cases[i].written));
        assert_memory_equal(out.bytes, cases[i].written, out.length);
        text_free(&out);
    }
}

/* The value of every code comes out the same whether the dictionary is copied or not. */
static void large_dictionaries_are_not_copied(void **state) {
    (void)state;
    size_t count = ((size_t)1 << 16) + 1;
    dictionary values = {.size = count};
    values.bytes = malloc(count * 8);
    values.offsets = calloc(count + 1, sizeof *values.offsets);
    for (size_t i = 0; i < count; i++) {
        int length = sprintf(values.bytes + values.offsets[i], i % 2 ? "%05zx" : "%05zx,", i);
        values.offsets[i + 1] = values.offsets[i] + (size_t)length + 1;
    }
    csv_cells large, small;
    csv_cells_form form = {.delimiter = ',', .separator = '\n'};
    assert_int_equal(csv_cells_of_values(&large, &values, &form, NULL), SHOAL_OK);
    assert_null(large.cell);
    values.size--;
    assert_int_equal(csv_cells_of_values(&small, &values, &form, NULL), SHOAL_OK);
    assert_non_null(small.cell);
    assert_true(small.longest <= large.longest);
    for (uint32_t code = 0; code < values.size; code += 101) {
        char one[64], other[64];
        size_t length = (size_t)(csv_cells_put(&large, code, one) - one);
        assert_int_equal(csv_cells_put(&small, code, other) - other, length);
        assert_memory_equal(one, other, length);
    }
    csv_cells_free(&large);
    csv_cells_free(&small);
    free(values.bytes);
    free(values.offsets);
}

/* ---- A small table -------------------------------------------------------------------------- */

#define ROWS 8

typedef struct people {
    shoal_plan *plan;
    shoal_table table;
    column columns[4];
    bound_hierarchy hierarchies[2];
    const codes *quasi[2];
    bound_table bound;
    recoder recoder;
    table_format format;
    generalized_release release;
    release_column uses[4];
    thread_pool *pool;
} people;

static bound_hierarchy bound_hierarchy_of(const column *values, const char *const *rows,
                                          const shoal_plan *plan) {
    bound_hierarchy made;
    shoal_hierarchy *hierarchy = hierarchy_of(rows);
    assert_int_equal(hierarchy_seal(hierarchy, NULL), SHOAL_OK);
    assert_int_equal(bound_hierarchy_bind(&made, values, hierarchy, plan, ROWS, NULL, NULL),
                     SHOAL_OK);
    shoal_hierarchy_free(hierarchy);
    return made;
}

static void fill_columns(people *made) {
    static const char *const names[] = {"Ann", "Bob", "Cy", "Di", "Ed", "Flo", "Gus", "Hal"};
    static const char *const ages[] = {"31", "34", "34", "31", "58", "58", "34", "52"};
    static const char *const sexes[] = {"f", "m", "m", "f", "m", "m", "f", "f"};
    static const char *const notes[] = {"a", "b,c", "", "d\"", " e", "f", "g", "h"};
    made->columns[0] = column_of("name", names, ROWS);
    made->columns[1] = column_of("age", ages, ROWS);
    made->columns[2] = column_of("sex, at birth", sexes, ROWS);
    made->columns[3] = column_of("note", notes, ROWS);
    made->table = (shoal_table){.rows = ROWS, .columns = 4, .column = made->columns};
}

/* Age in decades, k = 2: the two of 30 and f are one class, those of 30 and m another, those of
 * 50 and m a third; Gus joins the first, and Hal alone is suppressed. */
static int people_new(void **state) {
    static const char *const age[] = {"31;3x;*", "34;3x;*", "52;5x;*", "58;5x;*", NULL};
    static const char *const sex[] = {"f;*", "m;*", NULL};
    people *made = calloc(1, sizeof *made);
    assert_int_equal(shoal_plan_new(&made->plan, NULL), SHOAL_OK);
    assert_int_equal(threads_start(&made->pool, 2, NULL), SHOAL_OK);
    fill_columns(made);
    made->hierarchies[0] = bound_hierarchy_of(&made->columns[1], age, made->plan);
    made->hierarchies[1] = bound_hierarchy_of(&made->columns[2], sex, made->plan);
    frequency_input inputs[2];
    for (size_t a = 0; a < 2; a++) {
        made->quasi[a] = &made->columns[a + 1].codes;
        inputs[a] = (frequency_input){made->quasi[a], made->hierarchies[a].ground};
    }
    made->plan->k = 2;
    made->bound = (bound_table){.plan = made->plan,
                                .table = &made->table,
                                .attributes = 2,
                                .quasi_codes = made->quasi,
                                .rows = ROWS,
                                .limit = ROWS,
                                .hierarchies = made->hierarchies,
                                .pool = made->pool};
    made->recoder = (recoder){.kind = &lattice_recoding, .bound = &made->bound};
    assert_int_equal(frequency_build(&made->bound.set, inputs, 2, ROWS, NULL, made->pool, NULL),
                     SHOAL_OK);
    *state = made;
    return 0;
}

static int people_free(void **state) {
    people *made = *state;
    generalized_release_close(&made->release);
    frequency_free(&made->bound.set);
    bound_hierarchy_free(&made->hierarchies[0]);
    bound_hierarchy_free(&made->hierarchies[1]);
    for (size_t i = 0; i < 4; i++)
        column_free(&made->columns[i]);
    threads_stop(made->pool);
    shoal_plan_free(made->plan);
    free(made);
    return 0;
}

static release_task people_task(people *made, uint8_t age, uint8_t sex, column_use identifiers) {
    const uint8_t node[] = {age, sex};
    made->uses[0] = (release_column){.use = identifiers};
    made->uses[1] = (release_column){COLUMN_PUBLISH, 0};
    made->uses[2] = (release_column){COLUMN_PUBLISH, 1};
    made->uses[3] = (release_column){.use = COLUMN_KEEP};
    assert_int_equal(generalized_release_open(&made->release, &made->recoder, made->hierarchies,
                                              node, NULL, NULL),
                     SHOAL_OK);
    /* Hal is suppressed alone, which k = 2 does not allow. */
    made->recoder.publication.claim.k = 1;
    return (release_task){.table = &made->table,
                          .format = made->format,
                          .columns = made->uses,
                          .published = &made->recoder.publication,
                          .pool = made->pool};
}

/* A nameless file that is never published. */
static sink *written_as(const char *name, const release_task *task) {
    sink *made = NULL;
    assert_int_equal(sink_open(&made, name, NULL), SHOAL_OK);
    assert_int_equal(release_write(made, task, NULL), SHOAL_OK);
    return made;
}

static sink *written(const release_task *task) {
    return written_as("-", task);
}

static size_t content_of(const sink *made, char *out, size_t size) {
    ssize_t length = pread(sink_file(made)->descriptor, out, size - 1, 0);
    assert_true(length >= 0);
    out[length] = '\0';
    return (size_t)length;
}

static void assert_written(const release_task *task, const char *expected) {
    char content[1024];
    sink *made = written(task);
    content_of(made, content, sizeof content);
    assert_string_equal(content, expected);
    sink_close(made);
}

/* ---- Writing -------------------------------------------------------------------------------- */

static void identifiers_are_dropped_and_rows_suppressed(void **state) {
    release_task task = people_task(*state, 1, 0, COLUMN_DROP);
    assert_written(&task, "age,\"sex, at birth\",note\n"
                          "3x,f,a\n3x,m,\"b,c\"\n3x,m,\n3x,f,\"d\"\"\"\n"
                          "5x,m,\" e\"\n5x,m,f\n3x,f,g\n*,*,h\n");
}

static void identifiers_are_masked(void **state) {
    people *made = *state;
    release_task task = people_task(made, 2, 1, COLUMN_MASK);
    task.format.csv.delimiter = ';';
    made->columns[0].kept = false;
    assert_written(&task, "name;age;sex, at birth;note\n"
                          "*;*;*;a\n*;*;*;b,c\n*;*;*;\n*;*;*;\"d\"\"\"\n"
                          "*;*;*;\" e\"\n*;*;*;f\n*;*;*;g\n*;*;*;h\n");
}

/* Names that a reader of a file without names would not give must be written. */
static void dropped_rows_and_names_that_say_something(void **state) {
    people *made = *state;
    bool kept[ROWS] = {true, false, true, false, false, false, false, true};
    release_task task = people_task(made, 0, 1, COLUMN_DROP);
    task.kept_rows = kept;
    made->recoder.publication.blanks.rows = NULL;
    task.format.csv.headless = true;
    assert_written(&task, "age,\"sex, at birth\",note\n31,*,a\n34,*,\n52,*,h\n");
}

static void single_empty_cells_are_no_blank_lines(void **state) {
    people *made = *state;
    release_task task = people_task(made, 0, 0, COLUMN_DROP);
    made->uses[1].use = made->uses[2].use = COLUMN_DROP;
    bool kept[ROWS] = {true, false, true};
    task.kept_rows = kept;
    assert_written(&task, "note\na\n\"\"\n");
}

static void gzip_holds_the_same_bytes(void **state) {
    char plain[1024], unpacked[1024], packed[2048];
    release_task task = people_task(*state, 1, 0, COLUMN_DROP);
    sink *made = written(&task);
    size_t length = content_of(made, plain, sizeof plain);
    sink_close(made);
    made = written_as("/tmp/shoal-test-release.csv.gz", &task);
    size_t packed_length = content_of(made, packed, sizeof packed);
    sink_close(made);
    size_t at = 0, got = 0;
    while (at < packed_length) {
        z_stream stream = {.next_in = (Bytef *)packed + at, .avail_in = (uInt)(packed_length - at)};
        stream.next_out = (Bytef *)unpacked + got;
        stream.avail_out = (uInt)(sizeof unpacked - got);
        assert_int_equal(inflateInit2(&stream, 31), Z_OK);
        assert_int_equal(inflate(&stream, Z_FINISH), Z_STREAM_END);
        at = packed_length - stream.avail_in;
        got = sizeof unpacked - stream.avail_out;
        inflateEnd(&stream);
    }
    assert_int_equal(got, length);
    assert_memory_equal(unpacked, plain, length);
}

static void cancelled_writing_stops(void **state) {
    volatile int cancel = 1;
    release_task task = people_task(*state, 1, 0, COLUMN_DROP);
    task.cancel = &cancel;
    sink *made = NULL;
    assert_int_equal(sink_open(&made, "-", NULL), SHOAL_OK);
    assert_int_equal(release_write(made, &task, NULL), SHOAL_INTERRUPTED);
    sink_close(made);
}

/* ---- Verifying ------------------------------------------------------------------------------ */

static const release_checks no_checks = {0};

static void suppressed_rows_are_a_class(void **state) {
    people *made = *state;
    release_task task = people_task(made, 1, 0, COLUMN_DROP);
    sink *file = written(&task);
    shoal_error error = {0};
    assert_int_equal(release_verify(file, &task, made->plan, &no_checks, NULL, NULL), SHOAL_OK);
    made->recoder.publication.claim.k = 2;
    assert_int_equal(release_verify(file, &task, made->plan, &no_checks, NULL, &error),
                     SHOAL_UNVERIFIED);
    assert_non_null(strstr(error.message, "the class of rows of `*` has 1"));
    sink_close(file);
}

static void every_node_verifies(void **state) {
    people *made = *state;
    for (int i = 0; i < 6 * 2 * 2 * 3; i++) {
        static const char *const names[] = {"-", "/tmp/shoal-test-release.csv.gz",
                                            "/tmp/shoal-test-release.csv.zst",
                                            "/tmp/shoal-test-release.csv.xz"};
        made->format.csv.headless = i / 6 % 2;
        release_task task = people_task(made, (uint8_t)(i % 3), (uint8_t)(i / 3 % 2),
                                        i / 24 == 0   ? COLUMN_DROP
                                        : i / 24 == 1 ? COLUMN_MASK
                                                      : COLUMN_KEEP);
        sink *file = written_as(names[i / 12 % 4], &task);
        char sha256[65] = "";
        shoal_error error = {0};
        assert_int_equal(release_verify(file, &task, made->plan, &no_checks, sha256, &error),
                         SHOAL_OK);
        assert_int_equal(strlen(sha256), 64);
        sink_close(file);
    }
}

typedef struct damage_case {
    const char *name;
    const char *content;
    const char *message;
} damage_case;

#define HEAD "age,\"sex, at birth\",note\n"
#define START "3x,f,a\n3x,m,\"b,c\"\n3x,m,\n3x,f,\"d\"\"\"\n"
#define MIDDLE "5x,m,\" e\"\n5x,m,f\n"

static void damaged_files_do_not_verify(void **state) {
    static const damage_case cases[] = {
        {"a row is missing", HEAD START MIDDLE "3x,f,g\n", "7 rows instead of 8"},
        {"a row too many", HEAD START MIDDLE "3x,f,g\n*,*,h\n*,*,h\n", "9 rows instead of 8"},
        {"a suppressed row is not", HEAD START MIDDLE "3x,f,g\n52,f,h\n",
         "'age' of row 8 is '52' instead of '*'"},
        {"a value is finer than it should be",
         HEAD "3x,f,a\n34,m,\"b,c\"\n3x,m,\n3x,f,\"d\"\"\"\n" MIDDLE "3x,f,g\n*,*,h\n",
         "'age' of row 2 is '34' instead of '3x'"},
        {"a row changed its class",
         HEAD "3x,f,a\n3x,f,\"b,c\"\n3x,m,\n3x,f,\"d\"\"\"\n" MIDDLE "3x,f,g\n*,*,h\n",
         "'sex, at birth' of row 2 is 'f' instead of 'm'"},
        {"a plain value changed", HEAD START MIDDLE "3x,f,g\n*,*,H\n",
         "'note' of row 8 is 'H' instead of 'h'"},
        {"two plain values changed places",
         HEAD "3x,f,a\n3x,m,\n3x,m,\"b,c\"\n3x,f,\"d\"\"\"\n" MIDDLE "3x,f,g\n*,*,h\n",
         "'note' of row 2 is '' instead of 'b,c'"},
        {"another column", "age,sex,note\n" START MIDDLE "3x,f,g\n*,*,h\n", "columns"},
        {"another name of a plain column",
         "age,\"sex, at birth\",nota\n" START MIDDLE "3x,f,g\n*,*,h\n", "columns"},
        {"an identifier is still there",
         "name,age,\"sex, at birth\",note\nA,3x,f,a\nB,3x,m,\nC,3x,m,\nD,3x,f,d\nE,5x,m,e\n"
         "F,5x,m,f\nG,3x,f,g\nH,*,*,h\n",
         "columns"},
        {"cut in a quoted value", HEAD "3x,f,a\n3x,m,\"", "verification"},
        {"cut in a row", HEAD "3x,f,a\n3x", "verification"},
        {"empty", "", "verification"},
    };
    people *made = *state;
    release_task task = people_task(made, 1, 0, COLUMN_DROP);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        print_message("%s\n", cases[i].name);
        shoal_error error = {0};
        sink *file = written(&task);
        int descriptor = sink_file(file)->descriptor;
        ssize_t length = (ssize_t)strlen(cases[i].content);
        assert_int_equal(ftruncate(descriptor, 0), 0);
        assert_int_equal(pwrite(descriptor, cases[i].content, (size_t)length, 0), length);
        assert_int_equal(release_verify(file, &task, made->plan, &no_checks, NULL, &error),
                         SHOAL_UNVERIFIED);
        assert_non_null(strstr(error.message, cases[i].message));
        sink_close(file);
    }
}

/* ---- Classes with missing values ------------------------------------------------------------ */

static void missing_values_match_every_value(void **state) {
    people *made = *state;
    static const char *const ages[] = {"30", "30", "?", "40", "?", "*", "50", "50"};
    static const char *const sexes[] = {"f", "m", "f", "f", "", "*", "?", "f"};
    column columns[] = {column_of("age", ages, ROWS), column_of("sex", sexes, ROWS)};
    shoal_table table = {.rows = ROWS, .columns = 2, .column = columns};
    size_t quasi[] = {0, 1};
    static const rule_list no_rules = {0};
    judge_input input = {
        .of = {.table = &table, .quasi = quasi, .attributes = 2, .plan = made->plan},
        .rules = &no_rules};
    judgement found;
    assert_int_equal(judge_release(&found, &input, NULL), SHOAL_OK);
    assert_int_equal(found.classes.rows, 8);
    assert_int_equal(found.classes.stars, 1);
    assert_int_equal(found.classes.classes, 7);
    assert_int_equal(found.classes.smallest, 1);
    judgement_free(&found);
    /* 30,m is compatible with itself and with the row that misses both. */
    made->plan->missing = MISSING_WILDCARD;
    assert_int_equal(judge_release(&found, &input, NULL), SHOAL_OK);
    assert_int_equal(found.classes.stars, 1);
    assert_int_equal(found.classes.smallest, 2);
    judgement_free(&found);
    column_free(&columns[0]);
    column_free(&columns[1]);
}

#define CASE(function) cmocka_unit_test_setup_teardown(function, people_new, people_free)

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cells_are_quoted_where_needed),
        cmocka_unit_test(large_dictionaries_are_not_copied),
        CASE(identifiers_are_dropped_and_rows_suppressed),
        CASE(identifiers_are_masked),
        CASE(dropped_rows_and_names_that_say_something),
        CASE(single_empty_cells_are_no_blank_lines),
        CASE(gzip_holds_the_same_bytes),
        CASE(cancelled_writing_stops),
        CASE(suppressed_rows_are_a_class),
        CASE(every_node_verifies),
        CASE(damaged_files_do_not_verify),
        CASE(missing_values_match_every_value),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
