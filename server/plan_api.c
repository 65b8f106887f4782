/* The plan: shown and changed. */
#include "server/api_parts.h"

#include <stdlib.h>
#include <string.h>

#define ATTRIBUTE_KEYS "attributes.NAME."

/* ---- Showing --------------------------------------------------------------------------------- */

static bool is_of_attributes(const shoal_plan_key *key) {
    return strncmp(key->key, ATTRIBUTE_KEYS, strlen(ATTRIBUTE_KEYS)) == 0;
}

/* Keys come once for each flag that sets them. */
static bool is_repeated(size_t index) {
    const char *key = shoal_plan_key_at(index)->key;
    for (size_t i = 0; i < index; i++)
        if (strcmp(shoal_plan_key_at(i)->key, key) == 0)
            return true;
    return false;
}

/* The value of "attributes.NAME.KEY"; NULL: nothing is set. */
static char *attribute_value(const shoal_plan *plan, const char *name, const char *key) {
    char *path = text_of("attributes.%s.%s", name, key), *value = NULL;
    if (path && shoal_plan_get(&value, plan, path, NULL) != SHOAL_OK)
        value = NULL;
    free(path);
    return value;
}

/* What is as it always is is left out, but for the role. */
static void describe_attribute(json_text *to, const shoal_plan *plan, const shoal_plan *usual,
                               const char *name) {
    const shoal_plan_key *key;
    json_open(to, name, '{');
    for (size_t i = 0; (key = shoal_plan_key_at(i)); i++) {
        if (!is_of_attributes(key) || is_repeated(i))
            continue;
        const char *tail = key->key + strlen(ATTRIBUTE_KEYS);
        char *value = attribute_value(plan, name, tail);
        char *other = attribute_value(usual, "x", tail);
        bool is_usual = value && other && strcmp(value, other) == 0;
        if (value && (!is_usual || strcmp(tail, "role") == 0))
            json_string(to, tail, value);
        shoal_free(value);
        shoal_free(other);
    }
    json_close(to, '}');
}

static void describe_attributes(json_text *to, const shoal_plan *plan) {
    shoal_plan *usual = NULL;
    const char *name;
    if (shoal_plan_new(&usual, NULL) != SHOAL_OK ||
        shoal_plan_set(usual, "attributes.x.role", "plain", NULL) != SHOAL_OK)
        to->failed = true;
    json_open(to, "attributes", '{');
    for (size_t i = 0; !to->failed && (name = shoal_plan_attribute(plan, i)); i++)
        describe_attribute(to, plan, usual, name);
    json_close(to, '}');
    shoal_plan_free(usual);
}

static void describe_key(json_text *to, const shoal_plan *plan, const char *key) {
    char *value = NULL;
    if (shoal_plan_get(&value, plan, key, NULL) == SHOAL_OK && value)
        json_string(to, key, value);
    shoal_free(value);
}

#define MOST_PARAMETERS 200

/* Parameters of all algorithms: each name once. */
static void describe_parameters(json_text *to, const shoal_plan *plan) {
    const char *told[MOST_PARAMETERS];
    size_t count = 0;
    for (const shoal_item *by = shoal_list("algorithms"); by && by->name; by++) {
        const shoal_parameter *each = shoal_algorithm_parameters(by->group, by->name);
        for (; each && each->name && count < MOST_PARAMETERS; each++) {
            bool known = false;
            for (size_t i = 0; i < count; i++)
                known |= strcmp(told[i], each->name) == 0;
            char *key = known ? NULL : text_of("search.%s", each->name);
            if (key)
                describe_key(to, plan, key);
            if (!known)
                told[count++] = each->name;
            free(key);
        }
    }
}

static void describe_keys(json_text *to, const shoal_plan *plan) {
    const shoal_plan_key *key;
    json_open(to, "keys", '{');
    for (size_t i = 0; (key = shoal_plan_key_at(i)); i++)
        if (!strstr(key->key, "NAME") && !is_repeated(i))
            describe_key(to, plan, key->key);
    describe_parameters(to, plan);
    json_close(to, '}');
}

static void answer_plan(http_answer *answer, const shoal_plan *plan, int64_t revision) {
    json_text document = {0};
    shoal_error error = {0};
    char *yaml = NULL;
    if (shoal_plan_format(&yaml, plan, &error) != SHOAL_OK) {
        failure_answer(answer, &error);
        return;
    }
    json_open(&document, NULL, '{');
    json_integer(&document, "revision", revision);
    json_string(&document, "yaml", yaml);
    describe_attributes(&document, plan);
    describe_keys(&document, plan);
    json_close(&document, '}');
    shoal_free(yaml);
    answer_document(answer, 200, &document);
}

static void answer_look(http_answer *answer, shoal_status status, plan_state *state,
                        shoal_plan *copy, const shoal_error *error) {
    if (status == SHOAL_OK)
        answer_plan(answer, copy, state->revision);
    else
        failure_answer(answer, error);
    plan_state_drop(state);
    shoal_plan_free(copy);
}

void plan_get(const api_call *call, http_answer *answer) {
    shoal_plan *copy = NULL;
    plan_state state = {0};
    shoal_error error = {0};
    shoal_status status = session_look(call->at, &state, &copy, &error);
    answer_look(answer, status, &state, copy, &error);
}

/* ---- Changing -------------------------------------------------------------------------------- */

/* All or nothing: a copy is changed, and takes the plan's place. With `changing` held. */
static shoal_status change(session *at, const shoal_value *set, shoal_error *error) {
    shoal_plan *copy = NULL;
    plan_state state;
    TRY(session_look(at, &state, &copy, error));
    shoal_status status = plan_change(at, copy, state.of, set, error);
    if (status == SHOAL_OK)
        status = session_take_plan(at, copy, NULL, error);
    if (status != SHOAL_OK)
        shoal_plan_free(copy);
    plan_state_drop(&state);
    return status;
}

/* The answer is the plan as this change has left it, whatever others change afterwards. */
static void change_and_answer(session *at, const shoal_value *set, http_answer *answer) {
    shoal_plan *copy = NULL;
    plan_state state = {0};
    shoal_error error = {0};
    pthread_mutex_lock(&at->changing);
    shoal_status status = change(at, set, &error);
    if (status == SHOAL_OK)
        status = session_look(at, &state, &copy, &error);
    pthread_mutex_unlock(&at->changing);
    answer_look(answer, status, &state, copy, &error);
}

void plan_patch(const api_call *call, http_answer *answer) {
    static const char *const members[] = {"set", NULL};
    shoal_value *body;
    if (!body_take(&body, call, members, answer))
        return;
    if (body_has(body, "set", answer) && body_is(body, "set", SHOAL_VALUE_OBJECT, answer))
        change_and_answer(call->at, shoal_value_get(body, "set"), answer);
    shoal_value_free(body);
}
