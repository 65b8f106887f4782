/* What a column is in the place that it came from, so that a sink can make another one like it. */
#ifndef SHOAL_DATA_COLUMN_ORIGIN_H
#define SHOAL_DATA_COLUMN_ORIGIN_H

#include "base/memory.h"

/* The values of every column are texts; these say what the texts are of. */
typedef enum value_type {
    VALUE_TEXT,
    VALUE_BOOLEAN,        /* true, false */
    VALUE_INTEGER,        /* of `bits`, with a sign unless `is_unsigned` */
    VALUE_DECIMAL,        /* of `precision` digits, `scale` of them behind the point */
    VALUE_REAL,           /* of `bits` */
    VALUE_DATE,           /* 1969-12-31 */
    VALUE_TIME,           /* 23:59:59.5 */
    VALUE_TIMESTAMP,      /* 1969-12-31 23:59:59.5 */
    VALUE_TIMESTAMP_ZONE, /* 1969-12-31 23:59:59.5+00: the moment, told in UTC */
    VALUE_OTHER           /* only its place knows: `native` */
} value_type;

/* Which texts of a column stand for no value at all and for an empty text; NULL: none does. In a
 * place without absent values, such as CSV, an empty text is both. */
typedef struct absent_texts {
    const char *null;
    const char *empty;
} absent_texts;

/* A value that is a label of another, as in statistical packages: 1 is "female". */
typedef struct value_label {
    char *value;
    char *label;
} value_label;

typedef struct column_origin {
    value_type of;
    int bits;
    bool is_unsigned;
    int precision, scale;
    char *native;     /* the type's name in its own kind of place; may be NULL */
    const char *kind; /* that kind: the name of the source, such as "postgresql"; static */

    /* Found when all was read: */
    bool nulls;  /* "" stands for no value; otherwise it is an empty text */
    char *empty; /* where both occur, what stands for an empty text; else NULL */

    /* Of statistical packages; NULL where there is none. */
    char *label;  /* of the column */
    char *format; /* as the package writes it: F8.2 */
    value_label *labels;
    size_t label_count;
} column_origin;

/* What reading makes of an empty text until it is known whether the column also has absent values:
 * U+FFFF, which is not a character. A value that is this is refused. */
#define ORIGIN_EMPTY "\xEF\xBF\xBF"
/* What reading back makes of an absent value where none was written: never a value. */
#define ORIGIN_ABSENT "\xEF\xBF\xBE"

/* A zeroed one; NULL: out of memory. */
column_origin *column_origin_new(value_type of);
void column_origin_free(column_origin *origin);
/* One of its own like another; NULL: out of memory. */
column_origin *column_origin_copy(const column_origin *from);

/* What the texts of a column with this type (NULL: of a place without types) stand for. */
absent_texts column_origin_absent(const column_origin *origin);

#endif
