#include "bind/coded_extremes.h"

#include "base/nearest_name.h"
#include "bind/roles.h"

#include <stdlib.h>
#include <string.h>

void coded_extremes_free(coded_extremes *extremes) {
    arena_free(&extremes->memory);
    *extremes = (coded_extremes){0};
}

bool coded_extremes_asked(const shoal_plan *plan) {
    for (size_t i = 0; i < plan->attribute_count; i++)
        if (plan->attributes[i].top_code || plan->attributes[i].bottom_code)
            return true;
    return false;
}

bool coded_extremes_of(const shoal_plan *plan, const char *attribute) {
    const plan_attribute *found = plan_find(plan, attribute);
    return found && (found->top_code || found->bottom_code);
}

shoal_status coded_extremes_check(const shoal_plan *plan, shoal_error *error) {
    char shown[48];
    for (size_t i = 0; i < plan->attribute_count; i++) {
        const plan_attribute *each = &plan->attributes[i];
        plan_role role = plan_role_of(plan, each->name);
        if ((!each->top_code && !each->bottom_code) || role == ROLE_PLAIN || role == ROLE_SENSITIVE)
            continue;
        name_show(shown, sizeof shown, each->name);
        return status_refuse(error, SHOAL_USAGE, "code_of_role", "attributes.NAME.top_code",
                             "'%s' has a top or bottom code, but is neither plain nor sensitive: "
                             "other attributes are recoded or not published at all",
                             shown);
    }
    return SHOAL_OK;
}

/* ---- A column as numbers --------------------------------------------------------------------- */

/* The distinct numbers of a column that people have, in ascending order. */
typedef struct number_line {
    const column *of;
    number *value;   /* [values of the column] of each code that is a number */
    uint32_t *code;  /* [count] at each place of the line */
    uint32_t *place; /* [values of the column] of each code; UINT32_MAX: missing */
    uint32_t count;
    uint64_t *members; /* [count] people, each at their outermost value */
    arena *memory;
} number_line;

static int compare_codes(const void *one, const void *other, void *values) {
    const number *value = values;
    uint32_t a = *(const uint32_t *)one, b = *(const uint32_t *)other;
    int found = number_compare(&value[a], &value[b]);
    return found ? found : (a > b) - (a < b);
}

static shoal_status refuse_value(const bound_table *table, const column *of, const char *value,
                                 shoal_error *error) {
    char shown[40], text_shown[40];
    name_show(shown, sizeof shown, of->name);
    name_show(text_shown, sizeof text_shown, value);
    return status_refuse(error, SHOAL_BAD_DATA, "code_of_text", "attributes.NAME.top_code",
                         "%.80s: '%s' has a top or bottom code, but its value '%s' is no number: "
                         "leave the code out, or name the word as a missing value",
                         table->path, shown, text_shown);
}

static shoal_status read_line(number_line *line, const bound_table *table, const bool *missing,
                              shoal_error *error) {
    const dictionary *values = &line->of->values;
    for (uint32_t code = 0; code < values->size; code++) {
        const char *text = dictionary_text(values, code);
        line->place[code] = UINT32_MAX;
        if (missing[code])
            continue;
        if (!number_parse(&line->value[code], text, dictionary_length(values, code)) ||
            line->value[code].cut)
            return refuse_value(table, line->of, text, error);
        line->code[line->count++] = code;
    }
    qsort_r(line->code, line->count, sizeof *line->code, compare_codes, line->value);
    for (uint32_t p = 0; p < line->count; p++)
        line->place[line->code[p]] = p;
    return SHOAL_OK;
}

static shoal_status open_line(number_line *line, const bound_table *table, shoal_error *error) {
    size_t size = line->of->values.size + 1;
    bool any, *missing = roles_missing_codes(table->plan, line->of, &any);
    line->value = arena_new(line->memory, size, sizeof *line->value);
    line->code = arena_new(line->memory, size, sizeof *line->code);
    line->place = arena_new(line->memory, size, sizeof *line->place);
    line->members = arena_new(line->memory, size, sizeof *line->members);
    shoal_status status = missing && line->value && line->code && line->place && line->members
                              ? read_line(line, table, missing, error)
                              : status_no_memory(error);
    memory_free(missing);
    return status;
}

/* ---- Where people are on the line ------------------------------------------------------------ */

/* Rows are people where `person_of` is NULL. */
static bool count_members(number_line *line, size_t rows, const uint32_t *person_of,
                          uint64_t persons, bool top) {
    uint32_t *outermost = person_of ? memory_new(persons + 1, sizeof *outermost) : NULL;
    if (person_of && !outermost)
        return false;
    memset(line->members, 0, line->count * sizeof *line->members);
    for (uint64_t i = 0; outermost && i < persons; i++)
        outermost[i] = UINT32_MAX;
    for (size_t row = 0; row < rows; row++) {
        uint32_t place = line->place[codes_get(&line->of->codes, row)];
        if (place == UINT32_MAX)
            continue;
        uint32_t *so_far = outermost ? &outermost[person_of[row]] : NULL;
        if (!so_far)
            line->members[place]++;
        else if (*so_far == UINT32_MAX || (top ? place > *so_far : place < *so_far))
            *so_far = place;
    }
    for (uint64_t i = 0; outermost && i < persons; i++)
        if (outermost[i] != UINT32_MAX)
            line->members[outermost[i]]++;
    memory_free(outermost);
    return true;
}

/* The innermost place such that `least` members are there or further out. */
static uint32_t reach(const number_line *line, bool top, uint64_t least) {
    uint64_t found = 0;
    for (uint32_t i = 0; i < line->count; i++) {
        uint32_t place = top ? line->count - 1 - i : i;
        found += line->members[place];
        if (found >= least)
            return place;
    }
    return top ? 0 : line->count - 1;
}

/* Members that a bound at such a share leaves beyond it. */
static uint64_t members_beyond(const number_line *line, bool top, int64_t units, int64_t k) {
    uint64_t all = 0;
    for (uint32_t p = 0; p < line->count; p++)
        all += line->members[p];
    uint64_t share = (uint64_t)(top ? PLAN_SHARE_UNIT - units : units);
    __extension__ unsigned __int128 part = (unsigned __int128)all * share;
    uint64_t beyond = (uint64_t)((part + PLAN_SHARE_UNIT - 1) / PLAN_SHARE_UNIT);
    return beyond > (uint64_t)k ? beyond : (uint64_t)k;
}

/* ---- Bounds ---------------------------------------------------------------------------------- */

/* A column of whole numbers stays one. */
static bool fits(const column *of, const number *bound) {
    const column_origin *origin = of->origin;
    int places = number_places(bound);
    if (origin && origin->of == VALUE_INTEGER)
        return places == 0;
    return !origin || origin->of != VALUE_DECIMAL || places <= origin->scale;
}

static shoal_status refuse_bound(const column *of, const char *bound, shoal_error *error) {
    char shown[48];
    name_show(shown, sizeof shown, of->name);
    return status_refuse(error, SHOAL_USAGE, "code_unfit", "attributes.NAME.top_code",
                         "the top or bottom code %.40s does not fit the column '%s', which has "
                         "fewer decimals",
                         bound, shown);
}

static uint64_t count_cells(const number_line *line, const coded_end *end, size_t rows) {
    uint64_t found = 0;
    for (size_t row = 0; row < rows; row++) {
        uint32_t place = line->place[codes_get(&line->of->codes, row)];
        if (place == UINT32_MAX)
            continue;
        int side = number_compare(&line->value[line->code[place]], &end->limit);
        found += end->top ? side > 0 : side < 0;
    }
    return found;
}

static shoal_status add_end(coded_extremes *out, const number_line *line, bool top,
                            const char *asked, const char *bound, size_t rows, shoal_error *error) {
    coded_end *made = &out->each[out->count++];
    *made = (coded_end){
        .attribute = arena_text(&out->memory, line->of->name, strlen(line->of->name)),
        .top = top,
        .asked = arena_text(&out->memory, asked, strlen(asked)),
        .bound = arena_text(&out->memory, bound, strlen(bound)),
    };
    if (!made->attribute || !made->asked || !made->bound)
        return status_no_memory(error);
    if (!number_parse(&made->limit, bound, strlen(bound)) || !fits(line->of, &made->limit))
        return refuse_bound(line->of, bound, error);
    made->cells = count_cells(line, made, rows);
    return SHOAL_OK;
}

static shoal_status find_end(coded_extremes *out, number_line *line, const bound_table *whole,
                             const char *asked, bool top, shoal_error *error) {
    int64_t units, k = whole->plan->k > 0 ? whole->plan->k : 1;
    const char *bound = asked;
    if (!asked || line->count == 0)
        return SHOAL_OK;
    if (plan_percent_units(asked, &units)) {
        if (!count_members(line, whole->table->rows, whole->person_of, whole->persons, top))
            return status_no_memory(error);
        uint32_t place = reach(line, top, members_beyond(line, top, units, k));
        bound = dictionary_text(&line->of->values, line->code[place]);
    }
    return add_end(out, line, top, asked, bound, whole->table->rows, error);
}

static shoal_status refuse_crossed(const coded_end *bottom, const coded_end *top,
                                   shoal_error *error) {
    char shown[48];
    name_show(shown, sizeof shown, top->attribute);
    return status_refuse(
        error, SHOAL_USAGE, "codes_cross", "attributes.NAME.top_code",
        "the top code of '%s' is %.40s, and its bottom code %.40s: nothing is left "
        "between them",
        shown, top->bound, bottom->bound);
}

static shoal_status find_ends(coded_extremes *out, const column *of, const plan_attribute *asked,
                              const bound_table *whole, shoal_error *error) {
    arena scratch = {0};
    number_line line = {.of = of, .memory = &scratch};
    size_t before = out->count;
    shoal_status status = open_line(&line, whole, error);
    if (status == SHOAL_OK)
        status = find_end(out, &line, whole, asked->top_code, true, error);
    if (status == SHOAL_OK)
        status = find_end(out, &line, whole, asked->bottom_code, false, error);
    arena_free(&scratch);
    if (status == SHOAL_OK && out->count == before + 2 &&
        number_compare(&out->each[before].limit, &out->each[before + 1].limit) <= 0)
        status = refuse_crossed(&out->each[before + 1], &out->each[before], error);
    return status;
}

shoal_status coded_extremes_find(coded_extremes *out, const bound_table *of, shoal_error *error) {
    bound_table whole = {.plan = of->plan, .path = of->path, .table = of->table, .pool = of->pool};
    *out = (coded_extremes){0};
    if (!coded_extremes_asked(of->plan))
        return SHOAL_OK;
    out->each = arena_zero(&out->memory, 2 * of->plan->attribute_count, sizeof *out->each);
    shoal_status status =
        out->each ? bound_table_find_persons(&whole, error) : status_no_memory(error);
    for (size_t i = 0; status == SHOAL_OK && i < of->plan->attribute_count; i++) {
        const plan_attribute *asked = &of->plan->attributes[i];
        int64_t place = table_find(of->table, asked->name);
        if ((asked->top_code || asked->bottom_code) && place >= 0 && of->table->column[place].kept)
            status = find_ends(out, &of->table->column[place], asked, &whole, error);
    }
    memory_free(whole.person_of);
    return status;
}

/* ---- Coding ---------------------------------------------------------------------------------- */

/* What becomes of the values of a column. */
typedef struct coding {
    column *of;
    const coded_end *end;
    bool *beyond;      /* [values] further out than the bound */
    uint32_t *become;  /* [values] */
    uint32_t bound_at; /* the place of the bound among the new values */
} coding;

static bool is_beyond(const coded_end *end, const char *value, size_t length) {
    number parsed;
    if (!number_parse(&parsed, value, length))
        return false;
    int side = number_compare(&parsed, &end->limit);
    return end->top ? side > 0 : side < 0;
}

/* The code of the bound; the number of values: there is none. Another spelling of the same number
 * is a value of its own. */
static uint32_t find_bound(const coding *by) {
    const dictionary *values = &by->of->values;
    for (uint32_t code = 0; code < values->size; code++)
        if (strcmp(dictionary_text(values, code), by->end->bound) == 0)
            return code;
    return (uint32_t)values->size;
}

static void add_value(dictionary *to, const char *value, size_t length) {
    memcpy(to->bytes + to->offsets[to->size], value, length + 1);
    to->offsets[to->size + 1] = to->offsets[to->size] + length + 1;
    to->size++;
}

/* Values in their order without those beyond the bound, and with the bound where it belongs. At
 * least one value is left out, so that there is a code for the bound. */
static bool make_values(dictionary *out, coding *by) {
    const dictionary *from = &by->of->values;
    uint32_t same = find_bound(by);
    bool sorted = from->size <= DICTIONARY_SORTED_MOST, adds = same == from->size;
    const char *bound = by->end->bound;
    size_t length = strlen(bound), bytes = from->offsets[from->size] + length + 1;
    out->bytes = memory_new(bytes, 1);
    out->offsets = memory_new(from->size + 2, sizeof *out->offsets);
    if (!out->bytes || !out->offsets)
        return false;
    out->size = 0;
    out->offsets[0] = 0;
    for (uint32_t code = 0; code < from->size; code++) {
        const char *value = dictionary_text(from, code);
        if (adds && sorted && strcmp(value, bound) > 0) {
            by->bound_at = (uint32_t)out->size;
            add_value(out, bound, length);
            adds = false;
        }
        if (by->beyond[code])
            continue;
        by->become[code] = (uint32_t)out->size;
        if (code == same)
            by->bound_at = (uint32_t)out->size;
        add_value(out, value, dictionary_length(from, code));
    }
    if (adds) {
        by->bound_at = (uint32_t)out->size;
        add_value(out, bound, length);
    }
    for (uint32_t code = 0; code < from->size; code++)
        if (by->beyond[code])
            by->become[code] = by->bound_at;
    return true;
}

/* Codes of its own: a borrowed column's are not to be changed. */
static bool replace_codes(coding *by, size_t rows) {
    column *of = by->of;
    codes made = {memory_new(rows, (size_t)of->codes.width), of->codes.width};
    if (!made.data)
        return false;
    for (size_t row = 0; row < rows; row++)
        codes_put(&made, row, by->become[codes_get(&of->codes, row)]);
    if (!of->borrowed)
        memory_free(of->codes.data);
    of->codes = made;
    of->borrowed = false;
    return true;
}

/* Labels of statistical packages say which values there are. */
static void drop_labels(column_origin *origin, const coded_end *end) {
    size_t kept = 0;
    for (size_t i = 0; i < origin->label_count; i++) {
        value_label *each = &origin->labels[i];
        if (is_beyond(end, each->value, strlen(each->value))) {
            memory_free(each->value);
            memory_free(each->label);
        } else {
            origin->labels[kept++] = *each;
        }
    }
    origin->label_count = kept;
}

static bool code_column(coding *by, size_t rows) {
    dictionary made = {0};
    if (!make_values(&made, by) || !replace_codes(by, rows)) {
        memory_free(made.bytes);
        memory_free(made.offsets);
        return false;
    }
    memory_free(by->of->values.bytes);
    memory_free(by->of->values.offsets);
    by->of->values = made;
    return true;
}

static bool apply_end(const coded_end *end, column *of, size_t rows) {
    size_t size = of->values.size + 1;
    coding by = {.of = of,
                 .end = end,
                 .beyond = memory_zero(size, sizeof *by.beyond),
                 .become = memory_zero(size, sizeof *by.become)};
    bool any = false, fine = by.beyond && by.become;
    for (uint32_t code = 0; fine && code < of->values.size; code++) {
        by.beyond[code] = is_beyond(end, dictionary_text(&of->values, code),
                                    dictionary_length(&of->values, code));
        any |= by.beyond[code];
    }
    if (fine && any)
        fine = code_column(&by, rows);
    if (fine && of->origin)
        drop_labels(of->origin, end);
    memory_free(by.beyond);
    memory_free(by.become);
    return fine;
}

shoal_status coded_extremes_apply(const coded_extremes *extremes, shoal_table *table,
                                  shoal_error *error) {
    for (size_t i = 0; i < extremes->count; i++) {
        int64_t place = table_find(table, extremes->each[i].attribute);
        if (place >= 0 && table->column[place].kept &&
            !apply_end(&extremes->each[i], &table->column[place], table->rows))
            return status_no_memory(error);
    }
    return SHOAL_OK;
}

shoal_status coded_extremes_of_table(bound_table *of, shoal_error *error) {
    coded_extremes extremes;
    shoal_status status = coded_extremes_find(&extremes, of, error);
    if (status == SHOAL_OK)
        status = coded_extremes_apply(&extremes, of->owned, error);
    coded_extremes_free(&extremes);
    return status;
}

/* ---- A release alone ------------------------------------------------------------------------- */

static bool passes(const column *of, const char *bound, bool top) {
    coded_end end = {.top = top};
    int64_t units;
    if (!bound || plan_percent_units(bound, &units) ||
        !number_parse(&end.limit, bound, strlen(bound)))
        return false;
    for (uint32_t code = 0; code < of->values.size; code++)
        if (is_beyond(&end, dictionary_text(&of->values, code),
                      dictionary_length(&of->values, code)))
            return true;
    return false;
}

const char *coded_extremes_passed(const shoal_plan *plan, const shoal_table *released) {
    for (size_t i = 0; i < plan->attribute_count; i++) {
        const plan_attribute *asked = &plan->attributes[i];
        int64_t place = table_find(released, asked->name);
        const column *of = place < 0 ? NULL : &released->column[place];
        if (of && of->kept &&
            (passes(of, asked->top_code, true) || passes(of, asked->bottom_code, false)))
            return asked->name;
    }
    return NULL;
}
