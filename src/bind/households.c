#include "bind/households.h"

#include "bind/roles.h"
#include "data/star.h"

/* A masked column says nothing. */
static bool is_blank(const column *of) {
    for (uint32_t code = 0; code < of->values.size; code++)
        if (!is_star(dictionary_text(&of->values, code)))
            return false;
    return true;
}

static const column *find_key(const shoal_table *table, const char *name) {
    int64_t place = table_find(table, name);
    const column *found = place >= 0 ? &table->column[place] : NULL;
    return found && found->kept && !is_blank(found) ? found : NULL;
}

static bool number_rows(households *out, const column *key, const shoal_plan *plan, size_t rows) {
    bool any;
    bool *missing = roles_missing_codes(plan, key, &any);
    out->of_row = memory_new(rows, sizeof *out->of_row);
    out->count = key->values.size;
    for (size_t row = 0; missing && out->of_row && row < rows; row++) {
        uint32_t code = codes_get(&key->codes, row);
        out->of_row[row] = missing[code] ? (uint32_t)out->count++ : code;
    }
    memory_free(missing);
    return missing && out->of_row;
}

shoal_status households_find(households *out, const shoal_table *table, const shoal_plan *plan,
                             shoal_error *error) {
    *out = (households){0};
    if (plan_count_role(plan, ROLE_HOUSEHOLD) > 1)
        return status_refuse(error, SHOAL_USAGE, "household_several", NULL,
                             "several attributes have the role household, but the key of a "
                             "household is one attribute");
    for (size_t i = 0; i < plan->attribute_count; i++)
        if (plan->attributes[i].role == ROLE_HOUSEHOLD)
            out->name = plan->attributes[i].name;
    const column *key = out->name ? find_key(table, out->name) : NULL;
    if (!key || number_rows(out, key, plan, table->rows))
        return SHOAL_OK;
    households_free(out);
    return status_no_memory(error);
}

shoal_status households_borrow(households *out, const shoal_table *original, const bool *paired,
                               size_t rows, const shoal_plan *plan, shoal_error *error) {
    STATUS_TRY(households_find(out, original, plan, error));
    for (size_t row = 0, from = 0; out->of_row && paired && row < rows; row++, from++) {
        while (!paired[from])
            from++;
        out->of_row[row] = out->of_row[from];
    }
    return SHOAL_OK;
}

void households_free(households *of) {
    memory_free(of->of_row);
    *of = (households){.name = of->name};
}
