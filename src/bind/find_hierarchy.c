#include "bind/find_hierarchy.h"

#include "base/text.h"
#include "bind/value_profiles.h"
#include "data/column_type.h"
#include "data/hierarchy_build.h"
#include "files/output_name.h"
#include "store/hierarchy_csv.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

/* ---- Places: a mapping file restricted to the values at hand ------------------------------ */

static shoal_status fail_unmapped(const build_input *input, const char *path, size_t count,
                                  const char *example, shoal_error *error) {
    return status_fail(error, SHOAL_BAD_DATA,
                       "attribute '%s': %zu value%s not in %s, e.g. '%.*s': add %s there",
                       input->name, count, count == 1 ? " is" : "s are", path,
                       hierarchy_label_width(example), example, count == 1 ? "it" : "them");
}

static shoal_status restrict_mapping(shoal_hierarchy **out, const build_input *input,
                                     const shoal_hierarchy *mapping, shoal_error *error) {
    STATUS_TRY(hierarchy_new(out, input->count, mapping->height, error));
    shoal_hierarchy *made = *out;
    const char *example = NULL;
    size_t unmapped = 0;
    for (size_t value = 0; value < input->count; value++) {
        int64_t row = hierarchy_find(mapping, input->values[value]);
        if (row < 0 && unmapped++ == 0)
            example = input->values[value];
        for (int level = 0; row >= 0 && level <= mapping->height; level++) {
            const char *label = hierarchy_label(mapping, (size_t)row, level);
            label = arena_text(&made->memory, label, strlen(label));
            if (!label)
                return status_no_memory(error);
            made->labels[hierarchy_cell(made, value, level)] = label;
        }
    }
    if (unmapped)
        return fail_unmapped(input, mapping->source, unmapped, example, error);
    STATUS_TRY(hierarchy_seal(made, error));
    return hierarchy_add_top(made, error);
}

static shoal_status build_places(shoal_hierarchy **out, const build_input *input, const char *path,
                                 text *described, shoal_error *error) {
    if (!*path)
        return status_fail(error, SHOAL_USAGE,
                           "%s: places needs a mapping file: write places:FILE.csv", input->name);
    shoal_hierarchy *mapping = NULL;
    STATUS_TRY(hierarchy_read_csv(&mapping, path, error));
    shoal_status status = restrict_mapping(out, input, mapping, error);
    int levels = mapping->height;
    shoal_hierarchy_free(mapping);
    text_format(described, "%s: built %d level%s of places from %s (%zu value%s)", input->name,
                levels, levels == 1 ? "" : "s", path, input->count, input->count == 1 ? "" : "s");
    if (status == SHOAL_OK && described->failed)
        status = status_no_memory(error);
    if (status != SHOAL_OK) {
        shoal_hierarchy_free(*out);
        *out = NULL;
    }
    return status;
}

/* ---- Any specification -------------------------------------------------------------------- */

static shoal_status build_spec(shoal_hierarchy **out, const build_input *input, const char *spec,
                               text *sentence, shoal_error *error) {
    static const char places[] = "places:";
    return strncmp(spec, places, strlen(places)) == 0
               ? build_places(out, input, spec + strlen(places), sentence, error)
               : hierarchy_build(out, input, spec, sentence, error);
}

static shoal_status build_listed(shoal_hierarchy **out, const value_list *list, size_t strangers,
                                 const value_company *company, const char *spec, text *sentence,
                                 shoal_error *error) {
    const plan_attribute *attribute = plan_find(company->plan, company->values->name);
    uint64_t *rows = NULL;
    if (company->table)
        STATUS_TRY(value_rows(&rows, company, strangers, error));
    build_input input = {.name = company->values->name,
                         .values = list->values,
                         .count = list->count,
                         .type = attribute ? attribute->type : TYPE_AUTO,
                         .rows = rows,
                         .named = company->plan->k > 0 ? (uint64_t)company->plan->k : 0,
                         .profile = company->table ? value_profiles : NULL,
                         .company = company};
    shoal_status status = build_spec(out, &input, spec, sentence, error);
    memory_free(rows);
    return status;
}

/* Appends the strangers' values that the list lacks. */
static shoal_status add_strangers(value_list *list, size_t *added, const value_company *company,
                                  shoal_error *error) {
    const dictionary *texts = &company->strangers->values;
    size_t capacity = list->count, own = list->count;
    label_index known;
    if (!memory_grow((void **)&list->values, &capacity, own + texts->size, sizeof *list->values) ||
        !label_index_open(&known, own + texts->size))
        return status_no_memory(error);
    for (size_t i = 0; i < own; i++)
        (void)label_index_add(&known, list->values[i]);
    for (uint32_t code = 0; code < texts->size; code++) {
        const char *value = dictionary_text(texts, code);
        uint32_t before = known.size;
        if (!plan_is_missing_in(company->plan, company->values->name, value) &&
            label_index_add(&known, value) == before)
            list->values[list->count++] = value;
    }
    label_index_close(&known);
    *added = list->count - own;
    return SHOAL_OK;
}

static shoal_status build(shoal_hierarchy **out, const value_company *company, const char *spec,
                          char **described, shoal_error *error) {
    value_list list;
    size_t strangers = 0;
    STATUS_TRY(value_list_of(&list, company->values, company->plan, error));
    text sentence = {0};
    shoal_status status = SHOAL_OK;
    if (company->strangers)
        status = add_strangers(&list, &strangers, company, error);
    if (status == SHOAL_OK)
        status = build_listed(out, &list, strangers, company, spec, &sentence, error);
    memory_free(list.values);
    if (status == SHOAL_OK && described)
        *described = sentence.bytes;
    else
        text_free(&sentence);
    return status;
}

/* ---- The plan's word ---------------------------------------------------------------------- */

static shoal_status fail_folder(const char *folder, shoal_error *error) {
    return status_refuse(error, SHOAL_USAGE, "hierarchies_missing", "hierarchies",
                         "hierarchies: there is no folder %s: name one with ATTRIBUTE.csv files",
                         folder);
}

/* *path stays NULL when the folder has no file for the attribute. */
static shoal_status find_in_folder(char **path, const char *folder, const char *name,
                                   shoal_error *error) {
    struct stat found;
    if (stat(folder, &found) != 0 || !S_ISDIR(found.st_mode))
        return fail_folder(folder, error);
    /* A column's name must not lead out of the folder. */
    if (strchr(name, '/'))
        return SHOAL_OK;
    text joined = {0};
    text_format(&joined, "%s/%s.csv", folder, name);
    if (joined.failed) {
        text_free(&joined);
        return status_no_memory(error);
    }
    if (stat(joined.bytes, &found) == 0) {
        *path = joined.bytes;
        return SHOAL_OK;
    }
    shoal_status status = errno == ENOENT || errno == ENAMETOOLONG || errno == ENOTDIR
                              ? SHOAL_OK
                              : status_io(error, "read", joined.bytes);
    text_free(&joined);
    return status;
}

/* An object is taken as a file with its labels would be. */
static shoal_status take_object(shoal_hierarchy **out, const shoal_hierarchy *object,
                                const column *values, shoal_error *error) {
    if (values->comma)
        return hierarchy_turn_commas(out, object, error);
    if (!object->source)
        return hierarchy_copy(out, object, HIERARCHY_IN_MEMORY, error);
    *out = shoal_hierarchy_share(object);
    return SHOAL_OK;
}

/* `usual`: what is built where the plan gives none. */
static shoal_status find_or_build(shoal_hierarchy **out, const value_company *company,
                                  const char *usual, char **described, bool *given,
                                  shoal_error *error) {
    const shoal_plan *plan = company->plan;
    const char *name = company->values->name;
    const plan_attribute *attribute = plan_find(plan, name);
    const char *spec = attribute ? attribute->hierarchy : NULL;
    const char *path = spec ? plan_hierarchy_path(spec) : NULL;
    *given = true;
    if (attribute && attribute->given)
        return take_object(out, attribute->given, company->values, error);
    if (path == spec && spec)
        return hierarchy_read_csv_of(out, path, company->values, error);
    if (spec)
        return build(out, company, spec, described, error);
    char *in_folder = NULL;
    if (plan->hierarchies)
        STATUS_TRY(find_in_folder(&in_folder, plan->hierarchies, name, error));
    *given = in_folder != NULL;
    if (!in_folder)
        return build(out, company, usual, described, error);
    shoal_status status = hierarchy_read_csv_of(out, in_folder, company->values, error);
    memory_free(in_folder);
    return status;
}

shoal_status hierarchy_given(shoal_hierarchy **out, bool *given, const column *values,
                             const shoal_plan *plan, shoal_error *error) {
    value_company alone = {.values = values, .plan = plan};
    *out = NULL;
    return find_or_build(out, &alone, "flat", NULL, given, error);
}

/* Whether the rows of the original may have shaped it, so that values alone cannot tell it. */
static bool may_be_grown(const plan_attribute *attribute) {
    const char *spec = attribute ? attribute->hierarchy : NULL;
    return spec && (strcmp(spec, "auto") == 0 || strncmp(spec, "grown", strlen("grown")) == 0);
}

shoal_status hierarchy_of_labels(shoal_hierarchy **out, const column *values,
                                 const shoal_plan *plan, shoal_error *error) {
    value_company alone = {.values = values, .plan = plan};
    bool given;
    *out = NULL;
    if (may_be_grown(plan_find(plan, values->name)))
        return build(out, &alone, "flat", NULL, error);
    return find_or_build(out, &alone, "flat", NULL, &given, error);
}

/* On a hierarchy of its own: others may have the object. */
static shoal_status add_top(shoal_hierarchy **to, shoal_error *error) {
    shoal_hierarchy *own = NULL;
    const shoal_hierarchy *from = *to;
    STATUS_TRY(hierarchy_copy(&own, from, from->source, error));
    shoal_hierarchy_free(*to);
    *to = own;
    return hierarchy_add_top(own, error);
}

static shoal_status find_for(shoal_hierarchy **out, const value_company *company, char **described,
                             shoal_error *error) {
    const plan_attribute *attribute = plan_find(company->plan, company->values->name);
    bool given;
    *out = NULL;
    STATUS_TRY(find_or_build(out, company, "auto", described, &given, error));
    if (!attribute || !attribute->add_top)
        return SHOAL_OK;
    shoal_status status = attribute->given ? add_top(out, error) : hierarchy_add_top(*out, error);
    if (status != SHOAL_OK) {
        shoal_hierarchy_free(*out);
        *out = NULL;
    }
    return status;
}

shoal_status hierarchy_for_column(shoal_hierarchy **out, const shoal_table *table,
                                  const column *values, const shoal_plan *plan, char **described,
                                  shoal_error *error) {
    value_company company = {.values = values, .plan = plan, .table = table};
    *described = NULL;
    shoal_status status = find_for(out, &company, described, error);
    if (status != SHOAL_OK) {
        memory_free(*described);
        *described = NULL;
    }
    return status;
}

shoal_status hierarchy_with_strangers(shoal_hierarchy **out, const shoal_table *table,
                                      const column *values, const column *strangers,
                                      const shoal_plan *plan, shoal_error *error) {
    value_company company = {
        .values = values, .plan = plan, .table = table, .strangers = strangers};
    shoal_status status = find_for(out, &company, NULL, NULL);
    if (status == SHOAL_OK)
        return SHOAL_OK;
    /* They may be values that nothing can be built of. */
    company.strangers = NULL;
    return status == SHOAL_NO_MEMORY ? status_no_memory(error)
                                     : find_for(out, &company, NULL, error);
}

/* ---- Public ------------------------------------------------------------------------------- */

shoal_status shoal_hierarchy_read(shoal_hierarchy **out, const char *path, shoal_error *error) {
    return hierarchy_read_csv(out, path, error);
}

static shoal_status find_column(const column **out, const shoal_table *table, const char *name,
                                shoal_error *error) {
    int64_t index = table_find(table, name);
    if (index >= 0 && table->column[index].kept) {
        *out = &table->column[index];
        return SHOAL_OK;
    }
    absent_column absent = table_absent(table, name);
    return status_fail(error, SHOAL_USAGE, "the table has no column '%s'; %s", absent.name,
                       absent.hint);
}

shoal_status shoal_hierarchy_build(shoal_hierarchy **out, const shoal_table *table,
                                   const char *column_name, const char *spec, char **described,
                                   shoal_error *error) {
    const column *values;
    shoal_plan *plan = NULL;
    *out = NULL;
    if (described)
        *described = NULL;
    STATUS_TRY(find_column(&values, table, column_name, error));
    STATUS_TRY(shoal_plan_new(&plan, error));
    value_company company = {.values = values, .plan = plan, .table = table, .all = true};
    shoal_status status = build(out, &company, spec, described, error);
    shoal_plan_free(plan);
    return status;
}

shoal_status shoal_hierarchy_write(const shoal_hierarchy *hierarchy, const char *path,
                                   shoal_error *error) {
    STATUS_TRY(output_name_check(path, OUTPUT_TEXT, error));
    return hierarchy_write_csv(hierarchy, path, error);
}

int64_t shoal_hierarchy_values(const shoal_hierarchy *hierarchy) {
    return (int64_t)hierarchy->values;
}

int64_t shoal_hierarchy_height(const shoal_hierarchy *hierarchy) {
    return hierarchy->height;
}

const char *shoal_hierarchy_label(const shoal_hierarchy *hierarchy, int64_t value, int64_t level) {
    if (value < 0 || value >= (int64_t)hierarchy->values || level < 0 || level > hierarchy->height)
        return NULL;
    return hierarchy_label(hierarchy, (size_t)value, (int)level);
}

/* ---- Checking ----------------------------------------------------------------------------- */

static void report_uncovered(const shoal_hierarchy *hierarchy, const column *values,
                             const shoal_plan *plan, shoal_finding *found, void *user,
                             int64_t *problems) {
    for (uint32_t code = 0; code < values->values.size; code++) {
        const char *value = dictionary_text(&values->values, code);
        if (plan_is_missing_in(plan, values->name, value) || hierarchy_find(hierarchy, value) >= 0)
            continue;
        char problem[SHOAL_MESSAGE_SIZE];
        snprintf(problem, sizeof problem, "value '%.*s' of column '%.*s' is not covered",
                 hierarchy_label_width(value), value, hierarchy_label_width(values->name),
                 values->name);
        found(problem, 0, user);
        ++*problems;
    }
}

static shoal_status check_coverage(const shoal_hierarchy *hierarchy, const shoal_table *table,
                                   const char *column_name, shoal_finding *found, void *user,
                                   int64_t *problems, shoal_error *error) {
    const column *values;
    shoal_plan *plan = NULL;
    STATUS_TRY(find_column(&values, table, column_name, error));
    STATUS_TRY(shoal_plan_new(&plan, error));
    report_uncovered(hierarchy, values, plan, found, user, problems);
    shoal_plan_free(plan);
    return SHOAL_OK;
}

shoal_status shoal_hierarchy_check(const char *path, const shoal_table *table,
                                   const char *column_name, shoal_finding *found, void *user,
                                   int64_t *problems, shoal_error *error) {
    shoal_hierarchy *hierarchy = NULL;
    *problems = 0;
    STATUS_TRY(hierarchy_read_rows(&hierarchy, path, error));
    size_t rows = hierarchy->values;
    shoal_status status = hierarchy_examine(hierarchy, found, user, problems, error);
    bool sealed = status == SHOAL_OK && *problems == 0;
    if (sealed)
        status = hierarchy_doubt(hierarchy, found, user, problems, error);
    if (sealed && status == SHOAL_OK)
        hierarchy_remark(hierarchy, rows, found, user);
    if (status == SHOAL_OK && table)
        status = check_coverage(hierarchy, table, column_name, found, user, problems, error);
    shoal_hierarchy_free(hierarchy);
    return status;
}
