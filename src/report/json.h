/* Writing JSON: valid UTF-8 whatever the strings contain, numbers that read back unchanged. Bytes
 * of a string that are not UTF-8 are read as Windows-1252. */
#ifndef SHOAL_REPORT_JSON_H
#define SHOAL_REPORT_JSON_H

#include "base/text.h"

typedef struct json {
    text out;
    int depth;
    bool started; /* the open object or array has a member */
    bool hidden;  /* public: values of the data are left out */
    bool brief;   /* long lists of values are left out; for a page, which has to stay small */
} json;

/* Each adds a member to the open object under `key`, or, with NULL, to the open array. `bracket`
 * is '{' or '[' to open, '}' or ']' to close. */
void json_open(json *document, const char *key, char bracket);
void json_close(json *document, char bracket);
void json_string(json *document, const char *key, const char *value); /* NULL: null */
void json_number(json *document, const char *key, double value);      /* not finite: null */
void json_integer(json *document, const char *key, int64_t value);
void json_unsigned(json *document, const char *key, uint64_t value);
void json_boolean(json *document, const char *key, bool value);
void json_null(json *document, const char *key);
/* An array of strings. */
void json_strings(json *document, const char *key, const char *const *values, size_t count);

/* The shortest decimal form that reads back as the same number. */
void number_print(char out[32], double value);

#endif
