/* Domains from nested parentheses such as "((AB)(CDE)F(GH))", one letter per leaf, and strings of
 * bits from texts such as "0111110". Everything asserts. */
#ifndef SHOAL_TESTS_TAXONOMIES_H
#define SHOAL_TESTS_TAXONOMIES_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/random.h"
#include "data/ordered_domain.h"

#define TAXONOMY_DEEPEST 64
#define TAXONOMY_LONGEST 4096

/* Only what partitions look at. */
static inline ordered_domain taxonomy_of(const char *nested, bool constrained) {
    ordered_domain made = {.name = "x", .order = ORDER_TAXONOMY, .constrained = constrained};
    uint32_t open[TAXONOMY_DEEPEST] = {0};
    size_t depth = 0;
    made.nodes = calloc(strlen(nested) + 1, sizeof *made.nodes);
    assert_non_null(made.nodes);
    for (const char *at = nested; *at; at++) {
        if (*at == ')') {
            assert_true(depth > 0);
            taxonomy_node *closed = &made.nodes[open[--depth]];
            closed->end = made.size;
            closed->next = made.node_count;
            continue;
        }
        uint32_t node = made.node_count++;
        made.nodes[node].begin = made.size;
        if (*at == '(') {
            assert_true(depth < TAXONOMY_DEEPEST);
            open[depth++] = node;
        } else {
            made.nodes[node].end = ++made.size;
            made.nodes[node].next = made.node_count;
        }
    }
    assert_int_equal(depth, 0);
    made.count = made.size;
    return made;
}

static inline void taxonomy_free(ordered_domain *made) {
    free(made->nodes);
    free(made->required);
}

/* Some boundaries become required; `required` has room for all of them. */
static inline void taxonomy_require(bool *required, uint32_t size, random_stream *stream) {
    uint64_t one_in = 1 + random_below(stream, 6);
    for (uint32_t p = 0; p + 1 < size; p++)
        required[p] = random_below(stream, one_in) == 0;
}

/* Random nested parentheses over `leaves` leaves; returns the end of the text. */
static inline char *taxonomy_draw(char *out, size_t leaves, random_stream *stream) {
    if (leaves == 1) {
        *out++ = 'x';
        *out = '\0';
        return out;
    }
    *out++ = '(';
    size_t most = leaves - 1;
    while (leaves > 0) {
        size_t child = 1 + random_below(stream, leaves < most ? leaves : most);
        if (random_below(stream, 3) == 0)
            child = 1;
        out = taxonomy_draw(out, child, stream);
        leaves -= child;
    }
    *out++ = ')';
    *out = '\0';
    return out;
}

/* Writes one bit per character from `offset` on; returns their number. */
static inline size_t bits_of(uint64_t *bits, size_t offset, const char *digits) {
    for (size_t i = 0; digits[i]; i++) {
        uint64_t mask = UINT64_C(1) << ((offset + i) % 64);
        bits[(offset + i) / 64] &= ~mask;
        if (digits[i] == '1')
            bits[(offset + i) / 64] |= mask;
    }
    return strlen(digits);
}

static inline void bits_text(char *out, const uint64_t *bits, size_t offset, size_t count) {
    for (size_t i = 0; i < count; i++)
        out[i] = bits[(offset + i) / 64] >> ((offset + i) % 64) & 1 ? '1' : '0';
    out[count] = '\0';
}

/* By the definition: required boundaries are there, and every group is exactly the leaves of one
 * node. */
static inline bool partition_is_allowed(const ordered_domain *of, const uint64_t *bits,
                                        size_t offset) {
    for (size_t at = 0; of->required && at + 1 < of->size; at++)
        if (of->required[at] && !(bits[(offset + at) / 64] >> ((offset + at) % 64) & 1))
            return false;
    if (!of->constrained)
        return true;
    uint32_t begin = 0;
    for (uint32_t end = 1; end <= of->size; end++) {
        size_t bit = offset + end - 1;
        if (end < of->size && !(bits[bit / 64] >> (bit % 64) & 1))
            continue;
        bool found = false;
        for (uint32_t node = 0; node < of->node_count; node++)
            found |= of->nodes[node].begin == begin && of->nodes[node].end == end;
        if (!found)
            return false;
        begin = end;
    }
    return true;
}

#endif
