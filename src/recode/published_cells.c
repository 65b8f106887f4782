#include "recode/published_cells.h"

#include "data/star.h"

#include <string.h>

enum { BLOCK = 1024 };

static bool is_blanked(const uint64_t *cells, size_t row) {
    return cells && (cells[row / 64] >> (row % 64) & 1);
}

static void count_block(published_cells *out, const bound_table *bound,
                        const publication *published, size_t attribute, size_t begin,
                        size_t count) {
    const published_attribute *by = &published->attribute[attribute];
    const uint64_t *cells = published->blanks.cells ? published->blanks.cells[attribute] : NULL;
    const codes *from =
        by->of_row ? by->of_row : &bound->table->column[bound->quasi[attribute]].codes;
    uint32_t code[BLOCK];
    uint8_t blank[BLOCK] = {0};
    codes_read(from, begin, count, code);
    if (published->blanks.rows)
        published->blanks.rows(published->blanks.context, begin, count, blank);
    for (size_t i = 0; i < count; i++) {
        if (bound->kept && !bound->kept[begin + i])
            continue;
        uint32_t label = by->of_row ? code[i] : by->of_value[code[i]];
        if (blank[i] || label >= by->label_count || is_blanked(cells, begin + i) ||
            is_star(by->labels[label]))
            out->blanked++;
        else
            out->of_label[label]++;
    }
}

bool published_cells_count(published_cells *out, const bound_table *bound,
                           const publication *published, size_t attribute, arena *memory) {
    *out = (published_cells){.known = bound->table->whole == 0};
    if (!out->known)
        return true;
    out->of_label =
        arena_zero(memory, published->attribute[attribute].label_count + 1, sizeof *out->of_label);
    if (!out->of_label)
        return false;
    size_t rows = bound->table->rows;
    for (size_t begin = 0; begin < rows; begin += BLOCK)
        count_block(out, bound, published, attribute, begin,
                    rows - begin < BLOCK ? rows - begin : BLOCK);
    return true;
}
