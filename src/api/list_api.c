/* The contents of this build by kind, from the list of each kind. */
#include "base/note.h"
#include "base/warnings.h"
#include "files/codec.h"
#include "report/verdict.h"
#include "search/driver/search.h"
#include "store/source_kind.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>

#define MOST_ITEMS 64

static const shoal_item k_anonymity = {
    "k-anonymity", "every published row has the same quasi-identifiers as at least k - 1 others",
    ""};

static shoal_item models[MOST_ITEMS];
static shoal_item recodings[MOST_ITEMS];
static shoal_item metrics[MOST_ITEMS];
static shoal_item algorithms[MOST_ITEMS];
static shoal_item sources[MOST_ITEMS];
static shoal_item warnings[MOST_ITEMS];
static shoal_item notes[MOST_ITEMS];
static shoal_item conditions[MOST_ITEMS];
static pthread_once_t filled = PTHREAD_ONCE_INIT;

static bool is_listed(const metric *of, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (strcmp(metrics[i].name, of->name) == 0)
            return true;
    return false;
}

/* Recodings share metrics: each is listed once. */
static size_t add_metrics(size_t at, const metric *const *list) {
    for (; *list && at + 1 < MOST_ITEMS; list++)
        if (!is_listed(*list, at))
            metrics[at++] = (shoal_item){(*list)->name, (*list)->summary, ""};
    return at;
}

/* What is a stream of bytes may also be compressed. */
static void add_sources(void) {
    static struct { char name[32], summary[64]; } packed[MOST_ITEMS];
    size_t at = 0;
    for (size_t i = 0; source_kind_list[i] && at + 1 < MOST_ITEMS; i++) {
        const source_kind *kind = source_kind_list[i];
        if (kind->is_built && !kind->is_built())
            continue;
        sources[at++] = (shoal_item){kind->name, kind->summary, ""};
        for (size_t c = 0; kind->is_bytes && codec_list[c] && at + 1 < MOST_ITEMS; c++, at++) {
            snprintf(packed[at].name, sizeof packed[at].name, "%s%s", kind->name,
                     codec_list[c]->suffix);
            snprintf(packed[at].summary, sizeof packed[at].summary, "the same, compressed with %s",
                     codec_list[c]->name);
            sources[at] = (shoal_item){packed[at].name, packed[at].summary, ""};
        }
    }
}

/* What is looked at, and what keeps a verdict green. */
static void add_conditions(void) {
    static char summary[MOST_ITEMS][200];
    for (size_t i = 0; verdict_rows[i].name && i + 1 < MOST_ITEMS; i++) {
        const verdict_row *row = &verdict_rows[i];
        snprintf(summary[i], sizeof summary[i], "%s: %s", row->looked_at, row->threshold);
        conditions[i] = (shoal_item){row->name, summary[i], verdict_whole_name(row->worst)};
    }
}

static void fill(void) {
    add_sources();
    for (size_t i = 0; warning_codes[i].name && i + 1 < MOST_ITEMS; i++)
        warnings[i] = (shoal_item){warning_codes[i].name, warning_codes[i].summary, ""};
    add_conditions();
    for (size_t i = 0; note_codes[i].name && i + 1 < MOST_ITEMS; i++)
        notes[i] = (shoal_item){note_codes[i].name, note_codes[i].summary, ""};
    for (size_t i = 0; recoding_list[i] && i + 1 < MOST_ITEMS; i++)
        recodings[i] = (shoal_item){recoding_list[i]->name, recoding_list[i]->summary, ""};
    models[0] = k_anonymity;
    for (size_t i = 0; privacy_model_list[i] && i + 2 < MOST_ITEMS; i++)
        models[i + 1] =
            (shoal_item){privacy_model_list[i]->name, privacy_model_list[i]->summary, ""};
    size_t listed = 0;
    for (size_t i = 0; recoding_list[i]; i++)
        listed = add_metrics(listed, recoding_list[i]->metrics);
    for (size_t i = 0; algorithm_list[i] && i + 1 < MOST_ITEMS; i++)
        algorithms[i] = (shoal_item){algorithm_list[i]->name, algorithm_list[i]->summary,
                                     algorithm_list[i]->recoding->name};
}

const shoal_item *shoal_list(const char *kind) {
    static const struct {
        const char *kind;
        const shoal_item *items;
    } lists[] = {
        {"algorithms", algorithms}, {"metrics", metrics},       {"models", models},
        {"recodings", recodings},   {"sources", sources},       {"warnings", warnings},
        {"notes", notes},           {"conditions", conditions},
    };
    pthread_once(&filled, fill);
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        if (strcmp(lists[i].kind, kind) == 0)
            return lists[i].items;
    return NULL;
}

const shoal_parameter *shoal_algorithm_parameters(const char *of, const char *name) {
    const algorithm *found = algorithm_find(of, name);
    return found ? found->parameters : NULL;
}
