/* Hierarchies from the classifications that are built in. */
#include "classification/classification.h"
#include "data/hierarchy_build.h"

#include <string.h>

/* Where values go that the classification does not know. */
static const char unknown[] = "other";

typedef struct class_rows {
    classification_path *path; /* [value] */
    bool *known;               /* [value] */
    size_t known_count;
    int kept[CLASSIFICATION_MOST_LEVELS]; /* levels that say something new */
    int height;                           /* how many of them */
} class_rows;

static const char *label_at(const class_rows *rows, size_t value, int level) {
    return rows->known[value] ? rows->path[value].label[level] : unknown;
}

/* A level that repeats the one below, or has one group only, as `*` has, is left out. */
static bool says_something(const class_rows *rows, const build_input *input, int level) {
    bool repeats = true, single = true;
    for (size_t v = 0; v < input->count; v++) {
        const char *label = label_at(rows, v, level);
        const char *below =
            rows->height ? label_at(rows, v, rows->kept[rows->height - 1]) : input->values[v];
        repeats &= strcmp(label, below) == 0;
        single &= strcmp(label, label_at(rows, 0, level)) == 0;
    }
    return !repeats && !single;
}

static bool rows_make(class_rows *rows, const build_input *input, const classification *of) {
    rows->path = memory_zero(input->count, sizeof *rows->path);
    rows->known = memory_zero(input->count, sizeof *rows->known);
    if (!rows->path || !rows->known)
        return false;
    for (size_t v = 0; v < input->count; v++) {
        rows->known[v] = of->classify(input->values[v], &rows->path[v]) != CLASSIFIED_NOT;
        rows->known_count += rows->known[v];
    }
    for (int level = 0; level < of->levels; level++)
        if (says_something(rows, input, level))
            rows->kept[rows->height++] = level;
    return true;
}

static shoal_status fill(shoal_hierarchy *made, const class_rows *rows, shoal_error *error) {
    for (size_t v = 0; v < made->values; v++)
        for (int level = 0; level < rows->height; level++) {
            const char *label = label_at(rows, v, rows->kept[level]);
            label = arena_text(&made->memory, label, strlen(label));
            if (!label)
                return status_no_memory(error);
            made->labels[hierarchy_cell(made, v, level + 1)] = label;
        }
    return SHOAL_OK;
}

static shoal_status fill_classes(shoal_hierarchy **out, const build_input *input,
                                 const class_rows *rows, shoal_error *error) {
    STATUS_TRY(hierarchy_frame(out, input, rows->height + 1, error));
    shoal_status status = fill(*out, rows, error);
    if (status != SHOAL_OK) {
        shoal_hierarchy_free(*out);
        *out = NULL;
    }
    return status;
}

static void describe(text *described, const classification *of, const class_rows *rows,
                     size_t count) {
    text_add_string(described, of->title);
    if (rows->known_count < count)
        text_format(described, ", %zu unknown value%s in '%s'", count - rows->known_count,
                    count - rows->known_count == 1 ? "" : "s", unknown);
}

shoal_status hierarchy_build_classified(shoal_hierarchy **out, const build_input *input,
                                        const classification *of, text *described,
                                        shoal_error *error) {
    class_rows rows = {0};
    shoal_status status = rows_make(&rows, input, of) ? fill_classes(out, input, &rows, error)
                                                      : status_no_memory(error);
    if (status == SHOAL_OK)
        describe(described, of, &rows, input->count);
    memory_free(rows.path);
    memory_free(rows.known);
    return status;
}
