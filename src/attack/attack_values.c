/* The sensitive values of a release, class by class, and what is guessed of them. */
#include "attack/attack_parts.h"

/* ---- Columns --------------------------------------------------------------------------------- */

static shoal_status count_values(guessed_column *out, const attack_release *release,
                                 const attack_column *from, shoal_error *error) {
    uint32_t *same = memory_new((size_t)from->size + 1, sizeof *same);
    bool *kept = memory_new(release->rows, sizeof *kept);
    shoal_status status = same && kept ? SHOAL_OK : status_no_memory(error);
    for (uint32_t v = 0; status == SHOAL_OK && v < from->size; v++)
        same[v] = v;
    for (size_t row = 0; status == SHOAL_OK && row < release->rows; row++)
        kept[row] = release->class_of[row] <= release->classes;
    if (status == SHOAL_OK)
        status =
            tuple_values_build(&out->classes, release->classes + 1, release->class_of, from->cells,
                               same, from->size, release->rows, kept, NULL, error);
    memory_free(same);
    memory_free(kept);
    return status;
}

static void find_top(guessed_column *of, size_t classes, uint32_t size) {
    for (size_t c = 0; c <= classes; c++)
        for (size_t i = of->classes.first[c]; i < of->classes.first[c + 1]; i++) {
            of->counts[of->classes.values[i]] += of->classes.counts[i];
            if (of->classes.counts[i] > of->top[c])
                of->top[c] = of->classes.counts[i];
        }
    for (uint32_t v = 0; v < size; v++)
        if (of->counts[v] > of->counts[of->frequent])
            of->frequent = v;
    for (uint32_t v = 0; v < size; v++)
        of->counts[v] = 0;
}

static shoal_status open_column(guessed_column *out, const attack_release *release, size_t place,
                                shoal_error *error) {
    const attack_column *from = &release->same[place];
    *out = (guessed_column){.place = place,
                            .top = memory_zero(release->classes + 1, sizeof *out->top),
                            .counts = memory_zero((size_t)from->size + 1, sizeof *out->counts),
                            .seen = memory_new((size_t)from->size + 1, sizeof *out->seen)};
    if (!out->top || !out->counts || !out->seen)
        return status_no_memory(error);
    STATUS_TRY(count_values(out, release, from, error));
    find_top(out, release->classes, from->size);
    return SHOAL_OK;
}

shoal_status guessed_columns_open(guessed_columns *out, const attack_release *release,
                                  shoal_error *error) {
    *out = (guessed_columns){memory_zero(release->same_count, sizeof *out->each), 0};
    if (!out->each)
        return status_no_memory(error);
    for (size_t i = 0; i < release->same_count; i++)
        if (release->same[i].sensitive)
            STATUS_TRY(open_column(&out->each[out->count++], release, i, error));
    return SHOAL_OK;
}

void guessed_columns_close(guessed_columns *made) {
    for (size_t i = 0; i < made->count; i++) {
        tuple_values_free(&made->each[i].classes);
        memory_free(made->each[i].top);
        memory_free(made->each[i].counts);
        memory_free(made->each[i].seen);
    }
    memory_free(made->each);
    *made = (guessed_columns){0};
}

/* ---- Candidates ------------------------------------------------------------------------------ */

uint64_t attack_count_classes(guessed_column *of, const attack_finder *in) {
    uint64_t work = 0;
    for (size_t c = 0; c < in->count; c++)
        for (size_t i = of->classes.first[in->found[c]]; i < of->classes.first[in->found[c] + 1];
             i++, work++)
            attack_count_value(of, of->classes.values[i], of->classes.counts[i]);
    return work;
}

void attack_forget_counts(guessed_column *of) {
    for (size_t i = 0; i < of->seen_count; i++)
        of->counts[of->seen[i]] = 0;
    of->seen_count = 0;
}

double attack_guess_counted(guessed_column *of, uint32_t truth, bool *certain) {
    uint64_t top = 0;
    size_t ties = 0;
    for (size_t i = 0; i < of->seen_count; i++)
        top = of->counts[of->seen[i]] > top ? of->counts[of->seen[i]] : top;
    for (size_t i = 0; i < of->seen_count; i++)
        ties += of->counts[of->seen[i]] == top;
    bool right = truth != ATTACK_NONE && top > 0 && of->counts[truth] == top;
    *certain = right && of->seen_count == 1;
    attack_forget_counts(of);
    return right ? 1 / (double)ties : 0;
}
