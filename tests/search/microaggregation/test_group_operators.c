/* The genetic operations on groupings, against what the thesis says of each. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "search/microaggregation/group_operators.h"
#include "support/random_cases.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST 8 /* attributes of a node in letters */

static void put(group_number *node, const char *letters) {
    for (size_t a = 0; letters[a]; a++)
        node[a] = (group_number)(letters[a] - 'A');
}

static void write_letters(char *out, const group_number *node, size_t attributes) {
    for (size_t a = 0; a < attributes; a++)
        out[a] = (char)('A' + node[a]);
    out[attributes] = '\0';
}

/* ---- Crossover by hand --------------------------------------------------------------------- */

typedef struct inject_case {
    const char *name;
    const char *donor, *other;
    size_t low, high;
    const char *child;
} inject_case;

static const inject_case injections[] = {
    {"one group of three, the rest as in the other", "ABBCA", "AABCC", 1, 2, "ABBCC"},
    {"a group of the other is torn", "ABABB", "AAABB", 0, 1, "ABACC"},
    {"the same letters are not the same groups", "AABB", "ABAB", 1, 2, "ABCC"},
    {"two neighbouring groups", "ABCDAB", "AAABBB", 1, 3, "ABCDDB"},
    {"the whole donor", "ABCA", "AAAA", 0, 3, "ABCA"},
    {"a donor of one group", "AAAA", "ABCD", 0, 1, "AAAA"},
    {"the other's groups vanish when nothing is left", "AAAB", "ABCC", 0, 1, "AAAB"},
    {"all alone, in the middle", "ABCDE", "AAAAA", 2, 3, "AABAA"},
    {"one attribute", "A", "A", 0, 1, "A"},
};

static void crossover_injects_whole_groups(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof injections / sizeof *injections; i++) {
        const inject_case *each = &injections[i];
        group_number donor[MOST], other[MOST], child[MOST], scratch[MOST];
        char letters[MOST + 1];
        size_t attributes = strlen(each->donor);
        put(donor, each->donor);
        put(other, each->other);
        group_inject(child, donor, (group_site){each->low, each->high}, other, attributes, scratch);
        write_letters(letters, child, attributes);
        if (strcmp(letters, each->child) != 0)
            fail_msg("%s: %s, not %s", each->name, letters, each->child);
    }
}

/* ---- Sets of sets: the slow twin ----------------------------------------------------------- */

/* A grouping as bits of attributes; in any order, empty ones count for nothing. */
typedef struct sets {
    uint32_t each[2 * MOST];
    size_t count;
} sets;

static sets sets_of(const group_number *node, size_t attributes) {
    sets made = {{0}, group_node_groups(node, attributes)};
    for (size_t a = 0; a < attributes; a++)
        made.each[node[a]] |= 1u << a;
    return made;
}

static uint32_t set_of(const sets *grouping, size_t attribute) {
    for (size_t i = 0; i < grouping->count; i++)
        if (grouping->each[i] >> attribute & 1)
            return grouping->each[i];
    abort();
}

/* Letters in the order of the first attributes. */
static void sets_write(char *letters, const sets *grouping, size_t attributes) {
    char next = 'A';
    memset(letters, 0, attributes + 1);
    for (size_t a = 0; a < attributes; a++) {
        if (letters[a])
            continue;
        for (size_t b = a; b < attributes; b++)
            if (set_of(grouping, a) >> b & 1)
                letters[b] = next;
        next++;
    }
}

static void crossover_is_that_of_sets(void **state) {
    (void)state;
    uint64_t seed = property_seed();
    for (size_t i = 0; i < property_cases(20000); i++) {
        random_stream stream = random_open(seed, "test-crossover", i);
        size_t attributes = 1 + (size_t)random_below(&stream, MOST);
        group_number donor[MOST], other[MOST], child[MOST], scratch[MOST];
        char letters[MOST + 1], expected[MOST + 1];
        group_scatter(donor, attributes, &stream);
        group_scatter(other, attributes, &stream);
        group_site site = group_site_draw(donor, attributes, &stream);
        assert_true(site.low < site.high);
        assert_true(site.high <= group_node_groups(donor, attributes));

        sets given = sets_of(donor, attributes), rest = sets_of(other, attributes), made = {0};
        uint32_t injected = 0;
        for (size_t g = site.low; g < site.high; g++)
            injected |= made.each[made.count++] = given.each[g];
        for (size_t g = 0; g < rest.count; g++)
            made.each[made.count++] = rest.each[g] & ~injected;
        sets_write(expected, &made, attributes);

        group_inject(child, donor, site, other, attributes, scratch);
        write_letters(letters, child, attributes);
        assert_string_equal(letters, expected);
    }
}

static void every_section_is_drawn(void **state) {
    (void)state;
    group_number node[4];
    size_t drawn[5][5] = {{0}};
    put(node, "ABCD");
    for (size_t i = 0; i < 10000; i++) {
        random_stream stream = random_open(7, "test-site", i);
        group_site site = group_site_draw(node, 4, &stream);
        drawn[site.low][site.high]++;
    }
    for (size_t low = 0; low < 5; low++)
        for (size_t high = 0; high < 5; high++)
            assert_in_range(drawn[low][high], low < high ? 800 : 0, low < high ? 1200 : 0);
}

/* ---- Mutations: every child that the thesis allows, and no other ---------------------------- */

#define ATTRIBUTES 5
#define MOST_CHILDREN 4096

typedef struct children {
    char each[MOST_CHILDREN][ATTRIBUTES + 1];
    size_t count;
} children;

static void note(children *all, const char *letters) {
    for (size_t i = 0; i < all->count; i++)
        if (strcmp(all->each[i], letters) == 0)
            return;
    assert_true(all->count < MOST_CHILDREN);
    memcpy(all->each[all->count++], letters, ATTRIBUTES + 1);
}

static void note_sets(children *all, const sets *grouping) {
    char letters[ATTRIBUTES + 1];
    sets_write(letters, grouping, ATTRIBUTES);
    note(all, letters);
}

static void all_created(children *out, const sets *parent) {
    for (uint32_t set = 1; set < 1u << ATTRIBUTES; set++) {
        sets child = *parent;
        for (size_t g = 0; g < child.count; g++)
            child.each[g] &= ~set;
        child.each[child.count++] = set;
        note_sets(out, &child);
    }
}

/* Every way to deal `left` out to the other groups. */
static void deal(children *out, const sets *parent, size_t victim, uint32_t left) {
    if (!left) {
        note_sets(out, parent);
        return;
    }
    uint32_t one = left & (0 - left);
    for (size_t g = 0; g < parent->count; g++) {
        sets child = *parent;
        if (g == victim)
            continue;
        child.each[victim] &= ~one;
        child.each[g] |= one;
        deal(out, &child, victim, left & ~one);
    }
}

static void all_eliminated(children *out, const sets *parent) {
    if (parent->count == 1)
        note_sets(out, parent);
    for (size_t g = 0; parent->count > 1 && g < parent->count; g++)
        deal(out, parent, g, parent->each[g]);
}

static void all_split(children *out, const sets *parent) {
    for (size_t g = 0; g < parent->count; g++)
        for (uint32_t half = 0; half < 1u << ATTRIBUTES; half++) {
            int size = __builtin_popcount(parent->each[g]);
            sets child = *parent;
            if ((half & ~parent->each[g]) || __builtin_popcount(half) != size / 2)
                continue;
            child.each[g] &= ~half;
            child.each[child.count++] = half;
            note_sets(out, &child);
        }
}

static void all_swapped(children *out, const sets *parent) {
    for (size_t a = 0; a < ATTRIBUTES; a++)
        for (size_t b = a + 1; b < ATTRIBUTES; b++) {
            sets child = *parent;
            for (size_t g = 0; g < child.count; g++) {
                uint32_t set = parent->each[g];
                child.each[g] =
                    (set & ~(1u << a | 1u << b)) | (set >> b & 1) << a | (set >> a & 1) << b;
            }
            note_sets(out, &child);
        }
}

static void all_moved(children *out, const sets *parent) {
    if (parent->count == 1)
        note_sets(out, parent);
    for (size_t a = 0; a < ATTRIBUTES; a++)
        for (size_t g = 0; g < parent->count; g++) {
            sets child = *parent;
            if (parent->each[g] >> a & 1)
                continue;
            for (size_t h = 0; h < child.count; h++)
                child.each[h] &= ~(1u << a);
            child.each[g] |= 1u << a;
            note_sets(out, &child);
        }
}

typedef struct mutation_case {
    group_operator which;
    void (*all)(children *out, const sets *parent);
    int fewest, most; /* groups more than the parent has */
} mutation_case;

static const mutation_case mutations[] = {
    {GROUP_CREATE, all_created, -ATTRIBUTES, 1},
    {GROUP_ELIMINATE, all_eliminated, -1, 0},
    {GROUP_SPLIT, all_split, 0, 1},
    {GROUP_ELEMENT_SWAP, all_swapped, 0, 0},
    {GROUP_ELEMENT_MOVE, all_moved, -1, 0},
};

static int compare_letters(const void *a, const void *b) {
    return strcmp(a, b);
}

static void check_children(const mutation_case *each, const group_number *parent) {
    static children allowed, reached;
    sets grouping = sets_of(parent, ATTRIBUTES);
    char name[ATTRIBUTES + 1];
    write_letters(name, parent, ATTRIBUTES);
    allowed.count = reached.count = 0;
    each->all(&allowed, &grouping);
    for (size_t i = 0; i < 3000; i++) {
        random_stream stream = random_open(11, "test-mutation", i);
        group_number child[ATTRIBUTES], scratch[ATTRIBUTES];
        char letters[ATTRIBUTES + 1];
        group_mutate(each->which, child, parent, ATTRIBUTES, scratch, &stream);
        assert_true(group_node_is_canonical(child, ATTRIBUTES));
        int more = (int)group_node_groups(child, ATTRIBUTES) - (int)grouping.count;
        if (more < each->fewest || more > each->most)
            fail_msg("%s of %s: %d groups more", group_operator_name(each->which), name, more);
        write_letters(letters, child, ATTRIBUTES);
        note(&reached, letters);
    }
    qsort(allowed.each, allowed.count, sizeof *allowed.each, compare_letters);
    qsort(reached.each, reached.count, sizeof *reached.each, compare_letters);
    if (allowed.count != reached.count ||
        memcmp(allowed.each, reached.each, allowed.count * sizeof *allowed.each) != 0)
        fail_msg("%s of %s: reaches %zu of %zu children", group_operator_name(each->which), name,
                 reached.count, allowed.count);
}

static void mutations_reach_what_they_may(void **state) {
    (void)state;
    size_t nodes = 0;
    for (uint32_t code = 0; code < 5 * 5 * 5 * 5 * 5; code++) {
        group_number parent[ATTRIBUTES];
        uint32_t left = code;
        for (size_t a = 0; a < ATTRIBUTES; a++, left /= 5)
            parent[a] = (group_number)(left % 5);
        if (!group_node_is_canonical(parent, ATTRIBUTES))
            continue;
        nodes++;
        for (size_t i = 0; i < sizeof mutations / sizeof *mutations; i++)
            check_children(&mutations[i], parent);
    }
    assert_int_equal(nodes, 52);
}

/* ---- Base cases and many attributes -------------------------------------------------------- */

typedef struct clone_case {
    const char *name;
    group_operator which;
    const char *parent;
} clone_case;

static const clone_case clones[] = {
    {"nothing to eliminate", GROUP_ELIMINATE, "AAAA"},
    {"nowhere to move", GROUP_ELEMENT_MOVE, "AAAA"},
    {"nothing to split", GROUP_SPLIT, "ABCD"},
    {"swapped within one group", GROUP_ELEMENT_SWAP, "AAAA"},
    {"swapped among groups of one", GROUP_ELEMENT_SWAP, "ABCD"},
    {"create of one attribute", GROUP_CREATE, "A"},
    {"eliminate of one attribute", GROUP_ELIMINATE, "A"},
    {"split of one attribute", GROUP_SPLIT, "A"},
    {"swap of one attribute", GROUP_ELEMENT_SWAP, "A"},
    {"move of one attribute", GROUP_ELEMENT_MOVE, "A"},
};

static void nothing_to_do_is_a_clone(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof clones / sizeof *clones; i++)
        for (uint64_t draw = 0; draw < 50; draw++) {
            random_stream stream = random_open(3, "test-clone", draw);
            group_number parent[MOST], child[MOST], scratch[MOST];
            char letters[MOST + 1];
            size_t attributes = strlen(clones[i].parent);
            put(parent, clones[i].parent);
            group_mutate(clones[i].which, child, parent, attributes, scratch, &stream);
            write_letters(letters, child, attributes);
            if (strcmp(letters, clones[i].parent) != 0)
                fail_msg("%s: %s", clones[i].name, letters);
        }
}

/* The pairs of attributes of which one node says together and the other apart. */
static size_t differences(const group_number *one, const group_number *other, size_t attributes) {
    size_t count = 0;
    for (size_t a = 0; a < attributes; a++)
        for (size_t b = 0; b < a; b++)
            count += (one[a] == one[b]) != (other[a] == other[b]);
    return count;
}

static void three_hundred_attributes(void **state) {
    (void)state;
    enum { MANY = 300 };
    uint64_t seed = property_seed();
    for (size_t i = 0; i < 200; i++) {
        random_stream stream = random_open(seed, "test-many", i);
        group_number one[MANY], other[MANY], child[MANY], scratch[MANY];
        group_scatter(one, MANY, &stream);
        group_scatter(other, MANY, &stream);
        size_t groups = group_node_groups(one, MANY);
        assert_true(group_node_is_canonical(one, MANY) && groups > 128);
        group_site site = group_site_draw(one, MANY, &stream);
        group_inject(child, one, site, other, MANY, scratch);
        assert_true(group_node_is_canonical(child, MANY));
        for (size_t a = 0; a < MANY; a++)
            for (size_t b = 0; b < a; b++)
                if (one[a] >= site.low && one[a] < site.high)
                    assert_int_equal(child[a] == child[b], one[a] == one[b]);
        group_mutate(GROUP_ELIMINATE, child, one, MANY, scratch, &stream);
        assert_int_equal(group_node_groups(child, MANY), groups - 1);
        group_mutate(GROUP_ELEMENT_MOVE, child, one, MANY, scratch, &stream);
        assert_true(group_node_is_canonical(child, MANY));
        assert_in_range(differences(child, one, MANY), 1, MANY);
        group_mutate(GROUP_CREATE, child, one, MANY, scratch, &stream);
        assert_true(group_node_is_canonical(child, MANY));
        group_mutate(GROUP_SPLIT, child, one, MANY, scratch, &stream);
        assert_in_range(group_node_groups(child, MANY), groups, groups + 1);
    }
}

/* The sizes of new groups are equally likely. */
static void new_groups_have_every_size(void **state) {
    (void)state;
    size_t sizes[ATTRIBUTES + 1] = {0};
    group_number parent[ATTRIBUTES];
    put(parent, "ABCDE");
    for (size_t i = 0; i < 10000; i++) {
        random_stream stream = random_open(5, "test-create", i);
        group_number child[ATTRIBUTES], scratch[ATTRIBUTES];
        group_mutate(GROUP_CREATE, child, parent, ATTRIBUTES, scratch, &stream);
        sizes[ATTRIBUTES + 1 - group_node_groups(child, ATTRIBUTES)]++;
    }
    for (size_t size = 1; size <= ATTRIBUTES; size++)
        assert_in_range(sizes[size], 1800, 2200);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(crossover_injects_whole_groups),
        cmocka_unit_test(crossover_is_that_of_sets),
        cmocka_unit_test(every_section_is_drawn),
        cmocka_unit_test(mutations_reach_what_they_may),
        cmocka_unit_test(nothing_to_do_is_a_clone),
        cmocka_unit_test(three_hundred_attributes),
        cmocka_unit_test(new_groups_have_every_size),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
