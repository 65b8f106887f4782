#include "options.h"
#include "progress.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const flag own_flags[] = {
    {.name = "output",
     .letter = 'o',
     .value = "PLAN.yaml",
     .summary = "write a plan to start from; - is standard output"},
    {.name = "plan",
     .letter = 'p',
     .value = "FILE",
     .summary = "a plan whose roles are respected; flags override it"},
    {.name = "result", .value = "FILE", .summary = "also write what was found as JSON"},
    {.name = "report", .value = "FILE", .summary = "also write a report as HTML"},
    {.name = "public",
     .summary = "leave every value of the table out of the result and the report"},
    {.name = "progress",
     .words = "auto plain json none",
     .value = "HOW",
     .summary = "auto (default), plain (lines), json, or none (no lines and no notes, only "
                "warnings)"},
    {.name = NULL}};

static const char *const plan_flags[] = {
    "quasi",       "sensitive",   "identifier", "person",        "household", "weight", "plain",
    "unnamed",     "hierarchies", "hierarchy",  "type",          "k",         "l",      "t",
    "suppression", "recoding",    "missing",    "missing-token", "delimiter", "header", "trim",
    "sheet",       "threads",     "encoding",   "decimal",       NULL};

static const usage shape = {
    .command = "inspect",
    .synopsis = "inspect INPUT... [-o PLAN.yaml] [flags]",
    .description =
        "Says what is in a table: what each column holds, the role that it should probably play "
        "and why, and\nwhich few columns together single out most rows. With -o it writes a plan "
        "to start from: read its\ncomments, then release the table with `shoal anonymize`. Roles "
        "that you give are respected.\n",
    .flags = own_flags,
    .plan_flags = plan_flags,
    .examples = "  shoal inspect people.csv -o plan.yaml\n"
                "  shoal inspect people.csv --identifier notes --report people.html\n"
                "  shoal anonymize people.csv -p plan.yaml -o safe.csv\n"};

static bool same(const char *a, const char *b) {
    return a && b && strcmp(a, b) == 0;
}

static int check(const options *given) {
    static const char *const outputs[] = {"output", "result", "report"};
    if (given->word_count == 0)
        return command_usage("INPUT is missing; usage: shoal %s", shape.synopsis);
    for (size_t i = 0; i < 3; i++)
        for (size_t j = i + 1; j < 3; j++)
            if (same(options_value(given, outputs[i]), options_value(given, outputs[j])))
                return command_usage("--%s and --%s both name \"%.100s\"", outputs[i], outputs[j],
                                     options_value(given, outputs[i]));
    if (options_has(given, "public") && !options_has(given, "report") &&
        !options_has(given, "result"))
        return command_usage("--public needs --report FILE or --result FILE");
    for (size_t i = 0; i < given->word_count; i++)
        if (same(given->words[i], "-") && same(options_value(given, "plan"), "-"))
            return command_usage("a table and the plan cannot both come from standard input");
    return 0;
}

/* What to do next, as a line for the shell. */
static void print_next(FILE *to, const options *given) {
    const char *plan = options_value(given, "output");
    fputs(plan ? "\nnext: check the roles in the plan, then\n  shoal anonymize"
               : "\nnext: write a plan to start from\n  shoal inspect",
          to);
    for (size_t i = 0; i < given->word_count; i++) {
        char *quoted = command_word(given->words[i]);
        fprintf(to, " %s", quoted ? quoted : "INPUT");
        free(quoted);
    }
    if (plan) {
        char *quoted = command_word(plan);
        fprintf(to, " -p %s -o safe.csv\n", quoted ? quoted : "PLAN");
        free(quoted);
    } else {
        fputs(" -o plan.yaml\n", to);
    }
}

static int run(const options *given, const shoal_plan *plan, progress *shown) {
    shoal_inspect_job job = {.size = sizeof job,
                             .input = given->words[0],
                             .plan_path = options_value(given, "output"),
                             .result_path = options_value(given, "result"),
                             .report_path = options_value(given, "report"),
                             .public_report = options_has(given, "public"),
                             .command = given->command,
                             .more_inputs = given->words + 1,
                             .more_input_count = given->word_count - 1};
    shoal_hooks hooks = progress_hooks(shown);
    shoal_result *result = NULL;
    shoal_error error = {0};
    shoal_status status = shoal_inspect(&result, plan, &job, &hooks, &error);
    progress_close(shown);
    bool taken =
        same(job.plan_path, "-") || same(job.result_path, "-") || same(job.report_path, "-");
    int code = status == SHOAL_OK ? 0 : command_fail(&error);
    if (code == 0) {
        progress_summary(shown, shoal_result_summary(result), taken);
        if (!same(job.plan_path, "-") && !(taken && shown->mode == PROGRESS_JSON))
            print_next(taken ? stderr : stdout, given);
    }
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

int command_inspect(int argc, char **argv) {
    return options_run(&shape, argc, argv, execute);
}
