/* Rounded bounds against their definition, on random domains of numbers and dates. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "data/date.h"
#include "data/rounded_bounds.h"
#include "support/random_cases.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST 40

typedef struct domain_case {
    ordered_domain of;
    const char *label[MOST];
    char text[MOST][32];
    int64_t value[MOST];
    uint64_t rows[MOST];
    bool dates;
    int places;
} domain_case;

static int by_value(const void *a, const void *b) {
    int64_t one = *(const int64_t *)a, other = *(const int64_t *)b;
    return (one > other) - (one < other);
}

static void write_value(char *out, size_t size, const domain_case *of, int64_t value) {
    if (of->dates) {
        date day = date_from_days(value);
        date_format(out, size, &day, DATE_YMD, '-');
    } else if (of->places == 0) {
        snprintf(out, size, "%lld", (long long)value);
    } else {
        long long part = llabs((long long)value);
        snprintf(out, size, "%s%lld.%02lld", value < 0 ? "-" : "", part / 100, part % 100);
    }
}

static void draw(domain_case *out, random_stream *from) {
    uint32_t count = 2 + (uint32_t)random_below(from, MOST - 2), kept = 0;
    *out = (domain_case){.dates = random_below(from, 3) == 0};
    out->places = !out->dates && random_below(from, 3) == 0 ? 2 : 0;
    int64_t spread = out->dates ? 20000 : (int64_t[]){30, 1000, 2000000}[random_below(from, 3)];
    int64_t shift = random_below(from, 2) ? spread / 2 : 0;
    for (uint32_t p = 0; p < count; p++)
        out->value[p] = (int64_t)random_below(from, (uint64_t)spread) - shift;
    if (random_below(from, 2))
        out->value[0] = spread * 3 - 1; /* somebody who stands out */
    qsort(out->value, count, sizeof *out->value, by_value);
    for (uint32_t p = 0; p < count; p++) {
        if (kept > 0 && out->value[p] == out->value[kept - 1])
            continue;
        out->value[kept] = out->value[p];
        out->rows[kept] = random_below(from, 6);
        write_value(out->text[kept], sizeof out->text[kept], out, out->value[p]);
        out->label[kept] = out->text[kept];
        kept++;
    }
    out->of =
        (ordered_domain){.size = kept, .ranged = kept, .label = out->label, .rows = out->rows};
}

static int64_t read_back(const domain_case *of, const char *text) {
    date day;
    if (of->dates) {
        assert_true(date_parse(&day, text, DATE_YMD));
        return date_to_days(&day);
    }
    double value = strtod(text, NULL) * (of->places ? 100 : 1);
    return (int64_t)(value < 0 ? value - 0.5 : value + 0.5);
}

static int64_t first_of_years(int64_t day, int years, int more) {
    date of = date_from_days(day);
    date first = {.year = (of.year / years + more) * years, .month = 1, .day = 1};
    return date_to_days(&first);
}

/* The bounds of the interval of a level around a value; false: there is no such level. Of numbers
 * an upper bound belongs to the interval below it, and a lower one to that above. */
static bool interval(const domain_case *of, int level, bool up, int64_t value, int64_t *low,
                     int64_t *high) {
    static const int years[] = {1, 5, 10, 50, 100};
    if (of->dates) {
        date day = date_from_days(value);
        if (level >= 8)
            return false;
        *low = *high = value;
        if (level == 0)
            return true;
        if (level >= 3) {
            *low = first_of_years(value, years[level - 3], 0);
            *high = first_of_years(value, years[level - 3], 1) - 1;
            return true;
        }
        int months = level == 1 ? 1 : 3, month = (day.month - 1) / months * months;
        int next = month + months;
        date first = {.year = day.year, .month = month + 1, .day = 1};
        date after = {.year = day.year + next / 12, .month = next % 12 + 1, .day = 1};
        *low = date_to_days(&first);
        *high = date_to_days(&after) - 1;
        return true;
    }
    int64_t step = 1, largest = 1;
    for (int l = 1; l <= level; l++)
        step *= l % 2 ? 5 : 2;
    for (uint32_t p = 0; p < of->of.size; p++)
        largest = llabs(of->value[p]) > largest ? llabs(of->value[p]) : largest;
    if (level > 0 && step / (level % 2 ? 5 : 2) >= largest)
        return false;
    int64_t whole = (value + largest * step - up) / step * step - largest * step;
    *low = whole + up;
    *high = whole + step - !up;
    return true;
}

static uint64_t rows_between(const domain_case *of, int64_t low, int64_t high) {
    uint64_t rows = 0;
    for (uint32_t p = 0; p < of->of.size; p++)
        rows += of->value[p] >= low && of->value[p] <= high ? of->rows[p] : 0;
    return rows;
}

/* What a bound of this value is by definition. */
static int64_t bound_of(const domain_case *of, int64_t value, bool up, uint64_t least) {
    int64_t low = value, high = value, found = value;
    for (int level = 0; interval(of, level, up, value, &low, &high); level++) {
        found = up ? high : low;
        if (rows_between(of, low, high) >= least)
            break;
    }
    return found;
}

static void check_bounds(const domain_case *of, const rounded_bounds *made, uint64_t least) {
    for (uint32_t p = 0; p < of->of.size; p++) {
        uint32_t first = made->first[p], last = made->last[p];
        assert_true(first <= p && p <= last && last < of->of.size);
        assert_int_equal(made->first[first], first);
        assert_int_equal(made->last[last], last);
        int64_t low = read_back(of, made->low[first]), high = read_back(of, made->high[last]);
        assert_int_equal(low, bound_of(of, of->value[first], false, least));
        assert_int_equal(high, bound_of(of, of->value[last], true, least));
        /* All values that the bounds cover are in the range, and no others. */
        assert_true(low <= of->value[first] && of->value[last] <= high);
        assert_true(first == 0 || of->value[first - 1] < low);
        assert_true(last + 1 == of->of.size || of->value[last + 1] > high);
    }
}

static void bounds_are_those_of_the_definition(void **state) {
    (void)state;
    uint64_t seed = property_seed();
    size_t cases = property_cases(400);
    for (size_t c = 0; c < cases; c++) {
        random_stream from = random_open(seed, "rounded bounds", c);
        domain_case drawn;
        rounded_bounds made;
        arena memory = {0};
        draw(&drawn, &from);
        uint64_t least = 1 + random_below(&from, 12);
        assert_int_equal(rounded_bounds_make(&made, &drawn.of, least, &memory, NULL), SHOAL_OK);
        assert_non_null(made.first);
        check_bounds(&drawn, &made, least);
        arena_free(&memory);
    }
}

/* One who stands out moves the bound of nobody else, and her own only from power to power. */
static void the_largest_value_is_hidden(void **state) {
    (void)state;
    static const char *const largest[] = {"501000", "640123", "987654", "999999"};
    for (size_t i = 0; i < sizeof largest / sizeof *largest; i++) {
        const char *label[] = {"20000", "21000", "25000", "250000", largest[i]};
        uint64_t rows[] = {4, 4, 4, 1, 1};
        ordered_domain of = {.size = 5, .ranged = 5, .label = label, .rows = rows};
        rounded_bounds made;
        arena memory = {0};
        assert_int_equal(rounded_bounds_make(&made, &of, 5, &memory, NULL), SHOAL_OK);
        assert_string_equal(made.high[made.last[4]], "1000000");
        assert_string_equal(made.low[made.first[0]], "20000");
        arena_free(&memory);
    }
}

static void other_texts_stay(void **state) {
    (void)state;
    const char *label[] = {"10-19", "20-29"};
    uint64_t rows[] = {1, 1};
    ordered_domain of = {.size = 2, .ranged = 2, .label = label, .rows = rows};
    rounded_bounds made;
    arena memory = {0};
    assert_int_equal(rounded_bounds_make(&made, &of, 5, &memory, NULL), SHOAL_OK);
    assert_null(made.first);
    arena_free(&memory);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bounds_are_those_of_the_definition),
        cmocka_unit_test(the_largest_value_is_hidden),
        cmocka_unit_test(other_texts_stay),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
