/* Attackers who know the quasi-identifiers of a person and the plain columns that are published
 * unchanged, and guess his sensitive values: of the rows in classes that cover him they take those
 * with his plain cells. Where no row has them, they are left with all rows of these classes. */
#include "attack/attack_parts.h"

/* What is found of each person for every sensitive column. */
enum { IS_GUESSED, IS_CERTAIN, BY_FREQUENCY, OF_VALUE };

typedef struct plain_attack {
    attacking *run;
    const attack_people *people;
} plain_attack;

/* ---- Guesses --------------------------------------------------------------------------------- */

static uint64_t guess(plain_attack *by, size_t place, size_t row, double *out) {
    const attack_finder *in = &by->run->finder;
    const plain_groups *plain = &by->run->plain;
    guessed_column *of = &by->run->guessed.each[place];
    uint32_t truth = attack_cell(by->people, of->place, row);
    bool certain;
    uint64_t work = plain_groups_count(plain, in, place, of);
    out[IS_GUESSED] = attack_guess_counted(of, truth, &certain);
    out[IS_CERTAIN] = certain && plain->count > 0 && (in->covered || in->blank);
    out[BY_FREQUENCY] = truth == of->frequent;
    return work;
}

static uint64_t attack_one(void *context, size_t unit, size_t row, double *out) {
    plain_attack *by = context;
    guessed_columns *guessed = &by->run->guessed;
    (void)unit;
    uint64_t work = attack_find(&by->run->finder, by->people, row);
    work += plain_groups_list(&by->run->plain, &by->run->finder, by->people, row);
    for (size_t i = 0; i < guessed->count; i++)
        work += guess(by, i, row, out + i * OF_VALUE);
    return work;
}

/* ---- Figures --------------------------------------------------------------------------------- */

typedef struct plain_side {
    double *sums; /* [2][outcomes] with the squares */
    size_t people;
    uint64_t attacked;
} plain_side;

static shoal_status attack_side(plain_side *out, plain_attack *by, const attack_people *people,
                                const char *purpose, shoal_error *error) {
    attacking *run = by->run;
    attack_targets targets = {0};
    size_t outcomes = run->guessed.count * OF_VALUE;
    uint64_t part = attack_part(run, 5), left = part;
    by->people = people;
    out->sums = arena_zero(run->memory, 2 * outcomes, sizeof *out->sums);
    bool fine = out->sums &&
                attack_targets_draw(&targets, people, run->task->seed, purpose, ATTACK_TARGETS);
    fine = fine &&
           attack_people_each(out->sums, &out->attacked, outcomes, &targets, &left, attack_one, by);
    out->people = targets.units;
    run->work -= part - left;
    attack_note_tried(run, people, out->attacked, targets.units);
    attack_targets_free(&targets);
    return fine ? SHOAL_OK : status_no_memory(error);
}

static void add_figures(attacking *run, const plain_side *main, const plain_side *control) {
    size_t outcomes = run->guessed.count * OF_VALUE;
    for (size_t i = 0; i < run->guessed.count; i++) {
        const attack_column *column = &run->task->release->same[run->guessed.each[i].place];
        const double *sums = main->sums + i * OF_VALUE;
        attack_figure *made =
            attack_add(run, ATTACK_INFERENCE, column->name, ATTACK_BY_QUASI_PLAIN);
        made->people = main->people;
        made->main = attack_share_of(sums[IS_GUESSED], main->attacked);
        made->likely = attack_likely(sums[IS_GUESSED], sums[outcomes + IS_GUESSED], main->attacked,
                                     main->people);
        made->baseline = attack_share_of(sums[BY_FREQUENCY], main->attacked);
        made->certain = (uint64_t)(sums[IS_CERTAIN] + 0.5);
        if (control->sums)
            made->control =
                attack_share_of(control->sums[i * OF_VALUE + IS_GUESSED], control->attacked);
    }
}

static shoal_status measure(plain_attack *by, shoal_error *error) {
    const attack_task *task = by->run->task;
    plain_side main = {0}, control = {0};
    STATUS_TRY(attack_side(&main, by, task->original, "attack plain", error));
    if (task->control)
        STATUS_TRY(attack_side(&control, by, task->control, "attack plain of control", error));
    add_figures(by->run, &main, &control);
    return SHOAL_OK;
}

shoal_status attack_plain(attacking *run, shoal_error *error) {
    plain_attack by = {.run = run};
    STATUS_TRY(plain_groups_open(&run->plain, run, error));
    return run->plain.columns > 0 ? measure(&by, error) : SHOAL_OK;
}
