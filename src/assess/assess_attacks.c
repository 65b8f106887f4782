/* Measured attacks: the people of the original, and of the control, against the release. */
#include "assess/assess_parts.h"
#include "attack/attack_warn.h"
#include "base/hash.h"
#include "base/phase.h"
#include "data/column_numbers.h"

#include <math.h>
#include <string.h>

/* One row in so many of a column may have a value that the original lacks. */
#define ONE_IN 20

typedef struct attack_room {
    assess_links links;
    attack_release release;
    attack_people original, control;
    bound_table others;   /* the control */
    assess_cover *covers; /* [attributes] of a control with a table of its own */
    label_cover *other_covers;
    attack_column *same; /* [release.same_count] */
    assess_unit *units;  /* [release.same_count] of amounts */
    bool *by_reading;    /* [release.same_count] compared by what values say; else by their text */
    attack_changed *changed; /* [release.changed_count] */
    attack_cells *cells, *other_cells;
    attack_overlap overlap;
    arena memory;
} attack_room;

/* ---- Unchanged columns ----------------------------------------------------------------------- */

/* How much of a column of the release the original has, too. */
typedef enum sameness { SAME, PARTLY_OTHER, MOSTLY_OTHER } sameness;

/* In rows: `*` says nothing. */
static bool compare_rows(sameness *out, const column *before, const column *after,
                         const assess_match *by, size_t rows, arena *memory) {
    bool *known = arena_zero(memory, after->values.size + 1, sizeof *known);
    uint64_t other = 0, counted = 0;
    uint32_t star = assess_find_star(after);
    if (!known)
        return false;
    for (size_t v = 0; v < before->values.size; v++)
        if (by->as[v] != DISTRIBUTION_NO_CODE)
            known[by->as[v]] = true;
    for (size_t row = 0; row < rows; row++) {
        uint32_t value = codes_get(&after->codes, row);
        counted += value != star;
        other += value != star && !known[by->group ? by->group[value] : value];
    }
    *out = other * ONE_IN <= counted ? SAME : 2 * other <= counted ? PARTLY_OTHER : MOSTLY_OTHER;
    return true;
}

/* Plain columns are compared by their text, which may give away how values are written, unless that
 * is not the original's: then, and where they are sensitive, by what they say. */
static shoal_status match_column(assess_match *out, sameness *how, const assessing *run,
                                 const column *after, bool sensitive, arena *memory,
                                 shoal_error *error) {
    const shoal_table *table = run->before.bound.table;
    const column *before = &table->column[table_find(table, after->name)];
    size_t rows = run->after.bound.table->rows;
    if (!sensitive) {
        STATUS_TRY(assess_match_texts(out, before, after, memory, error));
        if (!compare_rows(how, before, after, out, rows, memory))
            return status_no_memory(error);
        if (*how == SAME)
            return SHOAL_OK;
    }
    STATUS_TRY(assess_match_readings(out, before, after, run->plan, memory, error));
    return compare_rows(how, before, after, out, rows, memory) ? SHOAL_OK : status_no_memory(error);
}

static bool is_compared(const assessing *run, const column *after) {
    if (!after->kept || plan_role_of(run->plan, after->name) == ROLE_QUASI)
        return false;
    int64_t place = table_find(run->before.bound.table, after->name);
    return place >= 0 && run->before.bound.table->column[place].kept;
}

/* Pseudonyms in place of a person's keys say nothing of these, not even where they read like keys
 * of others: no attacker is kept from using them. */
static bool is_pseudonym(const attack_room *of, const assessing *run, const column *after,
                         const assess_match *by, sameness how) {
    const shoal_table *table = run->before.bound.table;
    const column *before = &table->column[table_find(table, after->name)];
    const uint32_t *original = of->release.original_of;
    size_t rows = run->after.bound.table->rows, other = 0;
    if (!run->plan->pseudonyms || plan_role_of(run->plan, after->name) != ROLE_PERSON)
        return false;
    if (how != SAME || !original)
        return how != SAME;
    for (size_t row = 0; row < rows; row++) {
        uint32_t value = codes_get(&after->codes, row);
        other += by->as[codes_get(&before->codes, original[row])] !=
                 (by->group ? by->group[value] : value);
    }
    return 2 * other > rows;
}

static shoal_status add_column(attack_room *of, const assessing *run, const column *after,
                               shoal_error *error) {
    const shoal_table *table = run->before.bound.table;
    const column *before = &table->column[table_find(table, after->name)];
    attack_column made = {.name = after->name,
                          .sensitive = plan_role_of(run->plan, after->name) == ROLE_SENSITIVE,
                          .size = (uint32_t)after->values.size};
    codes *cells = arena_new(&of->memory, 1, sizeof *cells);
    assess_match by;
    sameness how;
    if (!cells)
        return status_no_memory(error);
    STATUS_TRY(match_column(&by, &how, run, after, made.sensitive, &of->memory, error));
    if (is_pseudonym(of, run, after, &by, how))
        return SHOAL_OK;
    if (how != SAME)
        of->changed[of->release.changed_count++] = (attack_changed){
            .name = after->name, .sensitive = made.sensitive, .partly = how == PARTLY_OTHER};
    if (how == MOSTLY_OTHER)
        return SHOAL_OK;
    STATUS_TRY(
        assess_match_cells(cells, &by, after, run->after.bound.table->rows, &of->memory, error));
    made.cells = cells;
    of->by_reading[of->release.same_count] = by.group != NULL;
    of->same[of->release.same_count] = made;
    of->cells[of->release.same_count++] = (attack_cells){&before->codes, by.as};
    return SHOAL_OK;
}

static shoal_status find_columns(attack_room *of, const assessing *run, shoal_error *error) {
    const shoal_table *table = run->after.bound.table;
    of->same = arena_new(&of->memory, table->columns, sizeof *of->same);
    of->cells = arena_new(&of->memory, table->columns, sizeof *of->cells);
    of->other_cells = arena_new(&of->memory, table->columns, sizeof *of->other_cells);
    of->changed = arena_new(&of->memory, table->columns, sizeof *of->changed);
    of->by_reading = arena_zero(&of->memory, table->columns, sizeof *of->by_reading);
    of->units = arena_zero(&of->memory, table->columns, sizeof *of->units);
    if (!of->same || !of->cells || !of->other_cells || !of->changed || !of->by_reading ||
        !of->units)
        return status_no_memory(error);
    for (size_t i = 0; i < table->columns; i++)
        if (is_compared(run, &table->column[i]))
            STATUS_TRY(add_column(of, run, &table->column[i], error));
    of->release.same = of->same;
    of->release.changed = of->changed;
    of->original.same = of->cells;
    return SHOAL_OK;
}

/* ---- The release ----------------------------------------------------------------------------- */

/* Values or labels as numbers, NULL where they are none. */
static shoal_status find_numbers(const double *const **out, const bound_table *of,
                                 const assessing *run, arena *memory, shoal_error *error) {
    double **made = arena_zero(memory, run->attributes, sizeof *made);
    if (!made)
        return status_no_memory(error);
    for (size_t a = 0; a < run->attributes; a++) {
        plan_type type;
        STATUS_TRY(column_numbers(&made[a], &type, &of->table->column[of->quasi[a]], run->plan,
                                  memory, error));
    }
    *out = (const double *const *)made;
    return SHOAL_OK;
}

/* Which row of the original each row of the release was made of. */
static bool pair_rows(const uint32_t **out, const assessing *run, arena *memory) {
    size_t rows = run->after.bound.table->rows, at = 0;
    if (!run->facts->aligned)
        return true;
    uint32_t *made = arena_new(memory, rows + 1, sizeof *made);
    for (size_t row = 0; made && row < run->before.bound.table->rows && at < rows; row++)
        if (!run->paired || run->paired[row])
            made[at++] = (uint32_t)row;
    *out = made;
    return made != NULL;
}

/* A number for what each row of the release reads. */
static const uint64_t *read_rows(const shoal_table *table, arena *memory) {
    uint64_t *made = arena_zero(memory, table->rows, sizeof *made);
    for (size_t c = 0; made && c < table->columns; c++)
        for (size_t row = 0; table->column[c].kept && row < table->rows; row++)
            made[row] = hash_mix(made[row] + codes_get(&table->column[c].codes, row) + 1) + c;
    return made;
}

/* People with a row in a class; 0: the release does not say who has which rows. */
static shoal_status count_published(size_t *out, const assessing *run, const uint32_t *class_of,
                                    arena *memory, shoal_error *error) {
    const bound_table *of = &run->after.bound;
    bool *known = arena_zero(memory, (size_t)of->persons + 1, sizeof *known);
    *out = 0;
    if (!known)
        return status_no_memory(error);
    for (size_t row = 0; row < of->table->rows; row++) {
        uint32_t person = of->person_of ? of->person_of[row] : 0;
        if (class_of[row] >= assess_suppressed(run) || (of->person_of && known[person]))
            continue;
        known[person] = true;
        ++*out;
    }
    if (!of->person_of && run->before.bound.person_of)
        *out = 0;
    return SHOAL_OK;
}

static shoal_status describe_release(attack_room *of, assessing *run, shoal_error *error) {
    const bound_table *bound = &run->after.bound;
    attack_release *out = &of->release;
    uint32_t *sizes = arena_new(&of->memory, run->attributes, sizeof *sizes);
    uint32_t *class_of = arena_new(&of->memory, bound->table->rows, sizeof *class_of);
    if (!sizes || !class_of || !pair_rows(&out->original_of, run, &of->memory))
        return status_no_memory(error);
    STATUS_TRY(assess_find_classes(class_of, run, &run->after, error));
    for (size_t a = 0; a < run->attributes; a++)
        sizes[a] = (uint32_t)assess_quasi(&run->after, a)->values.size;
    out->rows = bound->table->rows;
    out->attributes = run->attributes;
    out->names = run->facts->quasi;
    out->sizes = sizes;
    out->stars = of->links.blank;
    out->classes = run->after.classes.set.tuples;
    out->labels = run->after.classes.set.codes;
    out->class_of = class_of;
    STATUS_TRY(count_published(&out->published, run, class_of, &of->memory, error));
    out->at = run->input->at;
    out->reads = read_rows(bound->table, &of->memory);
    if (!out->reads)
        return status_no_memory(error);
    out->ordered = !run->input->unordered;
    if (run->recoding->generalizes && !run->facts->aligned && !assess_all_known(run))
        out->unknown = "it is not known which values some labels cover";
    return run->recoding->generalizes ? SHOAL_OK
                                      : find_numbers(&out->numbers, bound, run, &of->memory, error);
}

/* ---- People ---------------------------------------------------------------------------------- */

static shoal_status describe_people(attack_people *out, const bound_table *of,
                                    const label_cover *covers, const assessing *run, arena *memory,
                                    shoal_error *error) {
    codes *quasi = arena_new(memory, run->attributes, sizeof *quasi);
    if (!quasi)
        return status_no_memory(error);
    for (size_t a = 0; a < run->attributes; a++)
        quasi[a] = of->table->column[of->quasi[a]].codes;
    out->rows = of->table->rows;
    out->quasi = quasi;
    out->covers = covers;
    out->person_of = of->person_of;
    out->persons = (size_t)of->persons;
    out->kept = of->kept;
    return find_numbers(&out->numbers, of, run, memory, error);
}

/* Which rows of the original the release has, where that is known. */
static bool find_released(attack_people *out, const attack_release *release, uint32_t not_counted,
                          arena *memory) {
    if (!release->original_of)
        return true;
    bool *made = arena_zero(memory, out->rows, sizeof *made);
    for (size_t row = 0; made && row < release->rows; row++)
        if (release->class_of[row] < not_counted)
            made[release->original_of[row]] = true;
    out->released = made;
    return made != NULL;
}

/* People of the original who are not in the release, where it is not known who they are. */
static uint64_t count_strangers(const assessing *run) {
    uint64_t original = run->before.bound.rows, released = run->after.bound.rows;
    bool known = run->facts->aligned || released >= original;
    return known || (double)(original - released) <= ATTACK_MISSED * (double)original
               ? 0
               : original - released;
}

static shoal_status add_last_words(attack_people *out, attack_list_column *to, const column *of,
                                   arena *memory, shoal_error *error) {
    static const char words[] = "the last word of ";
    double *places;
    STATUS_TRY(assess_last_words(&places, of, memory, error));
    if (!places)
        return SHOAL_OK;
    char *name = arena_new(memory, sizeof words + strlen(of->name), 1);
    if (!name)
        return status_no_memory(error);
    memcpy(name, words, sizeof words - 1);
    memcpy(name + sizeof words - 1, of->name, strlen(of->name) + 1);
    to[out->sort_count++] = (attack_list_column){name, &of->codes, places};
    return SHOAL_OK;
}

/* Columns of the original by which an attacker may sort a list of the people, also those that the
 * release lacks, such as names; not what the attacker wants to learn. */
static shoal_status find_sorts(attack_people *out, const bound_table *of, const assessing *run,
                               arena *memory, shoal_error *error) {
    const shoal_table *table = of->table;
    attack_list_column *made = arena_new(memory, 2 * table->columns + 1, sizeof *made);
    if (!made)
        return status_no_memory(error);
    for (size_t i = 0; i < table->columns; i++) {
        const column *each = &table->column[i];
        plan_type type;
        double *numbers;
        plan_role role = plan_role_of(run->plan, each->name);
        if (!each->kept || role == ROLE_QUASI || role == ROLE_SENSITIVE)
            continue;
        STATUS_TRY(column_numbers(&numbers, &type, each, run->plan, memory, error));
        made[out->sort_count++] = (attack_list_column){each->name, &each->codes, numbers};
        if (!numbers)
            STATUS_TRY(add_last_words(out, made, each, memory, error));
    }
    out->sorts = made;
    return SHOAL_OK;
}

/* Numbers, also with units or among words, unless the plan says that they are text. */
static shoal_status find_amounts_of(double **out, assess_unit *unit, const column *from,
                                    size_t rows, const assessing *run, arena *memory,
                                    shoal_error *error) {
    const plan_attribute *said = plan_find(run->plan, from->name);
    plan_type type;
    STATUS_TRY(column_numbers(out, &type, from, run->plan, memory, error));
    if (type == TYPE_DATE)
        *out = NULL;
    if (type != TYPE_STRING || (said && said->type == TYPE_STRING))
        return SHOAL_OK;
    return assess_read_amounts(out, unit, from, rows, run->plan, memory, error);
}

/* The amounts of sensitive columns, which are guessed nearly; dates are not. The release is the
 * first, and decides about units. */
static shoal_status find_amounts(const double *const **out, attack_room *of, const bound_table *in,
                                 const assessing *run, arena *memory, shoal_error *error) {
    double **made = arena_zero(memory, of->release.same_count + 1, sizeof *made);
    if (!made)
        return status_no_memory(error);
    for (size_t c = 0; c < of->release.same_count; c++) {
        const column *from = &in->table->column[table_find(in->table, of->same[c].name)];
        if (of->same[c].sensitive)
            STATUS_TRY(find_amounts_of(&made[c], &of->units[c], from, in->table->rows, run, memory,
                                       error));
    }
    *out = (const double *const *)made;
    return SHOAL_OK;
}

/* ---- The control ----------------------------------------------------------------------------- */

static shoal_status bind_control(attack_room *of, const assessing *run, shoal_error *error) {
    const assessment_input *input = run->input;
    bound_table *others = &of->others;
    *others = (bound_table){.plan = run->plan,
                            .path = input->control ? input->control_path : input->original_path,
                            .pool = input->pool,
                            .table = input->control ? input->control : input->original};
    for (size_t a = 0; a < run->attributes; a++)
        if (table_find(others->table, run->facts->quasi[a]) < 0)
            return status_refuse(error, SHOAL_USAGE, "column_unknown", "attributes.NAME.role",
                                 "%.80s, the control, has no column '%.60s'; it must have the "
                                 "columns of the original",
                                 others->path, run->facts->quasi[a]);
    STATUS_TRY(bound_table_find_columns(others, true, error));
    for (size_t a = 0; a < run->attributes; a++) {
        others->quasi[a] = (size_t)table_find(others->table, run->facts->quasi[a]);
        others->quasi_codes[a] = &others->table->column[others->quasi[a]].codes;
    }
    return bound_table_choose_rows(others, error);
}

/* Rows of the original that were set aside, without those that the plan drops. */
static shoal_status choose_set_aside(bound_table *others, const bool *set_aside,
                                     shoal_error *error) {
    size_t rows = others->table->rows;
    bool *kept = memory_new(rows, sizeof *kept);
    if (!kept)
        return status_no_memory(error);
    others->rows = 0;
    for (size_t row = 0; row < rows; row++) {
        kept[row] = set_aside[row] && (!others->kept || others->kept[row]);
        others->rows += kept[row];
    }
    memory_free(others->kept);
    others->kept = kept;
    return SHOAL_OK;
}

/* A value that the original has too is covered by the labels that cover it there. */
static bool borrow_pairs(assess_cover *to, const assess_cover *from, const uint32_t *as) {
    uint32_t *back = memory_new(from->fine->values.size + 1, sizeof *back);
    bool fine = back != NULL;
    for (size_t v = 0; fine && v < from->fine->values.size; v++)
        back[v] = ATTACK_NONE;
    for (uint32_t v = 0; fine && v < to->fine->values.size; v++)
        if (as[v] != DISTRIBUTION_NO_CODE)
            back[as[v]] = v;
    for (size_t p = 0; fine && p < from->count; p++)
        if (back[from->pairs[p].value] != ATTACK_NONE)
            fine = assess_cover_add(to, back[from->pairs[p].value], from->pairs[p].label);
    memory_free(back);
    return fine;
}

static shoal_status cover_control(attack_room *of, const assessing *run, size_t a,
                                  shoal_error *error) {
    const column *fine = &of->others.table->column[of->others.quasi[a]];
    const column *before = assess_quasi(&run->before, a), *after = assess_quasi(&run->after, a);
    const bound_table *others = &of->others;
    assess_sources from = {.bound = others->hierarchies ? &others->hierarchies[a] : NULL,
                           .ordered = others->domains ? &others->domains[a] : NULL,
                           .star_in_braces = run->recoding->star_in_braces};
    assess_cover *cover = &of->covers[a];
    assess_match same;
    STATUS_TRY(assess_cover_make(cover, fine, after, &from, run->plan, error));
    STATUS_TRY(assess_match_texts(&same, fine, before, &of->memory, error));
    if (!borrow_pairs(cover, &run->covers[a], same.as))
        return status_no_memory(error);
    return label_cover_open(&of->other_covers[a], (uint32_t)fine->values.size,
                            (uint32_t)after->values.size, of->links.blank[a], cover->pairs,
                            cover->count, error);
}

static shoal_status cover_controls(attack_room *of, const assessing *run, shoal_error *error) {
    of->covers = arena_zero(&of->memory, run->attributes, sizeof *of->covers);
    of->other_covers = arena_zero(&of->memory, run->attributes, sizeof *of->other_covers);
    if (!of->covers || !of->other_covers)
        return status_no_memory(error);
    if (run->recoding->generalizes)
        STATUS_TRY(bound_table_bind_hierarchies(&of->others, run->recoding->ordered, error));
    for (size_t a = 0; a < run->attributes; a++)
        STATUS_TRY(cover_control(of, run, a, error));
    return SHOAL_OK;
}

/* The control may lack columns that the release has: nobody there has such a cell. */
static shoal_status match_control(attack_room *of, shoal_error *error) {
    for (size_t c = 0; c < of->release.same_count; c++) {
        const shoal_table *table = of->others.table;
        int64_t place = table_find(table, of->same[c].name);
        if (place < 0 || !table->column[place].kept)
            return status_refuse(error, SHOAL_USAGE, "column_unknown", "attributes.NAME.role",
                                 "%.80s, the control, has no column '%.60s'; it must have the "
                                 "columns of the original",
                                 of->others.path, of->same[c].name);
        of->other_cells[c].cells = &table->column[place].codes;
    }
    return SHOAL_OK;
}

static shoal_status match_cells(attack_room *of, const assessing *run, shoal_error *error) {
    const shoal_table *after = run->after.bound.table;
    STATUS_TRY(match_control(of, error));
    for (size_t c = 0; c < of->release.same_count; c++) {
        const char *name = of->same[c].name;
        const shoal_table *table = of->others.table;
        const column *from = &table->column[table_find(table, name)];
        const column *to = &after->column[table_find(after, name)];
        assess_match by;
        if (of->by_reading[c])
            STATUS_TRY(assess_match_readings(&by, from, to, run->plan, &of->memory, error));
        else
            STATUS_TRY(assess_match_texts(&by, from, to, &of->memory, error));
        of->other_cells[c].as = by.as;
    }
    return SHOAL_OK;
}

/* With the people of the original; or the control is the release itself, which reads otherwise. */
static shoal_status find_overlap(attack_room *of, const assessing *run, shoal_error *error) {
    attack_overlap released;
    STATUS_TRY(assess_control_overlap(&of->overlap, &run->before.bound, &of->others,
                                      run->before.bound.person_of != NULL, error));
    STATUS_TRY(assess_control_overlap(&released, &run->after.bound, &of->others, false, error));
    if (!attack_overlaps(&of->overlap) && attack_overlaps(&released))
        of->overlap = released;
    return SHOAL_OK;
}

static shoal_status open_control(attack_room *of, const assessing *run, shoal_error *error) {
    const assessment_input *input = run->input;
    STATUS_TRY(bind_control(of, run, error));
    if (!input->control)
        STATUS_TRY(choose_set_aside(&of->others, input->set_aside, error));
    STATUS_TRY(bound_table_find_persons(&of->others, error));
    if (input->control) {
        STATUS_TRY(find_overlap(of, run, error));
        STATUS_TRY(cover_controls(of, run, error));
    }
    STATUS_TRY(match_cells(of, run, error));
    of->control.same = of->other_cells;
    STATUS_TRY(find_amounts(&of->control.amounts, of, &of->others, run, &of->memory, error));
    return describe_people(&of->control, &of->others,
                           input->control ? of->other_covers : of->links.covers, run, &of->memory,
                           error);
}

/* ---------------------------------------------------------------------------------------------- */

static shoal_status make(attack_room *of, assessing *run, shoal_error *error) {
    bool controlled = run->input->control || run->input->set_aside;
    STATUS_TRY(assess_links_open(&of->links, run, error));
    STATUS_TRY(describe_release(of, run, error));
    STATUS_TRY(find_columns(of, run, error));
    STATUS_TRY(describe_people(&of->original, &run->before.bound, of->links.covers, run,
                               &of->memory, error));
    STATUS_TRY(find_amounts(&of->release.amounts, of, &run->after.bound, run, &of->memory, error));
    STATUS_TRY(
        find_amounts(&of->original.amounts, of, &run->before.bound, run, &of->memory, error));
    if (!find_released(&of->original, &of->release, assess_not_counted(run), &of->memory))
        return status_no_memory(error);
    of->original.listed_at = run->input->source_row;
    STATUS_TRY(find_sorts(&of->original, &run->before.bound, run, &of->memory, error));
    if (controlled)
        STATUS_TRY(open_control(of, run, error));
    attack_task task = {.release = &of->release,
                        .original = &of->original,
                        .control = controlled ? &of->control : NULL,
                        .seed = run->plan->seed,
                        .accepted = run->plan->k > 1 ? 1 / (double)run->plan->k
                                                     : run->facts->threshold_value,
                        .cancel = assess_cancel(run)};
    STATUS_TRY(attacks_make(&run->facts->attacks, &task, run->memory, error));
    run->facts->attacks.overlap = of->overlap;
    run->facts->attacks.strangers = count_strangers(run);
    return SHOAL_OK;
}

shoal_status assess_attacks(assessing *run, shoal_error *error) {
    attack_room room = {0};
    phase attacking;
    assess_note(run, "attacking the release");
    phase_begin(&attacking, run->input->hooks, "attack", 0);
    shoal_status status = make(&room, run, error);
    for (size_t a = 0; room.covers && a < run->attributes; a++)
        assess_cover_free(&room.covers[a]);
    for (size_t a = 0; room.other_covers && a < run->attributes; a++)
        label_cover_close(&room.other_covers[a]);
    bound_table_close(&room.others);
    assess_links_close(&room.links, run);
    arena_free(&room.memory);
    STATUS_TRY(status);
    phase_end(&attacking, -1);
    attacks_warn(run->warnings, &run->facts->attacks);
    return SHOAL_OK;
}
