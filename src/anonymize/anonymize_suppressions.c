/* Suppressions by variable and by household, which users of a release want to know. */
#include "anonymize/anonymization.h"
#include "recode/published_cells.h"

enum { BLOCK = 1024 };

static const column *household_of(const bound_table *bound) {
    for (size_t i = 0; i < bound->table->columns; i++)
        if (bound->table->column[i].kept &&
            plan_role_of(bound->plan, bound->table->column[i].name) == ROLE_HOUSEHOLD)
            return &bound->table->column[i];
    return NULL;
}

enum { HAS_ROWS = 1, HAS_SUPPRESSED = 2, HAS_OTHERS = 4 };

static void mark_block(uint8_t *found, const bound_table *bound, const publication *published,
                       const column *household, size_t begin, size_t count) {
    uint32_t code[BLOCK];
    uint8_t blank[BLOCK] = {0};
    codes_read(&household->codes, begin, count, code);
    if (published->blanks.rows)
        published->blanks.rows(published->blanks.context, begin, count, blank);
    for (size_t i = 0; i < count; i++)
        if (!bound->kept || bound->kept[begin + i])
            found[code[i]] |= HAS_ROWS | (blank[i] ? HAS_SUPPRESSED : HAS_OTHERS);
}

static bool count_households(result_households *out, const bound_table *bound,
                             const publication *published, arena *memory) {
    const column *household = household_of(bound);
    if (!household)
        return true;
    uint8_t *found = arena_zero(memory, (size_t)household->values.size + 1, 1);
    if (!found)
        return false;
    size_t rows = bound->table->rows;
    for (size_t begin = 0; begin < rows; begin += BLOCK)
        mark_block(found, bound, published, household, begin,
                   rows - begin < BLOCK ? rows - begin : BLOCK);
    out->known = true;
    for (uint32_t code = 0; code < household->values.size; code++) {
        out->all += (found[code] & HAS_ROWS) != 0;
        out->some += (found[code] & HAS_SUPPRESSED) != 0;
        out->whole += found[code] == (HAS_ROWS | HAS_SUPPRESSED);
    }
    return true;
}

bool anonymize_suppressions(result_facts *out, const anonymization *run, arena *memory) {
    const bound_table *bound = &run->bound;
    const publication *published = &run->recoder->publication;
    if (!out->released || bound->table->whole > 0)
        return true;
    result_suppression *made = arena_new(memory, bound->attributes + 1, sizeof *made);
    for (size_t a = 0; made && a < bound->attributes; a++) {
        published_cells counted;
        if (!published_cells_count(&counted, bound, published, a, memory))
            return false;
        made[a] = (result_suppression){bound->table->column[bound->quasi[a]].name, counted.blanked};
    }
    out->suppressions = made;
    out->suppression_count = made ? bound->attributes : 0;
    return made && count_households(&out->households, bound, published, memory);
}
