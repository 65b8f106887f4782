#include "recode/cut/cut_pieces.h"

#include <assert.h>
#include <string.h>

/* Pieces of one attribute that are looked at one by one. */
#define MOST_PIECES 65536

bool cut_pieces_open(cut_pieces *out, arena *owner, const cut *space, size_t attribute) {
    size_t size = space->domains[attribute].size;
    *out = (cut_pieces){.attribute = attribute, .tree = space->domains[attribute].constrained};
    out->begins = arena_new(owner, size + 1, sizeof *out->begins);
    out->fine_of = arena_new(owner, size, sizeof *out->fine_of);
    out->part_of = arena_new(owner, size, sizeof *out->part_of);
    out->dead = arena_new(owner, size + 1, sizeof *out->dead);
    out->part = arena_new(owner, size, sizeof *out->part);
    out->forward = arena_new(owner, 2 * size, sizeof *out->forward);
    out->backward = arena_new(owner, 2 * size, sizeof *out->backward);
    out->with = arena_new(owner, size, sizeof *out->with);
    out->without = arena_new(owner, size, sizeof *out->without);
    return out->begins && out->fine_of && out->part_of && out->dead && out->part && out->forward &&
           out->backward && out->with && out->without;
}

void cut_pieces_close(cut_pieces *pieces) {
    memory_free(pieces->piece);
    *pieces = (cut_pieces){0};
}

/* ---- Listing ------------------------------------------------------------------------------- */

static void list_parts(cut_pieces *pieces, const cut *space, const uint64_t *low,
                       const uint64_t *high) {
    const partitions *of = &space->partitions[pieces->attribute];
    pieces->fine = pieces->parts = 0;
    for (uint32_t p = 0; p < of->of->size; p++) {
        if (p == 0 || bits_get(high, of->offset + p - 1))
            pieces->begins[pieces->fine++] = p;
        if (p == 0 || bits_get(low, of->offset + p - 1))
            pieces->part[pieces->parts++] = (cut_part){.begin = pieces->fine - 1};
        pieces->fine_of[p] = pieces->fine - 1;
        pieces->part_of[p] = pieces->parts - 1;
        pieces->part[pieces->parts - 1].end = pieces->fine;
    }
    pieces->begins[pieces->fine] = of->of->size;
    pieces->open = pieces->parts < pieces->fine;
    pieces->pieces = 0;
    pieces->coarse = false;
}

static bool list_intervals(cut_pieces *pieces) {
    size_t total = 0;
    for (uint32_t i = 0; i < pieces->parts; i++) {
        size_t width = pieces->part[i].end - pieces->part[i].begin;
        pieces->part[i].first = (uint32_t)total;
        pieces->part[i].count = (uint32_t)(width * width);
        total += width * width;
        if (total > MOST_PIECES) {
            pieces->coarse = true;
            return true;
        }
    }
    if (!memory_grow((void **)&pieces->piece, &pieces->pieces_held, total, sizeof(cut_piece)))
        return false;
    pieces->pieces = total;
    for (uint32_t i = 0; i < pieces->parts; i++) {
        const cut_part *part = &pieces->part[i];
        cut_piece *next = pieces->piece + part->first;
        for (uint32_t begin = part->begin; begin < part->end; begin++)
            for (uint32_t end = part->begin + 1; end <= part->end; end++)
                *next++ = (cut_piece){.begin = begin, .end = end};
    }
    return true;
}

/* Nodes at and below the parts, down to the fine groups. The piece of a node's parent is the last
 * one that has it inside. */
static bool list_nodes(cut_pieces *pieces, const cut *space) {
    const ordered_domain *of = &space->domains[pieces->attribute];
    if (!memory_grow((void **)&pieces->piece, &pieces->pieces_held, of->node_count,
                     sizeof(cut_piece)))
        return false;
    for (uint32_t part = 0; part < pieces->parts; part++)
        pieces->part[part].count = 0;
    uint32_t above = PIECE_NONE;
    for (uint32_t n = 0; n < of->node_count;) {
        const taxonomy_node *node = &of->nodes[n];
        uint32_t part = pieces->part_of[node->begin];
        if (pieces->part_of[node->end - 1] != part) {
            n++;
            continue;
        }
        while (above != PIECE_NONE && pieces->piece[above].end <= pieces->fine_of[node->begin])
            above = pieces->piece[above].parent;
        uint32_t number = (uint32_t)pieces->pieces++;
        cut_piece *piece = &pieces->piece[number];
        *piece = (cut_piece){.begin = pieces->fine_of[node->begin],
                             .end = pieces->fine_of[node->end - 1] + 1,
                             .parent = above,
                             .node = n};
        if (pieces->part[part].count++ == 0)
            pieces->part[part].first = number;
        if (above != PIECE_NONE)
            pieces->piece[above].children++;
        bool inner = piece->end - piece->begin > 1;
        above = inner ? number : above;
        n = inner ? n + 1 : node->next;
    }
    return true;
}

bool cut_pieces_list(cut_pieces *pieces, const cut *space, const uint64_t *low,
                     const uint64_t *high) {
    list_parts(pieces, space, low, high);
    memset(pieces->dead, 0, ((size_t)pieces->fine + 1) * sizeof *pieces->dead);
    if (!pieces->open)
        return true;
    return pieces->tree ? list_nodes(pieces, space) : list_intervals(pieces);
}

/* ---- Rows below k -------------------------------------------------------------------------- */

static void add_intervals(cut_piece *square, uint32_t width, const uint32_t *before, int64_t slack,
                          uint64_t k) {
    for (uint32_t i = 0; i < width; i++) {
        cut_piece *row = square + (size_t)i * width;
        for (uint32_t j = i; j < width; j++) {
            uint32_t rows = before[j + 1] - before[i];
            if (rows >= k)
                break;
            row[j].rows += rows;
            row[j].slack += rows * slack;
        }
    }
}

void cut_pieces_add(cut_pieces *pieces, const cut_part *part, const uint32_t *before, int64_t slack,
                    uint64_t k) {
    assert(part->first + part->count <= pieces->pieces);
    cut_piece *first = pieces->piece + part->first;
    uint32_t width = part->end - part->begin;
    if (!pieces->tree) {
        add_intervals(first, width, before, slack, k);
        return;
    }
    for (uint32_t i = 0; i < part->count; i++) {
        uint32_t rows = before[first[i].end - part->begin] - before[first[i].begin - part->begin];
        int64_t counted = rows < k ? rows : 0;
        first[i].rows += counted;
        first[i].slack += counted * slack;
    }
}

/* ---- The cheapest partition ---------------------------------------------------------------- */

double cut_pieces_rows(const cut_pieces *pieces, const cut *space, uint32_t begin, uint32_t end) {
    const double *before = space->rows_before[pieces->attribute];
    assert(begin < end && end <= pieces->fine);
    return before[pieces->begins[end]] - before[pieces->begins[begin]];
}

group_price cut_pieces_price_of(const cut_pieces *pieces, const cut *space, uint32_t begin,
                                uint32_t end) {
    return cut_price(space, pieces->attribute, pieces->begins[end] - pieces->begins[begin],
                     cut_pieces_rows(pieces, space, begin, end));
}

/* Of rows that were suppressed at the low end, all; of others below k, what goes beyond their cost
 * at the low end. */
static double base_of(const cut_pieces *pieces, const cut *space, const cut_part *part,
                      const cut_piece *piece) {
    group_price price = cut_pieces_price_of(pieces, space, piece->begin, piece->end);
    double dead = pieces->dead[piece->end] - pieces->dead[piece->begin];
    return price.keep + dead * price.extra + (double)piece->rows * (price.extra - part->extra);
}

static void price_fixed(cut_pieces *pieces, const cut *space) {
    pieces->least = 0;
    for (uint32_t f = 0; f < pieces->fine; f++) {
        group_price price = cut_pieces_price_of(pieces, space, f, f + 1);
        pieces->least += price.keep + (pieces->dead[f + 1] - pieces->dead[f]) * price.extra;
    }
}

void cut_pieces_price(cut_pieces *pieces, const cut *space) {
    if (!pieces->open || pieces->coarse) {
        price_fixed(pieces, space);
        return;
    }
    for (uint32_t i = 0; i < pieces->parts; i++) {
        cut_part *part = &pieces->part[i];
        part->extra = cut_pieces_price_of(pieces, space, part->begin, part->end).extra;
        for (uint32_t j = 0; j < part->count; j++) {
            cut_piece *piece = &pieces->piece[part->first + j];
            if (piece->begin < piece->end)
                piece->base = base_of(pieces, space, part, piece);
        }
    }
}
