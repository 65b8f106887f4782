/* Distributions before and after, against naive twins: loops over rows straight from the
 * definitions. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "measure/distribution.h"
#include "support/near.h"
#include "support/random_cases.h"
#include "support/random_variables.h"

#include <math.h>
#include <stdlib.h>

static uint64_t seed;

static double share(const random_variables *in, const random_variable *of, uint32_t code,
                    bool missing) {
    double rows = 0, found = 0;
    for (size_t row = 0; row < in->in.rows; row++) {
        if (!variables_count(in, row))
            continue;
        rows++;
        found += variable_lacks(of, row) ? missing : !missing && of->data[row] == code;
    }
    return found / rows;
}

static void categories_are_as_counted(void **state) {
    (void)state;
    static random_variables one, other;
    size_t cases = property_cases(400);
    for (size_t item = 0; item < cases; item++) {
        variables_draw(&one, seed, 2 * item);
        variables_draw(&other, seed, 2 * item + 1);
        random_variable *before = &one.column[0], *after = &other.column[0];
        before->as.number = after->as.number = NULL;
        double expected = fabs(share(&one, before, 0, true) - share(&other, after, 0, true));
        for (uint32_t code = 0; code < VARIABLES_MOST_VALUES; code++)
            expected += fabs(share(&one, before, code, false) - share(&other, after, code, false));
        double found;
        assert_int_equal(
            category_distance(&found, &before->as, &one.in, &after->as, &other.in, NULL, NULL),
            SHOAL_OK);
        assert_near(found, expected / 2, item);
        category_distribution taken;
        assert_int_equal(category_distribution_take(&taken, &before->as, &one.in, NULL), SHOAL_OK);
        double entropy = 0, present = 1 - share(&one, before, 0, true);
        uint64_t shown = taken.rest + taken.missing;
        for (uint32_t code = 0; code < VARIABLES_MOST_VALUES; code++) {
            double part = share(&one, before, code, false) / present;
            entropy -= part > 0 ? part * log2(part) : 0;
        }
        assert_near(taken.entropy, entropy, item);
        for (size_t i = 0; i < taken.shown; i++) {
            shown += taken.top[i].rows;
            assert_near((double)taken.top[i].rows / (double)taken.rows,
                        share(&one, before, taken.top[i].code, false), item);
            assert_true(i == 0 || taken.top[i].rows <= taken.top[i - 1].rows);
        }
        assert_int_equal(shown, taken.rows);
    }
}

static size_t sorted(const random_variables *in, const random_variable *of, double *out) {
    size_t count = 0;
    for (size_t row = 0; row < in->in.rows; row++)
        if (variables_count(in, row) && !variable_lacks(of, row))
            out[count++] = variable_number(of, row);
    qsort(out, count, sizeof *out, numbers_ascending);
    return count;
}

static void check_summary(const number_distribution *found, const double *number, size_t count,
                          size_t item) {
    double sum = 0, squares = 0;
    for (size_t i = 0; i < count; i++)
        sum += number[i];
    for (size_t i = 0; i < count; i++)
        squares += pow(number[i] - sum / (double)count, 2);
    assert_int_equal(found->rows - found->missing, count);
    assert_near(found->mean, sum / (double)count, item);
    assert_near(found->deviation, sqrt(squares / (double)count), item);
    for (size_t q = 0; count > 0 && q < 3; q++) {
        double place = (double)(count - 1) * (double)(q + 1) / 4;
        size_t low = (size_t)place, high = low + 1 < count ? low + 1 : low;
        double part = place - (double)low;
        assert_near(found->quartile[q], number[low] + part * (number[high] - number[low]), item);
    }
    if (count > 0) {
        assert_near(found->smallest, number[0], item);
        assert_near(found->largest, number[count - 1], item);
    }
}

static double up_to(const double *number, size_t count, double most) {
    double found = 0;
    for (size_t i = 0; i < count; i++)
        found += number[i] <= most;
    return found / (double)count;
}

static void check_bins(const number_distribution *found, const number_comparison *in,
                       const double *number, size_t count) {
    double width = (in->high - in->low) / DISTRIBUTION_BINS;
    uint64_t all = 0;
    for (size_t b = 0; b < DISTRIBUTION_BINS; b++) {
        double begin = in->low + (double)b * width, end = begin + width;
        uint64_t least = 0, most = 0;
        for (size_t i = 0; i < count; i++) {
            bool last = b == DISTRIBUTION_BINS - 1;
            least += number[i] > begin + 1e-9 && (number[i] < end - 1e-9 || last);
            most += number[i] > begin - 1e-9 && number[i] < end + 1e-9;
        }
        if (width > 0)
            assert_in_range(found->bin[b], least, most);
        all += found->bin[b];
    }
    assert_int_equal(all, count);
}

static void numbers_are_as_sorted(void **state) {
    (void)state;
    static random_variables one, other;
    static double before[VARIABLES_MOST_ROWS], after[VARIABLES_MOST_ROWS];
    size_t cases = property_cases(400);
    for (size_t item = 0; item < cases; item++) {
        variables_draw(&one, seed, 2 * item);
        variables_draw(&other, seed, 2 * item + 1);
        variable *a = &one.column[0].as, *b = &other.column[0].as;
        a->number = one.column[0].number;
        b->number = other.column[0].number;
        number_comparison found;
        assert_int_equal(number_distributions_compare(&found, a, &one.in, b, &other.in, NULL),
                         SHOAL_OK);
        size_t count = sorted(&one, &one.column[0], before);
        size_t other_count = sorted(&other, &other.column[0], after);
        check_summary(&found.before, before, count, item);
        check_summary(&found.after, after, other_count, item);
        check_bins(&found.before, &found, before, count);
        check_bins(&found.after, &found, after, other_count);
        double apart = count > 0 && other_count > 0 ? 0 : NAN;
        for (size_t i = 0; other_count > 0 && i < count; i++)
            apart = fmax(apart, fabs(up_to(before, count, before[i]) -
                                     up_to(after, other_count, before[i])));
        for (size_t i = 0; count > 0 && i < other_count; i++)
            apart = fmax(
                apart, fabs(up_to(before, count, after[i]) - up_to(after, other_count, after[i])));
        assert_near(found.kolmogorov, apart, item);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(categories_are_as_counted),
        cmocka_unit_test(numbers_are_as_sorted),
    };
    seed = property_seed();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
