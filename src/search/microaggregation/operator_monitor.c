#include "search/microaggregation/operator_monitor.h"

#include "base/memory.h"

#include <assert.h>
#include <math.h>

typedef struct monitored_generation {
    generation_record population;
    operator_record made_by[GROUP_OPERATORS];
} monitored_generation;

struct operator_monitor {
    operator_monitor_settings settings;
    monitored_generation *generations;
    size_t count;
    size_t held;
};

operator_monitor *operator_monitor_open(const operator_monitor_settings *settings) {
    operator_monitor *monitor = memory_zero(1, sizeof *monitor);
    if (monitor)
        monitor->settings = *settings;
    return monitor;
}

void operator_monitor_close(operator_monitor *monitor) {
    if (!monitor)
        return;
    memory_free(monitor->generations);
    memory_free(monitor);
}

/* ---- Collecting ---------------------------------------------------------------------------- */

bool operator_monitor_begin(operator_monitor *monitor) {
    if (!memory_grow((void **)&monitor->generations, &monitor->held, monitor->count + 1,
                     sizeof *monitor->generations))
        return false;
    monitor->generations[monitor->count++] = (monitored_generation){0};
    return true;
}

/* (1/r - 1) * 100 and (1 - r) * 100 of formula 4.3, with less rounding. */
static void count_worsening(operator_record *record, double cost, double reference) {
    double change = (reference - cost) / cost * 100;
    record->worsened++;
    record->worsenings += change;
    record->largest_worsening = fmin(record->largest_worsening, change);
    record->printed_worsenings -= reference / cost * 100;
}

static void count_improvement(operator_record *record, double cost, double reference) {
    double change = (reference - cost) / reference * 100;
    record->improved++;
    record->improvements += change;
    record->largest_improvement = fmax(record->largest_improvement, change);
    record->printed_improvements += cost / reference * 100;
}

void operator_monitor_create(operator_monitor *monitor, group_operator maker, double cost,
                             double reference) {
    assert(monitor->count > 0);
    operator_record *record = &monitor->generations[monitor->count - 1].made_by[maker];
    record->created++;
    if (cost > reference) {
        count_worsening(record, cost, reference);
    } else if (cost < reference) {
        count_improvement(record, cost, reference);
    } else {
        record->equal++;
        record->printed_improvements += 100;
    }
}

void operator_monitor_end(operator_monitor *monitor, const generation_record *population) {
    monitor->generations[monitor->count - 1].population = *population;
}

static operator_record *record_of(operator_monitor *monitor, const operator_life *life) {
    assert(life->born < monitor->count && life->born <= life->died);
    operator_record *record = &monitor->generations[life->born].made_by[life->maker];
    record->lifetimes += life->died - life->born;
    return record;
}

void operator_monitor_discard(operator_monitor *monitor, const operator_life *life) {
    operator_record *record = record_of(monitor, life);
    record->discarded_unused += !life->parent;
    record->clones += life->clone;
}

void operator_monitor_survive(operator_monitor *monitor, const operator_life *life) {
    record_of(monitor, life)->alive_unused += !life->parent;
}

/* ---- Reading ------------------------------------------------------------------------------- */

const operator_monitor_settings *operator_monitor_settings_of(const operator_monitor *monitor) {
    return &monitor->settings;
}

size_t operator_monitor_generations(const operator_monitor *monitor) {
    return monitor->count;
}

const generation_record *operator_monitor_generation(const operator_monitor *monitor,
                                                     size_t generation) {
    return &monitor->generations[generation].population;
}

const operator_record *operator_monitor_record(const operator_monitor *monitor, size_t generation,
                                               group_operator maker) {
    return &monitor->generations[generation].made_by[maker];
}

double operator_record_mean(double sum, uint64_t children) {
    return children > 0 ? sum / (double)children : NAN;
}
