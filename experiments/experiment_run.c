/* experiment_run: run, judge, write; one experiment, or all of them and an index. */
#include "base/clock.h"
#include "base/memory.h"
#include "base/sized.h"
#include "experiments/experiment.h"
#include "files/pending_file.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define ALL "all"

const shoal_item *experiment_at(size_t index) {
    for (size_t i = 0; experiment_kinds[i]; i++)
        if (i == index)
            return &experiment_kinds[i]->item;
    return NULL;
}

/* ---- What is asked -------------------------------------------------------------------------- */

static shoal_status find_kind(experiment *of, const char *name, shoal_error *error) {
    char known[SHOAL_MESSAGE_SIZE / 2] = "";
    for (size_t i = 0; experiment_kinds[i]; i++) {
        size_t used = strlen(known);
        snprintf(known + used, sizeof known - used, "%s, ", experiment_kinds[i]->item.name);
        if (strcmp(experiment_kinds[i]->item.name, name) == 0)
            of->kind = experiment_kinds[i];
    }
    if (of->kind)
        return SHOAL_OK;
    return status_fail(error, SHOAL_USAGE, "\"%.60s\" is not an experiment; known are %s%s", name,
                       known, ALL);
}

/* Options that are words: an experiment without a usual value for one does not take it. */
static const struct word_option {
    const char *name;
    size_t at;
} word_options[] = {{"quasi-identifiers", offsetof(experiment_options, quasi_identifiers)},
                    {"k", offsetof(experiment_options, k)},
                    {"tables", offsetof(experiment_options, tables)}};

static shoal_status refuse(const experiment *of, const char *option, shoal_error *error) {
    return status_fail(error, SHOAL_USAGE, "the experiment %s takes no %s", of->kind->item.name,
                       option);
}

/* Puts usual values in place. With `all`, what it does not take is meant for the others. */
static shoal_status settle_options(experiment *of, bool all, shoal_error *error) {
    experiment_options *asked = &of->asked;
    const experiment_options *usual = &of->kind->usual;
    for (size_t i = 0; i < sizeof word_options / sizeof *word_options; i++) {
        const char **own = (const char **)(void *)((char *)asked + word_options[i].at);
        const char *const *other =
            (const char *const *)(const void *)((const char *)usual + word_options[i].at);
        if (*own && !*other && !all)
            return refuse(of, word_options[i].name, error);
        if (!*own || !*other)
            *own = *other;
    }
    if (asked->auto_time_limit > 0 && !(usual->auto_time_limit > 0) && !all)
        return refuse(of, "auto-time-limit", error);
    if (!(asked->auto_time_limit > 0) || !(usual->auto_time_limit > 0))
        asked->auto_time_limit = usual->auto_time_limit;
    asked->seeds = asked->seeds > 0 ? asked->seeds : usual->seeds;
    asked->evaluations = asked->evaluations > 0 ? asked->evaluations : usual->evaluations;
    asked->time_limit = asked->time_limit > 0 ? asked->time_limit : usual->time_limit;
    return of->kind->check ? of->kind->check(of, error) : SHOAL_OK;
}

/* ---- What is written ------------------------------------------------------------------------ */

/* The files of the outputs, in their order. */
typedef struct output_files {
    const experiment_output *outputs;
    pending_file files[EXPERIMENT_MOST_OUTPUTS];
} output_files;

static shoal_status open_in(pending_file *out, const char *folder, const char *name,
                            shoal_error *error) {
    text path = {0};
    text_format(&path, "%s/%s", folder, name);
    shoal_status status = path.failed ? status_no_memory(error) : file_open(out, path.bytes, error);
    text_free(&path);
    return status;
}

/* The report may be asked for elsewhere, but not in the place of another file. */
static shoal_status check_report(const output_files *made, size_t report, shoal_error *error) {
    for (size_t i = 0; made->outputs[i].name; i++)
        if (i != report && file_same_target(&made->files[i], &made->files[report]))
            return status_fail(error, SHOAL_USAGE, "the report would replace %s",
                               made->outputs[i].name);
    return SHOAL_OK;
}

/* A build without pages leaves them out and writes the rest. */
static bool is_left_out(const experiment_output *one) {
    return strcmp(one->name, EXPERIMENT_REPORT) == 0 && !shoal_has_reports();
}

static shoal_status open_outputs(output_files *made, const experiment_options *asked,
                                 shoal_error *error) {
    size_t report = 0;
    for (size_t i = 0; made->outputs[i].name; i++) {
        if (is_left_out(&made->outputs[i]))
            continue;
        bool elsewhere = asked->report && strcmp(made->outputs[i].name, EXPERIMENT_REPORT) == 0;
        report = elsewhere ? i : report;
        STATUS_TRY(elsewhere ? file_open(&made->files[i], asked->report, error)
                             : open_in(&made->files[i], asked->out, made->outputs[i].name, error));
    }
    return asked->report ? check_report(made, report, error) : SHOAL_OK;
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
        if (!is_left_out(&made->outputs[i]))
            STATUS_TRY(fill(&made->files[i], &made->outputs[i], of, error));
    STATUS_TRY(experiment_check_cancel(of, error));
    for (size_t i = 0; made->outputs[i].name; i++)
        if (!is_left_out(&made->outputs[i]))
            STATUS_TRY(file_publish(&made->files[i], error));
    return SHOAL_OK;
}

/* ---- From beginning to end ------------------------------------------------------------------ */

static shoal_status judge(experiment *of, shoal_error *error) {
    STATUS_TRY(trial_groups_make(&of->groups, &of->trials, error));
    experiment_judge(of);
    for (size_t i = 0; i < of->claim_count; i++)
        if (of->claims[i].detail.failed)
            return status_no_memory(error);
    return SHOAL_OK;
}

static shoal_status run_and_write(experiment *of, shoal_error *error) {
    output_files made = {.outputs = of->kind->outputs};
    double begin = clock_seconds();
    for (size_t i = 0; i < EXPERIMENT_MOST_OUTPUTS; i++)
        made.files[i] = PENDING_FILE_NONE;
    shoal_status status = open_outputs(&made, &of->asked, error);
    if (status == SHOAL_OK)
        status = threads_start(&of->pool, of->asked.threads, error);
    if (status == SHOAL_OK)
        status = of->kind->run(of, error);
    if (status == SHOAL_OK)
        status = judge(of, error);
    of->seconds = clock_seconds() - begin;
    if (status == SHOAL_OK)
        status = write_outputs(&made, of, error);
    for (size_t i = 0; i < EXPERIMENT_MOST_OUTPUTS; i++)
        file_close(&made.files[i]);
    return status;
}

static shoal_status make_folder(const char *path, bool *created, shoal_error *error) {
    *created = mkdir(path, 0777) == 0;
    return *created || errno == EEXIST ? SHOAL_OK : status_io(error, "create", path);
}

static shoal_status run_in_folder(experiment *of, shoal_error *error) {
    bool created;
    STATUS_TRY(make_folder(of->asked.out, &created, error));
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

static shoal_status run_one(const char *name, const experiment *asked, shoal_error *error) {
    experiment run = *asked;
    STATUS_TRY(find_kind(&run, name, error));
    STATUS_TRY(settle_options(&run, false, error));
    shoal_status status = run_in_folder(&run, error);
    close_all(&run);
    return status;
}

/* ---- All of them ---------------------------------------------------------------------------- */

static shoal_status check_each(const experiment *asked, shoal_error *error) {
    if (asked->asked.report)
        return status_fail(error, SHOAL_USAGE,
                           "a report elsewhere is for one experiment; all of them have their pages "
                           "in the folder, with an index");
    for (size_t i = 0; experiment_kinds[i]; i++) {
        experiment run = *asked;
        run.kind = experiment_kinds[i];
        STATUS_TRY(settle_options(&run, true, error));
    }
    return SHOAL_OK;
}

static shoal_status run_for_index(report_entry *out, const experiment *asked,
                                  const experiment_kind *kind, shoal_error *error) {
    experiment run = *asked;
    text folder = {0};
    run.kind = kind;
    text_format(&folder, "%s/%s", asked->asked.out, kind->item.name);
    run.asked.out = folder.bytes;
    experiment_note(&run, "%s: %s", kind->item.name, kind->item.summary);
    shoal_status status =
        folder.failed ? status_no_memory(error) : settle_options(&run, true, error);
    if (status == SHOAL_OK)
        status = run_in_folder(&run, error);
    *out = (report_entry){kind, report_count(&run), run.asked.no_times ? (double)NAN : run.seconds};
    close_all(&run);
    text_free(&folder);
    return status;
}

static shoal_status write_index(const char *folder, const report_entry *entries, size_t count,
                                shoal_error *error) {
    pending_file file = PENDING_FILE_NONE;
    text content = {0};
    report_print_index(&content, entries, count);
    shoal_status status =
        content.failed ? status_no_memory(error) : open_in(&file, folder, EXPERIMENT_INDEX, error);
    if (status == SHOAL_OK)
        status = file_write(&file, content.bytes, content.length, error);
    if (status == SHOAL_OK)
        status = file_publish(&file, error);
    file_close(&file);
    text_free(&content);
    return status;
}

static shoal_status run_all(const experiment *asked, shoal_error *error) {
    report_entry entries[EXPERIMENT_MOST_KINDS];
    size_t count = 0;
    bool created;
    STATUS_TRY(check_each(asked, error));
    STATUS_TRY(make_folder(asked->asked.out, &created, error));
    for (; experiment_kinds[count]; count++) {
        shoal_status status = run_for_index(&entries[count], asked, experiment_kinds[count], error);
        if (status != SHOAL_OK && created)
            rmdir(asked->asked.out);
        if (status != SHOAL_OK)
            return status;
    }
    if (!shoal_has_reports())
        return SHOAL_OK;
    return write_index(asked->asked.out, entries, count, error);
}

shoal_status experiment_run(const char *name, const experiment_options *options,
                            const shoal_hooks *hooks, shoal_error *error) {
    experiment asked = {.asked = *options};
    sized_copy(&asked.hooks, sizeof asked.hooks, hooks);
    if (!asked.asked.data || !asked.asked.out)
        return status_fail(error, SHOAL_USAGE, "the folder %s is missing",
                           asked.asked.data ? "for the results" : "of the benchmark tables");
    STATUS_TRY(document_check_build(asked.asked.report != NULL, error));
    return strcmp(name, ALL) == 0 ? run_all(&asked, error) : run_one(name, &asked, error);
}
