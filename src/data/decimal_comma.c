#include "data/decimal_comma.h"

#include "data/number.h"

#include <string.h>

void decimal_comma_swap(char *text, size_t length) {
    bool digit = false;
    for (size_t i = 0; i < length; i++)
        digit |= text[i] >= '0' && text[i] <= '9';
    for (size_t i = 0; digit && i < length; i++)
        if (text[i] == ',' || text[i] == '.')
            text[i] = text[i] == ',' ? '.' : ',';
}

void decimal_comma_turn(column *of) {
    for (uint32_t code = 0; code < of->values.size; code++)
        decimal_comma_swap(of->values.bytes + of->values.offsets[code],
                           dictionary_length(&of->values, code));
    of->comma = !of->comma;
}

void decimal_comma_turn_like(shoal_table *table, const shoal_table *like) {
    for (size_t i = 0; i < table->columns; i++) {
        int64_t found = table_find(like, table->column[i].name);
        if (found >= 0 && like->column[found].comma && !table->column[i].comma)
            decimal_comma_turn(&table->column[i]);
    }
}

#define LONGEST_NUMBER 60

/* The look of one value. */
static comma_look look_at(const char *value, bool *plain) {
    char turned[LONGEST_NUMBER];
    number as_is, as_turned;
    size_t length = strlen(value);
    *plain = false;
    if (length >= sizeof turned)
        return COMMA_NONE;
    memcpy(turned, value, length);
    decimal_comma_swap(turned, length);
    bool comma = memchr(value, ',', length) != NULL, point = memchr(value, '.', length) != NULL;
    if (!number_parse(&as_turned, turned, length))
        return COMMA_NONE;
    *plain = !comma && !point;
    bool either = number_parse(&as_is, value, length);
    if (comma)
        return either ? COMMA_EITHER : COMMA_DECIMAL;
    return point ? COMMA_POINTS : COMMA_NONE;
}

comma_look decimal_comma_look(const char *const *values, size_t count) {
    size_t seen[COMMA_POINTS + 1] = {0};
    for (size_t i = 0; i < count; i++) {
        bool plain;
        comma_look look = look_at(values[i], &plain);
        if (look == COMMA_NONE && !plain)
            return COMMA_NONE;
        seen[look]++;
    }
    if (seen[COMMA_DECIMAL] > 0)
        return COMMA_DECIMAL;
    if (seen[COMMA_EITHER] > 0)
        return seen[COMMA_POINTS] > 0 ? COMMA_NONE : COMMA_EITHER;
    return seen[COMMA_POINTS] > 0 ? COMMA_POINTS : COMMA_NONE;
}
