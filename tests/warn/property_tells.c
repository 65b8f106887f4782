/* What columns tell, how many persons classes have, and classes themselves, against slow twins that
 * compare every row with every other. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "base/random.h"
#include "measure/tells.h"
#include "support/near.h"
#include "support/random_cases.h"
#include "warn/person_counts.h"
#include "warn/published_classes.h"

#include <math.h>

enum { MOST_ROWS = 300, MOST_VALUES = 64, ATTRIBUTES = 3 };

static uint64_t seed;

/* ---- Telling --------------------------------------------------------------------------------- */

typedef struct told_case {
    size_t rows;
    uint32_t by_size, of_size;
    uint32_t by[MOST_ROWS], of[MOST_ROWS];
    bool hides[MOST_ROWS];
} told_case;

/* Often the one column follows from the other, with a slip now and then. */
static void draw_told(told_case *out, uint64_t item) {
    random_stream from = random_open(seed, "tells", item);
    out->rows = random_below(&from, MOST_ROWS + 1);
    out->by_size = 1 + (uint32_t)random_below(&from, random_below(&from, 2) ? 4 : MOST_VALUES);
    out->of_size = 1 + (uint32_t)random_below(&from, random_below(&from, 2) ? 4 : MOST_VALUES);
    bool follows = random_below(&from, 2);
    for (size_t i = 0; i < out->rows; i++) {
        out->by[i] = (uint32_t)random_below(&from, out->by_size);
        bool slips = !follows || random_below(&from, 90) == 0;
        out->of[i] =
            slips ? (uint32_t)random_below(&from, out->of_size) : out->by[i] * 7 % out->of_size;
        out->hides[i] = random_below(&from, 3) == 0;
    }
}

/* Rows with the same value as this one, and how many of them have the most frequent value of the
 * other column. */
static void look_around(const told_case *in, size_t row, size_t *alike, size_t *most) {
    *alike = *most = 0;
    for (size_t i = 0; i < in->rows; i++) {
        size_t agreeing = 0;
        if (in->by[i] != in->by[row])
            continue;
        ++*alike;
        for (size_t j = 0; j < in->rows; j++)
            agreeing += in->by[j] == in->by[row] && in->of[j] == in->of[i];
        *most = agreeing > *most ? agreeing : *most;
    }
}

static double chance_of(const told_case *in, size_t group) {
    double sum = 0, largest = 0;
    for (uint32_t value = 0; value < in->of_size; value++) {
        double share = 0;
        for (size_t i = 0; i < in->rows; i++)
            share += in->of[i] == value ? 1.0 / (double)in->rows : 0;
        sum += pow(share, (double)group);
        largest = share > largest ? share : largest;
    }
    return group < 100 ? sum : largest >= 0.99 - 1e-12;
}

static void tells_what_is_counted_row_by_row(void **state) {
    (void)state;
    static told_case in;
    static uint32_t scratch[MOST_VALUES];
    size_t cases = property_cases(200);
    for (size_t item = 0; item < cases; item++) {
        draw_told(&in, item);
        telling expected = {0};
        for (size_t row = 0; row < in.rows; row++) {
            size_t alike, most;
            look_around(&in, row, &alike, &most);
            if (alike < 2)
                continue;
            bool certain = most * 100 >= alike * 99;
            expected.judged++;
            expected.few += alike < TOLD_MANY;
            expected.certain += certain;
            expected.hidden += certain && in.hides[row];
            expected.chance += chance_of(&in, alike);
        }
        told_groups groups;
        told_chances chances;
        told_column told = {in.of, in.of_size};
        told_chances_fill(&chances, &told, in.rows, scratch);
        assert_true(told_groups_make(&groups, &(told_column){in.by, in.by_size}, in.rows));
        telling found = told_count(&groups, &told, &chances, in.hides, scratch);
        told_groups_free(&groups);
        assert_int_equal(found.judged, expected.judged);
        assert_int_equal(found.few, expected.few);
        assert_int_equal(found.certain, expected.certain);
        assert_int_equal(found.hidden, expected.hidden);
        assert_near(found.chance, expected.chance, item);
        assert_true(telling_gain(&found) >= 0 && telling_gain(&found) <= 1);
    }
}

/* Values of `of` among the rows with the same code as this row. */
static size_t values_left(const uint32_t *code, const uint32_t *of, size_t rows, size_t row) {
    size_t left = 0;
    for (size_t i = 0; i < rows; i++) {
        bool new = code[i] == code[row];
        for (size_t j = 0; j < i; j++)
            new = new && !(code[j] == code[row] && of[j] == of[i]);
        left += new;
    }
    return left;
}

static void narrows_what_is_counted_row_by_row(void **state) {
    (void)state;
    static told_case in;
    static uint32_t scratch[MOST_VALUES], label[MOST_ROWS];
    size_t cases = property_cases(20);
    for (size_t item = 0; item < cases; item++) {
        draw_told(&in, item);
        in.rows = in.rows < 80 ? in.rows : 80;
        uint64_t expected = 0, found;
        for (size_t i = 0; i < in.rows; i++)
            label[i] = in.of[i] / 4;
        for (size_t i = 0; i < in.rows; i++)
            expected +=
                2 * values_left(in.by, in.of, in.rows, i) <= values_left(label, in.of, in.rows, i);
        assert_true(told_narrowed(&found, &(told_column){in.by, in.by_size},
                                  &(told_column){label, in.of_size},
                                  &(told_column){in.of, in.of_size}, in.rows, scratch));
        assert_int_equal(found, expected);
    }
}

/* ---- Persons --------------------------------------------------------------------------------- */

static void persons_are_as_compared(void **state) {
    (void)state;
    uint32_t class_of[MOST_ROWS], person[MOST_ROWS];
    size_t cases = property_cases(200);
    for (size_t item = 0; item < cases; item++) {
        random_stream from = random_open(seed, "persons", item);
        size_t rows = random_below(&from, MOST_ROWS + 1), classes = 1 + random_below(&from, 12);
        size_t people = 1 + random_below(&from, 40);
        uint64_t k = 1 + random_below(&from, 12);
        for (size_t i = 0; i < rows; i++) {
            class_of[i] =
                random_below(&from, 9) ? (uint32_t)random_below(&from, classes) : UINT32_MAX;
            person[i] = (uint32_t)(random_below(&from, people) * 77);
        }
        person_counts expected = {.smallest = k}, found;
        for (uint32_t c = 0; c < classes; c++) {
            size_t size = 0, distinct = 0;
            for (size_t i = 0; i < rows; i++) {
                bool new = class_of[i] == c;
                size += new;
                for (size_t j = 0; j < i; j++)
                    new = new && !(class_of[j] == c && person[j] == person[i]);
                distinct += new;
            }
            expected.below += size >= k && distinct < k;
            if (size >= k && distinct < expected.smallest)
                expected.smallest = distinct;
        }
        person_rows in = {class_of, person, rows, classes, k};
        assert_true(person_counts_make(&found, &in));
        assert_int_equal(found.below, expected.below);
        assert_int_equal(found.smallest, expected.smallest);
    }
}

/* ---- Classes --------------------------------------------------------------------------------- */

typedef struct class_case {
    uint8_t code[ATTRIBUTES][2 * MOST_ROWS];
    uint32_t map[ATTRIBUTES][MOST_VALUES];
    uint64_t blanked[ATTRIBUTES][2 * MOST_ROWS / 64 + 1];
    bool kept[2 * MOST_ROWS];
    uint8_t suppressed[2 * MOST_ROWS];
    codes codes[ATTRIBUTES];
    warn_quasi quasi[ATTRIBUTES];
} class_case;

static class_case drawn;

static void blank_rows(const void *context, size_t begin, size_t count, uint8_t *blank) {
    (void)context;
    for (size_t i = 0; i < count; i++)
        blank[i] = drawn.suppressed[begin + i];
}

static uint32_t label_of(size_t a, size_t row) {
    const warn_quasi *quasi = &drawn.quasi[a];
    if (quasi->blanked && quasi->blanked[row / 64] >> (row % 64) & 1)
        return quasi->star;
    return quasi->map ? quasi->map[drawn.code[a][row]] : drawn.code[a][row];
}

static void draw_classes(random_stream *from, size_t rows) {
    for (size_t a = 0; a < ATTRIBUTES; a++) {
        uint32_t labels = 1 + (uint32_t)random_below(from, MOST_VALUES);
        drawn.codes[a] = (codes){drawn.code[a], 1};
        drawn.quasi[a] = (warn_quasi){.name = "a", .label = &drawn.codes[a], .labels = labels};
        drawn.quasi[a].star = labels;
        for (size_t v = 0; v < MOST_VALUES; v++)
            drawn.map[a][v] = (uint32_t)random_below(from, labels);
        drawn.quasi[a].map = random_below(from, 2) ? drawn.map[a] : NULL;
        for (size_t i = 0; i < rows; i++)
            drawn.code[a][i] =
                (uint8_t)random_below(from, drawn.quasi[a].map ? MOST_VALUES : labels);
        for (size_t w = 0; w < 2 * MOST_ROWS / 64 + 1; w++) {
            uint64_t half = random_next(from), other_half = random_next(from);
            drawn.blanked[a][w] = half & other_half;
        }
        drawn.quasi[a].blanked = random_below(from, 2) ? drawn.blanked[a] : NULL;
    }
    for (size_t i = 0; i < rows; i++) {
        drawn.kept[i] = random_below(from, 8) > 0;
        drawn.suppressed[i] = random_below(from, 8) == 0;
    }
}

static void classes_are_as_compared(void **state) {
    (void)state;
    size_t cases = property_cases(60);
    for (size_t item = 0; item < cases; item++) {
        random_stream from = random_open(seed, "classes", item);
        size_t rows = random_below(&from, 2 * MOST_ROWS + 1), classes = 0;
        draw_classes(&from, rows);
        publication_blanks blanks = {.rows = blank_rows};
        published_rows in = {drawn.quasi, ATTRIBUTES, rows, drawn.kept, drawn.kept, &blanks};
        published_classes found;
        assert_int_equal(published_classes_make(&found, &in, NULL), SHOAL_OK);
        bool any = false;
        for (size_t i = 0; i < rows; i++) {
            bool counts = drawn.kept[i] && !drawn.suppressed[i], new = counts;
            any |= drawn.kept[i] && drawn.suppressed[i];
            assert_int_equal(found.of_row[i] == WARN_NO_CLASS, !drawn.kept[i]);
            assert_int_equal(drawn.kept[i] && found.of_row[i] == found.suppressed,
                             drawn.kept[i] && drawn.suppressed[i]);
            for (size_t j = 0; counts && j < i; j++) {
                bool alike = drawn.kept[j] && !drawn.suppressed[j];
                for (size_t a = 0; a < ATTRIBUTES; a++)
                    alike = alike && label_of(a, i) == label_of(a, j);
                assert_int_equal(found.of_row[i] == found.of_row[j], alike);
                new = new && !alike;
            }
            classes += new;
        }
        assert_int_equal(found.count, classes + any);
        assert_int_equal(found.suppressed, any ? classes : WARN_NO_CLASS);
        published_classes_free(&found);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tells_what_is_counted_row_by_row),
        cmocka_unit_test(narrows_what_is_counted_row_by_row),
        cmocka_unit_test(persons_are_as_compared),
        cmocka_unit_test(classes_are_as_compared),
    };
    seed = property_seed();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
