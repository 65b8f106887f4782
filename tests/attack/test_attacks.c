/* Attacks on a small release, worked out by hand. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "attack/attack.h"
#include "attack/attack_warn.h"
#include "support/near.h"

#include <math.h>
#include <string.h>

/* Six people of ages 0 to 5. Label 0 covers ages 0 to 2, label 1 ages 3 and 4, and the row of age 5
 * is suppressed (label 2 is the star):
 *
 *   row  label  plain  sensitive
 *   0    0      0      A
 *   1    0      0      A
 *   2    0      1      B
 *   3    1      1      C
 *   4    1      2      C
 *   5    *      2      D
 */
enum { PEOPLE = 6, AGES = 6, LABELS = 3, CLASSES = 2, STAR_LABEL = 2 };

typedef struct toy {
    uint8_t ages[PEOPLE], plain[PEOPLE], sensitive[PEOPLE], class_label[CLASSES];
    uint32_t class_of[PEOPLE], original_of[PEOPLE], at[PEOPLE], person_of[PEOPLE];
    uint32_t sizes[1], stars[1];
    codes quasi[1], labels[1], plain_cells, sensitive_cells;
    attack_column same[2];
    attack_cells cells[2];
    label_cover covers[1];
    const char *names[1];
    attack_release release;
    attack_people people, strangers;
    uint8_t strange_ages[2], strange_cells[2];
    codes strange_quasi[1], strange_codes;
    attack_cells strange_same[2];
    attack_task task;
    arena memory;
    attack_list found;
} toy;

static void open_toy(toy *of) {
    static const label_pair pairs[] = {{0, 0}, {1, 0}, {2, 0}, {3, 1}, {4, 1}};
    *of = (toy){.ages = {0, 1, 2, 3, 4, 5},
                .plain = {0, 0, 1, 1, 2, 2},
                .sensitive = {0, 0, 1, 2, 2, 3},
                .class_label = {0, 1},
                .class_of = {0, 0, 0, 1, 1, CLASSES},
                .original_of = {0, 1, 2, 3, 4, 5},
                .at = {5, 4, 3, 2, 1, 0},
                .person_of = {0, 0, 1, 1, 2, 2},
                .sizes = {LABELS},
                .stars = {STAR_LABEL},
                .names = {"age"},
                .strange_ages = {1, 5},
                .strange_cells = {0, 1}};
    assert_int_equal(label_cover_open(of->covers, AGES, LABELS, STAR_LABEL, pairs, 5, NULL),
                     SHOAL_OK);
    of->quasi[0] = (codes){of->ages, 1};
    of->labels[0] = (codes){of->class_label, 1};
    of->plain_cells = (codes){of->plain, 1};
    of->sensitive_cells = (codes){of->sensitive, 1};
    of->same[0] = (attack_column){"plain", false, &of->plain_cells, 3};
    of->same[1] = (attack_column){"illness", true, &of->sensitive_cells, 4};
    of->cells[0] = (attack_cells){&of->plain_cells, NULL};
    of->cells[1] = (attack_cells){&of->sensitive_cells, NULL};
    of->release = (attack_release){.rows = PEOPLE,
                                   .attributes = 1,
                                   .names = of->names,
                                   .sizes = of->sizes,
                                   .stars = of->stars,
                                   .classes = CLASSES,
                                   .labels = of->labels,
                                   .class_of = of->class_of,
                                   .same = of->same,
                                   .same_count = 2,
                                   .original_of = of->original_of,
                                   .ordered = true};
    of->people = (attack_people){
        .rows = PEOPLE, .quasi = of->quasi, .covers = of->covers, .same = of->cells};
    of->strange_quasi[0] = (codes){of->strange_ages, 1};
    of->strange_codes = (codes){of->strange_cells, 1};
    of->strange_same[0] = of->strange_same[1] = (attack_cells){&of->strange_codes, NULL};
    of->strangers = (attack_people){
        .rows = 2, .quasi = of->strange_quasi, .covers = of->covers, .same = of->strange_same};
    of->task =
        (attack_task){.release = &of->release, .original = &of->people, .seed = 7, .accepted = 0.5};
}

static void attack(toy *of) {
    arena_free(&of->memory);
    of->memory = (arena){0};
    assert_int_equal(attacks_make(&of->found, &of->task, &of->memory, NULL), SHOAL_OK);
}

static void close_toy(toy *of) {
    label_cover_close(of->covers);
    arena_free(&of->memory);
}

/* The figure whose way begins like this. */
static const attack_figure *figure(const toy *of, attack_kind kind, const char *by) {
    for (size_t i = 0; i < of->found.count; i++)
        if (of->found.each[i].kind == kind && strncmp(of->found.each[i].by, by, strlen(by)) == 0)
            return &of->found.each[i];
    fail_msg("no attack by %s", by);
    return NULL;
}

static void check(const toy *of, attack_kind kind, const char *by, double hits, double of_people) {
    const attack_figure *found = figure(of, kind, by);
    print_message("%s by %s: %g of %g\n", found->name, by, hits, of_people);
    assert_null(found->none);
    assert_int_equal(found->main.targets, (uint64_t)of_people);
    assert_near(found->main.share, hits / of_people, 0);
}

static void attacks_reach_what_is_worked_out(void **state) {
    toy of;
    (void)state;
    open_toy(&of);
    attack(&of);
    /* A is guessed of three, and right for two; C is right for two; D is certain. */
    check(&of, ATTACK_INFERENCE, "the most frequent value", 5, 6);
    const attack_figure *guessed = figure(&of, ATTACK_INFERENCE, "the most frequent value");
    assert_int_equal(guessed->certain, 3);
    /* A and C are equally frequent: the first is guessed, right for two. */
    assert_near(guessed->baseline.share, 2.0 / 6, 0);
    assert_near(guessed->residual, (5.0 / 6 - 2.0 / 6) / (1 - 2.0 / 6), 0);
    /* Whose plain value is known too has one value left. */
    check(&of, ATTACK_INFERENCE, "quasi-identifiers and plain", 6, 6);
    assert_int_equal(figure(&of, ATTACK_INFERENCE, "quasi-identifiers and plain")->certain, 6);
    /* 3 times 1/3, 2 times 1/2, and the one suppressed row. */
    check(&of, ATTACK_LINKAGE, "quasi-identifiers", 3, 6);
    /* Two rows have each plain value. */
    check(&of, ATTACK_LINKAGE, "plain columns", 3, 6);
    /* Rows 0 and 1 are alike; the others are alone in their class with their plain value. */
    check(&of, ATTACK_LINKAGE, "quasi-identifiers and plain", 5, 6);
    /* So they are with the sensitive value. */
    check(&of, ATTACK_LINKAGE, "plain and sensitive", 5, 6);
    assert_int_equal(figure(&of, ATTACK_LINKAGE, "plain and sensitive")->certain, 4);
    /* Rows are where they were; but rows 0 and 1 read the same. */
    check(&of, ATTACK_LINKAGE, "the order of rows", 5, 6);
    check(&of, ATTACK_LINKAGE, "the order of rows within classes", 5, 6);
    check(&of, ATTACK_INFERENCE, "the order of rows", 6, 6);
    /* Everybody is assigned to the right class: as by quasi-identifiers. */
    check(&of, ATTACK_LINKAGE, "the best one-to-one", 3, 6);
    /* No age label or plain value is one person's. */
    check(&of, ATTACK_SINGLING_OUT, "one published cell", 0, 6);
    /* (0, 1), (1, 1) and (1, 2) are; (*, 2) is true of ages 4 and 5. */
    check(&of, ATTACK_SINGLING_OUT, "quasi-identifiers and plain", 3, 6);
    /* With D it is true of age 5 alone. */
    check(&of, ATTACK_SINGLING_OUT, "all published", 4, 6);
    /* Label 0 goes with plain values 0 and 1, which four people have; label 1 with 1 and 2, which
     * four have; no published row fits age 5, and one of six is guessed. */
    check(&of, ATTACK_LINKABILITY, "rows that fit", 5.0 / 4 + 1.0 / 6, 6);
    assert_non_null(figure(&of, ATTACK_MEMBERSHIP, "a class")->none);
    close_toy(&of);
}

static void people_who_are_not_in_the_release_are_a_control(void **state) {
    toy of;
    (void)state;
    open_toy(&of);
    of.task.control = &of.strangers;
    attack(&of);
    /* Five of six are covered; of the strangers age 1 is, age 5 is not. */
    check(&of, ATTACK_MEMBERSHIP, "a class", 5, 6);
    assert_near(figure(&of, ATTACK_MEMBERSHIP, "a class")->control.share, 0.5, 0);
    /* The first has A and is guessed to have it; the second has B and is guessed to have D. */
    const attack_figure *guessed = figure(&of, ATTACK_INFERENCE, "the most frequent value");
    assert_near(guessed->control.share, 0.5, 0);
    /* Two strangers are too few to judge by: a third of the values is guessed without the release.
     */
    assert_int_equal(of.found.control_people, 2);
    assert_near(guessed->residual, (5.0 / 6 - 1.0 / 3) / (2.0 / 3), 0);
    /* No suppressed row has the plain value of the second, of whom D is guessed again. */
    assert_near(figure(&of, ATTACK_INFERENCE, "quasi-identifiers and plain")->control.share, 0.5,
                0);
    assert_true(of.found.controlled);
    close_toy(&of);
}

/* No row is at the place of its person, or of one who reads like it, from either end. */
static const uint32_t elsewhere[PEOPLE] = {4, 5, 0, 1, 2, 3};

static void another_order_says_nothing(void **state) {
    toy of;
    (void)state;
    open_toy(&of);
    of.release.at = elsewhere;
    attack(&of);
    check(&of, ATTACK_LINKAGE, "the order of rows", 0, 6);
    check(&of, ATTACK_INFERENCE, "the order of rows", 0, 6);
    /* Within the classes, from the oldest to the youngest, row 1 is in the middle of three, and
     * reads like row 0; rows 3, 4 and 5 are in their places. From the youngest on, so are all
     * values. */
    check(&of, ATTACK_LINKAGE, "the order of rows within classes", 3.5, 6);
    check(&of, ATTACK_INFERENCE, "the order of rows within classes", 6, 6);
    of.release.ordered = false;
    attack(&of);
    assert_non_null(figure(&of, ATTACK_LINKAGE, "the order of rows")->none);
    close_toy(&of);
}

static void a_list_is_also_read_from_its_end(void **state) {
    toy of;
    (void)state;
    open_toy(&of);
    of.release.at = of.at;
    attack(&of);
    check(&of, ATTACK_LINKAGE, "the order of rows, as in the original, reversed", 5, 6);
    check(&of, ATTACK_INFERENCE, "the order of rows, as in the original, reversed", 6, 6);
    close_toy(&of);
}

/* Sorted by the names, which are not published: whoever has these finds everybody but the two who
 * read the same. */
static void people_are_sorted_by_columns_that_are_removed(void **state) {
    uint8_t names[PEOPLE] = {2, 3, 4, 5, 0, 1};
    const codes cells = {names, 1};
    const attack_list_column sorts[] = {{"name", &cells, NULL}};
    toy of;
    (void)state;
    open_toy(&of);
    of.release.at = elsewhere;
    of.people.sorts = sorts;
    of.people.sort_count = 1;
    attack(&of);
    check(&of, ATTACK_LINKAGE, "the order of rows, sorted by name", 5, 6);
    close_toy(&of);
}

/* Sorted by month, then by the name from Z to A; neither alone puts more than two in their places,
 * except the two who read the same. */
static void people_are_sorted_by_several_columns(void **state) {
    uint8_t months[PEOPLE] = {0, 1, 0, 1, 0, 1}, names[PEOPLE] = {4, 1, 2, 5, 0, 3};
    const codes cells[] = {{months, 1}, {names, 1}};
    const attack_list_column sorts[] = {{"month", &cells[0], NULL}, {"name", &cells[1], NULL}};
    uint32_t at[PEOPLE] = {0, 2, 4, 3, 5, 1};
    toy of;
    (void)state;
    open_toy(&of);
    of.release.at = at;
    of.people.sorts = sorts;
    of.people.sort_count = 2;
    of.plain[0] = 3;
    of.same[0].size = 4;
    attack(&of);
    check(&of, ATTACK_LINKAGE, "the order of rows, sorted by month and name, descending", 6, 6);
    /* Blindly, one of three, one of two, and one of one row of the own class. */
    assert_near(figure(&of, ATTACK_LINKAGE, "the order of rows within")->baseline.share, 0.5, 0);
    close_toy(&of);
}

static void people_are_listed_as_their_source_lists_them(void **state) {
    toy of;
    (void)state;
    open_toy(&of);
    /* The file is backwards; whose list is backwards too takes every place for the right one. */
    of.release.at = of.at;
    of.people.listed_at = of.at;
    attack(&of);
    check(&of, ATTACK_LINKAGE, "the order of rows, as in the original", 5, 6);
    check(&of, ATTACK_INFERENCE, "the order of rows, as in the original", 6, 6);
    close_toy(&of);
}

static void persons_count_once(void **state) {
    toy of;
    (void)state;
    open_toy(&of);
    of.people.person_of = of.person_of;
    of.people.persons = 3;
    attack(&of);
    /* Each of the three has a row whose value is guessed. */
    check(&of, ATTACK_INFERENCE, "the most frequent value", 3, 3);
    /* Of class 0 the first has two of three rows; the second has one of two of class 1, which is
     * more than one of three; the third has one of two, and the suppressed row. */
    check(&of, ATTACK_LINKAGE, "quasi-identifiers", 2.0 / 3 + 1.0 / 2 + 1, 3);
    close_toy(&of);
}

static void rows_of_a_person_are_taken_together(void **state) {
    static const char by[] = "what the classes of all rows";
    toy of;
    (void)state;
    open_toy(&of);
    of.people.person_of = of.person_of;
    of.people.persons = 3;
    attack(&of);
    /* Only the first has one value in both rows: A, of two in class 0. */
    check(&of, ATTACK_INFERENCE, by, 1, 1);
    assert_int_equal(figure(&of, ATTACK_INFERENCE, by)->certain, 0);
    /* The second has B in classes of A, A, B and B, C; the third has C in the latter and in the
     * suppressed row. */
    of.sensitive[3] = 1;
    of.sensitive[5] = 2;
    attack(&of);
    check(&of, ATTACK_INFERENCE, by, 3, 3);
    assert_int_equal(figure(&of, ATTACK_INFERENCE, by)->certain, 2);
    close_toy(&of);
}

static void swap_rows(toy *of, size_t row) {
    uint8_t *cells[] = {of->ages, of->plain, of->sensitive};
    uint32_t class = of->class_of[row];
    of->class_of[row] = of->class_of[row + 1];
    of->class_of[row + 1] = class;
    for (size_t i = 0; i < 3; i++) {
        uint8_t held = cells[i][row];
        cells[i][row] = cells[i][row + 1];
        cells[i][row + 1] = held;
    }
}

/* Which of his rows comes first says nothing about a person: the most telling one is taken. */
static void rows_of_a_person_may_come_in_any_order(void **state) {
    static const struct {
        attack_kind kind;
        const char *by;
    } by[] = {{ATTACK_LINKABILITY, "rows that fit"}, {ATTACK_LINKAGE, "the best one-to-one"}};
    double share[2] = {0};
    toy of;
    (void)state;
    open_toy(&of);
    of.people.person_of = of.person_of;
    of.people.persons = 3;
    for (size_t turn = 0; turn < 2; turn++) {
        attack(&of);
        for (size_t i = 0; i < 2; i++) {
            double found = figure(&of, by[i].kind, by[i].by)->main.share;
            assert_true(turn == 0 || found == share[i]);
            share[i] = found;
        }
        for (size_t row = 0; row < PEOPLE; row += 2)
            swap_rows(&of, row);
    }
    close_toy(&of);
}

static void without_the_correspondence_the_worst_is_taken(void **state) {
    toy of;
    (void)state;
    open_toy(&of);
    of.release.original_of = NULL;
    attack(&of);
    check(&of, ATTACK_LINKAGE, "quasi-identifiers", 3, 6);
    check(&of, ATTACK_INFERENCE, "the order of rows", 6, 6);
    assert_non_null(figure(&of, ATTACK_LINKAGE, "the order of rows")->none);
    assert_non_null(figure(&of, ATTACK_LINKAGE, "the best one-to-one")->none);
    close_toy(&of);
}

/* Ages 2, 4 and 5 were left out, which a mapping says: of the others, A is guessed for two, and C.
 */
static void people_who_are_not_released_are_not_looked_for(void **state) {
    static const bool released[PEOPLE] = {true, true, false, true, false, false};
    toy of;
    (void)state;
    open_toy(&of);
    of.class_of[2] = of.class_of[4] = of.class_of[5] = CLASSES + 1;
    of.people.released = released;
    attack(&of);
    check(&of, ATTACK_INFERENCE, "the most frequent value", 3, 3);
    check(&of, ATTACK_LINKAGE, "quasi-identifiers", 2, 3);
    /* With all rows of persons who have one in the release: 0 and 1, 2 and 3. */
    of.people.person_of = of.person_of;
    of.people.persons = 3;
    attack(&of);
    assert_int_equal(figure(&of, ATTACK_INFERENCE, "the most frequent value")->people, 2);
    close_toy(&of);
}

/* Labels cover five of the six, who have rows in classes; where they cover age 0 alone, they are
 * not what the attacker takes them for. */
static void classes_that_miss_people_are_noted(void **state) {
    static const label_pair one[] = {{0, 0}};
    toy of;
    (void)state;
    open_toy(&of);
    of.release.published = 5;
    attack(&of);
    assert_int_equal(of.found.uncovered, 0);
    label_cover_close(of.covers);
    assert_int_equal(label_cover_open(of.covers, AGES, LABELS, STAR_LABEL, one, 1, NULL), SHOAL_OK);
    attack(&of);
    assert_int_equal(of.found.uncovered, 5);
    assert_int_equal(of.found.looked_for, 6);
    /* Two people have rows in classes: more than one of six may be out of chance. */
    of.release.published = 2;
    attack(&of);
    assert_int_equal(of.found.uncovered, 0);
    close_toy(&of);
}

static void changed_columns_are_listed(void **state) {
    static const attack_changed changed[] = {{"zip", false, false}, {"pay", true, true}};
    toy of;
    (void)state;
    open_toy(&of);
    of.release.changed = changed;
    of.release.changed_count = 2;
    attack(&of);
    assert_int_equal(of.found.changed_count, 2);
    assert_string_equal(of.found.changed[0], "zip");
    const attack_figure *last = &of.found.each[of.found.count - 1];
    assert_string_equal(last->of, "zip");
    assert_non_null(last->none);
    close_toy(&of);
}

/* ---- Amounts --------------------------------------------------------------------------------- */

/* Two classes of twelve people each, all of whom have another amount: in the first 100 to 111, of
 * which a guess is near to 11 at most (100 to 110); in the second every one is twice the last. */
static void amounts_are_guessed_nearly(void **state) {
    enum { MANY = 24, HALF = MANY / 2 };
    uint8_t ages[MANY], amounts[MANY];
    uint32_t class_of[MANY];
    double values[MANY];
    const double *columns[] = {NULL, values};
    toy of;
    (void)state;
    open_toy(&of);
    for (size_t i = 0; i < MANY; i++) {
        ages[i] = i < HALF ? 0 : 3;
        class_of[i] = i >= HALF;
        amounts[i] = (uint8_t)i;
        values[i] = i < HALF ? 100 + (double)i : 1000 * pow(2, (double)(i - HALF));
    }
    of.quasi[0] = (codes){ages, 1};
    of.plain_cells = of.sensitive_cells = (codes){amounts, 1};
    of.same[0].size = of.same[1].size = MANY;
    of.release.class_of = class_of;
    of.release.rows = of.people.rows = MANY;
    of.release.original_of = NULL;
    of.release.amounts = of.people.amounts = columns;
    attack(&of);
    check(&of, ATTACK_INFERENCE, "the amount", 11 + 1, MANY);
    const attack_figure *found = figure(&of, ATTACK_INFERENCE, "the amount");
    assert_int_equal(found->certain, 0);
    assert_near(found->baseline.share, 11.0 / MANY, 0);
    values[HALF - 1] = 110;
    attack(&of);
    check(&of, ATTACK_INFERENCE, "the amount", 12 + 1, MANY);
    assert_int_equal(figure(&of, ATTACK_INFERENCE, "the amount")->certain, 12);
    close_toy(&of);
}

/* ---- Judgement ------------------------------------------------------------------------------- */

static void intervals_are_wilsons(void **state) {
    attack_share found = attack_share_of(5, 6);
    (void)state;
    assert_true(fabs(found.low - 0.43649) < 1e-5);
    assert_true(fabs(found.high - 0.96995) < 1e-5);
    found = attack_share_of(0, 100);
    assert_true(found.low == 0 && found.high > 0.036 && found.high < 0.038);
    assert_true(isnan(attack_share_of(0, 0).share));
}

/* Shares of 0.2, 0.4, 0.4 and 0.6: a deviation of 0.1633, so that the mean of four has 0.0816, and
 * 3.182 times that is 0.2598. Where all are equal, people are as good as independent. */
static void clusters_differ_by_more_than_people(void **state) {
    static const double apart[] = {0.2, 0.4, 0.4, 0.6}, equal[] = {0.4, 0.4, 0.4, 0.4};
    attack_share found = attack_share_of_clusters(apart, 4, 80, 200),
                 one = attack_share_of(80, 200);
    (void)state;
    assert_near(found.share, 0.4, 0);
    assert_true(fabs(found.low - 0.1402) < 1e-4 && fabs(found.high - 0.6598) < 1e-4);
    found = attack_share_of_clusters(equal, 4, 80, 200);
    assert_near(found.low, one.low, 0);
    assert_near(found.high, one.high, 0);
    static const double far[] = {0, 1};
    found = attack_share_of_clusters(far, 2, 100, 200);
    assert_true(found.low <= 0 && found.high >= 1);
}

typedef struct judged_case {
    const char *name;
    attack_figure figure;
    bool succeeds;
} judged_case;

static void success_is_judged_by_margins(void **state) {
    const attack_share none = attack_share_of(0, 0);
    const judged_case cases[] = {
        {"a link below 1 / k",
         {.kind = ATTACK_LINKAGE, .main = attack_share_of(150, 1000), .control = none},
         false},
        {"a link above it",
         {.kind = ATTACK_LINKAGE, .main = attack_share_of(300, 1000), .control = none},
         true},
        {"a link above it, of few",
         {.kind = ATTACK_LINKAGE, .main = attack_share_of(3, 10), .control = none},
         false},
        {"a guess as good as that of strangers",
         {.kind = ATTACK_INFERENCE,
          .main = attack_share_of(500, 1000),
          .control = attack_share_of(490, 1000)},
         false},
        {"a much better guess",
         {.kind = ATTACK_INFERENCE,
          .main = attack_share_of(900, 1000),
          .control = attack_share_of(490, 1000)},
         true},
        {"a value that is certain for more than are accepted",
         {.kind = ATTACK_INFERENCE,
          .main = attack_share_of(400, 1000),
          .control = none,
          .certain = 250},
         true},
        {"a value that strangers have as often",
         {.kind = ATTACK_INFERENCE,
          .main = attack_share_of(400, 1000),
          .control = attack_share_of(390, 1000),
          .certain = 250},
         false},
        {"a much better guess, where one stranger is guessed by luck",
         {.kind = ATTACK_INFERENCE,
          .main = attack_share_of(900, 1000),
          .control = attack_share_of(1, 1)},
         true},
        {"members who are recognized",
         {.kind = ATTACK_MEMBERSHIP,
          .main = attack_share_of(990, 1000),
          .control = attack_share_of(100, 1000)},
         true},
        {"an attacker who knows sensitive values",
         {.kind = ATTACK_LINKAGE,
          .main = attack_share_of(990, 1000),
          .control = none,
          .knows_sensitive = true},
         false},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        attack_figure each = cases[i].figure;
        each.baseline = attack_share_of(1, 1000);
        attack_judge(&each, 0.2);
        print_message("%s\n", cases[i].name);
        assert_int_equal(each.succeeds, cases[i].succeeds);
    }
}

/* Of a million people, some were attacked, and 20 % are accepted. */
static void what_few_people_leave_open_is_not_below(void **state) {
    const attack_share none = attack_share_of(0, 0);
    static const struct {
        double hits;
        uint64_t targets, people;
        double likely;
        double luck;
        bool succeeds, undecided;
    } cases[] = {
        {8, 100, 1000000, NAN, 0, false, false},      /* 4 to 15 % */
        {2.3, 29, 1000000, NAN, 0, false, true},      /* 2 to 23 % */
        {1, 3, 3, NAN, 0, false, true},               /* above, of few: 6 to 79 % */
        {3, 20, 20, NAN, 0, false, false},            /* below, and nobody else is there */
        {4000, 20000, 1000000, 0.2, 0, false, false}, /* everybody with 1 / 5 exactly */
        {4000, 20000, 1000000, 0.203, 0, false, true},
        {160, 600, 600, NAN, 0.27, false, false}, /* luck, by the best of many */
        {160, 600, 600, NAN, 0.25, true, false},
        {40, 100, 1000000, NAN, 0, true, false},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        attack_figure each = {.kind = ATTACK_LINKAGE,
                              .main = attack_share_of(cases[i].hits, cases[i].targets),
                              .control = none,
                              .baseline = none,
                              .people = cases[i].people,
                              .likely = cases[i].likely,
                              .luck = cases[i].luck};
        attack_judge(&each, 0.2);
        assert_int_equal(each.succeeds, cases[i].succeeds);
        assert_int_equal(each.undecided, cases[i].undecided);
    }
}

/* A chance of 5 % divided among so many: 1.960, 2.241 and 3.291 standard deviations. */
static void the_best_of_many_may_be_luck(void **state) {
    double deviation = sqrt(0.2 * 0.8 / 600);
    (void)state;
    assert_true(fabs(attack_luck(0.2, 600, 1) - 0.2 - 1.95996 * deviation) < 1e-6);
    assert_true(fabs(attack_luck(0.2, 600, 2) - 0.2 - 2.24140 * deviation) < 1e-6);
    assert_true(fabs(attack_luck(0.2, 600, 50) - 0.2 - 3.29053 * deviation) < 1e-6);
    assert_near(attack_luck(0.9, 4, 50), 1, 0);
}

/* People of a control who are in the table: any person, and rows by more than chance. */
static void people_of_the_table_are_no_strangers(void **state) {
    static const struct {
        attack_overlap overlap;
        bool overlaps;
    } cases[] = {
        {{.persons = true, .people = 400, .also = 0, .rows = 400}, false},
        {{.persons = true, .people = 400, .also = 1, .rows = 400}, true},
        {{.people = 400, .also = 15, .rows = 400}, false},
        {{.people = 400, .also = 25, .rows = 400}, true},
        {{.people = 400, .also = 225, .rows = 400, .twins = 200}, false},
        {{.people = 400, .also = 260, .rows = 400, .twins = 200}, true},
        {{.people = 100, .also = 100, .rows = 400, .twins = 400}, false},
        {{.people = 200, .also = 200, .rows = 400, .twins = 400}, true},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_int_equal(attack_overlaps(&cases[i].overlap), cases[i].overlaps);
}

static void labels_that_nobody_knows_make_an_attacker_blind(void **state) {
    toy of;
    (void)state;
    open_toy(&of);
    attack(&of);
    assert_false(of.found.blind);
    of.release.unknown = "nobody knows";
    attack(&of);
    assert_true(of.found.blind);
    close_toy(&of);
}

static void what_succeeds_is_a_warning(void **state) {
    toy of;
    warning_list warnings = {0};
    (void)state;
    open_toy(&of);
    of.task.accepted = 0.05;
    attack(&of);
    assert_non_null(attacks_worst(&of.found));
    attacks_warn(&warnings, &of.found);
    assert_true(warnings.count > 0);
    assert_string_equal(warnings.each[0].code, warning_attack_succeeds);
    warnings_free(&warnings);
    close_toy(&of);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(attacks_reach_what_is_worked_out),
        cmocka_unit_test(people_who_are_not_in_the_release_are_a_control),
        cmocka_unit_test(another_order_says_nothing),
        cmocka_unit_test(a_list_is_also_read_from_its_end),
        cmocka_unit_test(people_are_sorted_by_columns_that_are_removed),
        cmocka_unit_test(people_are_sorted_by_several_columns),
        cmocka_unit_test(people_are_listed_as_their_source_lists_them),
        cmocka_unit_test(persons_count_once),
        cmocka_unit_test(rows_of_a_person_are_taken_together),
        cmocka_unit_test(rows_of_a_person_may_come_in_any_order),
        cmocka_unit_test(without_the_correspondence_the_worst_is_taken),
        cmocka_unit_test(people_who_are_not_released_are_not_looked_for),
        cmocka_unit_test(classes_that_miss_people_are_noted),
        cmocka_unit_test(changed_columns_are_listed),
        cmocka_unit_test(amounts_are_guessed_nearly),
        cmocka_unit_test(intervals_are_wilsons),
        cmocka_unit_test(clusters_differ_by_more_than_people),
        cmocka_unit_test(success_is_judged_by_margins),
        cmocka_unit_test(what_few_people_leave_open_is_not_below),
        cmocka_unit_test(the_best_of_many_may_be_luck),
        cmocka_unit_test(people_of_the_table_are_no_strangers),
        cmocka_unit_test(labels_that_nobody_knows_make_an_attacker_blind),
        cmocka_unit_test(what_succeeds_is_a_warning),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
