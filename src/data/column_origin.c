#include "data/column_origin.h"

#include <string.h>

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

/* False: out of memory. */
static bool copy_text(char **to, const char *from) {
    *to = from ? memory_text(from, strlen(from)) : NULL;
    return *to || !from;
}

static bool copy_labels(column_origin *to, const column_origin *from) {
    to->labels = from->labels ? memory_zero(from->label_count, sizeof *to->labels) : NULL;
    if (from->labels && !to->labels)
        return false;
    for (; to->labels && to->label_count < from->label_count; to->label_count++) {
        size_t i = to->label_count;
        if (!copy_text(&to->labels[i].value, from->labels[i].value) ||
            !copy_text(&to->labels[i].label, from->labels[i].label)) {
            memory_free(to->labels[i].value);
            return false;
        }
    }
    return true;
}

column_origin *column_origin_copy(const column_origin *from) {
    column_origin *made = column_origin_new(from->of);
    if (!made)
        return NULL;
    *made = *from;
    made->native = made->empty = made->label = made->format = NULL;
    made->labels = NULL;
    made->label_count = 0;
    if (copy_text(&made->native, from->native) && copy_text(&made->empty, from->empty) &&
        copy_text(&made->label, from->label) && copy_text(&made->format, from->format) &&
        copy_labels(made, from))
        return made;
    column_origin_free(made);
    return NULL;
}

absent_texts column_origin_absent(const column_origin *origin) {
    if (origin && !origin->nulls)
        return (absent_texts){NULL, ""};
    return (absent_texts){"", origin ? origin->empty : NULL};
}
