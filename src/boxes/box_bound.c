#include "boxes/box_bound.h"

#include "boxes/box_ascent.h"
#include "boxes/box_exact.h"
#include "boxes/box_floor.h"

#include <stdlib.h>
#include <string.h>

/* Members looked at in one call. */
#define PIECE ((uint64_t)1 << 23)

/* What listing boxes may take. The steps: so many, and for each tuple; more in later stages. */
#define MOST_BOXES ((size_t)1 << 22)
#define MOST_MEMBERS ((size_t)3 << 24)
#define MOST_STEPS ((uint64_t)3 << 25)
#define MOST_STEPS_OF_A_TUPLE 64
#define STAGES_WITH_MORE 3

/* A stage lists the boxes that values up to some ceilings can violate, and raises the values in
 * ever smaller steps. The ceilings are above the values by a share of these and of the mean, times
 * `room`, which is halved when there are too many boxes, down to LEAST_ROOM. Steps are shares of
 * the mean. The first stage begins from what neighbours cost, far below. */
typedef struct bound_stage {
    double ceiling_share, ceiling_mean;
    double reached; /* times as much where the value was raised up to the last ceiling */
    double first_step, last_step;
    double decay; /* a step is shorter than the one before by this share; less in later stages */
} bound_stage;

static const bound_stage first_stage = {1, 1.5, 1, 0.4, 0.004, 0.06};
static const bound_stage later_stage = {0.15, 0.6, 3, 0.2, 0.004, 0.04};

#define LEAST_ROOM 0.02

/* The search ends after so many stages, when the last one gained less than this share. */
#define STAGES 8
#define LEAST_GAIN 5000

struct box_bound {
    box_work work;
    box_order order;
    int32_t *floor;
    box_ascent ascent;
    int32_t *best; /* [tuples] values that prove the bound */
    int64_t best_sum;
    int64_t proven;
    double mean; /* of the floors of rows that cost something */
    double room; /* how far ceilings are above the values, against the usual */
    double step, decay;
    int stage;
    bool sweeping; /* a family of boxes is being worked with */
    bool weak, ended;
    bool exact;     /* the bound is the optimum of a tiny table */
    int64_t before; /* the best sum when the stage began */
};

static uint64_t copies_of(const box_table *of, size_t tuple) {
    return of->count ? of->count[tuple] : 1;
}

/* ---- The bound that values prove ------------------------------------------------------------- */

static int falling(const void *one, const void *other) {
    const int64_t *first = one, *second = other;
    return (*first < *second) - (*first > *second);
}

/* Rows that are left out of all clusters cost blank_cost instead of their values: at worst those
 * whose values are highest above it. */
static shoal_status lost_to_blanks(int64_t *out, const box_table *of, const int32_t *value,
                                   shoal_error *error) {
    size_t above = 0;
    uint64_t left = of->blanks;
    *out = 0;
    for (size_t t = 0; of->blanks > 0 && t < of->tuples; t++)
        above += value[t] > of->blank_cost;
    if (above == 0)
        return SHOAL_OK;
    int64_t(*excess)[2] = memory_new(above, sizeof *excess);
    if (!excess)
        return status_no_memory(error);
    above = 0;
    for (size_t t = 0; t < of->tuples; t++)
        if (value[t] > of->blank_cost) {
            excess[above][0] = value[t] - of->blank_cost;
            excess[above++][1] = (int64_t)copies_of(of, t);
        }
    qsort(excess, above, sizeof *excess, falling);
    for (size_t i = 0; i < above && left > 0; i++) {
        uint64_t copies = (uint64_t)excess[i][1] < left ? (uint64_t)excess[i][1] : left;
        *out += (int64_t)copies * excess[i][0];
        left -= copies;
    }
    memory_free(excess);
    return SHOAL_OK;
}

/* Keeps the values where they prove more than those so far. */
static shoal_status keep_better(box_bound *used, shoal_error *error) {
    const box_table *of = used->work.of;
    int64_t sum = box_ascent_sum(&used->ascent), lost;
    if (sum <= used->best_sum)
        return SHOAL_OK;
    STATUS_TRY(lost_to_blanks(&lost, of, used->ascent.value, error));
    used->best_sum = sum;
    memcpy(used->best, used->ascent.value, of->tuples * sizeof *used->best);
    used->proven = sum - lost > used->proven ? sum - lost : used->proven;
    return SHOAL_OK;
}

/* ---- Listing boxes --------------------------------------------------------------------------- */

static const bound_stage *stage_of(const box_bound *used) {
    return used->stage == 0 ? &first_stage : &later_stage;
}

static void set_ceilings(box_bound *used) {
    const box_table *of = used->work.of;
    const bound_stage *stage = stage_of(used);
    int32_t *ceiling = used->ascent.ceiling;
    for (size_t t = 0; t < of->tuples; t++) {
        double value = used->best[t] > 0 ? used->best[t] : 0;
        double room =
            used->room * (stage->ceiling_share * value + stage->ceiling_mean * used->mean);
        if (used->stage > 0 && used->best[t] >= ceiling[t])
            room *= stage->reached;
        if (copies_of(of, t) >= of->k) /* a box of its own says so */
            room = used->floor[t] - value;
        double most = 2 * (double)BOX_FLOOR_MOST;
        ceiling[t] = (int32_t)(value + room < most ? value + room : most);
    }
}

static void begin_sweeping(box_bound *used) {
    const bound_stage *stage = stage_of(used);
    memcpy(used->ascent.value, used->best, used->work.of->tuples * sizeof *used->best);
    used->step = used->mean * stage->first_step;
    used->decay = 1 - stage->decay / (used->stage > 0 ? used->stage : 1);
    used->before = used->best_sum;
    used->sweeping = true;
    used->weak = false;
}

static shoal_status list_boxes(box_bound *used, shoal_error *error) {
    int more = used->stage < STAGES_WITH_MORE ? used->stage : STAGES_WITH_MORE;
    uint64_t steps = MOST_STEPS + MOST_STEPS_OF_A_TUPLE * (uint64_t)used->work.of->tuples;
    box_family_limits limits = {MOST_BOXES, MOST_MEMBERS, steps << more};
    box_family boxes;
    bool whole;
    set_ceilings(used);
    STATUS_TRY(box_family_list(&boxes, &whole, &used->work, &used->order, used->ascent.ceiling,
                               used->floor, &limits, error));
    if (!whole) {
        used->room /= 2;
        used->ended = used->room < LEAST_ROOM;
        return SHOAL_OK;
    }
    STATUS_TRY(box_ascent_take(&used->ascent, &boxes, error));
    begin_sweeping(used);
    return SHOAL_OK;
}

/* ---- Sweeping -------------------------------------------------------------------------------- */

static shoal_status sweep(box_bound *used, shoal_error *error) {
    const volatile int *cancel = used->work.cancel;
    double least = used->mean * stage_of(used)->last_step;
    for (uint64_t seen = 0; seen < PIECE && used->sweeping;) {
        if (cancel && *cancel)
            return status_fail(error, SHOAL_INTERRUPTED, "interrupted");
        seen += box_ascent_sweep(&used->ascent, (int32_t)used->step + 1);
        STATUS_TRY(keep_better(used, error));
        used->step *= used->decay;
        used->sweeping = used->step >= least;
    }
    if (!used->sweeping) {
        int64_t gain = used->best_sum - used->before;
        used->stage++;
        used->ended = used->stage > STAGES && gain < used->best_sum / LEAST_GAIN;
    }
    return SHOAL_OK;
}

/* ---- Opening and raising --------------------------------------------------------------------- */

static double mean_floor(const box_bound *used) {
    const box_table *of = used->work.of;
    double sum = 0, rows = 0;
    for (size_t t = 0; t < of->tuples; t++)
        if (used->floor[t] > 0 && used->floor[t] < (int32_t)BOX_FORBIDDEN) {
            sum += (double)copies_of(of, t) * used->floor[t];
            rows += (double)copies_of(of, t);
        }
    return rows > 0 ? sum / rows : 0;
}

static bool make_room(box_bound *used) {
    size_t tuples = used->work.of->tuples;
    used->floor = memory_new(tuples, sizeof *used->floor);
    used->best = memory_new(tuples, sizeof *used->best);
    used->ascent.value = memory_new(tuples, sizeof *used->ascent.value);
    used->ascent.ceiling = memory_new(tuples, sizeof *used->ascent.ceiling);
    return used->floor && used->best && used->ascent.value && used->ascent.ceiling;
}

/* The values stay what the ascent makes of them. */
static shoal_status solve(box_bound *used, shoal_error *error) {
    box_clusters best;
    STATUS_TRY(box_exact(&best, &used->exact, &used->work, error));
    if (used->exact) {
        used->proven = best.cost;
        used->weak = false;
    }
    box_clusters_free(&best);
    return SHOAL_OK;
}

static shoal_status open_bound(box_bound *used, shoal_error *error) {
    const box_table *of = used->work.of;
    if (!make_room(used))
        return status_no_memory(error);
    STATUS_TRY(box_order_open(&used->order, &used->work, error));
    STATUS_TRY(box_floor_find(used->floor, &used->work, error));
    memcpy(used->ascent.value, used->floor, of->tuples * sizeof *used->floor);
    used->best_sum = -1;
    STATUS_TRY(keep_better(used, error));
    used->mean = mean_floor(used);
    used->ended = used->mean <= 0 || of->rows < of->k;
    return box_exact_fits(of) ? solve(used, error) : SHOAL_OK;
}

shoal_status box_bound_open(box_bound **out, const box_work *work, shoal_error *error) {
    box_bound *made = memory_zero(1, sizeof *made);
    *out = NULL;
    if (!made)
        return status_no_memory(error);
    made->work = *work;
    made->ascent.of = work->of;
    made->room = 1;
    made->weak = true;
    shoal_status status = open_bound(made, error);
    if (status == SHOAL_OK)
        *out = made;
    else
        box_bound_close(made);
    return status;
}

void box_bound_close(box_bound *used) {
    if (!used)
        return;
    box_order_close(&used->order);
    box_ascent_free(&used->ascent);
    memory_free(used->floor);
    memory_free(used->best);
    memory_free(used);
}

shoal_status box_bound_raise(box_bound *used, bool *more, shoal_error *error) {
    shoal_status status = SHOAL_OK;
    if (!used->ended)
        status = used->sweeping ? sweep(used, error) : list_boxes(used, error);
    *more = !used->ended && !used->exact;
    return status;
}

int64_t box_bound_value(const box_bound *used) {
    return used->proven;
}

bool box_bound_is_weak(const box_bound *used) {
    return used->weak;
}

const int32_t *box_bound_values(const box_bound *used) {
    return used->best;
}
