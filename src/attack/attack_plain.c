/* Attackers who know the quasi-identifiers of a person and the plain columns that are published
 * unchanged, and guess his sensitive values: of the rows in classes that cover him they take those
 * with his plain cells. Where no row has them, they are left with all rows of these classes. */
#include "attack/attack_parts.h"

/* What is found of each person for every sensitive column. */
enum { IS_GUESSED, IS_CERTAIN, BY_FREQUENCY, OF_VALUE };

typedef struct plain_attack {
    attacking *run;
    const attack_release *release;
    const attack_people *people;
    attack_groups groups; /* by class and the plain columns, which are known */
    tuple_values *values; /* [guessed.count] of the groups */
    uint32_t *found;      /* [count] groups of the person in question */
    size_t count;
} plain_attack;

/* ---- Candidates ------------------------------------------------------------------------------ */

static uint64_t list_groups(plain_attack *by, size_t row) {
    attack_finder *in = &by->run->finder;
    uint64_t work = attack_find(in, by->people, row);
    by->count = 0;
    for (size_t c = 0; c < in->count; c++) {
        uint32_t group = attack_groups_find(&by->groups, in->found[c], by->people, row);
        if (group != ATTACK_NONE)
            by->found[by->count++] = group;
    }
    return work + in->count * (by->release->same_count + ATTACK_LOOKUP);
}

/* The sensitive values of all groups. */
static shoal_status count_values(plain_attack *by, shoal_error *error) {
    const attack_release *release = by->release;
    bool *kept = memory_new(release->rows, sizeof *kept);
    shoal_status status = kept ? SHOAL_OK : status_no_memory(error);
    for (size_t row = 0; kept && row < release->rows; row++)
        kept[row] = by->groups.group_of[row] != ATTACK_NONE;
    for (size_t i = 0; status == SHOAL_OK && i < by->run->guessed.count; i++) {
        const attack_column *from = &release->same[by->run->guessed.each[i].place];
        uint32_t *same = memory_new((size_t)from->size + 1, sizeof *same);
        for (uint32_t v = 0; same && v < from->size; v++)
            same[v] = v;
        status = same ? tuple_values_build(&by->values[i], by->groups.count, by->groups.group_of,
                                           from->cells, same, from->size, release->rows, kept, NULL,
                                           error)
                      : status_no_memory(error);
        memory_free(same);
    }
    memory_free(kept);
    return status;
}

/* ---- Guesses --------------------------------------------------------------------------------- */

static uint64_t guess(plain_attack *by, size_t place, size_t row, double *out) {
    const attack_finder *in = &by->run->finder;
    guessed_column *of = &by->run->guessed.each[place];
    const tuple_values *values = &by->values[place];
    uint32_t truth = attack_cell(by->people, of->place, row);
    uint64_t work = by->count;
    bool certain;
    for (size_t i = 0; i < by->count; i++)
        for (size_t v = values->first[by->found[i]]; v < values->first[by->found[i] + 1];
             v++, work++)
            attack_count_value(of, values->values[v], values->counts[v]);
    if (by->count == 0)
        work += attack_count_classes(of, in);
    out[IS_GUESSED] = attack_guess_counted(of, truth, &certain);
    out[IS_CERTAIN] = certain && by->count > 0 && (in->covered || in->blank);
    out[BY_FREQUENCY] = truth == of->frequent;
    return work;
}

static uint64_t attack_one(void *context, size_t unit, size_t row, double *out) {
    plain_attack *by = context;
    guessed_columns *guessed = &by->run->guessed;
    (void)unit;
    uint64_t work = list_groups(by, row);
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
    run->out->sampled |= out->attacked < targets.units;
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
    const attack_release *release = run->task->release;
    bool *plain = arena_zero(run->memory, release->same_count + 1, sizeof *plain);
    if (!plain)
        return status_no_memory(error);
    size_t plains = 0;
    for (size_t c = 0; c < release->same_count; c++)
        plains += plain[c] = !release->same[c].sensitive;
    if (plains == 0 || run->guessed.count == 0)
        return SHOAL_OK;
    plain_attack by = {.run = run,
                       .release = release,
                       .values = memory_zero(run->guessed.count, sizeof *by.values),
                       .found = memory_new(release->classes + 1, sizeof *by.found)};
    bool fine = by.values && by.found && attack_groups_open(&by.groups, release, plain, true);
    shoal_status status = fine ? count_values(&by, error) : status_no_memory(error);
    if (status == SHOAL_OK)
        status = measure(&by, error);
    for (size_t i = 0; by.values && i < run->guessed.count; i++)
        tuple_values_free(&by.values[i]);
    attack_groups_close(&by.groups);
    memory_free(by.values);
    memory_free(by.found);
    return status;
}
