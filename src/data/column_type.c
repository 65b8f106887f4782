#include "data/column_type.h"

#include "data/date.h"
#include "data/number.h"

#include <string.h>

shoal_status value_list_make(value_list *out, const dictionary *values, const shoal_plan *plan,
                             shoal_error *error) {
    *out = (value_list){memory_new(values->size, sizeof *out->values), 0};
    if (!out->values)
        return status_no_memory(error);
    for (uint32_t code = 0; code < values->size; code++) {
        const char *value = dictionary_text(values, code);
        if (!plan_is_missing(plan, value))
            out->values[out->count++] = value;
    }
    return SHOAL_OK;
}

shoal_status value_list_of(value_list *out, const column *of, const shoal_plan *plan,
                           shoal_error *error) {
    STATUS_TRY(value_list_make(out, &of->values, plan, error));
    size_t count = 0;
    for (size_t i = 0; i < out->count; i++)
        if (!plan_is_missing_in(plan, of->name, out->values[i]))
            out->values[count++] = out->values[i];
    out->count = count;
    return SHOAL_OK;
}

/* The narrowest number type that holds all values, else TYPE_STRING. */
static plan_type infer_number(const char *const *values, size_t count) {
    plan_type type = TYPE_INTEGER;
    for (size_t i = 0; i < count; i++) {
        const char *value = values[i];
        number parsed;
        int64_t floor;
        if (!number_parse(&parsed, value, strlen(value)) || !number_floor(&parsed, 0, &floor))
            return TYPE_STRING;
        bool code = value[0] == '0' && value[1] >= '0' && value[1] <= '9';
        if (code)
            return TYPE_STRING;
        if (!parsed.plain)
            type = TYPE_DECIMAL;
    }
    return type;
}

plan_type type_infer(const char *const *values, size_t count) {
    if (count == 0)
        return TYPE_STRING;
    plan_type type = infer_number(values, count);
    date_survey survey;
    if (type == TYPE_STRING && date_survey_values(&survey, values, count) &&
        date_survey_is_dates(&survey))
        return TYPE_DATE;
    return type;
}

const char *type_name(plan_type type) {
    static const char *const names[] = {[TYPE_AUTO] = "auto",
                                        [TYPE_INTEGER] = "integer",
                                        [TYPE_DECIMAL] = "decimal",
                                        [TYPE_DATE] = "date",
                                        [TYPE_STRING] = "string"};
    return names[type];
}
