/* What the engine is told to make the release of. */
#include "base/phase.h"
#include "data/decimal_comma.h"
#include "pushdown/pushdown_classes.h"
#include "pushdown/pushdown_parts.h"

#include <string.h>

/* The texts of the labels, as the database is to have them. */
static engine_value *list_labels(pushdown *run, const column *of, const published_attribute *by) {
    absent_texts absent = column_origin_absent(of->origin);
    engine_value *out = arena_new(&run->memory, by->label_count, sizeof *out);
    for (size_t i = 0; out && i < by->label_count; i++) {
        const char *text = by->labels[i];
        size_t length = strlen(text);
        out[i] = (engine_value){text, length};
        if (absent.null && strcmp(text, absent.null) == 0)
            out[i] = (engine_value){0};
        else if (absent.empty && strcmp(text, absent.empty) == 0)
            out[i] = (engine_value){"", 0};
        else if (of->comma) {
            char *turned = arena_text(&run->memory, text, length);
            if (!turned)
                return NULL;
            decimal_comma_swap(turned, length);
            out[i].text = turned;
        }
    }
    return out;
}

/* From the values of an attribute to its labels; values of rows that do not count have none. */
static engine_map *map_labels(pushdown *run, const bound_table *bound,
                              const published_attribute *by, size_t attribute) {
    size_t size = bound->table->column[bound->quasi[attribute]].values.size;
    uint32_t *code_of = pushdown_ground_codes(run, bound, attribute, LEVEL_GROUND);
    engine_map *out = arena_new(&run->memory, 1, sizeof *out);
    for (size_t v = 0; code_of && v < size; v++)
        code_of[v] = code_of[v] == NO_CODE ? NO_CODE : by->of_value[v];
    bool made =
        code_of && out &&
        pushdown_map(out, run, bound, bound->quasi[attribute], code_of, (uint32_t)by->label_count);
    return made ? out : NULL;
}

static shoal_status list_columns(engine_column *out, size_t *count, pushdown *run,
                                 const bound_table *bound, const publication *published,
                                 const release_column *columns, shoal_error *error) {
    for (size_t i = 0; i < bound->table->columns; i++) {
        const column *from = &bound->table->column[i];
        if (columns[i].use == COLUMN_DROP)
            continue;
        engine_column *made = &out[(*count)++];
        *made = (engine_column){.name = from->name, .column = i, .use = ENGINE_KEEP};
        if (columns[i].use == COLUMN_MASK)
            made->use = ENGINE_MASK;
        if (columns[i].use != COLUMN_PUBLISH)
            continue;
        size_t a = columns[i].attribute;
        made->use = ENGINE_LABEL;
        made->map = map_labels(run, bound, &published->attribute[a], a);
        made->label = list_labels(run, from, &published->attribute[a]);
        if (!made->map || !made->label)
            return status_no_memory(error);
    }
    return SHOAL_OK;
}

shoal_status pushdown_make(pushdown *run, const bound_table *bound, const publication *published,
                           const release_column *columns, shoal_error *error) {
    pushdown_classes classes = {0};
    engine_column *made = arena_zero(&run->memory, bound->table->columns, sizeof *made);
    engine_release release = {.column = made, .context = &classes};
    phase making;
    if (!made)
        return status_no_memory(error);
    phase_begin(&making, bound->hooks, "write", 0);
    STATUS_TRY(list_columns(made, &release.columns, run, bound, published, columns, error));
    shoal_status status = SHOAL_OK;
    if (published->suppressed > 0) {
        status = pushdown_classes_make(&classes, bound, published, error);
        release.next_suppressed = pushdown_classes_next;
    }
    if (status == SHOAL_OK)
        status = run->from->kind->make(run->from, &release, error);
    pushdown_classes_free(&classes);
    if (status == SHOAL_OK)
        phase_end(&making, (int64_t)bound->rows);
    return status;
}
