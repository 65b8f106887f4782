#include "files/output_name.h"
#include "files/pending_file.h"
#include "plan/plan_guard.h"
#include "plan/plan_objects.h"
#include "plan/plan_paths.h"
#include "plan/plan_yaml.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* One byte over the limit distinguishes a file that is too long from one that just fits. */
static shoal_status stream_read(text *out, FILE *stream, const char *path, shoal_error *error) {
    char piece[4096];
    size_t got;
    while (out->length <= PLAN_YAML_MOST_BYTES && (got = fread(piece, 1, sizeof piece, stream)) > 0)
        text_add(out, piece, got);
    if (ferror(stream))
        return status_io(error, "read", path);
    if (out->length > PLAN_YAML_MOST_BYTES)
        return status_fail(error, SHOAL_USAGE, "%s is larger than 4 MiB: not a plan", path);
    return out->failed ? status_no_memory(error) : SHOAL_OK;
}

static shoal_status whole_read(text *out, const char *path, shoal_error *error) {
    if (strcmp(path, "-") == 0)
        return stream_read(out, stdin, "standard input", error);
    FILE *stream = fopen(path, "rbe");
    if (!stream)
        return status_io(error, "open the plan", path);
    shoal_status status = stream_read(out, stream, path, error);
    fclose(stream);
    return status;
}

shoal_status shoal_plan_read(shoal_plan *plan, const char *path, shoal_error *error) {
    text bytes = {0}, folder = {0};
    shoal_status status = whole_read(&bytes, path, error);
    plan_path_folder(&folder, path);
    if (status == SHOAL_OK && folder.failed)
        status = status_no_memory(error);
    if (status == SHOAL_OK)
        status = plan_yaml_parse(plan, bytes.bytes ? bytes.bytes : "", bytes.length, path,
                                 folder.bytes, error);
    if (status == SHOAL_OK && !plan_add_file(plan, path))
        status = status_no_memory(error);
    text_free(&folder);
    text_free(&bytes);
    return status;
}

shoal_status shoal_plan_parse_in(shoal_plan *plan, const char *yaml, size_t length,
                                 const char *folder, shoal_error *error) {
    if (length > PLAN_YAML_MOST_BYTES)
        return status_refuse(error, SHOAL_USAGE, "plan_too_large", NULL,
                             "the text is larger than 4 MiB: not a plan");
    return plan_yaml_parse(plan, yaml, length, "the plan", folder, error);
}

shoal_status shoal_plan_parse(shoal_plan *plan, const char *yaml, size_t length,
                              shoal_error *error) {
    return shoal_plan_parse_in(plan, yaml, length, "", error);
}

/* The absolute folder of a file that is about to be written. */
static void target_folder(text *out, const char *current, const char *path) {
    text folder = {0};
    plan_path_folder(&folder, path);
    if (folder.failed || !*folder.bytes)
        text_add_string(out, current);
    else if (*folder.bytes == '/')
        text_add_string(out, folder.bytes);
    else
        text_format(out, "%s/%s", current, folder.bytes);
    out->failed = out->failed || folder.failed;
    text_free(&folder);
}

shoal_status plan_yaml_format_file(text *out, const shoal_plan *plan, const char *path,
                                   shoal_error *error) {
    char current[4096];
    if (!getcwd(current, sizeof current))
        return status_io(error, "find the current folder for", path);
    text folder = {0};
    target_folder(&folder, current, path);
    shoal_status status = folder.failed ? status_no_memory(error)
                                        : plan_yaml_format(out, plan, current, folder.bytes, error);
    text_free(&folder);
    return status;
}

shoal_status shoal_plan_write(const shoal_plan *plan, const char *path, shoal_error *error) {
    text yaml = {0};
    STATUS_TRY(plan_refuse_objects(plan, error));
    STATUS_TRY(plan_guard_inputs(plan, path, error));
    STATUS_TRY(output_name_check(path, OUTPUT_PLAN, error));
    shoal_status status = plan_yaml_format_file(&yaml, plan, path, error);
    if (status == SHOAL_OK)
        status = file_write_whole(path, yaml.bytes, yaml.length, error);
    text_free(&yaml);
    return status;
}

shoal_status shoal_plan_format(char **out, const shoal_plan *plan, shoal_error *error) {
    text yaml = {0};
    *out = NULL;
    STATUS_TRY(plan_refuse_objects(plan, error));
    shoal_status status = plan_yaml_format(&yaml, plan, NULL, NULL, error);
    if (status != SHOAL_OK) {
        text_free(&yaml);
        return status;
    }
    *out = yaml.bytes;
    return SHOAL_OK;
}
