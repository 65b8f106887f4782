#include "space/cut_pieces.h"

#include <math.h>
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
    const domain *of = &space->domains[pieces->attribute];
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

static group_price price_between(const cut_pieces *pieces, const cut *space, uint32_t begin,
                                 uint32_t end) {
    const double *before = space->rows_before[pieces->attribute];
    uint32_t first = pieces->begins[begin];
    uint32_t behind = pieces->begins[end];
    return cut_price(space, pieces->attribute, behind - first, before[behind] - before[first]);
}

/* Of rows that were suppressed at the low end, all; of others below k, what goes beyond their cost
 * at the low end, and their part of the slack. */
static void price_piece(const cut_pieces *pieces, const cut *space, const cut_part *part,
                        cut_piece *piece, double unit, double penalty) {
    group_price price = price_between(pieces, space, piece->begin, piece->end);
    double dead = pieces->dead[piece->end] - pieces->dead[piece->begin];
    piece->cost = price.keep + dead * price.extra + unit * (double)piece->slack +
                  (double)piece->rows * (price.extra - part->extra + penalty);
    piece->split = piece->around = 0;
}

/* Where part `number` keeps what is before its fine group `at`, at <= end. */
static size_t place(uint32_t number, uint32_t at) {
    return (size_t)at + number;
}

static const cut_piece *square_at(const cut_pieces *pieces, const cut_part *part, uint32_t begin,
                                  uint32_t end) {
    uint32_t width = part->end - part->begin;
    return pieces->piece + part->first + (size_t)(begin - part->begin) * width +
           (end - 1 - part->begin);
}

static void walk_intervals(cut_pieces *pieces, uint32_t number) {
    cut_part *part = &pieces->part[number];
    double *forward = pieces->forward;
    double *backward = pieces->backward;
    forward[place(number, part->begin)] = 0;
    for (uint32_t end = part->begin + 1; end <= part->end; end++) {
        double least = INFINITY;
        for (uint32_t begin = part->begin; begin < end; begin++)
            least = fmin(least,
                         forward[place(number, begin)] + square_at(pieces, part, begin, end)->cost);
        forward[place(number, end)] = least;
    }
    backward[place(number, part->end)] = 0;
    for (uint32_t begin = part->end; begin-- > part->begin;) {
        double least = INFINITY;
        for (uint32_t end = begin + 1; end <= part->end; end++)
            least = fmin(least,
                         backward[place(number, end)] + square_at(pieces, part, begin, end)->cost);
        backward[place(number, begin)] = least;
    }
    part->least = forward[place(number, part->end)];
}

/* What the part costs at least with a boundary before each fine group, and without it. */
static void weigh_boundaries(cut_pieces *pieces, uint32_t number) {
    const cut_part *part = &pieces->part[number];
    for (uint32_t at = part->begin + 1; at < part->end; at++) {
        pieces->with[at] = pieces->forward[place(number, at)] + pieces->backward[place(number, at)];
        pieces->without[at] = INFINITY;
    }
    for (uint32_t begin = part->begin; begin < part->end; begin++) {
        double rest = INFINITY;
        for (uint32_t end = part->end; end > begin + 1; end--) {
            rest = fmin(rest, square_at(pieces, part, begin, end)->cost +
                                  pieces->backward[place(number, end)]);
            double *without = &pieces->without[end - 1];
            *without = fmin(*without, pieces->forward[place(number, begin)] + rest);
        }
    }
}

static double least_of(const cut_piece *piece) {
    return piece->children > 0 ? fmin(piece->cost, piece->split) : piece->cost;
}

static void walk_nodes(cut_pieces *pieces) {
    for (size_t i = pieces->pieces; i-- > 0;) {
        const cut_piece *piece = &pieces->piece[i];
        if (piece->parent != PIECE_NONE)
            pieces->piece[piece->parent].split += least_of(piece);
    }
    for (size_t i = 0; i < pieces->pieces; i++) {
        cut_piece *piece = &pieces->piece[i];
        if (piece->parent == PIECE_NONE)
            continue;
        const cut_piece *above = &pieces->piece[piece->parent];
        piece->around = above->around + above->split - least_of(piece);
    }
    for (uint32_t i = 0; i < pieces->parts; i++)
        pieces->part[i].least = least_of(&pieces->piece[pieces->part[i].first]);
}

static void solve_fixed(cut_pieces *pieces, const cut *space) {
    pieces->least = 0;
    for (uint32_t f = 0; f < pieces->fine; f++) {
        group_price price = price_between(pieces, space, f, f + 1);
        pieces->least += price.keep + (pieces->dead[f + 1] - pieces->dead[f]) * price.extra;
    }
}

void cut_pieces_solve(cut_pieces *pieces, const cut *space, double unit, double penalty) {
    if (!pieces->open || pieces->coarse) {
        solve_fixed(pieces, space);
        return;
    }
    pieces->least = 0;
    for (uint32_t i = 0; i < pieces->parts; i++) {
        cut_part *part = &pieces->part[i];
        part->extra = price_between(pieces, space, part->begin, part->end).extra;
        for (uint32_t j = 0; j < part->count; j++) {
            cut_piece *piece = &pieces->piece[part->first + j];
            if (piece->begin < piece->end)
                price_piece(pieces, space, part, piece, unit, penalty);
        }
        if (!pieces->tree) {
            walk_intervals(pieces, i);
            weigh_boundaries(pieces, i);
        }
    }
    if (pieces->tree)
        walk_nodes(pieces);
    for (uint32_t i = 0; i < pieces->parts; i++)
        pieces->least += pieces->part[i].least;
}

/* ---- What follows from it ------------------------------------------------------------------ */

/* The bit before a fine group. */
static size_t bit_before(const cut_pieces *pieces, const cut *space, uint32_t fine) {
    return space->partitions[pieces->attribute].offset + pieces->begins[fine] - 1;
}

static void end_group(const cut_pieces *pieces, const cut *space, uint32_t end, uint64_t *bits) {
    if (end < pieces->fine)
        bits_set(bits, bit_before(pieces, space, end), true);
}

static void relax_intervals(const cut_pieces *pieces, const cut *space, uint32_t number,
                            uint64_t *bits) {
    const cut_part *part = &pieces->part[number];
    for (uint32_t end = part->end; end > part->begin;) {
        uint32_t begin = part->begin;
        while (pieces->forward[place(number, begin)] + square_at(pieces, part, begin, end)->cost >
               pieces->forward[place(number, end)])
            begin++;
        end_group(pieces, space, end, bits);
        end = begin;
    }
}

static void relax_nodes(const cut_pieces *pieces, const cut *space, uint64_t *bits) {
    uint32_t done = 0; /* fine groups that are in a group already */
    for (size_t i = 0; i < pieces->pieces; i++) {
        const cut_piece *piece = &pieces->piece[i];
        if (piece->begin < done || (piece->children > 0 && piece->split < piece->cost))
            continue;
        end_group(pieces, space, piece->end, bits);
        done = piece->end;
    }
}

void cut_pieces_relaxed(const cut_pieces *pieces, const cut *space, uint64_t *bits) {
    if (!pieces->open || pieces->coarse)
        for (uint32_t f = 1; f < pieces->fine; f++)
            end_group(pieces, space, f, bits);
    else if (pieces->tree)
        relax_nodes(pieces, space, bits);
    else
        for (uint32_t i = 0; i < pieces->parts; i++)
            relax_intervals(pieces, space, i, bits);
}

static bool narrow_intervals(const cut_pieces *pieces, const cut *space, const cut_part *part,
                             double room, uint64_t *low, uint64_t *high) {
    bool narrowed = false;
    for (uint32_t at = part->begin + 1; at < part->end; at++) {
        size_t bit = bit_before(pieces, space, at);
        if (pieces->with[at] - part->least > room) {
            bits_set(high, bit, false);
            narrowed = true;
        } else if (pieces->without[at] - part->least > room) {
            bits_set(low, bit, true);
            narrowed = true;
        }
    }
    return narrowed;
}

static bool narrow_nodes(const cut_pieces *pieces, const cut *space, const cut_part *part,
                         double room, uint64_t *low, uint64_t *high) {
    bool narrowed = false;
    for (uint32_t i = 0; i < part->count; i++) {
        const cut_piece *piece = &pieces->piece[part->first + i];
        cut_decision open = {(uint32_t)pieces->attribute, piece->node};
        if (piece->children == 0)
            continue;
        if (piece->around + piece->split - part->least > room) {
            cut_decide(space, open, false, low, high);
            narrowed = true;
        } else if (i == 0 && piece->cost - part->least > room) {
            cut_decide(space, open, true, low, high);
            narrowed = true;
        }
    }
    return narrowed;
}

bool cut_pieces_narrow(const cut_pieces *pieces, const cut *space, double room, uint64_t *low,
                       uint64_t *high) {
    bool narrowed = false;
    if (!pieces->open || pieces->coarse)
        return false;
    for (uint32_t i = 0; i < pieces->parts; i++)
        narrowed |= pieces->tree
                        ? narrow_nodes(pieces, space, &pieces->part[i], room, low, high)
                        : narrow_intervals(pieces, space, &pieces->part[i], room, low, high);
    return narrowed;
}

static void weigh(uint32_t *at, double *weight, uint32_t candidate, double candidate_weight) {
    if (candidate_weight > *weight) {
        *weight = candidate_weight;
        *at = candidate;
    }
}

/* The middle of the widest part, or its root: nothing is known of its boundaries. */
static void choose_middle(const cut_pieces *pieces, uint32_t *at, double *weight) {
    uint32_t widest = 0;
    for (uint32_t i = 0; i < pieces->parts; i++) {
        const cut_part *part = &pieces->part[i];
        if (part->end - part->begin <= widest)
            continue;
        widest = part->end - part->begin;
        *at = pieces->tree ? pieces->piece[part->first].node
                           : pieces->begins[part->begin + widest / 2] - 1;
    }
    *weight = 0;
}

bool cut_pieces_choose(const cut_pieces *pieces, uint32_t *at, double *weight) {
    *weight = -1;
    if (!pieces->open)
        return false;
    if (pieces->coarse) {
        choose_middle(pieces, at, weight);
        return true;
    }
    for (uint32_t i = 0; i < pieces->parts; i++) {
        const cut_part *part = &pieces->part[i];
        const cut_piece *root = &pieces->piece[part->first];
        if (pieces->tree && root->children > 0)
            weigh(at, weight, root->node, fabs(root->cost - root->split));
        for (uint32_t f = part->begin + 1; !pieces->tree && f < part->end; f++)
            weigh(at, weight, pieces->begins[f] - 1, fabs(pieces->with[f] - pieces->without[f]));
    }
    return true;
}
