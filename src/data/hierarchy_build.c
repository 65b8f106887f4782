#include "data/hierarchy_build.h"

#include "data/column_type.h"

#include <string.h>

shoal_status hierarchy_frame(shoal_hierarchy **out, const build_input *input, int height,
                             shoal_error *error) {
    STATUS_TRY(hierarchy_new(out, input->count, height, error));
    shoal_hierarchy *made = *out;
    for (size_t value = 0; value < input->count; value++) {
        const char *label = input->values[value];
        made->labels[hierarchy_cell(made, value, height)] = "*";
        label = arena_text(&made->memory, label, strlen(label));
        made->labels[hierarchy_cell(made, value, 0)] = label;
        if (label)
            continue;
        shoal_hierarchy_free(made);
        *out = NULL;
        return status_no_memory(error);
    }
    return SHOAL_OK;
}

shoal_status hierarchy_no_arguments(const build_input *input, const char *builder,
                                    const char *arguments, shoal_error *error) {
    if (!*arguments)
        return SHOAL_OK;
    return status_fail(error, SHOAL_USAGE, "%s: %s takes no arguments, found '%.*s'", input->name,
                       builder, hierarchy_label_width(arguments), arguments);
}

shoal_status hierarchy_build_flat(shoal_hierarchy **out, const build_input *input,
                                  const char *arguments, text *described, shoal_error *error) {
    STATUS_TRY(hierarchy_no_arguments(input, "flat", arguments, error));
    text_add_string(described, "every value to * in one step");
    return hierarchy_frame(out, input, 1, error);
}

/* ---- Dispatch ----------------------------------------------------------------------------- */

typedef struct builder_entry {
    const char *name;
    hierarchy_builder *build;
} builder_entry;

#define BUILDER_ENTRY(name) {#name, hierarchy_build_##name},
static const builder_entry builders[] = {HIERARCHY_BUILDERS(BUILDER_ENTRY)};
#undef BUILDER_ENTRY

static hierarchy_builder *builder_named(const char *spec, size_t length) {
    for (size_t i = 0; i < sizeof builders / sizeof *builders; i++)
        if (strlen(builders[i].name) == length && strncmp(builders[i].name, spec, length) == 0)
            return builders[i].build;
    return NULL;
}

/* One of the built-in classifications, by its name alone. */
static shoal_status build_named(shoal_hierarchy **out, const build_input *input, const char *spec,
                                text *described, shoal_error *error) {
    size_t length = strcspn(spec, ":");
    hierarchy_builder *build = builder_named(spec, length);
    const classification *known = classification_named(spec);
    if (build)
        return build(out, input, spec[length] ? spec + length + 1 : "", described, error);
    if (known && input->count > 0 && classification_share(known, input->values, input->count) <= 0)
        return status_fail(error, SHOAL_BAD_DATA, "%s: none of its %zu values is in %s",
                           input->name, input->count, known->name);
    if (known)
        return hierarchy_build_classified(out, input, known, described, error);
    return status_fail(error, SHOAL_USAGE,
                       "%s: unknown hierarchy '%.*s': use auto, ranges, bands, magnitudes, "
                       "intervals, mask, prefix, dates, places, groups, grown, icd10, countries, "
                       "m49, nuts or flat",
                       input->name, hierarchy_label_width(spec), spec);
}

static shoal_status build_and_seal(shoal_hierarchy **out, const build_input *input,
                                   const char *spec, text *described, shoal_error *error) {
    shoal_hierarchy *made = NULL;
    shoal_status status = build_named(&made, input, spec, described, error);
    if (status == SHOAL_OK)
        status = hierarchy_seal(made, error);
    if (status == SHOAL_OK)
        status = hierarchy_add_top(made, error);
    if (status != SHOAL_OK) {
        shoal_hierarchy_free(made);
        return status;
    }
    *out = made;
    return SHOAL_OK;
}

static shoal_status infer_type(build_input *of, shoal_error *error) {
    const char **values = memory_new(of->count, sizeof *values);
    size_t count = 0;
    if (!values)
        return status_no_memory(error);
    for (size_t i = 0; i < of->count; i++)
        if (build_rows(of, i) > 0)
            values[count++] = of->values[i];
    of->type = type_infer(values, count);
    memory_free(values);
    return SHOAL_OK;
}

shoal_status hierarchy_build(shoal_hierarchy **out, const build_input *input, const char *spec,
                             text *described, shoal_error *error) {
    build_input typed = *input;
    typed.declared = input->type != TYPE_AUTO;
    if (typed.type == TYPE_AUTO)
        STATUS_TRY(infer_type(&typed, error));
    text_format(described, "%s: built ", input->name);
    STATUS_TRY(build_and_seal(out, &typed, spec, described, error));
    text_format(described, " (%s, %zu value%s)", type_name(typed.type), input->count,
                input->count == 1 ? "" : "s");
    if (!described->failed)
        return SHOAL_OK;
    shoal_hierarchy_free(*out);
    *out = NULL;
    return status_no_memory(error);
}
