#include "support/columns.h"

#include "data/hierarchy_build.h"

#define MOST 30

/* `rows` are the built rows that matter, labels joined by ';'. */
typedef struct build_case {
    const char *name;
    const char *column;
    const char *spec;
    const char *values[MOST];
    const char *described;
    const char *rows[8];
} build_case;

#define ELEVEN "0", "3", "7", "12", "15", "20", "33", "41", "56", "61", "74"

static const build_case builds[] = {
    {"widths given",
     "age",
     "ranges:5,10,20",
     {"0", "7", "19", "20"},
     "age: built ranges of 5, 10, 20 (integer, 4 values)",
     {"0;0-4;0-9;0-19;*", "7;5-9;0-9;0-19;*", "19;15-19;10-19;0-19;*", "20;20-24;20-29;20-39;*"}},
    {"counted from an origin",
     "age",
     "ranges:5,10@3",
     {"2", "3", "13"},
     "age: built ranges of 5, 10 (integer, 3 values)",
     {"2;-2 to 2;-7 to 2;*", "3;3 to 7;3 to 12;*", "13;13 to 17;13 to 22;*"}},
    {"numbers below zero",
     "t",
     "ranges:10",
     {"-1", "-10", "-11", "5"},
     "t: built ranges of 10 (integer, 4 values)",
     {"-1;-10 to -1;*", "-10;-10 to -1;*", "-11;-20 to -11;*", "5;0 to 9;*"}},
    {"decimal widths",
     "x",
     "ranges:0.1,0.5",
     {"0.3", "0.29", "-0.05", "0.7"},
     "x: built ranges of 0.1, 0.5 (decimal, 4 values)",
     {"0.3;0.3 to <0.4;0.0 to <0.5;*", "0.29;0.2 to <0.3;0.0 to <0.5;*",
      "-0.05;-0.1 to <0.0;-0.5 to <0.0;*", "0.7;0.7 to <0.8;0.5 to <1.0;*"}},
    {"whole widths of decimals",
     "x",
     "ranges:5",
     {"4.9", "5"},
     "x: built ranges of 5 (decimal, 2 values)",
     {"4.9;0 to <5;*", "5;5 to <10;*"}},
    {"width one of whole numbers",
     "x",
     "ranges:1,2",
     {"4", "5"},
     "x: built ranges of 1, 2 (integer, 2 values)",
     {"4;4;4-5;*", "5;5;4-5;*"}},
    {"chosen widths",
     "age",
     "ranges",
     {"17", "90", "35", "40"},
     "age: built ranges of 5, 10, 20, 40 (integer, 4 values)",
     {"17;15-19;10-19;0-19;0-39;*", "90;90-94;90-99;80-99;80-119;*"}},
    {"chosen decimal widths",
     "x",
     "ranges",
     {"0.11", "0.19", "0.155"},
     "x: built ranges of 0.005, 0.010, 0.020, 0.040 (decimal, 3 values)",
     {"0.11;0.110 to <0.115;0.110 to <0.120;0.100 to <0.120;0.080 to <0.120;*"}},
    {"diagnoses",
     "dx",
     "icd10",
     {"I21.4", "I21.0", "E11.9", "flu"},
     "dx: built ICD-10 categories, blocks and chapters, 1 unknown value in 'other' (string, 4 "
     "values)",
     {"I21.4;I21;I20-I25;I00-I99;*", "E11.9;E11;E10-E14;E00-E90;*", "flu;other;other;other;*"}},
    {"diagnoses that are categories",
     "dx",
     "icd10",
     {"I21", "I10"},
     "dx: built ICD-10 categories, blocks and chapters (string, 2 values)",
     {"I21;I20-I25;*", "I10;I10-I15;*"}},
    {"countries",
     "c",
     "countries",
     {"DE", "France", "USA"},
     "c: built countries by the regions of UN M49 (string, 3 values)",
     {"DE;Western Europe;Europe;*", "France;Western Europe;Europe;*",
      "USA;Northern America;Americas;*"}},
    {"classification found in the values",
     "c",
     "auto",
     {"DE", "FR", "US", "CN", "BR"},
     "c: built countries by the regions of UN M49 (string, 5 values)",
     {"DE;Western Europe;Europe;*", "CN;Eastern Asia;Asia;*"}},
    {"one number", "x", "ranges", {"5"}, "x: built ranges of 2 (integer, 1 value)", {"5;4-5;*"}},
    {"bands",
     "bmi",
     "bands",
     {"17.5", "21", "22.4", "24.9", "25", "27.1", "29.9", "30", "31.5", "38", "52"},
     "bmi: built bands of 4, 2 ranges (decimal, 11 values)",
     {"17.5;<25;<30;*", "25;25 to <30;<30;*", "38;30 to <50;>=30;*", "52;52;>=30;*"}},
    {"bands of numbers below zero",
     "t",
     "bands",
     {"-12", "-7", "-3", "0", "4", "9"},
     "t: built bands of 4, 2 ranges (integer, 6 values)",
     {"-12;-12;<0;*", "-3;-10 to -1;<0;*", "4;0 to 4;0+;*", "9;9;0+;*"}},
    {"orders of magnitude",
     "x",
     "magnitudes",
     {"0", "0.25", "7", "130"},
     "x: built orders of magnitude: 1-2-5 steps, powers of 10, of 100, of 10000 (decimal, 4 "
     "values)",
     {"0;0.0;0.0;0 to <1;0 to <1;*", "0.25;0.2 to <0.5;0.1 to <1.0;0 to <1;0 to <1;*",
      "130;100.0 to <200.0;100.0 to <1000.0;100 to <10000;1 to <10000;*"}},
    {"intervals",
     "age",
     "intervals",
     {"<18", "18-24", "25-34", "35-64", "65+", "n/a"},
     "age: built merged intervals: 2, 1 value that is no interval kept apart (string, 6 values)",
     {"<18;<25;*", "18-24;<25;*", "65+;25+;*", "n/a;n/a;*"}},
    {"British postcodes",
     "home",
     "prefix",
     {"SW1A 1AA", "M11AE", "abroad"},
     "home: built postcode sector, district, area (string, 3 values)",
     {"SW1A 1AA;SW1A 1*;SW1A*;SW*;*", "M11AE;M11*;M1*;M*;*", "abroad;abroad;abroad;abroad;*"}},
    {"prefixes of different lengths",
     "code",
     "prefix",
     {"1234 AB", "12"},
     "code: built prefixes of 5, 4, 3, 2, 1 characters (string, 2 values)",
     {"1234 AB;1234 A*;1234*;123*;12*;1*;*", "12;12;12;12;12;1*;*"}},
    {"weeks",
     "born",
     "dates:week",
     {"2021-01-03", "2021-01-04", "2020-W53"},
     "born: built week, 13 weeks, year, decade, 1 value that is no date kept apart (date, 3 "
     "values)",
     {"2021-01-03;2020-W53;2020-W40-W53;2020;2020s;*",
      "2021-01-04;2021-W01;2021-W01-W13;2021;2020s;*",
      "2020-W53;2020-W53;2020-W40-W53;2020;2020s;*"}},
    {"weeks of dates with the day first",
     "born",
     "dates:dmy,week",
     {"03/01/2021"},
     "born: built week, 13 weeks, year, decade (date, 1 value)",
     {"03/01/2021;2020-W53;2020-W40-W53;2020;2020s;*"}},
    {"a grown tree",
     "c",
     "grown",
     {"a", "a | b", "b", "c", "d", "e"},
     "c: built a tree of 2 groups by frequency (string, 6 values)",
     {"a;a | a | b | +2 more;*", "e;d | e;*"}},
    {"too few values for a tree",
     "c",
     "grown",
     {"a", "b"},
     "c: built no tree of so few values (string, 2 values)",
     {"a;*"}},
    {"mask from the right",
     "zip",
     "mask:right",
     {"12345", "12", "ä9"},
     "zip: built masks from the right, 1 character per level (string, 3 values)",
     {"12345;1234*;123**;12***;1****;*", "12;12***;12***;12***;1****;*",
      "ä9;ä9***;ä9***;ä9***;ä****;*"}},
    {"mask from the left",
     "zip",
     "mask:left",
     {"123", "9ä"},
     "zip: built masks from the left, 1 character per level (string, 2 values)",
     {"123;*23;**3;*", "9ä;*9ä;**ä;*"}},
    {"long values are masked in steps",
     "id",
     "mask:right",
     {"abcdefghijklmnopqrstuvwxy"},
     "id: built masks from the right, 3 characters per level (string, 1 value)",
     {"abcdefghijklmnopqrstuvwxy;abcdefghijklmnopqrstuv***;abcdefghijklmnopqrs******;"
      "abcdefghijklmnop*********;abcdefghijklm************;abcdefghij***************;"
      "abcdefg******************;abcd*********************;a************************;*"}},
    {"dates",
     "born",
     "dates",
     {"2020-03-31", "1999-01-01"},
     "born: built month, quarter, year, decade (date, 2 values)",
     {"2020-03-31;2020-03;2020-Q1;2020;2020s;*", "1999-01-01;1999-01;1999-Q1;1999;1990s;*"}},
    {"day first",
     "died",
     "dates",
     {"06/07/2020", "13/07/2020", "9999-99-99"},
     "died: built month, quarter, year, decade, 1 value that is no date kept apart (date, 3 "
     "values)",
     {"06/07/2020;2020-07;2020-Q3;2020;2020s;*",
      "9999-99-99;9999-99-99;9999-99-99;9999-99-99;9999-99-99;*"}},
    {"month first",
     "died",
     "dates",
     {"06/07/2020", "07/13/2020"},
     "died: built month, quarter, year, decade (date, 2 values)",
     {"06/07/2020;2020-06;2020-Q2;2020;2020s;*"}},
    {"day or month first",
     "died",
     "dates",
     {"06/07/2020"},
     "died: built month, quarter, year, decade, assuming that the day comes before the month "
     "(date, 1 "
     "value)",
     {"06/07/2020;2020-07;2020-Q3;2020;2020s;*"}},
    {"order said",
     "died",
     "dates:mdy",
     {"06/07/2020"},
     "died: built month, quarter, year, decade (date, 1 value)",
     {"06/07/2020;2020-06;2020-Q2;2020;2020s;*"}},
    {"times of day",
     "at",
     "dates",
     {"2020-03-31 10:00", "2020-04-01"},
     "at: built day, month, quarter, year, decade (date, 2 values)",
     {"2020-03-31 10:00;2020-03-31;2020-03;2020-Q1;2020;2020s;*"}},
    {"values that read like labels",
     "born",
     "dates",
     {"2020-03-31", "2020-04-01", "2020-04-02", "2021-04-02", "2020", "2020-05", "2020-Q4",
      "2020s"},
     "born: built month, quarter, year, decade, 4 values that are no date kept apart (date, 8 "
     "values)",
     {"2020;2020;2020;2020;2020s;*", "2020-05;2020-05;2020-Q2;2020;2020s;*",
      "2020-Q4;2020-Q4;2020-Q4;2020;2020s;*", "2020s;2020s;2020s;2020s;2020s;*"}},
    {"groups",
     "c",
     "groups:a|b;c|d",
     {"a", "b", "c", "d"},
     "c: built 1 level of groups (string, 4 values)",
     {"a;a or b;*", "b;a or b;*", "c;c or d;*", "d;c or d;*"}},
    {"named groups of groups",
     "c",
     "groups:x=a|b;y=c;z=d/v=x|y;w=z",
     {"a", "c", "d"},
     "c: built 2 levels of groups (string, 3 values)",
     {"a;x;v;*", "c;y;v;*", "d;z;w;*"}},
    {"groups with backslashes",
     "c",
     "groups:x=\\<\\=5|a\\|b;y=\\\\",
     {"<=5", "a|b", "\\"},
     "c: built 1 level of groups (string, 3 values)",
     {"<=5;x;*", "a|b;x;*", "\\;y;*"}},
    {"one group is its own top",
     "c",
     "groups:all=a|b",
     {"a", "b"},
     "c: built 1 level of groups (string, 2 values)",
     {"a;all", "b;all"}},
    {"flat",
     "c",
     "flat",
     {"a", "b"},
     "c: built every value to * in one step (string, 2 values)",
     {"a;*", "b;*"}},
    {"no values",
     "c",
     "flat",
     {NULL},
     "c: built every value to * in one step (string, 0 values)",
     {NULL}},
    {"auto: many numbers",
     "age",
     "auto",
     {ELEVEN},
     "age: built bands of 4, 2 ranges (integer, 11 values)",
     {"3;<20;<50;*", "20;20-49;<50;*", "56;56;50+;*", "74;60+;50+;*"}},
    {"auto: few numbers",
     "age",
     "auto",
     {"1", "2"},
     "age: built every value to * in one step (integer, 2 values)",
     {"1;*"}},
    {"auto: dates",
     "born",
     "auto",
     {"2020-03-31"},
     "born: built month, quarter, year, decade (date, 1 value)",
     {"2020-03-31;2020-03;2020-Q1;2020;2020s;*"}},
    {"auto: postcodes by name",
     "PLZ",
     "auto",
     {"5311", "53115"},
     "PLZ: built prefixes of 4, 3, 2, 1 characters (integer, 2 values)",
     {"5311;5311;531*;53*;5*;*", "53115;5311*;531*;53*;5*;*"}},
    {"auto: codes of one shape",
     "icd",
     "auto",
     {"A10", "B99"},
     "icd: built masks from the right, 1 character per level (string, 2 values)",
     {"A10;A1*;A**;*"}},
    {"auto: intervals",
     "age",
     "auto",
     {"[20-30)", "[30-40)", "[40-50)"},
     "age: built merged intervals: 2 (string, 3 values)",
     {"[20-30);[20-40);*", "[40-50);[40-50);*"}},
    {"auto: categories",
     "c",
     "auto",
     {"a", "b", "c", "d", "e", "f"},
     "c: built a tree of 2 groups by frequency (string, 6 values)",
     {NULL}},
    {"auto: words",
     "c",
     "auto",
     {"abc", "xyz"},
     "c: built every value to * in one step (string, 2 values)",
     {"abc;*"}},
    {"auto: large numbers",
     "x",
     "auto",
     {ELEVEN, "0.5", "99999999999999999"},
     "x: built bands of 7, 4, 2 ranges (decimal, 13 values)",
     {"0.5;<10;<20;<50;*", "74;60 to <100;50 to <100;>=50;*",
      "99999999999999999;99999999999999999;99999999999999999;>=50;*"}},
};

static void join_row(const shoal_hierarchy *built, size_t value, text *out) {
    text_free(out);
    *out = (text){0};
    for (int level = 0; level <= built->height; level++) {
        text_add_string(out, level ? ";" : "");
        text_add_string(out, hierarchy_label(built, value, level));
    }
}

static void test_builds(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof builds / sizeof *builds; i++) {
        const build_case *row = &builds[i];
        print_message("  %s\n", row->name);
        build_input input = {
            .name = row->column, .values = row->values, .count = texts_count(row->values)};
        shoal_hierarchy *built = NULL;
        text described = {0}, joined = {0};
        shoal_error error = {0};
        shoal_status status = hierarchy_build(&built, &input, row->spec, &described, &error);
        assert_string_equal(error.message, "");
        assert_int_equal(status, SHOAL_OK);
        assert_string_equal(described.bytes, row->described);
        for (size_t j = 0; row->rows[j]; j++) {
            text ground = {0};
            text_add(&ground, row->rows[j], strcspn(row->rows[j], ";"));
            int64_t value = hierarchy_find(built, ground.bytes);
            assert_true(value >= 0);
            join_row(built, (size_t)value, &joined);
            assert_string_equal(joined.bytes, row->rows[j]);
            text_free(&ground);
        }
        text_free(&joined);
        text_free(&described);
        shoal_hierarchy_free(built);
    }
}

typedef struct refusal_case {
    const char *name;
    const char *spec;
    const char *values[4];
    shoal_status status;
    const char *message; /* its beginning */
} refusal_case;

static const refusal_case refusals[] = {
    {"unknown", "rangs:5", {"1"}, SHOAL_USAGE, "x: unknown hierarchy 'rangs:5': use auto, "},
    {"no multiple", "ranges:5,12", {"1"}, SHOAL_USAGE, "x: ranges:5,12: each width must be a mul"},
    {"width zero", "ranges:0", {"1"}, SHOAL_USAGE, "x: '0' is not a valid width"},
    {"width below zero", "ranges:-5", {"1"}, SHOAL_USAGE, "x: '-5' is not a valid width"},
    {"width missing", "ranges:5,,10", {"1"}, SHOAL_USAGE, "x: '' is not a valid width"},
    {"two origins", "ranges:5@1@2", {"1"}, SHOAL_USAGE, "x: '@2' is not a valid width"},
    {"too many widths",
     "ranges:1,2,4,8,16,32,64,128,256,512,1024,2048,4096,8192,16384,32768,65536"
     ",131072,262144,524288,1048576",
     {"1"},
     SHOAL_USAGE,
     "x: at most 20 widths"},
    {"width too fine", "ranges:0.0000000000000000001", {"1"}, SHOAL_USAGE, "x: '0.00000000"},
    {"words in ranges", "ranges:5", {"1", "one"}, SHOAL_BAD_DATA, "x: 'one' is not a number"},
    {"too large", "ranges:5", {"1e30"}, SHOAL_BAD_DATA, "x: '1e30' is too large"},
    {"words in bands", "bands", {"1", "one"}, SHOAL_BAD_DATA, "x: 'one' is not a number"},
    {"bands with arguments", "bands:3", {"1"}, SHOAL_USAGE, "x: bands takes no arguments"},
    {"magnitude below zero", "magnitudes", {"-1"}, SHOAL_BAD_DATA, "x: '-1' is below zero"},
    {"no intervals", "intervals", {"a", "b"}, SHOAL_BAD_DATA, "x: the values are not intervals"},
    {"overlapping", "intervals", {"1-5", "3-8"}, SHOAL_BAD_DATA, "x: the values are not intervals"},
    {"unknown growth", "grown:wild", {"a"}, SHOAL_USAGE, "x: grown takes frequency or nothing"},
    {"mask without side", "mask", {"1"}, SHOAL_USAGE, "x: mask needs a side"},
    {"mask of a wrong side", "mask:top", {"1"}, SHOAL_USAGE, "x: mask needs a side"},
    {"no dates", "dates", {"a", "b"}, SHOAL_BAD_DATA, "x: 2 of 2 values are not dates, e.g. 'a'"},
    {"mixed dates",
     "dates",
     {"13/01/2020", "01/13/2020"},
     SHOAL_BAD_DATA,
     "x: some dates have the day first"},
    {"unknown order", "dates:ydm", {"2020-01-01"}, SHOAL_USAGE, "x: dates takes the order"},
    {"no groups", "groups", {"a"}, SHOAL_USAGE, "x: groups needs its groups"},
    {"empty member", "groups:a||b", {"a"}, SHOAL_USAGE, "x: an empty value in groups"},
    {"empty group", "groups:a;", {"a"}, SHOAL_USAGE, "x: an empty value in groups"},
    {"listed twice", "groups:a|b;c|a", {"a"}, SHOAL_USAGE, "x: groups: 'a' is listed twice at l"},
    {"not listed",
     "groups:a|b;c|d",
     {"a", "q", "r"},
     SHOAL_BAD_DATA,
     "x: groups: 2 values are in no group of level 1, e.g. 'q'"},
    {"group in no group",
     "groups:x=a;y=b/z=x",
     {"a", "b"},
     SHOAL_BAD_DATA,
     "x: groups: 1 value is in no group of level 2, e.g. 'y'"},
    {"nothing the classification knows",
     "m49",
     {"x", "y"},
     SHOAL_BAD_DATA,
     "x: none of its 2 values is in m49"},
    {"flat with arguments", "flat:1", {"a"}, SHOAL_USAGE, "x: flat takes no arguments"},
    {"auto with arguments", "auto:1", {"a"}, SHOAL_USAGE, "x: auto takes no arguments"},
};

static void test_refusals(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof refusals / sizeof *refusals; i++) {
        const refusal_case *row = &refusals[i];
        print_message("  %s\n", row->name);
        build_input input = {.name = "x", .values = row->values, .count = texts_count(row->values)};
        shoal_hierarchy *built = NULL;
        text described = {0};
        shoal_error error = {0};
        assert_int_equal(hierarchy_build(&built, &input, row->spec, &described, &error),
                         row->status);
        assert_null(built);
        error.message[strlen(row->message)] = '\0';
        assert_string_equal(error.message, row->message);
        text_free(&described);
    }
}

/* Nothing that builds is taken for a file. */
static void test_builders_are_no_paths(void **state) {
    (void)state;
#define NO_PATH(name) assert_null(plan_hierarchy_path(#name));
    HIERARCHY_BUILDERS(NO_PATH)
#undef NO_PATH
    for (size_t i = 0; classification_list[i]; i++)
        assert_null(plan_hierarchy_path(classification_list[i]->name));
    assert_null(plan_hierarchy_path("grown:frequency"));
    assert_string_equal(plan_hierarchy_path("grown.csv"), "grown.csv");
    assert_string_equal(plan_hierarchy_path("places:towns.csv"), "towns.csv");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_builds),
        cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_builders_are_no_paths),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
