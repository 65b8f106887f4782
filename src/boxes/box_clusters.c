#include "boxes/box_clusters.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

void box_clusters_free(box_clusters *made) {
    memory_free(made->first);
    memory_free(made->portion);
    *made = (box_clusters){0};
}

shoal_status box_clusters_copy(box_clusters *out, const box_clusters *from, shoal_error *error) {
    size_t portions = from->first[from->tuples];
    *out = *from;
    out->first = memory_new(from->tuples + 1, sizeof *out->first);
    out->portion = memory_new(portions, sizeof *out->portion);
    if (!out->first || !out->portion) {
        box_clusters_free(out);
        return status_no_memory(error);
    }
    memcpy(out->first, from->first, (from->tuples + 1) * sizeof *out->first);
    memcpy(out->portion, from->portion, portions * sizeof *out->portion);
    return SHOAL_OK;
}

/* ---- Settling -------------------------------------------------------------------------------- */

static int by_cluster(const void *one, const void *other) {
    uint32_t first = ((const box_portion *)one)->cluster;
    uint32_t second = ((const box_portion *)other)->cluster;
    return (first > second) - (first < second);
}

/* Numbers the clusters in the order of their first tuples. */
static shoal_status renumber(box_clusters *made, size_t numbers, shoal_error *error) {
    uint32_t *number = memory_new(numbers, sizeof *number);
    if (!number)
        return status_no_memory(error);
    memset(number, 0xff, numbers * sizeof *number);
    made->clusters = 0;
    for (size_t i = 0; i < made->first[made->tuples]; i++) {
        box_portion *each = &made->portion[i];
        if (each->cluster == BOX_BLANK)
            continue;
        assert(each->cluster < numbers);
        if (number[each->cluster] == BOX_BLANK)
            number[each->cluster] = (uint32_t)made->clusters++;
        each->cluster = number[each->cluster];
    }
    memory_free(number);
    return SHOAL_OK;
}

/* Sorts each tuple's portions and joins those of one cluster. */
static void join_portions(box_clusters *made) {
    size_t kept = 0, begin = 0;
    for (size_t t = 0; t < made->tuples; t++) {
        size_t end = made->first[t + 1];
        qsort(made->portion + begin, end - begin, sizeof *made->portion, by_cluster);
        made->first[t] = kept;
        for (size_t i = begin; i < end; i++) {
            bool again = kept > made->first[t] &&
                         made->portion[kept - 1].cluster == made->portion[i].cluster;
            if (again)
                made->portion[kept - 1].copies += made->portion[i].copies;
            else
                made->portion[kept++] = made->portion[i];
        }
        begin = end;
    }
    made->first[made->tuples] = kept;
}

/* Boxes of all clusters, one after the other. */
typedef struct box_list {
    size_t attributes;
    uint16_t *least, *most;
    uint64_t *set; /* NULL: none is a set */
    uint32_t *rows;
} box_list;

static void close_list(box_list *list) {
    memory_free(list->least);
    memory_free(list->most);
    memory_free(list->set);
    memory_free(list->rows);
}

static bool open_list(box_list *out, const box_work *work, size_t clusters) {
    size_t attributes = work->of->attributes;
    *out = (box_list){
        .attributes = attributes,
        .least = memory_new(clusters * attributes, sizeof *out->least),
        .most = memory_new(clusters * attributes, sizeof *out->most),
        .set = work->costs->sets ? memory_new(clusters * attributes, sizeof *out->set) : NULL,
        .rows = memory_zero(clusters, sizeof *out->rows),
    };
    return out->least && out->most && out->rows && (out->set || !work->costs->sets);
}

static box box_at(const box_list *list, size_t cluster) {
    size_t at = cluster * list->attributes;
    return (box){list->least + at, list->most + at, list->set ? list->set + at : NULL};
}

static void fill_list(box_list *list, const box_clusters *made, const box_table *of) {
    for (size_t t = 0; t < made->tuples; t++)
        for (size_t i = made->first[t]; i < made->first[t + 1]; i++) {
            const box_portion *each = &made->portion[i];
            if (each->cluster == BOX_BLANK)
                continue;
            box at = box_at(list, each->cluster);
            if (list->rows[each->cluster] == 0)
                box_begin(of, &at, t);
            else
                box_extend(of, &at, t);
            list->rows[each->cluster] += each->copies;
        }
}

static shoal_status add_up(box_clusters *made, const box_work *work, shoal_error *error) {
    box_list list;
    bool fine = open_list(&list, work, made->clusters);
    if (fine) {
        fill_list(&list, made, work->of);
        made->cost = 0;
        made->blanked = 0;
        for (size_t i = 0; i < made->first[made->tuples]; i++)
            if (made->portion[i].cluster == BOX_BLANK)
                made->blanked += made->portion[i].copies;
        for (size_t c = 0; c < made->clusters; c++) {
            box at = box_at(&list, c);
            made->cost += box_row_cost(work->costs, &at) * list.rows[c];
        }
        made->cost += (int64_t)made->blanked * work->of->blank_cost;
    }
    close_list(&list);
    return fine ? SHOAL_OK : status_no_memory(error);
}

shoal_status box_clusters_settle(box_clusters *made, const box_work *work, shoal_error *error) {
    size_t numbers = 0;
    for (size_t i = 0; i < made->first[made->tuples]; i++) {
        uint32_t cluster = made->portion[i].cluster;
        if (cluster != BOX_BLANK && cluster >= numbers)
            numbers = (size_t)cluster + 1;
    }
    join_portions(made);
    STATUS_TRY(renumber(made, numbers, error));
    join_portions(made);
    return add_up(made, work, error);
}

/* ---- Members --------------------------------------------------------------------------------- */

void box_members_free(box_members *list) {
    memory_free(list->begin);
    memory_free(list->tuple);
    memory_free(list->copies);
    *list = (box_members){0};
}

/* begin[c + 1] is first where the next member of c goes, and ends as where c ends. */
static void fill_members(box_members *out, const box_clusters *of) {
    size_t portions = of->first[of->tuples];
    for (size_t i = 0; i < portions; i++)
        if (of->portion[i].cluster != BOX_BLANK)
            out->begin[of->portion[i].cluster + 2]++;
    for (size_t c = 2; c < of->clusters + 2; c++)
        out->begin[c] += out->begin[c - 1];
    for (size_t t = 0; t < of->tuples; t++)
        for (size_t i = of->first[t]; i < of->first[t + 1]; i++) {
            if (of->portion[i].cluster == BOX_BLANK)
                continue;
            size_t at = out->begin[of->portion[i].cluster + 1]++;
            out->tuple[at] = (uint32_t)t;
            out->copies[at] = of->portion[i].copies;
        }
}

shoal_status box_members_list(box_members *out, const box_clusters *of, shoal_error *error) {
    size_t portions = of->first[of->tuples];
    *out = (box_members){
        .begin = memory_zero(of->clusters + 2, sizeof *out->begin),
        .tuple = memory_new(portions, sizeof *out->tuple),
        .copies = memory_new(portions, sizeof *out->copies),
    };
    if (!out->begin || !out->tuple || !out->copies) {
        box_members_free(out);
        return status_no_memory(error);
    }
    fill_members(out, of);
    return SHOAL_OK;
}

/* ---- Holding --------------------------------------------------------------------------------- */

static bool has_forbidden(const box_costs *costs, const box *of) {
    for (size_t a = 0; a < costs->of->attributes; a++)
        if (box_cell_cost(costs, a, of->least[a], of->most[a], of->set ? of->set[a] : 0) >=
            BOX_FORBIDDEN)
            return true;
    return false;
}

static bool rule_holds(const box_table *of, const box_members *members, size_t clusters) {
    for (size_t c = 0; of->rule && c < clusters; c++)
        if (!of->rule(of->rule_context, members->tuple + members->begin[c],
                      members->begin[c + 1] - members->begin[c], 0))
            return false;
    return true;
}

shoal_status box_clusters_check(bool *holds, const box_clusters *of, const box_work *work,
                                shoal_error *error) {
    box_list list;
    box_members members = {0};
    shoal_status status = open_list(&list, work, of->clusters) ? SHOAL_OK : status_no_memory(error);
    *holds = false;
    if (status == SHOAL_OK)
        status = box_members_list(&members, of, error);
    if (status == SHOAL_OK) {
        fill_list(&list, of, work->of);
        *holds = of->blanked <= work->of->blanks;
        for (size_t c = 0; *holds && c < of->clusters; c++) {
            box at = box_at(&list, c);
            *holds = list.rows[c] >= work->of->k && !has_forbidden(work->costs, &at);
        }
        *holds = *holds && rule_holds(work->of, &members, of->clusters);
    }
    box_members_free(&members);
    close_list(&list);
    return status;
}

bool box_clusters_hold(const box_clusters *of, const box_work *work) {
    shoal_error error;
    bool holds;
    return box_clusters_check(&holds, of, work, &error) == SHOAL_OK && holds;
}
