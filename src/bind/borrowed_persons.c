#include "bind/borrowed_persons.h"

#include "base/nearest_name.h"

#include "data/star.h"

/* A masked column says nothing. */
static bool is_blank(const column *of) {
    for (uint32_t code = 0; code < of->values.size; code++)
        if (!is_star(dictionary_text(&of->values, code)))
            return false;
    return true;
}

const char *persons_lack(const shoal_table *table, const shoal_plan *plan) {
    for (size_t i = 0; i < plan->attribute_count; i++) {
        const plan_attribute *each = &plan->attributes[i];
        int64_t place = table_find(table, each->name);
        if (each->role == ROLE_PERSON &&
            (place < 0 || !table->column[place].kept || is_blank(&table->column[place])))
            return each->name;
    }
    return NULL;
}

shoal_status persons_refuse(const bound_table *of, const char *lacking, shoal_error *error) {
    char shown[64];
    name_show(shown, sizeof shown, lacking);
    return status_refuse(error, SHOAL_USAGE, "persons_unknown", "against",
                         "persons cannot be counted: %.80s has no column '%s'; name the "
                         "original that has it",
                         of->path, shown);
}

shoal_status persons_refuse_rows(const bound_table *release, const bound_table *original,
                                 const char *why, shoal_error *error) {
    return status_refuse(error, SHOAL_USAGE, "persons_unknown", "against",
                         "persons cannot be counted: %.40s does not say whose rows they are, and "
                         "the rows of %.40s cannot be matched to them: %.80s",
                         release->path, original->path, why);
}

/* Numbers the persons of the rows that count without gaps. */
static bool number_persons(bound_table *bound, size_t most) {
    uint32_t *number = memory_new(most, sizeof *number);
    for (size_t i = 0; number && i < most; i++)
        number[i] = RULE_NONE;
    for (size_t row = 0; number && row < bound->table->rows; row++) {
        uint32_t *person = &bound->person_of[row];
        if (bound->kept && !bound->kept[row]) {
            *person = RULE_NONE;
            continue;
        }
        if (number[*person] == RULE_NONE)
            number[*person] = (uint32_t)bound->persons++;
        *person = number[*person];
    }
    memory_free(number);
    return number != NULL;
}

static shoal_status copy_persons(bound_table *release, const bound_table *whole, const bool *paired,
                                 shoal_error *error) {
    release->person_of = memory_new(release->table->rows, sizeof *release->person_of);
    if (!release->person_of)
        return status_no_memory(error);
    for (size_t row = 0, from = 0; row < release->table->rows; row++, from++) {
        while (paired && !paired[from])
            from++;
        release->person_of[row] = whole->person_of[from];
    }
    return number_persons(release, whole->persons) ? SHOAL_OK : status_no_memory(error);
}

/* Of all rows: the release may count some that the original does not. */
shoal_status persons_borrow(bound_table *release, const bound_table *original, const bool *paired,
                            shoal_error *error) {
    bound_table whole = {.plan = original->plan,
                         .path = original->path,
                         .table = original->table,
                         .pool = original->pool};
    shoal_status status = bound_table_find_persons(&whole, error);
    if (status == SHOAL_OK)
        status = copy_persons(release, &whole, paired, error);
    memory_free(whole.person_of);
    return status;
}
