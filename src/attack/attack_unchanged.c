/* Attackers who know cells of a person that are published unchanged: they look for rows with the
 * same cells. */
#include "attack/attack_parts.h"

typedef struct cell_attack {
    const attack_release *release;
    const attack_people *people;
    const attack_targets *targets;
    const uint32_t *released_of;
    attack_index index;    /* of the release */
    attack_finder *finder; /* the row must also be in a class that covers the person; NULL: it need
                              not */
    uint32_t *stamp;       /* [classes + 1] == epoch of the finder: a candidate */
} cell_attack;

static bool row_counts(const void *of, size_t row) {
    const attack_release *release = of;
    return release->class_of[row] <= release->classes;
}

static uint64_t mark_candidates(cell_attack *by, size_t row) {
    if (!by->finder)
        return 0;
    uint64_t work = attack_find(by->finder, by->people, row);
    for (size_t i = 0; i < by->finder->count; i++)
        by->stamp[by->finder->found[i]] = by->finder->epoch;
    return work;
}

/* A row of the release that the attacker takes for the person's. */
static bool fits(const cell_attack *by, size_t row, uint32_t released) {
    if (by->finder && by->stamp[by->release->class_of[released]] != by->finder->epoch)
        return false;
    return attack_same_cells(&by->index, attack_read_people, by->people, row, attack_read_release,
                             by->release, released);
}

static size_t count_own(const cell_attack *by, size_t unit, size_t row) {
    size_t own = 0;
    for (size_t i = by->targets->first[unit]; i < by->targets->first[unit + 1]; i++) {
        uint32_t released = by->released_of[by->targets->rows[i]];
        own +=
            released != ATTACK_NONE && row_counts(by->release, released) && fits(by, row, released);
    }
    return own;
}

/* The probability of a link, and whether it is certain. */
static uint64_t attack_one(void *context, size_t unit, size_t row, double *out) {
    cell_attack *by = context;
    size_t begin, end, rows = 0;
    uint64_t work = mark_candidates(by, row) + 32;
    out[0] = out[1] = 0;
    if (!attack_index_find(&by->index, attack_read_people, by->people, row, &begin, &end))
        return work;
    /* Rows with the same key have the same cells: one of them is compared for all. */
    if (!by->finder && begin < end && fits(by, row, by->index.entries[begin].row))
        rows = end - begin;
    for (size_t i = begin; by->finder && i < end; i++)
        rows += fits(by, row, by->index.entries[i].row);
    work += by->finder ? (end - begin) * by->index.columns : by->index.columns;
    if (rows > 0) {
        size_t own = by->released_of ? count_own(by, unit, row) : 1;
        out[0] = (double)own / (double)rows;
        out[1] = own == rows;
    }
    return work;
}

static bool uses_sensitive(const attack_release *release, const bool *used) {
    for (size_t c = 0; c < release->same_count; c++)
        if (used[c] && release->same[c].sensitive)
            return true;
    return false;
}

static shoal_status attack_columns(attacking *run, const bool *used, bool quasi, const char *by,
                                   shoal_error *error) {
    const attack_task *task = run->task;
    const attack_release *release = task->release;
    attack_targets targets = {0};
    uint64_t part = attack_part(run, 5), left = part, attacked = 0;
    double sums[2] = {0};
    cell_attack with = {.release = release,
                        .people = task->original,
                        .targets = &targets,
                        .released_of = run->released_of,
                        .finder = quasi ? &run->finder : NULL,
                        .stamp = memory_zero(release->classes + 2, sizeof *with.stamp)};
    bool fine = with.stamp &&
                attack_targets_draw(&targets, task->original, task->seed, by, ATTACK_TARGETS) &&
                attack_index_open(&with.index, attack_read_release, release, release->rows, used,
                                  release->same_count, row_counts);
    fine = fine && attack_people_each(sums, &attacked, 2, &targets, &left, attack_one, &with);
    if (fine) {
        attack_figure *made = attack_add(run, ATTACK_LINKAGE, NULL, by);
        made->people = targets.units;
        made->knows_sensitive = uses_sensitive(release, used);
        made->main = attack_share_of(sums[0], attacked);
        made->certain = (uint64_t)(sums[1] + 0.5);
        made->baseline = attack_share_of(
            with.index.count ? (double)attacked / (double)with.index.count : 0, attacked);
        run->out->sampled |= attacked < targets.units;
    }
    run->work -= part - left;
    attack_index_close(&with.index);
    attack_targets_free(&targets);
    memory_free(with.stamp);
    return fine ? SHOAL_OK : status_no_memory(error);
}

shoal_status attack_unchanged(attacking *run, shoal_error *error) {
    const attack_release *release = run->task->release;
    bool *plain = arena_zero(run->memory, release->same_count + 1, sizeof *plain);
    bool *all = arena_zero(run->memory, release->same_count + 1, sizeof *all);
    size_t plains = 0;
    if (!plain || !all)
        return status_no_memory(error);
    for (size_t c = 0; c < release->same_count; c++) {
        all[c] = true;
        plain[c] = !release->same[c].sensitive;
        plains += plain[c];
    }
    if (plains > 0) {
        STATUS_TRY(attack_columns(run, plain, false, ATTACK_BY_PLAIN, error));
        if (!release->unknown)
            STATUS_TRY(attack_columns(run, plain, true, ATTACK_BY_QUASI_PLAIN, error));
    }
    return release->same_count > plains
               ? attack_columns(run, all, false, ATTACK_BY_UNCHANGED, error)
               : SHOAL_OK;
}
