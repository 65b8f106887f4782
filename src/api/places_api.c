/* Where tables come from and go to, from the lists of sources and sinks. */
#include "store/sink_kind.h"
#include "store/source_kind.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>

#define MOST_PLACES 32
#define WORDS_SIZE 80

static shoal_place places[MOST_PLACES];
static char words[MOST_PLACES][3][WORDS_SIZE];
static pthread_once_t filled = PTHREAD_ONCE_INIT;

/* With blanks between them. */
static const char *join(char out[WORDS_SIZE], const char *const *list) {
    size_t used = 0;
    for (; *list && used < WORDS_SIZE; list++)
        used += (size_t)snprintf(out + used, WORDS_SIZE - used, "%s%s", used ? " " : "", *list);
    return out;
}

static const sink_kind *sink_called(const char *name) {
    for (size_t i = 0; sink_kind_list[i]; i++)
        if (strcmp(sink_kind_list[i]->name, name) == 0)
            return sink_kind_list[i];
    return NULL;
}

static void fill(void) {
    for (size_t i = 0; source_kind_list[i] && i + 1 < MOST_PLACES; i++) {
        const source_kind *from = source_kind_list[i];
        const sink_kind *to = sink_called(from->name);
        bool built = !from->is_built || from->is_built();
        places[i] = (shoal_place){
            .name = from->name,
            .summary = from->summary,
            .suffixes = join(words[i][0], from->suffixes),
            .written = to ? join(words[i][1], to->suffixes) : "",
            .schemes = join(words[i][2], from->schemes),
            .is_packed = from->is_bytes,
            .reads = true,
            .writes = to != NULL,
            .is_built = built,
            .install = built || !from->install ? "" : from->install,
        };
    }
}

const shoal_place *shoal_places(void) {
    pthread_once(&filled, fill);
    return places;
}
