#include "hierarchy_tree.h"
#include "options.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static const flag own_flags[] = {
    {.name = "column",
     .value = "NAME",
     .summary = "build, check: the column whose values the hierarchy is for"},
    {.name = "spec",
     .value = "SPEC",
     .summary =
         "build: ranges:5,10 ranges bands magnitudes intervals mask:right mask:left prefix dates "
         "dates:week places:FILE groups:a|b;c|d grown flat auto (default)"},
    {.name = "output",
     .letter = 'o',
     .value = "OUT",
     .summary = "build: the file to write (default - : standard output)"},
    {.name = "against",
     .value = "TABLE",
     .summary = "check: also list values of this table that the hierarchy does not cover"},
    {.name = "encoding",
     .value = "NAME",
     .summary = "build, check: encoding of the table: utf-8, latin1, ... (default: found)"},
    {.name = "all", .summary = "show: the whole tree"},
    {.name = NULL}};

static const char *action_at(size_t index) {
    static const char *const actions[] = {"build", "check", "show", NULL};
    return actions[index];
}

static const usage shape = {
    .command = "hierarchy",
    .synopsis = "hierarchy build INPUT --column NAME [--spec SPEC] [-o OUT] | "
                "check FILE [--against TABLE --column NAME] | show FILE [--all]",
    .description =
        "build   builds a hierarchy for the values of a column\n"
        "check   lists values mapped two ways, levels that do not coarsen, values not covered\n"
        "show    prints the groups of each level and the tree\n",
    .flags = own_flags,
    .word_at = action_at,
    .examples = "  shoal hierarchy build people.csv --column age --spec ranges:5,10,20 -o age.csv\n"
                "  shoal hierarchy check age.csv --against people.csv --column age\n"
                "  shoal hierarchy show age.csv\n"};

static int build_from(const shoal_table *table, const char *column, const options *given) {
    const char *spec = options_value(given, "spec");
    const char *path = options_value(given, "output");
    shoal_hierarchy *hierarchy = NULL;
    char *described = NULL;
    shoal_error error = {0};
    if (shoal_hierarchy_build(&hierarchy, table, column, spec ? spec : "auto", &described,
                              &error) != SHOAL_OK)
        return command_fail(&error);
    fprintf(stderr, "%s\n", described);
    shoal_free(described);
    shoal_status status = shoal_hierarchy_write(hierarchy, path ? path : "-", &error);
    shoal_hierarchy_free(hierarchy);
    return status == SHOAL_OK ? 0 : command_fail(&error);
}

static shoal_status read_table(shoal_table **out, const char *path, const options *given,
                               shoal_error *error) {
    shoal_csv_options how = {.size = sizeof how, .encoding = options_value(given, "encoding")};
    return shoal_table_read_csv(out, path, &how, error);
}

static int execute_build(const char *input, const options *given) {
    const char *column = options_value(given, "column");
    shoal_table *table = NULL;
    shoal_error error = {0};
    if (!column)
        return command_usage("--column NAME is missing: name the column to build a hierarchy for");
    if (read_table(&table, input, given, &error) != SHOAL_OK)
        return command_fail(&error);
    int code = build_from(table, column, given);
    shoal_table_free(table);
    return code;
}

static void print_finding(const char *problem, int64_t line, void *user) {
    const char *path = *(const char **)user;
    if (line)
        printf("%s:%" PRId64 ": %s\n", path, line, problem);
    else
        printf("%s: %s\n", path, problem);
}

static int execute_check(const char *path, const options *given) {
    const char *against = options_value(given, "against");
    const char *column = options_value(given, "column");
    shoal_table *table = NULL;
    shoal_error error = {0};
    int64_t problems = 0;
    if (!against != !column)
        return command_usage("--against TABLE and --column NAME must be given together");
    if (against && read_table(&table, against, given, &error) != SHOAL_OK)
        return command_fail(&error);
    shoal_status status =
        shoal_hierarchy_check(path, table, column, print_finding, &path, &problems, &error);
    shoal_table_free(table);
    if (status != SHOAL_OK)
        return command_fail(&error);
    if (problems == 0)
        printf("%s: no problems\n", path);
    return problems ? SHOAL_BAD_DATA : 0;
}

static int execute_show(const char *path, const options *given) {
    shoal_hierarchy *hierarchy = NULL;
    shoal_error error = {0};
    if (shoal_hierarchy_read(&hierarchy, path, &error) != SHOAL_OK)
        return command_fail(&error);
    bool printed = hierarchy_tree_print(hierarchy, options_has(given, "all"));
    shoal_hierarchy_free(hierarchy);
    if (printed)
        return 0;
    error = (shoal_error){.status = SHOAL_NO_MEMORY, .message = "out of memory"};
    return command_fail(&error);
}

static int execute(const options *given) {
    if (given->word_count != 2)
        return command_usage("usage: shoal %s", shape.synopsis);
    const char *action = given->words[0];
    const char *path = given->words[1];
    if (strcmp(action, "build") == 0)
        return execute_build(path, given);
    if (strcmp(action, "check") == 0)
        return execute_check(path, given);
    if (strcmp(action, "show") == 0)
        return execute_show(path, given);
    return command_usage("unknown action \"%.60s\": use build, check or show", action);
}

int command_hierarchy(int argc, char **argv) {
    return options_run(&shape, argc, argv, execute);
}
