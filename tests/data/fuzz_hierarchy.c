/* Any bytes as a hierarchy file: read, sealed, bound to its own values, cut, and rebuilt by every
 * builder from them. */
#include "data/bound_hierarchy.h"
#include "data/column_type.h"
#include "data/hierarchy_build.h"
#include "data/ordered_domain.h"
#include "store/csv_source.h"
#include "store/hierarchy_csv.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char *const specs[] = {"auto",       "ranges",       "ranges:0.5,5,10@1",
                                    "bands",      "magnitudes",   "intervals",
                                    "mask:right", "mask:left",    "prefix",
                                    "dates",      "dates:week",   "grown",
                                    "flat",       "groups:a|b;c", "icd10",
                                    "countries",  "m49",          "nuts"};

static void require(bool holds) {
    if (!holds)
        abort();
}

/* Every other boundary of the values; no two groups have the same text. */
static void publish(const ordered_domain *of) {
    uint32_t *begins = memory_new(of->size, sizeof *begins), groups = 0;
    bound_hierarchy published;
    if (!begins)
        abort();
    for (uint32_t p = 0; p < of->size; p += 1 + p % 3)
        begins[groups++] = p;
    require(ordered_domain_hierarchy(&published, of, begins, groups, NULL) == SHOAL_OK);
    bound_hierarchy_free(&published);
    memory_free(begins);
}

static void cut(const column *values, const bound_hierarchy *bound,
                const shoal_hierarchy *hierarchy, const shoal_plan *plan, size_t rows) {
    ordered_domain made;
    if (ordered_domain_make(&made, values, bound, hierarchy, plan, NULL) != SHOAL_OK)
        return;
    uint64_t sum = made.rows_apart;
    uint32_t leaves = 0;
    for (uint32_t p = 0; p < made.size; p++)
        sum += made.rows[p];
    for (uint32_t n = 0; n < made.node_count; n++)
        if (taxonomy_is_leaf(&made.nodes[n]))
            require(made.nodes[n].begin == leaves++);
    require(sum == rows && leaves == made.size && made.nodes[0].next == made.node_count);
    publish(&made);
    ordered_domain_free(&made);
}

static void bind_to_own_values(const shoal_hierarchy *hierarchy, const column *values,
                               const shoal_plan *plan, size_t rows) {
    bound_hierarchy bound;
    if (bound_hierarchy_bind(&bound, values, hierarchy, plan, rows, NULL, NULL) != SHOAL_OK)
        return;
    uint64_t sum = 0;
    for (uint32_t group = 0; group < bound.level[bound.height].size; group++)
        sum += bound.level[bound.height].frequency[group];
    require(sum == rows);
    cut(values, &bound, hierarchy, plan, rows);
    bound_hierarchy_free(&bound);
}

static void build_all(const column *values, const shoal_plan *plan, size_t rows) {
    value_list list;
    require(value_list_make(&list, &values->values, plan, NULL) == SHOAL_OK);
    for (size_t i = 0; i < sizeof specs / sizeof *specs; i++) {
        build_input input = {.name = values->name, .values = list.values, .count = list.count};
        shoal_hierarchy *built = NULL;
        text described = {0};
        if (hierarchy_build(&built, &input, specs[i], &described, NULL) == SHOAL_OK)
            bind_to_own_values(built, values, plan, rows);
        text_free(&described);
        shoal_hierarchy_free(built);
    }
    memory_free(list.values);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    source_options options = {.header = SHOAL_NO, .label = "fuzz"};
    shoal_table *table = NULL;
    shoal_error error = {0};
    if (csv_read_memory(&table, (const char *)data, size, &options, &error) != SHOAL_OK)
        return 0;
    shoal_hierarchy *hierarchy = NULL;
    shoal_plan *plan = NULL;
    require(shoal_plan_new(&plan, NULL) == SHOAL_OK);
    if (hierarchy_read_memory(&hierarchy, (const char *)data, size, "fuzz", &error) == SHOAL_OK &&
        hierarchy_seal(hierarchy, &error) == SHOAL_OK &&
        hierarchy_add_top(hierarchy, &error) == SHOAL_OK) {
        plan->domain = size % 2 ? DOMAIN_HIERARCHY : DOMAIN_DATA;
        plan->missing = size % 3 ? MISSING_CATEGORY : MISSING_WILDCARD;
        plan_attribute *attribute = plan_attribute_named(plan, table->column[0].name);
        if (!attribute)
            abort();
        attribute->constrained = size % 5 == 0;
        attribute->finest = size % 7 == 0;
        bind_to_own_values(hierarchy, &table->column[0], plan, table->rows);
    }
    build_all(&table->column[0], plan, table->rows);
    shoal_hierarchy_free(hierarchy);
    shoal_plan_free(plan);
    shoal_table_free(table);
    return 0;
}
