/* The loss after refining: bench_refine FILE.csv COLUMNS|- K SECONDS[,CHANGES] SEED [TARGET]
 *
 * From the clusters of MDAV, on one thread. Stops after so many seconds or, when given, so many
 * million changes. COLUMNS are names separated by commas, - is all. */
#include "base/clock.h"
#include "base/memory.h"
#include "cluster/clusterer.h"
#include "cluster/refiner.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define MOST_COLUMNS 64
#define STEP 200000

typedef struct numbers {
    size_t rows, columns;
    double *column[MOST_COLUMNS];
} numbers;

static void fail(const char *message) {
    fprintf(stderr, "bench_refine: %s\n", message);
    exit(1);
}

static void check(shoal_status status, const shoal_error *error) {
    if (status != SHOAL_OK)
        fail(error->message);
}

/* ---- A plain reader: commas, quotes without quotes in them, numbers -------------------------- */

static bool named(const char *columns, const char *name) {
    size_t length = strlen(name);
    for (const char *at = columns; (at = strstr(at, name)) != NULL; at++)
        if ((at == columns || at[-1] == ',') && (at[length] == ',' || at[length] == '\0'))
            return true;
    return strcmp(columns, "-") == 0;
}

/* The next field of the line, without its quotes; NULL at the end. */
static char *next_field(char **line) {
    char *text = *line;
    if (!text)
        return NULL;
    bool quoted = text[0] == '"';
    text += quoted;
    char *end = text + strcspn(text, quoted ? "\"" : ",\r\n");
    char *behind = end + (quoted && *end);
    *line = *behind == ',' ? behind + 1 : NULL;
    *end = '\0';
    return text;
}

static void read_header(bool *kept, numbers *out, char *line, const char *columns) {
    size_t field = 0;
    for (char *text; (text = next_field(&line)) != NULL && field < MOST_COLUMNS; field++) {
        kept[field] = named(columns, text);
        out->columns += kept[field];
    }
}

static void read_record(numbers *out, const bool *kept, char *line, size_t capacity) {
    size_t field = 0, column = 0;
    for (char *text; (text = next_field(&line)) != NULL && field < MOST_COLUMNS; field++)
        if (kept[field])
            out->column[column++][out->rows] = strtod(text, NULL);
    if (column == out->columns && out->rows < capacity)
        out->rows++;
}

static void read_numbers(numbers *out, const char *path, const char *columns) {
    static char line[1 << 16];
    bool kept[MOST_COLUMNS] = {false};
    size_t capacity = 0;
    FILE *file = fopen(path, "r");
    if (!file)
        fail("cannot open the file");
    while (fgets(line, sizeof line, file))
        capacity++;
    rewind(file);
    if (!fgets(line, sizeof line, file))
        fail("the file is empty");
    read_header(kept, out, line, columns);
    for (size_t i = 0; i < out->columns; i++)
        if (!(out->column[i] = memory_new(capacity, sizeof(double))))
            fail("out of memory");
    while (fgets(line, sizeof line, file))
        read_record(out, kept, line, capacity);
    fclose(file);
}

/* By the population's standard deviation; the sum of squares is then the number of cells. */
static double standardize(numbers *of) {
    double total = 0;
    for (size_t i = 0; i < of->columns; i++) {
        double sum = 0, squares = 0;
        for (size_t row = 0; row < of->rows; row++)
            sum += of->column[i][row];
        double mean = sum / (double)of->rows;
        for (size_t row = 0; row < of->rows; row++)
            squares += (of->column[i][row] - mean) * (of->column[i][row] - mean);
        double deviation = sqrt(squares / (double)of->rows);
        for (size_t row = 0; row < of->rows; row++)
            of->column[i][row] = deviation > 0 ? (of->column[i][row] - mean) / deviation : 0;
        total += deviation > 0 ? (double)of->rows : 0;
    }
    return total;
}

/* ---- What is measured ------------------------------------------------------------------------ */

static refiner *start(const points *of, size_t k, uint64_t seed) {
    shoal_error error;
    cluster_options options = {.method = CLUSTER_MDAV, .form = MDAV_GENERAL, .k = k};
    clusterer *mdav = NULL;
    refiner *opened = NULL;
    refiner_setup setup = {.of = of, .parts = {NULL, 1}, .k = k, .seed = seed};
    check(clusterer_open(&mdav, of->rows, of->dimensions, &options, &error), &error);
    clusterer_begin(mdav, of, setup.parts);
    while (clusterer_step(mdav, INT64_MAX))
        continue;
    setup.start = clusterer_clusters(mdav, &setup.start_count);
    check(refiner_open(&opened, &setup, &error), &error);
    clusterer_close(mdav);
    return opened;
}

static int64_t run(refiner *used, double seconds, int64_t most) {
    double begin = clock_seconds();
    int64_t done = 0;
    while (clock_seconds() - begin < seconds && (most == 0 || done < most)) {
        int64_t looked_at = refiner_step(used, STEP);
        if (looked_at == 0)
            break;
        done += looked_at;
    }
    return done;
}

int main(int count, char **arguments) {
    if (count < 6)
        fail("FILE.csv COLUMNS|- K SECONDS[,CHANGES] SEED [TARGET]");
    numbers table = {0};
    read_numbers(&table, arguments[1], arguments[2]);
    double whole = standardize(&table);
    char *rest = NULL;
    double seconds = strtod(arguments[4], &rest);
    int64_t most = *rest == ',' ? (int64_t)(1e6 * strtod(rest + 1, NULL)) : 0;
    double target = count > 6 ? strtod(arguments[6], NULL) : 0;
    points of = {table.rows, table.columns, (const double *const *)table.column};
    refiner *used = start(&of, strtoul(arguments[3], NULL, 10), strtoul(arguments[5], NULL, 10));
    double before = 100 * refiner_best(used) / whole;
    double begin = clock_seconds();
    int64_t done = run(used, seconds, most);
    double took = clock_seconds() - begin;
    double after = 100 * refiner_best(used) / whole;
    printf("%9.4f %9.4f %9.3f %8.4f %6.1f %8.1f %8.1f\n", before, after, target,
           target > 0 ? after / target : 0, took, (double)done / 1e6, (double)done / 1e6 / took);
    refiner_close(used);
    for (size_t i = 0; i < table.columns; i++)
        memory_free(table.column[i]);
    return 0;
}
