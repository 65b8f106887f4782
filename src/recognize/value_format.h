/* What texts look like: formats that say what a column contains, found from its values alone. */
#ifndef SHOAL_RECOGNIZE_VALUE_FORMAT_H
#define SHOAL_RECOGNIZE_VALUE_FORMAT_H

#include <stdbool.h>
#include <stddef.h>

/* Name, what several of them are called, and the smallest share of a column's values that makes it
 * a column of them. The first of the list that fits wins: formats with check digits and
 * unmistakable shapes come first. What plain numbers may
 * mean is in number_meaning.h. */
#define VALUE_FORMATS(X)                                                                           \
    X(NONE, "none", "values of no known format", 2.0)                                              \
    X(UUID, "uuid", "UUIDs", 0.9)                                                                  \
    X(EMAIL, "email", "e-mail addresses", 0.8)                                                     \
    X(URL, "url", "web addresses", 0.8)                                                            \
    X(IBAN, "iban", "IBANs with valid check digits", 0.8)                                          \
    X(NATIONAL_ID, "national_id", "national identity numbers with valid check digits", 0.8)        \
    X(CARD, "card", "card numbers with valid check digits", 0.8)                                   \
    X(MAC, "mac", "MAC addresses", 0.9)                                                            \
    X(IPV4, "ipv4", "IPv4 addresses", 0.9)                                                         \
    X(IPV6, "ipv6", "IPv6 addresses", 0.9)                                                         \
    X(DATE_TIME, "date_time", "dates with a time of day", 0.8)                                     \
    X(DATE, "date", "dates", 0.8)                                                                  \
    X(TIME, "time", "times of day", 0.9)                                                           \
    X(COORDINATES, "coordinates", "pairs of latitude and longitude", 0.9)                          \
    X(SSN, "ssn", "numbers written like US social security numbers", 0.9)                          \
    X(PHONE, "phone", "phone numbers", 0.8)                                                        \
    X(SEX, "sex", "words for the sexes", 0.9)                                                      \
    X(BOOLEAN, "boolean", "yes and no", 0.9)                                                       \
    X(INTERVAL, "interval", "ranges of numbers", 0.9)                                              \
    X(QUANTITY, "quantity", "numbers with a unit", 0.8)                                            \
    X(ICD10, "icd10", "codes like those of ICD-10", 0.9)                                           \
    X(ATC, "atc", "codes like those of the ATC classification of medicines", 0.9)                  \
    X(POSTCODE, "postcode", "postcodes", 0.9)                                                      \
    X(COUNTRY, "country", "countries", 0.6)                                                        \
    X(CIVIL, "civil", "words for family status", 0.5)                                              \
    X(ETHNICITY, "ethnicity", "words for ethnic groups", 0.5)                                      \
    X(SCHOOLING, "schooling", "words for levels of education", 0.5)                                \
    X(PERSON_NAME, "person_name", "names of persons", 0.5)                                         \
    X(STREET, "street", "street addresses", 0.6)                                                   \
    X(CODE, "code", "codes of letters and digits", 0.9)                                            \
    X(FREE_TEXT, "free_text", "free text", 0.5)

typedef enum value_format {
#define X(NAME, name, plural, share) FORMAT_##NAME,
    VALUE_FORMATS(X)
#undef X
        FORMAT_COUNT
} value_format;

/* "email", and what several of them are called: "e-mail addresses". */
const char *value_format_name(value_format format);
const char *value_format_plural(value_format format);

/* Whether the text has the format; a blank at either end does not matter. FORMAT_NONE: never. */
bool value_format_fits(value_format format, const char *text, size_t length);

/* What is known about a column before its formats are counted. */
typedef struct format_facts {
    bool numbers; /* integers or decimals: formats of digits alone need check digits then */
    size_t distinct;
    double naming; /* distinct values / rows with a value */
    double mean_length;
} format_facts;

/* What a column's values look like together. */
typedef struct format_counter {
    format_facts facts;
    double fitting[FORMAT_COUNT]; /* weight of the values that have the format */
    double total;
} format_counter;

/* Counts a value that so many rows have. */
void format_counter_add(format_counter *to, const char *text, size_t length, double weight);

/* The first format that enough of the values have and that goes with the column's facts, with its
 * share; FORMAT_NONE and 0 when there is none. */
value_format format_counter_best(const format_counter *of, double *share);

#endif
