/* The plan through the API: all or nothing, and no path of a client. */
#include "api_client.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

static void keys_are_set_and_unset(void **state) {
    (void)state;
    api_client of;
    client_open_people(&of);
    api_reply before = client_ask(&of, "GET", "plan", NULL);
    double revision = reply_number(&before, "revision");
    reply_drop(&before);
    api_reply set = client_ask(&of, "PATCH", "plan",
                               "{\"set\": {\"target\": \"illness\", \"attributes.age.weight\": "
                               "\"2\", \"search.population\": \"40\"}}");
    assert_int_equal(set.status, 200);
    assert_true(reply_number(&set, "revision") == revision + 1);
    assert_string_equal(reply_text(&set, "keys.target"), "illness");
    assert_string_equal(reply_text(&set, "attributes.age.weight"), "2");
    assert_string_equal(reply_text(&set, "attributes.age.role"), "quasi");
    assert_null(reply_at(&set, "attributes.town.weight"));
    assert_string_equal(
        shoal_value_text(shoal_value_get(reply_at(&set, "keys"), "search.population")), "40");
    reply_drop(&set);
    api_reply unset = client_ask(&of, "PATCH", "plan",
                                 "{\"set\": {\"target\": null, \"attributes.age.weight\": null}}");
    assert_null(reply_at(&unset, "keys.target"));
    assert_null(reply_at(&unset, "attributes.age.weight"));
    char *file = client_read(&of, "people.project/plan.yaml");
    assert_string_equal(file, reply_text(&unset, "yaml"));
    free(file);
    reply_drop(&unset);
    client_close(&of);
}

static void wrong_changes_change_nothing(void **state) {
    (void)state;
    api_client of;
    client_open_people(&of);
    client_write(&of, "people.project/secret.csv", "1;2\n");
    api_reply before = client_ask(&of, "GET", "plan", NULL);
    static const struct {
        const char *set;
        int status;
        const char *code;
    } cases[] = {
        {"{\"privacy.k\": \"5\", \"privacy.kk\": \"5\"}", 422, "key_unknown"},
        {"{\"privacy.k\": \"many\"}", 422, "value_invalid"},
        {"{\"privacy.k\": 5}", 400, "member_invalid"},
        {"{\"privacy.k\": \"5\", \"attributes.nobody.role\": \"quasi\"}", 422, "column_unknown"},
        {"{\"attributes.role\": \"quasi\"}", 422, "column_unknown"},
        {"{\"attributes\": \"quasi\"}", 422, "key_unknown"},
        {"{\"input.header\": \"no\"}", 422, "reading_key"},
        {"{\"hierarchies\": \"/etc\"}", 422, "path_refused"},
        {"{\"hierarchies\": \"..\"}", 422, "path_refused"},
        {"{\"population.file\": \"/etc/passwd\"}", 422, "path_refused"},
        {"{\"attributes.age.hierarchy\": \"/etc/passwd\"}", 422, "path_refused"},
        {"{\"attributes.age.hierarchy\": \"secret.csv\"}", 422, "path_refused"},
        {"{\"attributes.age.hierarchy\": \"hierarchies/../secret.csv\"}", 422, "path_refused"},
        {"{\"attributes.age.hierarchy\": \"hierarchies/none.csv\"}", 422, "path_refused"},
        {"{\"attributes.age.hierarchy\": \"places:/etc/passwd\"}", 422, "path_refused"},
        {"{\"attributes.age.hierarchy\": \"http://example.org/a.csv\"}", 422, "path_refused"},
        {"[]", 400, "member_invalid"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char body[400];
        snprintf(body, sizeof body, "{\"set\": %s}", cases[i].set);
        api_reply reply = client_ask(&of, "PATCH", "plan", body);
        if (reply.status != cases[i].status ||
            strcmp(reply_text(&reply, "error.code"), cases[i].code) != 0)
            fail_msg("%s: %d %s", cases[i].set, reply.status, reply.body);
        reply_drop(&reply);
    }
    api_reply after = client_ask(&of, "GET", "plan", NULL);
    assert_string_equal(before.body, after.body);
    reply_drop(&before);
    reply_drop(&after);
    client_close(&of);
}

/* Names of columns may have dots, quotes and markup. */
static void odd_columns_have_keys(void **state) {
    (void)state;
    api_client of;
    client_open(&of);
    client_write(&of, "odd.csv", "\"a.b\",\"<i>\"\"x\"\"\",c/d\n1,2,3\n4,5,6\n");
    api_reply opened = client_open_file(&of, "odd.csv", "");
    assert_string_equal(reply_text(&opened, "state"), "ended");
    reply_drop(&opened);
    api_reply set = client_ask(&of, "PATCH", "plan",
                               "{\"set\": {\"attributes.a.b.role\": \"sensitive\", "
                               "\"attributes.<i>\\\"x\\\".role\": \"quasi\", "
                               "\"attributes.c/d.role\": \"quasi\"}}");
    assert_int_equal(set.status, 200);
    const shoal_value *attributes = reply_at(&set, "attributes");
    assert_string_equal(
        shoal_value_text(shoal_value_get(shoal_value_get(attributes, "a.b"), "role")), "sensitive");
    assert_string_equal(
        shoal_value_text(shoal_value_get(shoal_value_get(attributes, "<i>\"x\""), "role")),
        "quasi");
    reply_drop(&set);
    static const char *const ways[] = {"hierarchies/~2", "hierarchies/a.b", "hierarchies/~0"};
    static const char *const names[] = {"c/d", "a.b", "a.b"};
    for (size_t i = 0; i < 3; i++) {
        api_reply found = client_ask(&of, "GET", ways[i], NULL);
        assert_int_equal(found.status, 200);
        assert_string_equal(reply_text(&found, "column"), names[i]);
        reply_drop(&found);
    }
    api_reply kept =
        client_ask(&of, "PUT", "hierarchies/~2", "{\"values\": [[\"3\", \"*\"], [\"6\", \"*\"]]}");
    assert_int_equal(kept.status, 200);
    reply_drop(&kept);
    assert_true(client_has(&of, "people.project/hierarchies/c%2Fd.csv"));
    client_close(&of);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(keys_are_set_and_unset),
        cmocka_unit_test(wrong_changes_change_nothing),
        cmocka_unit_test(odd_columns_have_keys),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
