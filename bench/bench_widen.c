/* A large table that looks like a small one: bench_widen FILE ROWS SEED >LARGER
 *
 * Each row is a row of FILE with its numbers moved a little and now and then a value taken from
 * another row, so that there are far more distinct rows than before but hardly new values. */
#include "base/random.h"
#include "store/source.h"

#include <stdio.h>
#include <stdlib.h>

#define SWAPS_PER_THOUSAND 60
#define SMALLEST_NUMBER 17
#define LARGEST_NUMBER 90

static bool is_number(const char *value) {
    return *value != '\0' && value[strspn(value, "0123456789")] == '\0';
}

static void print_value(const char *value, random_stream *stream) {
    if (!is_number(value)) {
        fputs(value, stdout);
        return;
    }
    int moved = atoi(value) - 4 + (int)random_below(stream, 9);
    printf("%d", moved < SMALLEST_NUMBER  ? SMALLEST_NUMBER
                 : moved > LARGEST_NUMBER ? LARGEST_NUMBER
                                          : moved);
}

static void print_row(const shoal_table *table, char delimiter, uint64_t seed, uint64_t row) {
    random_stream stream = random_open(seed, "widen", row);
    uint64_t rows = table->rows;
    uint64_t like = random_below(&stream, rows);
    for (size_t i = 0; i < table->columns; i++) {
        bool swapped = random_below(&stream, 1000) < SWAPS_PER_THOUSAND;
        uint64_t from = swapped ? random_below(&stream, rows) : like;
        const column *values = &table->column[i];
        print_value(dictionary_text(&values->values, codes_get(&values->codes, from)), &stream);
        putchar(i + 1 < table->columns ? delimiter : '\n');
    }
}

int main(int argc, char **argv) {
    shoal_error error = {0};
    shoal_table *table = NULL;
    table_format format;
    source_options options = {0};
    if (argc != 4) {
        fprintf(stderr, "usage: bench_widen FILE ROWS SEED\n");
        return SHOAL_USAGE;
    }
    if (source_load(&table, &format, (const char *const *)&argv[1], 1, &options, &error) !=
        SHOAL_OK) {
        fprintf(stderr, "bench_widen: %s\n", error.message);
        return (int)error.status;
    }
    for (size_t i = 0; i < table->columns; i++)
        printf("%s%c", table->column[i].name, i + 1 < table->columns ? format.csv.delimiter : '\n');
    uint64_t rows = strtoull(argv[2], NULL, 10), seed = strtoull(argv[3], NULL, 10);
    for (uint64_t row = 0; row < rows; row++)
        print_row(table, format.csv.delimiter, seed, row);
    shoal_table_free(table);
    return fflush(stdout) == 0 ? SHOAL_OK : SHOAL_IO;
}
