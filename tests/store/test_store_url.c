/* URLs of databases: their parts, what is refused, and names without passwords. */
#include "store/store_url.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

typedef struct url_case {
    const char *url,
        *parts; /* scheme|user|password|host|port|path|schema|table|query|name=value… */
} url_case;

static const url_case cases[] = {
    {"postgresql://h/db?table=t", "postgresql|-|-|h|-|db|-|t|-"},
    {"postgres://u:p@h:5432/db?table=s.t", "postgres|u|p|h|5432|db|s|t|-"},
    {"postgresql://u%40x:p%3A%2F@[::1]:7/", "postgresql|u@x|p:/|::1|7||-|-|-"},
    {"postgresql://a:1,b,c:3/db", "postgresql|-|-|a,b,c|1,,3|db|-|-|-"},
    {"postgresql:///db?host=%2Ftmp&table=t&sslmode=disable",
     "postgresql|-|-|-|-|db|-|t|-|host=/tmp|sslmode=disable"},
    {"postgresql://", "postgresql|-|-|-|-||-|-|-"},
    {"postgresql://u:a@b@h/db", "postgresql|u|a@b|h|-|db|-|-|-"},
    {"postgresql://h?table=%22a.b%22.c", "postgresql|-|-|h|-||a.b|c|-"},
    {"x+y:?table=\"a\"\"b\".\"c.d\"", "x+y|-|-|-|-||a\"b|c.d|-"},
    {"db:?table=a\"; drop table x; --", "db|-|-|-|-||-|a\"; drop table x; --|-"},
    {"db:?table=a.b.c", "db|-|-|-|-||a|b.c|-"},
    {"db:f.db?query=SELECT a&b FROM t WHERE c LIKE '%z%' AND x=1&user=me",
     "db|-|-|-|-|f.db|-|-|SELECT a&b FROM t WHERE c LIKE '%z%' AND x=1|user=me"},
    {"db:f.db?query=SELECT+%271%27", "db|-|-|-|-|f.db|-|-|SELECT+'1'"},
    {"db:dir/a%20b.db", "db|-|-|-|-|dir/a b.db|-|-|-"},
    {"db:x?a=&b=2", "db|-|-|-|-|x|-|-|-|a=|b=2"},
};

static const char *part(const char *value) {
    return value ? value : "-";
}

static void urls_have_parts(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        store_url url;
        shoal_error error = {0};
        if (store_url_parse(&url, cases[i].url, &error) != SHOAL_OK)
            fail_msg("%s: %s", cases[i].url, error.message);
        char made[400];
        int used = snprintf(made, sizeof made, "%s|%s|%s|%s|%s|%s|%s|%s|%s", url.scheme,
                            part(url.user), part(url.password), part(url.host), part(url.port),
                            url.path, part(url.schema), part(url.table), part(url.query));
        for (size_t p = 0; p < url.parameters; p++) {
            used += snprintf(made + used, sizeof made - (size_t)used, "|%s=%s",
                             url.parameter[p].name, url.parameter[p].value);
            assert_string_equal(store_url_parameter(&url, url.parameter[p].name),
                                url.parameter[p].value);
        }
        assert_string_equal(made, cases[i].parts);
        assert_null(store_url_parameter(&url, "nothing"));
        store_url_free(&url);
    }
}

static const char *const refused[][2] = {
    {"people.csv", "scheme"},
    {"db://u:SECRET/x@h/db", "port"},
    {"db://u:12SECRET", "port"},
    {"db://h/%zz", "hexadecimal"},
    {"db://u:%SECRET@h/", "hexadecimal"},
    {"db://h/a%00b", "zero"},
    {"db://[::1/x", "closed"},
    {"db://[::1]x/x", "port"},
    {"db:?table", "no value"},
    {"db://u:p?SECRET@h/db", "port"},
    {"db:?table=", "TABLE"},
    {"db:?table=.t", "TABLE"},
    {"db:?table=\"a\"b", "TABLE"},
    {"db:?table=\"\".b", "TABLE"},
    {"db:?query=", "empty"},
    {"db:?query=a&table=b", "more than one"},
    {"db:?table=b&table=c", "more than one"},
};

static void malformed_urls_are_refused(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        store_url url;
        shoal_error error = {0};
        if (store_url_parse(&url, refused[i][0], &error) != SHOAL_USAGE)
            fail_msg("%s: accepted", refused[i][0]);
        assert_string_equal(error.code, "url_malformed");
        if (!strstr(error.message, refused[i][1]) || strstr(error.message, "SECRET"))
            fail_msg("%s: %s", refused[i][0], error.message);
        store_url_free(&url);
    }
}

static const char *const shown[][2] = {
    {"people.csv", "people.csv"},
    {"a:b@c.csv", "a:b@c.csv"},
    {"pg://h:5432/db?table=t", "pg://h:5432/db?table=t"},
    {"pg://a:1,[::1]:2/db", "pg://a:1,[::1]:2/db"},
    {"pg://u@h/db", "pg://u@h/db"},
    {"pg://u:SECRET@h/db?table=t", "pg://u:***@h/db?table=t"},
    {"pg://u:@h/db", "pg://u:***@h/db"},
    {"pg://u:SE@CRET@h/db", "pg://u:***@h/db"},
    {"pg://u:SE/CRET@h/db", "pg://u:***@h/db"},
    {"pg://u:SE?CRET@h/db", "pg://u:***@h/db"},
    {"pg://u:12/34@h/db", "pg://u:***@h/db"},
    {"pg://u:SECRET", "pg://u:***"},
    {"pg:///db?user=u&password=SECRET&table=t", "pg:///db?user=u&password=***&table=t"},
    {"pg:///db?p%61ssword=SECRET", "pg:///db?p%61ssword=***"},
    {"pg:///db?sslPASSWORD=SECRET", "pg:///db?sslPASSWORD=***"},
    {"pg://h/db?query=select '@' where a=1", "pg://h/db?query=select '@' where a=1"},
    {"pg://h/db?query=select 1&password=SECRET", "pg://h/db?query=select 1&password=***"},
    {"postgresql:/u:SECRET@h/db?table=x", "postgresql:***@h/db?table=x"},
    {"postgres:u:SECRET@h/db?table=x", "postgres:***@h/db?table=x"},
    {"u:SECRET@h/db?table=x", "u:***@h/db?table=x"},
    {"pg://h/host=x password=SECRET user=y?table=x", "pg://h/host=x password=*** user=y?table=x"},
    {"host=x PassWord=SECRET table=x", "host=x PassWord=*** table=x"},
    {"a:b@c.csv", "a:b@c.csv"},
    {"", ""},
    {"--against=pg://u:SECRET@h/db", "--against=pg://u:***@h/db"},
    {"-opg://u:SECRET@h/db", "-opg://u:***@h/db"},
};

static void names_are_shown_without_passwords(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof shown / sizeof *shown; i++) {
        char *made = store_name_shown(shown[i][0]);
        assert_string_equal(made, shown[i][1]);
        memory_free(made);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(urls_have_parts),
        cmocka_unit_test(malformed_urls_are_refused),
        cmocka_unit_test(names_are_shown_without_passwords),
    };
    return cmocka_run_group_tests_name("store_url", tests, NULL, NULL);
}
