/* Any bytes as values and as names: every check of a format, the words of names, and a table of
 * them from profiles to suggested roles. */
#include "recognize/role_suggestion.h"
#include "store/csv_source.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(bool holds) {
    if (!holds)
        abort();
}

/* A copy without room behind it, so that reading past the end is found. */
static void check_value(const uint8_t *data, size_t size) {
    char *copy = malloc(size > 0 ? size : 1);
    require(copy != NULL);
    memcpy(copy, data, size);
    for (int format = 0; format < FORMAT_COUNT; format++)
        value_format_fits((value_format)format, copy, size);
    free(copy);
}

static void check_name(const uint8_t *data, size_t size) {
    char *name = malloc(size + 1);
    require(name != NULL);
    memcpy(name, data, size);
    name[size] = '\0';
    concept_found found = name_concept_find(name);
    require((found.concept == CONCEPT_NONE) == (found.word[0] == '\0'));
    name_is_generic(name);
    free(name);
}

static void check_profile(const column_profile *of) {
    uint64_t rows = of->others;
    require(of->missing <= of->rows && of->singletons <= of->distinct && of->distinct <= of->rows);
    require(of->format_share >= 0 && of->format_share <= 1);
    require(of->top_count <= of->distinct);
    for (size_t i = 0; i < PROFILE_BINS; i++)
        rows += of->bin[i];
    require(!of->ordered || rows == of->rows - of->missing);
    for (size_t q = 1; q < PROFILE_QUANTILES; q++)
        require(of->quantile[q - 1] <= of->quantile[q]);
}

static void check_table(const shoal_table *table) {
    shoal_plan *plan = NULL;
    column_profile *profile = calloc(table->columns, sizeof *profile);
    role_suggestion *suggestion = calloc(table->columns, sizeof *suggestion);
    column_ties *ties = calloc(table->columns, sizeof *ties);
    require(profile && suggestion && ties && shoal_plan_new(&plan, NULL) == SHOAL_OK);
    for (size_t c = 0; c < table->columns; c++) {
        require(column_profile_make(&profile[c], &table->column[c], table->rows, plan, NULL) ==
                SHOAL_OK);
        check_profile(&profile[c]);
        ties[c] = (column_ties){table->columns, c % 3, c % 2 ? (int64_t)c - 1 : -1};
    }
    role_suggestions_make(suggestion, profile, ties, table->columns);
    size_t persons = 0;
    for (size_t c = 0; c < table->columns; c++) {
        persons += suggestion[c].role == ROLE_PERSON;
        require(suggestion[c].reason[0] != '\0');
    }
    require(persons <= 1);
    free(profile);
    free(suggestion);
    free(ties);
    shoal_plan_free(plan);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    source_options options = {.label = "fuzz"};
    shoal_table *table = NULL;
    for (size_t begin = 0; begin < size;) {
        const uint8_t *end = memchr(data + begin, '\n', size - begin);
        size_t length = end ? (size_t)(end - data) - begin : size - begin;
        check_value(data + begin, length);
        check_name(data + begin, length);
        begin += length + 1;
    }
    if (csv_read_memory(&table, (const char *)data, size, &options, NULL) != SHOAL_OK)
        return 0;
    check_table(table);
    shoal_table_free(table);
    return 0;
}
