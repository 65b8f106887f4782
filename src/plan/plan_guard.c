#include "plan/plan_guard.h"

#include "base/text.h"
#include "files/input_guard.h"

static shoal_status guard_hierarchy(const shoal_plan *plan, const plan_attribute *of,
                                    const char *output, shoal_error *error) {
    static const char what[] = "a hierarchy that is read";
    if (of->given)
        return SHOAL_OK;
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

shoal_status plan_guard_inputs(const shoal_plan *plan, const char *output, shoal_error *error) {
    if (!output)
        return SHOAL_OK;
    STATUS_TRY(input_guard(plan->population, "the population", output, error));
    for (size_t i = 0; i < plan->attribute_count; i++)
        STATUS_TRY(guard_hierarchy(plan, &plan->attributes[i], output, error));
    return SHOAL_OK;
}

shoal_status plan_guard_files(const shoal_plan *plan, const char *output, shoal_error *error) {
    for (size_t i = 0; i < plan->file_count; i++)
        STATUS_TRY(input_guard(plan->files[i], "the plan", output, error));
    return SHOAL_OK;
}
