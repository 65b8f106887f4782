/* In which columns the comma is the decimal sign. */
#include "base/note.h"
#include "base/text.h"
#include "bind/found_values.h"
#include "data/column_type.h"
#include "data/decimal_comma.h"

#include <string.h>

typedef struct comma_search {
    const shoal_plan *plan;
    shoal_table *table;
    comma_look *look;       /* [columns] */
    bool *said;             /* [columns] the plan says it */
    bool decimal;           /* the file has decimal commas */
    text turned, thousands; /* names of columns */
} comma_search;

static bool has_byte(const dictionary *values, char byte) {
    return values->size > 0 && memchr(values->bytes, byte, values->offsets[values->size]) != NULL;
}

/* The look of a column's values but those that may be missing. */
static shoal_status look_at(comma_search *by, size_t index, shoal_error *error) {
    const column *of = &by->table->column[index];
    value_list values;
    STATUS_TRY(value_list_of(&values, of, by->plan, error));
    if (plan_has_usual_tokens(by->plan))
        found_values_drop_words(&values);
    by->look[index] = decimal_comma_look(values.values, values.count);
    memory_free(values.values);
    return SHOAL_OK;
}

static bool is_asked(const comma_search *by, const column *of) {
    return of->kept && !plan_role_is_hidden(plan_role_of(by->plan, of->name));
}

static shoal_status look_for_commas(comma_search *by, shoal_error *error) {
    for (size_t i = 0; i < by->table->columns; i++) {
        const column *of = &by->table->column[i];
        const plan_attribute *attribute = plan_find(by->plan, of->name);
        by->said[i] = attribute && attribute->decimal;
        if (!is_asked(by, of) || by->said[i] || !has_byte(&of->values, ','))
            continue;
        STATUS_TRY(look_at(by, i, error));
        by->decimal |= by->look[i] == COMMA_DECIMAL;
    }
    return SHOAL_OK;
}

/* Where commas are decimal signs, points separate thousands. */
static shoal_status look_for_points(comma_search *by, shoal_error *error) {
    for (size_t i = 0; by->decimal && i < by->table->columns; i++) {
        const column *of = &by->table->column[i];
        if (is_asked(by, of) && !by->said[i] && !has_byte(&of->values, ',') &&
            has_byte(&of->values, '.'))
            STATUS_TRY(look_at(by, i, error));
    }
    return SHOAL_OK;
}

static void add_name(text *to, const char *name) {
    text_format(to, "%s%.60s", to->length ? ", " : "", name);
}

static shoal_status turn(comma_search *by, size_t index, shoal_plan **found, shoal_error *error) {
    column *of = &by->table->column[index];
    if (!*found)
        STATUS_TRY(plan_copy(found, by->plan, error));
    plan_attribute *attribute = plan_attribute_read(*found, of->name);
    if (!attribute)
        return status_no_memory(error);
    attribute->decimal = ',';
    decimal_comma_turn(of);
    add_name(&by->turned, of->name);
    return SHOAL_OK;
}

static shoal_status turn_all(comma_search *by, shoal_plan **found, shoal_error *error) {
    for (size_t i = 0; i < by->table->columns; i++) {
        column *of = &by->table->column[i];
        const plan_attribute *attribute = plan_find(by->plan, of->name);
        bool decimal = by->look[i] == COMMA_DECIMAL || by->look[i] == COMMA_EITHER ||
                       by->look[i] == COMMA_POINTS;
        if (by->said[i] && attribute->decimal == ',')
            decimal_comma_turn(of);
        else if (by->decimal && decimal)
            STATUS_TRY(turn(by, i, found, error));
        else if (by->look[i] == COMMA_EITHER && attribute && attribute->role != ROLE_PLAIN)
            add_name(&by->thousands, of->name);
    }
    return SHOAL_OK;
}

static void note_found(const comma_search *by, const shoal_hooks *hooks) {
    text sentence = {0};
    if (!note_is_heard(hooks))
        return;
    if (by->turned.length > 0) {
        text_format(&sentence, "the comma is the decimal sign of %.200s, also in the release",
                    by->turned.bytes);
        if (sentence.bytes && !by->plan->decimal)
            note_tell(hooks, note_comma_decimal, NULL, sentence.bytes);
    }
    sentence.length = 0;
    if (by->thousands.length > 0) {
        text_format(&sentence,
                    "%.200s: the comma separates thousands, as in 1,234; set input.decimal to a "
                    "comma if it is the decimal sign",
                    by->thousands.bytes);
        if (sentence.bytes && !by->plan->decimal)
            note_tell(hooks, note_comma_thousands, NULL, sentence.bytes);
    }
    text_free(&sentence);
}

static shoal_status search(comma_search *by, shoal_plan **found, shoal_error *error) {
    by->look = memory_zero(by->table->columns, sizeof *by->look);
    by->said = memory_zero(by->table->columns, sizeof *by->said);
    if (!by->look || !by->said)
        return status_no_memory(error);
    STATUS_TRY(look_for_commas(by, error));
    by->decimal = by->plan->decimal == ',' || (by->decimal && by->plan->decimal != '.');
    STATUS_TRY(look_for_points(by, error));
    return turn_all(by, found, error);
}

shoal_status found_commas(shoal_plan **found, const shoal_plan *plan, shoal_table *table,
                          const shoal_hooks *hooks, shoal_error *error) {
    comma_search by = {.plan = plan, .table = table};
    shoal_status status = search(&by, found, error);
    if (status == SHOAL_OK)
        note_found(&by, hooks);
    memory_free(by.look);
    memory_free(by.said);
    text_free(&by.turned);
    text_free(&by.thousands);
    return status;
}
