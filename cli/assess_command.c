#include "options.h"
#include "progress.h"

#include <stdio.h>
#include <string.h>

static const flag own_flags[] = {
    {.name = "plan",
     .common = true,
     .letter = 'p',
     .value = "FILE",
     .summary = "a plan in YAML; flags override it"},
    {.name = "against",
     .common = true,
     .value = "ORIGINAL",
     .summary = "the table that INPUT was made from: also measure linkage and information loss"},
    {.name = "mapping",
     .value = "FILE",
     .summary = "with --against: which rows belong together, as anonymize --mapping wrote it"},
    {.name = "control",
     .common = true,
     .value = "FILE",
     .summary = "people who are not in the release: what attacks reach with them, too"},
    {.name = "records",
     .common = true,
     .value = "FILE",
     .summary = "also write a line for each row: its class, risks and unique combinations"},
    {.name = "result", .common = true, .value = "FILE", .summary = "also write the result as JSON"},
    {.name = "report", .common = true, .value = "FILE", .summary = "also write a report as HTML"},
    {.name = "public",
     .common = true,
     .summary = "leave values, and the original, out of the result and the report"},
    {.name = "progress",
     .words = "auto plain json none",
     .common = true,
     .value = "HOW",
     .summary = "auto (default), plain (lines), json (JSON lines) or none (only warnings)"},
    {.name = NULL}};

static const char *const plan_flags[] = {"quasi",
                                         "sensitive",
                                         "identifier",
                                         "person",
                                         "plain",
                                         "person",
                                         "pseudonyms",
                                         "household",
                                         "weight",
                                         "hierarchies",
                                         "hierarchy",
                                         "type",
                                         "order",
                                         "finest",
                                         "weights",
                                         "k",
                                         "l",
                                         "t",
                                         "model",
                                         "max-risk",
                                         "max-average-risk",
                                         "max-uniques",
                                         "population",
                                         "threshold",
                                         "population-size",
                                         "combinations",
                                         "target",
                                         "suppression",
                                         "recoding",
                                         "domain",
                                         "missing",
                                         "missing-token",
                                         "top-code",
                                         "bottom-code",
                                         "order",
                                         "constrained",
                                         "add-top",
                                         "delimiter",
                                         "header",
                                         "trim",
                                         "sheet",
                                         "encoding",
                                         "decimal",
                                         "seed",
                                         "threads",
                                         "unnamed",
                                         "strict",
                                         "accept",
                                         NULL};

static const usage shape = {
    .command = "assess",
    .synopsis = "assess INPUT... [-p PLAN.yaml] --quasi A,B,... [--against ORIGINAL] [flags]",
    .description =
        "Judges any table, made by Shoal or by another tool: its equivalence classes, whether it "
        "meets k and\nthe privacy models, the risk of re-identification and its causes. Against "
        "the original also: how\nmany records can be linked and how much information is lost. The "
        "exit code is 0 whatever the\nverdict; use `shoal verify` for a code that fails.\n",
    .flags = own_flags,
    .plan_flags = plan_flags,
    .examples =
        "  shoal assess people.csv --quasi age,sex,postcode --sensitive diagnosis\n"
        "  shoal assess safe.csv -p plan.yaml --against people.csv --report risk.html\n"
        "  shoal assess safe.csv -p plan.yaml --population-size 8000000 --threshold 0.09\n"};

static bool same(const char *a, const char *b) {
    return a && b && strcmp(a, b) == 0;
}

static int check(const options *given) {
    if (given->word_count == 0)
        return command_usage("INPUT is missing; usage: shoal %s", shape.synopsis);
    if (same(options_value(given, "result"), options_value(given, "report")))
        return command_usage("--result and --report both name \"%.100s\"",
                             options_value(given, "result"));
    if (same(options_value(given, "records"), options_value(given, "result")) ||
        same(options_value(given, "records"), options_value(given, "report")))
        return command_usage("--records and another output both name \"%.100s\"",
                             options_value(given, "records"));
    if (options_has(given, "public") && !options_has(given, "report") &&
        !options_has(given, "result"))
        return command_usage("--public needs --report FILE or --result FILE");
    bool plan_read = same(options_value(given, "plan"), "-");
    bool table_read = same(options_value(given, "against"), "-");
    for (size_t i = 0; i < given->word_count; i++)
        table_read |= same(given->words[i], "-");
    if (plan_read && table_read)
        return command_usage("a table and the plan cannot both come from standard input");
    return 0;
}

static int run(const options *given, const shoal_plan *plan, progress *shown) {
    shoal_assess_job job = {.size = sizeof job,
                            .input = given->words[0],
                            .against = options_value(given, "against"),
                            .result_path = options_value(given, "result"),
                            .report_path = options_value(given, "report"),
                            .control = options_value(given, "control"),
                            .records_path = options_value(given, "records"),
                            .public_report = options_has(given, "public"),
                            .mapping_path = options_value(given, "mapping"),
                            .command = given->command,
                            .more_inputs = given->words + 1,
                            .more_input_count = given->word_count - 1};
    shoal_hooks hooks = progress_hooks(shown);
    shoal_result *result = NULL;
    shoal_error error = {0};
    shoal_status status = shoal_assess(&result, plan, &job, &hooks, &error);
    progress_close(shown);
    bool taken =
        same(job.result_path, "-") || same(job.report_path, "-") || same(job.records_path, "-");
    int code = status == SHOAL_OK ? 0 : command_fail(&error);
    if (code == 0)
        progress_summary(shown, shoal_result_summary(result), taken);
    shoal_result_free(result);
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

int command_assess(int argc, char **argv) {
    return options_run(&shape, argc, argv, execute);
}
