/* Profiles of random columns, against counting once more the obvious way. */
#include "support/columns.h"

#include "base/random.h"
#include "data/number.h"
#include "recognize/column_profile.h"

#include <math.h>
#include <stdio.h>

#define CASES 300
#define MOST 60

typedef struct cells {
    size_t count;
    const char *cell[MOST];
    char text[MOST][16];
} cells;

/* Numbers, dates or words, some of them missing. */
static void draw(cells *out, random_stream *stream) {
    int kind = (int)random_below(stream, 4), values = 1 + (int)random_below(stream, 40);
    out->count = random_below(stream, MOST + 1);
    for (size_t i = 0; i < out->count; i++) {
        int value = (int)random_below(stream, (uint64_t)values);
        char *text = out->text[i];
        if (random_below(stream, 8) == 0)
            snprintf(text, 16, "%s", value % 2 ? "?" : "");
        else if (kind == 0)
            snprintf(text, 16, "%d", value - 10);
        else if (kind == 1)
            snprintf(text, 16, "%d.%d", value, value % 7 + 1);
        else if (kind == 2)
            snprintf(text, 16, "2020-%02d-%02d", 1 + value % 12, 1 + value % 28);
        else
            snprintf(text, 16, "w%dé", value);
        out->cell[i] = text;
    }
}

static bool is_missing(const char *cell) {
    return cell[0] == '\0' || cell[0] == '?';
}

static size_t rows_of(const cells *of, const char *value) {
    size_t rows = 0;
    for (size_t i = 0; i < of->count; i++)
        rows += strcmp(of->cell[i], value) == 0;
    return rows;
}

static bool is_first(const cells *of, size_t place) {
    for (size_t i = 0; i < place; i++)
        if (strcmp(of->cell[i], of->cell[place]) == 0)
            return false;
    return true;
}

static void check_counts(const column_profile *found, const cells *of) {
    size_t missing = 0, distinct = 0, singletons = 0, most = 0;
    for (size_t i = 0; i < of->count; i++) {
        size_t rows = rows_of(of, of->cell[i]);
        if (is_missing(of->cell[i])) {
            missing++;
            continue;
        }
        distinct += is_first(of, i);
        singletons += rows == 1;
        most = rows > most ? rows : most;
    }
    assert_int_equal(found->missing, missing);
    assert_int_equal(found->distinct, distinct);
    assert_int_equal(found->singletons, singletons);
    assert_int_equal(found->top_count, distinct < PROFILE_TOP ? distinct : PROFILE_TOP);
    for (size_t i = 0; i < found->top_count; i++) {
        assert_int_equal(found->top[i].rows, rows_of(of, found->top[i].text));
        assert_true(found->top[i].rows <= (i == 0 ? most : found->top[i - 1].rows));
    }
    assert_true(found->top_count == 0 || found->top[0].rows == most);
}

static double number_of(const column_profile *found, const char *cell) {
    date day;
    if (found->type != TYPE_DATE)
        return strtod(cell, NULL);
    assert_true(date_parse(&day, cell, found->order));
    return (double)date_to_days(&day);
}

static int compare(const void *a, const void *b) {
    double first = *(const double *)a, second = *(const double *)b;
    return (first > second) - (first < second);
}

static void check_distribution(const column_profile *found, const cells *of) {
    double sorted[MOST], sum = 0;
    size_t count = 0;
    for (size_t i = 0; i < of->count; i++)
        if (!is_missing(of->cell[i])) {
            sorted[count] = number_of(found, of->cell[i]);
            sum += sorted[count++];
        }
    assert_int_equal(found->ordered, count > 0 && found->type != TYPE_STRING);
    if (!found->ordered)
        return;
    qsort(sorted, count, sizeof *sorted, compare);
    for (size_t q = 0; q < PROFILE_QUANTILES; q++)
        assert_true(found->quantile[q] == sorted[(count - 1) * q / (PROFILE_QUANTILES - 1)]);
    assert_true(fabs(found->mean - sum / (double)count) < 1e-6);
    uint64_t rows = 0;
    for (size_t i = 0; i < PROFILE_BINS; i++)
        rows += found->bin[i];
    assert_int_equal(rows, count);
}

static void profiles_count_what_is_there(void **state) {
    (void)state;
    shoal_plan *plan = NULL;
    assert_int_equal(shoal_plan_new(&plan, NULL), SHOAL_OK);
    for (uint64_t seed = 0; seed < CASES; seed++) {
        random_stream stream = random_open(seed, "profiles", 0);
        static cells of;
        column_profile found;
        draw(&of, &stream);
        column made = column_of("x", of.cell, of.count);
        print_message("seed %llu\r", (unsigned long long)seed);
        assert_int_equal(column_profile_make(&found, &made, of.count, plan, NULL), SHOAL_OK);
        check_counts(&found, &of);
        if (found.type != TYPE_STRING)
            check_distribution(&found, &of);
        column_free(&made);
    }
    shoal_plan_free(plan);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(profiles_count_what_is_there)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
