/* Files of statistical packages: what is read, what is refused, and what a sink keeps. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "store/sink_kind.h"
#include "store/source_kind.h"
#include "store/statistics/package_file.h"
#include "store/statistics/value_form.h"
#include "store/statistics/value_labels.h"
#include "support/package_samples.h"

#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- Forms ------------------------------------------------------------------------------------
 */

typedef struct form_case {
    value_form (*form)(const char *format);
    const char *format;
    double number;
    const char *text;
} form_case;

static const form_case forms[] = {
    {value_form_spss, "F8.2", 0.1, "0.1"},
    {value_form_spss, "F8.2", -0.0, "0"},
    {value_form_spss, "COMMA10.2", 1e15, "1e+15"},
    {value_form_spss, "WKDAY3", 2, "2"},
    {value_form_spss, "DATE11", 0, "1582-10-14"},
    {value_form_spss, "ADATE10", 11903760000, "1960-01-01"},
    {value_form_spss, "EDATE10", 12219379200, "1970-01-01"},
    {value_form_spss, "SDATE10", 12219379199, "1969-12-31 23:59:59"},
    {value_form_spss, "MOYR8", 12219379200, "1970-01-01"},
    {value_form_spss, "DATETIME20", 12219379200, "1970-01-01 00:00:00"},
    {value_form_spss, "DATETIME23.2", 12219379200.25, "1970-01-01 00:00:00.25"},
    {value_form_spss, "DATE11", 1e300, "1e+300"},
    {value_form_spss, "DATE11", -1e12, "-1000000000000"},
    {value_form_spss, "TIME8", 3661, "01:01:01"},
    {value_form_spss, "DTIME10", 108000, "30:00:00"},
    {value_form_spss, "TIME11.2", -0.5, "-00:00:00.5"},
    {value_form_stata, "%9.0g", 27, "27"},
    {value_form_stata, "%td", -7306, "1939-12-31"},
    {value_form_stata, "%tdD_m_Y", 0, "1960-01-01"},
    {value_form_stata, "%d", 0.5, "1960-01-01 12:00:00"},
    {value_form_stata, "%tc", -1, "1959-12-31 23:59:59.999"},
    {value_form_stata, "%-tcHH:MM", 1e3, "1960-01-01 00:00:01"},
    {value_form_stata, "%tc", 0.25, "0.25"},
    {value_form_stata, "%tC", 5, "5"},
    {value_form_stata, "%tm", -1, "1959-12"},
    {value_form_stata, "%tw", 51, "1960w52"},
    {value_form_stata, "%tw", -1, "1959w52"},
    {value_form_stata, "%tq", 3, "1960q4"},
    {value_form_stata, "%th", 1, "1960h2"},
    {value_form_stata, "%tq", 0.5, "0.5"},
    {value_form_stata, "%ty", 2024, "2024"},
    {value_form_stata, "%tbcal", 7, "7"},
    {value_form_sas, "BEST12.", 27, "27"},
    {value_form_sas, "DATE9.", -1, "1959-12-31"},
    {value_form_sas, "MMDDYY10", 3653, "1970-01-01"},
    {value_form_sas, "YYMMDDN8", 23376, "2024-01-01"},
    {value_form_sas, "E8601DA10", 0, "1960-01-01"},
    {value_form_sas, "E8601DT19.", -1, "1959-12-31 23:59:59"},
    {value_form_sas, "DATETIME", 86400, "1960-01-02 00:00:00"},
    {value_form_sas, "TIME8.", 1, "00:00:01"},
    {value_form_sas, "$CHAR10.", 1, "1"},
    {value_form_sas, "DOLLAR8.", 1, "1"},
};

static void test_forms(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        char made[VALUE_FORM_SIZE];
        value_form form = forms[i].form(forms[i].format);
        double again = NAN;
        size_t length = value_form_text(made, &form, forms[i].number);
        if (strcmp(made, forms[i].text) != 0)
            print_message("%s: %.17g\n", forms[i].format, forms[i].number);
        assert_string_equal(made, forms[i].text);
        assert_int_equal(length, strlen(made));
        assert_true(value_form_number(&again, &form, made));
        assert_true(again == forms[i].number);
    }
}

static void test_texts_of_no_number(void **state) {
    (void)state;
    static const char *const numbers[] = {"", "a", "01", "1.0", "1e3", "+1", " 1", "nan", "0x1"};
    static const char *const dates[] = {"1960-1-1", "1960-02-30", "1960-01-01 00:00:00",
                                        "1960-01-01T00:00:01", "1960-01-01 24:61:00"};
    value_form number = value_form_spss("F8.2"), date = value_form_stata("%td");
    double found;
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        assert_false(value_form_number(&found, &number, numbers[i]));
    for (size_t i = 0; i < sizeof dates / sizeof *dates; i++)
        assert_false(value_form_number(&found, &date, dates[i]));
}

static void test_singles(void **state) {
    (void)state;
    value_form form = {.kind = FORM_NUMBER, .single = true};
    char made[VALUE_FORM_SIZE];
    double again;
    value_form_text(made, &form, (double)0.1F);
    assert_string_equal(made, "0.1");
    assert_true(value_form_number(&again, &form, made));
    assert_true(again == (double)0.1F);
}

/* ---- Labels -----------------------------------------------------------------------------------
 */

static void test_labels(void **state) {
    (void)state;
    static const char *const pairs[][3] = {
        /* value, label, what it is read as */
        {"1", "yes", "yes"},
        {"2", "other", "other (2)"},
        {"3", "other", "other (3) (3)"},
        {"4", "other (3)", "other (3) (4)"},
        {"5", "6", "6"},
        {"8", "x (unlabelled)", "x (unlabelled)"},
        {"9", "9", "9"},
    };
    static const char *const others[][2] = {
        {"6", "6 (unlabelled 2)"},
        {"7", "7"},
        {"yes", "yes (unlabelled 2)"},
        {"yes (unlabelled 2)", "yes (unlabelled 2) (unlabelled 2)"}};
    value_labels labels = {0};
    text scratch = {0};
    const char *differs;
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
        assert_true(value_labels_add(&labels, pairs[i][0], pairs[i][1], &differs));
    assert_true(value_labels_add(&labels, "1", "no", &differs));
    assert_string_equal(differs, "yes");
    assert_true(value_labels_finish(&labels));
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        assert_string_equal(value_labels_text(&labels, pairs[i][0], &scratch), pairs[i][2]);
        assert_string_equal(value_labels_value(&labels, pairs[i][2], &scratch), pairs[i][0]);
    }
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        assert_string_equal(value_labels_text(&labels, others[i][0], &scratch), others[i][1]);
        assert_string_equal(value_labels_value(&labels, others[i][1], &scratch), others[i][0]);
    }
    assert_null(value_labels_value(&labels, "1", &scratch));
    text_free(&scratch);
    value_labels_free(&labels);
}

/* ---- Files ------------------------------------------------------------------------------------
 */

static char folder[] = "/tmp/shoal_statistics_XXXXXX";
static char path[2][64];

static const char *name_file(int which, const char *suffix) {
    snprintf(path[which], sizeof path[which], "%s/%c%s", folder, 'a' + which, suffix);
    return path[which];
}

static shoal_table *load(const char *const *names, size_t count, shoal_error *error) {
    source_options options = {.sha256 = true};
    shoal_table *table = NULL;
    shoal_status status = source_load(&table, NULL, names, count, &options, error);
    assert_true((status == SHOAL_OK) == (table != NULL));
    return table;
}

static const char *cell(const shoal_table *table, size_t row, const char *name) {
    for (size_t i = 0; i < table->columns; i++)
        if (strcmp(table->column[i].name, name) == 0)
            return dictionary_text(&table->column[i].values,
                                   codes_get(&table->column[i].codes, row));
    return NULL;
}

static const column_origin *origin(const shoal_table *table, const char *name) {
    for (size_t i = 0; i < table->columns; i++)
        if (strcmp(table->column[i].name, name) == 0)
            return table->column[i].origin;
    return NULL;
}

static const char *const suffixes[] = {".sav", ".zsav", ".por", ".dta", ".sas7bdat", ".xpt"};
#define SUFFIXES (sizeof suffixes / sizeof *suffixes)

static void check_sample(const shoal_table *table, const char *suffix) {
    bool spss = strchr(suffix, 'v') || strcmp(suffix, ".por") == 0;
    bool sas = strcmp(suffix, ".xpt") == 0 || strcmp(suffix, ".sas7bdat") == 0;
    assert_int_equal(table->rows, PACKAGE_SAMPLE_ROWS);
    assert_int_equal(table->columns, 7);
    assert_int_equal(strlen(table->sha256), 64);
    assert_string_equal(cell(table, 1, "NAME"), "");
    assert_string_equal(cell(table, 2, "NAME"), "a,\"b\"");
    assert_string_equal(cell(table, 0, "SEX"), sas ? "1" : "female");
    assert_string_equal(cell(table, 2, "SEX"), spss ? "" : sas ? "9" : "no answer");
    assert_string_equal(cell(table, 1, "REGION"), sas ? "2" : "other (2)");
    assert_string_equal(cell(table, 2, "REGION"), sas ? "5" : "5 (unlabelled)");
    assert_string_equal(cell(table, 1, "INCOME"), "");
    assert_string_equal(cell(table, 2, "INCOME"), "0.1");
    assert_string_equal(cell(table, 0, "BORN"), "1959-12-31");
    assert_string_equal(cell(table, 3, "SEEN"), "2024-01-01 23:59:59");
    assert_string_equal(origin(table, "NAME")->label, "Given name");
    assert_true(origin(table, "INCOME")->nulls);
    assert_int_equal(origin(table, "BORN")->of, VALUE_DATE);
    assert_int_equal(origin(table, "REGION")->of, sas ? VALUE_INTEGER : VALUE_TEXT);
    assert_int_equal(origin(table, "REGION")->label_count, sas ? 0 : 4);
}

static void test_samples(void **state) {
    (void)state;
    for (size_t i = 0; package_is_built() && i < SUFFIXES; i++) {
        const char *name = name_file(0, suffixes[i]);
        shoal_error error = {0};
        assert_true(package_sample_write(name));
        shoal_table *table = load(&name, 1, &error);
        assert_non_null(table);
        check_sample(table, suffixes[i]);
        shoal_table_free(table);
    }
}

/* Two files are one table; the rows of the second follow. */
static void test_several(void **state) {
    (void)state;
    if (!package_is_built())
        return;
    const char *names[] = {name_file(0, ".sav"), name_file(1, ".zsav")};
    shoal_error error = {0};
    assert_true(package_sample_write(names[0]) && package_sample_write(names[1]));
    shoal_table *table = load(names, 2, &error);
    assert_non_null(table);
    assert_int_equal(table->rows, 2 * PACKAGE_SAMPLE_ROWS);
    assert_string_equal(cell(table, 5, "SEX"), "male");
    shoal_table_free(table);
}

/* Cut short anywhere, it is refused, or nothing but what follows the rows is missing. Transport
 * files do not say how many rows they have. */
static void test_cut_short(void **state) {
    (void)state;
    for (size_t i = 0; package_is_built() && i < SUFFIXES; i++) {
        const char *name = name_file(0, suffixes[i]);
        bool counted = strcmp(suffixes[i], ".xpt") != 0;
        assert_true(package_sample_write(name));
        int descriptor = open(name, O_RDWR);
        off_t size = lseek(descriptor, 0, SEEK_END);
        for (off_t cut = size - 1; cut >= 0; cut -= 1 + size / 500) {
            shoal_error error = {0};
            assert_int_equal(ftruncate(descriptor, cut), 0);
            shoal_table *table = load(&name, 1, &error);
            if (table && counted && table->rows != PACKAGE_SAMPLE_ROWS)
                print_message("%s: %zu rows of %ld bytes of %ld\n", suffixes[i], table->rows,
                              (long)cut, (long)size);
            assert_true(!table || !counted || table->rows == PACKAGE_SAMPLE_ROWS);
            assert_true(!table || strcmp(suffixes[i], ".dta") != 0);
            assert_true(table || error.status == SHOAL_BAD_DATA);
            assert_true(table || strstr(error.message, name));
            shoal_table_free(table);
        }
        close(descriptor);
    }
}

/* ---- Sinks ------------------------------------------------------------------------------------
 */

static void fill(const void *context, size_t begin, size_t count, uint32_t *cells) {
    const shoal_table *table = context;
    for (size_t i = 0; i < table->columns; i++)
        codes_read(&table->column[i].codes, begin, count, cells + i * ROW_FEED_MOST);
}

static shoal_status write_table(const shoal_table *table, const char *name, bool untouched,
                                shoal_error *error) {
    feed_column *columns = calloc(table->columns, sizeof *columns);
    sink_options options = {.format = {.csv = {.delimiter = 0}}};
    sink *to = NULL;
    for (size_t i = 0; i < table->columns; i++)
        columns[i] = (feed_column){.name = table->column[i].name,
                                   .values = &table->column[i].values,
                                   .origin = table->column[i].origin,
                                   .untouched = untouched,
                                   .absent = column_origin_absent(table->column[i].origin)};
    row_feed feed = {.rows = table->rows,
                     .columns = table->columns,
                     .column = columns,
                     .fill = fill,
                     .context = table};
    shoal_status status = sink_open(&to, name, error);
    if (status == SHOAL_OK)
        status = sink_write(to, &feed, &options, error);
    if (status == SHOAL_OK)
        status = sink_publish(to, error);
    sink_close(to);
    free(columns);
    return status;
}

static void compare_tables(const shoal_table *one, const shoal_table *other) {
    assert_int_equal(one->rows, other->rows);
    assert_int_equal(one->columns, other->columns);
    for (size_t i = 0; i < one->columns; i++)
        for (size_t row = 0; row < one->rows; row++)
            assert_string_equal(cell(one, row, one->column[i].name),
                                cell(other, row, one->column[i].name));
}

static void test_sinks(void **state) {
    (void)state;
    static const char *const written[] = {".sav", ".zsav", ".dta"};
    for (size_t i = 0; package_is_built() && i < SUFFIXES * 6; i++) {
        const char *names[] = {name_file(0, suffixes[i / 6]), name_file(1, written[i / 2 % 3])};
        bool untouched = i % 2;
        shoal_error error = {0};
        assert_true(package_sample_write(names[0]));
        shoal_table *from = load(&names[0], 1, &error);
        assert_non_null(from);
        assert_int_equal(write_table(from, names[1], untouched, &error), SHOAL_OK);
        shoal_table *to = load(&names[1], 1, &error);
        assert_non_null(to);
        compare_tables(from, to);
        assert_int_equal(origin(to, "BORN")->of, untouched ? VALUE_DATE : VALUE_TEXT);
        /* Of four labels one does not occur. */
        size_t labels = origin(from, "REGION")->label_count > 0 && untouched ? 3 : 0;
        assert_int_equal(origin(to, "REGION")->label_count, labels);
        assert_string_equal(origin(to, "NAME")->label, "Given name");
        shoal_table_free(from);
        shoal_table_free(to);
    }
}

static shoal_status write_one(const char *column_name, const char *value, const char *suffix,
                              shoal_error *error) {
    size_t offsets[] = {0, strlen(value) + 1};
    uint8_t zero = 0;
    column only = {.name = (char *)column_name,
                   .kept = true,
                   .codes = {.data = &zero, .width = 1},
                   .values = {.size = 1, .bytes = (char *)value, .offsets = offsets}};
    shoal_table table = {.rows = 1, .columns = 1, .column = &only};
    return write_table(&table, name_file(0, suffix), true, error);
}

static void test_refusals(void **state) {
    (void)state;
    static const struct {
        const char *name, *value, *suffix, *code;
    } cases[] = {
        {"a b", "x", ".sav", "package_name"},    {"1a", "x", ".sav", "package_name"},
        {"With", "x", ".sav", "package_name"},   {"a.", "x", ".sav", "package_name"},
        {"a.b", "x", ".dta", "package_name"},    {"if", "x", ".dta", "package_name"},
        {"str12", "x", ".dta", "package_name"},  {"a-b", "x", ".dta", "package_name"},
        {"a", "x ", ".sav", "package_value"},    {"a", "x ", ".dta", "package_value"},
        {"a", "x\xFF", ".sav", "package_value"}, {"a", "x", ".sav.gz", "package_compressed"},
    };
    for (size_t i = 0; package_is_built() && i < sizeof cases / sizeof *cases; i++) {
        shoal_error error = {0};
        assert_int_equal(write_one(cases[i].name, cases[i].value, cases[i].suffix, &error),
                         SHOAL_USAGE);
        assert_string_equal(error.code, cases[i].code);
    }
    char long_name[80], *long_text = calloc(40000, 1);
    shoal_error error = {0};
    memset(long_name, 'a', 65);
    long_name[65] = '\0';
    memset(long_text, 'x', 39000);
    if (package_is_built()) {
        assert_int_equal(write_one(long_name, "x", ".sav", &error), SHOAL_USAGE);
        assert_int_equal(write_one(long_name, "x", ".dta", &error), SHOAL_USAGE);
        assert_int_equal(write_one("a", long_text, ".sav", &error), SHOAL_USAGE);
    }
    free(long_text);
}

/* ---- Rows that are left out ---------------------------------------------------------------------
 */

static void fill_both(const void *context, size_t begin, size_t count, uint32_t *cells) {
    (void)context;
    for (size_t i = 0; i < count; i++)
        cells[i] = cells[ROW_FEED_MOST + i] = (uint32_t)(begin + i);
}

static bool file_contains(const char *name, const char *word) {
    FILE *from = fopen(name, "rb");
    char *bytes = calloc(100000, 1);
    size_t length = fread(bytes, 1, 100000, from);
    bool found = memmem(bytes, length, word, strlen(word)) != NULL;
    fclose(from);
    free(bytes);
    return found;
}

/* Neither their values nor labels that only they have are in the file. */
static void test_left_out(void **state) {
    (void)state;
    char bytes[6010], *second = bytes + 3001;
    size_t long_offsets[] = {0, 3001, 6002}, label_offsets[] = {0, 5, 12};
    memset(bytes, 'a', sizeof bytes);
    bytes[3000] = bytes[6001] = '\0';
    memcpy(second + 100, "SECRET", 6);
    value_label pairs[] = {{"1", "kept"}, {"2", "SECRET"}};
    column_origin labelled = {
        .kind = "stata", .native = "int8", .format = "%8.0g", .labels = pairs, .label_count = 2};
    dictionary values[] = {{.size = 2, .bytes = bytes, .offsets = long_offsets},
                           {.size = 2, .bytes = "kept\0SECRET", .offsets = label_offsets}};
    feed_column columns[] = {
        {.name = "a", .values = &values[0], .absent = {.null = "", .empty = NULL}},
        {.name = "b", .values = &values[1], .origin = &labelled, .untouched = true}};
    row_feed feed = {.rows = 2,
                     .kept = (const bool[]){true, false},
                     .columns = 2,
                     .column = columns,
                     .fill = fill_both};
    sink_options options = {.format = {.csv = {.delimiter = 0}}};
    for (int i = 0; package_is_built() && i < 2; i++) {
        const char *name = name_file(0, i ? ".dta" : ".sav");
        sink *to = NULL;
        assert_int_equal(sink_open(&to, name, NULL), SHOAL_OK);
        assert_int_equal(sink_write(to, &feed, &options, NULL), SHOAL_OK);
        assert_int_equal(sink_publish(to, NULL), SHOAL_OK);
        sink_close(to);
        assert_true(file_contains(name, "kept"));
        assert_false(file_contains(name, "SECRET"));
    }
}

/* Texts of every length at which the formats store them in another way. */
static void test_long_texts(void **state) {
    (void)state;
    static const size_t lengths[] = {1,   7,    8,    9,    244,  245,  255,  256,  511,
                                     512, 2017, 2044, 2045, 2046, 3531, 5000, 32766};
    for (size_t i = 0; package_is_built() && i < 2 * sizeof lengths / sizeof *lengths; i++) {
        const char *suffix = i % 2 ? ".dta" : ".sav";
        size_t length = lengths[i / 2];
        char *value = calloc(length + 1, 1);
        shoal_error error = {0};
        for (size_t at = 0; at < length; at++)
            value[at] = (char)('a' + at % 26);
        assert_int_equal(write_one("a", value, suffix, &error), SHOAL_OK);
        const char *name = name_file(0, suffix);
        shoal_table *table = load(&name, 1, &error);
        if (!table)
            print_message("%s, %zu: %s\n", suffix, length, error.message);
        assert_non_null(table);
        if (strcmp(cell(table, 0, "a"), value) != 0)
            print_message("%s, %zu: %zu bytes\n", suffix, length, strlen(cell(table, 0, "a")));
        assert_true(strcmp(cell(table, 0, "a"), value) == 0);
        shoal_table_free(table);
        free(value);
    }
}

static int open_folder(void **state) {
    (void)state;
    return mkdtemp(folder) ? 0 : -1;
}

static int remove_folder(void **state) {
    (void)state;
    for (size_t i = 0; i < SUFFIXES; i++) {
        remove(name_file(0, suffixes[i]));
        remove(name_file(1, suffixes[i]));
    }
    return rmdir(folder);
}

/* With names of files: writes samples there, for the corpus of the fuzzer and the golden tests. */
int main(int count, char **names) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_forms),     cmocka_unit_test(test_texts_of_no_number),
        cmocka_unit_test(test_singles),   cmocka_unit_test(test_labels),
        cmocka_unit_test(test_samples),   cmocka_unit_test(test_several),
        cmocka_unit_test(test_cut_short), cmocka_unit_test(test_sinks),
        cmocka_unit_test(test_refusals),  cmocka_unit_test(test_long_texts),
        cmocka_unit_test(test_left_out),
    };
    for (int i = 1; i < count; i++)
        if (!package_sample_write(names[i]))
            return 1;
    return count > 1 ? 0 : cmocka_run_group_tests(tests, open_folder, remove_folder);
}
