/* Fast paths of the attacks against slow twins: the best assignment against all permutations;
 * guesses of values, links and predicates against loops over all rows. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "attack/assignment.h"
#include "attack/attack.h"
#include "base/random.h"
#include "support/near.h"
#include "support/random_cases.h"

#include <math.h>
#include <string.h>

static uint64_t seed;

/* ---- Assignment ------------------------------------------------------------------------------ */

enum { MOST = 6 };

/* The smallest sum over all permutations of the columns from `at` on. */
static double try_all(const double *cost, size_t count, uint32_t *column, size_t at) {
    double best = INFINITY;
    if (at == count) {
        double sum = 0;
        for (size_t i = 0; i < count; i++)
            sum += cost[i * count + column[i]];
        return sum;
    }
    for (size_t i = at; i < count; i++) {
        uint32_t held = column[at];
        column[at] = column[i];
        column[i] = held;
        best = fmin(best, try_all(cost, count, column, at + 1));
        column[i] = column[at];
        column[at] = held;
    }
    return best;
}

static void no_permutation_costs_less(void **state) {
    (void)state;
    for (size_t item = 0; item < property_cases(400); item++) {
        random_stream from = random_open(seed, "assignment", item);
        size_t count = 1 + random_below(&from, MOST);
        uint64_t values = 1 + random_below(&from, random_below(&from, 2) ? 3 : 1000);
        double cost[MOST * MOST], sum = 0;
        uint32_t found[MOST], column[MOST];
        bool used[MOST] = {false};
        for (size_t i = 0; i < count * count; i++)
            cost[i] = (double)random_below(&from, values);
        for (uint32_t i = 0; i < count; i++)
            column[i] = i;
        assert_true(assignment_find(found, cost, count));
        for (size_t i = 0; i < count; i++) {
            assert_true(found[i] < count && !used[found[i]]);
            used[found[i]] = true;
            sum += cost[i * count + found[i]];
        }
        assert_near(sum, try_all(cost, count, column, 0), item);
    }
}

/* ---- Attacks --------------------------------------------------------------------------------- */

enum { ROWS = 40, ATTRIBUTES = 2, VALUES = 6, LABELS = 5, CELLS = 4 };
#define STAR_LABEL (LABELS - 1)

typedef struct drawn_case {
    bool covers[ATTRIBUTES][VALUES][LABELS];
    uint32_t value[ATTRIBUTES][ROWS], label[ATTRIBUTES][ROWS], cell[2][ROWS];
    uint32_t class_of[ROWS];
    uint32_t class_label[ATTRIBUTES][ROWS];
    size_t rows, classes;
    bool suppressed[ROWS];
    uint32_t person_of[ROWS]; /* up to three rows each */
    size_t persons;
} drawn_case;

/* Most persons have the same sensitive cell in all rows. */
static void draw_persons(drawn_case *of, random_stream *from) {
    of->persons = 0;
    for (size_t row = 0; row < of->rows;) {
        size_t end = row + 1 + random_below(from, 3);
        bool constant = random_below(from, 4) > 0;
        for (size_t first = row; row < end && row < of->rows; row++) {
            of->person_of[row] = (uint32_t)of->persons;
            of->cell[1][row] = constant ? of->cell[1][first] : of->cell[1][row];
        }
        of->persons++;
    }
}

/* Each row gets a label that covers its value, or the star; some rows are suppressed. */
static void draw_rows(drawn_case *of, random_stream *from) {
    of->rows = 1 + random_below(from, ROWS);
    for (size_t a = 0; a < ATTRIBUTES; a++)
        for (size_t v = 0; v < VALUES; v++)
            for (size_t l = 0; l < LABELS; l++)
                of->covers[a][v][l] = l == STAR_LABEL || random_below(from, 3) == 0;
    for (size_t row = 0; row < of->rows; row++) {
        of->suppressed[row] = random_below(from, 8) == 0;
        for (size_t c = 0; c < 2; c++)
            of->cell[c][row] = (uint32_t)random_below(from, CELLS);
        for (size_t a = 0; a < ATTRIBUTES; a++) {
            uint32_t value = of->value[a][row] = (uint32_t)random_below(from, VALUES);
            uint32_t label = (uint32_t)random_below(from, LABELS);
            of->label[a][row] =
                of->suppressed[row] || !of->covers[a][value][label] ? STAR_LABEL : label;
        }
        bool stars = of->label[0][row] == STAR_LABEL && of->label[1][row] == STAR_LABEL;
        of->suppressed[row] = stars;
    }
}

static void number_classes(drawn_case *of) {
    of->classes = 0;
    for (size_t row = 0; row < of->rows; row++) {
        size_t class = 0;
        if (of->suppressed[row])
            continue;
        while (class < of->classes && (of->class_label[0][class] != of->label[0][row] ||
                                       of->class_label[1][class] != of->label[1][row]))
            class ++;
        of->class_label[0][class] = of->label[0][row];
        of->class_label[1][class] = of->label[1][row];
        of->classes += class == of->classes;
        of->class_of[row] = (uint32_t) class;
    }
    for (size_t row = 0; row < of->rows; row++)
        if (of->suppressed[row])
            of->class_of[row] = (uint32_t)of->classes;
}

/* ---- The slow twins -------------------------------------------------------------------------- */

static size_t misfits(const drawn_case *of, size_t person, size_t row) {
    size_t count = 0;
    for (size_t a = 0; a < ATTRIBUTES; a++)
        count += !of->covers[a][of->value[a][person]][of->label[a][row]];
    return count;
}

/* Everybody fits the suppressed rows. */
static bool may_have(const drawn_case *of, size_t person, size_t row) {
    return of->suppressed[row] || misfits(of, person, row) == 0;
}

/* Whether somebody who has lost his row can be given another one, and so on until `free` is given
 * away. */
static bool find_row(const drawn_case *of, size_t person, size_t free, bool *visited) {
    for (size_t row = 0; row < of->rows; row++) {
        if (visited[row] || !may_have(of, person, row))
            continue;
        visited[row] = true;
        if (row == free || find_row(of, row, free, visited))
            return true;
    }
    return false;
}

/* Whether everybody can have a row that fits him, if the person has that one; as it is, everybody
 * has his own. */
static bool can_have(const drawn_case *of, size_t person, size_t row) {
    bool visited[ROWS] = {false};
    visited[row] = true;
    return row == person || find_row(of, row, person, visited);
}

/* Marks the rows in which the person is looked for. */
static void find_candidates(const drawn_case *of, size_t person, bool *out) {
    size_t nearest = ATTRIBUTES + 1, blank = 0;
    for (size_t row = 0; row < of->rows; row++) {
        blank += of->suppressed[row];
        size_t count = misfits(of, person, row);
        if (!of->suppressed[row] && count < nearest && (count > 0 || can_have(of, person, row)))
            nearest = count;
    }
    for (size_t row = 0; row < of->rows; row++)
        out[row] = nearest > 0 && blank > 0
                       ? of->suppressed[row]
                       : !of->suppressed[row] && misfits(of, person, row) == nearest &&
                             (nearest > 0 || can_have(of, person, row));
}

/* With `cells`, of the rows that have the person's plain cell, where there are any. */
static void narrow_candidates(const drawn_case *of, size_t person, bool cells, bool *candidate) {
    bool same[ROWS], any = false;
    find_candidates(of, person, candidate);
    for (size_t row = 0; row < of->rows; row++) {
        same[row] = candidate[row] && of->cell[0][row] == of->cell[0][person];
        any |= same[row];
    }
    if (cells && any)
        memcpy(candidate, same, of->rows * sizeof *candidate);
}

static double guess_slowly(const drawn_case *of, size_t person, bool cells) {
    bool candidate[ROWS];
    size_t counts[CELLS] = {0}, top = 0, ties = 0;
    narrow_candidates(of, person, cells, candidate);
    for (size_t row = 0; row < of->rows; row++)
        counts[of->cell[1][row]] += candidate[row];
    for (size_t v = 0; v < CELLS; v++)
        top = counts[v] > top ? counts[v] : top;
    for (size_t v = 0; v < CELLS; v++)
        ties += counts[v] == top;
    return counts[of->cell[1][person]] == top ? 1 / (double)ties : 0;
}

static double link_slowly(const drawn_case *of, size_t person, bool cells) {
    bool candidate[ROWS];
    size_t rows = 0;
    find_candidates(of, person, candidate);
    for (size_t row = 0; row < of->rows; row++)
        rows += candidate[row] && (!cells || of->cell[0][row] == of->cell[0][person]);
    return candidate[person] ? 1 / (double)rows : 0;
}

static double isolate_slowly(const drawn_case *of, size_t row) {
    size_t people = 0;
    for (size_t person = 0; person < of->rows; person++)
        people += misfits(of, person, row) == 0 && of->cell[0][person] == of->cell[0][row];
    return people == 1;
}

/* How many of a person's rows have candidates with the value, and the product of its shares in
 * these. */
static void weigh_slowly(const drawn_case *of, size_t person, bool cells, uint32_t value,
                         size_t *rows_with, double *product) {
    *rows_with = 0;
    *product = 1;
    for (size_t row = 0; row < of->rows; row++) {
        bool candidate[ROWS];
        double rows = 0, with = 0;
        if (of->person_of[row] != person)
            continue;
        narrow_candidates(of, row, cells, candidate);
        for (size_t other = 0; other < of->rows; other++) {
            rows += candidate[other];
            with += candidate[other] && of->cell[1][other] == value;
        }
        *rows_with += with > 0;
        *product *= with > 0 ? with / rows : 1;
    }
}

/* A person's value of whom all rows are known; false: they have several. */
static bool guess_person_slowly(const drawn_case *of, size_t person, bool cells, double *out) {
    size_t rows_with[CELLS], most = 0, ties = 0;
    double product[CELLS], best = 0;
    uint32_t truth = CELLS;
    for (size_t row = 0; row < of->rows; row++) {
        if (of->person_of[row] != person)
            continue;
        if (truth != CELLS && of->cell[1][row] != truth)
            return false;
        truth = of->cell[1][row];
    }
    for (uint32_t v = 0; v < CELLS; v++) {
        weigh_slowly(of, person, cells, v, &rows_with[v], &product[v]);
        most = rows_with[v] > most ? rows_with[v] : most;
    }
    for (uint32_t v = 0; v < CELLS; v++)
        best = rows_with[v] == most ? fmax(best, product[v]) : best;
    for (uint32_t v = 0; v < CELLS; v++)
        ties += rows_with[v] == most && product[v] > best * (1 - 1e-7);
    bool right = rows_with[truth] == most && product[truth] > best * (1 - 1e-7);
    *out = right ? 1 / (double)ties : 0;
    return true;
}

typedef struct slow_sums {
    double guessed, guessed_by_cells, linked, linked_by_cells, isolated;
} slow_sums;

static slow_sums attack_slowly(const drawn_case *of) {
    slow_sums sums = {0};
    for (size_t person = 0; person < of->rows; person++) {
        sums.guessed += guess_slowly(of, person, false);
        sums.guessed_by_cells += guess_slowly(of, person, true);
        sums.linked += link_slowly(of, person, false);
        sums.linked_by_cells += link_slowly(of, person, true);
        sums.isolated += isolate_slowly(of, person);
    }
    return sums;
}

/* ---- The comparison -------------------------------------------------------------------------- */

static void open_covers(label_cover *out, const drawn_case *of) {
    for (size_t a = 0; a < ATTRIBUTES; a++) {
        label_pair pairs[VALUES * LABELS];
        size_t count = 0;
        for (uint32_t v = 0; v < VALUES; v++)
            for (uint32_t l = 0; l < LABELS; l++)
                if (of->covers[a][v][l])
                    pairs[count++] = (label_pair){v, l};
        assert_int_equal(label_cover_open(&out[a], VALUES, LABELS, STAR_LABEL, pairs, count, NULL),
                         SHOAL_OK);
    }
}

static double share_of(const attack_list *of, attack_kind kind, const char *by) {
    for (size_t i = 0; i < of->count; i++)
        if (of->each[i].kind == kind && strcmp(of->each[i].by, by) == 0)
            return of->each[i].main.share;
    return (double)NAN;
}

static void compare_persons(const attack_list *found, const drawn_case *of, bool cells,
                            size_t item) {
    double sum = 0, targets = 0, guessed;
    for (size_t person = 0; person < of->persons; person++)
        if (guess_person_slowly(of, person, cells, &guessed)) {
            sum += guessed;
            targets++;
        }
    if (of->persons < of->rows && targets > 0)
        assert_near(share_of(found, ATTACK_INFERENCE,
                             cells ? "what the classes and plain columns of all rows of a person "
                                     "have in common"
                                   : "what the classes of all rows of a person have in common"),
                    sum / targets, item);
}

static void compare(const drawn_case *of, size_t item) {
    drawn_case *in = (drawn_case *)of;
    uint32_t original_of[ROWS], sizes[] = {LABELS, LABELS}, stars[] = {STAR_LABEL, STAR_LABEL};
    const char *names[] = {"a", "b"};
    codes labels[] = {{in->class_label[0], 4}, {in->class_label[1], 4}};
    codes quasi[] = {{in->value[0], 4}, {in->value[1], 4}};
    codes cells[] = {{in->cell[0], 4}, {in->cell[1], 4}};
    attack_column same[] = {{"plain", false, &cells[0], CELLS}, {"ill", true, &cells[1], CELLS}};
    attack_cells own[] = {{&cells[0], NULL}, {&cells[1], NULL}};
    label_cover covers[ATTRIBUTES];
    arena memory = {0};
    attack_list found;
    open_covers(covers, of);
    for (uint32_t row = 0; row < of->rows; row++)
        original_of[row] = row;
    attack_release release = {.rows = of->rows,
                              .attributes = ATTRIBUTES,
                              .names = names,
                              .sizes = sizes,
                              .stars = stars,
                              .classes = of->classes,
                              .labels = labels,
                              .class_of = of->class_of,
                              .same = same,
                              .same_count = 2,
                              .original_of = original_of,
                              .ordered = true};
    attack_people people = {.rows = of->rows, .quasi = quasi, .covers = covers, .same = own};
    attack_task task = {.release = &release, .original = &people, .seed = item, .accepted = 0.2};
    assert_int_equal(attacks_make(&found, &task, &memory, NULL), SHOAL_OK);
    slow_sums slow = attack_slowly(of);
    double rows = (double)of->rows;
    /* Of several ways to guess, the best is shown. */
    bool by_all = false;
    for (size_t i = 0; i < found.count; i++)
        if (found.each[i].kind == ATTACK_INFERENCE && strstr(found.each[i].by, "frequent value")) {
            by_all = strstr(found.each[i].by, "all classes") != NULL;
            assert_true(found.each[i].main.share >= slow.guessed / rows - 1e-9);
            if (by_all)
                assert_near(found.each[i].main.share, slow.guessed / rows, item);
        }
    assert_near(share_of(&found, ATTACK_INFERENCE, "quasi-identifiers and plain columns"),
                slow.guessed_by_cells / rows, item);
    assert_near(share_of(&found, ATTACK_LINKAGE, "quasi-identifiers"), slow.linked / rows, item);
    assert_near(share_of(&found, ATTACK_LINKAGE, "quasi-identifiers and plain columns"),
                slow.linked_by_cells / rows, item);
    assert_near(share_of(&found, ATTACK_SINGLING_OUT, "quasi-identifiers and plain columns"),
                slow.isolated / rows, item);
    people.person_of = of->person_of;
    people.persons = of->persons;
    assert_int_equal(attacks_make(&found, &task, &memory, NULL), SHOAL_OK);
    compare_persons(&found, of, false, item);
    compare_persons(&found, of, true, item);
    for (size_t a = 0; a < ATTRIBUTES; a++)
        label_cover_close(&covers[a]);
    arena_free(&memory);
}

static void attacks_are_as_row_by_row(void **state) {
    (void)state;
    for (size_t item = 0; item < property_cases(300); item++) {
        random_stream from = random_open(seed, "attacks", item);
        drawn_case of = {0};
        draw_rows(&of, &from);
        draw_persons(&of, &from);
        number_classes(&of);
        if (of.classes > 0)
            compare(&of, item);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_permutation_costs_less),
        cmocka_unit_test(attacks_are_as_row_by_row),
    };
    seed = property_seed();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
