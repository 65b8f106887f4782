/* Sensitive values that differ only in how they are written: classes are less diverse than their
 * number of different texts says. */
#include "bind/roles.h"
#include "bind/rules.h"
#include "data/number.h"
#include "recognize/value_fold.h"
#include "warn/warn.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Amounts from 1000 on that differ by at most a hundredth are one for whoever wants to know them.
 * Smaller numbers are often codes. */
#define NEAR_SHARE 0.01
#define NEAR_LEAST 1000

/* A group of values that are alike, in the class that was looked at last. */
typedef struct alike_group {
    uint32_t class; /* plus one */
    uint32_t value; /* the first of it */
} alike_group;

typedef struct near_value {
    double number;
    uint32_t code;
} near_value;

typedef struct alike_run {
    const warn_release *release;
    const column *of;
    bool *missing;       /* [values] */
    uint32_t *group;     /* [values] equal where the folded texts are; NULL: none are */
    double *number;      /* [values] NaN where it is missing; NULL: not numbers, or none are near */
    size_t *begin;       /* [classes + 1] */
    uint32_t *code;      /* [begin[classes]] of the rows, class by class */
    uint32_t *seen;      /* [values] class that has the value, plus one */
    uint32_t *values;    /* [values] different ones of a class */
    alike_group *groups; /* [values] */
    near_value *near;    /* [values] */
    uint64_t asked;      /* the l that a rule asks for; 0: none */
} alike_run;

/* What the classes have. */
typedef struct alike_found {
    uint64_t classes;       /* whose l is not what it seems */
    uint64_t seeming, real; /* smallest of all classes */
    uint32_t example[2];    /* values of the first such class that are alike */
} alike_found;

/* ---- Which values are alike ------------------------------------------------------------------ */

typedef struct folded_value {
    const char *text;
    uint32_t code;
} folded_value;

static int by_text(const void *one, const void *other) {
    const folded_value *a = one, *b = other;
    int order = strcmp(a->text, b->text);
    return order ? order : (a->code > b->code) - (a->code < b->code);
}

static bool fold_values(alike_run *run, folded_value *folded, arena *memory) {
    const dictionary *values = &run->of->values;
    bool any = false;
    for (uint32_t code = 0; code < values->size; code++) {
        size_t length = dictionary_length(values, code);
        char *text = arena_new(memory, value_fold_room(length), 1);
        if (!text)
            return false;
        value_fold(text, dictionary_text(values, code), length);
        folded[code] = (folded_value){run->missing[code] ? "" : text, code};
    }
    qsort(folded, values->size, sizeof *folded, by_text);
    for (size_t i = 0; i < values->size; i++) {
        bool same = i > 0 && strcmp(folded[i].text, folded[i - 1].text) == 0;
        run->group[folded[i].code] = same ? run->group[folded[i - 1].code] : folded[i].code;
        any |= same && !run->missing[folded[i].code];
    }
    if (!any) {
        memory_free(run->group);
        run->group = NULL;
    }
    return true;
}

static bool group_values(alike_run *run) {
    arena memory = {0};
    folded_value *folded = arena_new(&memory, run->of->values.size + 1, sizeof *folded);
    run->group = memory_new(run->of->values.size, sizeof *run->group);
    bool made = folded && run->group && fold_values(run, folded, &memory);
    arena_free(&memory);
    return made;
}

static int by_number(const void *one, const void *other) {
    double a = *(const double *)one, b = *(const double *)other;
    return (a > b) - (a < b);
}

static bool is_near(double small, double large) {
    double most = fmax(fabs(small), fabs(large));
    return most >= NEAR_LEAST && large - small <= NEAR_SHARE * most;
}

/* False also where some value is no number. */
static bool read_numbers(alike_run *run) {
    for (uint32_t code = 0; code < run->of->values.size; code++) {
        number parsed;
        const char *text = dictionary_text(&run->of->values, code);
        run->number[code] = (double)NAN;
        if (run->missing[code])
            continue;
        if (!number_parse(&parsed, text, strlen(text)))
            return false;
        run->number[code] = number_value(&parsed);
    }
    return true;
}

static bool any_near(const double *numbers, size_t size, double *sorted) {
    size_t count = 0;
    for (size_t i = 0; i < size; i++)
        if (!isnan(numbers[i]))
            sorted[count++] = numbers[i];
    qsort(sorted, count, sizeof *sorted, by_number);
    for (size_t i = 1; i < count; i++)
        if (is_near(sorted[i - 1], sorted[i]))
            return true;
    return false;
}

/* Leaves run->number NULL where no two numbers are near, or not all values are numbers. */
static bool find_numbers(alike_run *run, bool *numeric) {
    size_t size = run->of->values.size;
    double *sorted = memory_new(size, sizeof *sorted);
    run->number = memory_new(size, sizeof *run->number);
    bool made = sorted && run->number;
    *numeric = made && read_numbers(run);
    if (!*numeric || !any_near(run->number, size, sorted)) {
        memory_free(run->number);
        run->number = NULL;
    }
    memory_free(sorted);
    return made;
}

/* ---- Classes --------------------------------------------------------------------------------- */

static bool list_rows(alike_run *run) {
    const warn_release *release = run->release;
    size_t rows = release->table->rows;
    run->begin = memory_zero(release->classes + 2, sizeof *run->begin);
    run->code = memory_new(rows, sizeof *run->code);
    run->seen = memory_zero(run->of->values.size, sizeof *run->seen);
    run->values = memory_new(run->of->values.size, sizeof *run->values);
    if (!run->begin || !run->code || !run->seen || !run->values)
        return false;
    for (size_t row = 0; row < rows; row++)
        if (release->class_of[row] != WARN_NO_CLASS)
            run->begin[release->class_of[row] + 2]++;
    for (size_t c = 0; c < release->classes; c++)
        run->begin[c + 2] += run->begin[c + 1];
    for (size_t row = 0; row < rows; row++)
        if (release->class_of[row] != WARN_NO_CLASS)
            run->code[run->begin[release->class_of[row] + 1]++] = codes_get(&run->of->codes, row);
    return true;
}

/* The different values of a class; missing ones are one. */
static size_t list_values(alike_run *run, size_t class) {
    size_t count = 0;
    bool missing = false;
    for (size_t i = run->begin[class]; i < run->begin[class + 1]; i++) {
        uint32_t code = run->code[i];
        if (run->seen[code] == class + 1 || (missing && run->missing[code]))
            continue;
        run->seen[code] = (uint32_t) class + 1;
        missing |= run->missing[code];
        run->values[count++] = code;
    }
    return count;
}

/* Values that are no more than spellings of others count once. */
static uint64_t count_groups(alike_run *run, size_t class, size_t count, uint32_t example[2]) {
    uint64_t groups = 0;
    for (size_t i = 0; i < count; i++) {
        alike_group *group = &run->groups[run->group[run->values[i]]];
        if (group->class == class + 1) {
            example[0] = group->value;
            example[1] = run->values[i];
            continue;
        }
        *group = (alike_group){(uint32_t) class + 1, run->values[i]};
        groups++;
    }
    return groups;
}

static int by_value(const void *one, const void *other) {
    return by_number(&((const near_value *)one)->number, &((const near_value *)other)->number);
}

/* The most numbers of the class of which no two are near, from the smallest on; a missing value is
 * one more. */
static uint64_t count_apart(alike_run *run, size_t count, uint32_t example[2]) {
    size_t numbers = 0;
    uint64_t apart = 0;
    for (size_t i = 0; i < count; i++)
        if (!run->missing[run->values[i]])
            run->near[numbers++] = (near_value){run->number[run->values[i]], run->values[i]};
    qsort(run->near, numbers, sizeof *run->near, by_value);
    const near_value *last = NULL;
    for (size_t i = 0; i < numbers; i++) {
        if (last && is_near(last->number, run->near[i].number)) {
            example[0] = last->code;
            example[1] = run->near[i].code;
            continue;
        }
        last = &run->near[i];
        apart++;
    }
    return apart + (numbers < count);
}

/* Where nothing is asked, a text that repeats another makes the smallest class less diverse than it
 * seems; of numbers only a class that has none apart does, since amounts often lie near others. */
static void judge_class(alike_run *run, alike_found *found, size_t class) {
    uint32_t example[2] = {0};
    size_t count = list_values(run, class);
    if (count == 0)
        return;
    uint64_t real =
        run->number ? count_apart(run, count, example) : count_groups(run, class, count, example);
    bool fails = run->asked > 0 ? count >= run->asked && real < run->asked
                 : run->number  ? real == 1 && count > 1
                                : real < count;
    found->seeming = count < found->seeming ? count : found->seeming;
    found->real = real < found->real ? real : found->real;
    if (fails && found->classes++ == 0)
        memcpy(found->example, example, sizeof example);
}

static void tell(warning_list *out, const alike_run *run, const alike_found *found) {
    const dictionary *values = &run->of->values;
    bool changes = run->asked > 0 || run->number || found->real < found->seeming;
    if (found->classes == 0 || !changes)
        return;
    warnings_add(out, warning_values_alike, run->of->name,
                 "%s has values that %s, such as '%.40s' and '%.40s'; taken as one, %" PRIu64
                 " of %zu classes have fewer different values than %s, the smallest l is %" PRIu64
                 " instead of %" PRIu64,
                 run->of->name,
                 run->number ? "lie within 1 % of each other" : "differ only in spelling",
                 dictionary_text(values, found->example[0]),
                 dictionary_text(values, found->example[1]), found->classes, run->release->classes,
                 run->asked > 0 ? "asked for" : "they seem to have", found->real, found->seeming);
    warnings_count(out, "classes", run->release->classes);
    warnings_count(out, "classes_below", found->classes);
    warnings_count(out, "l", found->real);
    warnings_count(out, "l_seeming", found->seeming);
}

/* ---------------------------------------------------------------------------------------------- */

/* The largest l of the rules about the column. */
static uint64_t asked_of(const warn_release *release, const char *name) {
    uint64_t asked = 0;
    for (size_t r = 0; release->rules && r < release->rules->count; r++) {
        const privacy_rule *rule = &release->rules->rules[r];
        if (strcmp(rule->model->name, "l-diversity") != 0 ||
            !rule_protects(rule, release->plan, name))
            continue;
        uint64_t l = (uint64_t)((rule->limit + MODEL_UNIT - 1) / MODEL_UNIT);
        asked = l > asked ? l : asked;
    }
    return asked;
}

static bool find_alike(alike_run *run) {
    bool numeric, any;
    run->missing = roles_missing_codes(run->release->plan, run->of, &any);
    if (!run->missing || !find_numbers(run, &numeric))
        return false;
    return numeric || group_values(run);
}

static bool make_room(alike_run *run) {
    size_t size = run->of->values.size;
    run->groups = memory_zero(size, sizeof *run->groups);
    run->near = memory_new(size, sizeof *run->near);
    return run->groups && run->near && list_rows(run);
}

static bool look(warning_list *out, alike_run *run) {
    alike_found found = {.seeming = UINT64_MAX, .real = UINT64_MAX};
    if (!find_alike(run))
        return false;
    if (!run->group && !run->number)
        return true;
    if (!make_room(run))
        return false;
    for (size_t class = 0; class < run->release->classes; class ++)
        judge_class(run, &found, class);
    tell(out, run, &found);
    return true;
}

shoal_status warn_alike(warning_list *out, const warn_release *release, shoal_error *error) {
    for (size_t i = 0; release->class_of && i < release->table->columns; i++) {
        const column *of = &release->table->column[i];
        alike_run run = {.release = release, .of = of, .asked = asked_of(release, of->name)};
        bool sensitive = plan_role_of(release->plan, of->name) == ROLE_SENSITIVE;
        if (!of->kept || (!sensitive && run.asked == 0))
            continue;
        bool made = look(out, &run);
        memory_free(run.missing);
        memory_free(run.group);
        memory_free(run.groups);
        memory_free(run.number);
        memory_free(run.near);
        memory_free(run.begin);
        memory_free(run.code);
        memory_free(run.seen);
        memory_free(run.values);
        if (!made)
            return status_no_memory(error);
    }
    return out->failed ? status_no_memory(error) : SHOAL_OK;
}
