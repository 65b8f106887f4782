#include "bind/bind_hierarchies.h"

#include "bind/find_hierarchy.h"

#include <string.h>

/* Where the hierarchy came from, without the attribute's name that sentences begin with. */
static char *origin(const shoal_hierarchy *hierarchy, const char *sentence, const char *name) {
    const char *words = sentence ? sentence : hierarchy->source ? hierarchy->source : "";
    size_t length = strlen(name);
    if (sentence && strncmp(sentence, name, length) == 0 &&
        strncmp(sentence + length, ": ", 2) == 0)
        words += length + 2;
    return memory_text(words, strlen(words));
}

/* What one column is bound to. */
typedef struct binding {
    bound_hierarchy *bound;
    ordered_domain *ordered; /* NULL: not wanted */
    char **described;
    const column *values;
} binding;

static shoal_status bind_to(const binding *to, const shoal_hierarchy *hierarchy,
                            const char *sentence, const bind_input *input, shoal_error *error) {
    *to->described = origin(hierarchy, sentence, to->values->name);
    if (!*to->described)
        return status_no_memory(error);
    STATUS_TRY(bound_hierarchy_bind(to->bound, to->values, hierarchy, input->plan,
                                    input->table->rows, input->kept, error));
    if (!to->ordered)
        return SHOAL_OK;
    return ordered_domain_make(to->ordered, to->values, to->bound, hierarchy, input->plan, error);
}

static shoal_status bind_by_plan(const binding *to, const bind_input *input, shoal_error *error) {
    shoal_hierarchy *hierarchy = NULL;
    char *sentence = NULL;
    STATUS_TRY(hierarchy_for_column(&hierarchy, to->values, input->plan, &sentence, error));
    if (sentence && input->hooks && input->hooks->note)
        input->hooks->note(sentence, input->hooks->user);
    shoal_status status = bind_to(to, hierarchy, sentence, input, error);
    memory_free(sentence);
    shoal_hierarchy_free(hierarchy);
    return status;
}

shoal_status bind_hierarchies(bound_hierarchy *hierarchies, ordered_domain *domains,
                              char **described, const bind_input *input, shoal_error *error) {
    for (size_t a = 0; a < input->attributes; a++) {
        binding to = {&hierarchies[a], domains ? &domains[a] : NULL, &described[a],
                      &input->table->column[input->columns[a]]};
        const shoal_hierarchy *ready = input->ready ? input->ready[a] : NULL;
        STATUS_TRY(ready ? bind_to(&to, ready, NULL, input, error)
                         : bind_by_plan(&to, input, error));
    }
    return SHOAL_OK;
}

shoal_status bind_frequency(frequency_set *out, const bound_hierarchy *hierarchies,
                            const bind_input *input, shoal_error *error) {
    frequency_input *inputs = memory_new(input->attributes, sizeof *inputs);
    if (!inputs)
        return status_no_memory(error);
    for (size_t a = 0; a < input->attributes; a++)
        inputs[a] = (frequency_input){&input->table->column[input->columns[a]].codes,
                                      hierarchies[a].ground};
    shoal_status status = frequency_build(out, inputs, input->attributes, input->table->rows,
                                          input->kept, input->pool, error);
    memory_free(inputs);
    return status;
}
