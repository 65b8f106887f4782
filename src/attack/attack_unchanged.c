/* Attackers who know cells of a person that are published unchanged: they look for rows with the
 * same cells. */
#include "attack/attack_parts.h"

typedef struct cell_attack {
    const attack_release *release;
    const attack_people *people;
    const attack_targets *targets;
    const uint32_t *released_of;
    attack_groups groups;
    attack_finder *finder; /* the row must also be in a class that covers the person; NULL: it need
                              not */
    uint32_t *stamp;       /* [groups.count] == epoch: a candidate */
    uint32_t epoch;
    double accepted; /* probability of a link; NaN: nothing is said of it */
    double surest;   /* the highest one that is above it */
} cell_attack;

enum { IS_LINKED, IS_CERTAIN, IS_SURER, OF_LINK };

/* Marks the group that the person fits, if any. Returns its rows. */
static size_t mark_group(cell_attack *by, uint32_t class, size_t row) {
    uint32_t group = attack_groups_find(&by->groups, class, by->people, row);
    if (group == ATTACK_NONE)
        return 0;
    by->stamp[group] = by->epoch;
    return by->groups.rows[group];
}

static size_t mark_candidates(cell_attack *by, size_t row, uint64_t *work) {
    size_t rows = 0;
    uint64_t lookup = by->release->same_count + ATTACK_LOOKUP;
    by->epoch++;
    if (!by->finder) {
        *work = lookup;
        return mark_group(by, 0, row);
    }
    *work = attack_find(by->finder, by->people, row) + by->finder->count * lookup;
    for (size_t i = 0; i < by->finder->count; i++)
        rows += mark_group(by, by->finder->found[i], row);
    return rows;
}

static size_t count_own(const cell_attack *by, size_t unit) {
    size_t own = 0;
    for (size_t i = by->targets->first[unit]; i < by->targets->first[unit + 1]; i++) {
        uint32_t released = by->released_of[by->targets->rows[i]];
        uint32_t group = released == ATTACK_NONE ? ATTACK_NONE : by->groups.group_of[released];
        own += group != ATTACK_NONE && by->stamp[group] == by->epoch;
    }
    return own;
}

/* Of all rows that read the same each may be the person's. Of persons the rows are not counted:
 * one of them has several. */
static bool is_surer(cell_attack *by, double linked) {
    bool surer = !by->people->person_of && linked > by->accepted + 1e-9;
    if (surer && linked > by->surest)
        by->surest = linked;
    return surer;
}

/* The probability of a link, whether it is certain, and whether it is surer than accepted. */
static uint64_t attack_one(void *context, size_t unit, size_t row, double *out) {
    cell_attack *by = context;
    uint64_t work;
    size_t rows = mark_candidates(by, row, &work);
    out[IS_LINKED] = out[IS_CERTAIN] = out[IS_SURER] = 0;
    if (rows > 0) {
        size_t own = by->released_of ? count_own(by, unit) : 1;
        out[IS_LINKED] = (double)own / (double)rows;
        out[IS_CERTAIN] = own == rows;
        out[IS_SURER] = is_surer(by, out[IS_LINKED]);
    }
    return work + 32;
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
    double sums[2 * OF_LINK] = {0};
    cell_attack with = {.release = release,
                        .people = task->original,
                        .targets = &targets,
                        .released_of = run->released_of,
                        .finder = quasi ? &run->finder : NULL,
                        .accepted = task->accepted};
    bool fine = attack_targets_draw(&targets, task->original, task->seed, by, ATTACK_TARGETS) &&
                attack_groups_open(&with.groups, release, used, quasi) &&
                (with.stamp = memory_zero(with.groups.count + 1, sizeof *with.stamp));
    fine = fine && attack_people_each(sums, &attacked, OF_LINK, &targets, &left, attack_one, &with);
    if (fine) {
        attack_figure *made = attack_add(run, ATTACK_LINKAGE, NULL, by);
        made->people = targets.units;
        made->knows_sensitive = uses_sensitive(release, used);
        made->main = attack_share_of(sums[IS_LINKED], attacked);
        made->likely =
            attack_likely(sums[IS_LINKED], sums[OF_LINK + IS_LINKED], attacked, targets.units);
        made->certain = (uint64_t)(sums[IS_CERTAIN] + 0.5);
        made->surer = (uint64_t)(sums[IS_SURER] + 0.5);
        made->surest = with.surest;
        made->baseline = attack_share_of(
            with.groups.all ? (double)attacked / (double)with.groups.all : 0, attacked);
        attack_note_tried(run, task->original, attacked, targets.units);
    }
    run->work -= part - left;
    attack_groups_close(&with.groups);
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
