/* Releases: complete, verified, the bytes of the printed command, or not there at all. */
#include "api_client.h"

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <sys/wait.h>

#include <cmocka.h>

static api_reply release(const api_client *of, const char *candidate, const char *more) {
    char body[300];
    snprintf(body, sizeof body, "{\"kind\": \"release\", \"candidate\": \"%s\"%s}", candidate,
             more);
    return client_run(of, "jobs", body);
}

/* What the printed command does: the plan of the release, read from its file, on the input. */
static void assert_made_again(const api_client *of, const char *id, const char *name) {
    char path[400], made[300], inside[100];
    shoal_plan *plan = NULL;
    shoal_result *result = NULL;
    shoal_error error = {0};
    snprintf(path, sizeof path, "%s/releases/%s/plan.yaml", of->project, id);
    snprintf(made, sizeof made, "%s/again.csv", of->folder);
    assert_int_equal(shoal_plan_new(&plan, NULL), SHOAL_OK);
    assert_int_equal(shoal_plan_read(plan, path, &error), SHOAL_OK);
    char input[300];
    snprintf(input, sizeof input, "%s/people.csv", of->folder);
    shoal_job job = {.size = sizeof job, .input = input, .output = made};
    if (shoal_anonymize(&result, plan, &job, NULL, &error) != SHOAL_OK)
        fail_msg("%s", error.message);
    snprintf(inside, sizeof inside, "people.project/releases/%s/%s", id, name);
    char *released = client_read(of, inside), *again = client_read(of, "again.csv");
    assert_non_null(released);
    assert_string_equal(released, again);
    free(released);
    free(again);
    shoal_verdict verdict = {.size = sizeof verdict};
    assert_int_equal(shoal_verify(&verdict, plan, made, &error), SHOAL_OK);
    assert_true(verdict.holds);
    shoal_result_free(result);
    shoal_plan_free(plan);
}

static void assert_nothing_half_made(const api_client *of) {
    char path[300];
    snprintf(path, sizeof path, "%s/releases", of->project);
    DIR *listed = opendir(path);
    for (struct dirent *entry; listed && (entry = readdir(listed));)
        if (strncmp(entry->d_name, ".making", 7) == 0)
            fail_msg("%s is left", entry->d_name);
    if (listed)
        closedir(listed);
}

static void releases_are_complete(void **state) {
    (void)state;
    api_client of;
    char id[24];
    client_open_people(&of);
    api_reply kept = client_ask(&of, "PUT", "hierarchies/town",
                                "{\"values\": [[\"Aachen\", \"west\", \"*\"], [\"Bonn\", "
                                "\"west\", \"*\"], [\"Celle\", \"north\", \"*\"]]}");
    assert_int_equal(kept.status, 200);
    reply_drop(&kept);
    client_search(&of, "{\"privacy.k\": \"4\"}", id);
    api_reply made = release(&of, id, "");
    if (strcmp(reply_text(&made, "state"), "ended") != 0)
        fail_msg("%s", made.body);
    assert_string_equal(reply_text(&made, "release"), "001");
    reply_drop(&made);
    assert_nothing_half_made(&of);
    assert_made_again(&of, "001", "people.csv");
    static const char *const files[] = {"people.csv", "plan.yaml", "hierarchies/town.csv",
                                        "result.json", "release.json"};
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        char name[100], *bytes;
        snprintf(name, sizeof name, "people.project/releases/001/%s", files[i]);
        bytes = client_read(&of, name);
        assert_non_null(bytes);
        assert_null(strstr(bytes, ".making"));
        free(bytes);
    }
    api_reply town = client_ask(&of, "GET", "releases/001/files/hierarchies/town.csv", NULL);
    assert_string_equal(town.body, "Aachen;west;*\nBonn;west;*\nCelle;north;*\n");
    reply_drop(&town);
    api_reply list = client_ask(&of, "GET", "releases", NULL);
    assert_string_equal(reply_text(&list, "releases.0.id"), "001");
    assert_true(shoal_value_flag(reply_at(&list, "releases.0.whole")));
    assert_true(shoal_value_flag(reply_at(&list, "releases.0.verdict.holds")));
    assert_int_equal((int)reply_number(&list, "releases.0.k"), 4);
    assert_non_null(strstr(reply_text(&list, "releases.0.command"), "/releases/001/plan.yaml"));
    reply_drop(&list);
    client_close(&of);
}

static void releases_are_downloaded(void **state) {
    (void)state;
    api_client of;
    char id[24];
    client_open_people(&of);
    client_search(&of, "{}", id);
    api_reply made = release(&of, id, ", \"name\": \"safe\", \"public\": true");
    assert_string_equal(reply_text(&made, "state"), "ended");
    reply_drop(&made);
    http_answer answer;
    client_send(&of, "GET", "releases/001/files/safe.csv", "", NULL, 0, &answer);
    assert_string_equal(answer.download, "safe.csv");
    api_reply file = client_take(&answer);
    char *bytes = client_read(&of, "people.project/releases/001/safe.csv");
    assert_string_equal(file.body, bytes);
    free(bytes);
    reply_drop(&file);
    static const char *const wrong[] = {
        "releases/001/files/none.csv", "releases/001/files/..", "releases/001/files/hierarchies/..",
        "releases/1/files/safe.csv",   "releases/0/files/x",    "releases/001x/files/safe.csv",
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        api_reply reply = client_ask(&of, "GET", wrong[i], NULL);
        assert_int_equal(reply.status, 404);
        reply_drop(&reply);
    }
    client_write(&of, "people.project/releases/001/safe.csv", "short\n");
    api_reply list = client_ask(&of, "GET", "releases", NULL);
    assert_false(shoal_value_flag(reply_at(&list, "releases.0.whole")));
    reply_drop(&list);
    client_close(&of);
}

/* The warning of a result with that code. */
static const shoal_value *warning_of(const api_reply *result, const char *code) {
    const shoal_value *warnings = reply_at(result, "warnings"), *each;
    for (size_t i = 0; (each = shoal_value_at(warnings, i)); i++)
        if (strcmp(shoal_value_text(shoal_value_get(each, "code")), code) == 0)
            return each;
    fail_msg("no warning %s: %s", code, result->body);
    return NULL;
}

static bool is_accepted(const api_reply *result, const char *code) {
    return shoal_value_flag(shoal_value_get(warning_of(result, code), "accepted"));
}

/* What was acknowledged is in the plan of the release, and its result says so. */
static void warnings_are_accepted(void **state) {
    (void)state;
    static const struct {
        const char *list;
        int status;
        const char *code;
    } wrong[] = {
        {"[\"no_such\"]", 422, "warning_unknown"},
        {"[\"\"]", 422, "warning_unknown"},
        {"[\"near_unique,gives_away\"]", 422, "warning_unknown"},
        {"[1]", 400, "member_invalid"},
        {"[null]", 400, "member_invalid"},
        {"\"near_unique\"", 400, "member_invalid"},
    };
    api_client of;
    char id[24], more[200];
    client_open_people(&of);
    client_search(&of,
                  "{\"attributes.illness.role\": \"plain\", \"warnings.accept\": "
                  "\"near_unique\"}",
                  id);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        snprintf(more, sizeof more,
                 "{\"kind\": \"release\", \"candidate\": \"%s\", \"accept\": %s}", id,
                 wrong[i].list);
        api_reply refused = client_ask(&of, "POST", "jobs", more);
        assert_int_equal(refused.status, wrong[i].status);
        assert_string_equal(reply_text(&refused, "error.code"), wrong[i].code);
        reply_drop(&refused);
    }
    static const char *const asked[] = {
        "", ", \"accept\": [\"sensitive_not_stated\", \"sensitive_not_stated\"]"};
    for (int i = 0; i < 2; i++) {
        api_reply made = release(&of, id, asked[i]);
        assert_string_equal(reply_text(&made, "state"), "ended");
        snprintf(more, sizeof more, "jobs/%s/result", reply_text(&made, "id"));
        api_reply result = client_ask(&of, "GET", more, NULL);
        assert_int_equal(is_accepted(&result, "sensitive_not_stated"), i == 1);
        reply_drop(&result);
        reply_drop(&made);
    }
    char *plan = client_read(&of, "people.project/releases/002/plan.yaml");
    if (!strstr(plan, "accept: near_unique,sensitive_not_stated"))
        fail_msg("%s", plan);
    free(plan);
    plan = client_read(&of, "people.project/plan.yaml"); /* that of the project stays */
    assert_null(strstr(plan, "sensitive_not_stated"));
    free(plan);
    assert_made_again(&of, "002", "people.csv");
    client_close(&of);
}

static void assert_refused(const api_client *of, const char *candidate, const char *code) {
    api_reply made = release(of, candidate, "");
    assert_string_equal(reply_text(&made, "state"), "failed");
    assert_string_equal(reply_text(&made, "error.code"), code);
    reply_drop(&made);
    assert_false(client_has(of, "people.project/releases/001"));
    assert_nothing_half_made(of);
}

static void what_has_changed_is_not_released(void **state) {
    (void)state;
    api_client of;
    char id[24];
    client_open_people(&of);
    client_search(&of, "{}", id);
    client_write(&of, "people.csv", "age,town,illness\n1,a,b\n2,a,b\n3,a,b\n");
    assert_refused(&of, id, "input_changed");
    client_write_people(&of, "people.csv");
    api_reply kept = client_ask(&of, "PUT", "hierarchies/town",
                                "{\"values\": [[\"Aachen\", \"*\"], [\"Bonn\", \"*\"], "
                                "[\"Celle\", \"*\"]]}");
    assert_int_equal(kept.status, 200);
    reply_drop(&kept);
    assert_refused(&of, id, "hierarchies_changed");
    /* By another program, and with the same result. */
    client_search(&of, "{}", id);
    client_write(&of, "people.project/hierarchies/town.csv", "Aachen;any\nBonn;any\nCelle;any\n");
    assert_refused(&of, id, "hierarchies_changed");
    client_close(&of);
}

static void names_are_checked(void **state) {
    (void)state;
    static const char *const wrong[] = {"../x", "a/b", ".hidden", "", "-o", "a\\u0007", "a$(b)"};
    api_client of;
    char id[24], body[200];
    client_open_people(&of);
    client_search(&of, "{}", id);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        snprintf(body, sizeof body,
                 "{\"kind\": \"release\", \"candidate\": \"%s\", \"name\": \"%s\"}", id, wrong[i]);
        api_reply reply = client_ask(&of, "POST", "jobs", body);
        assert_int_equal(reply.status, 422);
        assert_string_equal(reply_text(&reply, "error.code"), "name_invalid");
        reply_drop(&reply);
    }
    api_reply made = release(&of, id, ", \"name\": \"plan.yaml\"");
    assert_string_equal(reply_text(&made, "state"), "ended");
    reply_drop(&made);
    assert_true(client_has(&of, "people.project/releases/001/plan.yaml.csv"));
    client_close(&of);
}

/* A server that is killed while it makes releases leaves those that are complete, and nothing else
 * after the next start. */
static void killed_servers_leave_whole_projects(void **state) {
    (void)state;
    api_client of;
    client_open(&of);
    client_stop(&of);
    for (int round = 0; round < 3; round++) {
        int ready[2];
        assert_int_equal(pipe(ready), 0);
        pid_t child = fork();
        if (child == 0) {
            char id[24];
            client_start(&of);
            client_write_people(&of, "people.csv");
            api_reply opened = client_open_file(&of, "people.csv", "");
            reply_drop(&opened);
            client_search(&of,
                          "{\"recoding\": \"lattice\", \"attributes.age.role\": \"quasi\", "
                          "\"attributes.town.role\": \"quasi\", \"privacy.k\": \"3\"}",
                          id);
            (void)!write(ready[1], "x", 1);
            for (;;) {
                api_reply made = release(&of, id, "");
                reply_drop(&made);
                (void)!write(ready[1], "x", 1);
            }
        }
        close(ready[1]);
        char byte;
        for (int i = 0; i <= round; i++) /* at another place each time */
            assert_int_equal(read(ready[0], &byte, 1), 1);
        kill(child, SIGKILL);
        waitpid(child, NULL, 0);
        close(ready[0]);
    }
    client_start(&of);
    assert_nothing_half_made(&of);
    api_reply list = client_ask(&of, "GET", "releases", NULL);
    const shoal_value *releases = reply_at(&list, "releases"), *each;
    assert_true(shoal_value_count(releases) >= 3);
    for (size_t i = 0; (each = shoal_value_at(releases, i)); i++)
        assert_true(shoal_value_flag(shoal_value_get(each, "whole")));
    reply_drop(&list);
    client_close(&of);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(releases_are_complete),
        cmocka_unit_test(releases_are_downloaded),
        cmocka_unit_test(warnings_are_accepted),
        cmocka_unit_test(what_has_changed_is_not_released),
        cmocka_unit_test(names_are_checked),
        cmocka_unit_test(killed_servers_leave_whole_projects),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
