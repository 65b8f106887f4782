/* Whether the rows of a release are in the order of its original. To take them for that wrongly
 * would be to take people for others, and to state a lower risk than there is: where nothing but
 * the number of rows speaks for it, they are not taken for that. */
#include "assess/assess_parts.h"

#include "base/hash.h"
#include "data/column_numbers.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* One row in so many may contradict the order: the ends of a range may be read wrongly. */
#define ONE_IN 100
/* The order is shown where rows that are paired at random contradict each other more often: at
 * least one in so many, and so many. */
#define SHOWN_ONE_IN 20
#define SHOWN_LEAST 3
/* Or where numbers are nearer to those of their own row than to those of another one: by so many
 * standard deviations more often than by chance. */
#define SHOWN_DEVIATIONS 4.0

enum { ROW_COMPARED = 1, ROW_CONTRADICTS = 2 };

typedef struct ordering {
    const assessing *run;
    const bool *published; /* [rows of the release] not suppressed */
    uint32_t *from;     /* [rows of the release] the row of the original that it is paired with */
    unsigned char *row; /* [rows of the release] */
    arena memory;
} ordering;

/* Every row with that of the original at the same place; or with any other. */
static void pair_rows(ordering *of, bool at_random) {
    const assessing *run = of->run;
    size_t rows = run->after.bound.table->rows, next = 0;
    for (size_t row = 0; row < rows; row++, next++) {
        while (run->paired && !run->paired[next])
            next++;
        assert(next < run->before.bound.table->rows);
        of->from[row] = (uint32_t)next;
    }
    for (size_t row = 0; at_random && row < rows; row++) {
        size_t other = hash_mix(row + 1) % rows;
        uint32_t here = of->from[row];
        of->from[row] = of->from[other];
        of->from[other] = here;
    }
}

/* Cells without information: missing values and `*`. */
static bool *find_empty(const column *of, ordering *in) {
    bool *empty = assess_missing_values(of, in->run->plan, &in->memory);
    uint32_t star = assess_find_star(of);
    if (empty && star != LABEL_NONE)
        empty[star] = true;
    return empty;
}

static void note_row(ordering *of, size_t row, bool fits) {
    of->row[row] = (unsigned char)(of->row[row] | ROW_COMPARED | (fits ? 0 : ROW_CONTRADICTS));
}

/* ---- Columns published as they are ----------------------------------------------------------- */

typedef struct same_column {
    const column *before, *after;
    uint32_t *match;       /* [values after] the same text before */
    const bool *empty[2];  /* before and after */
    uint64_t *rows_before; /* [values before] */
    uint64_t *rows_after;  /* [values after] */
} same_column;

static shoal_status open_same(same_column *out, ordering *of, const column *before,
                              const column *after, shoal_error *error) {
    *out = (same_column){.before = before, .after = after};
    out->match = arena_new(&of->memory, after->values.size, sizeof *out->match);
    out->empty[0] = find_empty(before, of);
    out->empty[1] = find_empty(after, of);
    out->rows_before = arena_zero(&of->memory, before->values.size, sizeof *out->rows_before);
    out->rows_after = arena_zero(&of->memory, after->values.size, sizeof *out->rows_after);
    if (!out->match || !out->empty[0] || !out->empty[1] || !out->rows_before || !out->rows_after)
        return status_no_memory(error);
    return distribution_match(out->match, &before->values, &after->values, error);
}

/* Another order of the rows leaves the frequency of each value unchanged; noise and averages do
 * not.
 */
static bool is_unchanged(same_column *each, const ordering *of) {
    size_t rows = of->run->after.bound.table->rows;
    uint64_t more = 0;
    for (size_t row = 0; row < rows; row++) {
        each->rows_before[codes_get(&each->before->codes, of->from[row])]++;
        if (of->published[row])
            each->rows_after[codes_get(&each->after->codes, row)]++;
    }
    for (uint32_t code = 0; code < each->after->values.size; code++) {
        uint32_t same = each->match[code];
        uint64_t before = same == DISTRIBUTION_NO_CODE ? 0 : each->rows_before[same];
        if (!each->empty[1][code] && each->rows_after[code] > before)
            more += each->rows_after[code] - before;
    }
    return more * ONE_IN <= rows;
}

static shoal_status compare_same(ordering *of, const column *before, const column *after,
                                 shoal_error *error) {
    same_column each;
    STATUS_TRY(open_same(&each, of, before, after, error));
    if (!is_unchanged(&each, of))
        return SHOAL_OK;
    for (size_t row = 0; row < of->run->after.bound.table->rows; row++) {
        uint32_t value = codes_get(&before->codes, of->from[row]);
        uint32_t label = codes_get(&after->codes, row);
        if (of->published[row] && !each.empty[0][value] && !each.empty[1][label])
            note_row(of, row, each.match[label] == value);
    }
    return SHOAL_OK;
}

/* ---- Quasi-identifiers ----------------------------------------------------------------------- */

static shoal_status compare_covered(ordering *of, const assess_cover *cover, shoal_error *error) {
    const bool *nothing = find_empty(cover->fine, of), *empty = find_empty(cover->coarse, of);
    label_cover covers;
    if (!nothing || !empty)
        return status_no_memory(error);
    STATUS_TRY(label_cover_open(&covers, (uint32_t)cover->fine->values.size,
                                (uint32_t)cover->coarse->values.size, cover->star, cover->pairs,
                                cover->count, error));
    for (size_t row = 0; row < of->run->after.bound.table->rows; row++) {
        uint32_t value = codes_get(&cover->fine->codes, of->from[row]);
        uint32_t label = codes_get(&cover->coarse->codes, row);
        if (of->published[row] && cover->known[label] && !nothing[value] && !empty[label])
            note_row(of, row, label_cover_has(&covers, value, label));
    }
    label_cover_close(&covers);
    return SHOAL_OK;
}

/* Different numbers may come from noise: they only contradict the order where values are the same.
 */
static shoal_status compare_quasi(ordering *of, size_t attribute, shoal_error *error) {
    const assess_cover *cover = &of->run->covers[attribute];
    bool numbers;
    STATUS_TRY(assess_are_numbers(&numbers, of->run, attribute, error));
    uint64_t labels = cover->facts.labels - (cover->star != LABEL_NONE);
    if (numbers || cover->facts.of_values == labels)
        return compare_same(of, cover->fine, cover->coarse, error);
    return compare_covered(of, cover, error);
}

/* ---- All of them ----------------------------------------------------------------------------- */

static bool is_published_as_is(const assessing *run, const char *name) {
    plan_role role = plan_role_of(run->plan, name);
    return role == ROLE_SENSITIVE ||
           (role != ROLE_QUASI && run->plan->target && strcmp(run->plan->target, name) == 0);
}

static shoal_status compare_columns(ordering *of, shoal_error *error) {
    const assessing *run = of->run;
    const shoal_table *before = run->before.bound.table, *after = run->after.bound.table;
    for (size_t i = 0; i < after->columns; i++) {
        int64_t place = table_find(before, after->column[i].name);
        if (place < 0 || !before->column[place].kept || !after->column[i].kept ||
            !is_published_as_is(run, after->column[i].name))
            continue;
        STATUS_TRY(compare_same(of, &before->column[place], &after->column[i], error));
    }
    for (size_t a = 0; run->recoding->generalizes && a < run->attributes; a++)
        STATUS_TRY(compare_quasi(of, a, error));
    return SHOAL_OK;
}

static shoal_status set_apart(assessing *run, const char *reason, shoal_error *error) {
    run->facts->apart = arena_text(run->memory, reason, strlen(reason));
    run->facts->aligned = false;
    run->paired = NULL;
    return run->facts->apart ? SHOAL_OK : status_no_memory(error);
}

/* Rows that could be compared, and those of them that contradict each other. */
typedef struct order_counts {
    uint64_t compared, contradicting;
} order_counts;

static shoal_status count_rows(order_counts *out, ordering *of, bool at_random,
                               shoal_error *error) {
    size_t rows = of->run->after.bound.table->rows;
    *out = (order_counts){0};
    memset(of->row, 0, rows * sizeof *of->row);
    pair_rows(of, at_random);
    STATUS_TRY(compare_columns(of, error));
    for (size_t row = 0; row < rows; row++) {
        out->compared += of->row[row] != 0;
        out->contradicting += (of->row[row] & ROW_CONTRADICTS) != 0;
    }
    return SHOAL_OK;
}

/* ---- Does anything speak for the order? ------------------------------------------------------ */

/* Of numbers: whether the own row is nearer than the next one, more often than by chance. */
static shoal_status numbers_show(bool *out, ordering *of, size_t attribute, shoal_error *error) {
    const column *before = assess_quasi(&of->run->before, attribute);
    const column *after = assess_quasi(&of->run->after, attribute);
    size_t rows = of->run->after.bound.table->rows;
    double *was = NULL, *is = NULL, nearer = 0, farther = 0;
    plan_type type;
    STATUS_TRY(column_numbers(&was, &type, before, of->run->plan, &of->memory, error));
    STATUS_TRY(column_numbers(&is, &type, after, of->run->plan, &of->memory, error));
    for (size_t row = 0; was && is && row < rows; row++) {
        uint32_t other = of->from[hash_mix(row + 1) % rows];
        double published = is[codes_get(&after->codes, row)];
        double own = fabs(published - was[codes_get(&before->codes, of->from[row])]);
        double others = fabs(published - was[codes_get(&before->codes, other)]);
        nearer += of->published[row] && own < others;
        farther += of->published[row] && own > others;
    }
    *out = nearer - farther > SHOWN_DEVIATIONS * sqrt(nearer + farther);
    return SHOAL_OK;
}

static shoal_status is_shown(bool *out, ordering *of, shoal_error *error) {
    order_counts by_chance;
    STATUS_TRY(count_rows(&by_chance, of, true, error));
    *out = by_chance.contradicting >= SHOWN_LEAST &&
           by_chance.contradicting * SHOWN_ONE_IN >= by_chance.compared;
    pair_rows(of, false);
    for (size_t a = 0; !*out && a < of->run->attributes; a++)
        STATUS_TRY(numbers_show(out, of, a, error));
    return SHOAL_OK;
}

/* ---------------------------------------------------------------------------------------------- */

static shoal_status judge(assessing *run, ordering *of, shoal_error *error) {
    order_counts found;
    bool shown =
        run->input->mapped || !run->input->order_unknown || run->plan->order == ORDER_INPUT;
    char reason[160];
    STATUS_TRY(count_rows(&found, of, false, error));
    if (found.contradicting > found.compared / ONE_IN) {
        snprintf(reason, sizeof reason,
                 "the two tables list their rows in different orders: %" PRIu64 " of %" PRIu64
                 " rows do not match%s",
                 found.contradicting, found.compared,
                 run->input->mapped || !run->input->order_unknown ? ""
                                                                  : ", and there is no mapping");
        return set_apart(run, reason, error);
    }
    if (!shown)
        STATUS_TRY(is_shown(&shown, of, error));
    return shown ? SHOAL_OK
                 : set_apart(run,
                             "nothing shows that the two tables list their rows in the same order, "
                             "and there is no mapping",
                             error);
}

shoal_status assess_order(assessing *run, shoal_error *error) {
    ordering of = {.run = run};
    size_t rows = run->after.bound.table->rows;
    if (!run->facts->aligned)
        return SHOAL_OK;
    of.published = assess_published_rows(run, &run->after, &of.memory);
    of.row = arena_zero(&of.memory, rows, sizeof *of.row);
    of.from = arena_new(&of.memory, rows, sizeof *of.from);
    shoal_status status =
        of.published && of.row && of.from ? judge(run, &of, error) : status_no_memory(error);
    arena_free(&of.memory);
    return status;
}
