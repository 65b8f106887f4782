/* Columns of fixed width: hand-made tables, what is refused and where, and reading them as any
 * other table. */
#include "store/csv_source.h"
#include "store/fixed_text.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

typedef struct fixed_case {
    const char *name, *input, *records;
    bool bytes;
} fixed_case;

static const fixed_case cases[] = {
    {"header, right-aligned numbers", "name   age\nAnna     7\nBob     31\n",
     "name,age\nAnna,7\nBob,31\n", false},
    {"inner blanks", "city       n\nNew York   1\nRome       2\nLas Palmas 3\n",
     "city,n\nNew York,1\nRome,2\nLas Palmas,3\n", false},
    {"one value with a blank in every line", "name        n\nAnna Maria  1\nBob         2\n",
     "name,n\nAnna Maria,1\nBob,2\n", false},
    {"three parts, on the right", "      x n\na b c d 1\n      e 2\n    f g 3\n",
     "x,n\na b c d,1\ne,2\nf g,3\n", false},
    {"a column without a name", "  a b\n0 1 2\n1   3\n", ",a,b\n0,1,2\n1,,3\n", false},
    {"characters, not bytes", "Málaga 1\nŁódź   2\nRome   3\n", "Málaga,1\nŁódź,2\nRome,3\n",
     false},
    {"bytes", "\xE1 1\nb 2\n", "\xE1,1\nb,2\n", true},
    {"missing cells", "a  b  c\n1     3\n   2\n4  5  6\n", "a,b,c\n1,,3\n,2,\n4,5,6\n", false},
    {"blank lines stay", "\na b\n   \n1 2\n\n", "\na,b\n\n1,2\n\n", false},
    {"line ends", "a b\r\n1 2\r\n\r\n3 4", "a,b\r\n1,2\r\n\r\n3,4\r\n", false},
    {"quotes and commas", "x,y \"a\n1   2\n", "\"x,y\",\"\"\"a\"\n1,2\n", false},
    {"indented", "    a  b\n  1.5  2\n", "a,b\n1.5,2\n", false},
    {"nothing but blanks", "  \n \n", "\n\n", false},
    {"lines that are not text are handed on", "a b\n1 2\n\xFFx y\n", "a,b\n1,2\n\xFFx,y\n", false},
};

static void tables_become_records(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        text content = {0};
        shoal_error error = {0};
        fixed_text_form form = {.label = "t", .bytes = cases[i].bytes};
        text_add_string(&content, cases[i].input);
        if (fixed_text_records(&content, NULL, &form, &error) != SHOAL_OK)
            fail_msg("%s: %s", cases[i].name, error.message);
        if (strcmp(content.bytes, cases[i].records) != 0)
            fail_msg("%s: became\n%s", cases[i].name, content.bytes);
        text_free(&content);
    }
}

typedef struct refused_case {
    const char *input, *message;
    size_t first;
    int line;
} refused_case;

static const refused_case refused[] = {
    {"abc\nd ef\n", "only one column", 0, 1},
    {"a  b\n\nc\td\n", "has a tab", 0, 3},
    /* The first two of the later lines fill the gap together. */
    {"a   b\n\n1   2\n33  4\n5 66 7\n8   9\n", "character 4, between columns 1 and 2", 2, 5},
    {"a b\n1 2\n345\n", "character 2, between columns 1 and 2", 2, 3},
    {"a b\n1 2\n3 4\n5 6  x\n", "character 6, where the lines above have no column", 2, 4},
    {"  a b\n  1 2\nx 3 4\n", "character 1, where the lines above have no column", 2, 3},
    {"a     b\n1     2\n3  x  4\n", "character 4, where the lines above have no column", 2, 3},
};

static void lines_that_do_not_fit_are_named(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        text content = {0};
        shoal_error error = {0};
        fixed_text_form form = {.label = "t", .first = refused[i].first};
        text_add_string(&content, refused[i].input);
        assert_int_equal(fixed_text_records(&content, NULL, &form, &error), SHOAL_BAD_DATA);
        if (!strstr(error.message, refused[i].message) || error.line != refused[i].line)
            fail_msg("%zu: %s", i, error.message);
        text_free(&content);
    }
}

static void later_lines_may_be_wider(void **state) {
    (void)state;
    text content = {0}, found = {0};
    fixed_text_form form = {.label = "t", .first = 2};
    text_add_string(&content, "  a     b\n  1     2\n123   x y z\n");
    assert_int_equal(fixed_text_records(&content, &found, &form, NULL), SHOAL_BAD_DATA);
    content.length = 0;
    text_add_string(&content, "  a     b\n  1     2\n123   x y z\n  4  uvwxyz\n");
    assert_int_equal(fixed_text_records(&content, &found, &form, NULL), SHOAL_OK);
    assert_string_equal(content.bytes, "a,b\n1,2\n123,x y z\n4,uvwxyz\n");
    assert_string_equal(found.bytes, "1-3, 6-11");
    text_free(&found);
    text_free(&content);
}

/* Many columns that only one line has do not take all memory. */
static void lines_without_values_are_bounded(void **state) {
    (void)state;
    text content = {0};
    shoal_error error = {0};
    fixed_text_form form = {.label = "t"};
    for (int i = 0; i < 20000; i++)
        text_add_string(&content, "a ");
    for (int i = 0; i < 20000; i++)
        text_add_string(&content, "\na");
    assert_int_equal(fixed_text_records(&content, NULL, &form, &error), SHOAL_BAD_DATA);
    assert_non_null(strstr(error.message, "20000 columns"));
    text_free(&content);
}

static void the_reader_takes_them(void **state) {
    (void)state;
    static const char table_text[] = "\n  town   age\n\nM\xE1laga     7\nRome      31\n";
    source_options options = {.delimiter = SOURCE_FIXED, .encoding = "windows-1252"};
    for (int lines = 0; lines < 2; lines++) {
        source *from = NULL;
        shoal_table *table = NULL;
        options.lines = lines;
        options.header = lines ? SHOAL_NO : SHOAL_AUTO;
        assert_int_equal(
            csv_source_open_memory(&from, table_text, sizeof table_text - 1, &options, NULL),
            SHOAL_OK);
        assert_int_equal(source_read(&table, from, NULL, NULL), SHOAL_OK);
        assert_int_equal(table->rows, 2 + lines);
        assert_string_equal(table->column[0].name, lines ? "c1" : "town");
        assert_string_equal(shoal_table_value(table, lines, 0), "Málaga");
        assert_string_equal(shoal_table_value(table, 1 + lines, 1), "31");
        assert_string_equal(source_format(from).csv.encoding, "windows-1252");
        if (lines)
            assert_int_equal(source_lines(from)[2], 5);
        else
            assert_int_equal(table->bytes, sizeof table_text - 1);
        shoal_table_free(table);
        source_close(from);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tables_become_records),
        cmocka_unit_test(lines_that_do_not_fit_are_named),
        cmocka_unit_test(later_lines_may_be_wider),
        cmocka_unit_test(lines_without_values_are_bounded),
        cmocka_unit_test(the_reader_takes_them),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
