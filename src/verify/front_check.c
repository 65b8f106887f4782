#include "verify/front_check.h"

#include "search/multi/pareto.h"

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>

void front_numbers_add(front_numbers *out, const char *name, double value) {
    out->each[out->count++] = (front_number){name, value};
}

/* ---- Differences --------------------------------------------------------------------------- */

void front_check_say(front_check *run, const char *format, ...) {
    va_list arguments;
    if (run->says[0])
        return;
    va_start(arguments, format);
    vsnprintf(run->says, sizeof run->says, format, arguments);
    va_end(arguments);
}

void front_check_differs(front_check *run, size_t point, const char *title, const char *said,
                         const char *expected) {
    front_check_say(run, "%.80s: point %zu, %.30s is %.40s instead of %.40s", run->front.path,
                    point + 1, title, *said ? said : "nothing", expected);
}

static bool agrees(front_check *run, size_t point, int64_t place, double value) {
    const saved_front *front = &run->front;
    char expected[32];
    if (saved_front_agrees(front, point, place, value))
        return true;
    snprintf(expected, sizeof expected, isnan(value) ? "nothing" : "%.17g", value);
    front_check_differs(run, point, front->table->column[place].name,
                        saved_front_cell(front, point, place), expected);
    return false;
}

/* Every column that is called by one of the names, as a number or an objective. */
bool front_check_compare(front_check *run, size_t point, const front_numbers *known) {
    bool same = true;
    for (size_t c = 0; c < run->front.table->columns; c++) {
        const char *name;
        (void)saved_front_direction(&run->front, (int64_t)c, &name);
        for (size_t i = 0; i < known->count; i++)
            if (strcmp(known->each[i].name, name) == 0)
                same &= agrees(run, point, (int64_t)c, known->each[i].value);
    }
    return same;
}

/* ---- The front by itself ------------------------------------------------------------------- */

static shoal_status read_objectives(double **out, size_t *width, const front_check *run,
                                    shoal_error *error) {
    const saved_front *front = &run->front;
    size_t count = saved_front_points(front);
    const char *name;
    *width = 0;
    for (size_t c = 0; c < front->table->columns; c++)
        *width += saved_front_direction(front, (int64_t)c, &name) != 0;
    if (*width == 0)
        return status_fail(error, SHOAL_BAD_DATA,
                           "%.120s has no objectives: no column is called min:NAME or max:NAME",
                           front->path);
    if (!(*out = memory_new(count * *width, sizeof **out)))
        return status_no_memory(error);
    size_t at = 0;
    for (size_t p = 0; p < count; p++)
        for (size_t c = 0; c < front->table->columns; c++) {
            int direction = saved_front_direction(front, (int64_t)c, &name);
            double value;
            if (direction == 0)
                continue;
            if (!saved_front_number(&value, front, p, (int64_t)c) || isnan(value))
                return status_fail_at(error, SHOAL_BAD_DATA, (int64_t)p + 2, (int64_t)c + 1,
                                      "%.120s: point %zu has no number in %.40s", front->path,
                                      p + 1, front->table->column[c].name);
            (*out)[at++] = direction > 0 ? -value : value;
        }
    return SHOAL_OK;
}

static void check_dominance(front_check *run, const double *values, size_t width) {
    size_t count = saved_front_points(&run->front);
    for (size_t one = 0; one < count; one++)
        for (size_t other = 0; other < count; other++)
            if (pareto_dominates(values + one * width, values + other * width, width)) {
                front_check_say(run, "%.100s: point %zu is dominated by point %zu", run->front.path,
                                other + 1, one + 1);
                return;
            }
}

/* If everything is suppressed, there is no class that could be too small. */
static bool keeps_k(const front_check *run, size_t point) {
    const saved_front *front = &run->front;
    double k, classes;
    return saved_front_number(&k, front, point, front->k) &&
           saved_front_number(&classes, front, point, front->classes) &&
           (k >= (double)run->plan->k || (classes == 0 && k == 0));
}

/* Rows of the table that the release was made of: where it lacks suppressed rows and the original
 * is not known, as many as the points allow. */
static uint64_t rows_of_table(const front_check *run) {
    const release_classes *found = &run->release.judged.classes;
    double most = 0, suppressed;
    if (run->made.node)
        return run->made.bound.rows;
    for (size_t p = 0; found->stars == 0 && p < saved_front_points(&run->front); p++)
        if (saved_front_number(&suppressed, &run->front, p, run->front.suppressed) &&
            suppressed > most && suppressed <= (double)UINT32_MAX)
            most = suppressed;
    return found->rows + (uint64_t)most;
}

static void check_promises(front_check *run) {
    const saved_front *front = &run->front;
    int64_t limit = (int64_t)suppression_limit_asked(run->plan, rows_of_table(run));
    for (size_t p = 0; p < saved_front_points(front) && !run->says[0]; p++) {
        double suppressed;
        if (!keeps_k(run, p))
            front_check_say(run, "%.80s: point %zu, k_eff: %.40s is below k = %" PRId64,
                            front->path, p + 1, saved_front_cell(front, p, front->k), run->plan->k);
        if (!saved_front_number(&suppressed, front, p, front->suppressed) ||
            !(suppressed <= (double)limit))
            front_check_say(run,
                            "%.80s: point %zu, suppressed: %.40s is more than the %" PRId64
                            " rows that the plan allows",
                            front->path, p + 1, saved_front_cell(front, p, front->suppressed),
                            limit);
    }
}

/* Points are numbered, and one of them was chosen. */
static void check_numbering(front_check *run) {
    const saved_front *front = &run->front;
    size_t chosen = 0;
    for (size_t p = 0; p < saved_front_points(front); p++) {
        char number[24];
        const char *mark = saved_front_cell(front, p, front->chosen);
        snprintf(number, sizeof number, "%zu", p + 1);
        if (strcmp(saved_front_cell(front, p, front->point), number) != 0)
            front_check_differs(run, p, "point", saved_front_cell(front, p, front->point), number);
        if (strcmp(mark, "0") == 0 || (strcmp(mark, "1") == 0 && chosen++ == 0))
            continue;
        front_check_differs(run, p, "chosen", mark, "0, or 1 for one point");
    }
    if (chosen == 0)
        front_check_say(run, "%.100s: no point is marked as chosen", front->path);
}

shoal_status front_check_points(front_check *run, shoal_error *error) {
    double *values = NULL;
    size_t width;
    shoal_status status = read_objectives(&values, &width, run, error);
    if (status == SHOAL_OK) {
        check_numbering(run);
        check_promises(run);
        if (!run->says[0])
            check_dominance(run, values, width);
    }
    memory_free(values);
    return status;
}

/* ---- The release by itself ----------------------------------------------------------------- */

/* More rows of `*` than the stated number of suppressed rows are a published class whose labels are
 * all `*`. Where there are none, suppressed rows were left out. */
static release_classes read_stars(const release_classes *found, double suppressed) {
    release_classes out = *found;
    if (found->stars == 0 && suppressed > 0 && suppressed <= (double)UINT32_MAX) {
        out.stars = (uint64_t)suppressed;
        out.rows += out.stars;
    }
    if (!(suppressed >= 0 && suppressed < (double)found->stars))
        return out;
    uint64_t hidden = found->stars - (uint64_t)suppressed;
    out.stars -= hidden;
    out.smallest = out.classes++ == 0 || hidden < out.smallest ? hidden : out.smallest;
    out.largest = hidden > out.largest ? hidden : out.largest;
    out.squares += hidden * hidden;
    return out;
}

static double spread(const release_classes *found) {
    return found->classes && found->rows > 1
               ? (double)(found->largest - found->smallest) / (double)(found->rows - 1)
               : 0;
}

/* Where missing values are wildcards, labels that read as missing make classes look larger than
 * they were counted: their sizes cannot be known from the text alone. */
static void count_release(front_numbers *out, const front_check *run, size_t point) {
    double suppressed;
    if (!saved_front_number(&suppressed, &run->front, point, run->front.suppressed))
        suppressed = -1;
    release_classes found = read_stars(&run->release.judged.classes, suppressed);
    double rows = (double)found.rows;
    double classes = (double)(found.classes + (found.stars > 0));
    front_numbers_add(out, "classes", (double)found.classes);
    front_numbers_add(out, "suppressed", (double)found.stars);
    front_numbers_add(out, "dm", (double)found.squares + (double)found.stars * rows);
    front_numbers_add(out, "aecs", classes > 0 ? rows / classes / (double)run->plan->k : 0);
    if (run->plan->missing == MISSING_WILDCARD)
        return;
    front_numbers_add(out, "k_eff", (double)found.smallest);
    front_numbers_add(out, "necd", spread(&found));
}

bool front_check_release(front_check *run, size_t point) {
    front_numbers counted = {0};
    count_release(&counted, run, point);
    return front_check_compare(run, point, &counted);
}
