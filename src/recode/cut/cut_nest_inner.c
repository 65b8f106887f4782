#include "recode/cut/cut_nest_inner.h"

#include <assert.h>
#include <math.h>
#include <string.h>

void nest_inner_close(nest_inner *inner) {
    memory_free(inner->offset);
    memory_free(inner->cells);
    memory_free(inner->cell_of);
    memory_free(inner->part);
    memory_free(inner->rate);
    memory_free(inner->count);
    memory_free(inner->base);
    memory_free(inner->weight);
    memory_free(inner->rows);
    memory_free(inner->dead);
    memory_free(inner->least);
    memory_free(inner->choice);
    memory_free(inner->before);
    memory_free(inner->filled);
    *inner = (nest_inner){0};
}

static bool make_room(nest_inner *inner, const cut_pieces *pieces) {
    size_t count = pieces->pieces, fine = (size_t)pieces->fine + 1;
    size_t steps = count > fine + pieces->parts ? count : fine + pieces->parts;
    return memory_grow((void **)&inner->rate, &inner->rate_held, count, sizeof(nest_rate)) &&
           memory_grow((void **)&inner->count, &inner->count_held, count, sizeof(nest_count)) &&
           memory_grow((void **)&inner->base, &inner->base_held, count, 8) &&
           memory_grow((void **)&inner->weight, &inner->weight_held, count, 8) &&
           memory_grow((void **)&inner->rows, &inner->rows_held, fine, 4) &&
           memory_grow((void **)&inner->dead, &inner->dead_held, fine, 4) &&
           memory_grow((void **)&inner->least, &inner->least_held, steps, 8) &&
           memory_grow((void **)&inner->choice, &inner->choice_held, steps, 4) &&
           memory_grow((void **)&inner->before, &inner->before_held, fine, 4) &&
           memory_grow((void **)&inner->filled, &inner->filled_held, fine, 4);
}

/* What a row of the group costs does not depend on how many others are in it. */
static nest_rate rate_of(const cut *space, const cut_pieces *pieces, const cut_part *part,
                         const cut_piece *piece) {
    group_price price = cut_pieces_price_of(pieces, space, piece->begin, piece->end);
    double rows = cut_pieces_rows(pieces, space, piece->begin, piece->end);
    return (nest_rate){rows > 0 ? price.keep / rows : 0, price.extra, price.extra - part->extra};
}

bool nest_inner_open(nest_inner *inner, const cut *space, const cut_pieces *pieces) {
    inner->pieces = pieces;
    if (!make_room(inner, pieces))
        return false;
    for (uint32_t i = 0; i < pieces->parts; i++) {
        const cut_part *part = &pieces->part[i];
        for (uint32_t j = 0; j < part->count; j++) {
            const cut_piece *piece = &pieces->piece[part->first + j];
            if (piece->begin < piece->end)
                inner->rate[part->first + j] = rate_of(space, pieces, part, piece);
        }
    }
    return true;
}

/* ---- Counting ------------------------------------------------------------------------------ */

void nest_inner_clear(nest_inner *inner) {
    size_t fine = (size_t)inner->pieces->fine + 1;
    memset(inner->count, 0, inner->pieces->pieces * sizeof *inner->count);
    memset(inner->rows, 0, fine * sizeof *inner->rows);
    memset(inner->dead, 0, fine * sizeof *inner->dead);
}

/* Adds to all intervals that begin from `first` to `last` and end with fine group `from` to `to` of
 * a part: at the corners, as differences that nest_inner_price adds up. */
static void add_corners(nest_count *square, uint32_t width, uint32_t first, uint32_t last,
                        uint32_t from, uint32_t to, nest_count added) {
    nest_count *row = square + (size_t)first * width;
    nest_count *behind = square + ((size_t)last + 1) * width;
    row[from].rows += added.rows;
    row[from].slack += added.slack;
    if (last + 1 < width) {
        behind[from].rows -= added.rows;
        behind[from].slack -= added.slack;
    }
    if (to + 1 >= width)
        return;
    row[to + 1].rows -= added.rows;
    row[to + 1].slack -= added.slack;
    if (last + 1 < width) {
        behind[to + 1].rows += added.rows;
        behind[to + 1].slack += added.slack;
    }
}

/* Intervals hold the same rows of a class if they hold the same of its cells that are not empty. */
static void add_intervals(nest_inner *inner, const cut_part *part, const uint32_t *cells,
                          int64_t slack, uint64_t k) {
    nest_count *square = inner->count + part->first;
    uint32_t width = part->end - part->begin;
    uint32_t *filled = inner->filled;
    uint32_t count = 0;
    for (uint32_t i = 0; i < width; i++) {
        filled[count] = i;
        count += cells[i] > 0;
    }
    filled[count] = width;
    for (uint32_t first = 0; first < count; first++) {
        int64_t rows = 0;
        uint32_t since = first ? filled[first - 1] + 1 : 0;
        for (uint32_t last = first; last < count; last++) {
            rows += cells[filled[last]];
            if ((uint64_t)rows >= k)
                break;
            add_corners(square, width, since, filled[first], filled[last], filled[last + 1] - 1,
                        (nest_count){rows, rows * slack});
        }
    }
}

static void add_nodes(nest_inner *inner, const cut_part *part, const uint32_t *cells, int64_t slack,
                      uint64_t k) {
    const cut_piece *piece = inner->pieces->piece + part->first;
    nest_count *count = inner->count + part->first;
    uint32_t *before = inner->before;
    uint32_t width = part->end - part->begin;
    before[0] = 0;
    for (uint32_t i = 0; i < width; i++)
        before[i + 1] = before[i] + cells[i];
    for (uint32_t i = 0; i < part->count; i++) {
        uint32_t rows = before[piece[i].end - part->begin] - before[piece[i].begin - part->begin];
        int64_t counted = rows < k ? rows : 0;
        count[i].rows += counted;
        count[i].slack += counted * slack;
    }
}

void nest_inner_add(nest_inner *inner, size_t class, bool dead, int64_t slack, uint64_t k) {
    const cut_part *part = inner->part[class];
    const uint32_t *cells = inner->cells + inner->offset[class];
    uint32_t width = part->end - part->begin;
    uint32_t *rows = inner->rows + part->begin + 1;
    uint32_t *rows_dead = inner->dead + part->begin + 1;
    for (uint32_t i = 0; i < width; i++)
        rows[i] += cells[i];
    if (dead)
        for (uint32_t i = 0; i < width; i++)
            rows_dead[i] += cells[i];
    if (dead || width < 2)
        return;
    if (inner->pieces->tree)
        add_nodes(inner, part, cells, slack, k);
    else
        add_intervals(inner, part, cells, slack, k);
}

/* ---- Pricing ------------------------------------------------------------------------------- */

/* Below the diagonal there is nothing but the corners right next to it. */
static void add_up_corners(nest_count *square, uint32_t width) {
    for (uint32_t i = 0; i < width; i++) {
        nest_count *row = square + (size_t)i * width;
        const nest_count *above = i > 0 ? row - width : NULL;
        int64_t rows = 0, slack = 0;
        for (uint32_t j = i > 0 ? i - 1 : 0; j < width; j++) {
            rows += row[j].rows;
            slack += row[j].slack;
            row[j].rows = rows + (above ? above[j].rows : 0);
            row[j].slack = slack + (above ? above[j].slack : 0);
        }
    }
}

static void price_piece(nest_inner *inner, size_t number, uint32_t begin, uint32_t end, double unit,
                        double penalty) {
    const nest_rate *rate = &inner->rate[number];
    const nest_count *count = &inner->count[number];
    double rows = inner->rows[end] - inner->rows[begin];
    double dead = inner->dead[end] - inner->dead[begin];
    inner->base[number] =
        rate->keep * rows + rate->extra * dead + rate->claim * (double)count->rows;
    inner->weight[number] = unit * (double)count->slack + penalty * (double)count->rows;
}

static void price_part(nest_inner *inner, const cut_part *part, double unit, double penalty) {
    uint32_t width = part->end - part->begin;
    if (inner->pieces->tree) {
        const cut_piece *piece = inner->pieces->piece + part->first;
        for (uint32_t i = 0; i < part->count; i++)
            price_piece(inner, part->first + i, piece[i].begin, piece[i].end, unit, penalty);
        return;
    }
    add_up_corners(inner->count + part->first, width);
    for (uint32_t i = 0; i < width; i++)
        for (uint32_t j = i; j < width; j++)
            price_piece(inner, part->first + (size_t)i * width + j, part->begin + i,
                        part->begin + j + 1, unit, penalty);
}

void nest_inner_price(nest_inner *inner, double unit, double penalty) {
    const cut_pieces *pieces = inner->pieces;
    for (uint32_t f = 0; f < pieces->fine; f++) {
        inner->rows[f + 1] += inner->rows[f];
        inner->dead[f + 1] += inner->dead[f];
    }
    for (uint32_t i = 0; i < pieces->parts; i++)
        price_part(inner, &pieces->part[i], unit, penalty);
}

/* ---- The cheapest partition ---------------------------------------------------------------- */

static double solve_intervals(nest_inner *inner, const cut_part *part, double share,
                              double *claim) {
    uint32_t width = part->end - part->begin;
    const double *base = inner->base + part->first;
    const double *weight = inner->weight + part->first;
    double *least = inner->least;
    least[0] = 0;
    for (uint32_t end = 1; end <= width; end++)
        least[end] = INFINITY;
    for (uint32_t begin = 0; begin < width; begin++) {
        double before = least[begin];
        size_t row = (size_t)begin * width;
        for (uint32_t last = begin; last < width; last++) {
            double cost = before + base[row + last] + share * weight[row + last];
            least[last + 1] = cost < least[last + 1] ? cost : least[last + 1];
        }
    }
    for (uint32_t end = width; end > 0;) {
        uint32_t begin = 0;
        size_t at = end - 1;
        while (begin + 1 < end && least[begin] + base[at] + share * weight[at] > least[end]) {
            begin++;
            at += width;
        }
        *claim += weight[at];
        end = begin;
    }
    return least[width];
}

/* Pieces come before those below them: from behind, what is below is known. choice: whether it is
 * cheaper to split. */
static double solve_nodes(nest_inner *inner, const cut_part *part, double share, double *claim) {
    const cut_piece *piece = inner->pieces->piece;
    size_t first = part->first, behind = first + part->count;
    double *least = inner->least;
    for (size_t i = first; i < behind; i++)
        least[i] = 0;
    for (size_t i = behind; i-- > first;) {
        double whole = inner->base[i] + share * inner->weight[i];
        inner->choice[i] = piece[i].children > 0 && least[i] < whole;
        least[i] = inner->choice[i] ? least[i] : whole;
        if (piece[i].parent != PIECE_NONE)
            least[piece[i].parent] += least[i];
    }
    uint32_t done = part->begin;
    for (size_t i = first; i < behind; i++)
        if (piece[i].begin >= done && !inner->choice[i]) {
            *claim += inner->weight[i];
            done = piece[i].end;
        }
    return least[first];
}

double nest_inner_solve(nest_inner *inner, double share, double *claim) {
    const cut_pieces *pieces = inner->pieces;
    double sum = 0;
    *claim = 0;
    for (uint32_t i = 0; i < pieces->parts; i++)
        sum += pieces->tree ? solve_nodes(inner, &pieces->part[i], share, claim)
                            : solve_intervals(inner, &pieces->part[i], share, claim);
    return sum;
}
