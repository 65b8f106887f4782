#include "anonymize/run_outputs.h"

#include "base/text.h"
#include "files/output_name.h"
#include "store/memory/memory_sink.h"

#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const struct {
    const char *name;
    void (*print)(text *out, const operator_monitor *monitor);
} monitor_files[MONITOR_FILES] = {
    {"operators.csv", operator_monitor_print_operators},
    {"generations.csv", operator_monitor_print_generations},
    {"monitor.json", operator_monitor_print_json},
};

static shoal_status open_monitor(run_outputs *out, const char *folder, shoal_error *error) {
    struct stat there;
    if (mkdir(folder, 0777) == 0) {
        /* A dry run only tries. */
        if (out->dry && rmdir(folder) == 0)
            return SHOAL_OK;
        out->monitor_folder = folder;
    }
    if (stat(folder, &there) != 0 || !S_ISDIR(there.st_mode))
        return status_fail(error, SHOAL_IO, "%.150s is not a directory and cannot be created",
                           folder);
    for (size_t i = 0; i < MONITOR_FILES; i++) {
        text path = {0};
        text_format(&path, "%s/%s", folder, monitor_files[i].name);
        shoal_status status =
            path.failed ? status_no_memory(error) : file_open(&out->monitor[i], path.bytes, error);
        text_free(&path);
        STATUS_TRY(status);
    }
    return SHOAL_OK;
}

/* No two outputs may have the same name. */
static shoal_status check_targets(const run_outputs *outputs, shoal_error *error) {
    const pending_file *each[] = {outputs->stays ? NULL : sink_file(outputs->release),
                                  &outputs->result, &outputs->report, &outputs->front,
                                  &outputs->mapping};
    for (size_t i = 0; i < 5; i++)
        for (size_t j = i + 1; j < 5; j++)
            if (each[i] && file_same_target(each[i], each[j]) &&
                strcmp(each[i]->path, "/dev/null") != 0)
                return status_refuse(error, SHOAL_USAGE, "output_named_twice", "output",
                                     "two outputs have the same name %.150s", each[i]->path);
    return SHOAL_OK;
}

/* A dry run opens what it would write, which finds out whether it could, and leaves no names. */
static void forsake(run_outputs *out) {
    if (out->release)
        sink_forsake(out->release);
    file_forsake(&out->result);
    file_forsake(&out->report);
    file_forsake(&out->front);
    file_forsake(&out->mapping);
    for (size_t i = 0; i < MONITOR_FILES; i++)
        file_forsake(&out->monitor[i]);
}

shoal_status run_outputs_open(run_outputs *out, const shoal_job *asked, shoal_error *error) {
    out->dry = asked->dry_run;
    out->hands_out = asked->release != NULL;
    if (!out->stays)
        STATUS_TRY(asked->release ? memory_sink_open(&out->release, asked->release, error)
                                  : sink_open(&out->release, asked->output, error));
    if (asked->result_path)
        STATUS_TRY(file_open(&out->result, asked->result_path, error));
    if (asked->report_path)
        STATUS_TRY(file_open(&out->report, asked->report_path, error));
    if (asked->front_path && !asked->pick)
        STATUS_TRY(file_open(&out->front, asked->front_path, error));
    if (asked->mapping_path)
        STATUS_TRY(file_open_secret(&out->mapping, asked->mapping_path, error));
    if (asked->monitor_path)
        STATUS_TRY(open_monitor(out, asked->monitor_path, error));
    STATUS_TRY(check_targets(out, error));
    STATUS_TRY(output_name_check(asked->result_path, OUTPUT_RESULT, error));
    STATUS_TRY(output_name_check(asked->report_path, OUTPUT_REPORT, error));
    if (out->dry)
        forsake(out);
    return SHOAL_OK;
}

void run_outputs_close(run_outputs *outputs) {
    sink_close(outputs->release);
    file_close(&outputs->result);
    file_close(&outputs->report);
    file_close(&outputs->front);
    file_close(&outputs->mapping);
    for (size_t i = 0; i < MONITOR_FILES; i++)
        file_close(&outputs->monitor[i]);
    /* A folder that holds files stays. */
    if (outputs->monitor_folder)
        rmdir(outputs->monitor_folder);
}

shoal_status run_output_fill(pending_file *file, const text *content, shoal_error *error) {
    if (content->failed)
        return status_no_memory(error);
    if (!file->path)
        return SHOAL_OK;
    STATUS_TRY(file_write(file, content->bytes, content->length, error));
    return file_sync(file, error);
}

shoal_status run_outputs_fill_monitor(run_outputs *outputs, const operator_monitor *monitor,
                                      shoal_error *error) {
    for (size_t i = 0; i < MONITOR_FILES && monitor && outputs->monitor[i].path; i++) {
        text content = {0};
        monitor_files[i].print(&content, monitor);
        shoal_status status = run_output_fill(&outputs->monitor[i], &content, error);
        text_free(&content);
        STATUS_TRY(status);
    }
    return SHOAL_OK;
}

/* Its bytes were written before the release got its name, so this fails only on devices. */
static shoal_status publish_beside(pending_file *file, bool released, shoal_error *error) {
    shoal_error cause = {0};
    shoal_status status = file->path ? file_publish(file, &cause) : SHOAL_OK;
    if (status != SHOAL_OK && released)
        return status_fail(error, status, "%.180s; the release itself is in place", cause.message);
    if (status != SHOAL_OK && error)
        *error = cause;
    return status;
}

static shoal_status publish_files(run_outputs *outputs, bool released, shoal_error *error) {
    STATUS_TRY(publish_beside(&outputs->result, released, error));
    STATUS_TRY(publish_beside(&outputs->front, released, error));
    STATUS_TRY(released ? publish_beside(&outputs->mapping, released, error) : SHOAL_OK);
    for (size_t i = 0; i < MONITOR_FILES; i++)
        STATUS_TRY(publish_beside(&outputs->monitor[i], released, error));
    return publish_beside(&outputs->report, released, error);
}

shoal_status run_outputs_publish(run_outputs *outputs, bool released, shoal_error *error) {
    bool named = released && !outputs->hands_out;
    if (outputs->dry)
        return outputs->result.path && strcmp(outputs->result.path, "-") == 0
                   ? publish_beside(&outputs->result, false, error)
                   : SHOAL_OK;
    if (named && !outputs->stays)
        STATUS_TRY(sink_publish(outputs->release, error));
    STATUS_TRY(publish_files(outputs, named, error));
    return released && outputs->hands_out ? sink_publish(outputs->release, error) : SHOAL_OK;
}
