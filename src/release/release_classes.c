#include "release/release_classes.h"

#include "data/person_lists.h"
#include "data/star.h"
#include "data/table_tuples.h"

#include <string.h>

/* Tuples that one piece of work compares with all others. */
#define TUPLES_AT_ONCE ((size_t)256)

typedef struct reading {
    const release_class_input *in;
    release_class_list *out;
    bool **missing; /* [attribute][code]; NULL unless missing values are wildcards */
    uint32_t *wild; /* tuples with a missing value */
    size_t wild_count;
    bool *is_wild; /* [tuple] */
    person_lists persons;
    uint32_t **last; /* [workers][persons] class + 1 that counted each of them last */
} reading;

static const dictionary *values_of(const reading *by, size_t attribute) {
    return &by->in->table->column[by->in->quasi[attribute]].values;
}

static bool is_starred(const reading *by, size_t attribute, size_t tuple) {
    uint32_t code = codes_get(&by->out->set.codes[attribute], tuple);
    return is_star(dictionary_text(values_of(by, attribute), code));
}

static shoal_status find_stars(reading *by, shoal_error *error) {
    release_class_list *out = by->out;
    out->star = memory_zero(out->set.tuples, sizeof *out->star);
    if (!out->star)
        return status_no_memory(error);
    for (size_t t = 0; t < out->set.tuples; t++) {
        size_t a = 0;
        while (a < by->in->attributes && is_starred(by, a, t))
            a++;
        out->star[t] = a == by->in->attributes;
    }
    return SHOAL_OK;
}

/* ---- Missing values as wildcards ----------------------------------------------------------- */

/* A blank among values is one more missing value; in a column that is blanked throughout there is
 * nothing to match. */
static bool has_blanks(const reading *by, size_t attribute) {
    bool values = false, blanks = false;
    for (size_t t = 0; t < by->out->set.tuples && !(values && blanks); t++) {
        bool blank = is_starred(by, attribute, t);
        values |= !blank;
        blanks |= blank && !by->out->star[t];
    }
    return values && blanks;
}

static shoal_status find_missing(reading *by, shoal_error *error) {
    by->missing = memory_zero(by->in->attributes, sizeof *by->missing);
    if (!by->missing)
        return status_no_memory(error);
    for (size_t a = 0; a < by->in->attributes; a++) {
        const dictionary *values = values_of(by, a);
        const char *name = by->in->table->column[by->in->quasi[a]].name;
        by->missing[a] = memory_new(values->size, sizeof(bool));
        if (!by->missing[a])
            return status_no_memory(error);
        bool blanks = has_blanks(by, a);
        for (uint32_t code = 0; code < values->size; code++) {
            const char *text = dictionary_text(values, code);
            by->missing[a][code] =
                plan_is_missing_in(by->in->plan, name, text) || (blanks && is_star(text));
        }
    }
    return SHOAL_OK;
}

static bool has_missing(const reading *by, size_t tuple) {
    for (size_t a = 0; a < by->in->attributes; a++)
        if (by->missing[a][codes_get(&by->out->set.codes[a], tuple)])
            return true;
    return false;
}

static bool compatible(const reading *by, size_t one, size_t other) {
    for (size_t a = 0; a < by->in->attributes; a++) {
        uint32_t first = codes_get(&by->out->set.codes[a], one);
        uint32_t second = codes_get(&by->out->set.codes[a], other);
        if (first != second && !by->missing[a][first] && !by->missing[a][second])
            return false;
    }
    return true;
}

/* What a class adds to those that were counted for `tuple`. */
static uint64_t added(const reading *by, size_t tuple, size_t other, int worker) {
    return by->last ? person_lists_add(&by->persons, other, by->last[worker], (uint32_t)tuple + 1)
                    : by->out->set.counts[other];
}

/* Two tuples without missing values are compatible only if they are the same. */
static uint64_t compatible_size(const reading *by, size_t tuple, int worker) {
    bool is_wild = by->is_wild[tuple];
    uint64_t size = is_wild ? 0 : added(by, tuple, tuple, worker);
    size_t others = is_wild ? by->out->set.tuples : by->wild_count;
    for (size_t i = 0; i < others; i++) {
        size_t other = is_wild ? i : by->wild[i];
        if (!by->out->star[other] && compatible(by, tuple, other))
            size += added(by, tuple, other, worker);
    }
    return size;
}

static bool cancelled(const reading *by) {
    return by->in->cancel && *by->in->cancel;
}

static void measure_tuples(void *context, size_t item, int worker) {
    reading *by = context;
    size_t end = (item + 1) * TUPLES_AT_ONCE;
    for (size_t t = item * TUPLES_AT_ONCE; t < end && t < by->out->set.tuples; t++)
        if (!cancelled(by))
            by->out->compatible[t] = compatible_size(by, t, worker);
}

static shoal_status find_wild(reading *by, shoal_error *error) {
    size_t tuples = by->out->set.tuples;
    STATUS_TRY(find_missing(by, error));
    by->wild = memory_new(tuples, sizeof *by->wild);
    by->is_wild = memory_zero(tuples, sizeof *by->is_wild);
    if (!by->wild || !by->is_wild)
        return status_no_memory(error);
    for (uint32_t t = 0; t < tuples; t++) {
        by->is_wild[t] = !by->out->star[t] && has_missing(by, t);
        if (by->is_wild[t])
            by->wild[by->wild_count++] = t;
    }
    return SHOAL_OK;
}

static bool open_workers(reading *by) {
    int workers = threads_count(by->in->pool);
    if (!by->in->person_of)
        return true;
    by->last = memory_zero((size_t)workers, sizeof *by->last);
    for (int i = 0; by->last && i < workers; i++)
        if (!(by->last[i] = memory_zero(by->persons.persons, sizeof **by->last)))
            return false;
    return by->last != NULL;
}

static shoal_status count_compatible(reading *by, bool *known, shoal_error *error) {
    size_t tuples = by->out->set.tuples;
    STATUS_TRY(find_wild(by, error));
    *known = tuples == 0 || by->wild_count <= by->in->most_pairs / tuples;
    if (!*known)
        return SHOAL_OK;
    by->out->compatible = memory_zero(tuples, sizeof *by->out->compatible);
    if (!by->out->compatible || !open_workers(by))
        return status_no_memory(error);
    threads_run(by->in->pool, (tuples + TUPLES_AT_ONCE - 1) / TUPLES_AT_ONCE, measure_tuples, by);
    return cancelled(by) ? status_fail(error, SHOAL_INTERRUPTED, "interrupted") : SHOAL_OK;
}

/* -------------------------------------------------------------------------------------------- */

static shoal_status count_persons(reading *by, shoal_error *error) {
    const release_class_input *in = by->in;
    release_class_list *out = by->out;
    uint32_t *class_of = memory_new(in->table->rows, sizeof *class_of);
    shoal_status status =
        class_of ? table_tuples_find(class_of, &out->set, in->table, in->quasi, in->kept, error)
                 : status_no_memory(error);
    if (status == SHOAL_OK) {
        grouped_rows rows = {&out->set, class_of, in->person_of, in->table->rows, in->kept};
        if (person_lists_make(&by->persons, &rows))
            out->persons = person_lists_count(&by->persons, out->set.tuples);
        status = out->persons ? SHOAL_OK : status_no_memory(error);
    }
    memory_free(class_of);
    return status;
}

static shoal_status read_classes(reading *by, bool *known, shoal_error *error) {
    const release_class_input *in = by->in;
    STATUS_TRY(table_tuples(&by->out->set, in->table, in->quasi, in->attributes, in->kept, in->pool,
                            error));
    STATUS_TRY(find_stars(by, error));
    if (in->person_of)
        STATUS_TRY(count_persons(by, error));
    return by->in->wildcard ? count_compatible(by, known, error) : SHOAL_OK;
}

shoal_status release_classes_list(release_class_list *out, bool *known,
                                  const release_class_input *input, shoal_error *error) {
    reading by = {.in = input, .out = out};
    *out = (release_class_list){0};
    *known = true;
    shoal_status status = read_classes(&by, known, error);
    for (size_t a = 0; by.missing && a < input->attributes; a++)
        memory_free(by.missing[a]);
    for (int i = 0; by.last && i < threads_count(input->pool); i++)
        memory_free(by.last[i]);
    memory_free(by.last);
    person_lists_free(&by.persons);
    memory_free(by.missing);
    memory_free(by.wild);
    memory_free(by.is_wild);
    return status;
}

void release_classes_free(release_class_list *list) {
    memory_free(list->persons);
    memory_free(list->compatible);
    memory_free(list->star);
    frequency_free(&list->set);
    *list = (release_class_list){0};
}

uint64_t release_class_size(const release_class_list *list, size_t tuple) {
    if (list->compatible)
        return list->compatible[tuple];
    return list->persons ? list->persons[tuple] : list->set.counts[tuple];
}
