#include "measure/privacy_model.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

static size_t count_of(const privacy_model *model) {
    size_t count = 0;
    if (!model->figures)
        return model->of_population ? 0 : 1;
    for (; model->figures[count].key; count++)
        assert(model->figures[count].rule.model == model);
    return count;
}

/* Of a model that says nothing about figures. */
static bool make_usual(privacy_figure *out, const privacy_model *model, arena *memory) {
    size_t room = strlen(model->name) + strlen(model->parameter) + sizeof ": ";
    char *title = arena_new(memory, room, 1);
    if (title)
        (void)snprintf(title, room, "%s: %s", model->name, model->parameter);
    *out = (privacy_figure){
        .key = model->name, .title = title, .rule = {.model = model, .limit = MODEL_UNIT}};
    return title != NULL;
}

const privacy_figure *privacy_figures(size_t *count, arena *memory) {
    size_t all = 0;
    *count = 0;
    for (size_t i = 0; privacy_model_list[i]; i++)
        all += count_of(privacy_model_list[i]);
    privacy_figure *made = arena_new(memory, all + 1, sizeof *made);
    for (size_t i = 0; made && privacy_model_list[i]; i++) {
        const privacy_model *model = privacy_model_list[i];
        if (!model->figures && count_of(model) > 0 && !make_usual(&made[*count], model, memory))
            return NULL;
        if (model->figures)
            memcpy(made + *count, model->figures, count_of(model) * sizeof *made);
        *count += count_of(model);
    }
    return made;
}
