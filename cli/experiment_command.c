#include "experiments/experiments.h"
#include "options.h"
#include "progress.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const flag own_flags[] = {
    {.name = "out",
     .value = "DIR",
     .summary = "folder for the results (default: the experiment's name; for all: experiments)"},
    {.name = "report",
     .value = "R.html",
     .summary = "file for the page with the charts (default: DIR/page.html)"},
    {.name = "data",
     .value = "DIR",
     .summary = "folder of the benchmark tables (default: $SHOAL_DATA, else ../shared/data)"},
    {.name = "seeds", .value = "N", .summary = "runs of every randomized search"},
    {.name = "evaluations", .value = "N", .summary = "limit for each heuristic search"},
    {.name = "time-limit", .value = "S", .summary = "limit for each exact search, in seconds"},
    {.name = "auto-time-limit",
     .value = "S",
     .summary = "limit for each search by auto, in seconds (kgen)"},
    {.name = "quasi-identifiers",
     .value = "LIST",
     .summary = "numbers of quasi-identifiers, such as 2-25,50,97 (kgen)"},
    {.name = "k", .value = "LIST", .summary = "values of k, such as 1-15 (run2011)"},
    {.name = "tables", .value = "LIST", .summary = "pima, poker or both (run2011)"},
    {.name = "threads", .value = "N", .summary = "default: one per processor"},
    {.name = "no-times", .summary = "leave out everything that differs from run to run"},
    {.name = "progress",
     .words = "auto plain json none",
     .value = "HOW",
     .summary = "auto (default), plain (lines), json (JSON lines) or none"},
    {.name = NULL}};

static void print_known(FILE *to) {
    fputs("\nexperiments:\n", to);
    const shoal_item *item;
    for (size_t i = 0; (item = experiment_at(i)); i++)
        fprintf(to, "  %-11s  %s\n", item->name, item->summary);
    fprintf(to, "  %-11s  %s\n", "all",
            "all of them, each into its own folder in DIR, and an index");
}

static const char *experiment_name_at(size_t index) {
    const shoal_item *item = experiment_at(index);
    return item ? item->name : index > 0 && experiment_at(index - 1) ? "all" : NULL;
}

static const usage shape = {
    .command = "experiment",
    .synopsis = "experiment NAME [--out DIR] [--report R.html] [flags]",
    .description = "Repeats the searches of a published comparison and writes page.html (the "
                   "paper's figures as charts,\nand which of its claims hold), page.md (the same "
                   "as text), results.csv, summary.json and the data\nof the charts. Needs the "
                   "benchmark tables.\n",
    .flags = own_flags,
    .word_at = experiment_name_at,
    .examples = "  shoal experiment kgen --out kgen\n"
                "  shoal experiment run2011 --tables pima --k 2-5 --seeds 10 --report run.html\n"
                "  shoal experiment all --out experiments\n",
    .more_help = print_known};

static int take_seconds(const options *given, const char *name, double *out) {
    const char *value = options_value(given, name);
    char *end;
    if (!value)
        return 0;
    *out = strtod(value, &end);
    if (end == value || *end || !isfinite(*out) || !(*out > 0))
        return command_usage("--%s is \"%.40s\", but must be a number of seconds above 0", name,
                             value);
    return 0;
}

static bool is_all(const options *given) {
    return strcmp(given->words[0], "all") == 0;
}

static int take_options(experiment_options *out, const options *given) {
    uint64_t seeds, evaluations, threads;
    const char *data = options_value(given, "data");
    const char *folder = options_value(given, "out");
    if (!data)
        data = getenv("SHOAL_DATA");
    int code = options_number(given, "seeds", 1, 1000000, 0, &seeds);
    if (code == 0)
        code = options_number(given, "evaluations", 1, INT64_MAX, 0, &evaluations);
    if (code == 0)
        code = options_number(given, "threads", 0, 1024, 0, &threads);
    if (code == 0)
        code = take_seconds(given, "time-limit", &out->time_limit);
    if (code == 0)
        code = take_seconds(given, "auto-time-limit", &out->auto_time_limit);
    if (code != 0)
        return code;
    out->data = data && *data ? data : "../shared/data";
    out->out = folder ? folder : is_all(given) ? "experiments" : given->words[0];
    out->report = options_value(given, "report");
    out->seeds = (int64_t)seeds;
    out->evaluations = (int64_t)evaluations;
    out->quasi_identifiers = options_value(given, "quasi-identifiers");
    out->k = options_value(given, "k");
    out->tables = options_value(given, "tables");
    out->threads = (int)threads;
    out->no_times = options_has(given, "no-times");
    return 0;
}

static void show_step(const char *sentence, void *user) {
    const progress *shown = user;
    if (shown->mode == PROGRESS_JSON)
        progress_json_note(shown, sentence);
    else if (shown->mode != PROGRESS_NONE)
        fprintf(stderr, "%s\n", sentence);
}

static int run(const options *given, const experiment_options *asked, progress *shown) {
    shoal_hooks hooks = {
        .size = sizeof hooks, .note = show_step, .user = shown, .cancel = command_cancel_flag()};
    shoal_error error = {0};
    if (experiment_run(given->words[0], asked, &hooks, &error) != SHOAL_OK)
        return command_fail(&error);
    if (!shoal_has_reports())
        printf("written: %s, without pages: this build has none\n", asked->out);
    else if (is_all(given))
        printf("written: %s/index.html, and one folder per experiment next to it\n", asked->out);
    else if (asked->report)
        printf("written: %s, and its data in %s\n", asked->report, asked->out);
    else
        printf("written: %s/page.html, and its data next to it\n", asked->out);
    return 0;
}

static int execute(const options *given) {
    experiment_options asked = {0};
    progress shown;
    if (given->word_count != 1)
        return command_usage("name one experiment; usage: shoal %s", shape.synopsis);
    int code = progress_open(&shown, options_value(given, "progress"));
    if (code == 0)
        code = take_options(&asked, given);
    return code == 0 ? run(given, &asked, &shown) : code;
}

int command_experiment(int argc, char **argv) {
    return options_run(&shape, argc, argv, execute);
}
