/* Opening tables, their rows, and which call answers what. */
#include "api_client.h"

#include "server/session_parts.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

static void assert_code(const api_client *of, const char *method, const char *what,
                        const char *body, int status, const char *code) {
    api_reply reply = client_ask(of, method, what, body);
    if (reply.status != status || strcmp(reply_text(&reply, "error.code"), code) != 0)
        fail_msg("%s %s: %d %s, not %d %s", method, what, reply.status, reply.body, status, code);
    reply_drop(&reply);
}

static void wrong_calls_are_refused(void **state) {
    (void)state;
    api_client of;
    client_open(&of);
    static const struct {
        const char *method, *what, *body;
        int status;
        const char *code;
    } cases[] = {
        {"GET", "nothing", NULL, 404, "not_found"},
        {"GET", "", NULL, 404, "not_found"},
        {"GET", "plan/more", NULL, 404, "not_found"},
        {"GET", "jobs/", NULL, 404, "not_found"},
        {"GET", "hierarchies//build", NULL, 404, "not_found"},
        {"DELETE", "plan", NULL, 405, "other_method"},
        {"GET", "rows", NULL, 409, "no_table"},
        {"GET", "rows?of=other", NULL, 400, "value_invalid"},
        {"GET", "plan", NULL, 409, "no_table"},
        {"GET", "inspection", NULL, 409, "no_table"},
        {"PATCH", "plan", "{\"set\": {}}", 409, "no_table"},
        {"GET", "hierarchies/age", NULL, 409, "no_table"},
        {"POST", "jobs", "{\"kind\": \"search\"}", 409, "no_table"},
        {"POST", "jobs", "{\"kind\": \"dance\"}", 400, "kind_unknown"},
        {"POST", "jobs", "{\"kind\": \"risk\", \"more\": 1}", 400, "member_unknown"},
        {"POST", "jobs", "{\"kind\": \"search\", \"live\": \"yes\"}", 400, "member_invalid"},
        {"POST", "jobs", "{\"kind\": \"release\"}", 400, "member_missing"},
        {"POST", "jobs", "{\"kind\": \"release\", \"candidate\": \"1\"}", 404, "candidate_unknown"},
        {"POST", "jobs", "[]", 400, "body_invalid"},
        {"POST", "jobs", "{", 400, "json_invalid"},
        {"POST", "open", "{}", 400, "file_missing"},
        {"POST", "open", "{\"file\": \"../etc/passwd\"}", 404, "file_unknown"},
        {"GET", "jobs/99", NULL, 404, "job_unknown"},
        {"GET", "jobs/99999999999999999999", NULL, 404, "job_unknown"},
        {"GET", "jobs/99/events", NULL, 404, "job_unknown"},
        {"POST", "jobs/99/stop", "{\"keep\": 1}", 400, "member_invalid"},
        {"GET", "candidates/0", NULL, 404, "candidate_unknown"},
        {"GET", "candidates/1/rows", NULL, 404, "candidate_unknown"},
        {"GET", "releases/001/files/plan.yaml", NULL, 404, "release_unknown"},
        {"GET", "releases/../files/plan.yaml", NULL, 404, "release_unknown"},
        {"POST", "uploads", NULL, 400, "name_missing"},
        {"POST", "uploads?name=a.csv", NULL, 400, "body_missing"},
        {"DELETE", "uploads/u1", NULL, 404, "upload_unknown"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_code(&of, cases[i].method, cases[i].what, cases[i].body, cases[i].status,
                    cases[i].code);
    api_reply other = client_ask(&of, "PUT", "candidates/1", NULL);
    assert_string_equal(other.allow, "GET, HEAD, PATCH, DELETE");
    reply_drop(&other);
    client_close(&of);
}

static void what_is_known_is_told(void **state) {
    (void)state;
    api_client of;
    client_open(&of);
    api_reply about = client_ask(&of, "HEAD", "about", NULL);
    assert_int_equal(about.status, 200);
    assert_string_equal(reply_text(&about, "shoal"), shoal_version());
    assert_string_equal(reply_text(&about, "project.name"), "people.project");
    assert_true(shoal_value_flag(reply_at(&about, "project.kept")));
    assert_true(shoal_value_count(reply_at(&about, "keys")) > 40);
    assert_true(shoal_value_count(reply_at(&about, "algorithms")) > 10);
    reply_drop(&about);
    api_reply now = client_ask(&of, "GET", "session", NULL);
    assert_int_equal(shoal_value_kind_of(reply_at(&now, "table")), SHOAL_VALUE_NULL);
    assert_int_equal(shoal_value_kind_of(reply_at(&now, "opening")), SHOAL_VALUE_NULL);
    assert_int_equal(shoal_value_count(reply_at(&now, "candidates")), 0);
    reply_drop(&now);
    client_close(&of);
}

static void tables_are_opened(void **state) {
    (void)state;
    api_client of;
    client_open(&of);
    client_write(&of, "a b.csv", "name;n\nx;1\n;2\n\"<b>\";\n");
    api_reply opened = client_open_file(&of, "a b.csv", ", \"delimiter\": \";\"");
    assert_string_equal(reply_text(&opened, "state"), "ended");
    reply_drop(&opened);
    api_reply now = client_ask(&of, "GET", "session", NULL);
    assert_string_equal(reply_text(&now, "table.name"), "a b.csv");
    assert_string_equal(reply_text(&now, "table.columns.1"), "n");
    assert_int_equal((int)reply_number(&now, "table.rows"), 3);
    assert_int_equal(strlen(reply_text(&now, "table.sha256")), 64);
    assert_int_equal(reply_text(&now, "table.command_input")[0], '\'');
    reply_drop(&now);
    api_reply rows = client_ask(&of, "GET", "rows?from=1&count=1000", NULL);
    assert_int_equal(shoal_value_count(reply_at(&rows, "rows")), 2);
    assert_string_equal(reply_text(&rows, "rows.1.0"), "<b>");
    assert_null(strstr(rows.body, "<b>")); /* nothing that a browser could take for a page */
    reply_drop(&rows);
    rows = client_ask(&of, "GET", "rows?from=100", NULL);
    assert_int_equal((int)reply_number(&rows, "from"), 3);
    assert_int_equal(shoal_value_count(reply_at(&rows, "rows")), 0);
    reply_drop(&rows);
    static const char *const wrong[] = {"rows?count=1001", "rows?count=-1", "rows?from=x",
                                        "rows?from=99999999999999999999", "rows?count="};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_code(&of, "GET", wrong[i], NULL, 400, "number_invalid");
    api_reply plan = client_ask(&of, "GET", "plan", NULL);
    assert_non_null(strstr(reply_text(&plan, "yaml"), "delimiter: ;"));
    reply_drop(&plan);
    assert_true(client_has(&of, "people.project/plan.yaml"));
    assert_true(client_has(&of, "people.project/input.json"));
    client_close(&of);
}

static void what_cannot_be_opened_says_why(void **state) {
    (void)state;
    api_client of;
    client_open(&of);
    client_write(&of, "empty.csv", "");
    api_reply failed = client_open_file(&of, "empty.csv", "");
    assert_string_equal(reply_text(&failed, "state"), "failed");
    assert_true(strlen(reply_text(&failed, "error.message")) > 0);
    reply_drop(&failed);
    assert_code(&of, "GET", "rows", NULL, 409, "no_table");
    client_write(&of, "fine.csv", "a\n1\n");
    api_reply named = client_open_file(&of, "fine.csv", "");
    assert_string_equal(reply_text(&named, "state"), "ended");
    reply_drop(&named);
    char path[300], body[200];
    snprintf(path, sizeof path, "%s/fine.csv", of.folder);
    const char *id = source_files_name(of.files, path);
    snprintf(body, sizeof body, "{\"file\": \"%s\", \"privacy.k\": \"3\"}", id);
    assert_code(&of, "POST", "open", body, 400, "member_unknown");
    snprintf(body, sizeof body, "{\"file\": \"%s\", \"header\": \"perhaps\"}", id);
    assert_code(&of, "POST", "open", body, 422, "value_invalid");
    client_close(&of);
}

/* A table that is too wide is refused before anything is made of it. */
static void wide_tables_are_refused(void **state) {
    (void)state;
    api_client of;
    client_open(&of);
    char *bytes = calloc(1, 30000), *to = bytes;
    assert_non_null(bytes);
    for (int line = 0; line < 2; line++)
        for (int i = 0; i < 2001; i++)
            to += sprintf(to, "c%d%s", i + line, i < 2000 ? "," : "\n");
    client_write(&of, "wide.csv", bytes);
    free(bytes);
    api_reply failed = client_open_file(&of, "wide.csv", "");
    assert_string_equal(reply_text(&failed, "error.code"), "too_many_columns");
    reply_drop(&failed);
    client_close(&of);
}

/* A plan beside the input comes with its hierarchies; the project is complete. */
static void plans_beside_are_taken(void **state) {
    (void)state;
    api_client of;
    client_open(&of);
    client_write_people(&of, "people.csv");
    client_write(&of, "town.csv", "Aachen;west;*\nBonn;west;*\nCelle;north;*\n");
    client_write(&of, "people.plan.yaml",
                 "attributes:\n  age: {role: quasi, hierarchy: 'ranges:5'}\n"
                 "  town: {role: quasi, hierarchy: town.csv}\nprivacy: {k: 4}\n");
    api_reply opened = client_open_file(&of, "people.csv", "");
    assert_string_equal(reply_text(&opened, "state"), "ended");
    reply_drop(&opened);
    api_reply plan = client_ask(&of, "GET", "plan", NULL);
    assert_string_equal(reply_text(&plan, "attributes.town.hierarchy"), "hierarchies/town.csv");
    assert_string_equal(reply_text(&plan, "attributes.age.hierarchy"), "ranges:5");
    reply_drop(&plan);
    char *copy = client_read(&of, "people.project/hierarchies/town.csv");
    assert_non_null(copy);
    assert_string_equal(copy, "Aachen;west;*\nBonn;west;*\nCelle;north;*\n");
    free(copy);
    client_close(&of);
}

/* The plan is there again after a restart, and another table's is set aside. */
static void projects_stay(void **state) {
    (void)state;
    api_client of;
    client_open_people(&of);
    client_stop(&of);
    client_start(&of);
    api_reply opened = client_open_file(&of, "people.csv", "");
    reply_drop(&opened);
    api_reply plan = client_ask(&of, "GET", "plan", NULL);
    assert_string_equal(reply_text(&plan, "attributes.age.hierarchy"), "ranges:5,10");
    reply_drop(&plan);
    client_stop(&of);
    client_start(&of);
    assert_int_equal(session_reopen(of.at, NULL), SHOAL_OK);
    api_reply again = client_wait(&of, "1");
    assert_string_equal(reply_text(&again, "kind"), "open");
    assert_string_equal(reply_text(&again, "state"), "ended");
    reply_drop(&again);
    client_write(&of, "other.csv", "a,b\n1,2\n3,4\n");
    opened = client_open_file(&of, "other.csv", "");
    assert_string_equal(reply_text(&opened, "notes.0.code"), "plan_set_aside");
    reply_drop(&opened);
    char *before = client_read(&of, "people.project/plan.previous.yaml");
    assert_non_null(before);
    assert_non_null(strstr(before, "ranges:5,10"));
    free(before);
    opened = client_open_file(&of, "people.csv", "");
    assert_string_equal(reply_text(&opened, "notes.0.code"), "plan_set_aside");
    reply_drop(&opened);
    before = client_read(&of, "people.project/plan.previous.yaml");
    assert_non_null(strstr(before, "ranges:5,10"));
    free(before);
    before = client_read(&of, "people.project/plan.previous-2.yaml");
    assert_non_null(before);
    assert_null(strstr(before, "ranges:5,10"));
    free(before);
    client_close(&of);
}

/* ---- While a table is looked at -------------------------------------------------------------- */

/* Holds the worker at the event that says that the table was read. */
typedef struct gate {
    const api_client *of;
    http_stream *stream;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    bool is_passed; /* later events are let through */
    bool is_reached, may_go;
    api_reply rows; /* as they were served there */
} gate;

/* Called on the worker for each event, with the lock of jobs held: only calls that need no job. */
static void reach(void *of) {
    gate *at = of;
    if (at->is_passed)
        return;
    pthread_mutex_lock(&at->of->at->lock);
    at->is_passed = at->of->at->opening != NULL;
    pthread_mutex_unlock(&at->of->at->lock);
    if (!at->is_passed)
        return;
    at->rows = client_ask(at->of, "GET", "rows?of=opening&count=2", NULL);
    pthread_mutex_lock(&at->lock);
    at->is_reached = true;
    pthread_cond_broadcast(&at->changed);
    while (!at->may_go)
        pthread_cond_wait(&at->changed, &at->lock);
    pthread_mutex_unlock(&at->lock);
}

/* Opens other.csv, and comes back when its worker is at the gate. */
static void open_with_gate(gate *at, char id[24]) {
    char path[1000], body[400];
    snprintf(path, sizeof path, "%s/other.csv", at->of->folder);
    snprintf(body, sizeof body, "{\"file\": \"%s\"}", source_files_name(at->of->files, path));
    pthread_mutex_lock(
        &at->of->at->lock); /* the worker cannot show it before the stream is there */
    api_reply asked = client_ask(at->of, "POST", "open", body);
    assert_int_equal(asked.status, 202);
    snprintf(id, 24, "%s", reply_text(&asked, "job.id"));
    reply_drop(&asked);
    char what[100], *text = NULL;
    size_t length;
    http_answer answer;
    snprintf(what, sizeof what, "jobs/%s/events", id);
    client_send(at->of, "GET", what, "", NULL, 0, &answer);
    at->stream = answer.stream;
    at->stream->wake = reach;
    at->stream->connection = at;
    assert_int_equal(at->stream->next(at->stream, &text, &length), 1);
    free(text);
    pthread_mutex_unlock(&at->of->at->lock);
    pthread_mutex_lock(&at->lock);
    while (!at->is_reached)
        pthread_cond_wait(&at->changed, &at->lock);
    pthread_mutex_unlock(&at->lock);
}

static void let_go(gate *at) {
    pthread_mutex_lock(&at->lock);
    at->may_go = true;
    pthread_cond_broadcast(&at->changed);
    pthread_mutex_unlock(&at->lock);
}

static void assert_shown(const api_client *of, const char *table, bool opening) {
    api_reply now = client_ask(of, "GET", "session", NULL);
    assert_string_equal(reply_text(&now, "table.name"), table);
    assert_int_equal(shoal_value_kind_of(reply_at(&now, "opening")),
                     opening ? SHOAL_VALUE_OBJECT : SHOAL_VALUE_NULL);
    if (opening) {
        assert_string_equal(reply_text(&now, "opening.name"), "other.csv");
        assert_int_equal((int)reply_number(&now, "opening.rows"), 3);
        assert_string_equal(reply_text(&now, "opening.columns.1"), "b");
    }
    reply_drop(&now);
}

/* Its rows are there before it was inspected; one that is cancelled then changes nothing. */
/* Whoever saw a table being opened may ask for its rows when that is over. */
static void assert_nothing_to_show(const api_client *of) {
    api_reply rows = client_ask(of, "GET", "rows?of=opening&from=2", NULL);
    assert_int_equal(rows.status, 200);
    assert_int_equal(shoal_value_count(reply_at(&rows, "rows")), 0);
    reply_drop(&rows);
}

static void opening(bool is_cancelled) {
    api_client of;
    char id[24];
    client_open_people(&of);
    client_write(&of, "other.csv", "a,b\n1,2\n3,4\n5,6\n");
    char *plan = client_read(&of, "people.project/plan.yaml");
    gate at = {.of = &of, .lock = PTHREAD_MUTEX_INITIALIZER, .changed = PTHREAD_COND_INITIALIZER};
    open_with_gate(&at, id);
    assert_string_equal(reply_text(&at.rows, "rows.1.1"), "4");
    assert_int_equal(shoal_value_count(reply_at(&at.rows, "rows")), 2);
    reply_drop(&at.rows);
    pthread_mutex_lock(&of.at->changing); /* the worker cannot take the table */
    let_go(&at);
    assert_shown(&of, "people.csv", true);
    if (is_cancelled) {
        char what[100];
        snprintf(what, sizeof what, "jobs/%s/stop", id);
        api_reply stopped = client_ask(&of, "POST", what, "{\"keep\": false}");
        reply_drop(&stopped);
    }
    pthread_mutex_unlock(&of.at->changing);
    at.stream->close(at.stream);
    api_reply ended = client_wait(&of, id);
    assert_string_equal(reply_text(&ended, "state"), is_cancelled ? "cancelled" : "ended");
    reply_drop(&ended);
    assert_shown(&of, is_cancelled ? "people.csv" : "other.csv", false);
    assert_nothing_to_show(&of);
    char *after = client_read(&of, "people.project/plan.yaml");
    assert_int_equal(strcmp(plan, after) == 0, is_cancelled);
    assert_int_equal(client_has(&of, "people.project/plan.previous.yaml"), !is_cancelled);
    free(plan);
    free(after);
    client_close(&of);
}

static void rows_are_shown_before_the_columns(void **state) {
    (void)state;
    opening(false);
}

static void cancelled_openings_change_nothing(void **state) {
    (void)state;
    opening(true);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wrong_calls_are_refused),
        cmocka_unit_test(what_is_known_is_told),
        cmocka_unit_test(tables_are_opened),
        cmocka_unit_test(what_cannot_be_opened_says_why),
        cmocka_unit_test(wide_tables_are_refused),
        cmocka_unit_test(plans_beside_are_taken),
        cmocka_unit_test(projects_stay),
        cmocka_unit_test(rows_are_shown_before_the_columns),
        cmocka_unit_test(cancelled_openings_change_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
