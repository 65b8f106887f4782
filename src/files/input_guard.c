#include "files/input_guard.h"

#include "base/text.h"

#include <string.h>
#include <sys/stat.h>

bool source_is_same(const char *one, const char *other) {
    struct stat first, second;
    return one && other && stat(one, &first) == 0 && stat(other, &second) == 0 &&
           S_ISREG(first.st_mode) && first.st_dev == second.st_dev && first.st_ino == second.st_ino;
}

shoal_status input_guard(const char *source, const char *what, const char *output,
                         shoal_error *error) {
    if (!source || !output || strcmp(source, "-") == 0 || strcmp(output, "-") == 0 ||
        !source_is_same(source, output))
        return SHOAL_OK;
    return status_fail(error, SHOAL_USAGE, "%.150s is %s: choose another name for the output",
                       output, what);
}

static shoal_status bound_rules_hierarchy(const shoal_plan *plan, const plan_attribute *of,
                                          const char *output, shoal_error *error) {
    static const char what[] = "a hierarchy that is read";
    if (of->hierarchy)
        return input_guard(plan_hierarchy_path(of->hierarchy), what, output, error);
    if (!plan->hierarchies)
        return SHOAL_OK;
    text path = {0};
    text_format(&path, "%s/%s.csv", plan->hierarchies, of->name);
    shoal_status status =
        path.failed ? status_no_memory(error) : input_guard(path.bytes, what, output, error);
    text_free(&path);
    return status;
}

shoal_status inputs_guard_named(const shoal_plan *plan, const char *output, shoal_error *error) {
    if (!output)
        return SHOAL_OK;
    STATUS_TRY(input_guard(plan->population, "the population itself", output, error));
    for (size_t i = 0; i < plan->attribute_count; i++)
        STATUS_TRY(bound_rules_hierarchy(plan, &plan->attributes[i], output, error));
    return SHOAL_OK;
}

shoal_status inputs_guard_plan(const shoal_plan *plan, const char *output, shoal_error *error) {
    for (size_t i = 0; i < plan->file_count; i++)
        STATUS_TRY(input_guard(plan->files[i], "the plan itself", output, error));
    return SHOAL_OK;
}
