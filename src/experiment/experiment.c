/* shoal_experiment: run, judge, write. */
#include "experiment/experiment.h"

#include "base/memory.h"
#include "base/sized.h"
#include "io/file.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const experiment_kind *const kinds[] = {&experiment_kgen, &experiment_run2011,
                                               &experiment_lunacek2006, &experiment_dewri2009,
                                               &experiment_balasch2010};
static const size_t kind_count = sizeof kinds / sizeof *kinds;

const shoal_item *shoal_experiment_at(size_t index) {
    return index < kind_count ? &kinds[index]->item : NULL;
}

/* ---- For the experiments -------------------------------------------------------------------- */

bool experiment_shows_times(const experiment *of) {
    return of->kind->timed && !of->asked.no_times;
}

shoal_status experiment_check_cancel(const experiment *of, shoal_error *error) {
    if (!of->hooks.cancel || !*of->hooks.cancel)
        return SHOAL_OK;
    return status_fail(error, SHOAL_INTERRUPTED, "interrupted; nothing was written");
}

void experiment_note(const experiment *of, const char *format, ...) {
    char sentence[SHOAL_MESSAGE_SIZE];
    va_list arguments;
    if (!of->hooks.note)
        return;
    va_start(arguments, format);
    vsnprintf(sentence, sizeof sentence, format, arguments);
    va_end(arguments);
    of->hooks.note(sentence, of->hooks.user);
}

claim *experiment_claim(experiment *of, const char *sentence) {
    claim *made = &of->claims[of->claim_count++];
    *made = (claim){.sentence = sentence};
    return made;
}

void claim_decide(claim *judged, bool holds) {
    if (!holds)
        judged->outcome = VERDICT_FAILS;
    else if (judged->outcome == VERDICT_UNTESTED)
        judged->outcome = VERDICT_HOLDS;
}

/* ---- What is asked -------------------------------------------------------------------------- */

static shoal_status find_kind(experiment *of, const char *name, shoal_error *error) {
    char known[SHOAL_MESSAGE_SIZE / 2] = "";
    for (size_t i = 0; i < kind_count; i++) {
        size_t used = strlen(known);
        snprintf(known + used, sizeof known - used, "%s%s", i ? ", " : "", kinds[i]->item.name);
        if (strcmp(kinds[i]->item.name, name) == 0)
            of->kind = kinds[i];
    }
    if (of->kind)
        return SHOAL_OK;
    return status_fail(error, SHOAL_USAGE, "\"%.60s\" is not an experiment; known are %s", name,
                       known);
}

static shoal_status refuse(const experiment *of, const char *option, shoal_error *error) {
    return status_fail(error, SHOAL_USAGE, "the experiment %s takes no %s", of->kind->item.name,
                       option);
}

/* What an experiment has no usual value for is none of its options. */
static shoal_status settle_options(experiment *of, shoal_error *error) {
    shoal_experiment_options *asked = &of->asked;
    const shoal_experiment_options *usual = &of->kind->usual;
    if (asked->quasi_identifiers && !usual->quasi_identifiers)
        return refuse(of, "quasi-identifiers", error);
    if (asked->k && !usual->k)
        return refuse(of, "k", error);
    if (asked->tables && !usual->tables)
        return refuse(of, "tables", error);
    if (asked->auto_time_limit > 0 && !(usual->auto_time_limit > 0))
        return refuse(of, "auto-time-limit", error);
    asked->quasi_identifiers =
        asked->quasi_identifiers ? asked->quasi_identifiers : usual->quasi_identifiers;
    asked->k = asked->k ? asked->k : usual->k;
    asked->tables = asked->tables ? asked->tables : usual->tables;
    asked->seeds = asked->seeds > 0 ? asked->seeds : usual->seeds;
    asked->evaluations = asked->evaluations > 0 ? asked->evaluations : usual->evaluations;
    asked->time_limit = asked->time_limit > 0 ? asked->time_limit : usual->time_limit;
    asked->auto_time_limit =
        asked->auto_time_limit > 0 ? asked->auto_time_limit : usual->auto_time_limit;
    if (!asked->data || !asked->out)
        return status_fail(error, SHOAL_USAGE, "the folder %s is missing",
                           asked->data ? "for the results" : "of the benchmark tables");
    return of->kind->check ? of->kind->check(of, error) : SHOAL_OK;
}

/* ---- What is written ------------------------------------------------------------------------ */

const experiment_output experiment_usual_outputs[] = {
    {"results.csv", experiment_print_results},
    {"summary.json", experiment_print_summary},
    {"page.md", experiment_print_page},
    {NULL, NULL},
};

void experiment_print_results(text *out, const experiment *of) {
    trial_list_print(out, &of->trials, experiment_shows_times(of));
}

void experiment_print_page(text *out, const experiment *of) {
    text_format(out, "# %s: %s\n\n", of->kind->item.name, of->kind->item.summary);
    text_format(out, "This page was written by\n\n```sh\nshoal experiment %s --seeds %lld",
                of->kind->item.name, (long long)of->asked.seeds);
    of->kind->print_flags(out, of);
    text_format(out,
                "%s\n```\n\nOne line per search is in `results.csv`, the spreads behind the "
                "tables in `summary.json`.\n\n",
                of->asked.no_times ? " --no-times" : "");
    of->kind->print_page(out, of);
}

/* The files of the outputs, in their order. */
typedef struct output_files {
    const experiment_output *outputs;
    pending_file files[EXPERIMENT_MOST_OUTPUTS];
} output_files;

static shoal_status open_outputs(output_files *made, const char *folder, shoal_error *error) {
    for (size_t i = 0; made->outputs[i].name; i++) {
        text path = {0};
        text_format(&path, "%s/%s", folder, made->outputs[i].name);
        shoal_status status =
            path.failed ? status_no_memory(error) : file_open(&made->files[i], path.bytes, error);
        text_free(&path);
        if (status != SHOAL_OK)
            return status;
    }
    return SHOAL_OK;
}

static shoal_status fill(pending_file *file, const experiment_output *with, const experiment *of,
                         shoal_error *error) {
    text content = {0};
    with->print(&content, of);
    shoal_status status = content.failed ? status_no_memory(error)
                                         : file_write(file, content.bytes, content.length, error);
    text_free(&content);
    return status;
}

static shoal_status write_outputs(output_files *made, const experiment *of, shoal_error *error) {
    for (size_t i = 0; made->outputs[i].name; i++)
        STATUS_TRY(fill(&made->files[i], &made->outputs[i], of, error));
    STATUS_TRY(experiment_check_cancel(of, error));
    for (size_t i = 0; made->outputs[i].name; i++)
        STATUS_TRY(file_publish(&made->files[i], error));
    return SHOAL_OK;
}

/* ---- From beginning to end ------------------------------------------------------------------ */

static shoal_status judge(experiment *of, shoal_error *error) {
    STATUS_TRY(trial_groups_make(&of->groups, &of->trials, error));
    of->kind->judge(of);
    for (size_t i = 0; i < of->claim_count; i++)
        if (of->claims[i].detail.failed)
            return status_no_memory(error);
    return SHOAL_OK;
}

static shoal_status run_and_write(experiment *of, shoal_error *error) {
    output_files made = {.outputs = of->kind->outputs};
    for (size_t i = 0; i < EXPERIMENT_MOST_OUTPUTS; i++)
        made.files[i] = PENDING_FILE_NONE;
    shoal_status status = open_outputs(&made, of->asked.out, error);
    if (status == SHOAL_OK)
        status = threads_start(&of->pool, of->asked.threads, error);
    if (status == SHOAL_OK)
        status = of->kind->run(of, error);
    if (status == SHOAL_OK)
        status = judge(of, error);
    if (status == SHOAL_OK)
        status = write_outputs(&made, of, error);
    for (size_t i = 0; i < EXPERIMENT_MOST_OUTPUTS; i++)
        file_close(&made.files[i]);
    return status;
}

static shoal_status run_in_folder(experiment *of, shoal_error *error) {
    bool created = mkdir(of->asked.out, 0777) == 0;
    if (!created && errno != EEXIST)
        return status_io(error, "create", of->asked.out);
    shoal_status status = run_and_write(of, error);
    if (status != SHOAL_OK && created)
        rmdir(of->asked.out);
    return status;
}

static void close_all(experiment *of) {
    if (of->kind->close)
        of->kind->close(of);
    for (size_t i = 0; i < of->claim_count; i++)
        text_free(&of->claims[i].detail);
    trial_groups_free(&of->groups);
    memory_free(of->trials.trials);
    threads_stop(of->pool);
}

shoal_status shoal_experiment(const char *name, const shoal_experiment_options *options,
                              const shoal_hooks *hooks, shoal_error *error) {
    experiment run = {0};
    sized_copy(&run.asked, sizeof run.asked, options);
    sized_copy(&run.hooks, sizeof run.hooks, hooks);
    STATUS_TRY(find_kind(&run, name, error));
    STATUS_TRY(settle_options(&run, error));
    shoal_status status = run_in_folder(&run, error);
    close_all(&run);
    return status;
}
