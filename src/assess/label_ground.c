#include "assess/label_ground.h"

#include "data/date.h"

#include <string.h>

label_ground label_ground_of(const value_list *values, bool given) {
    date_survey survey = {0};
    label_ground of = {.type = type_infer(values->values, values->count), .given = given};
    if (of.type == TYPE_DATE && date_survey_values(&survey, values->values, values->count))
        of.order = (int)survey.order;
    return of;
}

bool label_is_set(const char *label, size_t length) {
    return length > 2 && label[0] == '{' && label[length - 1] == '}';
}

/* 130** stands for values of five characters that begin with 130. */
bool label_is_mask(const char *label, size_t length) {
    size_t stars = 0;
    for (size_t i = 0; i < length; i++)
        stars += label[i] == '*';
    return stars > 0 && stars < length;
}

/* Levels of dates are written in many ways, such as 1990-05 and 1990s; of numbers only where it is
 * not known what they are. */
static bool may_be_of_another_form(const label_ground *of, const char *label) {
    bool digits = strpbrk(label, "0123456789") != NULL;
    bool numbers = of->type == TYPE_INTEGER || of->type == TYPE_DECIMAL;
    return digits && (of->type == TYPE_DATE || (numbers && !of->given));
}

bool label_names_nothing(const label_ground *of, const char *label, size_t length) {
    return !label_is_set(label, length) && !label_is_mask(label, length) &&
           !label_is_range(label, length, of->order) && !may_be_of_another_form(of, label);
}
