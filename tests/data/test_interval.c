/* Intervals as text: what is read, how they are ordered, and how they are joined. */
#include "support/columns.h"

#include "data/interval_join.h"

typedef struct parse_case {
    const char *text;
    const char *read; /* "" for none; else the ends as [18,24], (17,25) or [65,) */
} parse_case;

static const parse_case parses[] = {
    {"[70-80)", "[70,80)"},
    {"[0,10)", "[0,10)"},
    {"(0, 10]", "(0,10]"},
    {"]0;10]", "(0,10]"},
    {"18 to 24", "[18,24]"},
    {"18-24", "[18,24]"},
    {" 18 - 24 ", "[18,24]"},
    {"20\xe2\x80\x93"
     "29",
     "[20,29]"},
    {"-10 to -1", "[-10,-1]"},
    {"-10--1", "[-10,-1]"},
    {"0.5 to <1.5", "[0.5,1.5)"},
    {"65+", "[65,)"},
    {">= 80", "[80,)"},
    {">80", "(80,)"},
    {"\xe2\x89\xa5"
     "80",
     "[80,)"},
    {"80 and over", "[80,)"},
    {"80 OR OLDER", "[80,)"},
    {"at least 80", "[80,)"},
    {"over 80", "(80,)"},
    {"<18", "(,18)"},
    {"<= 17", "(,17]"},
    {"under 18", "(,18)"},
    {"less than 18", "(,18)"},
    {"up to 17", "(,17]"},
    {"17 and younger", "(,17]"},
    {"(-inf, 20]", "(,20]"},
    {"[80, Inf)", "[80,)"},
    {"7", "[7,7]"},
    {"", ""},
    {"-", ""},
    {"+", ""},
    {"a-b", ""},
    {"24-18", ""},
    {"2020-03-31", ""},
    {"(-inf, inf)", ""},
    {"5th-6th", ""},
    {"[1-2", ""},
};

static void show_end(text *out, const interval *of, const interval_end *end) {
    if (end->bounded)
        text_add(out, of->text + end->at, end->length);
}

static void test_parses(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof parses / sizeof *parses; i++) {
        print_message("  %s\n", parses[i].text);
        interval found;
        text shown = {0};
        text_add_string(&shown, "");
        if (interval_parse(&found, parses[i].text)) {
            text_add_string(&shown, found.low.bounded && !found.low.excluded ? "[" : "(");
            show_end(&shown, &found, &found.low);
            text_add_string(&shown, ",");
            show_end(&shown, &found, &found.high);
            text_add_string(&shown, found.high.bounded && !found.high.excluded ? "]" : ")");
        }
        assert_string_equal(shown.bytes, parses[i].read);
        text_free(&shown);
    }
}

typedef struct join_case {
    const char *first, *last, *like, *joined;
} join_case;

static const join_case joins[] = {
    {"[70-80)", "[80-90)", "[70-80)", "[70-90)"},
    {"[0,10]", "(10,20]", "[0,10]", "[0,20]"},
    {"18 to 24", "25 to 34", "18 to 24", "18 to 34"},
    {"18-24", "65+", "18-24", "18+"},
    {"70-79", "80 and over", "70-79", "70 and over"},
    {"70-79", "> 79", "70-79", "> 69"},
    {"<18", "18-24", "18-24", "<25"},
    {"under 18", "[18-25)", "[18-25)", "under 25"},
    {"up to 17", "[18-25)", "[18-25)", "up to 24"},
    {"<1.5", "1.5-2.5", "1.5-2.5", "<=2.5"},
    {"0", "1-4", "1-4", "0-4"},
    {"0", "1", NULL, "0-1"},
    {"[70, 80)", "[80, inf)", "[70, 80)", "[70, inf)"},
};

static void test_joins(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof joins / sizeof *joins; i++) {
        const join_case *row = &joins[i];
        interval first, last, like;
        text joined = {0};
        assert_true(interval_parse(&first, row->first) && interval_parse(&last, row->last));
        assert_true(!row->like || interval_parse(&like, row->like));
        assert_true(interval_is_before(&first, &last));
        interval_join(&joined, &first, &last, row->like ? &like : NULL);
        assert_string_equal(joined.bytes, row->joined);
        text_free(&joined);
    }
}

typedef struct survey_case {
    const char *name;
    const char *texts[12];
    const char *order; /* "" when they are no intervals */
} survey_case;

static const survey_case surveys[] = {
    {"ages", {"65+", "18-24", "<18", "25-64", NULL}, "<18;18-24;25-64;65+;"},
    {"with a word", {"5-9", "unknown", "10-14", NULL}, "5-9;10-14;"},
    {"with a number", {"5+", "0", "1-4", NULL}, "0;1-4;5+;"},
    {"ends that touch", {"20-30", "10-20", NULL}, "10-20;20-30;"},
    {"overlapping", {"10-20", "15-25", NULL}, ""},
    {"months and days", {"01-02", "01-15", "02-03", NULL}, ""},
    {"numbers", {"1", "2", "3", "4+", NULL}, ""},
    {"words", {"a", "b", "1-2", "3-4", "c", NULL}, ""},
};

static void test_surveys(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof surveys / sizeof *surveys; i++) {
        print_message("  %s\n", surveys[i].name);
        interval list[12];
        size_t found;
        text order = {0};
        text_add_string(&order, "");
        if (interval_survey(list, &found, surveys[i].texts, texts_count(surveys[i].texts)))
            for (size_t j = 0; j < found; j++)
                text_format(&order, "%s;", list[j].text);
        assert_string_equal(order.bytes, surveys[i].order);
        text_free(&order);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_parses),
        cmocka_unit_test(test_joins),
        cmocka_unit_test(test_surveys),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
