/* Classes that a person fits and cannot be in: everybody has one row, so that a person can be in
 * another class than his own only where a chain of exchanges leads from it back to his own. The
 * rows that are suppressed or left out are one class, which everybody fits. */
#include "attack/attack_parts.h"
#include "base/strong_components.h"

#include <string.h>

/* Arcs that are listed at most. */
#define MOST_ARCS ((size_t)8 << 20)
/* After so many people it is known about how much work all of them take. */
#define FIRST_PEOPLE 500

typedef struct exchange_arcs {
    attack_finder *finder;
    const attack_people *people;
    size_t nodes;    /* classes and, as the last, what is suppressed or left out */
    uint32_t *order; /* [count] rows of the original, by their own class */
    size_t count;
    size_t *begin; /* [nodes + 1] where those of a class begin */
    uint32_t *arc; /* where arcs of a class lead, each class once, */
    size_t *first; /* [nodes + 1] and where they begin */
    size_t arcs, capacity;
    uint32_t *stamp; /* [nodes] one more than the class that has an arc there already */
    size_t *at;      /* [nodes] how far its arcs have been followed */
    size_t tried;    /* people */
    uint64_t work, most;
    bool hopeless; /* there is too much work, or a person does not fit their own class */
} exchange_arcs;

/* Whether a row takes part: it counts, and what the release has of it does. */
static bool takes_part(const exchange_arcs *of, size_t row) {
    uint32_t released = of->finder->released_of[row];
    return attack_counts(of->people, row) &&
           (released == ATTACK_NONE || of->finder->release->class_of[released] < of->nodes);
}

static bool sort_people(exchange_arcs *of) {
    size_t rows = of->people->rows;
    of->order = memory_new(rows, sizeof *of->order);
    of->begin = memory_zero(of->nodes + 2, sizeof *of->begin);
    if (!of->order || !of->begin)
        return false;
    for (size_t row = 0; row < rows; row++)
        if (takes_part(of, row))
            of->begin[attack_own_class(of->finder, row) + 2]++;
    for (size_t c = 1; c <= of->nodes; c++)
        of->begin[c + 1] += of->begin[c];
    for (size_t row = 0; row < rows; row++)
        if (takes_part(of, row))
            of->order[of->begin[attack_own_class(of->finder, row) + 1]++] = (uint32_t)row;
    of->count = of->begin[of->nodes];
    return true;
}

static bool add_arc(exchange_arcs *of, uint32_t from, uint32_t to) {
    if (to == from || of->stamp[to] == from + 1)
        return true;
    if (!memory_grow((void **)&of->arc, &of->capacity, of->arcs + 1, sizeof *of->arc))
        return false;
    of->stamp[to] = from + 1;
    of->arc[of->arcs++] = to;
    return true;
}

/* Arcs of a person. */
static bool add_person(exchange_arcs *of, uint32_t class, size_t row) {
    attack_finder *in = of->finder;
    bool own = class + 1 == of->nodes, fine = true;
    of->work += attack_find(in, of->people, row);
    for (size_t c = 0; fine && in->covered && c < in->count; c++) {
        own |= in->found[c] == class;
        fine = add_arc(of, class, in->found[c]);
    }
    of->tried++;
    of->hopeless |= !own || of->work > of->most || of->arcs > MOST_ARCS;
    if (of->tried == FIRST_PEOPLE)
        of->hopeless |= of->work / FIRST_PEOPLE > of->most / of->count;
    return fine;
}

/* A row of a class that is not known to be a person's leaves room for others. */
static bool add_class(exchange_arcs *of, uint32_t class) {
    bool last = class + 1 == of->nodes, fine = true;
    size_t people = of->begin[class + 1] - of->begin[class];
    bool hidden = of->count > of->begin[of->nodes - 1];
    of->hopeless |= !last && people != attack_class_rows(of->finder, class);
    for (size_t i = of->begin[class]; fine && !of->hopeless && i < of->begin[class + 1]; i++)
        fine = add_person(of, class, of->order[i]);
    return fine && (people == 0 || !hidden || add_arc(of, class, (uint32_t)of->nodes - 1));
}

static bool add_classes(exchange_arcs *of) {
    bool fine = true;
    for (uint32_t class = 0; fine && !of->hopeless && class < of->nodes; class ++) {
        of->first[class] = of->arcs;
        fine = add_class(of, class);
        of->first[class + 1] = of->arcs;
    }
    return fine;
}

static uint32_t next_arc(void *context, uint32_t class) {
    exchange_arcs *of = context;
    return of->at[class] < of->first[class + 1] ? of->arc[of->at[class]++] : COMPONENT_NO_ARC;
}

static bool find_components(exchange_arcs *of) {
    if (!add_classes(of))
        return false;
    if (of->hopeless || of->arcs == 0)
        return true;
    component_graph graph = {.nodes = (uint32_t)of->nodes, .next = next_arc, .context = of};
    uint32_t *component = memory_new(of->nodes, sizeof *component);
    memcpy(of->at, of->first, of->nodes * sizeof *of->at);
    if (!component || !strong_components(component, &graph)) {
        memory_free(component);
        return false;
    }
    of->finder->component = component;
    of->finder->exchanged = of->people;
    return true;
}

shoal_status attack_exchange(attacking *run, shoal_error *error) {
    const attack_release *release = run->task->release;
    run->finder.released_of = run->released_of;
    if (!run->released_of || release->unknown || release->numbers)
        return SHOAL_OK;
    exchange_arcs of = {.finder = &run->finder,
                        .people = run->task->original,
                        .nodes = release->classes + 1,
                        .most = attack_part(run, 4)};
    of.first = memory_zero(of.nodes + 1, sizeof *of.first);
    of.stamp = memory_zero(of.nodes, sizeof *of.stamp);
    of.at = memory_new(of.nodes, sizeof *of.at);
    bool fine = of.first && of.stamp && of.at && sort_people(&of) && find_components(&of);
    run->work -= of.work < run->work ? of.work : run->work;
    memory_free(of.order);
    memory_free(of.begin);
    memory_free(of.arc);
    memory_free(of.first);
    memory_free(of.stamp);
    memory_free(of.at);
    return fine ? SHOAL_OK : status_no_memory(error);
}
