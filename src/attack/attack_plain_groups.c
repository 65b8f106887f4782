/* Candidates by class and plain cells, and their sensitive values: rows in classes that cover a
 * person which also have his plain cells. Where no row has them, all rows of these classes. */
#include "attack/attack_parts.h"

static shoal_status count_column(plain_groups *of, size_t place, const bool *kept,
                                 const attack_column *from, shoal_error *error) {
    const attack_release *release = of->groups.release;
    uint32_t *same = memory_new((size_t)from->size + 1, sizeof *same);
    if (!same)
        return status_no_memory(error);
    for (uint32_t v = 0; v < from->size; v++)
        same[v] = v;
    shoal_status status =
        tuple_values_build(&of->values[place], of->groups.count, of->groups.group_of, from->cells,
                           same, from->size, release->rows, kept, NULL, error);
    memory_free(same);
    return status;
}

static shoal_status count_values(plain_groups *of, const guessed_columns *guessed,
                                 shoal_error *error) {
    const attack_release *release = of->groups.release;
    bool *kept = memory_new(release->rows, sizeof *kept);
    shoal_status status = kept ? SHOAL_OK : status_no_memory(error);
    for (size_t row = 0; kept && row < release->rows; row++)
        kept[row] = of->groups.group_of[row] != ATTACK_NONE;
    for (size_t i = 0; status == SHOAL_OK && i < guessed->count; i++)
        status = count_column(of, i, kept, &release->same[guessed->each[i].place], error);
    memory_free(kept);
    return status;
}

shoal_status plain_groups_open(plain_groups *out, attacking *run, shoal_error *error) {
    const attack_release *release = run->task->release;
    bool *plain = arena_zero(run->memory, release->same_count + 1, sizeof *plain);
    size_t plains = 0;
    if (!plain)
        return status_no_memory(error);
    for (size_t c = 0; c < release->same_count; c++)
        plains += plain[c] = !release->same[c].sensitive;
    if (plains == 0 || run->guessed.count == 0)
        return SHOAL_OK;
    out->columns = run->guessed.count;
    out->values = memory_zero(out->columns, sizeof *out->values);
    out->found = memory_new(release->classes + 1, sizeof *out->found);
    bool fine = out->values && out->found && attack_groups_open(&out->groups, release, plain, true);
    return fine ? count_values(out, &run->guessed, error) : status_no_memory(error);
}

void plain_groups_close(plain_groups *made) {
    for (size_t i = 0; made->values && i < made->columns; i++)
        tuple_values_free(&made->values[i]);
    attack_groups_close(&made->groups);
    memory_free(made->values);
    memory_free(made->found);
    *made = (plain_groups){0};
}

uint64_t plain_groups_list(plain_groups *of, const attack_finder *in, const attack_people *people,
                           size_t row) {
    of->count = 0;
    for (size_t c = 0; c < in->count; c++) {
        uint32_t group = attack_groups_find(&of->groups, in->found[c], people, row);
        if (group != ATTACK_NONE)
            of->found[of->count++] = group;
    }
    return in->count * (of->groups.release->same_count + ATTACK_LOOKUP);
}

uint64_t plain_groups_count(const plain_groups *of, const attack_finder *in, size_t place,
                            guessed_column *to) {
    const tuple_values *values = &of->values[place];
    uint64_t work = of->count;
    for (size_t i = 0; i < of->count; i++)
        for (size_t v = values->first[of->found[i]]; v < values->first[of->found[i] + 1];
             v++, work++)
            attack_count_value(to, values->values[v], values->counts[v]);
    return of->count > 0 ? work : work + attack_count_classes(to, in);
}
