/* Numbers of statistical packages as text, by the format of their variable, and back: numbers in
 * their shortest form, dates and times as ISO 8601 has them. Different numbers have different
 * texts, and every text leads back to its number. */
#ifndef SHOAL_STORE_STATISTICS_VALUE_FORM_H
#define SHOAL_STORE_STATISTICS_VALUE_FORM_H

#include "data/column_origin.h"

#include <stdint.h>

typedef enum form_kind {
    FORM_NUMBER,   /* 0.1, 44197, 1e+20 */
    FORM_DATE,     /* 1969-12-31; with a time of day where the number has one */
    FORM_MOMENT,   /* 1969-12-31 23:59:59.5 */
    FORM_TIME,     /* 23:59:59.5, 30:00:00, -00:00:01 */
    FORM_MONTH,    /* 1969-12 */
    FORM_PART_YEAR /* 1969w52, 1969q4, 1969h2, as Stata writes them */
} form_kind;

typedef struct value_form {
    form_kind kind;
    bool single;    /* the numbers are of 32 bits: fewer digits tell them apart */
    int64_t epoch;  /* FORM_DATE, FORM_MOMENT: the day that is 0, counted from 1970-01-01 */
    double per_day; /* how many of the numbers make a day */
    int parts;      /* FORM_PART_YEAR: in a year */
    char part_letter;
} value_form;

#define VALUE_FORM_SIZE 48

/* What the packages' formats mean: DATE11 and DATETIME20 in SPSS, %td and %tc in Stata, DATE9. and
 * MMDDYY10. in SAS. A format that says nothing about dates is one of numbers. */
value_form value_form_spss(const char *format);
value_form value_form_stata(const char *format);
value_form value_form_sas(const char *format);

/* The type of the texts, for column_origin. */
value_type value_form_type(const value_form *form);

/* The text of a number that is not NaN; its length. Where the form cannot show it exactly, it is
 * the number itself. */
size_t value_form_text(char out[VALUE_FORM_SIZE], const value_form *form, double number);
/* The number of a text; false: there is none whose text it is. */
bool value_form_number(double *out, const value_form *form, const char *from);

#endif
