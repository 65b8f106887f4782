#include "boxes/box_table.h"

#include <assert.h>
#include <string.h>

shoal_status box_table_check(const box_table *of, shoal_error *error) {
    if (of->attributes > BOX_MOST_ATTRIBUTES)
        return status_fail(error, SHOAL_USAGE, "clusters support up to %d attributes",
                           BOX_MOST_ATTRIBUTES);
    for (size_t a = 0; a < of->attributes; a++) {
        const box_attribute *each = &of->attribute[a];
        uint32_t most = each->shape == BOX_SET ? BOX_MOST_SET : BOX_MOST_POSITIONS;
        if (each->size > most)
            return status_fail(error, SHOAL_USAGE,
                               "attribute %zu has %u values, but clusters support up to %u", a + 1,
                               each->size, most);
    }
    return SHOAL_OK;
}

static const box_cost *tabulate(const box_attribute *of, arena *memory) {
    box_cost *made = arena_zero(memory, (size_t)of->size * of->size, sizeof *made);
    for (uint32_t least = 0; made && least < of->size; least++)
        for (uint32_t most = least; most < of->size; most++)
            made[(size_t)least * of->size + most] = of->span(of->context, least, most);
    return made;
}

shoal_status box_costs_open(box_costs *out, const box_table *of, shoal_error *error) {
    *out = (box_costs){.of = of};
    STATUS_TRY(box_table_check(of, error));
    out->span = arena_zero(&out->memory, of->attributes, sizeof *out->span);
    if (!out->span)
        return status_no_memory(error);
    for (size_t a = 0; a < of->attributes; a++) {
        const box_attribute *each = &of->attribute[a];
        out->sets |= each->shape == BOX_SET;
        if (each->shape == BOX_SET || each->size > BOX_TABLED)
            continue;
        out->span[a] = tabulate(each, &out->memory);
        if (!out->span[a])
            return status_no_memory(error);
    }
    return SHOAL_OK;
}

void box_costs_close(box_costs *costs) {
    arena_free(&costs->memory);
    *costs = (box_costs){0};
}

void box_begin(const box_table *of, box *made, size_t tuple) {
    const uint16_t *position = of->position + tuple * of->attributes;
    for (size_t a = 0; a < of->attributes; a++) {
        made->least[a] = made->most[a] = position[a];
        if (made->set)
            made->set[a] = (uint64_t)1 << (position[a] % BOX_MOST_SET);
    }
}

void box_extend(const box_table *of, box *made, size_t tuple) {
    const uint16_t *position = of->position + tuple * of->attributes;
    for (size_t a = 0; a < of->attributes; a++) {
        made->least[a] = position[a] < made->least[a] ? position[a] : made->least[a];
        made->most[a] = position[a] > made->most[a] ? position[a] : made->most[a];
        if (made->set)
            made->set[a] |= (uint64_t)1 << (position[a] % BOX_MOST_SET);
    }
}

int64_t box_row_cost(const box_costs *costs, const box *of) {
    int64_t sum = 0;
    for (size_t a = 0; a < costs->of->attributes; a++)
        sum += box_cell_cost(costs, a, of->least[a], of->most[a], of->set ? of->set[a] : 0);
    return sum;
}
