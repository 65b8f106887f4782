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
    const bool *plain;  /* [same_count] the columns that are known */
    attack_index index; /* of the release by these */
    uint32_t *stamp;    /* [classes + 1] == epoch of the finder: a candidate */
    uint32_t *rows;     /* [count] candidates of the person in question */
    size_t count;
} plain_attack;

static bool row_counts(const void *of, size_t row) {
    const attack_release *release = of;
    return release->class_of[row] <= release->classes;
}

/* ---- Candidates ------------------------------------------------------------------------------ */

static void list_if_same(plain_attack *by, size_t row, uint32_t released) {
    if (attack_same_cells(&by->index, attack_read_people, by->people, row, attack_read_release,
                          by->release, released))
        by->rows[by->count++] = released;
}

static void list_of_classes(plain_attack *by, size_t row) {
    const attack_finder *in = &by->run->finder;
    for (size_t c = 0; c < in->count; c++)
        for (size_t i = in->first[in->found[c]]; i < in->first[in->found[c] + 1]; i++)
            list_if_same(by, row, in->rows[i]);
}

static void list_of_index(plain_attack *by, size_t row, size_t begin, size_t end) {
    const attack_finder *in = &by->run->finder;
    for (size_t c = 0; c < in->count; c++)
        by->stamp[in->found[c]] = in->epoch;
    for (size_t i = begin; i < end; i++) {
        uint32_t released = by->index.entries[i].row;
        if (by->stamp[by->release->class_of[released]] == in->epoch)
            list_if_same(by, row, released);
    }
}

/* Looks through the rows of the classes, or through those with the same cells: what are fewer. */
static uint64_t list_rows(plain_attack *by, size_t row) {
    attack_finder *in = &by->run->finder;
    uint64_t work = attack_find(in, by->people, row);
    size_t begin, end, of_classes = 0;
    by->count = 0;
    if (!attack_index_find(&by->index, attack_read_people, by->people, row, &begin, &end))
        return work;
    for (size_t c = 0; c < in->count; c++)
        of_classes += attack_class_rows(in, in->found[c]);
    bool classes = of_classes < end - begin;
    if (classes)
        list_of_classes(by, row);
    else
        list_of_index(by, row, begin, end);
    return work + in->count + (classes ? of_classes : end - begin) * by->index.columns;
}

/* ---- Guesses --------------------------------------------------------------------------------- */

static uint64_t guess(plain_attack *by, guessed_column *of, size_t row, double *out) {
    const attack_finder *in = &by->run->finder;
    const codes *cells = by->release->same[of->place].cells;
    uint32_t truth = attack_cell(by->people, of->place, row);
    uint64_t work = by->count;
    bool certain;
    for (size_t i = 0; i < by->count; i++)
        attack_count_value(of, codes_get(cells, by->rows[i]), 1);
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
    uint64_t work = list_rows(by, row);
    for (size_t i = 0; i < guessed->count; i++)
        work += guess(by, &guessed->each[i], row, out + i * OF_VALUE);
    return work;
}

/* ---- Figures --------------------------------------------------------------------------------- */

typedef struct plain_side {
    double *sums; /* [outcomes] */
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
    out->sums = arena_zero(run->memory, outcomes, sizeof *out->sums);
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
    for (size_t i = 0; i < run->guessed.count; i++) {
        const attack_column *column = &run->task->release->same[run->guessed.each[i].place];
        const double *sums = main->sums + i * OF_VALUE;
        attack_figure *made =
            attack_add(run, ATTACK_INFERENCE, column->name, ATTACK_BY_QUASI_PLAIN);
        made->people = main->people;
        made->main = attack_share_of(sums[IS_GUESSED], main->attacked);
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
                       .plain = plain,
                       .stamp = memory_zero(release->classes + 1, sizeof *by.stamp),
                       .rows = memory_new(release->rows, sizeof *by.rows)};
    bool fine = by.stamp && by.rows &&
                attack_index_open(&by.index, attack_read_release, release, release->rows, by.plain,
                                  release->same_count, row_counts);
    shoal_status status = fine ? measure(&by, error) : status_no_memory(error);
    attack_index_close(&by.index);
    memory_free(by.stamp);
    memory_free(by.rows);
    return status;
}
