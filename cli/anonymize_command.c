#include "options.h"
#include "progress.h"

#include <fnmatch.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const flag own_flags[] = {
    {.name = "plan",
     .common = true,
     .letter = 'p',
     .value = "FILE",
     .summary = "a plan in YAML; flags override it"},
    {.name = "output",
     .common = true,
     .letter = 'o',
     .value = "OUT",
     .summary = "the release; - is standard output"},
    {.name = "result", .common = true, .value = "FILE", .summary = "also write the result as JSON"},
    {.name = "report", .common = true, .value = "FILE", .summary = "also write a report as HTML"},
    {.name = "public", .summary = "the result and the report say only what the release shows"},
    {.name = "control",
     .common = true,
     .value = "P%|FILE",
     .summary = "people who are not released, to compare measured attacks with"},
    {.name = "write-plan",
     .common = true,
     .value = "FILE",
     .summary = "write the effective plan; without INPUT do only that"},
    {.name = "front",
     .value = "FILE",
     .summary = "nsga2: also write the whole front as CSV; with --pick, read it"},
    {.name = "pick",
     .value = "WHICH",
     .summary = "release a point of a saved front without searching: its number, or k=7 for the "
                "first with k of at least 7"},
    {.name = "mapping",
     .value = "FILE",
     .summary = "private: also write which released row is which row of INPUT, for assess and "
                "verify"},
    {.name = "monitor",
     .value = "DIR",
     .summary = "gomm: also write what its genetic operators did, as CSV and JSON"},
    {.name = "dry-run",
     .common = true,
     .summary = "everything but writing: shows what would be released"},
    {.name = "keep-best",
     .common = true,
     .summary = "when interrupted, release the best found so far"},
    {.name = "checkpoint",
     .value = "FILE",
     .summary = "save evaluated nodes to this new file, for --resume"},
    {.name = "resume", .value = "FILE", .summary = "continue from this checkpoint"},
    {.name = "progress",
     .words = "auto plain json none",
     .common = true,
     .value = "HOW",
     .summary = "auto (default), plain (lines), json (JSON lines) or none (only warnings)"},
    {.name = NULL}};

static const usage shape = {
    .command = "anonymize",
    .synopsis = "anonymize INPUT... [-p PLAN.yaml] [flags] -o OUT",
    .description =
        "Recodes the quasi-identifiers of a table so that every row has the same values as at "
        "least k - 1\nothers, and loses as little information as possible. The release is verified "
        "before it gets its\nname. INPUT may be compressed; - is standard input. Several files, or "
        "a pattern in quotes, make one\ntable. OUT is compressed if it ends in .gz, .zst or .xz.\n",
    .flags = own_flags,
    .all_plan_flags = true,
    .examples = "  shoal anonymize people.csv --k 5 --quasi age,sex,postcode -o safe.csv\n"
                "  shoal anonymize people.csv -p plan.yaml --suppression 2% -o safe.csv --result "
                "run.json\n",
    .more_help = help_parameters,
    .see_also = "`shoal help NAME` explains an algorithm and its parameters, a recoding, a metric "
                "or a model.\n"};

static bool same(const char *a, const char *b) {
    return a && b && strcmp(a, b) == 0;
}

static bool is_same_file(const char *a, const char *b) {
    struct stat first, second;
    return a && b && stat(a, &first) == 0 && stat(b, &second) == 0 && S_ISREG(first.st_mode) &&
           first.st_dev == second.st_dev && first.st_ino == second.st_ino;
}

/* The last part of a path; `folder` receives what is before it. */
static const char *split(char folder[PATH_MAX], const char *path) {
    const char *slash = strrchr(path, '/');
    snprintf(folder, PATH_MAX, "%.*s", slash ? (int)(slash + 1 - path) : 1, slash ? path : ".");
    return slash ? slash + 1 : path;
}

/* Whether the file is the input, or one that matches it as a pattern. */
static bool is_among(const char *path, const char *input) {
    char folder[PATH_MAX], other[PATH_MAX];
    struct stat first, second;
    if (!path || access(input, F_OK) == 0 || access(path, F_OK) != 0)
        return is_same_file(path, input);
    if (fnmatch(split(folder, input), split(other, path), FNM_PERIOD) != 0)
        return false;
    /* Where the folder is a pattern, too, it may be that of the file. */
    return stat(folder, &first) != 0 || stat(other, &second) != 0 ||
           (first.st_dev == second.st_dev && first.st_ino == second.st_ino);
}

/* Two outputs of one name would overwrite each other. */
static int check_outputs(const options *given) {
    static const char *const outputs[] = {"output",     "result",     "report", "front",
                                          "write-plan", "checkpoint", "resume", "mapping"};
    size_t count = sizeof outputs / sizeof *outputs;
    for (size_t i = 0; i < count; i++)
        for (size_t j = i + 1; j < count; j++)
            if (same(options_value(given, outputs[i]), options_value(given, outputs[j])))
                return command_usage("--%s and --%s both name \"%.100s\"", outputs[i], outputs[j],
                                     options_value(given, outputs[i]));
    return 0;
}

/* The library refuses to overwrite what it reads; of these it does not know when it writes a plan.
 */
static int check_plan_target(const options *given) {
    const char *path = options_value(given, "write-plan");
    const char *front = options_has(given, "pick") ? options_value(given, "front") : NULL;
    for (size_t i = 0; i < given->word_count; i++)
        if (is_among(path, given->words[i]))
            return command_usage("%.150s is the input: choose another name for the plan", path);
    if (is_same_file(path, front))
        return command_usage(
            "%.150s is the front that --pick reads: choose another name for the plan", path);
    return 0;
}

static int check(const options *given) {
    bool only_plan = given->word_count == 0 && options_has(given, "write-plan");
    if (only_plan && options_has(given, "dry-run"))
        return command_usage("--dry-run needs INPUT: without it only a plan is written");
    if (given->word_count == 0 && !only_plan)
        return command_usage("INPUT is missing; usage: shoal %s", shape.synopsis);
    if (!only_plan && !options_has(given, "output"))
        return command_usage(
            "-o OUT is missing: name the file of the release, or - for standard output");
    for (size_t i = 0; i < given->word_count; i++)
        if (same(given->words[i], "-") && same(options_value(given, "plan"), "-"))
            return command_usage("INPUT and the plan cannot both come from standard input");
    if (options_has(given, "public") && !options_has(given, "report") &&
        !options_has(given, "result"))
        return command_usage("--public needs --report FILE or --result FILE");
    int code = check_outputs(given);
    return code == 0 ? check_plan_target(given) : code;
}

/* Standard output is either the release's, or the result's, or for people. */
static bool is_output_taken(const shoal_job *job) {
    return same(job->result_path, "-") || (same(job->output, "-") && !job->dry_run);
}

static int report(shoal_status status, const shoal_result *result, const shoal_job *job,
                  const progress *shown, const shoal_error *error) {
    /* An interrupted run that keeps its best release has a result, too. */
    if (result && (status == SHOAL_OK || status == SHOAL_INTERRUPTED))
        progress_summary(shown, shoal_result_summary(result), is_output_taken(job));
    return status == SHOAL_OK ? 0 : command_fail(error);
}

static int run(const options *given, const shoal_plan *plan, progress *shown) {
    shoal_job job = {.size = sizeof job,
                     .input = given->words[0],
                     .output = options_value(given, "output"),
                     .result_path = options_value(given, "result"),
                     .report_path = options_value(given, "report"),
                     .control = options_value(given, "control"),
                     .keep_best = options_has(given, "keep-best"),
                     .checkpoint_path = options_value(given, "checkpoint"),
                     .resume_path = options_value(given, "resume"),
                     .front_path = options_value(given, "front"),
                     .pick = options_value(given, "pick"),
                     .monitor_path = options_value(given, "monitor"),
                     .public_report = options_has(given, "public"),
                     .command = given->command,
                     .more_inputs = given->words + 1,
                     .more_input_count = given->word_count - 1,
                     .dry_run = options_has(given, "dry-run"),
                     .plan_path = options_value(given, "write-plan"),
                     .mapping_path = options_value(given, "mapping")};
    shown->keep_best = job.keep_best;
    shoal_hooks hooks = progress_hooks(shown);
    shoal_result *result = NULL;
    shoal_error error = {0};
    shoal_status status = shoal_anonymize(&result, plan, &job, &hooks, &error);
    progress_close(shown);
    int code = report(status, result, &job, shown, &error);
    shoal_result_free(result);
    return code;
}

/* A run that fails leaves nothing behind: a plan that was not there before goes, too. */
static int run_with_plan(const options *given, const shoal_plan *plan, progress *shown) {
    const char *path = options_has(given, "dry-run") ? NULL : options_value(given, "write-plan");
    shoal_error error = {0};
    bool created = path && !same(path, "-") && access(path, F_OK) != 0;
    bool later = given->word_count > 0 && same(path, "-"); /* with the release */
    if (path && !later && shoal_plan_write(plan, path, &error) != SHOAL_OK)
        return command_fail(&error);
    int code = given->word_count ? run(given, plan, shown) : 0;
    if (code != 0 && created)
        unlink(path);
    return code;
}

static int execute(const options *given) {
    progress shown;
    int code = check(given);
    if (code == 0)
        code = progress_open(&shown, options_value(given, "progress"));
    shoal_plan *plan = NULL;
    if (code == 0)
        code = options_plan(&plan, given);
    if (code == 0)
        code = run_with_plan(given, plan, &shown);
    shoal_plan_free(plan);
    return code;
}

int command_anonymize(int argc, char **argv) {
    return options_run(&shape, argc, argv, execute);
}
