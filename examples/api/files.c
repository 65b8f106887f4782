/* Tables in files, and names of tables that can be shown. */
#include "example.h"

int main(void) {
    shoal_error error = {0};
    /* [shoal_table_read_csv] */
    write_text("people.csv", "name;age\nAnn;34\nBob;41\n");
    shoal_table *table = NULL;
    const shoal_csv_options options = {
        .size = sizeof options, .delimiter = ';', .header = SHOAL_YES, .encoding = "utf-8"};
    must(shoal_table_read_csv(&table, "people.csv", &options, &error), &error);
    check(shoal_table_rows(table) == 2 && shoal_table_columns(table) == 2);
    /* [] */

    /* [shoal_table_read_csv] */
    write_text("wrong.csv", "name;age\nAnn;34;?\n");
    shoal_table *wrong = NULL;
    check(shoal_table_read_csv(&wrong, "wrong.csv", NULL, &error) == SHOAL_BAD_DATA);
    check(!wrong && error.line == 2); /* the message says what is wrong there */
    /* [] */

    /* [shoal_table_write] */
    must(shoal_table_write(table, "copy.csv", &error), &error);
    /* [] */

    /* [shoal_table_read] */
    shoal_plan *plan = NULL;
    shoal_table *copy = NULL;
    must(shoal_plan_new(&plan, &error), &error);
    must(shoal_plan_set(plan, "input.header", "yes", &error), &error);
    must(shoal_table_read(&copy, "copy.csv", plan, &error), &error);
    check(same(shoal_table_value(copy, 1, 1), "41"));
    /* [] */
    shoal_table_free(copy);
    shoal_table_free(table);
    shoal_plan_free(plan);

    /* [shoal_name_shown] */
    char *shown = shoal_name_shown("postgresql://me:secret@server/db?table=people");
    check(shown && !strstr(shown, "secret"));
    printf("%s\n", shown);
    shoal_free(shown);
    /* [] */
    return 0;
}
