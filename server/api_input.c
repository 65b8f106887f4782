/* What comes from clients is checked here: bodies, numbers, ranges. */
#include "server/api_parts.h"

#include <stdlib.h>
#include <string.h>

#define MOST_ROWS 1000
#define MOST_MEMBERS 100000
#define LONGEST_CELL 2000 /* bytes */

/* ---- Bodies ---------------------------------------------------------------------------------- */

static bool is_member(const char *name, const char *const *members) {
    for (; members && *members; members++)
        if (strcmp(*members, name) == 0)
            return true;
    return !members;
}

static bool check_members(const shoal_value *body, const char *const *members,
                          http_answer *answer) {
    const char *name;
    if (shoal_value_count(body) > MOST_MEMBERS) {
        http_answer_error(answer, 400, "body_invalid", NULL, "the body has too many members");
        return false;
    }
    for (size_t i = 0; (name = shoal_value_key(body, i)); i++) {
        if (is_member(name, members))
            continue;
        http_answer_error(answer, 400, "member_unknown", NULL,
                          "\"%.60s\" is not a member of this "
                          "call",
                          name);
        return false;
    }
    return true;
}

bool body_take(shoal_value **out, const api_call *call, const char *const *members,
               http_answer *answer) {
    const http_request *request = call->request;
    bool is_empty = !request->body || request->body_length == 0;
    shoal_error error = {0};
    *out = NULL;
    shoal_status status = shoal_value_parse(out, is_empty ? "{}" : request->body,
                                            is_empty ? 2 : request->body_length, &error);
    if (status == SHOAL_NO_MEMORY)
        failure_answer(answer, &error);
    else if (status != SHOAL_OK)
        http_answer_error(answer, 400, error.code, NULL, "%s", error.message);
    else if (shoal_value_kind_of(*out) != SHOAL_VALUE_OBJECT)
        http_answer_error(answer, 400, "body_invalid", NULL, "the body must be a JSON object");
    else if (check_members(*out, members, answer))
        return true;
    shoal_value_free(*out);
    *out = NULL;
    return false;
}

bool body_is(const shoal_value *body, const char *member, shoal_value_kind kind,
             http_answer *answer) {
    static const char *const kinds[] = {"null",   "true or false", "a number",
                                        "a text", "a list",        "an object"};
    const shoal_value *value = shoal_value_get(body, member);
    shoal_value_kind found = shoal_value_kind_of(value);
    if (found == SHOAL_VALUE_NULL || found == kind)
        return true;
    http_answer_error(answer, 400, "member_invalid", NULL, "%s must be %s", member, kinds[kind]);
    return false;
}

bool body_has(const shoal_value *body, const char *member, http_answer *answer) {
    if (shoal_value_kind_of(shoal_value_get(body, member)) != SHOAL_VALUE_NULL)
        return true;
    http_answer_error(answer, 400, "member_missing", NULL, "%s is missing", member);
    return false;
}

/* ---- Numbers --------------------------------------------------------------------------------- */

static bool whole_number(const char *text, int64_t *out) {
    size_t digits = strspn(text, "0123456789");
    if (digits == 0 || digits > 18 || text[digits])
        return false;
    *out = strtoll(text, NULL, 10);
    return true;
}

int64_t id_number(const char *text) {
    int64_t number;
    return whole_number(text, &number) ? number : 0;
}

bool query_number(const api_call *call, const char *name, int64_t least, int64_t most,
                  int64_t usual, int64_t *out, http_answer *answer) {
    const char *text = http_query(call->request, name);
    *out = usual;
    if (!text || (whole_number(text, out) && *out >= least && *out <= most))
        return true;
    http_answer_error(answer, 400, "number_invalid", NULL,
                      "%s must be a whole number from %lld to %lld", name, (long long)least,
                      (long long)most);
    return false;
}

/* ---- Rows ------------------------------------------------------------------------------------ */

bool row_range_take(row_range *out, const api_call *call, int64_t total, http_answer *answer) {
    int64_t count = 0;
    if (!query_number(call, "from", 0, INT64_MAX / 2, 0, &out->from, answer) ||
        !query_number(call, "count", 0, MOST_ROWS, 100, &count, answer))
        return false;
    out->from = out->from < total ? out->from : total;
    out->end = count < total - out->from ? out->from + count : total;
    return true;
}

/* A character is not cut in two. */
static size_t cut_length(const char *text) {
    size_t length = strnlen(text, LONGEST_CELL + 1);
    if (length <= LONGEST_CELL)
        return length;
    length = LONGEST_CELL;
    while (length > LONGEST_CELL - 4 && ((unsigned char)text[length] & 0xC0) == 0x80)
        length--;
    return length;
}

void json_cell(json_text *to, const shoal_table *table, int64_t row, int64_t column) {
    const char *text = shoal_table_value(table, row, column);
    if (!text || shoal_table_is_null(table, row, column)) {
        json_null(to, NULL);
        return;
    }
    size_t length = cut_length(text);
    char cut[LONGEST_CELL + 4];
    if (!text[length]) {
        json_string_length(to, NULL, text, length);
        return;
    }
    memcpy(cut, text, length);
    memcpy(cut + length, "\xE2\x80\xA6", 3);
    json_string_length(to, NULL, cut, length + 3);
}
