/* All attacks, one after the other. */
#include "attack/attack_parts.h"

#include <assert.h>
#include <math.h>

/* ---- Shares ---------------------------------------------------------------------------------- */

/* The 97.5 % point of the normal distribution. */
#define DEVIATIONS 1.959963984540054

attack_share attack_share_of(double hits, uint64_t targets) {
    const double none = (double)NAN;
    if (targets == 0)
        return (attack_share){0, none, none, none};
    double n = (double)targets, share = hits / n, z = DEVIATIONS;
    share = share < 0 ? 0 : share > 1 ? 1 : share;
    double middle = (share + z * z / (2 * n)) / (1 + z * z / n);
    double half = z / (1 + z * z / n) * sqrt(share * (1 - share) / n + z * z / (4 * n * n));
    return (attack_share){targets, share, fmin(share, fmax(0, middle - half)),
                          fmax(share, fmin(1, middle + half))};
}

/* The 97.5 % points of Student's distribution with 1, 2, ... degrees of freedom. */
static const double student[] = {12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262};

attack_share attack_share_of_clusters(const double *shares, size_t clusters, double hits,
                                      uint64_t targets) {
    const size_t known = sizeof student / sizeof *student;
    attack_share made = attack_share_of(hits, targets);
    double mean = 0, squares = 0;
    if (clusters < 2)
        return made;
    for (size_t i = 0; i < clusters; i++)
        mean += shares[i] / (double)clusters;
    for (size_t i = 0; i < clusters; i++)
        squares += (shares[i] - mean) * (shares[i] - mean);
    double half = student[clusters - 2 < known ? clusters - 2 : known - 1] *
                  sqrt(squares / (double)(clusters - 1) / (double)clusters);
    made.low = fmax(0, fmin(made.low, made.share - half));
    made.high = fmin(1, fmax(made.high, made.share + half));
    return made;
}

/* The deviation that a normal variable exceeds, up or down, with a probability of 5 % / tried. */
static double deviations_of(unsigned tried) {
    double low = 0, high = 40, level = 0.05 / tried;
    for (int i = 0; i < 60; i++) {
        double middle = (low + high) / 2;
        *(erfc(middle / sqrt(2)) > level ? &low : &high) = middle;
    }
    return low;
}

double attack_luck(double blind, uint64_t targets, unsigned tried) {
    double spread = targets > 0 ? sqrt(blind * (1 - blind) / (double)targets) : 0;
    return fmin(1, blind + deviations_of(tried) * spread);
}

/* ---- The control ----------------------------------------------------------------------------- */

/* More than chance by three standard deviations and so much. */
#define OVERLAP_MARGIN 0.05
/* Where most rows have a twin: a control at least half as large as the table that has so much of it
 * is a part of it. */
#define OVERLAP_OF_TWINS 0.95

bool attack_overlaps(const attack_overlap *of) {
    double people = (double)of->people, also = (double)of->also;
    if (of->persons || of->also == 0)
        return of->also > 0;
    double chance = of->rows > 0 ? (double)of->twins / (double)of->rows : 0;
    double usual = chance + OVERLAP_MARGIN + 3 * sqrt(chance * (1 - chance) / people);
    return also > usual * people ||
           (also >= OVERLAP_OF_TWINS * people && 2 * of->people >= of->rows);
}

/* ---- Judgement ------------------------------------------------------------------------------- */

static double residual_of(double main, double other) {
    return other < 1 ? (main - other) / (1 - other) : 0;
}

/* Above a control. Who is found with the accepted risk has his value guessed: so much is accepted
 * of guesses, too. */
static double limit_above(const attack_figure *of, double accepted) {
    double control = of->control.high;
    double more = of->kind == ATTACK_INFERENCE ? accepted * (1 - control) : 0;
    return fmin(1, control + fmax(ATTACK_MARGIN, more));
}

/* A link or a predicate is judged by the risk that the plan accepts; a guess of a value by what
 * guessing without the release reaches. Cells that are sensitive are no knowledge that k promises
 * anything about: those attacks are shown, and not judged. Nor are predicates judged by the
 * control: one that is smaller than the original has more people who are alone in it. */
static double limit_of(const attack_figure *of, double accepted) {
    if (attack_by_control(of))
        return limit_above(of, accepted);
    switch (of->kind) {
    case ATTACK_LINKAGE:
    case ATTACK_LINKABILITY:
        return fmax(accepted, of->baseline.share);
    case ATTACK_SINGLING_OUT:
        return ATTACK_MARGIN + (of->baseline.targets > 0 ? of->baseline.high : 0);
    case ATTACK_INFERENCE:
        return of->baseline.share + ATTACK_INFERRED * (1 - of->baseline.share);
    default:
        return (double)NAN;
    }
}

/* The accepted risk of a link is also the accepted share of people whose value is known for sure.
 * Where strangers, or guesses without the release, reach as much, it does not come from it. */
static bool too_many_certain(const attack_figure *of, double accepted) {
    double other = attack_by_control(of) ? of->control.high : of->baseline.share;
    return of->kind == ATTACK_INFERENCE && of->main.low > other &&
           attack_share_of((double)of->certain, of->main.targets).low > accepted;
}

/* People of fewer are no measure of their spread. */
#define SPREAD_OF 1000

double attack_likely(double sum, double squares, uint64_t attacked, uint64_t people) {
    double n = (double)attacked, share = sum / n;
    if (attacked < SPREAD_OF || attacked >= people)
        return (double)NAN;
    double spread = fmax(0, squares / n - share * share);
    return share + DEVIATIONS * sqrt(spread / n * (1 - n / (double)people));
}

/* The best of several is often above by luck. */
static bool is_undecided(const attack_figure *of) {
    double most = isnan(of->likely) ? of->main.high : of->likely;
    if (of->succeeds || of->luck > 0 || isnan(of->limit))
        return false;
    return of->main.share > of->limit + 1e-9 ||
           (of->main.targets < of->people && most > of->limit + 1e-9);
}

void attack_judge(attack_figure *of, double accepted) {
    of->residual = of->limit = (double)NAN;
    if (of->none || of->main.targets == 0)
        return;
    const attack_share *other = attack_by_control(of) ? &of->control : &of->baseline;
    if (other->targets > 0)
        of->residual = residual_of(of->main.share, other->share);
    if (of->knows_sensitive)
        return;
    of->limit = limit_of(of, accepted);
    of->succeeds = (of->main.low > of->limit && !(of->main.share < of->luck)) ||
                   too_many_certain(of, accepted);
    of->undecided = is_undecided(of);
}

const attack_figure *attacks_worst(const attack_list *of) {
    const attack_figure *worst = NULL;
    for (size_t i = 0; i < of->count; i++) {
        const attack_figure *each = &of->each[i];
        if (each->succeeds &&
            (!worst || each->main.low - each->limit > worst->main.low - worst->limit))
            worst = each;
    }
    return worst;
}

/* ---- The list -------------------------------------------------------------------------------- */

static const char *const names[] = {
    [ATTACK_SINGLING_OUT] = "singling_out", [ATTACK_LINKAGE] = "linkage",
    [ATTACK_LINKABILITY] = "linkability",   [ATTACK_INFERENCE] = "inference",
    [ATTACK_MEMBERSHIP] = "membership",
};

attack_figure *attack_add(attacking *run, attack_kind kind, const char *of, const char *by) {
    const attack_share none = attack_share_of(0, 0);
    assert(run->out->count < run->room);
    attack_figure *made = &run->out->each[run->out->count++];
    *made = (attack_figure){.kind = kind,
                            .name = names[kind],
                            .of = of,
                            .by = by,
                            .main = none,
                            .control = none,
                            .baseline = none,
                            .residual = (double)NAN,
                            .limit = (double)NAN,
                            .likely = (double)NAN};
    return made;
}

void attack_note_tried(attacking *run, const attack_people *of, uint64_t attacked,
                       uint64_t people) {
    if (attacked >= people)
        return;
    run->out->sampled = true;
    if (of == run->task->original && people - attacked > run->out->passed_over)
        run->out->passed_over = people - attacked;
}

bool attack_cancelled(const attacking *run) {
    return run->task->cancel && *run->task->cancel;
}

uint64_t attack_part(const attacking *run, unsigned parts) {
    return run->work / parts;
}

static bool find_released(attacking *run) {
    const attack_release *release = run->task->release;
    size_t rows = run->task->original->rows;
    if (!release->original_of)
        return true;
    run->released_of = memory_new(rows, sizeof *run->released_of);
    for (size_t row = 0; run->released_of && row < rows; row++)
        run->released_of[row] = ATTACK_NONE;
    for (size_t row = 0; run->released_of && row < release->rows; row++)
        if (release->original_of[row] < rows)
            run->released_of[release->original_of[row]] = (uint32_t)row;
    return run->released_of != NULL;
}

static bool has_plain(const attack_release *of) {
    for (size_t c = 0; c < of->same_count; c++)
        if (!of->same[c].sensitive)
            return true;
    return false;
}

static void skip_inference(attacking *run, const char *of) {
    const attack_release *release = run->task->release;
    attack_add(run, ATTACK_INFERENCE, of, "quasi-identifiers")->none = release->unknown;
    if (has_plain(release))
        attack_add(run, ATTACK_INFERENCE, of, ATTACK_BY_QUASI_PLAIN)->none = release->unknown;
    if (run->task->original->person_of)
        attack_add(run, ATTACK_INFERENCE, of, ATTACK_BY_PERSON)->none = release->unknown;
}

/* Without labels an attack would find too little, and seem harmless. */
static shoal_status skip_labels(attacking *run, shoal_error *error) {
    const attack_release *release = run->task->release;
    (void)error;
    run->out->blind = true;
    attack_add(run, ATTACK_SINGLING_OUT, NULL, ATTACK_BY_QUASI_PLAIN)->none = release->unknown;
    attack_add(run, ATTACK_LINKAGE, NULL, "quasi-identifiers")->none = release->unknown;
    for (size_t c = 0; c < release->same_count; c++)
        if (release->same[c].sensitive)
            skip_inference(run, release->same[c].name);
    attack_add(run, ATTACK_MEMBERSHIP, NULL, "quasi-identifiers")->none = release->unknown;
    attack_add(run, ATTACK_LINKABILITY, NULL, ATTACK_BY_HALVES)->none = release->unknown;
    return SHOAL_OK;
}

/* Attacks that need columns which read otherwise than in the original. */
static shoal_status skip_changed(attacking *run, shoal_error *error) {
    const attack_release *release = run->task->release;
    const char **changed = arena_new(run->memory, release->changed_count + 1, sizeof *changed);
    if (!changed)
        return status_no_memory(error);
    for (size_t c = 0; c < release->changed_count; c++) {
        const attack_changed *each = &release->changed[c];
        changed[c] = each->name;
        if (!each->partly)
            attack_add(run, each->sensitive ? ATTACK_INFERENCE : ATTACK_LINKAGE, each->name,
                       each->sensitive ? "quasi-identifiers" : ATTACK_BY_QUASI_PLAIN)
                ->none = "the values of the column are not those of the original";
    }
    run->out->changed = changed;
    run->out->changed_count = release->changed_count;
    return SHOAL_OK;
}

static shoal_status attack_all(attacking *run, shoal_error *error) {
    static shoal_status (*const known[])(attacking *, shoal_error *) = {
        attack_exchange,   attack_predicates, attack_classes,   attack_amounts,
        attack_plain,      attack_persons,    attack_unchanged, attack_order,
        attack_assignment, attack_halves,     skip_changed,
    };
    static shoal_status (*const unknown[])(attacking *, shoal_error *) = {
        skip_labels, attack_unchanged, attack_order, skip_changed};
    bool labels = !run->task->release->unknown;
    shoal_status (*const *attacks)(attacking *, shoal_error *) = labels ? known : unknown;
    size_t count = labels ? sizeof known / sizeof *known : sizeof unknown / sizeof *unknown;
    for (size_t i = 0; i < count; i++) {
        STATUS_TRY(attacks[i](run, error));
        if (attack_cancelled(run))
            return status_fail(error, SHOAL_INTERRUPTED, "interrupted while attacking the release");
    }
    return SHOAL_OK;
}

static bool count_control(attack_list *out, const attack_task *task) {
    attack_targets people = {0};
    if (!task->control)
        return true;
    bool fine = attack_targets_draw(&people, task->control, task->seed, "control", 0);
    out->control_people = people.units;
    attack_targets_free(&people);
    return fine;
}

shoal_status attacks_make(attack_list *out, const attack_task *task, arena *memory,
                          shoal_error *error) {
    attacking run = {.task = task, .out = out, .work = ATTACK_WORK, .memory = memory};
    *out = (attack_list){.controlled = task->control != NULL};
    run.room = 16 + 7 * task->release->same_count + task->release->changed_count;
    out->each = arena_zero(memory, run.room, sizeof *out->each);
    bool fine = out->each && attack_finder_open(&run.finder, task->release) &&
                find_released(&run) && count_control(out, task);
    shoal_status status =
        fine ? guessed_columns_open(&run.guessed, task->release, error) : status_no_memory(error);
    if (status == SHOAL_OK)
        status = attack_all(&run, error);
    for (size_t i = 0; status == SHOAL_OK && i < out->count; i++)
        attack_judge(&out->each[i], task->accepted);
    out->work = ATTACK_WORK - run.work;
    memory_free(run.released_of);
    plain_groups_close(&run.plain);
    guessed_columns_close(&run.guessed);
    attack_finder_close(&run.finder);
    return status;
}
