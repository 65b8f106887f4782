/* The equivalence classes of a table, under each rule for missing values. */
#include "assess/assess_parts.h"
#include "data/star.h"

#include <assert.h>
#include <string.h>

/* Largest number of pairs of tuples compared under the wildcard rule when it is not the plan's. */
#define MOST_PAIRS UINT64_C(1000000000)

bool *assess_missing_values(const column *of, const shoal_plan *plan, arena *memory) {
    bool *missing = arena_new(memory, of->values.size, sizeof *missing);
    for (uint32_t code = 0; missing && code < of->values.size; code++)
        missing[code] = plan_is_missing_in(plan, of->name, dictionary_text(&of->values, code));
    return missing;
}

bool assess_values_as_one(codes *out, const column *of, size_t rows, const shoal_plan *plan,
                          arena *memory) {
    const bool *missing = assess_missing_values(of, plan, memory);
    uint32_t size = (uint32_t)of->values.size, first = size;
    bool many = false;
    *out = of->codes;
    for (uint32_t code = 0; missing && code < size; code++) {
        many |= missing[code] && first < size;
        first = missing[code] && first == size ? code : first;
    }
    if (!many)
        return missing != NULL;
    out->data = arena_new(memory, rows * (size_t)out->width + 1, 1);
    for (size_t row = 0; out->data && row < rows; row++) {
        uint32_t code = codes_get(&of->codes, row);
        codes_put(out, row, missing[code] ? first : code);
    }
    return out->data != NULL;
}

uint32_t assess_find_star(const column *of) {
    for (uint32_t code = 0; code < of->values.size; code++)
        if (is_star(dictionary_text(&of->values, code)))
            return code;
    return LABEL_NONE;
}

/* Rows are suppressed where every quasi-identifier is `*`, unless all rows are: then they are one
 * published class. */
bool *assess_published_rows(const assessing *run, const assess_side *side, arena *memory) {
    size_t rows = side->bound.table->rows;
    bool *published = arena_zero(memory, rows, sizeof *published);
    if (!published)
        return NULL;
    for (size_t a = 0; a < run->attributes; a++) {
        const column *of = assess_quasi(side, a);
        uint32_t star = assess_find_star(of);
        for (size_t row = 0; row < rows; row++)
            published[row] |= side->facts->one_class || codes_get(&of->codes, row) != star;
    }
    for (size_t row = 0; side->bound.kept && row < rows; row++)
        published[row] &= side->bound.kept[row];
    return published;
}

/* ---- Rows with missing values ---------------------------------------------------------------- */

/* Counts the missing cells of a column, and unmarks their rows in `complete`. */
static bool count_missing(uint64_t *cells, bool *complete, const column *of, const shoal_plan *plan,
                          size_t rows) {
    arena memory = {0};
    const bool *missing = assess_missing_values(of, plan, &memory);
    bool any = false;
    for (uint32_t code = 0; missing && code < of->values.size; code++)
        any |= missing[code];
    for (size_t row = 0; any && row < rows; row++) {
        bool none = missing[codes_get(&of->codes, row)];
        *cells += none;
        complete[row] &= !none;
    }
    arena_free(&memory);
    return missing != NULL;
}

/* Marks the rows without missing values. */
static shoal_status find_complete(bool *complete, assessing *run, const assess_side *side,
                                  shoal_error *error) {
    uint64_t *cells = arena_zero(run->memory, run->attributes, sizeof *cells);
    if (!cells)
        return status_no_memory(error);
    side->facts->missing_cells = cells;
    memset(complete, true, side->bound.table->rows);
    for (size_t a = 0; a < run->attributes; a++)
        if (!count_missing(&cells[a], complete, assess_quasi(side, a), run->plan,
                           side->bound.table->rows))
            return status_no_memory(error);
    return SHOAL_OK;
}

/* ---- Classes --------------------------------------------------------------------------------- */

static release_class_input input_of(const assessing *run, const assess_side *side,
                                    plan_missing rule, const bool *complete) {
    return (release_class_input){
        .table = side->bound.table,
        .quasi = side->bound.quasi,
        .attributes = run->attributes,
        .kept = rule == MISSING_DROP ? complete : NULL,
        .person_of = side->everybody ? side->everybody : side->bound.person_of,
        .plan = run->plan,
        .wildcard = rule == MISSING_WILDCARD,
        .most_pairs = rule == run->plan->missing ? UINT64_MAX : MOST_PAIRS,
        .pool = run->input->pool,
        .cancel = assess_cancel(run),
    };
}

/* Removes the tuple of suppressed rows and returns their number. A table with no other tuple is one
 * class of `*`, which stays. */
static uint64_t take_out_stars(release_class_list *list, uint64_t *members) {
    frequency_set *set = &list->set;
    size_t star = 0;
    while (star < set->tuples && !list->star[star])
        star++;
    if (star == set->tuples || set->tuples == 1)
        return 0;
    uint64_t suppressed = set->counts[star];
    *members = assess_members(list)[star];
    size_t last = --set->tuples;
    set->rows -= suppressed;
    set->counts[star] = set->counts[last];
    list->star[star] = list->star[last];
    if (list->persons)
        list->persons[star] = list->persons[last];
    if (list->compatible)
        list->compatible[star] = list->compatible[last];
    for (size_t a = 0; a < set->attributes; a++)
        codes_put(&set->codes[a], star, codes_get(&set->codes[a], last));
    return suppressed;
}

/* The class of `*` has no count of compatible rows. */
static uint64_t class_size(const release_class_list *list, size_t tuple) {
    return list->compatible && !list->star[tuple] ? list->compatible[tuple]
                                                  : assess_members(list)[tuple];
}

static shoal_status list_classes(release_class_list *out, assessment_missing *found,
                                 const release_class_input *input, shoal_error *error) {
    STATUS_TRY(release_classes_list(out, &found->known, input, error));
    if (!found->known)
        return SHOAL_OK;
    found->rows = out->set.rows;
    found->k_rows = 0;
    found->suppressed = take_out_stars(out, &found->suppressed_members);
    found->classes = out->set.tuples;
    for (size_t t = 0; t < out->set.tuples; t++) {
        uint64_t size = class_size(out, t);
        uint64_t rows = out->set.counts[t];
        found->k = t == 0 || size < found->k ? size : found->k;
        found->k_rows = t == 0 || rows < found->k_rows ? rows : found->k_rows;
        found->uniques += size == 1;
    }
    return SHOAL_OK;
}

/* A class has its own rows, but its size is the number of rows that it matches. */
static shoal_status describe_sizes(const assess_side *side, shoal_error *error) {
    const release_class_list *list = &side->classes;
    class_size_distribution *out = &side->facts->classes;
    uint32_t *sizes = memory_new(list->set.tuples, sizeof *sizes);
    if (!sizes)
        return status_no_memory(error);
    for (size_t t = 0; t < list->set.tuples; t++)
        sizes[t] = (uint32_t)class_size(list, t);
    class_size_distribution_measure(out, sizes, list->set.tuples);
    out->rows = list->set.rows;
    for (size_t b = 0; b < out->bins; b++)
        out->bin[b].rows = 0;
    for (size_t t = 0; t < list->set.tuples; t++) {
        size_t b = 0;
        while (sizes[t] > out->bin[b].to)
            b++;
        out->bin[b].rows += list->set.counts[t];
    }
    memory_free(sizes);
    return SHOAL_OK;
}

static shoal_status count_rules(assessing *run, assess_side *side, const bool *complete,
                                shoal_error *error) {
    static const plan_missing rules[ASSESSED_RULES] = {[ASSESSED_CATEGORY] = MISSING_CATEGORY,
                                                       [ASSESSED_WILDCARD] = MISSING_WILDCARD,
                                                       [ASSESSED_DROP] = MISSING_DROP};
    for (size_t r = 0; r < ASSESSED_RULES; r++) {
        bool chosen = rules[r] == run->plan->missing;
        release_class_input input = input_of(run, side, rules[r], complete);
        release_class_list other = {0};
        shoal_status status =
            list_classes(chosen ? &side->classes : &other, &side->facts->missing[r], &input, error);
        release_classes_free(&other);
        STATUS_TRY(status);
        if (!chosen)
            continue;
        side->facts->suppressed = side->facts->missing[r].suppressed;
        side->facts->suppressed_members = side->facts->missing[r].suppressed_members;
        side->facts->k = side->facts->missing[r].k;
        side->facts->k_rows = side->facts->missing[r].k_rows;
        side->facts->sample_uniques = side->facts->missing[r].uniques;
    }
    return describe_sizes(side, error);
}

shoal_status assess_classes(assessing *run, assess_side *side, shoal_error *error) {
    const bound_table *bound = &side->bound;
    bool *complete = memory_new(bound->table->rows, sizeof *complete);
    assert(bound->rows > 0);
    side->facts->rows = bound->rows;
    side->facts->of_persons = bound->person_of != NULL;
    side->facts->persons = bound->persons;
    side->facts->dropped = bound->table->rows - bound->rows;
    shoal_status status =
        complete ? find_complete(complete, run, side, error) : status_no_memory(error);
    if (status == SHOAL_OK)
        status = count_rules(run, side, complete, error);
    memory_free(complete);
    const release_class_list *list = &side->classes;
    side->facts->one_class = status == SHOAL_OK && list->set.tuples == 1 && list->star[0];
    return status;
}
