/* Writes JSON: commas and escapes are taken care of. Failures are kept until the end. */
#ifndef SHOAL_SERVER_JSON_TEXT_H
#define SHOAL_SERVER_JSON_TEXT_H

#include <shoal.h>

typedef struct json_text {
    char *bytes;
    size_t length, room;
    bool comma;  /* one is due before the next value */
    bool failed; /* memory ran out */
} json_text;

/* The inside of the library has functions of the short names, and a program that is linked with the
 * static library sees them. */
#define json_open json_text_open
#define json_close json_text_close
#define json_string json_text_string
#define json_string_length json_text_string_length
#define json_integer json_text_integer
#define json_number json_text_number
#define json_flag json_text_flag
#define json_null json_text_null
#define json_raw json_text_raw
#define json_take json_text_take

/* `key` is NULL in lists and at the top. */
void json_open(json_text *to, const char *key, char bracket); /* '{' or '[' */
void json_close(json_text *to, char bracket);                 /* '}' or ']' */
void json_string(json_text *to, const char *key,
                 const char *value); /* NULL: null. Not UTF-8: mended */
void json_string_length(json_text *to, const char *key, const char *value, size_t length);
void json_integer(json_text *to, const char *key, int64_t value);
void json_number(json_text *to, const char *key, double value); /* NaN and infinite: null */
void json_flag(json_text *to, const char *key, bool value);
void json_null(json_text *to, const char *key);
/* Text that is JSON already, such as shoal_result_json; NULL: null. */
void json_raw(json_text *to, const char *key, const char *json);

/* The text, to be freed with free(), and its length; NULL: memory ran out. */
char *json_take(json_text *from, size_t *length);

#endif
