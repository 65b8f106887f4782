/* Minimal unique combinations against naive twins: loops over records and pairs of records,
 * straight from the definitions. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "measure/unique_combinations.h"
#include "support/coded_rows.h"
#include "support/random_cases.h"
#include "support/twin.h"

#include <stdlib.h>

static uint64_t seed;

/* Sets of attributes are bits of a number. */
static bool twin_unique(const coded_rows *of, size_t row, unsigned set) {
    for (size_t other = 0; other < of->rows; other++) {
        bool equal = other != row;
        for (size_t a = 0; a < of->attributes && equal; a++)
            equal = !(set >> a & 1) || of->cell[a][other] == of->cell[a][row];
        if (equal)
            return false;
    }
    return true;
}

static bool twin_minimal(const coded_rows *of, size_t row, unsigned set) {
    bool minimal = twin_unique(of, row, set);
    for (size_t a = 0; a < of->attributes; a++)
        if (set >> a & 1 && set != 1U << a)
            minimal &= !twin_unique(of, row, set & ~(1U << a));
    return minimal;
}

static uint64_t twin_score(size_t attributes, size_t size, size_t most) {
    double score =
        exp(lgamma((double)(attributes - size) + 1) - lgamma((double)(attributes - most) + 1));
    return (uint64_t)llround(score);
}

typedef struct twin_uniques {
    uint64_t records, sets, score;
    uint64_t by_size[MOST_ATTRIBUTES + 1];
    uint64_t of_set[1 << MOST_ATTRIBUTES];
    unique_attribute attribute[MOST_ATTRIBUTES];
    uint64_t value_score[MOST_ATTRIBUTES][MOST_VALUES];
    uint64_t value_records[MOST_ATTRIBUTES][MOST_VALUES];
} twin_uniques;

static void twin_row(twin_uniques *out, const coded_rows *of, size_t row, size_t most) {
    unsigned used = 0;
    size_t smallest = 0;
    for (unsigned set = 1; set < 1U << of->attributes; set++) {
        size_t size = (size_t)__builtin_popcount(set);
        if (size > most || !twin_minimal(of, row, set))
            continue;
        uint64_t score = twin_score(of->attributes, size, most);
        if (smallest == 0 || size < smallest)
            smallest = size;
        used |= set;
        out->sets++;
        out->score += score;
        out->of_set[set]++;
        for (size_t a = 0; a < of->attributes; a++)
            if (set >> a & 1) {
                out->attribute[a].sets++;
                out->attribute[a].score += score;
                out->value_score[a][of->cell[a][row]] += score;
            }
    }
    for (size_t a = 0; a < of->attributes; a++)
        if (used >> a & 1) {
            out->attribute[a].records++;
            out->value_records[a][of->cell[a][row]]++;
        }
    out->by_size[smallest]++;
    out->records += smallest > 0;
}

static void check_values(size_t number, const unique_combinations *found, twin_uniques *twin) {
    uint64_t last = UINT64_MAX;
    for (size_t i = 0; i < found->values; i++) {
        const unique_value *value = &found->value[i];
        twin_same("score of a value", number, value->score,
                  twin->value_score[value->attribute][value->code]);
        twin_same("records of a value", number, value->records,
                  twin->value_records[value->attribute][value->code]);
        assert_true(value->score <= last && value->score > 0);
        last = value->score;
        twin->value_score[value->attribute][value->code] = 0;
    }
    for (size_t a = 0; a < MOST_ATTRIBUTES; a++)
        for (size_t v = 0; v < MOST_VALUES; v++)
            assert_true(found->values == UNIQUE_TOP ? twin->value_score[a][v] <= last
                                                    : twin->value_score[a][v] == 0);
}

static void check_sets(size_t number, const unique_combinations *found, twin_uniques *twin) {
    uint64_t last = UINT64_MAX;
    for (size_t i = 0; i < found->worst; i++) {
        unsigned set = 0;
        for (size_t a = 0; a < found->subset[i].size; a++)
            set |= 1U << found->subset[i].attribute[a];
        twin_same("records of a set", number, found->subset[i].records, twin->of_set[set]);
        assert_true(twin->of_set[set] <= last && twin->of_set[set] > 0);
        last = twin->of_set[set];
        twin->of_set[set] = 0;
    }
    for (size_t set = 0; set < 1 << MOST_ATTRIBUTES; set++)
        assert_true(found->worst == UNIQUE_TOP ? twin->of_set[set] <= last
                                               : twin->of_set[set] == 0);
}

static size_t tuple_of_row(const coded_rows *of, size_t row, const frequency_set *in) {
    for (size_t t = 0; t < in->tuples; t++) {
        bool equal = true;
        for (size_t a = 0; a < of->attributes && equal; a++)
            equal = codes_get(&in->codes[a], t) == of->cell[a][row];
        if (equal)
            return t;
    }
    fail_msg("row %zu is in no tuple", row);
    return 0;
}

static void check_records(size_t number, const unique_records *found, const coded_rows *of,
                          const frequency_set *in) {
    for (size_t row = 0; row < of->rows; row++) {
        size_t tuple = tuple_of_row(of, row, in);
        uint64_t sets[MOST_ATTRIBUTES + 1] = {0};
        double score = 0;
        for (unsigned set = 1; set < 1U << of->attributes; set++) {
            size_t size = (size_t)__builtin_popcount(set);
            if (size > found->most || !twin_minimal(of, row, set))
                continue;
            sets[size]++;
            score += tgamma((double)(of->attributes - size) + 1);
        }
        for (size_t size = 1; size <= found->most; size++)
            twin_same("sets of a record", number, found->count[size][tuple], sets[size]);
        twin_near("score of a record", number, unique_record_score(found, tuple, of->attributes),
                  score, 1e-13);
    }
}

static void uniques_are_the_twins(void **state) {
    (void)state;
    for (size_t number = 0; number < property_cases(TWIN_CASES); number++) {
        random_stream stream = random_open(seed, "combinations", number);
        static coded_rows rows;
        static twin_uniques twin;
        unique_options options = {.most = random_below(&stream, 6)};
        frequency_set frequency;
        unique_combinations found;
        draw_rows(&rows, &stream);
        group_rows(&frequency, &rows);
        unique_records records;
        options.records = &records;
        assert_int_equal(unique_combinations_find(&found, &frequency, &options, NULL), SHOAL_OK);
        twin = (twin_uniques){0};
        for (size_t i = 0; i < rows.rows; i++)
            twin_row(&twin, &rows, i, found.most);
        check_records(number, &records, &rows, &frequency);
        unique_records_free(&records);
        twin_same("records", number, found.records, twin.records);
        twin_same("sets", number, found.sets, twin.sets);
        twin_same("score", number, found.score, twin.score);
        for (size_t size = 1; size <= found.most; size++)
            twin_same("by size", number, found.by_size[size], twin.by_size[size]);
        for (size_t a = 0; a < rows.attributes; a++) {
            twin_same("attribute", number, found.attribute[a].records, twin.attribute[a].records);
            twin_same("attribute", number, found.attribute[a].sets, twin.attribute[a].sets);
            twin_same("attribute", number, found.attribute[a].score, twin.attribute[a].score);
        }
        check_values(number, &found, &twin);
        check_sets(number, &found, &twin);
        unique_combinations_free(&found);
        frequency_free(&frequency);
    }
}

/* The same where rows belong to persons: nobody else may equal a person. */
static bool twin_alone(const coded_rows *of, const uint32_t *person, size_t row, unsigned set) {
    for (size_t other = 0; other < of->rows; other++) {
        bool equal = person[other] != person[row];
        for (size_t a = 0; a < of->attributes && equal; a++)
            equal = !(set >> a & 1) || of->cell[a][other] == of->cell[a][row];
        if (equal)
            return false;
    }
    return true;
}

static void persons_are_unique_as_the_twins(void **state) {
    (void)state;
    for (size_t number = 0; number < property_cases(TWIN_CASES); number++) {
        random_stream stream = random_open(seed, "unique persons", number);
        static coded_rows rows;
        uint32_t person[MOST_ROWS], owner[MOST_ROWS];
        frequency_set frequency;
        unique_combinations found;
        unique_records records;
        unique_options options = {
            .most = random_below(&stream, 5), .records = &records, .owner = owner};
        uint64_t persons = 1 + random_below(&stream, MOST_ROWS);
        draw_rows(&rows, &stream);
        group_rows(&frequency, &rows);
        for (size_t row = 0; row < rows.rows; row++)
            person[row] = (uint32_t)random_below(&stream, persons);
        for (size_t t = 0; t < frequency.tuples; t++)
            owner[t] = UNIQUE_SHARED;
        for (size_t row = 0; row < rows.rows; row++)
            if (twin_alone(&rows, person, row, (1U << rows.attributes) - 1))
                owner[tuple_of_row(&rows, row, &frequency)] = person[row];
        assert_int_equal(unique_combinations_find(&found, &frequency, &options, NULL), SHOAL_OK);
        for (size_t row = 0; row < rows.rows; row++) {
            uint32_t sets[MOST_ATTRIBUTES + 1] = {0};
            for (unsigned set = 1; set < 1U << rows.attributes; set++) {
                bool minimal = twin_alone(&rows, person, row, set);
                for (size_t a = 0; a < rows.attributes; a++)
                    if (set >> a & 1 && set != 1U << a)
                        minimal &= !twin_alone(&rows, person, row, set & ~(1U << a));
                sets[__builtin_popcount(set)] += minimal;
            }
            for (size_t size = 1; size <= found.most; size++)
                twin_same("sets of a person", number,
                          records.count[size][tuple_of_row(&rows, row, &frequency)], sets[size]);
        }
        unique_records_free(&records);
        unique_combinations_free(&found);
        frequency_free(&frequency);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(uniques_are_the_twins),
        cmocka_unit_test(persons_are_unique_as_the_twins),
    };
    seed = property_seed();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
