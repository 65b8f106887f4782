/* `auto` on the lattice. */
#include "search/driver/auto_search.h"
#include "search/lattice/search_lattice.h"

static const portfolio on_levels = {
    .exact = &algorithm_optimal,
    .heuristics = {{&algorithm_local, NULL}},
    .patience = 30000,
    .patient_work = 4e8,
};

static const shoal_parameter parameters[] = {
    {"probe", "131072", "nodes of the smallest interval that is probed"},
    {"blocks", "2000", "evaluations before blocks of attributes are searched for a bound"},
    AUTO_EFFORT,
    {NULL, NULL, NULL},
};

const algorithm algorithm_auto = {
    .name = "auto",
    .summary = "the default: exact if the proof finishes, else a portfolio; states the gap",
    .recoding = &lattice_recoding,
    .letter = 'X',
    .exact = true,
    .portfolio = &on_levels,
    .parameters = parameters,
    .start = auto_start,
    .step = auto_step,
    .finish = auto_finish,
};
