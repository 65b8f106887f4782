/* From the columns of a bound table to their bound hierarchies. */
#include "base/note.h"
#include "bind/bound_table.h"
#include "bind/find_hierarchy.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* Where the hierarchy came from, without the attribute's name that the sentence begins with. */
static char *origin(const shoal_hierarchy *hierarchy, const char *sentence, const char *name) {
    const char *words = sentence ? sentence : hierarchy->source ? hierarchy->source : "";
    size_t length = strlen(name);
    if (sentence && strncmp(sentence, name, length) == 0 &&
        strncmp(sentence + length, ": ", 2) == 0)
        words += length + 2;
    return memory_text(words, strlen(words));
}

static bool is_nested(const bound_table *bound, const char *name) {
    const plan_attribute *said = plan_find(bound->plan, name);
    plan_shape shape = said ? said->shape : SHAPE_AUTO;
    return bound->nested && shape != SHAPE_RANGE && shape != SHAPE_MEAN;
}

static shoal_status bind_to(bound_table *bound, size_t attribute, const shoal_hierarchy *hierarchy,
                            const char *sentence, shoal_error *error) {
    const column *values = &bound->table->column[bound->quasi[attribute]];
    bound_hierarchy *out = &bound->hierarchies[attribute];
    const plan_attribute *said = plan_find(bound->plan, values->name);
    bound->was_given[attribute] = !sentence || (said && said->hierarchy);
    bound->described[attribute] = origin(hierarchy, sentence, values->name);
    if (!bound->described[attribute])
        return status_no_memory(error);
    STATUS_TRY(bound_hierarchy_bind(out, values, hierarchy, bound->plan, bound->table->rows,
                                    bound->kept, error));
    if (!bound->domains)
        return SHOAL_OK;
    return (is_nested(bound, values->name) ? ordered_domain_make_nested : ordered_domain_make)(
        &bound->domains[attribute], values, out, hierarchy, bound->plan, error);
}

typedef struct first_doubt {
    char sentence[SHOAL_MESSAGE_SIZE];
    const shoal_hierarchy *of;
} first_doubt;

static void keep_first(const char *problem, int64_t line, void *user) {
    first_doubt *kept = user;
    if (!kept->sentence[0])
        snprintf(kept->sentence, sizeof kept->sentence, "%.60s:%" PRId64 ": %s", kept->of->source,
                 line, problem);
}

/* A file that reads oddly is used as it is; its first oddity is said. */
static shoal_status note_doubts(const bound_table *bound, const char *attribute,
                                const shoal_hierarchy *hierarchy, shoal_error *error) {
    first_doubt kept = {"", hierarchy};
    int64_t problems = 0;
    if (!hierarchy->source || !note_is_heard(bound->hooks))
        return SHOAL_OK;
    STATUS_TRY(hierarchy_doubt(hierarchy, keep_first, &kept, &problems, error));
    if (problems > 0)
        note_tell(bound->hooks, note_hierarchy_doubtful, attribute, kept.sentence);
    return SHOAL_OK;
}

static shoal_status bind_hierarchy(bound_table *bound, size_t attribute, shoal_error *error) {
    if (bound->given && bound->given[attribute])
        return bind_to(bound, attribute, bound->given[attribute], NULL, error);
    const column *values = &bound->table->column[bound->quasi[attribute]];
    shoal_hierarchy *hierarchy = NULL;
    char *sentence = NULL;
    STATUS_TRY(
        hierarchy_for_column(&hierarchy, bound->table, values, bound->plan, &sentence, error));
    note_tell(bound->hooks, note_hierarchy_built, values->name, sentence);
    shoal_status status = note_doubts(bound, values->name, hierarchy, error);
    if (status == SHOAL_OK)
        status = bind_to(bound, attribute, hierarchy, sentence, error);
    memory_free(sentence);
    shoal_hierarchy_free(hierarchy);
    return status;
}

shoal_status bound_table_bind_hierarchies(bound_table *bound, bool ordered, shoal_error *error) {
    assert(bound->quasi && !bound->hierarchies);
    bound->hierarchies = memory_zero(bound->attributes, sizeof *bound->hierarchies);
    bound->described = memory_zero(bound->attributes, sizeof *bound->described);
    bound->was_given = memory_zero(bound->attributes, sizeof *bound->was_given);
    if (ordered)
        bound->domains = memory_zero(bound->attributes, sizeof *bound->domains);
    if (!bound->hierarchies || !bound->described || !bound->was_given ||
        (ordered && !bound->domains))
        return status_no_memory(error);
    for (size_t a = 0; a < bound->attributes; a++)
        STATUS_TRY(bind_hierarchy(bound, a, error));
    return SHOAL_OK;
}
