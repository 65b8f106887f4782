/* Outputs that would replace their own input, in every spelling. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "files/pending_file.h"
#include "store/store_place.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char folder[] = "/tmp/shoal-place-XXXXXX";

/* A folder with a database, a link to it and a folder of files. */
static int folder_new(void **state) {
    (void)state;
    bool made = mkdtemp(folder) && chdir(folder) == 0 && mkdir("lake", 0700) == 0 &&
                file_write_whole("i.db", "x", 1, NULL) == SHOAL_OK && link("i.db", "j.db") == 0 &&
                file_write_whole("i.parquet", "x", 1, NULL) == SHOAL_OK &&
                symlink("i.parquet", "sym.parquet") == 0;
    return made ? 0 : -1;
}

static int folder_free(void **state) {
    (void)state;
    char command[100];
    snprintf(command, sizeof command, "rm -r %s", folder);
    return chdir("/") == 0 ? system(command) : -1;
}

typedef struct pair {
    const char *input, *output;
} pair;

static void check(const pair *pairs, size_t count, bool same) {
    for (size_t i = 0; i < count; i++) {
        print_message("%s -> %s\n", pairs[i].input, pairs[i].output);
        assert_int_equal(store_place_is_same(pairs[i].input, pairs[i].output), same);
    }
}

static void the_same_table_has_many_names(void **state) {
    (void)state;
    static const pair same[] = {
        {"postgresql://h:1/d?table=s.t", "postgres://other@h:1/d?sslmode=x&table=\"s\".t"},
        {"clickhouse://127.0.0.1?table=t", "clickhouse://127.0.0.1/?table=default.t"},
        {"clickhouse://127.0.0.1?table=t", "clickhouse://localhost:8123/default?table=t"},
        {"clickhouse://u:p@127.0.0.1/e?table=t", "clickhouse://127.0.0.1?table=%22e%22.%22t%22"},
        {"clickhouse://127.0.0.1?query=select * from t", "clickhouse://127.0.0.1?table=t"},
        {"clickhouse://127.0.0.2:1,127.0.0.1:2?cluster=c&table=t",
         "clickhouse://127.0.0.1:2?table=t"},
        {"duckdb:i.db?table=t", "duckdb:i.db?table=main.T"},
        {"duckdb:i.db?table=t", "duckdb:./i.db?table=t"},
        {"duckdb:i.db?table=t", "duckdb:j.db?table=t"},
        {"duckdb:i.db?query=select * from \"T\"", "duckdb:i.db?table=t"},
        {"duckdb:i.db?table=t", "i.db"},
        {"duckdb:?query=select * from 'i.parquet'", "i.parquet"},
        {"duckdb:?query=select * from read_parquet('i.parq*')", "i.parquet"},
        {"duckdb:?query=select 'x', * from 'sym.parquet'", "i.parquet"},
        {"lake", "lake/1.parquet"},
        {"lake/*.parquet", "lake/1.parquet"},
        {"lake/*.parquet", "./lake/../lake/1.parquet"},
        {"duckdb:?query=select * from 'i.db'", "duckdb:j.db?table=t"},
        {"lake/", "./lake/new.parquet"},
    };
    check(same, sizeof same / sizeof *same, true);
}

static void other_tables_are_others(void **state) {
    (void)state;
    static const pair others[] = {
        {"postgresql://h:1/d?table=s.t", "postgresql://h:1/d?table=s.u"},
        {"postgresql://h:1/d?table=s.t", "postgresql://h:1/e?table=s.t"},
        {"postgresql://h:1/d?table=s.t", "postgresql://h:1/d?query=select 1"},
        {"postgresql://h:1/d?table=s.t", "people.csv"},
        {"clickhouse://127.0.0.1?table=t", "clickhouse://127.0.0.1:8124?table=t"},
        {"clickhouse://127.0.0.1?table=t", "clickhouse://127.0.0.1/e?table=t"},
        {"clickhouse://127.0.0.1?table=t", "clickhouse://127.0.0.2?table=t"},
        {"clickhouse://127.0.0.1?query=select * from t_old", "clickhouse://127.0.0.1?table=t"},
        {"duckdb:i.db?table=t", "duckdb:other.db?table=t"},
        {"duckdb:i.db?table=t", "duckdb:i.db?table=u"},
        {"duckdb:?query=select * from 'i.parquet'", "out.parquet"},
        {"lake", "lake2.parquet"},
        {"people.csv", "safe.csv"},
        {"a:b", "a:b"},
    };
    check(others, sizeof others / sizeof *others, false);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_same_table_has_many_names),
        cmocka_unit_test(other_tables_are_others),
    };
    return cmocka_run_group_tests_name("store_place", tests, folder_new, folder_free);
}
