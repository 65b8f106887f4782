#include "options.h"
#include "sample/sample.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define USUAL_ROWS 10000

static const flag own_flags[] = {
    {.name = "output",
     .letter = 'o',
     .value = "OUT",
     .summary = "the register; - is standard output"},
    {.name = "rows", .value = "N", .summary = "how many people (default 10000)"},
    {.name = "seed", .value = "S", .summary = "of the random numbers (default 0)"},
    {.name = NULL}};

static const usage shape = {
    .command = "sample",
    .synopsis = "sample [--rows N] [--seed S] -o OUT",
    .description = "Writes a synthetic register of people with realistic skew and correlations, "
                   "and next to it a plan\nand hierarchies. The same rows and seed give the same "
                   "bytes.\n",
    .flags = own_flags,
    .examples = "  shoal sample --rows 100000 -o people.csv\n"
                "  shoal anonymize people.csv -p people.plan.yaml -o safe.csv\n"};

static int execute(const options *given) {
    const char *path = options_value(given, "output");
    uint64_t rows, seed;
    if (given->word_count)
        return command_usage("unexpected \"%.60s\"; usage: shoal %s", given->words[0],
                             shape.synopsis);
    if (!path)
        return command_usage(
            "-o OUT is missing: name the file of the register, or - for standard output");
    int code = options_number(given, "rows", 1, INT64_MAX, USUAL_ROWS, &rows);
    if (code == 0)
        code = options_number(given, "seed", 0, UINT64_MAX, 0, &seed);
    if (code != 0)
        return code;
    sample_options chosen = {.rows = (int64_t)rows, .seed = seed};
    shoal_error error = {0};
    if (sample_write(path, &chosen, &error) != SHOAL_OK)
        return command_fail(&error);
    if (strcmp(path, "-") != 0)
        printf("%s: %" PRIu64 " rows; its plan and hierarchies are next to it\n", path, rows);
    return 0;
}

int command_sample(int argc, char **argv) {
    return options_run(&shape, argc, argv, execute);
}
