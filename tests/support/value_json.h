/* A tree of values, printed as results are. */
#ifndef SHOAL_TESTS_SUPPORT_VALUE_JSON_H
#define SHOAL_TESTS_SUPPORT_VALUE_JSON_H

#include "report/json.h"

#include <shoal.h>

static inline void value_json_print(json *out, const char *key, const shoal_value *value) {
    shoal_value_kind kind = shoal_value_kind_of(value);
    if (kind == SHOAL_VALUE_NULL)
        json_null(out, key);
    else if (kind == SHOAL_VALUE_FLAG)
        json_boolean(out, key, shoal_value_flag(value));
    else if (kind == SHOAL_VALUE_NUMBER)
        json_number(out, key, shoal_value_number(value));
    else if (kind == SHOAL_VALUE_TEXT)
        json_string(out, key, shoal_value_text(value));
    if (kind != SHOAL_VALUE_LIST && kind != SHOAL_VALUE_OBJECT)
        return;
    bool object = kind == SHOAL_VALUE_OBJECT;
    json_open(out, key, object ? '{' : '[');
    for (size_t i = 0; i < shoal_value_count(value); i++)
        value_json_print(out, shoal_value_key(value, i), shoal_value_at(value, i));
    json_close(out, object ? '}' : ']');
}

#endif
