#include "plan/plan.h"

#include "plan/plan_objects.h"

#include <string.h>

static bool string_set(char **slot, const char *value) {
    char *copy = memory_text(value, strlen(value));
    if (!copy)
        return false;
    memory_free(*slot);
    *slot = copy;
    return true;
}

static void tokens_free(char **tokens, size_t count) {
    for (size_t i = 0; tokens && i < count; i++)
        memory_free(tokens[i]);
    memory_free(tokens);
}

bool plan_set_tokens(shoal_plan *plan, const char *const *tokens, size_t count) {
    char **copies = memory_zero(count + 1, sizeof *copies);
    bool complete = copies != NULL;
    for (size_t i = 0; complete && i < count; i++)
        complete = string_set(&copies[i], tokens[i]);
    if (!complete) {
        tokens_free(copies, count);
        return false;
    }
    tokens_free(plan->missing_tokens, plan->missing_token_count);
    plan->missing_tokens = copies;
    plan->missing_token_count = count;
    return true;
}

shoal_status shoal_plan_new(shoal_plan **out, shoal_error *error) {
    *out = NULL;
    shoal_plan *plan = memory_zero(1, sizeof *plan);
    if (!plan)
        return status_no_memory(error);
    if (!string_set(&plan->recoding, "lattice") || !string_set(&plan->algorithm, "auto") ||
        !plan_set_usual_tokens(plan)) {
        shoal_plan_free(plan);
        return status_no_memory(error);
    }
    *out = plan;
    return SHOAL_OK;
}

void shoal_plan_free(shoal_plan *plan) {
    if (!plan)
        return;
    for (size_t i = 0; i < plan->attribute_count; i++) {
        memory_free(plan->attributes[i].name);
        memory_free(plan->attributes[i].hierarchy);
        memory_free(plan->attributes[i].order);
        memory_free(plan->attributes[i].missing);
        memory_free(plan->attributes[i].top_code);
        memory_free(plan->attributes[i].bottom_code);
        plan_drop_hierarchy(&plan->attributes[i]);
    }
    for (size_t i = 0; i < plan->setting_count; i++) {
        memory_free(plan->settings[i].name);
        memory_free(plan->settings[i].value);
    }
    plan_drop_population(plan);
    memory_free(plan->attributes);
    memory_free(plan->settings);
    tokens_free(plan->missing_tokens, plan->missing_token_count);
    tokens_free(plan->files, plan->file_count);
    memory_free(plan->hierarchies);
    memory_free(plan->t);
    memory_free(plan->max_risk);
    memory_free(plan->max_average_risk);
    memory_free(plan->max_uniques);
    memory_free(plan->dominance);
    memory_free(plan->models);
    memory_free(plan->accepted);
    memory_free(plan->population);
    memory_free(plan->threshold);
    memory_free(plan->target);
#define FREE_STATED(name, title) memory_free(plan->context.name);
    PLAN_CONTEXT(FREE_STATED)
#undef FREE_STATED
    memory_free(plan->sheet);
    memory_free(plan->recoding);
    memory_free(plan->objectives);
    memory_free(plan->prefer);
    memory_free(plan->groups);
    memory_free(plan->algorithm);
    memory_free(plan->metric);
    memory_free(plan->encoding);
    memory_free(plan);
}

static plan_attribute *attribute_find(const shoal_plan *plan, const char *name) {
    for (size_t i = 0; i < plan->attribute_count; i++)
        if (strcmp(plan->attributes[i].name, name) == 0)
            return &plan->attributes[i];
    return NULL;
}

const char *shoal_plan_attribute(const shoal_plan *plan, size_t index) {
    return index < plan->attribute_count ? plan->attributes[index].name : NULL;
}

const plan_attribute *plan_find(const shoal_plan *plan, const char *name) {
    return attribute_find(plan, name);
}

plan_attribute *plan_attribute_named(shoal_plan *plan, const char *name) {
    plan_attribute *known = attribute_find(plan, name);
    if (known)
        return known;
    if (!memory_grow((void **)&plan->attributes, &plan->attribute_capacity,
                     plan->attribute_count + 1, sizeof *plan->attributes))
        return NULL;
    plan_attribute *added = &plan->attributes[plan->attribute_count];
    *added = (plan_attribute){.weight = 1};
    if (!string_set(&added->name, name))
        return NULL;
    plan->attribute_count++;
    return added;
}

plan_attribute *plan_attribute_read(shoal_plan *plan, const char *name) {
    bool known = attribute_find(plan, name) != NULL;
    plan_attribute *attribute = plan_attribute_named(plan, name);
    if (attribute && !known)
        attribute->only_read = true;
    return attribute;
}

static bool setting_add(shoal_plan *plan, const char *name, const char *value) {
    if (!memory_grow((void **)&plan->settings, &plan->setting_capacity, plan->setting_count + 1,
                     sizeof *plan->settings))
        return false;
    plan_setting added = {NULL, NULL};
    if (!string_set(&added.name, name) || !string_set(&added.value, value)) {
        memory_free(added.name);
        return false;
    }
    plan->settings[plan->setting_count++] = added;
    return true;
}

bool plan_set_setting(shoal_plan *plan, const char *name, const char *value) {
    for (size_t i = 0; i < plan->setting_count; i++)
        if (strcmp(plan->settings[i].name, name) == 0)
            return string_set(&plan->settings[i].value, value);
    return setting_add(plan, name, value);
}

/* Whether a rule of a privacy model says on=NAME or on="NAME". */
static bool models_name(const char *models, const char *name) {
    static const char on[] = " on=";
    size_t length = strlen(name);
    for (const char *at = models; at && (at = strstr(at, on)); at++) {
        const char *named = at + sizeof on - 1;
        bool quoted = *named == '"';
        const char *ends = quoted ? "\"" : " ;\t\r\n";
        named += quoted;
        if (strncmp(named, name, length) == 0 && (strchr(ends, named[length]) != NULL))
            return true;
    }
    return false;
}

bool plan_names(const shoal_plan *plan, const char *name) {
    const plan_attribute *attribute = plan_find(plan, name);
    return (attribute && !attribute->only_read) ||
           (plan->target && strcmp(plan->target, name) == 0) || models_name(plan->models, name);
}

plan_role plan_role_of(const shoal_plan *plan, const char *name) {
    const plan_attribute *attribute = plan_find(plan, name);
    if (plan->unnamed == UNNAMED_DROP && !plan_names(plan, name))
        return ROLE_UNNAMED;
    return attribute ? attribute->role : ROLE_PLAIN;
}

bool plan_role_is_hidden(plan_role role) {
    return role == ROLE_IDENTIFIER || role == ROLE_PERSON || role == ROLE_HOUSEHOLD ||
           role == ROLE_UNNAMED;
}

size_t plan_count_role(const shoal_plan *plan, plan_role role) {
    size_t count = 0;
    for (size_t i = 0; i < plan->attribute_count; i++)
        count += plan->attributes[i].role == role;
    return count;
}

const char *plan_missing_name(plan_missing rule) {
    return rule == MISSING_WILDCARD ? "wildcard" : rule == MISSING_DROP ? "drop" : "category";
}

const char *plan_purpose_name(plan_purpose purpose) {
    static const char *const names[PLAN_PURPOSES] = {"share", "publish-tables", "train"};
    return names[purpose];
}

bool plan_has_population(const shoal_plan *plan) {
    return plan->population || plan->population_table;
}

const char *plan_metric(const shoal_plan *plan) {
    if (plan->metric)
        return plan->metric;
    for (size_t i = 0; i < plan->attribute_count; i++)
        if (plan->attributes[i].weighted && plan->attributes[i].role == ROLE_QUASI)
            return "nwp";
    return "loss";
}

const char *plan_target(const shoal_plan *plan) {
    const char *found = NULL;
    if (plan->target)
        return plan->target;
    for (size_t i = 0; i < plan->attribute_count; i++) {
        if (plan->attributes[i].role != ROLE_SENSITIVE)
            continue;
        if (found)
            return NULL;
        found = plan->attributes[i].name;
    }
    return found;
}

const char *plan_order_next(const char *order, char *out) {
    for (; *order && *order != '|'; order++) {
        if (*order == '\\' && order[1])
            order++;
        *out++ = *order;
    }
    *out = '\0';
    return *order ? order + 1 : NULL;
}

bool plan_add_file(shoal_plan *plan, const char *path) {
    char **files = memory_new(plan->file_count + 1, sizeof *files);
    char *copy = memory_text(path, strlen(path));
    if (!files || !copy) {
        memory_free(files);
        memory_free(copy);
        return false;
    }
    if (plan->file_count > 0)
        memcpy(files, plan->files, plan->file_count * sizeof *files);
    files[plan->file_count++] = copy;
    memory_free(plan->files);
    plan->files = files;
    return true;
}

const char *plan_hierarchy_path(const char *spec) {
#define NAMED(name) #name,
    static const char *const builders[] = {HIERARCHY_BUILDERS(NAMED)
                                               HIERARCHY_CLASSIFICATIONS(NAMED) "places"};
#undef NAMED
    static const char places[] = "places:";
    if (strncmp(spec, places, sizeof places - 1) == 0)
        return spec + sizeof places - 1;
    size_t word = strcspn(spec, ":");
    for (size_t i = 0; i < sizeof builders / sizeof *builders; i++)
        if (strlen(builders[i]) == word && strncmp(spec, builders[i], word) == 0)
            return NULL;
    return spec;
}

/* The first `length` characters, a number of at most `most`, in units of its decimal place
 * `finest`.
 */
static bool parse_units(const char *written, size_t length, int finest, int64_t most,
                        int64_t *out) {
    int64_t units = 0;
    int places = -1; /* decimals so far; -1: before the point */
    if (length == 0 || *written < '0' || *written > '9')
        return false;
    for (const char *at = written; at < written + length; at++) {
        if (*at == '.' && places < 0 && at + 1 < written + length) {
            places = 0;
            continue;
        }
        if (*at < '0' || *at > '9' || units > most || places == finest)
            return false;
        units = units * 10 + (*at - '0');
        places += places >= 0;
    }
    for (places = places < 0 ? 0 : places; places < finest && units <= most; places++)
        units *= 10;
    *out = units;
    return units <= most;
}

bool plan_share_units(const char *written, int64_t *out) {
    return parse_units(written, strlen(written), 9, PLAN_SHARE_UNIT, out);
}

bool plan_percent_units(const char *written, int64_t *out) {
    size_t length = strlen(written);
    return length > 1 && written[length - 1] == '%' &&
           parse_units(written, length - 1, 7, PLAN_SHARE_UNIT, out);
}

int64_t plan_k_of_risk(const shoal_plan *plan) {
    int64_t units;
    if (!plan->max_risk || !plan_share_units(plan->max_risk, &units) || units == 0)
        return 0;
    return (PLAN_SHARE_UNIT + units - 1) / units;
}

/* With a population it is the population's people in a class whom a record hides among: see
 * bind/rules.c. */
void plan_settle(shoal_plan *plan) {
    int64_t asked = plan_k_of_risk(plan);
    if (asked > 0 && plan_has_population(plan))
        asked = 1;
    plan->k = plan->k_given > asked ? plan->k_given : asked;
}
