/* Candidates: shown, pinned, dropped, and row by row. */
#include "server/api_parts.h"

#include <stdlib.h>
#include <string.h>

/* Shared; NULL: answered. */
static candidate *find(const api_call *call, http_answer *answer) {
    candidate *found = NULL;
    shoal_error error = {0};
    if (session_candidate(call->at, call->part[0], &found, &error) != SHOAL_OK)
        http_answer_error(answer, 404, error.code, NULL, "%s", error.message);
    return found;
}

static void answer_candidate(session *at, const candidate *of, bool whole, http_answer *answer) {
    json_text document = {0};
    pthread_mutex_lock(&at->lock); /* its name may change */
    candidate_describe(&document, NULL, of, whole);
    pthread_mutex_unlock(&at->lock);
    answer_document(answer, 200, &document);
}

void candidate_get(const api_call *call, http_answer *answer) {
    candidate *found = find(call, answer);
    if (found)
        answer_candidate(call->at, found, true, answer);
    candidate_release(found);
}

static bool check_patch(const shoal_value *body, http_answer *answer) {
    if (!body_is(body, "pinned", SHOAL_VALUE_FLAG, answer) ||
        !body_is(body, "name", SHOAL_VALUE_TEXT, answer))
        return false;
    const char *name = shoal_value_text(shoal_value_get(body, "name"));
    if (!name || (*name && strlen(name) <= LONGEST_CANDIDATE_NAME))
        return true;
    http_answer_error(answer, 400, "member_invalid", NULL, "name must have 1 to %d bytes",
                      LONGEST_CANDIDATE_NAME);
    return false;
}

static void patch(session *at, candidate *to, const shoal_value *body) {
    const shoal_value *pinned = shoal_value_get(body, "pinned");
    const char *name = shoal_value_text(shoal_value_get(body, "name"));
    pthread_mutex_lock(&at->lock);
    if (shoal_value_kind_of(pinned) == SHOAL_VALUE_FLAG)
        to->pinned = shoal_value_flag(pinned);
    if (name)
        memcpy(to->name, name, strlen(name) + 1);
    pthread_mutex_unlock(&at->lock);
}

void candidate_patch(const api_call *call, http_answer *answer) {
    static const char *const members[] = {"pinned", "name", NULL};
    shoal_value *body;
    if (!body_take(&body, call, members, answer))
        return;
    candidate *found = check_patch(body, answer) ? find(call, answer) : NULL;
    if (found) {
        patch(call->at, found, body);
        answer_candidate(call->at, found, false, answer);
    }
    candidate_release(found);
    shoal_value_free(body);
}

void candidate_delete(const api_call *call, http_answer *answer) {
    session *at = call->at;
    candidate *found = find(call, answer);
    if (!found)
        return;
    pthread_mutex_lock(&at->lock);
    if (candidates_find(&at->candidates, found->id) == found)
        candidates_remove(&at->candidates, found);
    pthread_mutex_unlock(&at->lock);
    candidate_release(found);
    answer_nothing(answer);
}

/* ---- Rows before and after ------------------------------------------------------------------- */

/* The columns of the release, and where the original has them: -1 for those it has not. */
static int64_t *find_columns(const candidate *of, int64_t *count) {
    *count = shoal_table_columns(of->release);
    int64_t *places = calloc((size_t)*count + 1, sizeof *places);
    for (int64_t i = 0; places && i < *count; i++)
        places[i] = opened_table_column(of->of, shoal_table_column_name(of->release, i));
    return places;
}

static void describe_columns(json_text *to, const shoal_table *release) {
    const char *name;
    json_open(to, "columns", '[');
    for (int64_t i = 0; (name = shoal_table_column_name(release, i)); i++)
        json_string(to, NULL, name);
    json_close(to, ']');
}

static void describe_row(json_text *to, const candidate *of, const int64_t *places, int64_t count,
                         int64_t before, int64_t after) {
    json_open(to, NULL, '{');
    json_integer(to, "row", before);
    json_open(to, "before", '[');
    for (int64_t i = 0; i < count; i++)
        if (places[i] < 0)
            json_null(to, NULL);
        else
            json_cell(to, of->of->table, before, places[i]);
    json_close(to, ']');
    json_open(to, "after", '[');
    for (int64_t i = 0; i < count; i++)
        json_cell(to, of->release, after, i);
    json_close(to, ']');
    json_close(to, '}');
}

/* Rows that were dropped because of missing values are not in the release. */
static int64_t next_kept(const uint8_t *kept, int64_t rows, int64_t row) {
    while (kept && row < rows && !kept[row])
        row++;
    return row;
}

static void describe_rows(json_text *to, const candidate *of, const int64_t *places, int64_t count,
                          const row_range *range) {
    int64_t rows = shoal_table_rows(of->of->table);
    const uint8_t *kept = shoal_result_kept(of->result, NULL);
    int64_t before = next_kept(kept, rows, 0);
    for (int64_t i = 0; kept && i < range->from; i++)
        before = next_kept(kept, rows, before + 1);
    if (!kept)
        before = range->from;
    json_open(to, "rows", '[');
    for (int64_t after = range->from; after < range->end && to->length < MOST_ROWS_BYTES; after++) {
        describe_row(to, of, places, count, before, after);
        before = next_kept(kept, rows, before + 1);
    }
    json_close(to, ']');
}

static void answer_rows(const candidate *of, const row_range *range, http_answer *answer) {
    int64_t count = 0;
    int64_t *places = find_columns(of, &count);
    json_text document = {.failed = !places};
    json_open(&document, NULL, '{');
    json_integer(&document, "from", range->from);
    describe_columns(&document, of->release);
    if (places)
        describe_rows(&document, of, places, count, range);
    json_close(&document, '}');
    free(places);
    answer_document(answer, 200, &document);
}

void candidate_rows_get(const api_call *call, http_answer *answer) {
    candidate *found = find(call, answer);
    row_range range;
    if (!found)
        return;
    if (!found->release)
        http_answer_error(answer, 404, "no_rows", NULL, "the candidate has no rows");
    else if (row_range_take(&range, call, shoal_table_rows(found->release), answer))
        answer_rows(found, &range, answer);
    candidate_release(found);
}
