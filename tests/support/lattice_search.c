#include "support/lattice_search.h"
#include "support/random_cases.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include <string.h>

static const shoal_parameter *settings_for(const lattice_problem *made, const algorithm *of) {
    static const shoal_parameter probing[] = {{"probe", "1", NULL}, {NULL, NULL, NULL}};
    static const shoal_parameter dividing[] = {
        {"probe", "1", NULL}, {"blocks", "0", NULL}, {NULL, NULL, NULL}};
    bool probes = of->parameters->name && strcmp(of->parameters->name, "probe") == 0;
    if (!probes || made->seed % 3 == 0)
        return NULL;
    return made->seed % 3 == 1 ? probing : dividing;
}

lattice_outcome lattice_search(lattice_problem *made, size_t target, const char *name,
                               const shoal_parameter *settings, int threads, int64_t evaluations) {
    thread_pool *pool = property_threads(threads);
    lattice *space = lattice_problem_open(made, metric_list[target], pool);
    const algorithm *by = algorithm_find("lattice", name);
    search_setup setup = {
        .space = lattice_as_space(space),
        .algorithm = by,
        .limits = {.evaluations = evaluations},
        .settings = settings ? settings : settings_for(made, by),
        .seed = made->seed,
    };
    search run;
    assert_int_equal(search_run(&run, &setup, NULL), SHOAL_OK);
    lattice_outcome out = {
        .found = run.found,
        .closed = run.stopped_by == STOPPED_BY_PROOF,
        .proven = search_is_proven(&run),
        .best = run.best,
        .bound = run.bound,
        .evaluations = run.evaluations,
        .memo_hits = run.memo_hits,
    };
    memcpy(out.node, run.best_node, made->attributes);
    search_close(&run);
    lattice_close(space);
    threads_stop(pool);
    return out;
}
