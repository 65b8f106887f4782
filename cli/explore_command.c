#include "options.h"
#include "progress.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const flag own_flags[] = {
    {.name = "plan",
     .common = true,
     .letter = 'p',
     .value = "FILE",
     .summary = "a plan in YAML; flags override it"},
    {.name = "k", .common = true, .value = "LIST", .summary = "2,3,5,10,20,50,100 unless given"},
    {.name = "suppression",
     .common = true,
     .value = "LIST",
     .summary = "0,0.5%,1%,2%,5%,10%,20%,100% unless given"},
    {.name = "recodings",
     .common = true,
     .value = "LIST",
     .summary = "side by side, such as lattice,cut; that of the plan unless given"},
    {.name = "no-costs",
     .common = true,
     .summary = "do not search what each quasi-identifier and each model costs"},
    {.name = "out", .common = true, .value = "FILE", .summary = "also write the points as CSV"},
    {.name = "result", .common = true, .value = "FILE", .summary = "also write everything as JSON"},
    {.name = "report", .common = true, .value = "FILE", .summary = "also write a report as HTML"},
    {.name = "progress",
     .words = "auto plain json none",
     .common = true,
     .value = "HOW",
     .summary = "auto (default), plain (lines), json, or none (only warnings)"},
    {.name = NULL}};

static const char *const plan_flags[] = {"quasi",
                                         "sensitive",
                                         "identifier",
                                         "person",
                                         "household",
                                         "weight",
                                         "plain",
                                         "unnamed",
                                         "hierarchies",
                                         "hierarchy",
                                         "type",
                                         "order",
                                         "finest",
                                         "weights",
                                         "l",
                                         "t",
                                         "model",
                                         "max-risk",
                                         "max-average-risk",
                                         "max-uniques",
                                         "population",
                                         "target",
                                         "algorithm",
                                         "metric",
                                         "set",
                                         "domain",
                                         "missing",
                                         "missing-token",
                                         "top-code",
                                         "bottom-code",
                                         "constrained",
                                         "add-top",
                                         "groups",
                                         "evaluations",
                                         "prove",
                                         "encoding",
                                         "decimal",
                                         "sheet",
                                         "suppression-weight",
                                         "min-level",
                                         "max-level",
                                         "time-limit",
                                         "memory",
                                         "seed",
                                         "threads",
                                         "delimiter",
                                         "header",
                                         "trim",
                                         "accept",
                                         "purpose",
                                         NULL};

static const usage shape = {
    .command = "explore",
    .synopsis = "explore INPUT... -p PLAN.yaml [--k LIST] [--suppression LIST] [flags]",
    .description =
        "Shows what a release costs before it is made: the loss of the best release for each k "
        "and each limit\nof suppressed rows, what happens to each column, and what each "
        "quasi-identifier and each privacy\nmodel costs. Each point is what `shoal anonymize` "
        "would release. The table is read once.\n",
    .flags = own_flags,
    .plan_flags = plan_flags,
    .examples = "  shoal explore people.csv -p plan.yaml\n"
                "  shoal explore people.csv --quasi age,sex,postcode --k 5,10 --suppression 0,2% "
                "--report grid.html\n"};

static bool same(const char *a, const char *b) {
    return a && b && strcmp(a, b) == 0;
}

static int check(const options *given) {
    static const char *const outputs[] = {"out", "result", "report"};
    if (given->word_count == 0)
        return command_usage("INPUT is missing; usage: shoal %s", shape.synopsis);
    for (size_t i = 0; i < 3; i++)
        for (size_t j = i + 1; j < 3; j++)
            if (same(options_value(given, outputs[i]), options_value(given, outputs[j])))
                return command_usage("--%s and --%s both name \"%.100s\"", outputs[i], outputs[j],
                                     options_value(given, outputs[i]));
    for (size_t i = 0; i < given->word_count; i++)
        if (same(given->words[i], "-") && same(options_value(given, "plan"), "-"))
            return command_usage("a table and the plan cannot both come from standard input");
    return 0;
}

/* ---- The line that releases a point ---------------------------------------------------------- */

typedef struct line {
    char *bytes;
    size_t length;
} line;

static bool add_plain(line *to, const char *word) {
    char *longer = realloc(to->bytes, to->length + strlen(word) + 2);
    if (!longer)
        return false;
    to->bytes = longer;
    to->length += (size_t)sprintf(longer + to->length, "%s%s", to->length ? " " : "", word);
    return true;
}

static bool add_word(line *to, const char *word) {
    char *quoted = command_word(word);
    bool added = quoted && add_plain(to, quoted);
    free(quoted);
    return added;
}

static bool add_flag(line *to, const given_flag *given) {
    char name[80];
    snprintf(name, sizeof name, "--%.70s", given->flag.name);
    return add_word(to, name) && (!given->value || add_word(to, given->value));
}

/* Of the command's own flags only the plan belongs to a release. */
static bool is_of_release(const given_flag *given) {
    return given->flag.key != NULL || strcmp(given->flag.name, "plan") == 0;
}

/* NULL: out of memory. */
static char *release_line(const options *given) {
    line made = {0};
    bool whole = add_word(&made, "shoal") && add_word(&made, "anonymize");
    for (size_t i = 0; whole && i < given->word_count; i++)
        whole = add_word(&made, given->words[i]);
    for (size_t i = 0; whole && i < given->flag_count; i++)
        if (is_of_release(&given->flags[i]))
            whole = add_flag(&made, &given->flags[i]);
    static const char *const rest[] = {
        "--k",        "{k}", "--suppression", "{suppression}", "--recoding",
        "{recoding}", "-o",  "safe.csv"};
    for (size_t i = 0; whole && i < sizeof rest / sizeof *rest; i++)
        whole = add_plain(&made, rest[i]);
    if (whole)
        return made.bytes;
    free(made.bytes);
    return NULL;
}

/* ---------------------------------------------------------------------------------------------- */

static int run(const options *given, const shoal_plan *plan, progress *shown) {
    char *release = release_line(given);
    if (!release)
        return command_fail(&(shoal_error){.status = SHOAL_NO_MEMORY, .message = "out of memory"});
    shoal_explore_job job = {.size = sizeof job,
                             .input = given->words[0],
                             .csv_path = options_value(given, "out"),
                             .result_path = options_value(given, "result"),
                             .report_path = options_value(given, "report"),
                             .command = given->command,
                             .ks = options_value(given, "k"),
                             .suppressions = options_value(given, "suppression"),
                             .recodings = options_value(given, "recodings"),
                             .release = release,
                             .skip_costs = options_has(given, "no-costs"),
                             .more_inputs = given->words + 1,
                             .more_input_count = given->word_count - 1};
    shoal_hooks hooks = progress_hooks(shown);
    shoal_result *result = NULL;
    shoal_error error = {0};
    shoal_status status = shoal_explore(&result, plan, &job, &hooks, &error);
    progress_close(shown);
    bool taken =
        same(job.csv_path, "-") || same(job.result_path, "-") || same(job.report_path, "-");
    int code = status == SHOAL_OK ? 0 : command_fail(&error);
    if (code == 0)
        progress_summary(shown, shoal_result_summary(result), taken);
    shoal_result_free(result);
    free(release);
    return code;
}

static int execute(const options *given) {
    progress shown;
    shoal_plan *plan = NULL;
    int code = check(given);
    if (code == 0)
        code = progress_open(&shown, options_value(given, "progress"));
    if (code == 0)
        code = options_plan(&plan, given);
    if (code == 0)
        code = run(given, plan, &shown);
    shoal_plan_free(plan);
    return code;
}

int command_explore(int argc, char **argv) {
    return options_run(&shape, argc, argv, execute);
}
