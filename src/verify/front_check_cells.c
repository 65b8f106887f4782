/* A release of clusters and a point of a front, cell by cell: labels go by rows, not by values. */
#include "verify/front_check.h"

#include <inttypes.h>
#include <string.h>

static const char *published_text(const front_original *made, size_t a, size_t row, bool blank) {
    const published_attribute *of = &made->recoder->publication.attribute[a];
    const codes *values = &made->bound.table->column[made->bound.quasi[a]].codes;
    uint32_t label = of->of_row ? codes_get(of->of_row, row) : of->of_value[codes_get(values, row)];
    return blank || label >= of->label_count ? "*" : of->labels[label];
}

/* Of one row of the original, the written one. False: they differ, and it was said. */
static bool compare_row(front_check *run, size_t point, size_t row, size_t written_row) {
    const front_original *made = &run->made;
    const bound_table *written = &run->release.bound;
    const publication_blanks *blanks = &made->recoder->publication.blanks;
    uint8_t blank = 0;
    if (blanks->rows)
        blanks->rows(blanks->context, row, 1, &blank);
    for (size_t a = 0; a < made->bound.attributes; a++) {
        const column *of = &written->table->column[written->quasi[a]];
        const char *found = dictionary_text(&of->values, codes_get(&of->codes, written_row));
        const char *expected = published_text(made, a, row, blank);
        if (strcmp(found, expected) == 0)
            continue;
        front_check_say(run, "%.60s: row %zu, %.30s is %.40s, but point %zu makes it %.40s",
                        written->path, written_row + 1, of->name, found, point + 1, expected);
        return false;
    }
    return true;
}

void front_check_cells(front_check *run, size_t point) {
    const front_original *made = &run->made;
    const bound_table *written = &run->release.bound;
    size_t written_row = 0;
    if (written->table->rows != made->bound.rows) {
        front_check_say(run, "%.80s has %zu rows, but a release of %.80s has %" PRIu64,
                        written->path, written->table->rows, made->bound.path, made->bound.rows);
        return;
    }
    for (size_t row = 0; row < made->bound.table->rows; row++) {
        if (made->bound.kept && !made->bound.kept[row])
            continue;
        if (!compare_row(run, point, row, written_row++))
            return;
    }
}
