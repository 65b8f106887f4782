/* The types of Arrow's columns: what their values are to Shoal, and back. */
#ifndef SHOAL_STORE_ARROW_ARROW_TYPE_H
#define SHOAL_STORE_ARROW_ARROW_TYPE_H

#include "data/column_origin.h"
#include "data/value_text.h"

#include <shoal_arrow.h>

typedef enum arrow_kind {
    ARROW_NULL,
    ARROW_BOOLEAN,
    ARROW_INTEGER,
    ARROW_REAL,
    ARROW_DECIMAL,
    ARROW_DATE,
    ARROW_TIME,
    ARROW_MOMENT,
    ARROW_TEXT, /* offsets of `width` bytes */
    ARROW_VIEW  /* views of 16 bytes */
} arrow_kind;

typedef struct arrow_type {
    arrow_kind kind;
    int width; /* bytes of a value; of booleans and nulls: 0 */
    bool is_unsigned;
    int precision, scale; /* of decimals */
    int digits;           /* of times and moments: the unit is 10^-digits seconds */
    bool is_utc;          /* of moments: in a time zone */
} arrow_type;

/* False: not a type of a column. */
bool arrow_type_parse(arrow_type *out, const char *format);

/* What people call a type that is none of a column; "an unknown type" where nobody does. */
const char *arrow_type_called(const char *format);

/* What a column of that type is; NULL: out of memory. */
column_origin *arrow_type_origin(const arrow_type *type, const char *format);

/* The type that an untouched column gets back. */
typedef struct arrow_wish {
    arrow_type type;
    char format[64]; /* "" where `native` is the format */
    const char *native;
} arrow_wish;

/* Several may do: the first is number 0. False: there are no more. */
bool arrow_wish_of(arrow_wish *out, const column_origin *origin, int number);
static inline const char *arrow_wish_format(const arrow_wish *wish) {
    return wish->native ? wish->native : wish->format;
}

/* The text of a value of fixed width; `fault` says what is wrong with it where there is no text. */
size_t arrow_type_text(char out[VALUE_TEXT_MOST], const arrow_type *type, const void *value,
                       const char **fault);
/* And back: a value with exactly that text, in `width` bytes (of booleans: one). */
bool arrow_type_value(void *out, const arrow_type *type, const char *text, size_t length);

#endif
