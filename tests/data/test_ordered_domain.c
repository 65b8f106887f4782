#include "support/columns.h"

#include "data/ordered_domain.h"

#include <stdio.h>

#define MOST 20

/* What a domain is made from. */
typedef struct given {
    const char *rows[MOST];  /* of the hierarchy */
    const char *cells[MOST]; /* of the column */
    const char *dropped;     /* one letter per row, 'x' = does not count; NULL: all count */
    plan_domain domain;
    plan_missing missing;
    plan_type type;
    bool constrained;
    const char *order;
    int finest;
} given;

typedef struct made {
    shoal_plan *plan;
    column values;
    bound_hierarchy bound;
    ordered_domain of;
} made;

static void set_attribute(shoal_plan *plan, const given *from) {
    plan_attribute *attribute = plan_attribute_named(plan, "x");
    assert_non_null(attribute);
    attribute->type = from->type;
    attribute->weight = 2.5;
    attribute->constrained = from->constrained;
    attribute->finest = from->finest;
    if (from->order)
        assert_int_equal(shoal_plan_set(plan, "attributes.x.order", from->order, NULL), SHOAL_OK);
}

static shoal_status make(made *out, const given *from, shoal_error *error) {
    size_t count = texts_count(from->cells);
    bool kept[MOST];
    for (size_t i = 0; i < count; i++)
        kept[i] = !from->dropped || from->dropped[i] != 'x';
    assert_int_equal(shoal_plan_new(&out->plan, NULL), SHOAL_OK);
    out->plan->domain = from->domain;
    out->plan->missing = from->missing;
    set_attribute(out->plan, from);
    out->values = column_of("x", from->cells, count);
    shoal_hierarchy *hierarchy = hierarchy_of(from->rows);
    assert_int_equal(hierarchy_seal(hierarchy, NULL), SHOAL_OK);
    assert_int_equal(
        bound_hierarchy_bind(&out->bound, &out->values, hierarchy, out->plan, count, kept, NULL),
        SHOAL_OK);
    shoal_status status =
        ordered_domain_make(&out->of, &out->values, &out->bound, hierarchy, out->plan, error);
    shoal_hierarchy_free(hierarchy);
    return status;
}

static void unmake(made *out) {
    ordered_domain_free(&out->of);
    bound_hierarchy_free(&out->bound);
    column_free(&out->values);
    shoal_plan_free(out->plan);
}

/* ---- Values, order, tree -------------------------------------------------------------------- */

typedef struct domain_case {
    const char *name;
    given from;
    ordered_domain_order order;
    const char *values; /* "label=rows" of each position, then "+ label=rows" of those apart */
    const char *tree;   /* inner nodes as label(children) */
} domain_case;

/* Lunacek et al., figure 2. */
#define WORK_CLASS                                                                                 \
    {                                                                                              \
        "inc;self-employed;*", "not inc;self-employed;*", "federal;government;*",                  \
            "state;government;*", "local;government;*", "private;private;*",                       \
            "without pay;unemployed;*", "never worked;unemployed;*"                                \
    }
#define PLACES                                                                                     \
    { "rome;it;eu;*", "bonn;de;eu;*", "oslo;no;eu;*", "köln;de;eu;*", "lima;pe;am;*" }
#define AGES                                                                                       \
    { "9;0-9;0-19;*", "10;10-19;0-19;*", "11;10-19;0-19;*", "20;20-29;20-39;*", "30;30-39;20-39;*" }

static const domain_case cases[] = {
    {"the paper's work classes",
     {.rows = WORK_CLASS, .cells = {"private", "state"}, .domain = DOMAIN_HIERARCHY},
     ORDER_TAXONOMY,
     "inc=0 not inc=0 federal=0 state=1 local=0 private=1 without pay=0 never worked=0",
     "*(self-employed(inc not inc) government(federal state local) private "
     "unemployed(without pay never worked))"},
    {"preorder brings groups together",
     {.rows = PLACES, .cells = {"lima", "bonn", "rome", "köln", "oslo"}},
     ORDER_TAXONOMY,
     "rome=1 bonn=1 köln=1 oslo=1 lima=1",
     "*(eu(rome de(bonn köln) oslo) lima)"},
    {"only what the data has, and nodes with the same leaves are one",
     {.rows = PLACES, .cells = {"bonn", "köln", "lima", "bonn"}},
     ORDER_TAXONOMY,
     "bonn=2 köln=1 lima=1",
     "*(de(bonn köln) lima)"},
    {"the root is called by the top, though a finer group has the same leaves",
     {.rows = PLACES, .cells = {"bonn", "köln"}},
     ORDER_TEXT,
     "bonn=1 köln=1",
     "de(bonn köln)"},
    {"dropped rows make no value",
     {.rows = PLACES, .cells = {"bonn", "lima", "köln"}, .dropped = "..x"},
     ORDER_TEXT,
     "bonn=1 lima=1",
     "*(bonn lima)"},
    {"no row counts",
     {.rows = PLACES, .cells = {"bonn"}, .dropped = "x"},
     ORDER_TEXT,
     "rome=0",
     "rome"},
    {"no single top",
     {.rows = {"a;x", "b;x", "c;y"}, .cells = {"a", "b", "c"}},
     ORDER_TAXONOMY,
     "a=1 b=1 c=1",
     "*(x(a b) c)"},
    {"a top with a name",
     {.rows = {"b;all", "a;all"}, .cells = {"a", "b"}},
     ORDER_TEXT,
     "a=1 b=1",
     "all(a b)"},
    {"intervals, then words",
     {.rows = {"unknown;*", "65+;*", "18-24;*", "<18;*", "25-64;*"},
      .cells = {"65+", "unknown", "<18", "18-24", "25-64"}},
     ORDER_INTERVALS,
     "<18=1 18-24=1 25-64=1 65+=1 unknown=1",
     "*(<18 18-24 25-64 65+ unknown)"},
    {"one value", {.rows = {"a;x;*"}, .cells = {"a", "a"}}, ORDER_TEXT, "a=2", "a"},
    {"no levels at all",
     {.rows = {"b", "a"}, .cells = {"a", "b"}},
     ORDER_TEXT,
     "a=1 b=1",
     "*(a b)"},

    {"numbers",
     {.rows = AGES, .cells = {"9", "10", "11", "30"}},
     ORDER_NUMBERS,
     "9=1 10=1 11=1 30=1",
     "*(0-19(9 10-19(10 11)) 30)"},
    {"numbers as strings",
     {.rows = AGES, .cells = {"9", "10", "11", "30"}, .type = TYPE_STRING},
     ORDER_TAXONOMY,
     "9=1 10=1 11=1 30=1",
     "*(0-19(9 10-19(10 11)) 30)"},
    {"numbers, and others behind them",
     {.rows = {"none;none;*", "2;x;*", "-1;x;*", "1.5;y;*"},
      .cells = {"none", "2", "-1", "1.5"},
      .type = TYPE_DECIMAL},
     ORDER_NUMBERS,
     "-1=1 1.5=1 2=1 none=1",
     "*(-1 1.5 2 none)"},
    {"torn groups are no nodes",
     {.rows = {"1;odd;*", "2;even;*", "3;odd;*", "4;even;*", "6;even;*"},
      .cells = {"1", "2", "3", "4", "6"}},
     ORDER_NUMBERS,
     "1=1 2=1 3=1 4=1 6=1",
     "*(1 2 3 4 6)"},
    {"constrained numbers follow the taxonomy where they would tear it",
     {.rows = {"1;odd;*", "2;even;*", "3;odd;*", "4;even;*", "6;even;*"},
      .cells = {"1", "2", "3", "4", "6"},
      .constrained = true},
     ORDER_TAXONOMY,
     "1=1 3=1 2=1 4=1 6=1",
     "*(odd(1 3) even(2 4 6))"},
    {"constrained numbers that keep groups together",
     {.rows = AGES, .cells = {"9", "10", "11", "30"}, .constrained = true},
     ORDER_NUMBERS,
     "9=1 10=1 11=1 30=1",
     "*(0-19(9 10-19(10 11)) 30)"},
    {"dates, with a value that is none",
     {.rows = {"9999-99-99;-;*", "02.03.2021;2021;*", "31.12.2020;2020;*", "01.03.2020;2020;*"},
      .cells = {"9999-99-99", "02.03.2021", "31.12.2020", "01.03.2020"}},
     ORDER_NUMBERS,
     "01.03.2020=1 31.12.2020=1 02.03.2021=1 9999-99-99=1",
     "*(2020(01.03.2020 31.12.2020) 02.03.2021 9999-99-99)"},
    {"codes with leading zeros are text",
     {.rows = {"010;*", "09;*"}, .cells = {"010", "09"}},
     ORDER_TEXT,
     "010=1 09=1",
     "*(010 09)"},

    {"ranges as values",
     {.rows = AGES, .cells = {"9", "10", "11", "30"}, .finest = 1},
     ORDER_NUMBERS,
     "0-9=1 10-19=2 30-39=1",
     "*(0-19(0-9 10-19) 30-39)"},
    {"ranges as values, absent ones too",
     {.rows = AGES, .cells = {"9", "11"}, .finest = 1, .domain = DOMAIN_HIERARCHY},
     ORDER_NUMBERS,
     "0-9=1 10-19=1 20-29=0 30-39=0",
     "*(0-19(0-9 10-19) 20-39(20-29 30-39))"},
    {"groups of numbers inside each other have no order of numbers",
     {.rows = {"1;odd;*", "2;even;*", "3;odd;*"}, .cells = {"1", "2", "3"}, .finest = 1},
     ORDER_TEXT,
     "even=1 odd=2",
     "*(even odd)"},
    {"the top as the finest",
     {.rows = AGES, .cells = {"9", "30"}, .finest = 3},
     ORDER_NUMBERS,
     "*=2",
     "*"},

    {"missing values are the last child of the root",
     {.rows = PLACES, .cells = {"?", "bonn", "köln", "", "lima"}},
     ORDER_TAXONOMY,
     "bonn=1 köln=1 lima=1 =2",
     "*(de(bonn köln) lima )"},
    {"beside missing values a single group is not the root",
     {.rows = PLACES, .cells = {"?", "bonn", "köln"}},
     ORDER_TEXT,
     "bonn=1 köln=1 ?=1",
     "*(de(bonn köln) ?)"},
    {"missing values behind numbers",
     {.rows = AGES, .cells = {"?", "10", "9"}},
     ORDER_NUMBERS,
     "9=1 10=1 ?=1",
     "*(0-19(9 10) ?)"},
    {"missing values that the hierarchy names follow it",
     {.rows = {"?;none;*", "a;x;*", "b;x;*", "n/a;none;*"}, .cells = {"NA", "a", "b", "n/a", "?"}},
     ORDER_TAXONOMY,
     "?=2 n/a=1 a=1 b=1",
     "*(none(? n/a) x(a b))"},
    {"the same at a coarser level",
     {.rows = {"?;none;*", "a;x;*", "b;x;*", "n/a;none;*"},
      .cells = {"NA", "a", "b", "n/a", "?"},
      .finest = 1},
     ORDER_TEXT,
     "none=3 x=2",
     "*(none x)"},
    {"missing values join a group that is called like them",
     {.rows = {"a;NA;w", "b;EU;w", "c;AS;v"}, .cells = {"NA", "a", "b", "c"}, .finest = 1},
     ORDER_TAXONOMY,
     "NA=2 EU=1 AS=1",
     "*(w(NA EU) AS)"},
    {"missing values as wildcards",
     {.rows = {"?;none;*", "a;x;*", "b;x;*", "c;y;*"},
      .cells = {"NA", "a", "?", "b", "c"},
      .missing = MISSING_WILDCARD},
     ORDER_TAXONOMY,
     "a=1 b=1 c=1 + ?=2",
     "*(x(a b) c)"},
    {"wildcards stay apart at the top, and rows of the hierarchy for them are no values",
     {.rows = {"?;*", "a;*"},
      .cells = {"?", "a"},
      .missing = MISSING_WILDCARD,
      .domain = DOMAIN_HIERARCHY,
      .finest = 1},
     ORDER_TEXT,
     "*=1 + ?=1",
     "*"},
    {"nothing but wildcards",
     {.rows = {"a;*"}, .cells = {"?"}, .missing = MISSING_WILDCARD},
     ORDER_TEXT,
     "a=0 + ?=1",
     "a"},
    {"missing values that were dropped",
     {.rows = PLACES, .cells = {"?", "bonn", "lima"}, .dropped = "x..", .missing = MISSING_DROP},
     ORDER_TEXT,
     "bonn=1 lima=1",
     "*(bonn lima)"},

    {"a given order",
     {.rows = PLACES, .cells = {"bonn", "köln", "rome"}, .order = "köln|bonn|oslo|paris|rome"},
     ORDER_GIVEN,
     "köln=1 bonn=1 rome=1",
     "eu(de(köln bonn) rome)"},
    {"a given order of the whole hierarchy",
     {.rows = PLACES,
      .cells = {"bonn"},
      .order = "lima|köln|bonn|oslo|paris|rome",
      .domain = DOMAIN_HIERARCHY},
     ORDER_GIVEN,
     "lima=0 köln=0 bonn=1 oslo=0 rome=0",
     "*(lima eu(de(köln bonn) oslo rome))"},
    {"a given order that tears groups apart",
     {.rows = PLACES, .cells = {"bonn", "köln", "rome"}, .order = "köln|rome|bonn"},
     ORDER_GIVEN,
     "köln=1 rome=1 bonn=1",
     "eu(köln rome bonn)"},
    {"a given order with bars and backslashes",
     {.rows = {"a|b;*", "\\;*", "c;*"}, .cells = {"a|b", "\\", "c"}, .order = "c|\\\\|a\\|b"},
     ORDER_GIVEN,
     "c=1 \\=1 a|b=1",
     "*(c \\ a|b)"},
    {"a given order says where missing values are",
     {.rows = {"a;*", "b;*"}, .cells = {"NA", "b", "a", "?"}, .order = "b|NA|a"},
     ORDER_GIVEN,
     "b=1 ?=2 a=1",
     "*(b ? a)"},
    {"a given order need not name missing values",
     {.rows = {"a;*", "b;*"}, .cells = {"NA", "b", "a"}, .order = "b|a"},
     ORDER_GIVEN,
     "b=1 a=1 NA=1",
     "*(b a NA)"},
    {"a given order of ranges, constrained",
     {.rows = AGES,
      .cells = {"9", "10", "30"},
      .order = "30-39|10-19|0-9",
      .finest = 1,
      .constrained = true},
     ORDER_GIVEN,
     "30-39=1 10-19=1 0-9=1",
     "*(30-39 0-19(10-19 0-9))"},
};

static void show_values(const ordered_domain *of, char *out, size_t size) {
    size_t used = 0;
    for (uint32_t p = 0; p < of->size; p++)
        used += (size_t)snprintf(out + used, size - used, "%s%s=%d", p ? " " : "", of->label[p],
                                 (int)of->rows[p]);
    if (of->apart)
        snprintf(out + used, size - used, " + %s=%d", of->apart, (int)of->rows_apart);
}

static void show_tree(const ordered_domain *of, char *out, size_t size) {
    size_t used = 0;
    for (uint32_t i = 0; i < of->node_count; i++) {
        bool leaf = taxonomy_is_leaf(&of->nodes[i]);
        used += (size_t)snprintf(out + used, size - used, "%s%s%s",
                                 i && out[used - 1] != '(' ? " " : "", of->nodes[i].label,
                                 leaf ? "" : "(");
        for (uint32_t above = i; leaf && above-- > 0;)
            if (of->nodes[above].next == i + 1 && !taxonomy_is_leaf(&of->nodes[above]))
                used += (size_t)snprintf(out + used, size - used, ")");
    }
}

static void check_codes(const made *of) {
    uint32_t ground = (uint32_t)of->values.values.size;
    assert_int_equal(of->of.ground, ground);
    for (uint32_t code = 0; code < ground; code++) {
        const char *text = dictionary_text(&of->values.values, code);
        bool apart = of->plan->missing == MISSING_WILDCARD && plan_is_missing(of->plan, text);
        assert_true(apart ? of->of.of_ground[code] == of->of.size
                          : of->of.of_ground[code] < of->of.size);
    }
}

static void test_domains(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        print_message("  %s\n", cases[i].name);
        made it;
        shoal_error error = {0};
        if (make(&it, &cases[i].from, &error) != SHOAL_OK)
            fail_msg("%s", error.message);
        char shown[400];
        show_values(&it.of, shown, sizeof shown);
        assert_string_equal(shown, cases[i].values);
        show_tree(&it.of, shown, sizeof shown);
        assert_string_equal(shown, cases[i].tree);
        assert_int_equal(it.of.order, cases[i].order);
        assert_int_equal(it.of.constrained, cases[i].from.constrained);
        assert_int_equal(it.of.count, it.of.size + (it.of.rows_apart > 0));
        assert_string_equal(it.of.name, "x");
        assert_true(it.of.weight == 2.5);
        check_codes(&it);
        unmake(&it);
    }
}

/* ---- Refusals ------------------------------------------------------------------------------- */

typedef struct refusal {
    const char *name;
    given from;
    const char *message;
} refusal;

static const refusal refusals[] = {
    {"an order that leaves out values",
     {.rows = PLACES, .cells = {"bonn", "köln", "rome"}, .order = "rome"},
     "attribute 'x': its order lacks 2 values, e.g. 'bonn', 'köln': add them"},
    {"an order that leaves out one of the hierarchy",
     {.rows = PLACES,
      .cells = {"bonn"},
      .order = "bonn|rome|oslo|köln",
      .domain = DOMAIN_HIERARCHY},
     "attribute 'x': its order lacks 1 value, e.g. 'lima': add it"},
    {"an order with a value twice",
     {.rows = PLACES, .cells = {"bonn", "rome"}, .order = "rome|bonn|rome"},
     "attribute 'x': its order names 'rome' twice: name it once"},
    {"two tokens are one value",
     {.rows = {"a;*"}, .cells = {"a", "?"}, .order = "NA|a|?"},
     "attribute 'x': its order names '?' twice: name it once"},
    {"a constrained order that tears a group apart",
     {.rows = PLACES,
      .cells = {"bonn", "köln", "rome"},
      .order = "köln|rome|bonn",
      .constrained = true},
     "attribute 'x': its order splits the group 'de' of its hierarchy, and it is constrained: keep "
     "the values of the group together"},
    {"missing values inside a group",
     {.rows = PLACES, .cells = {"bonn", "köln", "?"}, .order = "köln|?|bonn", .constrained = true},
     "attribute 'x': its order splits the group 'de' of its hierarchy, and it is constrained: keep "
     "the values of the group together"},
    {"finer than the hierarchy goes",
     {.rows = PLACES, .cells = {"bonn"}, .finest = 4},
     "attribute 'x': finest is level 4, but its hierarchy ends with level 3: choose a level from 0 "
     "to that"},
};

static void test_refusals(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof refusals / sizeof *refusals; i++) {
        print_message("  %s\n", refusals[i].name);
        made it;
        shoal_error error = {0};
        assert_int_equal(make(&it, &refusals[i].from, &error), SHOAL_USAGE);
        assert_string_equal(error.message, refusals[i].message);
        assert_null(it.of.nodes);
        unmake(&it);
    }
}

/* ---- Labels --------------------------------------------------------------------------------- */

typedef struct label_case {
    const char *name;
    given from;
    uint32_t begins[MOST]; /* the first is 0, as is what follows the last */
    const char *labels;    /* "label=rows/covered" in order of the first ground code */
} label_case;

static const label_case label_cases[] = {
    {"one group is the root", {.rows = PLACES, .cells = {"bonn", "rome", "lima"}}, {0}, "*=3/3"},
    {"single values",
     {.rows = PLACES, .cells = {"bonn", "rome", "lima"}},
     {0, 1, 2},
     "bonn=1/1; lima=1/1; rome=1/1"},
    {"nodes and sets",
     {.rows = PLACES, .cells = {"bonn", "rome", "lima", "köln", "oslo"}},
     {0, 1, 3},
     "de=2/2; {oslo, lima}=2/2; rome=1/1"},
    {"groups without rows are not published",
     {.rows = PLACES, .cells = {"rome"}, .domain = DOMAIN_HIERARCHY},
     {0, 3},
     "{rome, bonn, köln}=1/3"},
    {"ranges",
     {.rows = AGES, .cells = {"9", "10", "11", "20", "30"}},
     {0, 2},
     "9-10=2/2; 11-30=3/3"},
    {"ranges below zero",
     {.rows = {"-5;*", "-1;*", "0;*", "3;*"}, .cells = {"-5", "-1", "0", "3"}},
     {0, 3},
     "-5 to 0=3/3; 3=1/1"},
    {"ranges of decimals",
     {.rows = {"0.5;*", "1;*", "1.5;*"}, .cells = {"0.5", "1", "1.5"}},
     {0, 1},
     "0.5=1/1; 1 to 1.5=2/2"},
    {"ranges of dates",
     {.rows = {"2020-01-31;*", "2020-03-01;*", "2021-01-01;*"},
      .cells = {"2020-01-31", "2020-03-01", "2021-01-01"}},
     {0, 2},
     "2020-01-31 to 2020-03-01=2/2; 2021-01-01=1/1"},
    {"ranges of ranges",
     {.rows = AGES, .cells = {"9", "10", "20", "30"}, .finest = 1},
     {0, 3},
     "0-29=3/3; 30-39=1/1"},
    {"ranges of half-open ranges",
     {.rows = {"0.1;0.0 to <0.5;*", "0.6;0.5 to <1.0;*", "1.2;1.0 to <1.5;*"},
      .cells = {"0.1", "0.6", "1.2"},
      .finest = 1},
     {0, 2},
     "0.0 to <1.0=2/2; 1.0 to <1.5=1/1"},
    {"ranges of words",
     {.rows = {"1;young;*", "40;middle;*", "80;old;*"}, .cells = {"1", "40", "80"}, .finest = 1},
     {0, 2},
     "young to middle=2/2; old=1/1"},
    {"ranges of months are no subtractions",
     {.rows = {"2020-03-01;2020-03;*", "2020-12-01;2020-12;*", "2021-01-01;2021-01;*"},
      .cells = {"2020-03-01", "2020-12-01", "2021-01-01"},
      .finest = 1},
     {0, 2},
     "2020-03 to 2020-12=2/2; 2021-01=1/1"},
    {"numbers and missing values",
     {.rows = {"1;a;*", "2;b;*", "3;b;*", "17;c;*"}, .cells = {"1", "2", "3", "17", "?"}},
     {0, 2},
     "1-2=2/2; {3-17, ?}=3/3"},
    {"one number and missing values",
     {.rows = {"1;*", "2;*"}, .cells = {"1", "2", "?"}},
     {0, 1},
     "1=1/1; {2, ?}=2/2"},
    {"all numbers without missing values",
     {.rows = {"1;*", "2;*"}, .cells = {"1", "2", "?"}},
     {0, 2},
     "1-2=2/2; ?=1/1"},
    {"wildcards",
     {.rows = {"1;*", "2;*"}, .cells = {"1", "2", "?", "?"}, .missing = MISSING_WILDCARD},
     {0},
     "{*}=2/2; ?=2/1"},
    {"a node called like a value of another group",
     {.rows = {"a;c;*", "b;c;*", "c;d;*", "e;d;*"}, .cells = {"a", "b", "c", "e"}},
     {0, 2, 3},
     "{a, b}=2/2; c=1/1; e=1/1"},
    {"two nodes of the same name",
     {.rows = {"a;o;x;*", "b;o;x;*", "c;p;x;*", "d;q;o;*", "e;r;o;*", "f;s;y;*"},
      .cells = {"a", "b", "c", "d", "e", "f"}},
     {0, 2, 3, 5},
     "{a, b}=2/2; c=1/1; {d, e}=2/2; f=1/1"},
    {"a value that reads like a set",
     {.rows = {"a;*", "b;*", "{a, b};*", "{{a, b}};*"}, .cells = {"a", "b", "{a, b}", "{{a, b}}"}},
     {0, 2, 3},
     "{{{a, b}}}=2/2; {a, b}=1/1; {{a, b}}=1/1"},
    {"a value that reads like a range",
     {.rows = {"1;*", "2;*", "1-2;*"}, .cells = {"1", "2", "1-2"}, .type = TYPE_INTEGER},
     {0, 2},
     "{1, 2}=2/2; 1-2=1/1"},
    {"commas in values",
     {.rows = {"a;*", "b, c;*", "a, b;*", "c;*"},
      .cells = {"a", "b, c", "a, b", "c"},
      .order = "a|b, c|a, b|c"},
     {0, 2},
     "{a, \"b, c\"}=2/2; {\"a, b\", c}=2/2"},
    {"dropped rows",
     {.rows = PLACES, .cells = {"bonn", "rome", "oslo"}, .dropped = "..x"},
     {0, 1},
     "bonn=1/1; rome=1/1"},
};

static void show_labels(const bound_level *level, char *out, size_t size) {
    size_t used = 0;
    out[0] = '\0';
    for (uint32_t group = 0; group < level->size; group++)
        used += (size_t)snprintf(out + used, size - used, "%s%s=%d/%d", group ? "; " : "",
                                 level->label[group], (int)level->frequency[group],
                                 (int)level->covered[group]);
}

static void test_labels(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof label_cases / sizeof *label_cases; i++) {
        const label_case *row = &label_cases[i];
        print_message("  %s\n", row->name);
        made it;
        assert_int_equal(make(&it, &row->from, NULL), SHOAL_OK);
        uint32_t groups = 1;
        while (groups < MOST && row->begins[groups])
            groups++;
        bound_hierarchy recoded;
        assert_int_equal(ordered_domain_hierarchy(&recoded, &it.of, row->begins, groups, NULL),
                         SHOAL_OK);
        char shown[400];
        show_labels(&recoded.level[1], shown, sizeof shown);
        assert_string_equal(shown, row->labels);
        assert_int_equal(recoded.height, 1);
        assert_int_equal(recoded.domain, it.of.count);
        assert_true(recoded.weight == 2.5);
        for (int level = 0; level <= 1; level++) {
            uint32_t missing = recoded.level[level].missing;
            assert_int_equal(missing == NO_CODE, it.of.apart == NULL);
            if (it.of.apart)
                assert_string_equal(recoded.level[level].label[missing], it.of.apart);
        }
        bound_hierarchy_free(&recoded);
        unmake(&it);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_domains),
        cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_labels),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
