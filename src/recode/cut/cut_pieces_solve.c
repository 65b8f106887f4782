/* The cheapest partition into pieces, and what follows from it. */
#include "recode/cut/cut_pieces.h"

#include <assert.h>
#include <math.h>

/* Where part `number` keeps what is before its fine group `at`, at <= end. */
static size_t place(uint32_t number, uint32_t at) {
    return (size_t)at + number;
}

static cut_piece *square_at(const cut_pieces *pieces, const cut_part *part, uint32_t begin,
                            uint32_t end) {
    uint32_t width = part->end - part->begin;
    assert(part->begin <= begin && begin < end && end <= part->end);
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

void cut_pieces_solve(cut_pieces *pieces, double unit, double penalty) {
    if (!pieces->open || pieces->coarse)
        return;
    for (size_t i = 0; i < pieces->pieces; i++) {
        cut_piece *piece = &pieces->piece[i];
        piece->cost = piece->base + unit * (double)piece->slack + penalty * (double)piece->rows;
    }
    cut_pieces_walk(pieces);
}

void cut_pieces_walk(cut_pieces *pieces) {
    for (size_t i = 0; i < pieces->pieces; i++)
        pieces->piece[i].split = pieces->piece[i].around = 0;
    pieces->least = 0;
    if (pieces->tree)
        walk_nodes(pieces);
    for (uint32_t i = 0; i < pieces->parts; i++) {
        if (!pieces->tree)
            walk_intervals(pieces, i);
        pieces->least += pieces->part[i].least;
    }
}

/* ---- What follows from it ------------------------------------------------------------------ */

/* The bit before a fine group. */
static size_t bit_before(const cut_pieces *pieces, const cut *space, uint32_t fine) {
    return space->partitions[pieces->attribute].offset + pieces->begins[fine] - 1;
}

static void visit_intervals(const cut_pieces *pieces, uint32_t number, cut_piece_visitor *visit,
                            void *context) {
    const cut_part *part = &pieces->part[number];
    for (uint32_t end = part->end; end > part->begin;) {
        uint32_t begin = part->begin;
        while (pieces->forward[place(number, begin)] + square_at(pieces, part, begin, end)->cost >
               pieces->forward[place(number, end)])
            begin++;
        visit(square_at(pieces, part, begin, end), context);
        end = begin;
    }
}

static void visit_nodes(const cut_pieces *pieces, cut_piece_visitor *visit, void *context) {
    uint32_t done = 0; /* fine groups that are in a piece already */
    for (size_t i = 0; i < pieces->pieces; i++) {
        cut_piece *piece = &pieces->piece[i];
        if (piece->begin < done || (piece->children > 0 && piece->split < piece->cost))
            continue;
        visit(piece, context);
        done = piece->end;
    }
}

void cut_pieces_visit(const cut_pieces *pieces, cut_piece_visitor *visit, void *context) {
    if (pieces->tree)
        visit_nodes(pieces, visit, context);
    for (uint32_t i = 0; !pieces->tree && i < pieces->parts; i++)
        visit_intervals(pieces, i, visit, context);
}

typedef struct claim {
    double unit, penalty, sum;
} claim;

static void add_claim(cut_piece *chosen, void *context) {
    claim *out = context;
    out->sum += out->unit * (double)chosen->slack + out->penalty * (double)chosen->rows;
}

double cut_pieces_claim(const cut_pieces *pieces, double unit, double penalty) {
    claim out = {unit, penalty, 0};
    if (pieces->open && !pieces->coarse)
        cut_pieces_visit(pieces, add_claim, &out);
    return out.sum;
}

typedef struct drawing {
    const cut_pieces *pieces;
    const cut *space;
    uint64_t *bits;
} drawing;

static void end_group(const drawing *out, uint32_t end) {
    if (end < out->pieces->fine)
        bits_set(out->bits, bit_before(out->pieces, out->space, end), true);
}

static void draw_piece(cut_piece *chosen, void *out) {
    end_group(out, chosen->end);
}

void cut_pieces_relaxed(const cut_pieces *pieces, const cut *space, uint64_t *bits) {
    drawing out = {.pieces = pieces, .space = space};
    out.bits = bits;
    if (pieces->open && !pieces->coarse)
        cut_pieces_visit(pieces, draw_piece, &out);
    else
        for (uint32_t f = 1; f < pieces->fine; f++)
            end_group(&out, f);
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

void cut_pieces_weigh(cut_pieces *pieces) {
    if (!pieces->open || pieces->coarse || pieces->tree)
        return;
    for (uint32_t i = 0; i < pieces->parts; i++)
        weigh_boundaries(pieces, i);
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
