/* By dynamic programming over sets of rows, as bits: the first row of a set is blanked, or in a
 * cluster with some of the others. */
#include "boxes/box_exact.h"

#include <string.h>

#define SETS ((size_t)1 << BOX_EXACT_ROWS)

typedef struct exact_table {
    const box_work *work;
    uint32_t rows;
    uint32_t tuple[BOX_EXACT_ROWS]; /* of each row */
    int64_t *cluster; /* [SETS] what a set of rows costs as one; INT64_MAX: may not be */
    int64_t *best;    /* [(blanks + 1) * SETS] */
    uint16_t *with;   /* the first row's cluster; 0: it is blanked */
    size_t blanks;
    box hull;
} exact_table;

bool box_exact_fits(const box_table *of) {
    return of->rows <= BOX_EXACT_ROWS && of->rows > 0;
}

/* ---- Clusters -------------------------------------------------------------------------------- */

static bool keeps_rule(const exact_table *in, uint32_t set) {
    const box_table *of = in->work->of;
    uint32_t tuple[BOX_EXACT_ROWS];
    size_t count = 0;
    for (uint32_t row = 0; row < in->rows; row++)
        if (set >> row & 1)
            tuple[count++] = in->tuple[row];
    return !of->rule || of->rule(of->rule_context, tuple, count, in->work->worker);
}

static int64_t box_cost_of(const exact_table *in, uint32_t set) {
    const box_table *of = in->work->of;
    box hull = in->hull;
    uint32_t first = (uint32_t)__builtin_ctz(set);
    box_begin(of, &hull, in->tuple[first]);
    for (uint32_t row = first + 1; row < in->rows; row++)
        if (set >> row & 1)
            box_extend(of, &hull, in->tuple[row]);
    int64_t sum = 0;
    for (size_t a = 0; a < of->attributes; a++) {
        box_cost cost = box_cell_cost(in->work->costs, a, hull.least[a], hull.most[a],
                                      hull.set ? hull.set[a] : 0);
        if (cost >= BOX_FORBIDDEN)
            return INT64_MAX;
        sum += cost;
    }
    return sum;
}

static int64_t cluster_cost(const exact_table *in, uint32_t set) {
    int rows = __builtin_popcount(set);
    if ((uint64_t)rows < in->work->of->k)
        return INT64_MAX;
    int64_t cost = box_cost_of(in, set);
    return cost == INT64_MAX || !keeps_rule(in, set) ? INT64_MAX : cost * rows;
}

/* ---- Divisions ------------------------------------------------------------------------------- */

static void find_best(exact_table *in, size_t blanks, uint32_t set) {
    int64_t *here = in->best + blanks * SETS, best = INT64_MAX;
    const int64_t *fewer = here - (blanks > 0 ? SETS : 0); /* with one blank less */
    uint32_t first = set & (0 - set), others = set ^ first, with = 0;
    if (blanks > 0 && fewer[others] != INT64_MAX)
        best = fewer[others] + in->work->of->blank_cost;
    for (uint32_t more = others;; more = (more - 1) & others) {
        int64_t cost = in->cluster[more | first], rest = here[others ^ more];
        if (cost != INT64_MAX && rest != INT64_MAX && cost + rest < best) {
            best = cost + rest;
            with = more | first;
        }
        if (more == 0)
            break;
    }
    here[set] = best;
    in->with[blanks * SETS + set] = (uint16_t)with;
}

static void solve(exact_table *in) {
    uint32_t all = ((uint32_t)1 << in->rows) - 1;
    for (uint32_t set = 1; set <= all; set++)
        in->cluster[set] = cluster_cost(in, set);
    for (size_t blanks = 0; blanks <= in->blanks; blanks++) {
        in->best[blanks * SETS] = 0;
        for (uint32_t set = 1; set <= all; set++)
            find_best(in, blanks, set);
    }
}

/* Rows stand tuple by tuple, and so do their portions. */
static shoal_status list_clusters(box_clusters *out, const exact_table *in, shoal_error *error) {
    const box_table *of = in->work->of;
    out->tuples = of->tuples;
    out->first = memory_zero(of->tuples + 1, sizeof *out->first);
    out->portion = memory_new(in->rows, sizeof *out->portion);
    if (!out->first || !out->portion)
        return status_no_memory(error);
    for (uint32_t row = 0; row < in->rows; row++)
        out->first[in->tuple[row] + 1] = row + 1;
    size_t blanks = in->blanks;
    for (uint32_t set = ((uint32_t)1 << in->rows) - 1; set != 0;) {
        uint32_t with = in->with[blanks * SETS + set], first = set & (0 - set);
        uint32_t gone = with ? with : first;
        for (uint32_t row = 0; row < in->rows; row++)
            if (gone >> row & 1)
                out->portion[row] =
                    (box_portion){with ? (uint32_t)__builtin_ctz(first) : BOX_BLANK, 1};
        blanks -= with == 0;
        set ^= gone;
    }
    return box_clusters_settle(out, in->work, error);
}

/* ---- All ------------------------------------------------------------------------------------- */

static bool open_table(exact_table *out, const box_work *work, arena *memory) {
    const box_table *of = work->of;
    *out = (exact_table){.work = work};
    out->blanks = of->blanks < of->rows ? (size_t)of->blanks : (size_t)of->rows;
    for (uint32_t t = 0; t < of->tuples; t++)
        for (uint32_t copy = 0; copy < (of->count ? of->count[t] : 1); copy++)
            out->tuple[out->rows++] = t;
    out->cluster = arena_new(memory, SETS, sizeof *out->cluster);
    out->best = arena_new(memory, (out->blanks + 1) * SETS, sizeof *out->best);
    out->with = arena_new(memory, (out->blanks + 1) * SETS, sizeof *out->with);
    out->hull.least = arena_new(memory, of->attributes, sizeof *out->hull.least);
    out->hull.most = arena_new(memory, of->attributes, sizeof *out->hull.most);
    out->hull.set =
        work->costs->sets ? arena_new(memory, of->attributes, sizeof *out->hull.set) : NULL;
    return out->cluster && out->best && out->with && out->hull.least && out->hull.most &&
           (out->hull.set || !work->costs->sets);
}

shoal_status box_exact(box_clusters *out, bool *found, const box_work *work, shoal_error *error) {
    exact_table table;
    arena memory = {0};
    shoal_status status = SHOAL_OK;
    *out = (box_clusters){0};
    *found = false;
    if (!open_table(&table, work, &memory))
        status = status_no_memory(error);
    if (status == SHOAL_OK) {
        solve(&table);
        size_t all = ((size_t)1 << table.rows) - 1;
        *found = table.best[table.blanks * SETS + all] != INT64_MAX;
        if (*found)
            status = list_clusters(out, &table, error);
    }
    if (status != SHOAL_OK)
        box_clusters_free(out);
    arena_free(&memory);
    return status;
}
