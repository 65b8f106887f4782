#include "hierarchy_tree.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LINES_SHOWN 40
#define VALUES_SHOWN 8

typedef struct tree {
    const shoal_hierarchy *of;
    int64_t values;
    int64_t height;
    int64_t level;  /* that compare_labels looks at */
    int64_t *rank;  /* [level * values + value] first value with the same label */
    int64_t *order; /* values such that each group's stand together */
    int64_t lines;
    int64_t most_lines;
    int64_t most_values; /* on a line */
} tree;

static int compare_numbers(int64_t a, int64_t b) {
    return (a > b) - (a < b);
}

static int compare_labels(const void *a, const void *b, void *context) {
    const tree *shown = context;
    int64_t one = *(const int64_t *)a, other = *(const int64_t *)b;
    int labels = strcmp(shoal_hierarchy_label(shown->of, one, shown->level),
                        shoal_hierarchy_label(shown->of, other, shown->level));
    return labels ? labels : compare_numbers(one, other);
}

static int compare_paths(const void *a, const void *b, void *context) {
    const tree *shown = context;
    int64_t one = *(const int64_t *)a, other = *(const int64_t *)b;
    for (int64_t level = shown->height; level > 0; level--) {
        const int64_t *rank = &shown->rank[level * shown->values];
        if (rank[one] != rank[other])
            return compare_numbers(rank[one], rank[other]);
    }
    return compare_numbers(one, other);
}

/* Ranks the values of one level and returns the number of its groups. */
static int64_t rank_level(tree *shown, int64_t level) {
    int64_t groups = 0, first = 0;
    int64_t *rank = &shown->rank[level * shown->values];
    shown->level = level;
    qsort_r(shown->order, (size_t)shown->values, sizeof *shown->order, compare_labels, shown);
    for (int64_t i = 0; i < shown->values; i++) {
        int64_t value = shown->order[i];
        if (i == 0 || strcmp(shoal_hierarchy_label(shown->of, first, level),
                             shoal_hierarchy_label(shown->of, value, level)) != 0) {
            first = value;
            groups++;
        }
        rank[value] = first;
    }
    return groups;
}

/* Labels come from files: nothing in them may steer the terminal. */
static void print_label(const char *label) {
    if (!*label)
        fputs("(empty)", stdout);
    for (; *label; label++)
        putchar((unsigned char)*label < 0x20 || *label == 0x7f ? '?' : *label);
}

static bool begin_line(tree *shown, int64_t indent) {
    if (shown->lines++ >= shown->most_lines)
        return false;
    printf("%*s", (int)(2 * indent), "");
    return true;
}

static bool same_group(const tree *shown, int64_t a, int64_t b, int64_t level) {
    const int64_t *rank = &shown->rank[level * shown->values];
    return rank[shown->order[a]] == rank[shown->order[b]];
}

/* The names of the groups above that begin with this value. */
static void print_ancestors(tree *shown, int64_t at) {
    bool begun = at == 0;
    for (int64_t level = shown->height; level > 1; level--) {
        begun |= at > 0 && !same_group(shown, at - 1, at, level);
        if (begun && begin_line(shown, shown->height - level)) {
            print_label(shoal_hierarchy_label(shown->of, shown->order[at], level));
            putchar('\n');
        }
    }
}

static void print_members(tree *shown, int64_t begin, int64_t end) {
    if (!begin_line(shown, shown->height > 0 ? shown->height - 1 : 0))
        return;
    if (shown->height > 0) {
        print_label(shoal_hierarchy_label(shown->of, shown->order[begin], 1));
        fputs(": ", stdout);
    }
    int64_t stop = end - begin > shown->most_values ? begin + shown->most_values : end;
    for (int64_t i = begin; i < stop; i++) {
        fputs(i > begin ? ", " : "", stdout);
        print_label(shoal_hierarchy_label(shown->of, shown->order[i], 0));
    }
    if (stop < end)
        printf(", … (%" PRId64 " values)", end - begin);
    putchar('\n');
}

static void print_tree(tree *shown) {
    qsort_r(shown->order, (size_t)shown->values, sizeof *shown->order, compare_paths, shown);
    for (int64_t begin = 0, end; begin < shown->values; begin = end) {
        end = begin + 1;
        while (shown->height > 0 && end < shown->values && same_group(shown, begin, end, 1))
            end++;
        print_ancestors(shown, begin);
        print_members(shown, begin, end);
    }
    if (shown->lines > shown->most_lines)
        printf("… %" PRId64 " more lines; --all shows them\n", shown->lines - shown->most_lines);
}

static void print_levels(tree *shown) {
    puts("level    groups");
    for (int64_t level = 0; level <= shown->height; level++)
        printf("%5" PRId64 " %9" PRId64 "\n", level, rank_level(shown, level));
    putchar('\n');
}

bool hierarchy_tree_print(const shoal_hierarchy *hierarchy, bool all) {
    tree shown = {.of = hierarchy,
                  .values = shoal_hierarchy_values(hierarchy),
                  .height = shoal_hierarchy_height(hierarchy),
                  .most_lines = all ? INT64_MAX : LINES_SHOWN,
                  .most_values = all ? INT64_MAX : VALUES_SHOWN};
    size_t values = (size_t)shown.values + 1;
    shown.order = calloc(values, sizeof *shown.order);
    shown.rank = calloc(values * (size_t)(shown.height + 1), sizeof *shown.rank);
    bool enough = shown.order && shown.rank;
    for (int64_t i = 0; enough && i < shown.values; i++)
        shown.order[i] = i;
    if (enough) {
        print_levels(&shown);
        print_tree(&shown);
    }
    free(shown.order);
    free(shown.rank);
    return enough;
}
