/* Classes that overlap: which of those that a person fits he can be in. */
#include "base/memory.h"
#include "base/strong_components.h"
#include "measure/generalized_candidates.h"
#include "measure/privacy_model.h"

#include <assert.h>

/* Pairs of people and classes that are listed at most. */
#define MOST_PAIRS ((size_t)32 << 20)
#define NONE UINT32_MAX

typedef struct listing {
    class_overlap *out;
    const candidate_task *task;
    const bool *suppressed; /* [people's tuples] */
    size_t people, classes; /* numbers of tuples; the class of suppressed rows is the last */
    /* The classes that fit each tuple of people, in the order in which people are visited. */
    uint32_t *fit;
    size_t pairs, capacity;
    size_t *first, *end; /* [people] where its classes begin and end */
    bool full, no_memory;
    /* The people of each class. */
    size_t *members_first; /* [classes + 2] */
    uint32_t *member;      /* [people] */
    uint32_t *component;   /* [classes + 1] classes that can exchange people have the same */
} listing;

/* ---- Lists ----------------------------------------------------------------------------------- */

static bool note_pair(void *context, size_t people, size_t release) {
    listing *in = context;
    in->full |= in->pairs >= MOST_PAIRS;
    if (in->full)
        return false;
    in->no_memory |= !memory_grow((void **)&in->fit, &in->capacity, in->pairs + 1, sizeof *in->fit);
    if (in->no_memory)
        return false;
    if (in->end[people] == 0)
        in->first[people] = in->pairs;
    in->fit[in->pairs++] = (uint32_t)release;
    in->end[people] = in->pairs;
    return true;
}

static bool is_own(const listing *in, size_t people, uint32_t class) {
    const candidate_task *task = in->task;
    size_t attributes = task->attack->attributes;
    for (size_t a = 0; a < attributes; a++)
        if (codes_get(&task->people->codes[attributes + a], people) !=
            codes_get(&task->release->codes[a], class))
            return false;
    return true;
}

static void find_own(listing *in) {
    for (size_t p = 0; p < in->people; p++) {
        in->out->own[p] = in->suppressed[p] ? (uint32_t)in->classes : NONE;
        for (size_t i = in->first[p]; !in->suppressed[p] && i < in->end[p]; i++)
            if (is_own(in, p, in->fit[i])) {
                in->out->own[p] = in->fit[i];
                break;
            }
    }
}

static bool list_members(listing *in) {
    in->members_first = memory_zero(in->classes + 2, sizeof *in->members_first);
    in->member = memory_new(in->people, sizeof *in->member);
    if (!in->members_first || !in->member)
        return false;
    for (size_t p = 0; p < in->people; p++)
        in->members_first[in->out->own[p] + 1]++;
    for (size_t c = 0; c <= in->classes; c++)
        in->members_first[c + 1] += in->members_first[c];
    for (size_t p = in->people; p-- > 0;)
        in->member[--in->members_first[in->out->own[p] + 1]] = (uint32_t)p;
    /* What was counted one place further on has moved back to where the class before it ends. */
    for (size_t c = 0; c <= in->classes; c++)
        in->members_first[c] = in->members_first[c + 1];
    in->members_first[in->classes + 1] = in->people;
    return true;
}

/* ---- Exchanges ------------------------------------------------------------------------------- */

/* How far the arcs of each class have been followed. From a class arcs lead to all classes that fit
 * one of its people, and to the suppressed rows. */
typedef struct exchanges {
    const listing *in;
    size_t *at_member, *at_fit; /* [classes + 1] */
    bool *at_suppressed;        /* [classes + 1] */
} exchanges;

static uint32_t next_arc(void *context, uint32_t class) {
    exchanges *by = context;
    const listing *in = by->in;
    size_t members = in->members_first[class + 1] - in->members_first[class];
    while (by->at_member[class] < members) {
        uint32_t person = in->member[in->members_first[class] + by->at_member[class]];
        size_t fits = in->end[person] - in->first[person];
        if (by->at_fit[class] < fits)
            return in->fit[in->first[person] + by->at_fit[class]++];
        by->at_member[class]++;
        by->at_fit[class] = 0;
    }
    if (members == 0 || by->at_suppressed[class])
        return COMPONENT_NO_ARC;
    by->at_suppressed[class] = true;
    return (uint32_t)in->classes;
}

static bool find_components(listing *in) {
    size_t nodes = in->classes + 1;
    arena memory = {0};
    exchanges by = {.in = in,
                    .at_member = arena_zero(&memory, nodes, sizeof *by.at_member),
                    .at_fit = arena_zero(&memory, nodes, sizeof *by.at_fit),
                    .at_suppressed = arena_zero(&memory, nodes, sizeof *by.at_suppressed)};
    component_graph graph = {.nodes = (uint32_t)nodes, .next = next_arc, .context = &by};
    in->component = memory_new(nodes, sizeof *in->component);
    bool made = in->component && by.at_member && by.at_fit && by.at_suppressed &&
                list_members(in) && strong_components(in->component, &graph);
    arena_free(&memory);
    return made;
}

static void keep_possible(listing *in) {
    for (size_t p = 0; p < in->people; p++) {
        uint32_t own = in->component[in->out->own[p]];
        size_t to = in->first[p];
        for (size_t i = in->first[p]; i < in->end[p]; i++)
            if (in->component[in->fit[i]] == own)
                in->fit[to++] = in->fit[i];
        in->end[p] = to;
    }
}

/* ---- Counts ---------------------------------------------------------------------------------- */

static uint64_t count_members(const listing *in, size_t class, uint32_t *last, size_t people) {
    const candidate_task *task = in->task;
    return last ? person_lists_add(task->persons, class, last, (uint32_t)people + 1)
                : task->members[class];
}

/* The class of suppressed rows is beyond the last one. */
static bool count_again(const listing *in) {
    const candidate_task *task = in->task;
    uint32_t *last = task->persons ? memory_zero(task->persons->persons, sizeof *last) : NULL;
    if (task->persons && !last)
        return false;
    for (size_t p = 0; p < in->people; p++) {
        task->candidates[p] = 0;
        for (size_t i = in->first[p]; i < in->end[p]; i++)
            task->candidates[p] += count_members(in, in->fit[i], last, p);
        if (in->suppressed[p] && task->candidates[p] > 0)
            task->candidates[p] += count_members(in, in->classes, last, p);
    }
    memory_free(last);
    return true;
}

/* For each class the people who can be in it; a person looks for the fewest. */
static bool find_narrowest(const listing *in) {
    uint64_t *fitting = memory_zero(in->classes + 1, sizeof *fitting);
    for (size_t p = 0; fitting && p < in->people; p++)
        for (size_t i = in->first[p]; i < in->end[p]; i++)
            fitting[in->fit[i]] += in->task->people->counts[p];
    for (size_t p = 0; fitting && p < in->people; p++) {
        uint64_t fewest = UINT64_MAX;
        uint32_t ties = 0;
        for (size_t i = in->first[p]; i < in->end[p]; i++) {
            uint64_t each = fitting[in->fit[i]];
            ties = each < fewest ? 1 : ties + (each == fewest);
            fewest = each < fewest ? each : fewest;
        }
        bool own = in->out->own[p] < in->classes && fitting[in->out->own[p]] == fewest;
        in->out->ties[p] = own ? ties : 0;
    }
    bool made = fitting != NULL;
    memory_free(fitting);
    return made;
}

static shoal_status list_pairs(listing *in, candidate_task *task, shoal_error *error) {
    in->first = memory_zero(in->people, sizeof *in->first);
    in->end = memory_zero(in->people, sizeof *in->end);
    in->out->own = memory_new(in->people, sizeof *in->out->own);
    in->out->ties = memory_zero(in->people, sizeof *in->out->ties);
    if (!in->first || !in->end || !in->out->own || !in->out->ties)
        return status_no_memory(error);
    task->visit = note_pair;
    task->context = in;
    shoal_status status = candidates_by_narrowing(task, error);
    task->visit = NULL;
    return status == SHOAL_OK && in->no_memory ? status_no_memory(error) : status;
}

/* Before the listing: whether it is certain that everybody fits the own class only. Then people
 * have as many candidates as their classes have members. */
static bool is_plain(const listing *in, const overlap_question *asked) {
    const frequency_set *people = in->task->people, *release = in->task->release;
    model_sum candidates = 0, members = 0;
    bool plain = asked->fitting;
    for (size_t p = 0; p < in->people; p++) {
        plain &= !in->suppressed[p] || in->task->candidates[p] == 0;
        candidates += (model_sum)people->counts[p] * (model_sum)in->task->candidates[p];
    }
    for (size_t c = 0; c < in->classes; c++)
        members += (model_sum)release->counts[c] * (model_sum)in->task->members[c];
    /* The rows of other classes may be those of the same persons. */
    bool equal = asked->everybody && !in->task->persons && candidates == members;
    return plain && (asked->single || equal);
}

/* After it. */
static bool is_overlapping(const listing *in) {
    for (size_t p = 0; p < in->people; p++) {
        size_t fits = in->end[p] - in->first[p];
        if (fits != (in->suppressed[p] ? 0 : 1) || in->out->own[p] == NONE)
            return true;
    }
    return false;
}

static shoal_status find(listing *in, const overlap_question *asked, candidate_task *task,
                         shoal_error *error) {
    if (asked->counted && is_plain(in, asked))
        return SHOAL_OK;
    STATUS_TRY(list_pairs(in, task, error));
    in->out->found = !is_plain(in, asked);
    if (in->full)
        return SHOAL_OK;
    find_own(in);
    in->out->listed = true;
    in->out->found = is_overlapping(in);
    in->out->excluded = in->out->found && asked->everybody && asked->fitting;
    if (in->out->excluded) {
        if (!find_components(in))
            return status_no_memory(error);
        keep_possible(in);
    }
    return count_again(in) && find_narrowest(in) ? SHOAL_OK : status_no_memory(error);
}

shoal_status overlap_find(class_overlap *out, candidate_task *task, const overlap_question *asked,
                          shoal_error *error) {
    listing in = {.out = out,
                  .task = task,
                  .suppressed = asked->suppressed,
                  .people = task->people->tuples,
                  .classes = task->release->tuples};
    *out = (class_overlap){0};
    shoal_status status = find(&in, asked, task, error);
    memory_free(in.fit);
    memory_free(in.first);
    memory_free(in.end);
    memory_free(in.members_first);
    memory_free(in.member);
    memory_free(in.component);
    return status;
}

void overlap_free(class_overlap *made) {
    memory_free(made->own);
    memory_free(made->ties);
    *made = (class_overlap){0};
}
