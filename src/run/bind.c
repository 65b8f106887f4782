#include "run/bind.h"

#include "run/hierarchy.h"

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

static shoal_status bind_to(ladder *bound, domain *ordered, const column *values,
                            const shoal_hierarchy *hierarchy, const bind_input *input,
                            shoal_error *error) {
    STATUS_TRY(
        ladder_bind(bound, values, hierarchy, input->plan, input->table->rows, input->kept, error));
    return ordered ? domain_make(ordered, values, bound, hierarchy, input->plan, error) : SHOAL_OK;
}

static shoal_status bind_column(ladder *bound, domain *ordered, char **described,
                                const column *values, const bind_input *input, shoal_error *error) {
    shoal_hierarchy *hierarchy = NULL;
    char *sentence = NULL;
    STATUS_TRY(hierarchy_for_column(&hierarchy, values, input->plan, &sentence, error));
    if (sentence && input->hooks && input->hooks->note)
        input->hooks->note(sentence, input->hooks->user);
    *described = origin(hierarchy, sentence, values->name);
    memory_free(sentence);
    shoal_status status = *described ? SHOAL_OK : status_no_memory(error);
    if (status == SHOAL_OK)
        status = bind_to(bound, ordered, values, hierarchy, input, error);
    shoal_hierarchy_free(hierarchy);
    return status;
}

shoal_status bind_ladders(ladder *ladders, domain *domains, char **described,
                          const bind_input *input, shoal_error *error) {
    for (size_t a = 0; a < input->attributes; a++)
        STATUS_TRY(bind_column(&ladders[a], domains ? &domains[a] : NULL, &described[a],
                               &input->table->column[input->columns[a]], input, error));
    return SHOAL_OK;
}

shoal_status bind_frequency(frequency_set *out, const ladder *ladders, const bind_input *input,
                            shoal_error *error) {
    frequency_input *inputs = memory_new(input->attributes, sizeof *inputs);
    if (!inputs)
        return status_no_memory(error);
    for (size_t a = 0; a < input->attributes; a++)
        inputs[a] =
            (frequency_input){&input->table->column[input->columns[a]].codes, ladders[a].ground};
    shoal_status status = frequency_build(out, inputs, input->attributes, input->table->rows,
                                          input->kept, input->pool, error);
    memory_free(inputs);
    return status;
}
