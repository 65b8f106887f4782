#include "data/column_origin.h"

column_origin *column_origin_new(value_type of) {
    column_origin *made = memory_zero(1, sizeof *made);
    if (made)
        made->of = of;
    return made;
}

void column_origin_free(column_origin *origin) {
    if (!origin)
        return;
    for (size_t i = 0; origin->labels && i < origin->label_count; i++) {
        memory_free(origin->labels[i].value);
        memory_free(origin->labels[i].label);
    }
    memory_free(origin->labels);
    memory_free(origin->native);
    memory_free(origin->empty);
    memory_free(origin->label);
    memory_free(origin->format);
    memory_free(origin);
}

absent_texts column_origin_absent(const column_origin *origin) {
    if (origin && !origin->nulls)
        return (absent_texts){NULL, ""};
    return (absent_texts){"", origin ? origin->empty : NULL};
}
