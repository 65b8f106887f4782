#include "data/column_numbers.h"

#include "data/column_type.h"
#include "data/date.h"
#include "data/number.h"
#include "data/star.h"

#include <math.h>
#include <string.h>

/* Squares of differences of larger values could overflow. */
#define LARGEST_VALUE 1e150

static double value_of(const char *from, plan_type type, date_order order) {
    number parsed;
    date day;
    if (type == TYPE_DATE)
        return date_parse(&day, from, order) ? (double)date_to_days(&day) : (double)NAN;
    if (!number_parse(&parsed, from, strlen(from)))
        return (double)NAN;
    double value = number_value(&parsed);
    return fabs(value) <= LARGEST_VALUE ? value : (double)NAN;
}

/* `*` is not a value: it marks suppressed cells. */
static plan_type find_type(date_order *order, value_list *values, plan_type said) {
    size_t kept = 0;
    for (size_t i = 0; i < values->count; i++)
        if (!is_star(values->values[i]))
            values->values[kept++] = values->values[i];
    values->count = kept;
    date_survey survey;
    plan_type found = type_infer(values->values, kept);
    plan_type type = said != TYPE_AUTO && found != TYPE_STRING ? said : found;
    *order = type == TYPE_DATE && date_survey_values(&survey, values->values, kept) ? survey.order
                                                                                    : DATE_YMD;
    return type;
}

shoal_status column_numbers(double **out, plan_type *type, const column *of, const shoal_plan *plan,
                            arena *memory, shoal_error *error) {
    const plan_attribute *said = plan_find(plan, of->name);
    value_list values;
    date_order order;
    *out = NULL;
    STATUS_TRY(value_list_of(&values, of, plan, error));
    *type = find_type(&order, &values, said ? said->type : TYPE_AUTO);
    memory_free(values.values);
    if (*type == TYPE_STRING)
        return SHOAL_OK;
    double *numbers = arena_new(memory, of->values.size, sizeof *numbers);
    if (!numbers)
        return status_no_memory(error);
    for (uint32_t code = 0; code < of->values.size; code++) {
        const char *value = dictionary_text(&of->values, code);
        numbers[code] =
            plan_is_missing_in(plan, of->name, value) ? (double)NAN : value_of(value, *type, order);
    }
    *out = numbers;
    return SHOAL_OK;
}
