/* What the classes of a release give away. */
#include "bind/key_names.h"
#include "bind/roles.h"
#include "warn/person_counts.h"
#include "warn/warn_parts.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>

/* ---- Classes of one sensitive value ---------------------------------------------------------- */

/* Per class: its value, or that it has several. */
typedef struct class_value {
    uint32_t rows;
    uint32_t value;
    bool several;
} class_value;

static void warn_single(warning_list *out, const warn_release *release, const char *name,
                        const class_value *each) {
    uint64_t single = 0, rows = 0;
    /* Where missing values match others, a class below k has further rows that match it. */
    uint64_t least = release->plan->missing == MISSING_WILDCARD ? release->k : 1;
    for (size_t c = 0; c < release->classes; c++)
        if (!each[c].several && each[c].rows >= least) {
            single++;
            rows += each[c].rows;
        }
    if (single == 0)
        return;
    warnings_add(out, warning_sensitive_single_value, name,
                 "in %" PRIu64 " of %zu classes all %s have the same %s, so it is known of the "
                 "%" PRIu64 " rows in them",
                 single, release->classes, release->person_of ? "persons" : "rows", name, rows);
    warnings_count(out, "classes", release->classes);
    warnings_count(out, "single", single);
    warnings_count(out, "rows", rows);
}

/* Of a row: its class and value, and whose it is. */
typedef struct class_visit {
    uint32_t class, value, person;
} class_visit;

static int by_value(const void *one, const void *other) {
    const class_visit *a = one, *b = other;
    if (a->class != b->class)
        return a->class < b->class ? -1 : 1;
    if (a->value != b->value)
        return a->value < b->value ? -1 : 1;
    return (a->person > b->person) - (a->person < b->person);
}

static int by_person(const void *one, const void *other) {
    const class_visit *a = one, *b = other;
    if (a->class != b->class)
        return a->class < b->class ? -1 : 1;
    return (a->person > b->person) - (a->person < b->person);
}

/* Persons of several values have all of them: a class gives one away if every person has it. Clears
 * `several` where some value is. persons[class] and had[class] are scratch, all 0. */
static void find_common(class_value *each, class_visit *visits, size_t count, uint32_t *persons,
                        uint32_t *had) {
    qsort(visits, count, sizeof *visits, by_person);
    for (size_t i = 0; i < count; i++)
        persons[visits[i].class] += i == 0 || by_person(&visits[i], &visits[i - 1]) != 0;
    qsort(visits, count, sizeof *visits, by_value);
    for (size_t i = 0; i < count; i++) {
        const class_visit *now = &visits[i], *before = i > 0 ? &visits[i - 1] : NULL;
        bool same = before && before->class == now->class && before->value == now->value;
        if (!same)
            had[now->class] = 0;
        had[now->class] += !same || before->person != now->person;
        if (had[now->class] == persons[now->class])
            each[now->class].several = false;
    }
}

static bool look_at_persons(class_value *each, const warn_release *release, const column *of) {
    size_t count = 0;
    class_visit *visits = memory_new(release->table->rows, sizeof *visits);
    uint32_t *persons = memory_zero(release->classes, sizeof *persons);
    uint32_t *had = memory_zero(release->classes, sizeof *had);
    bool made = visits && persons && had;
    for (size_t row = 0; made && row < release->table->rows; row++)
        if (release->class_of[row] != WARN_NO_CLASS)
            visits[count++] = (class_visit){release->class_of[row], codes_get(&of->codes, row),
                                            release->person_of[row]};
    if (made)
        find_common(each, visits, count, persons, had);
    memory_free(visits);
    memory_free(persons);
    memory_free(had);
    return made;
}

static bool look_at_sensitive(warning_list *out, const warn_release *release, const column *of) {
    class_value *each = memory_zero(release->classes, sizeof *each);
    for (size_t row = 0; each && row < release->table->rows; row++) {
        uint32_t class = release->class_of[row];
        if (class == WARN_NO_CLASS)
            continue;
        uint32_t value = codes_get(&of->codes, row);
        each[class].several |= each[class].rows > 0 && each[class].value != value;
        each[class].value = value;
        each[class].rows++;
    }
    bool made = each && (!release->person_of || look_at_persons(each, release, of));
    if (made)
        warn_single(out, release, of->name, each);
    memory_free(each);
    return made;
}

/* ---- Persons --------------------------------------------------------------------------------- */

/* A column that may be the key of a person. */
typedef struct key_candidate {
    const char *name;
    bool sure; /* by its name: worth a warning even where every class has k persons */
    uint64_t values;
    uint32_t *person; /* [rows] */
} key_candidate;

static bool says_person(const char *name) {
    return key_name_judge(name) == KEY_NAME_PERSON;
}

static bool is_mixed(const char *value) {
    bool digit = false, letter = false;
    for (; *value; value++) {
        digit |= isdigit((unsigned char)*value) != 0;
        letter |= isalpha((unsigned char)*value) != 0;
        if (!isalnum((unsigned char)*value) && *value != '-')
            return false;
    }
    return digit && letter;
}

/* As random keys look: long, all of one length, most of letters and digits. */
static bool looks_random(const dictionary *values) {
    size_t length = dictionary_length(values, 0), mixed = 0;
    for (uint32_t code = 0; code < values->size; code++) {
        if (dictionary_length(values, code) != length)
            return false;
        mixed += is_mixed(dictionary_text(values, code));
    }
    return length >= 8 && mixed * 2 >= values->size;
}

/* It must repeat, or every row is somebody else's anyhow, and have more values than a category
 * has. A plain column is a key by its name, or because it looks like one; an identifier is one
 * unless it is of a kind that people share. */
static bool is_key(const char *name, uint64_t values, size_t rows, bool certain) {
    bool many = values >= 20 || values * 4 >= rows, most = many && values * 20 >= rows;
    if (values < 3 || values >= rows)
        return false;
    switch (key_name_judge(name)) {
    case KEY_NAME_PERSON:
        return many;
    case KEY_NAME_KEY:
        return most;
    case KEY_NAME_OTHER:
        return most && certain;
    default:
        return false;
    }
}

static bool is_kept_key(const column *of, const shoal_plan *plan, size_t rows) {
    plan_role role = plan_role_of(plan, of->name);
    return of->kept && of->values.size > 0 && role != ROLE_QUASI && role != ROLE_SENSITIVE &&
           role != ROLE_HOUSEHOLD &&
           is_key(of->name, of->values.size, rows,
                  role == ROLE_IDENTIFIER || looks_random(&of->values));
}

static void warn_persons(warning_list *out, const warn_release *release, const key_candidate *key,
                         const person_counts *found) {
    size_t rows = release->table->rows;
    if (found->below > 0)
        warnings_add(out, warning_persons_not_stated, key->name,
                     "%s looks like the key of a person, with %" PRIu64 " values in %zu rows, and "
                     "%" PRIu64 " of %zu classes have at least %" PRIu64
                     " rows but fewer persons, the smallest %" PRIu64,
                     key->name, key->values, rows, found->below, release->classes, release->k,
                     found->smallest);
    else
        warnings_add(out, warning_persons_not_stated, key->name,
                     "%s looks like the key of a person, with %" PRIu64
                     " values in %zu rows; no class with at least %" PRIu64
                     " rows has fewer persons",
                     key->name, key->values, rows, release->k);
    warnings_count(out, "values", key->values);
    warnings_count(out, "rows", release->table->rows);
    warnings_count(out, "k", release->k);
    warnings_count(out, "classes", release->classes);
    warnings_count(out, "classes_below", found->below);
    if (found->below > 0)
        warnings_count(out, "smallest", found->smallest);
}

static bool look_at_key(warning_list *out, const warn_release *release, const key_candidate *key) {
    person_rows rows = {.class_of = release->class_of,
                        .person = key->person,
                        .rows = release->table->rows,
                        .classes = release->classes,
                        .k = release->k};
    person_counts found;
    if (!person_counts_make(&found, &rows))
        return false;
    if (found.below > 0 || key->sure)
        warn_persons(out, release, key, &found);
    return true;
}

/* A row without a value may be anybody's. */
static bool number_persons(uint32_t *person, const column *of, const warn_release *release) {
    bool any;
    bool *missing = roles_missing_codes(release->plan, of, &any);
    uint32_t next = (uint32_t)of->values.size;
    for (size_t row = 0; missing && row < release->table->rows; row++) {
        person[row] = codes_get(&of->codes, row);
        if (any && missing[person[row]])
            person[row] = next++;
    }
    memory_free(missing);
    return missing != NULL;
}

static bool look_at_kept(warning_list *out, const warn_release *release, const column *of) {
    key_candidate key = {
        .name = of->name, .sure = says_person(of->name), .values = of->values.size};
    key.person = memory_new(release->table->rows, sizeof *key.person);
    bool made =
        key.person && number_persons(key.person, of, release) && look_at_key(out, release, &key);
    memory_free(key.person);
    return made;
}

static shoal_status look_at_hidden(warning_list *out, const warn_release *release, size_t index,
                                   shoal_error *error) {
    const shoal_table *table = release->table;
    hidden_values of;
    key_candidate key = {.name = table->column[hidden_columns_place(release->hidden, index)].name};
    STATUS_TRY(hidden_columns_take(&of, release->hidden, index, table->rows, error));
    key.person = of.hash;
    key.values = of.values;
    key.sure = says_person(key.name);
    bool repeats = of.hash && is_key(key.name, of.values, table->rows, true);
    bool made = !repeats || look_at_key(out, release, &key);
    memory_free(of.hash);
    return made ? SHOAL_OK : status_no_memory(error);
}

static shoal_status look_for_persons(warning_list *out, const warn_release *release,
                                     shoal_error *error) {
    const shoal_table *table = release->table;
    if (plan_count_role(release->plan, ROLE_PERSON) > 0)
        return SHOAL_OK;
    for (size_t i = 0; i < table->columns; i++) {
        const column *each = &table->column[i];
        if (is_kept_key(each, release->plan, table->rows) && !look_at_kept(out, release, each))
            return status_no_memory(error);
    }
    for (size_t i = 0; i < hidden_columns_count(release->hidden); i++)
        STATUS_TRY(look_at_hidden(out, release, i, error));
    return SHOAL_OK;
}

/* --------------------------------------------------------------------------------------------- */

static bool look_at_classes(warning_list *out, const class_rows *in) {
    const warn_release *release = in->release;
    const shoal_table *table = release->table;
    for (size_t i = 0; i < table->columns; i++) {
        const column *each = &table->column[i];
        if (plan_role_of(release->plan, each->name) == ROLE_SENSITIVE && each->kept &&
            (!look_at_sensitive(out, release, each) || !warn_row_counts(out, in, each) ||
             !warn_shares(out, in, each)))
            return false;
    }
    warn_blanks(out, in);
    return warn_households(out, in);
}

shoal_status warn_classes(warning_list *out, const warn_release *release, shoal_error *error) {
    class_rows rows = {0};
    if (!release->class_of)
        return SHOAL_OK;
    bool made = class_rows_make(&rows, release) && look_at_classes(out, &rows);
    class_rows_free(&rows);
    if (!made)
        return status_no_memory(error);
    STATUS_TRY(look_for_persons(out, release, error));
    return out->failed ? status_no_memory(error) : SHOAL_OK;
}
