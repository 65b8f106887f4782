#include "support/cluster_data.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define MOST_COLUMNS 64
#define LINE 4096

static void need(const void *made) {
    if (!made)
        abort();
}

void cluster_data_new(cluster_data *out, size_t rows, size_t dimensions) {
    out->column = calloc(dimensions + 1, sizeof *out->column);
    need(out->column);
    for (size_t i = 0; i < dimensions; i++) {
        out->column[i] = calloc(rows + 1, sizeof **out->column);
        need(out->column[i]);
    }
    out->of = (points){rows, dimensions, (const double *const *)out->column};
}

void cluster_data_free(cluster_data *made) {
    for (size_t i = 0; i < made->of.dimensions; i++)
        free(made->column[i]);
    free(made->column);
}

/* Cuts a line into its fields, in place; quotes go. */
static size_t cut(char *line, char **fields) {
    size_t count = 0;
    for (char *at = line; count < MOST_COLUMNS;) {
        char *to = at;
        bool quoted = false;
        fields[count++] = at;
        for (; *at && *at != '\n' && *at != '\r' && (quoted || *at != ','); at++)
            if (*at == '"')
                quoted = !quoted;
            else
                *to++ = *at;
        bool more = *at == ',';
        *to = '\0';
        if (!more)
            break;
        at++;
    }
    return count;
}

static bool is_wanted(const char *name, const char *const *words) {
    if (!words)
        return true;
    for (; *words; words++)
        if (strstr(name, *words))
            return true;
    return false;
}

static size_t count_rows(FILE *file) {
    char line[LINE];
    size_t rows = 0;
    rewind(file);
    while (fgets(line, sizeof line, file))
        rows++;
    rewind(file);
    return rows > 0 ? rows - 1 : 0;
}

static void read_rows(cluster_data *out, FILE *file, const char *const *words) {
    char line[LINE], *fields[MOST_COLUMNS];
    size_t wanted[MOST_COLUMNS] = {0};
    size_t rows = count_rows(file), dimensions = 0;
    need(fgets(line, sizeof line, file));
    size_t columns = cut(line, fields);
    for (size_t i = 0; i < columns; i++)
        if (is_wanted(fields[i], words))
            wanted[dimensions++] = i;
    cluster_data_new(out, rows, dimensions);
    for (size_t row = 0; row < rows; row++) {
        need(fgets(line, sizeof line, file));
        if (cut(line, fields) != columns)
            abort();
        for (size_t i = 0; i < out->of.dimensions; i++)
            out->column[i][row] = strtod(fields[wanted[i]], NULL);
    }
}

bool cluster_data_read(cluster_data *out, const char *file, const char *const *words) {
    char path[LINE];
    const char *folder = getenv("SHOAL_DATA");
    snprintf(path, sizeof path, "%s/%s", folder ? folder : "../shared/data", file);
    FILE *opened = fopen(path, "r");
    if (!opened)
        return false;
    read_rows(out, opened, words);
    fclose(opened);
    return true;
}

void cluster_data_standardize(cluster_data *in) {
    double rows = (double)in->of.rows;
    for (size_t dimension = 0; dimension < in->of.dimensions; dimension++) {
        double *column = in->column[dimension];
        double mean = 0, square = 0;
        for (size_t row = 0; row < in->of.rows; row++)
            mean += column[row] / rows;
        for (size_t row = 0; row < in->of.rows; row++)
            square += (column[row] - mean) * (column[row] - mean) / rows;
        for (size_t row = 0; row < in->of.rows; row++)
            column[row] = (column[row] - mean) / sqrt(square);
    }
}
