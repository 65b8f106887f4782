/* A table of columns that a program has, and how it is read. */
#include "example.h"

/* [shoal_table_from_columns] */
static shoal_table *make_table(void) {
    static const char *const names[] = {"Ann", "Bob", "Cem", "Dea"};
    static const char *const cities[] = {"Bonn", "Köln"};
    static const char *const notes[] = {"", NULL, "late", NULL};
    static const int8_t city_codes[] = {0, 1, -1, 1}; /* -1: no value */
    const shoal_column columns[] = {
        {.size = sizeof *columns, .name = "name", .texts = names},
        {.size = sizeof *columns,
         .name = "city",
         .codes = city_codes,
         .code_width = sizeof *city_codes,
         .values = cities,
         .value_count = 2},
        {.size = sizeof *columns, .name = "note", .texts = notes},
    };
    shoal_error error = {0};
    shoal_table *table = NULL;
    if (shoal_table_from_columns(&table, columns, 3, 4, NULL, &error) != SHOAL_OK)
        fprintf(stderr, "%s\n", error.message);
    return table; /* has copies: the columns are not needed any more */
}
/* [] */

static void cells(const shoal_table *table) {
    /* [shoal_table_rows shoal_table_columns shoal_table_column_name shoal_table_value] */
    for (int64_t column = 0; column < shoal_table_columns(table); column++) {
        printf("%s:", shoal_table_column_name(table, column));
        for (int64_t row = 0; row < shoal_table_rows(table); row++)
            printf(" %s", shoal_table_value(table, row, column));
        printf("\n");
    }
    check(same(shoal_table_value(table, 1, 1), "Köln"));
    check(!shoal_table_value(table, 4, 0));    /* there is no such row */
    check(!shoal_table_column_name(table, 3)); /* nor such a column */
    /* [] */

    /* [shoal_table_is_null] */
    check(shoal_table_is_null(table, 2, 1));
    check(!shoal_table_is_null(table, 0, 2)); /* "" is a value */
    check(shoal_table_is_null(table, 1, 2));
    /* [] */
}

static void codes(const shoal_table *table) {
    /* [shoal_table_view shoal_table_dictionary] */
    shoal_column_view city = {.size = sizeof city};
    check(shoal_table_view(table, 1, &city));
    check(same(city.name, "city") && city.code_width == 1);
    const uint8_t *codes = city.codes;
    for (int64_t row = 0; row < shoal_table_rows(table); row++) {
        size_t length = 0;
        const char *text = shoal_table_dictionary(table, 1, codes[row], &length);
        check(text ? length == strlen(text) : codes[row] == city.null_code);
    }
    check(codes[1] == codes[3] && codes[2] == city.null_code);
    check(!shoal_table_view(table, 3, &city)); /* there is no such column */
    /* [] */
}

int main(void) {
    shoal_table *table = make_table();
    check(table != NULL);
    cells(table);
    codes(table);

    /* [shoal_table_share shoal_table_free] */
    shoal_table *other = shoal_table_share(table);
    shoal_table_free(table); /* one reference */
    check(shoal_table_rows(other) == 4);
    shoal_table_free(other); /* the last one, and the table */
    /* [] */
    return 0;
}
