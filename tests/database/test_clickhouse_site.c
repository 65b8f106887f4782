/* Which tables are Distributed tables of a cluster, and of what. */
#include "base/memory.h"
#include "database/clickhouse/clickhouse_site.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

typedef struct engine_case {
    const char *engine, *database, *table; /* NULL: none of the cluster c */
} engine_case;

static const engine_case cases[] = {
    {"Distributed(c, d, t)", "d", "t"},
    {"Distributed('c', 'd', 't', rand())\n", "d", "t"},
    {"Distributed(c, '', t)\n", NULL, NULL},
    {"Distributed('c', 'a\\'b', 'x,y')", "a'b", "x,y"},
    {"Distributed(other, d, t)", NULL, NULL},
    {"Distributed(c, d)", NULL, NULL},
    {"Distributed(c, currentDatabase(), t)", NULL, NULL},
    {"Distributed(c, d, 't", NULL, NULL},
    {"MergeTree ORDER BY tuple()", NULL, NULL},
    {"", NULL, NULL},
};

static void engines(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char *database = NULL, *table = NULL;
        bool found = clickhouse_is_distributed(&database, &table, cases[i].engine, "c");
        assert_int_equal(found, cases[i].table != NULL);
        if (found) {
            assert_string_equal(database, cases[i].database);
            assert_string_equal(table, cases[i].table);
        }
        memory_free(database);
        memory_free(table);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(engines)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
