/* What a program does with tables in memory, for runs whose allocations fail:
 *
 *   library PLAN INPUT OUTPUT
 *
 * Reads a table, hands it over as columns and as Arrow data, releases and verifies it in memory
 * with objects in its plan, looks at the results and writes the release. Ends as the command line
 * does: 0, or a status of 1 to 5 and a message. */
#include <shoal_arrow.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TRY(call)                                                                                  \
    do {                                                                                           \
        shoal_status tried = (call);                                                               \
        if (tried != SHOAL_OK)                                                                     \
            return tried;                                                                          \
    } while (0)

typedef struct program {
    shoal_context *context;
    shoal_plan *plan, *copy, *parsed;
    shoal_table *read, *handed, *table, *release;
    shoal_hierarchy *hierarchy;
    shoal_result *result;
    char *text;
    int events;
    shoal_error error;
} program;

static void close_program(program *of) {
    shoal_free(of->text);
    shoal_result_free(of->result);
    shoal_hierarchy_free(of->hierarchy);
    shoal_table_free(of->release);
    shoal_table_free(of->table);
    shoal_table_free(of->handed);
    shoal_table_free(of->read);
    shoal_plan_free(of->parsed);
    shoal_plan_free(of->copy);
    shoal_plan_free(of->plan);
    shoal_context_free(of->context);
}

static int count_event(const shoal_event *event, void *user) {
    (void)event;
    ++*(int *)user;
    return 0;
}

/* Codes of the columns that were read, as another program would have them. */
static shoal_status hand_over(program *of) {
    shoal_column columns[8] = {{0}};
    static const char *values[8][256];
    static int8_t codes[8][256];
    int64_t rows = shoal_table_rows(of->read);
    size_t count = (size_t)shoal_table_columns(of->read);
    for (size_t c = 0; c < count; c++) {
        for (int64_t row = 0; row < rows; row++) {
            values[c][row] = shoal_table_value(of->read, row, (int64_t)c);
            codes[c][row] = (int8_t)row;
        }
        columns[c] = (shoal_column){.size = sizeof *columns,
                                    .name = shoal_table_column_name(of->read, (int64_t)c),
                                    .codes = codes[c],
                                    .code_width = 1,
                                    .values = values[c],
                                    .value_count = (size_t)rows};
    }
    return shoal_table_from_columns(&of->handed, columns, count, rows, of->context, &of->error);
}

static shoal_status through_arrow(program *of) {
    struct ArrowArrayStream stream;
    shoal_arrow_options options = {.size = sizeof options, .batch_rows = 4};
    TRY(shoal_table_to_arrow_stream(&stream, of->handed, &options, &of->error));
    return shoal_table_from_arrow_stream(&of->table, &stream, of->context, &of->error);
}

static shoal_status make_plan(program *of, const char *path) {
    static const char *const labels[] = {"f", "person", "m", "person"};
    TRY(shoal_plan_new(&of->copy, &of->error));
    TRY(shoal_plan_read(of->copy, path, &of->error));
    TRY(shoal_plan_format(&of->text, of->copy, &of->error));
    TRY(shoal_plan_new(&of->parsed, &of->error));
    TRY(shoal_plan_parse(of->parsed, of->text, strlen(of->text), &of->error));
    TRY(shoal_plan_copy(&of->plan, of->parsed, &of->error));
    TRY(shoal_hierarchy_from_labels(&of->hierarchy, labels, 2, 1, &of->error));
    TRY(shoal_plan_set_hierarchy(of->plan, "sex", of->hierarchy, &of->error));
    TRY(shoal_plan_set_integer(of->plan, "privacy.k", 2, &of->error));
    return shoal_plan_set_population(of->plan, of->table, &of->error);
}

static shoal_status judge(program *of) {
    shoal_verdict verdict = {.size = sizeof verdict};
    shoal_verify_job check = {.size = sizeof check, .table = of->release, .context = of->context};
    TRY(shoal_verify_release(&verdict, of->plan, &check, &of->error));
    if (!verdict.holds)
        return SHOAL_UNVERIFIED;
    if (!shoal_result_value(of->result)) {
        snprintf(of->error.message, sizeof of->error.message, "no tree of the result");
        return SHOAL_NO_MEMORY;
    }
    printf("%s %g\n", shoal_result_text(of->result, "outcome"),
           shoal_result_number(of->result, "value"));
    return SHOAL_OK;
}

static shoal_status run(program *of, char **argv) {
    shoal_context_options options = {.size = sizeof options, .threads = 1, .memory = 1 << 20};
    shoal_hooks hooks = {.size = sizeof hooks, .event = count_event, .user = &of->events};
    TRY(shoal_context_new(&of->context, &options, &of->error));
    TRY(shoal_table_read(&of->read, argv[2], NULL, &of->error));
    TRY(hand_over(of));
    TRY(through_arrow(of));
    TRY(make_plan(of, argv[1]));
    shoal_job job = {.size = sizeof job,
                     .table = of->table,
                     .release = &of->release,
                     .keep_recoding = true,
                     .context = of->context};
    TRY(shoal_anonymize(&of->result, of->plan, &job, &hooks, &of->error));
    TRY(judge(of));
    return shoal_table_write(of->release, argv[3], &of->error);
}

int main(int argc, char **argv) {
    program of = {0};
    if (argc != 4)
        return SHOAL_USAGE;
    shoal_status status = run(&of, argv);
    if (status != SHOAL_OK)
        fprintf(stderr, "%s\n", of.error.message);
    close_program(&of);
    return status > SHOAL_UNVERIFIED ? SHOAL_IO : (int)status;
}
