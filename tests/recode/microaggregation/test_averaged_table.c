/* What microaggregation publishes: groups as people write them, labels, classes and measures. */
#include "support/columns.h"
#include "support/grouping_oracle.h"
#include "support/grouping_table.h"

#include "measure/disclosure.h"
#include "measure/numeric_metrics.h"
#include "recode/microaggregation/averaged_table.h"
#include "release/release_verify.h"

#include <math.h>
#include <unistd.h>

#define CASES 150

/* ---- Groups as people write them ------------------------------------------------------------ */

enum { NAMES = 5 };
static const char *const names[NAMES] = {"a", "b", "height, cm", "x|y", "back\\slash"};

typedef struct groups_case {
    const char *name;
    const char *groups;
    group_number node[NAMES];
    const char *says; /* NULL: it is fine */
} groups_case;

#define REST ",height\\, cm,x\\|y,back\\\\slash"

static const groups_case groups[] = {
    {"one group", "a,b" REST, {0, 0, 0, 0, 0}, NULL},
    {"two groups", "a|b" REST, {0, 1, 1, 1, 1}, NULL},
    {"numbered by their first attributes",
     "b,x\\|y|back\\\\slash|height\\, cm,a",
     {0, 1, 0, 1, 2},
     NULL},
    {"each for itself", "back\\\\slash|x\\|y|height\\, cm|b|a", {0, 1, 2, 3, 4}, NULL},
    {"escapes that need not be", "\\a,\\b,height\\,\\ cm,x\\|y,\\back\\\\slash", {0}, NULL},
    {"nothing", "", {0}, "empty name"},
    {"a comma", ",", {0}, "empty name"},
    {"a bar", "|", {0}, "empty name"},
    {"a bar at the end", "a|b" REST "|", {0}, "empty name"},
    {"a comma at the end", "a,b" REST ",", {0}, "empty name"},
    {"a comma before the bar", "a,|b" REST, {0}, "empty name"},
    {"two bars", "a||b" REST, {0}, "empty name"},
    {"an attribute twice in a group", "a,b,a" REST, {0}, "contain 'a' twice"},
    {"an attribute in two groups", "a,b|b" REST, {0}, "contain 'b' twice"},
    {"an attribute in none", "a|height\\, cm,x\\|y,back\\\\slash", {0}, "lack 'b'"},
    {"the last one in none", "a,b,height\\, cm,x\\|y", {0}, "lack 'back\\slash'"},
    {"an unknown name", "a,b,c", {0}, "contain 'c', which is not a quasi-identifier"},
    {"blanks belong to names", "a, b" REST, {0}, "contain ' b'"},
    {"case matters", "A,b" REST, {0}, "contain 'A'"},
    {"a name without its escape", "a,b,height, cm", {0}, "contain 'height'"},
    {"a backslash at the end", "a,b\\", {0}, "contain 'b\\'"},
    {"a backslash alone", "\\", {0}, "contain '\\'"},
};

static void test_read_groups(void **state) {
    (void)state;
    numeric_column columns[NAMES] = {0};
    numeric_table table = {.attributes = NAMES, .column = columns};
    for (size_t a = 0; a < NAMES; a++)
        columns[a].name = names[a];
    for (size_t i = 0; i < sizeof groups / sizeof *groups; i++) {
        const groups_case *each = &groups[i];
        group_number node[NAMES];
        shoal_error error = {0};
        print_message("  %s\n", each->name);
        shoal_status status = averaged_table_read_groups(node, each->groups, &table, &error);
        assert_int_equal(status, each->says ? SHOAL_USAGE : SHOAL_OK);
        if (!each->says)
            assert_memory_equal(node, each->node, sizeof node);
        else if (!strstr(error.message, each->says))
            fail_msg("'%s' does not say '%s'", error.message, each->says);
    }
}

/* Names of any length are found, and long ones do not burst the message. */
static void test_long_names(void **state) {
    (void)state;
    enum { LONG = 5000 };
    char *name = malloc(LONG + 2);
    assert_non_null(name);
    memset(name, 'n', LONG);
    name[LONG] = '\0';
    numeric_column column_named = {.name = name};
    numeric_table table = {.attributes = 1, .column = &column_named};
    group_number node[1];
    shoal_error error = {0};
    assert_int_equal(averaged_table_read_groups(node, name, &table, &error), SHOAL_OK);
    name[0] = 'm';
    column_named.name = "n";
    assert_int_equal(averaged_table_read_groups(node, name, &table, &error), SHOAL_USAGE);
    assert_non_null(strstr(error.message, "contain 'mnnn"));
    free(name);
}

/* ---- Random tables, masked ------------------------------------------------------------------ */

typedef struct masked_case {
    grouping_table made;
    grouping_setup problem;
    grouping *space;
    grouping_answer expected;
    averaged_table mask;
} masked_case;

static void masked_new(masked_case *out, uint64_t seed) {
    static const grouping_shape shape = {6, 40, 1, 6};
    random_stream stream = random_open(seed, "masking", 0);
    group_number node[8];
    grouping_table_draw(&out->made, seed, &shape);
    size_t attributes = out->made.numbers.attributes;
    uint64_t most = 1 + random_below(&stream, attributes);
    for (size_t a = 0; a < attributes; a++)
        node[a] = (group_number)random_below(&stream, most);
    group_node_make_canonical(node, attributes);
    out->problem = (grouping_setup){.table = &out->made.numbers,
                                    .ground = &out->made.ground,
                                    .method = {.k = (size_t)out->made.plan->k},
                                    .metric = &metric_score,
                                    .original_scale = random_below(&stream, 2),
                                    .memory = random_below(&stream, 2)};
    assert_int_equal(grouping_open(&out->space, &out->problem, NULL), SHOAL_OK);
    grouping_oracle_cluster(&out->expected, &out->problem, node);
    grouping_oracle_measure(&out->expected, &out->problem);
    assert_int_equal(averaged_table_make(&out->mask, out->space, node,
                                         (averaged_rows){out->made.table.rows, NULL}, NULL),
                     SHOAL_OK);
}

static void masked_free(masked_case *of) {
    recoding_space *shared = grouping_as_space(of->space);
    averaged_table_free(&of->mask);
    grouping_oracle_free(&of->expected);
    shared->kind->close(shared);
    grouping_table_free(&of->made);
}

#define HOLDS(of, condition)                                                                       \
    do {                                                                                           \
        if (!(condition))                                                                          \
            fail_msg("seed %llu: %s", (unsigned long long)(of)->made.seed, #condition);            \
    } while (0)

/* The published cell of a row of the numbers, which is not suppressed. */
static const char *label_at(const masked_case *of, size_t attribute, size_t row) {
    const averaged_column *each = &of->mask.column[attribute];
    uint32_t code = codes_get(&each->code, of->made.numbers.row[row]);
    return code < each->label_count ? each->labels[code] : "*";
}

static void check_label(const masked_case *of, size_t attribute, size_t row) {
    const numeric_column *each = &of->made.numbers.column[attribute];
    char shown[NUMERIC_LABEL_SIZE];
    const char *label = label_at(of, attribute, row);
    numeric_format(shown, each, of->expected.masked[attribute][row]);
    /* Different tokens of one cluster become one. */
    if (each->token && each->token[row])
        HOLDS(of, plan_is_missing(of->made.plan, label));
    else
        HOLDS(of, strcmp(label, shown) == 0);
}

static void check_suppressed(const masked_case *of, const averaged_column *each) {
    size_t left = 0;
    for (size_t row = 0; row < of->made.table.rows; row++)
        left += codes_get(&each->code, row) < each->label_count;
    HOLDS(of, left == of->made.numbers.rows);
    for (size_t i = 1; i < each->label_count; i++)
        HOLDS(of, strcmp(each->labels[i - 1], each->labels[i]) < 0);
}

static void test_labels(void **state) {
    (void)state;
    for (uint64_t i = 0; i < CASES; i++) {
        masked_case each;
        masked_new(&each, i);
        HOLDS(&each, each.mask.attributes == each.made.numbers.attributes);
        HOLDS(&each, each.mask.groups == each.expected.groups);
        for (size_t g = 0; g < each.mask.groups; g++)
            HOLDS(&each, each.mask.clusters[g] == each.expected.clusters[g]);
        for (size_t a = 0; a < each.mask.attributes; a++) {
            HOLDS(&each, each.mask.node[a] == each.expected.node[a]);
            for (size_t row = 0; row < each.made.numbers.rows; row++) {
                check_label(&each, a, row);
                HOLDS(&each, each.mask.column[a].value[row] == each.expected.masked[a][row]);
            }
            check_suppressed(&each, &each.mask.column[a]);
        }
        masked_free(&each);
    }
}

static bool looks_the_same(const masked_case *of, size_t one, size_t other) {
    for (size_t a = 0; a < of->mask.attributes; a++)
        if (strcmp(label_at(of, a, one), label_at(of, a, other)) != 0)
            return false;
    return true;
}

static void test_classes(void **state) {
    (void)state;
    for (uint64_t i = 0; i < CASES; i++) {
        masked_case each;
        masked_new(&each, i);
        uint64_t classes = 0, smallest = UINT64_MAX;
        for (size_t row = 0; row < each.made.numbers.rows; row++) {
            uint64_t size = 0;
            bool first = true;
            for (size_t other = 0; other < each.made.numbers.rows; other++)
                if (looks_the_same(&each, row, other)) {
                    size++;
                    first = first && other >= row;
                }
            classes += first;
            smallest = size < smallest ? size : smallest;
        }
        HOLDS(&each, each.mask.classes == classes);
        HOLDS(&each, each.mask.smallest == smallest);
        HOLDS(&each, each.mask.groups > 1 || smallest >= (uint64_t)each.made.plan->k);
        masked_free(&each);
    }
}

/* ---- Measures ------------------------------------------------------------------------------- */

static double mean_of(const double *value, size_t rows) {
    double sum = 0;
    for (size_t row = 0; row < rows; row++)
        sum += value[row];
    return sum / (double)rows;
}

static double covariance(const double *one, const double *other, size_t rows) {
    double sum = 0, mean = mean_of(one, rows), other_mean = mean_of(other, rows);
    for (size_t row = 0; row < rows; row++)
        sum += (one[row] - mean) * (other[row] - other_mean);
    return sum / (double)rows;
}

static double correlation(const double *one, const double *other, size_t rows) {
    double both = covariance(one, one, rows) * covariance(other, other, rows);
    return both > 1e-18 ? covariance(one, other, rows) / sqrt(both) : 0;
}

/* balasch2010, chapter 1, of standardized attributes. */
static information_loss naive_loss(const masked_case *of) {
    information_loss out = {.sse = of->expected.sse / 100};
    size_t rows = of->expected.rows, attributes = of->expected.attributes;
    double count = (double)attributes, pairs = 0;
    for (size_t a = 0; a < attributes; a++) {
        const double *x = of->made.numbers.column[a].value, *y = of->expected.masked[a];
        double variance = covariance(x, x, rows);
        for (size_t row = 0; row < rows; row++)
            out.il1 += fabs(x[row] - y[row]) / (double)rows / count;
        out.il2 += fabs(mean_of(x, rows) - mean_of(y, rows)) / count;
        out.il4 += variance > 0 ? fabs(variance - covariance(y, y, rows)) / variance / count : 0;
        for (size_t b = 0; b <= a; b++) {
            const double *u = of->made.numbers.column[b].value, *v = of->expected.masked[b];
            out.il3 +=
                fabs(covariance(x, u, rows) - covariance(y, v, rows)) / (count * (count + 1) / 2);
            if (b < a) {
                out.il5 += fabs(correlation(x, u, rows) - correlation(y, v, rows));
                pairs++;
            }
        }
    }
    out.il5 = pairs > 0 ? out.il5 / pairs : 0;
    return out;
}

static void check_losses(const masked_case *of) {
    information_loss expected = naive_loss(of);
    const information_loss *got = &of->mask.measured.loss;
    HOLDS(of, grouping_oracle_near(got->sse, expected.sse));
    HOLDS(of, grouping_oracle_near(got->il1, expected.il1));
    HOLDS(of, grouping_oracle_near(got->il2, expected.il2));
    HOLDS(of, grouping_oracle_near(got->il3, expected.il3));
    HOLDS(of, grouping_oracle_near(got->il4, expected.il4));
    HOLDS(of, grouping_oracle_near(got->il5, expected.il5));
    for (size_t a = 0; a < of->mask.attributes; a++) {
        const numeric_column *each = &of->made.numbers.column[a];
        double lost = 0, total = 0;
        for (size_t row = 0; row < of->expected.rows; row++) {
            double off = each->value[row] - of->expected.masked[a][row];
            lost += off * off;
            total += each->value[row] * each->value[row];
        }
        HOLDS(of, grouping_oracle_near(of->mask.column[a].loss, total > 0 ? lost / total : 0));
    }
}

static double likely_links(const masked_case *of, bool masked) {
    const double *original[8], *after[8];
    for (size_t a = 0; a < of->mask.attributes; a++) {
        original[a] = of->made.numbers.column[a].value;
        after[a] = masked ? of->expected.masked[a] : original[a];
    }
    points table = {of->expected.rows, of->mask.attributes, original};
    points other = {of->expected.rows, of->mask.attributes, after};
    linkage_attack attack = {.original = &table, .masked = &other};
    linkage_outcome outcome;
    assert_int_equal(linkage_by_probability(&outcome, &attack, NULL), SHOAL_OK);
    assert_int_equal(outcome.attacked, table.rows);
    return (double)outcome.linked / (double)table.rows;
}

static void check_risks(const masked_case *of) {
    const averaged_table *mask = &of->mask;
    const grouping_answer *expected = &of->expected;
    double rows = (double)expected->rows, cells = rows * (double)mask->attributes;
    double disclosed = mask->measured.id * cells;
    HOLDS(of, mask->measured.attacked == expected->rows);
    HOLDS(of, disclosed > (double)expected->disclosed - 1e-6);
    HOLDS(of, disclosed < (double)(expected->disclosed + expected->borderline) + 1e-6);
    HOLDS(of, grouping_oracle_near(mask->measured.pld_before, likely_links(of, false)));
    HOLDS(of, grouping_oracle_near(mask->measured.pld, likely_links(of, true)));
    HOLDS(of,
          grouping_oracle_agrees(expected, &of->problem, numeric_losses_score(&mask->measured)));
    HOLDS(of, grouping_oracle_near(mask->measured.dld, (double)expected->linked / rows));
    HOLDS(of, grouping_oracle_near(mask->measured.dld_before,
                                   (double)expected->linked_untouched / rows));
    double lost = mask->measured.loss.il1 + mask->measured.loss.il2 + mask->measured.loss.il3 +
                  mask->measured.loss.il4 + mask->measured.loss.il5;
    double full = 50 * (lost / 5 + 0.5 * mask->measured.id + 0.25 * mask->measured.dld +
                        0.25 * mask->measured.pld);
    HOLDS(of, grouping_oracle_near(numeric_losses_full_score(&mask->measured), full));
}

static void test_measures(void **state) {
    (void)state;
    for (uint64_t i = 0; i < CASES; i++) {
        masked_case each;
        masked_new(&each, i);
        assert_int_equal(averaged_table_measure(&each.mask, each.space, NULL, NULL), SHOAL_OK);
        check_losses(&each);
        check_risks(&each);
        masked_free(&each);
    }
}

/* Somebody who gives up while records are linked gets nothing. */
static void test_cancelled(void **state) {
    (void)state;
    volatile int cancel = 1;
    masked_case each;
    shoal_error error;
    masked_new(&each, 1);
    assert_int_equal(averaged_table_measure(&each.mask, each.space, &cancel, &error),
                     SHOAL_INTERRUPTED);
    masked_free(&each);
}

/* ---- Releases ------------------------------------------------------------------------------- */

/* A release of nothing but averages. */
typedef struct masked_release {
    release_column columns[8];
    published_attribute attribute[8];
    publication published;
    release_task task;
} masked_release;

static void release_of(const masked_case *of, masked_release *out) {
    uint64_t kept = 0;
    for (size_t row = 0; row < of->made.table.rows; row++)
        kept += !of->made.kept || of->made.kept[row];
    for (size_t a = 0; a < of->mask.attributes; a++) {
        const averaged_column *each = &of->mask.column[a];
        out->columns[a] = (release_column){COLUMN_PUBLISH, a};
        out->attribute[a] = (published_attribute){
            .labels = each->labels, .label_count = each->label_count, .of_row = &each->code};
    }
    out->published = (publication){.attributes = of->mask.attributes,
                                   .attribute = out->attribute,
                                   .claim = {.rows = kept,
                                             .stars = of->made.numbers.suppressed,
                                             .classes = of->mask.classes,
                                             .smallest = of->mask.smallest,
                                             .k = 1}};
    out->task = (release_task){.table = &of->made.table,
                               .columns = out->columns,
                               .kept_rows = of->made.kept,
                               .published = &out->published};
}

static const release_checks no_checks = {0};

/* Makes the last two lines that differ change places; false when all are the same. */
static bool swap_lines(char *content) {
    char *last = content + strlen(content) - 1;
    for (char *at = last; at > content;) {
        char *line = at;
        while (line[-1] != '\n')
            line--;
        char *before = line - 1;
        while (before > content && before[-1] != '\n')
            before--;
        if (before == content)
            return false;
        size_t length = (size_t)(at - line), length_before = (size_t)(line - 1 - before);
        if (length != length_before || memcmp(line, before, length) != 0) {
            char *copy = strndup(before, length_before);
            memmove(before, line, length);
            before[length] = '\n';
            memcpy(before + length + 1, copy, length_before);
            free(copy);
            return true;
        }
        at = line - 1;
    }
    return false;
}

static void check_swapped(const masked_case *of, const release_task *task, sink *file) {
    enum { ROOM = 1 << 16 };
    char *content = calloc(1, ROOM);
    assert_non_null(content);
    int descriptor = sink_file(file)->descriptor;
    assert_true(pread(descriptor, content, ROOM - 1, 0) > 0);
    if (swap_lines(content)) {
        shoal_error error = {0};
        size_t length = strlen(content);
        assert_int_equal(pwrite(descriptor, content, length, 0), (ssize_t)length);
        HOLDS(of, release_verify(file, task, of->made.plan, &no_checks, NULL, &error) ==
                      SHOAL_UNVERIFIED);
        HOLDS(of, strstr(error.message, " of row ") != NULL);
    }
    free(content);
}

/* Two rows in each other's place have the same classes; their cells tell. */
static void test_releases_are_verified_by_cells(void **state) {
    (void)state;
    for (uint64_t i = 0; i < CASES; i++) {
        masked_case each;
        masked_release made;
        sink *file = NULL;
        shoal_error error = {0};
        masked_new(&each, i);
        release_of(&each, &made);
        assert_int_equal(sink_open(&file, "-", NULL), SHOAL_OK);
        assert_int_equal(release_write(file, &made.task, NULL), SHOAL_OK);
        if (release_verify(file, &made.task, each.made.plan, &no_checks, NULL, &error) != SHOAL_OK)
            fail_msg("seed %llu: %s", (unsigned long long)i, error.message);
        check_swapped(&each, &made.task, file);
        sink_close(file);
        masked_free(&each);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_read_groups),
        cmocka_unit_test(test_long_names),
        cmocka_unit_test(test_labels),
        cmocka_unit_test(test_classes),
        cmocka_unit_test(test_measures),
        cmocka_unit_test(test_cancelled),
        cmocka_unit_test(test_releases_are_verified_by_cells),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
