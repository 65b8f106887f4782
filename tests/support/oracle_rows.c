#include "support/oracle_rows.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

void *oracle_room(size_t count, size_t item) {
    void *fresh = memory_zero(count, item);
    if (!fresh)
        abort();
    return fresh;
}

void oracle_rows_open(oracle_rows *out, size_t rows, size_t attributes, bool wildcard, uint64_t k) {
    *out = (oracle_rows){.rows = rows, .attributes = attributes, .wildcard = wildcard, .k = k};
    out->cell = oracle_room(rows * attributes, sizeof *out->cell);
    out->missing = oracle_room(attributes, sizeof *out->missing);
    out->same = oracle_room(rows, sizeof *out->same);
    out->matching = oracle_room(rows, sizeof *out->matching);
    out->suppressed = oracle_room(rows, 1);
}

void oracle_rows_free(oracle_rows *rows) {
    memory_free(rows->cell);
    memory_free(rows->missing);
    memory_free(rows->same);
    memory_free(rows->matching);
    memory_free(rows->suppressed);
}

static bool is_equal(const oracle_rows *rows, size_t r, size_t s) {
    return memcmp(rows->cell + r * rows->attributes, rows->cell + s * rows->attributes,
                  rows->attributes * sizeof *rows->cell) == 0;
}

static bool is_match(const oracle_rows *rows, size_t r, size_t s) {
    for (size_t a = 0; a < rows->attributes; a++) {
        uint32_t one = oracle_cell(rows, r, a), other = oracle_cell(rows, s, a);
        if (one != other && one != rows->missing[a] && other != rows->missing[a])
            return false;
    }
    return true;
}

static bool may_be(const oracle_rows *rows, size_t r, size_t s) {
    return !rows->suppressed[s] &&
           (is_equal(rows, r, s) || (rows->wildcard && is_match(rows, r, s)));
}

/* Whether a row before `s` that `r` may be confused with is the same person's. */
static bool is_counted(const oracle_rows *rows, size_t r, size_t s) {
    for (size_t before = 0; rows->person && before < s; before++)
        if (rows->person[before] == rows->person[s] && may_be(rows, r, before))
            return true;
    return false;
}

static void count_matches(oracle_rows *rows) {
    for (size_t r = 0; r < rows->rows; r++) {
        rows->matching[r] = rows->same[r] = 0;
        for (size_t s = 0; s < rows->rows; s++) {
            rows->same[r] += is_equal(rows, r, s);
            rows->matching[r] += may_be(rows, r, s) && !is_counted(rows, r, s);
        }
    }
}

void oracle_rows_suppress(oracle_rows *rows) {
    for (bool changed = true; changed;) {
        changed = false;
        count_matches(rows);
        for (size_t r = 0; r < rows->rows; r++)
            if (!rows->suppressed[r] && rows->matching[r] < rows->k) {
                rows->suppressed[r] = true;
                changed = true;
            }
    }
}

static bool is_first(const oracle_rows *rows, size_t row) {
    for (size_t r = 0; r < row; r++)
        if (is_equal(rows, r, row))
            return false;
    return true;
}

/* Different persons of the rows that equal this one. */
static size_t count_members(const oracle_rows *rows, size_t row) {
    size_t members = 0;
    for (size_t r = 0; r < rows->rows; r++) {
        bool first = is_equal(rows, r, row);
        for (size_t s = 0; rows->person && first && s < r; s++)
            first = rows->person[s] != rows->person[r] || !is_equal(rows, s, row);
        members += first;
    }
    return members;
}

class_statistics oracle_rows_count(const oracle_rows *rows) {
    class_statistics counted = {0};
    for (size_t r = 0; r < rows->rows; r++) {
        counted.suppressed += rows->suppressed[r];
        if (!is_first(rows, r))
            continue;
        counted.groups++;
        counted.squares_of_groups += rows->same[r] * rows->same[r];
        if (rows->suppressed[r])
            continue;
        if (counted.classes++ == 0 || rows->matching[r] < counted.smallest)
            counted.smallest = rows->matching[r];
        if (rows->matching[r] > counted.largest)
            counted.largest = rows->matching[r];
        counted.squares += rows->same[r] * rows->same[r];
        size_t members = count_members(rows, r);
        counted.members += members;
        counted.uniques += members == 1;
    }
    return counted;
}

double oracle_dm(const oracle_rows *rows) {
    double sum = 0;
    for (size_t r = 0; r < rows->rows; r++)
        sum += (double)(rows->suppressed[r] ? rows->rows : rows->same[r]);
    return sum;
}

double oracle_aecs(const oracle_rows *rows, const class_statistics *classes) {
    double count = (double)(classes->classes + (classes->suppressed > 0));
    return (double)rows->rows / count / (double)rows->k;
}

double oracle_necd(const oracle_rows *rows, const class_statistics *classes) {
    if (classes->classes == 0 || rows->rows == 1)
        return 0;
    return (double)(classes->largest - classes->smallest) / (double)(rows->rows - 1);
}
