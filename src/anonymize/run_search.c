#include "anonymize/run_search.h"

#include "base/hash.h"
#include "recode/problem_fingerprint.h"

#include <inttypes.h>
#include <stdio.h>

void run_search_close(run_search *run) {
    search_close(&run->search);
    checkpoint_close(run->checkpoint);
    arena_free(&run->front.memory);
    for (size_t i = 0; i < run->other_count; i++)
        run->others[i]->kind->close(run->others[i]);
    if (run->space)
        run->space->kind->close(run->space);
}

shoal_status run_search_open(run_search *out, const run_request *request, recoder *by,
                             shoal_error *error) {
    const metric *sums[OBJECTIVES_MOST] = {request->metric};
    size_t count = 1;
    if (request->objectives.count > 0)
        count = objectives_sums(&request->objectives, sums);
    STATUS_TRY(run_request_open_space(&out->space, request, by, sums[0], error));
    for (size_t i = 1; i < count; i++, out->other_count++)
        STATUS_TRY(run_request_open_space(&out->others[i - 1], request, by, sums[i], error));
    return SHOAL_OK;
}

void run_search_name_task(char out[17], const recoding_space *space) {
    fingerprint of = fingerprint_take(space);
    uint64_t hash = 0;
    for (size_t i = 0; i < FINGERPRINT_PARTS; i++)
        hash = hash_mix(hash ^ of.part[i]) + 1;
    snprintf(out, 17, "%016" PRIx64, hash);
}
