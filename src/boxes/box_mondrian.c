#include "boxes/box_mondrian.h"
#include "boxes/box_mondrian_parts.h"
#include "boxes/box_mondrian_top.h"

#include <assert.h>
#include <string.h>

#define FIRST_WITHIN 256 /* tuples of a part: the first round of a look-ahead; then, times */
#define WITHIN_GROWTH 16
#define USUAL_BEAM 6
#define USUAL_AHEAD 3 /* before all cuts are looked at */
#define MOST_BLANK_COST ((int64_t)1 << 36)
#define MOST_TRIES 48 /* of costs of blanks */

/* ---- Opening --------------------------------------------------------------------------------- */

/* Numbers the nodes of each depth; those of leaves that are not so deep go on. */
static void number_depth(const box_division *of, const uint32_t *depth_of, uint32_t depth,
                         uint16_t *row) {
    uint16_t number = 0;
    for (uint32_t n = 0; n < of->branches; n++) {
        const box_branch *node = &of->branch[n];
        bool leaf = node->next == n + 1;
        if (depth_of[n] != depth && !(leaf && depth_of[n] < depth))
            continue;
        for (uint32_t p = node->begin; p < node->end; p++)
            row[p] = number;
        number++;
    }
}

static bool make_tree(box_mondrian *m, size_t attribute) {
    const box_division *of = &m->setup.division[attribute];
    mondrian_tree *tree = &m->tree[attribute];
    size_t size = m->of->attribute[attribute].size;
    uint32_t *depth_of = memory_new(of->branches, sizeof *depth_of);
    uint32_t *open = memory_new(of->branches, sizeof *open);
    uint32_t opened = 0, deepest = 0;
    for (uint32_t n = 0; depth_of && open && n < of->branches; n++) {
        while (opened > 0 && of->branch[open[opened - 1]].next <= n)
            opened--;
        depth_of[n] = opened;
        open[opened++] = n;
        deepest = depth_of[n] > deepest ? depth_of[n] : deepest;
    }
    tree->depths = deepest + 1;
    tree->number = arena_zero(&m->memory, tree->depths * size, sizeof *tree->number);
    for (uint32_t d = 0; depth_of && open && tree->number && d < tree->depths; d++)
        number_depth(of, depth_of, d, tree->number + d * size);
    bool fine = depth_of && open && tree->number;
    memory_free(depth_of);
    memory_free(open);
    return fine;
}

static bool make_trees(box_mondrian *m) {
    m->tree = arena_zero(&m->memory, m->of->attributes, sizeof *m->tree);
    m->set_attribute = arena_new(&m->memory, m->of->attributes, sizeof *m->set_attribute);
    if (!m->tree || !m->set_attribute)
        return false;
    m->all_trees = true;
    m->most_parts = BOX_MOST_SET;
    for (size_t a = 0; a < m->of->attributes; a++) {
        const box_attribute *each = &m->of->attribute[a];
        if (each->shape == BOX_SET)
            m->set_attribute[m->sets++] = a;
        m->most_parts = each->size > m->most_parts ? each->size : m->most_parts;
        m->all_trees &= m->setup.division[a].branch != NULL;
        if (m->setup.division[a].branch && !make_tree(m, a))
            return false;
    }
    return true;
}

/* Puts the tuples in m->order, from where they are in the table. */
static bool place_tuples(box_mondrian *m) {
    size_t attributes = m->of->attributes, tuples = m->of->tuples;
    part_lanes *position = memory_zero(tuples, m->chunks * sizeof *position);
    uint32_t *original = memory_new(tuples, sizeof *original);
    uint32_t *copies = m->of->count ? memory_new(tuples, sizeof *copies) : NULL;
    if (!position || !original || (m->of->count && !copies)) {
        memory_free(position);
        memory_free(original);
        memory_free(copies);
        return false;
    }
    for (size_t t = 0; t < tuples; t++) {
        int16_t *lane = (int16_t *)(void *)(position + t * m->chunks);
        original[t] = m->original ? m->original[m->order[t]] : (uint32_t)t;
        for (size_t a = 0; a < attributes; a++)
            lane[a] = (int16_t)(m->of->position[original[t] * attributes + a] - 32768);
        if (copies)
            copies[t] = m->of->count[original[t]];
    }
    for (size_t t = 0; t < tuples; t++)
        m->order[t] = (uint32_t)t;
    memory_free(m->position);
    memory_free(m->original);
    memory_free(m->copies);
    m->position = position;
    m->original = original;
    m->copies = copies;
    return true;
}

static bool open_worker(box_mondrian *m, mondrian_worker *out, int number) {
    arena *memory = &m->memory;
    size_t attributes = m->of->attributes, tuples = m->of->tuples, parts = m->most_parts;
    *out = (mondrian_worker){
        .number = number,
        .low = arena_zero(memory, m->chunks, sizeof *out->low),
        .high = arena_zero(memory, m->chunks, sizeof *out->high),
        .hull = {arena_new(memory, attributes, 2), arena_new(memory, attributes, 2),
                 m->sets ? arena_zero(memory, attributes, 8) : NULL},
        .low_of = arena_zero(memory, parts, m->chunks * sizeof *out->low_of),
        .high_of = arena_zero(memory, parts, m->chunks * sizeof *out->high_of),
        .set_of = m->sets ? arena_zero(memory, parts, attributes * 8) : NULL,
        .rows_of = arena_new(memory, parts, sizeof *out->rows_of),
        .lost = arena_new(memory, parts, sizeof *out->lost),
        .made = {arena_new(memory, attributes, 2), arena_new(memory, attributes, 2), NULL},
        .start = arena_new(memory, parts + 1, sizeof *out->start),
        .sorted = arena_new(memory, tuples, sizeof *out->sorted),
        .copy = arena_new(memory, tuples, sizeof *out->copy),
        .listed = m->of->rule ? arena_new(memory, tuples, sizeof *out->listed) : NULL,
        .key = arena_new(memory, tuples, sizeof *out->key),
        .cost_before = arena_new(memory, tuples, sizeof *out->cost_before),
        .rows_before = arena_new(memory, tuples, sizeof *out->rows_before),
    };
    return out->low && out->high && out->hull.least && out->hull.most &&
           (!m->sets || (out->hull.set && out->set_of)) && out->low_of && out->high_of &&
           out->rows_of && out->lost && out->made.least && out->made.most && out->start &&
           out->sorted && out->copy && (!m->of->rule || out->listed) && out->key &&
           out->cost_before && out->rows_before;
}

static bool open_parts(box_mondrian *m) {
    m->workers = threads_count(m->work->pool);
    m->worker = arena_zero(&m->memory, (size_t)m->workers, sizeof *m->worker);
    m->order = arena_new(&m->memory, m->of->tuples, sizeof *m->order);
    m->chunks = (m->of->attributes + PART_LANES - 1) / PART_LANES;
    if (!m->worker || !make_trees(m) || !m->order || !place_tuples(m) ||
        !mondrian_memo_open(&m->memo))
        return false;
    for (int w = 0; w < m->workers; w++)
        if (!open_worker(m, &m->worker[w], w))
            return false;
    return true;
}

shoal_status box_mondrian_open(box_mondrian **out, const box_work *work,
                               const box_mondrian_setup *setup, shoal_error *error) {
    box_mondrian *m = memory_zero(1, sizeof *m);
    *out = m;
    if (!m)
        return status_no_memory(error);
    assert(setup->beam >= 0 && setup->beam <= BOX_MONDRIAN_MOST_BEAM);
    m->work = work;
    m->of = work->of;
    m->setup = *setup;
    m->setup.beam = setup->beam > 0 ? setup->beam : USUAL_BEAM;
    m->first = true;
    m->within = SIZE_MAX;
    m->blank_cost = work->of->blank_cost > 0 ? work->of->blank_cost : 1;
    return open_parts(m) ? SHOAL_OK : status_no_memory(error);
}

void box_mondrian_close(box_mondrian *used) {
    if (!used)
        return;
    mondrian_memo_close(&used->memo);
    memory_free(used->position);
    memory_free(used->original);
    memory_free(used->copies);
    arena_free(&used->memory);
    memory_free(used);
}

/* ---- Rounds ---------------------------------------------------------------------------------- */

/* Where a part is to be cut in the partition of this round. */
static uint32_t chosen_cut(box_mondrian *m, mondrian_worker *worker, mondrian_part part) {
    mondrian_known known = {.cut = CUT_NONE};
    int64_t value;
    if (part_is_final(m, worker, part, &value))
        return CUT_NONE;
    if (m->setup.median)
        return part_median_cut(m, worker, part);
    int level = part.count > m->within ? m->before : m->level;
    mondrian_memo_find(&m->memo, part_key(m, worker, level), &known);
    return known.cut;
}

/* Whether the part measured last is left out rather than published. */
static bool is_blanked(const box_mondrian *m, mondrian_worker *worker, mondrian_part part) {
    return m->of->blanks > 0 && (box_row_cost(m->work->costs, &worker->hull) > m->blank_cost ||
                                 !part_holds(m, worker, part.tuple, part.count, worker->rows));
}

/* Parts that are still to be cut. */
typedef struct open_parts_list {
    mondrian_part *part;
    size_t count, room;
} open_parts_list;

static bool open_part(open_parts_list *list, mondrian_part part) {
    if (!memory_grow((void **)&list->part, &list->room, list->count + 1, sizeof *list->part))
        return false;
    list->part[list->count++] = part;
    return true;
}

static void publish_part(const box_mondrian *m, mondrian_worker *worker, mondrian_part part,
                         box_clusters *out) {
    part_measure(m, worker, part);
    uint32_t cluster = is_blanked(m, worker, part) ? BOX_BLANK : (uint32_t)out->clusters++;
    for (size_t i = 0; i < part.count; i++)
        out->portion[m->original[part.tuple[i]]] =
            (box_portion){cluster, (uint32_t)part_copies(m, part.tuple[i])};
}

static bool cut_all(box_mondrian *m, open_parts_list *list, box_clusters *out) {
    mondrian_worker *worker = &m->worker[0];
    bool fine = open_part(list, (mondrian_part){m->order, m->of->tuples});
    while (fine && list->count > 0 && !part_is_cancelled(m)) {
        mondrian_part part = list->part[--list->count];
        uint32_t cut = chosen_cut(m, worker, part);
        if (cut == CUT_NONE) {
            publish_part(m, worker, part, out);
            continue;
        }
        mondrian_divider by = divider_of_cut(m, cut, part);
        part_arrange(m, worker, &by, part);
        while (fine && part.count > 0)
            fine = open_part(list, part_next(m, &by, &part));
    }
    return fine;
}

/* Cuts all rows as the round found it best. */
static shoal_status take_clusters(box_mondrian *m, box_clusters *out, shoal_error *error) {
    size_t tuples = m->of->tuples;
    open_parts_list list = {0};
    *out = (box_clusters){.tuples = tuples,
                          .first = memory_new(tuples + 1, sizeof *out->first),
                          .portion = memory_new(tuples, sizeof *out->portion)};
    bool fine = out->first && out->portion && cut_all(m, &list, out);
    for (size_t t = 0; fine && t <= tuples; t++)
        out->first[t] = t;
    memory_free(list.part);
    shoal_status status = !fine ? status_no_memory(error)
                          : part_is_cancelled(m)
                              ? status_fail(error, SHOAL_INTERRUPTED, "interrupted")
                              : box_clusters_settle(out, m->work, error);
    if (status != SHOAL_OK)
        box_clusters_free(out);
    return status;
}

static shoal_status run_once(box_mondrian *m, box_clusters *out, shoal_error *error) {
    *out = (box_clusters){0};
    if (!m->setup.median)
        STATUS_TRY(mondrian_top_value(m, error));
    if (m->no_memory)
        return status_no_memory(error);
    if (m->cancelled || part_is_cancelled(m))
        return status_fail(error, SHOAL_INTERRUPTED, "interrupted");
    return m->stop ? SHOAL_OK : take_clusters(m, out, error);
}

static shoal_status run_at(box_mondrian *m, int64_t blank_cost, box_clusters *out,
                           shoal_error *error) {
    m->blank_cost = blank_cost;
    mondrian_memo_clear(&m->memo);
    box_clusters_free(out);
    return run_once(m, out, error);
}

static bool has_too_many_blanks(const box_mondrian *m, const box_clusters *made) {
    return made->first && made->blanked > m->of->blanks;
}

/* Makes blanks dearer until there are few enough; in the first round, as cheap as that allows. */
static shoal_status limit_blanks(box_mondrian *m, box_clusters *out, shoal_error *error) {
    int64_t low = m->blank_cost, high = low;
    int tries = 0;
    for (; has_too_many_blanks(m, out) && high < MOST_BLANK_COST && tries < MOST_TRIES; tries++) {
        low = high;
        high += m->first ? high : high / 4 + 1;
        STATUS_TRY(run_at(m, high, out, error));
    }
    for (int i = 0; m->first && tries > 0 && i < 6; i++) {
        int64_t middle = low + (high - low) / 2;
        STATUS_TRY(run_at(m, middle, out, error));
        if (has_too_many_blanks(m, out))
            low = middle;
        else
            high = middle;
    }
    return m->first && tries > 0 ? run_at(m, high, out, error) : SHOAL_OK;
}

/* Whether all cuts of all parts can be looked at. */
static bool can_be_exact(const box_mondrian *m) {
    return m->all_trees && m->of->blanks == 0 && m->of->attributes <= BOX_MONDRIAN_MOST_BEAM;
}

/* The round after this one. */
static box_mondrian_end move_on(box_mondrian *m) {
    bool whole = m->within >= m->of->tuples;
    m->first = false;
    if (m->setup.median)
        return BOX_MONDRIAN_LAST;
    if (!whole) {
        m->within =
            m->within * WITHIN_GROWTH < m->of->tuples ? m->within * WITHIN_GROWTH : SIZE_MAX;
        return BOX_MONDRIAN_MORE;
    }
    if (m->level == MONDRIAN_EXACT)
        return BOX_MONDRIAN_BEST;
    m->before = m->level;
    m->within = FIRST_WITHIN < m->of->tuples ? FIRST_WITHIN : SIZE_MAX;
    bool automatic = m->setup.lookahead < 0;
    if (automatic && m->level == USUAL_AHEAD && can_be_exact(m)) {
        m->level = MONDRIAN_EXACT;
        m->setup.beam = BOX_MONDRIAN_MOST_BEAM;
        return BOX_MONDRIAN_MORE;
    }
    if (m->level == (automatic ? BOX_MONDRIAN_MOST_AHEAD : m->setup.lookahead))
        return BOX_MONDRIAN_LAST;
    m->level++;
    return BOX_MONDRIAN_MORE;
}

shoal_status box_mondrian_round(box_mondrian *used, box_clusters *out, box_mondrian_end *end,
                                shoal_error *error) {
    bool first = used->first;
    atomic_store(&used->stop, false);
    STATUS_TRY(run_once(used, out, error));
    STATUS_TRY(limit_blanks(used, out, error));
    *end = used->stop ? BOX_MONDRIAN_SPENT : move_on(used);
    if (first && *end == BOX_MONDRIAN_MORE && !place_tuples(used)) {
        box_clusters_free(out);
        return status_no_memory(error);
    }
    return SHOAL_OK;
}
