#include "boxes/box_mend.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

typedef struct mending {
    const box_work *work;
    const box_order *order;
    box_clusters *made;
    box_members members;
    uint32_t *listed; /* [clusters] in the order */
    uint32_t *block;  /* [clusters] */
    uint32_t *into;   /* [clusters] what each becomes */
    uint32_t *tuples; /* [tuples] members of the cluster that is being joined, with a rule */
    uint64_t blanked;
} mending;

/* ---- The clusters in the order --------------------------------------------------------------- */

static void list_clusters(mending *state) {
    const box_clusters *made = state->made;
    size_t listed = 0;
    memset(state->into, 0xff, made->clusters * sizeof *state->into);
    for (size_t i = 0; i < made->tuples; i++) {
        uint32_t tuple = state->order->tuple[i];
        for (size_t p = made->first[tuple]; p < made->first[tuple + 1]; p++) {
            uint32_t cluster = made->portion[p].cluster;
            if (cluster == BOX_BLANK || state->into[cluster] != BOX_BLANK)
                continue;
            state->into[cluster] = cluster;
            state->block[cluster] = state->order->block[tuple];
            state->listed[listed++] = cluster;
        }
    }
    assert(listed == made->clusters);
}

/* ---- Joining --------------------------------------------------------------------------------- */

/* Adds a cluster's members to those collected. */
static void collect(mending *state, uint32_t cluster, uint64_t *rows, size_t *count) {
    const box_members *members = &state->members;
    for (size_t i = members->begin[cluster]; i < members->begin[cluster + 1]; i++) {
        *rows += members->copies[i];
        if (state->work->of->rule)
            state->tuples[(*count)++] = members->tuple[i];
    }
}

static bool holds(const mending *state, uint64_t rows, size_t count) {
    const box_table *of = state->work->of;
    return rows >= of->k && (!of->rule || of->rule(of->rule_context, state->tuples, count, 0));
}

/* Joins the clusters of a block, listed[begin .. end). Returns whether what they become holds. */
static bool join_block(mending *state, size_t begin, size_t end) {
    size_t from = begin, last = end;
    for (size_t at = begin; at < end;) {
        uint64_t rows = 0;
        size_t count = 0;
        bool fine = false;
        from = at;
        while (!fine && at < end) {
            collect(state, state->listed[at++], &rows, &count);
            fine = holds(state, rows, count);
        }
        /* What is left joins the cluster before it: the union of one that holds with others need
         * not hold where persons are in both, which whoever publishes it finds out. */
        uint32_t into = fine || last == end ? state->listed[from] : state->listed[last];
        for (size_t i = from; i < at; i++)
            state->into[state->listed[i]] = into;
        if (!fine)
            return last != end;
        last = from;
    }
    return true;
}

static void blank_block(mending *state, size_t begin, size_t end) {
    uint64_t rows = 0;
    for (size_t i = begin; i < end; i++) {
        const size_t *member = state->members.begin + state->listed[i];
        for (size_t m = member[0]; m < member[1]; m++)
            rows += state->members.copies[m];
    }
    if (state->blanked + rows > state->work->of->blanks)
        return;
    state->blanked += rows;
    for (size_t i = begin; i < end; i++)
        state->into[state->listed[i]] = BOX_BLANK;
}

static void join_all(mending *state) {
    const box_clusters *made = state->made;
    for (size_t begin = 0, end; begin < made->clusters; begin = end) {
        end = begin + 1;
        while (end < made->clusters &&
               state->block[state->listed[end]] == state->block[state->listed[begin]])
            end++;
        if (!join_block(state, begin, end))
            blank_block(state, begin, end);
    }
    for (size_t i = 0; i < made->first[made->tuples]; i++)
        if (made->portion[i].cluster != BOX_BLANK)
            state->made->portion[i].cluster = state->into[made->portion[i].cluster];
}

shoal_status box_mend(box_clusters *made, const box_work *work, const box_order *order,
                      shoal_error *error) {
    STATUS_TRY(box_clusters_settle(made, work, error));
    mending state = {
        .work = work,
        .order = order,
        .made = made,
        .blanked = made->blanked,
        .listed = memory_new(made->clusters, sizeof *state.listed),
        .block = memory_new(made->clusters, sizeof *state.block),
        .into = memory_new(made->clusters, sizeof *state.into),
        .tuples = memory_new(work->of->rule ? made->tuples : 1, sizeof *state.tuples),
    };
    shoal_status status = box_members_list(&state.members, made, error);
    if (status == SHOAL_OK && state.listed && state.block && state.into && state.tuples) {
        list_clusters(&state);
        join_all(&state);
        status = box_clusters_settle(made, work, error);
    } else if (status == SHOAL_OK)
        status = status_no_memory(error);
    box_members_free(&state.members);
    memory_free(state.listed);
    memory_free(state.block);
    memory_free(state.into);
    memory_free(state.tuples);
    return status;
}
