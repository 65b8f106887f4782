/* Hierarchies through the API: shown with counts, built, checked and kept. */
#include "api_client.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

static const char towns[] = "{\"values\": [[\"Aachen\", \"west\", \"*\"], [\"Bonn\", \"west\", "
                            "\"*\"], [\"Celle\", \"no;\\\"rth\", \"*\"]]}";

static void hierarchies_have_counts(void **state) {
    (void)state;
    api_client of;
    client_open_people(&of);
    api_reply found = client_ask(&of, "GET", "hierarchies/town", NULL);
    assert_string_equal(reply_text(&found, "source"), "flat");
    assert_int_equal((int)reply_number(&found, "total"), 3);
    assert_int_equal((int)reply_number(&found, "height"), 1);
    assert_int_equal((int)reply_number(&found, "values.0.rows"), 20);
    assert_string_equal(reply_text(&found, "values.0.labels.1"), "*");
    reply_drop(&found);
    client_close(&of);
}

static void builders_are_tried(void **state) {
    (void)state;
    api_client of;
    client_open_people(&of);
    api_reply tried = client_ask(&of, "POST", "hierarchies/age/build", "{\"spec\": \"ranges:10\"}");
    assert_int_equal(tried.status, 200);
    assert_true(strlen(reply_text(&tried, "described")) > 0);
    reply_drop(&tried);
    api_reply plan = client_ask(&of, "GET", "plan", NULL);
    assert_string_equal(reply_text(&plan, "attributes.age.hierarchy"), "ranges:5,10");
    reply_drop(&plan);
    tried = client_ask(&of, "POST", "hierarchies/age/build",
                       "{\"spec\": \"ranges:10\", \"keep\": true}");
    assert_int_equal(tried.status, 200);
    reply_drop(&tried);
    plan = client_ask(&of, "GET", "plan", NULL);
    assert_string_equal(reply_text(&plan, "attributes.age.hierarchy"), "ranges:10");
    reply_drop(&plan);
    static const char *const wrong[] = {"ranges:x", "places:/etc/passwd", "/etc/passwd", "nothing"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        char body[100];
        snprintf(body, sizeof body, "{\"spec\": \"%s\", \"keep\": true}", wrong[i]);
        tried = client_ask(&of, "POST", "hierarchies/age/build", body);
        assert_int_equal(tried.status, 422);
        assert_null(strstr(tried.body, "root:"));
        reply_drop(&tried);
    }
    client_close(&of);
}

static void edited_ones_are_kept(void **state) {
    (void)state;
    api_client of;
    client_open_people(&of);
    api_reply checked = client_ask(&of, "POST", "hierarchies/town/check", towns);
    assert_int_equal(checked.status, 200);
    assert_int_equal((int)reply_number(&checked, "problems"), 0);
    reply_drop(&checked);
    assert_false(client_has(&of, "people.project/hierarchies/town.csv"));
    api_reply kept = client_ask(&of, "PUT", "hierarchies/town", towns);
    assert_int_equal(kept.status, 200);
    assert_string_equal(reply_text(&kept, "source"), "file");
    assert_string_equal(reply_text(&kept, "values.2.labels.1"), "no;\"rth");
    assert_int_equal((int)reply_number(&kept, "values.2.rows"), 20);
    reply_drop(&kept);
    api_reply plan = client_ask(&of, "GET", "plan", NULL);
    assert_string_equal(reply_text(&plan, "attributes.town.hierarchy"), "hierarchies/town.csv");
    reply_drop(&plan);
    char candidate[24];
    client_search(&of, "{}", candidate); /* a run reads it */
    api_reply back = client_ask(&of, "DELETE", "hierarchies/town", NULL);
    assert_string_equal(reply_text(&back, "source"), "auto");
    reply_drop(&back);
    client_close(&of);
}

static void problems_are_found(void **state) {
    (void)state;
    api_client of;
    client_open_people(&of);
    static const char *const wrong[] = {
        /* two ways, not a coarsening, not covered, empty */
        "{\"values\": [[\"Aachen\", \"a\"], [\"Aachen\", \"b\"], [\"Bonn\", \"a\"], [\"Celle\", "
        "\"a\"]]}",
        "{\"values\": [[\"Aachen\", \"a\", \"x\"], [\"Bonn\", \"a\", \"y\"], [\"Celle\", \"c\", "
        "\"x\"]]}",
        "{\"values\": [[\"Aachen\", \"*\"], [\"Bonn\", \"*\"]]}",
        "{\"values\": []}",
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        api_reply checked = client_ask(&of, "POST", "hierarchies/town/check", wrong[i]);
        assert_int_equal(checked.status, 200);
        assert_true(reply_number(&checked, "problems") > 0);
        assert_true(shoal_value_count(reply_at(&checked, "findings")) > 0);
        reply_drop(&checked);
        api_reply kept = client_ask(&of, "PUT", "hierarchies/town", wrong[i]);
        assert_int_equal(kept.status, 422);
        assert_string_equal(reply_text(&kept, "error.code"), "hierarchy_invalid");
        assert_true(strlen(reply_text(&kept, "findings.0.message")) > 0);
        reply_drop(&kept);
    }
    assert_false(client_has(&of, "people.project/hierarchies/town.csv"));
    static const char *const malformed[] = {"{\"values\": {}}",    "{\"values\": [[]]}",
                                            "{\"values\": [[1]]}", "{\"values\": [\"a\"]}",
                                            "{\"lines\": []}",     "{}"};
    for (size_t i = 0; i < sizeof malformed / sizeof *malformed; i++) {
        api_reply reply = client_ask(&of, "PUT", "hierarchies/town", malformed[i]);
        assert_int_equal(reply.status, 400);
        reply_drop(&reply);
    }
    client_close(&of);
}

static void files_are_taken_as_they_are(void **state) {
    (void)state;
    static const char csv[] = "Aachen;west;*\r\nBonn;west;*\r\nCelle;north;*\r\n";
    api_client of;
    client_open_people(&of);
    http_answer answer;
    client_send(&of, "PUT", "hierarchies/town", "text/csv", csv, strlen(csv), &answer);
    api_reply kept = client_take(&answer);
    assert_int_equal(kept.status, 200);
    reply_drop(&kept);
    char *file = client_read(&of, "people.project/hierarchies/town.csv");
    assert_string_equal(file, csv);
    free(file);
    client_close(&of);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hierarchies_have_counts),     cmocka_unit_test(builders_are_tried),
        cmocka_unit_test(edited_ones_are_kept),        cmocka_unit_test(problems_are_found),
        cmocka_unit_test(files_are_taken_as_they_are),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
