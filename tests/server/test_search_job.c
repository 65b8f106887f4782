/* Searches, candidates and other jobs through the API. */
#include "api_client.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

#define ENDLESS "\"search.algorithm\": \"random\", \"search.time_limit\": \"3600\""

/* A table that is large enough for a search that never ends by itself. */
static void open_wide(api_client *of) {
    client_open(of);
    char *bytes = calloc(1, 200000), *to = bytes;
    to += sprintf(to, "a,b,c,d,e,f,g,h\n");
    for (unsigned i = 0; i < 2000; i++)
        to += sprintf(to, "%u,%u,%u,%u,%u,%u,%u,%u\n", i % 97, i % 89, i % 83, i % 79, i % 73,
                      i % 71, i % 67, i % 61);
    client_write(of, "wide.csv", bytes);
    free(bytes);
    api_reply opened = client_open_file(of, "wide.csv", "");
    assert_string_equal(reply_text(&opened, "state"), "ended");
    reply_drop(&opened);
    char body[1000], *at = body;
    at += sprintf(at, "{\"set\": {\"privacy.k\": \"2\", \"suppression\": \"1\", \"recoding\": "
                      "\"lattice\"");
    for (int name = 'a'; name <= 'h'; name++)
        at += sprintf(at,
                      ", \"attributes.%c.role\": \"quasi\", \"attributes.%c.hierarchy\": "
                      "\"ranges:2,4,8,16,32\"",
                      name, name);
    sprintf(at, "}}");
    api_reply set = client_ask(of, "PATCH", "plan", body);
    assert_int_equal(set.status, 200);
    reply_drop(&set);
}

static void start(const api_client *of, const char *body, char id[24]) {
    api_reply asked = client_ask(of, "POST", "jobs", body);
    if (asked.status != 202)
        fail_msg("%s: %d %s", body, asked.status, asked.body);
    snprintf(id, 24, "%s", reply_text(&asked, "job.id"));
    reply_drop(&asked);
}

static void stop(const api_client *of, const char *id, const char *body) {
    char what[60];
    snprintf(what, sizeof what, "jobs/%s/stop", id);
    api_reply stopped = client_ask(of, "POST", what, body);
    assert_int_equal(stopped.status, 200);
    reply_drop(&stopped);
}

static void searches_give_candidates(void **state) {
    (void)state;
    api_client of;
    char id[24], what[60];
    client_open_people(&of);
    client_search(&of, "{\"privacy.k\": \"4\"}", id);
    snprintf(what, sizeof what, "candidates/%s", id);
    api_reply found = client_ask(&of, "GET", what, NULL);
    assert_int_equal((int)reply_number(&found, "k"), 4);
    assert_true(reply_number(&found, "k_eff") >= 4);
    assert_string_equal(reply_text(&found, "outcome"), "optimal");
    assert_string_equal(reply_text(&found, "result.outcome"), "optimal");
    assert_non_null(strstr(reply_text(&found, "plan"), "k: 4"));
    reply_drop(&found);
    api_reply plan = client_ask(&of, "GET", "plan", NULL); /* was changed for the search only */
    assert_non_null(strstr(reply_text(&plan, "yaml"), "k: 3"));
    reply_drop(&plan);
    snprintf(what, sizeof what, "candidates/%s/rows?from=58&count=10", id);
    api_reply rows = client_ask(&of, "GET", what, NULL);
    assert_int_equal(shoal_value_count(reply_at(&rows, "rows")), 2);
    assert_int_equal((int)reply_number(&rows, "rows.0.row"), 58);
    assert_string_equal(reply_text(&rows, "rows.0.before.0"), "38");
    assert_string_equal(reply_text(&rows, "rows.0.before.2"), reply_text(&rows, "rows.0.after.2"));
    assert_string_equal(reply_text(&rows, "columns.2"), "illness");
    reply_drop(&rows);
    client_close(&of);
}

/* Rows that were dropped are not shown; the others keep their numbers. */
static void dropped_rows_are_left_out(void **state) {
    (void)state;
    api_client of;
    char id[24], what[60];
    client_open(&of);
    client_write(&of, "gaps.csv", "age,ill\n?,a\n30,b\n?,c\n30,d\n30,e\n");
    api_reply opened = client_open_file(&of, "gaps.csv", "");
    reply_drop(&opened);
    client_search(&of,
                  "{\"attributes.age.role\": \"quasi\", \"attributes.ill.role\": \"plain\", "
                  "\"attributes.age.hierarchy\": \"flat\", \"recoding\": \"lattice\", "
                  "\"missing.rule\": \"drop\", \"privacy.k\": \"2\"}",
                  id);
    snprintf(what, sizeof what, "candidates/%s/rows?from=1", id);
    api_reply rows = client_ask(&of, "GET", what, NULL);
    assert_int_equal(shoal_value_count(reply_at(&rows, "rows")), 2);
    assert_int_equal((int)reply_number(&rows, "rows.0.row"), 3);
    assert_string_equal(reply_text(&rows, "rows.1.before.1"), "e");
    assert_string_equal(reply_text(&rows, "rows.1.after.1"), "e");
    reply_drop(&rows);
    client_close(&of);
}

static void what_fails_says_why(void **state) {
    (void)state;
    api_client of;
    client_open_people(&of);
    api_reply failed =
        client_run(&of, "jobs", "{\"kind\": \"search\", \"set\": {\"privacy.k\": \"61\"}}");
    assert_string_equal(reply_text(&failed, "state"), "failed");
    assert_string_equal(reply_text(&failed, "error.key"), "privacy.k");
    assert_int_equal(shoal_value_kind_of(reply_at(&failed, "candidate")), SHOAL_VALUE_NULL);
    reply_drop(&failed);
    client_close(&of);
}

static void unpinned_candidates_go(void **state) {
    (void)state;
    api_client of;
    char id[24], first[24], what[60];
    client_open_people(&of);
    client_search(&of, "{}", first);
    snprintf(what, sizeof what, "candidates/%s", first);
    api_reply pinned = client_ask(&of, "PATCH", what, "{\"pinned\": true, \"name\": \"<mine>\"}");
    assert_int_equal(pinned.status, 200);
    reply_drop(&pinned);
    for (int i = 0; i < 5; i++)
        client_search(&of, "{}", id);
    api_reply now = client_ask(&of, "GET", "session", NULL);
    assert_int_equal(shoal_value_count(reply_at(&now, "candidates")), 4);
    assert_string_equal(reply_text(&now, "candidates.0.name"), "<mine>");
    reply_drop(&now);
    api_reply gone = client_ask(&of, "DELETE", what, NULL);
    assert_int_equal(gone.status, 204);
    reply_drop(&gone);
    gone = client_ask(&of, "GET", what, NULL);
    assert_int_equal(gone.status, 404);
    reply_drop(&gone);
    client_close(&of);
}

/* Each live search ends those before it, and none of them has to end first. */
static void live_searches_replace_each_other(void **state) {
    (void)state;
    api_client of;
    char ids[6][24];
    open_wide(&of);
    for (int i = 0; i < 6; i++)
        start(&of, "{\"kind\": \"search\", \"live\": true, \"set\": {" ENDLESS "}}", ids[i]);
    for (int i = 0; i < 5; i++) {
        api_reply ended = client_wait(&of, ids[i]);
        assert_string_equal(reply_text(&ended, "state"), "cancelled");
        reply_drop(&ended);
    }
    char *event = client_follow(&of, ids[5], "\"phase\": \"search\"");
    assert_non_null(strstr(event, "\"state\": \"running\""));
    free(event);
    stop(&of, ids[5], "{\"keep\": false}");
    api_reply ended = client_wait(&of, ids[5]);
    assert_string_equal(reply_text(&ended, "state"), "cancelled");
    assert_int_equal(shoal_value_kind_of(reply_at(&ended, "candidate")), SHOAL_VALUE_NULL);
    reply_drop(&ended);
    client_close(&of);
}

static void stopped_searches_keep_their_best(void **state) {
    (void)state;
    api_client of;
    char id[24], what[60];
    open_wide(&of);
    start(&of, "{\"kind\": \"search\", \"set\": {" ENDLESS "}}", id);
    char *event = client_follow(&of, id, "\"best\": 0");
    assert_non_null(event);
    free(event);
    snprintf(what, sizeof what, "jobs/%s/result", id);
    api_reply early = client_ask(&of, "GET", what, NULL);
    assert_int_equal(early.status, 409);
    reply_drop(&early);
    stop(&of, id, "{\"keep\": true}");
    api_reply ended = client_wait(&of, id);
    assert_string_equal(reply_text(&ended, "state"), "ended");
    assert_true(strlen(reply_text(&ended, "candidate")) > 0);
    reply_drop(&ended);
    api_reply result = client_ask(&of, "GET", what, NULL);
    assert_string_equal(reply_text(&result, "stopped_by"), "interrupt");
    reply_drop(&result);
    client_close(&of);
}

/* Two run and sixteen wait; the session ends them all. */
static void queues_are_bounded(void **state) {
    (void)state;
    static const char body[] = "{\"kind\": \"search\", \"set\": {" ENDLESS "}}";
    api_client of;
    char id[24];
    open_wide(&of);
    for (int i = 0; i < 2; i++) {
        start(&of, body, id);
        free(client_follow(&of, id, "\"running\""));
    }
    for (int i = 0; i < 16; i++)
        start(&of, body, id);
    api_reply full = client_ask(&of, "POST", "jobs", body);
    assert_int_equal(full.status, 409);
    assert_string_equal(reply_text(&full, "error.code"), "too_many_jobs");
    reply_drop(&full);
    stop(&of, id, "");
    api_reply waiting = client_wait(&of, id);
    assert_string_equal(reply_text(&waiting, "state"), "cancelled");
    reply_drop(&waiting);
    client_close(&of);
}

static void hung_up_streams_end(void **state) {
    (void)state;
    api_client of;
    char id[24], what[60], *text = NULL;
    size_t length;
    open_wide(&of);
    start(&of, "{\"kind\": \"search\", \"set\": {" ENDLESS "}}", id);
    free(client_follow(&of, id, "\"running\""));
    client_bell bell = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, false};
    http_answer answer;
    snprintf(what, sizeof what, "jobs/%s/events", id);
    client_send(&of, "GET", what, "", NULL, 0, &answer);
    answer.stream->wake = client_ring;
    answer.stream->connection = &bell;
    assert_int_equal(answer.stream->next(answer.stream, &text, &length), 1);
    assert_non_null(strstr(text, "event: job\ndata: {"));
    free(text);
    session_hang_up(of.at);
    client_listen(&bell);
    assert_int_equal(answer.stream->next(answer.stream, &text, &length), -1);
    http_answer_drop(&answer);
    client_close(&of);
}

static void tables_are_judged(void **state) {
    (void)state;
    static const char *const parts[] = {"risk", "utility", "recodings"};
    api_client of;
    char id[24], bodies[3][100], what[60];
    client_open_people(&of);
    client_search(&of, "{}", id);
    snprintf(bodies[0], 100, "{\"kind\": \"risk\"}");
    snprintf(bodies[1], 100, "{\"kind\": \"compare\", \"candidate\": \"%s\"}", id);
    snprintf(bodies[2], 100, "{\"kind\": \"explore\", \"k\": \"2,3\", \"suppression\": \"0,5%%\"}");
    for (int i = 0; i < 3; i++) {
        api_reply ended = client_run(&of, "jobs", bodies[i]);
        assert_string_equal(reply_text(&ended, "state"), "ended");
        snprintf(what, sizeof what, "jobs/%s/result", reply_text(&ended, "id"));
        api_reply result = client_ask(&of, "GET", what, NULL);
        if (shoal_value_kind_of(reply_at(&result, parts[i])) == SHOAL_VALUE_NULL)
            fail_msg("%s has no %s: %.300s", bodies[i], parts[i], result.body);
        reply_drop(&result);
        reply_drop(&ended);
    }
    client_close(&of);
}

/* Roles that the plan does not have yet can be asked about; the plan stays as it is. */
static void risks_of_other_roles_are_judged(void **state) {
    (void)state;
    api_client of;
    char what[60];
    client_open_people(&of);
    api_reply ended = client_run(
        &of, "jobs", "{\"kind\": \"risk\", \"set\": {\"attributes.age.role\": \"plain\"}}");
    assert_string_equal(reply_text(&ended, "state"), "ended");
    snprintf(what, sizeof what, "jobs/%s/result", reply_text(&ended, "id"));
    reply_drop(&ended);
    api_reply result = client_ask(&of, "GET", what, NULL);
    assert_int_equal(shoal_value_count(reply_at(&result, "quasi")), 1);
    assert_string_equal(reply_text(&result, "quasi.0"), "town");
    assert_int_equal((int)reply_number(&result, "k"), 20);
    reply_drop(&result);
    api_reply plan = client_ask(&of, "GET", "plan", NULL);
    assert_string_equal(reply_text(&plan, "attributes.age.role"), "quasi");
    reply_drop(&plan);
    api_reply wrong = client_ask(&of, "POST", "jobs",
                                 "{\"kind\": \"risk\", \"set\": {\"hierarchies\": \"/etc\"}}");
    assert_int_equal(wrong.status, 422);
    assert_string_equal(reply_text(&wrong, "error.code"), "path_refused");
    reply_drop(&wrong);
    client_close(&of);
}

static void points_of_fronts_are_picked(void **state) {
    (void)state;
    api_client of;
    char front[24], what[200];
    client_open_people(&of);
    client_search(&of, "{\"search.algorithm\": \"nsga2\", \"search.evaluations\": \"300\"}", front);
    snprintf(what, sizeof what, "candidates/%s", front);
    api_reply found = client_ask(&of, "GET", what, NULL);
    assert_true(reply_number(&found, "front") >= 1);
    reply_drop(&found);
    snprintf(what, sizeof what, "{\"kind\": \"search\", \"front\": \"%s\", \"pick\": \"1\"}",
             front);
    api_reply picked = client_run(&of, "jobs", what);
    assert_string_equal(reply_text(&picked, "state"), "ended");
    reply_drop(&picked);
    snprintf(what, sizeof what, "{\"kind\": \"search\", \"front\": \"%s\"}", front);
    api_reply missing = client_ask(&of, "POST", "jobs", what);
    assert_int_equal(missing.status, 422);
    reply_drop(&missing);
    client_close(&of);
}

#define ASKERS 8
#define QUESTIONS 40

static void *ask_much(void *client) {
    static const struct {
        const char *method, *what, *body;
    } calls[] = {
        {"GET", "session", NULL},
        {"POST", "jobs", "{\"kind\": \"search\", \"live\": true}"},
        {"GET", "jobs", NULL},
        {"PATCH", "plan", "{\"set\": {\"privacy.k\": \"4\"}}"},
        {"GET", "rows?count=5", NULL},
        {"POST", "jobs", "{\"kind\": \"risk\"}"},
        {"GET", "hierarchies/age", NULL},
        {"GET", "candidates/3/rows", NULL},
    };
    const api_client *of = client;
    for (size_t i = 0; i < QUESTIONS; i++) {
        size_t which = i % (sizeof calls / sizeof *calls);
        api_reply reply = client_ask(of, calls[which].method, calls[which].what, calls[which].body);
        bool fine = reply.status < 300 || reply.status == 404 || reply.status == 409;
        client_must(fine && reply.root, reply.body);
        reply_drop(&reply);
    }
    return NULL;
}

/* Whatever happens at once, the last live search ends with its answer. */
static void many_ask_at_once(void **state) {
    (void)state;
    api_client of;
    pthread_t askers[ASKERS];
    client_open_people(&of);
    for (int i = 0; i < ASKERS; i++)
        assert_int_equal(pthread_create(&askers[i], NULL, ask_much, &of), 0);
    for (int i = 0; i < ASKERS; i++)
        assert_int_equal(pthread_join(askers[i], NULL), 0);
    api_reply last = client_run(&of, "jobs", "{\"kind\": \"search\", \"live\": true}");
    assert_string_equal(reply_text(&last, "state"), "ended");
    assert_true(reply_number(&last, "best") == reply_number(&last, "bound"));
    reply_drop(&last);
    api_reply now = client_ask(&of, "GET", "session", NULL);
    assert_true(shoal_value_count(reply_at(&now, "candidates")) <= 3);
    reply_drop(&now);
    client_close(&of);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(searches_give_candidates),
        cmocka_unit_test(dropped_rows_are_left_out),
        cmocka_unit_test(what_fails_says_why),
        cmocka_unit_test(unpinned_candidates_go),
        cmocka_unit_test(live_searches_replace_each_other),
        cmocka_unit_test(stopped_searches_keep_their_best),
        cmocka_unit_test(queues_are_bounded),
        cmocka_unit_test(hung_up_streams_end),
        cmocka_unit_test(tables_are_judged),
        cmocka_unit_test(risks_of_other_roles_are_judged),
        cmocka_unit_test(points_of_fronts_are_picked),
        cmocka_unit_test(many_ask_at_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
