/* What a run tells of its recoding, so that it can be applied to another table. */
#include "anonymize/anonymization.h"
#include "data/decimal_comma.h"
#include "data/hierarchy.h"
#include "data/star.h"

#include <string.h>

/* A text as the table has it outside: with its decimal sign. */
static const char *outside(shoal_hierarchy *of, const char *from, bool comma) {
    char *made = arena_text(&of->memory, from, strlen(from));
    if (made && comma)
        decimal_comma_swap(made, strlen(made));
    return made;
}

static shoal_status fill(shoal_hierarchy *out, const column *of, const published_attribute *by,
                         shoal_error *error) {
    for (uint32_t code = 0; code < of->values.size; code++) {
        uint32_t label = by->of_value[code];
        const char *published = label < by->label_count ? by->labels[label] : STAR;
        const char **cell = &out->labels[hierarchy_cell(out, code, 0)];
        cell[0] = outside(out, dictionary_text(&of->values, code), of->comma);
        cell[1] = outside(out, published, of->comma);
        if (!cell[0] || !cell[1])
            return status_no_memory(error);
    }
    return hierarchy_seal(out, error);
}

static shoal_status keep_attribute(shoal_result *out, const column *of,
                                   const published_attribute *by, shoal_error *error) {
    shoal_hierarchy *made = NULL;
    STATUS_TRY(hierarchy_new(&made, of->values.size, 1, error));
    shoal_status status = fill(made, of, by, error);
    if (status == SHOAL_OK)
        return result_keep_recoding(out, of->name, made, error);
    shoal_hierarchy_free(made);
    return status;
}

shoal_status anonymize_keep_recoding(shoal_result *out, const anonymization *run,
                                     shoal_error *error) {
    const bound_table *bound = &run->bound;
    const publication *published = &run->recoder->publication;
    for (size_t a = 0; run->asked.keep_recoding && a < published->attributes; a++) {
        const published_attribute *by = &published->attribute[a];
        if (by->of_value && !by->of_row && !published->blanks.cells)
            STATUS_TRY(keep_attribute(out, &bound->table->column[bound->quasi[a]], by, error));
    }
    return SHOAL_OK;
}
