/* What a result keeps besides its JSON and summary. */
#include "plan/plan_objects.h"
#include "plan/plan_yaml.h"
#include "report/result.h"

#include <string.h>

shoal_status result_keep_plan(shoal_result *out, const shoal_plan *plan, shoal_error *error) {
    text yaml = {0};
    if (plan_has_objects(plan))
        return SHOAL_OK;
    shoal_status status = plan_yaml_format(&yaml, plan, NULL, NULL, NULL);
    bool failed = yaml.failed || status == SHOAL_NO_MEMORY;
    if (status == SHOAL_OK && !failed) {
        text_free(&out->plan);
        out->plan = yaml;
        return SHOAL_OK;
    }
    text_free(&yaml);
    return failed ? status_no_memory(error) : SHOAL_OK;
}

shoal_status result_keep_rows(shoal_result *out, const bool *kept, size_t rows,
                              shoal_error *error) {
    out->kept_rows = rows;
    if (!kept)
        return SHOAL_OK;
    out->kept = memory_new(rows, 1);
    if (!out->kept)
        return status_no_memory(error);
    for (size_t row = 0; row < rows; row++)
        out->kept[row] = kept[row];
    return SHOAL_OK;
}

static bool add_recoding(shoal_result *out, const char *attribute, shoal_hierarchy *recoding) {
    size_t room = out->recoded, names = out->recoded;
    if (!memory_grow((void **)&out->recoding, &room, out->recoded + 1, sizeof *out->recoding) ||
        !memory_grow((void **)&out->recoded_names, &names, out->recoded + 1,
                     sizeof *out->recoded_names))
        return false;
    char *name = memory_text(attribute, strlen(attribute));
    if (!name)
        return false;
    out->recoded_names[out->recoded] = name;
    out->recoding[out->recoded++] = recoding;
    return true;
}

shoal_status result_keep_recoding(shoal_result *out, const char *attribute,
                                  shoal_hierarchy *recoding, shoal_error *error) {
    if (add_recoding(out, attribute, recoding))
        return SHOAL_OK;
    shoal_hierarchy_free(recoding);
    return status_no_memory(error);
}

/* ---- Public -----------------------------------------------------------------------------------
 */

const char *shoal_result_report(const shoal_result *result, size_t *length) {
    if (length)
        *length = result->report.length;
    return result->report.bytes;
}

const char *shoal_result_plan(const shoal_result *result) {
    return result->plan.bytes;
}

const uint8_t *shoal_result_kept(const shoal_result *result, int64_t *rows) {
    if (rows)
        *rows = (int64_t)result->kept_rows;
    return result->kept;
}

const shoal_hierarchy *shoal_result_recoding(const shoal_result *result, const char *attribute) {
    for (size_t i = 0; i < result->recoded; i++)
        if (strcmp(result->recoded_names[i], attribute) == 0)
            return result->recoding[i];
    return NULL;
}
