#include "options.h"
#include "sample/sample.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define USUAL_ROWS 10000

static const flag own_flags[] = {
    {.name = "output",
     .letter = 'o',
     .value = "OUT",
     .summary = "the register; - is standard output"},
    {.name = "rows", .value = "N", .summary = "how many people, or visits (default 10000)"},
    {.name = "visits",
     .value = "[N]",
     .summary = "hospital stays instead of people: N for every patient on average (default 1.4), "
                "few for most and dozens for some"},
    {.name = "even", .summary = "with --visits: about the same number for every patient"},
    {.name = "seed", .value = "S", .summary = "of the random numbers (default 0)"},
    {.name = NULL}};

static const usage shape = {
    .command = "sample",
    .synopsis = "sample [--rows N] [--visits [N]] [--even] [--seed S] -o OUT",
    .description = "Writes a synthetic register of people with realistic skew and correlations, "
                   "and next to it a plan\nand hierarchies. With --visits the register is one of "
                   "hospital stays, with several rows for many of\nthe patients. The same rows "
                   "and seed give the same bytes.\n",
    .flags = own_flags,
    .examples = "  shoal sample --rows 100000 -o people.csv\n"
                "  shoal anonymize people.csv -p people.plan.yaml -o safe.csv\n"
                "  shoal sample --visits --rows 100000 -o stays.csv\n"};

/* Thousandths of visits: 0 without the flag. */
static int read_visits(const options *given, uint32_t *out) {
    const char *value = options_value(given, "visits");
    char *end = NULL;
    *out = options_has(given, "visits") ? SAMPLE_USUAL_VISITS : 0;
    if (!*out && options_has(given, "even"))
        return command_usage("--even is about visits: add --visits N");
    if (!value)
        return 0;
    double visits = strtod(value, &end);
    if (strspn(value, "0123456789.") != strlen(value) || *end || !(visits >= 1) ||
        visits * 1000 > SAMPLE_MOST_VISITS)
        return command_usage("--visits is \"%.40s\", but must be a number from 1 to %d", value,
                             SAMPLE_MOST_VISITS / 1000);
    *out = (uint32_t)(visits * 1000 + 0.5);
    return 0;
}

static int execute(const options *given) {
    const char *path = options_value(given, "output");
    uint64_t rows, seed;
    uint32_t visits;
    if (given->word_count)
        return command_usage("unexpected \"%.60s\"; usage: shoal %s", given->words[0],
                             shape.synopsis);
    if (!path)
        return command_usage(
            "-o OUT is missing: name the file of the register, or - for standard output");
    int code = options_number(given, "rows", 1, INT64_MAX, USUAL_ROWS, &rows);
    if (code == 0)
        code = options_number(given, "seed", 0, UINT64_MAX, 0, &seed);
    if (code == 0)
        code = read_visits(given, &visits);
    if (code != 0)
        return code;
    sample_options chosen = {
        .rows = (int64_t)rows, .seed = seed, .visits = visits, .even = options_has(given, "even")};
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
