#include "server/candidates.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- References ------------------------------------------------------------------------------ */

candidate *candidate_new(void) {
    candidate *made = calloc(1, sizeof *made);
    if (made)
        atomic_init(&made->references, 1);
    return made;
}

candidate *candidate_share(candidate *at) {
    atomic_fetch_add(&at->references, 1);
    return at;
}

/* A point that was picked has a link of its own to the front's file. */
void candidate_release(candidate *at) {
    if (!at || atomic_fetch_sub(&at->references, 1) > 1)
        return;
    if (at->front)
        (void)unlink(at->front);
    opened_table_release(at->of);
    shoal_result_free(at->result);
    shoal_table_free(at->release);
    free(at->plan);
    free(at->fingerprint);
    free(at->front);
    free(at->pick);
    free(at);
}

/* ---- The list -------------------------------------------------------------------------------- */

candidate *candidates_find(const candidates *of, int64_t id) {
    for (size_t i = 0; i < of->count; i++)
        if (of->list[i]->id == id)
            return of->list[i];
    return NULL;
}

void candidates_remove(candidates *of, candidate *gone) {
    size_t kept = 0;
    for (size_t i = 0; i < of->count; i++)
        if (of->list[i] != gone)
            of->list[kept++] = of->list[i];
    of->count = kept;
    candidate_release(gone);
}

static size_t count_unpinned(const candidates *of, candidate **oldest) {
    size_t unpinned = 0;
    *oldest = NULL;
    for (size_t i = 0; i < of->count; i++) {
        if (of->list[i]->pinned)
            continue;
        unpinned++;
        *oldest = *oldest ? *oldest : of->list[i];
    }
    return unpinned;
}

bool candidates_add(candidates *to, candidate *made) {
    candidate *oldest;
    while (count_unpinned(to, &oldest) >= MOST_UNPINNED || (to->count == MOST_CANDIDATES && oldest))
        candidates_remove(to, oldest);
    if (to->count == MOST_CANDIDATES)
        return false;
    made->id = ++to->next_id;
    to->list[to->count++] = made;
    return true;
}

void candidates_clear(candidates *of) {
    while (of->count > 0)
        candidates_remove(of, of->list[of->count - 1]);
}

/* ---- Describing ------------------------------------------------------------------------------ */

static void describe_levels(json_text *to, const shoal_value *levels) {
    const char *name;
    json_open(to, "levels", '{');
    for (size_t i = 0; (name = shoal_value_key(levels, i)); i++)
        json_number(to, name, shoal_value_number(shoal_value_at(levels, i)));
    json_close(to, '}');
}

static void describe_result(json_text *to, const shoal_value *root) {
    static const char *const numbers[] = {"k",          "suppression", "value", "bound", "gap",
                                          "suppressed", "classes",     "k_eff", "rows",  "dropped"};
    static const char *const texts[] = {"recoding", "algorithm", "metric", "outcome", "stopped_by"};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        json_number(to, numbers[i], shoal_value_number(shoal_value_get(root, numbers[i])));
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        json_string(to, texts[i], shoal_value_text(shoal_value_get(root, texts[i])));
    describe_levels(to, shoal_value_get(root, "levels"));
    json_number(to, "seconds",
                shoal_value_number(shoal_value_get(shoal_value_get(root, "seconds"), "total")));
    json_integer(to, "front", (int64_t)shoal_value_count(shoal_value_get(root, "front")));
}

void candidate_describe(json_text *to, const char *key, const candidate *at, bool whole) {
    char id[24];
    snprintf(id, sizeof id, "%lld", (long long)at->id);
    json_open(to, key, '{');
    json_string(to, "id", id);
    json_string(to, "name", at->name);
    json_flag(to, "pinned", at->pinned);
    json_integer(to, "revision", at->revision);
    describe_result(to, shoal_result_value(at->result));
    json_flag(to, "has_rows", at->release != NULL);
    json_string(to, "pick", at->pick);
    if (whole) {
        json_raw(to, "result", shoal_result_json(at->result));
        json_string(to, "plan", at->plan);
    }
    json_close(to, '}');
}

void candidates_describe(json_text *to, const char *key, const candidates *of) {
    json_open(to, key, '[');
    for (size_t i = 0; i < of->count; i++)
        candidate_describe(to, NULL, of->list[i], false);
    json_close(to, ']');
}
