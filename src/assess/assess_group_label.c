/* Labels of groups of an ordered domain, as data/ordered_domain_labels.c writes them: they name the
 * first and the last value. */
#include "assess/assess_parts.h"
#include "data/ordered_domain_build.h"
#include "data/star.h"

#include <string.h>

typedef struct piece {
    const char *at;
    size_t length;
} piece;

static bool same(piece one, const char *other, size_t length) {
    return one.length == length && memcmp(one.at, other, length) == 0;
}

/* Without quotes. Doubled quotes inside are not undone: such a label is not found, and stands for
 * what is observed beside it. */
static piece bare(piece of) {
    bool quoted = of.length >= 2 && of.at[0] == '"' && of.at[of.length - 1] == '"';
    return quoted ? (piece){of.at + 1, of.length - 2} : of;
}

/* Whether the piece is the value, or a range that begins with the lower end of the value; below,
 * that ends with its upper end. */
static bool begins(const ordered_domain *of, uint32_t position, piece with) {
    const char *label = of->label[position];
    range_ends ends = range_ends_of(label);
    const char *gap = of->between ? of->between : "";
    size_t low = (size_t)ends.low_length, between = strlen(gap);
    if (same(bare(with), label, strlen(label)))
        return true;
    return position < of->ranged && with.length > low + between &&
           memcmp(with.at, ends.low, low) == 0 && memcmp(with.at + low, gap, between) == 0;
}

static bool ends_with(const ordered_domain *of, uint32_t position, piece with) {
    const char *label = of->label[position];
    range_ends ends = range_ends_of(label);
    const char *gap = of->between ? of->between : "";
    size_t high = (size_t)ends.high_length, between = strlen(gap);
    if (same(bare(with), label, strlen(label)))
        return true;
    const char *tail = with.at + with.length;
    return position < of->ranged && with.length > high + between &&
           memcmp(tail - high, ends.high, high) == 0 &&
           memcmp(tail - high - between, gap, between) == 0;
}

static bool holds(uint32_t begin, uint32_t end, const position_range *beside) {
    return beside->first > beside->last || (begin <= beside->first && beside->last < end);
}

/* Several values and groups may have this name: takes the smallest that holds all positions beside
 * the label. */
static bool find_named(const ordered_domain *of, const char *label, const position_range *beside,
                       uint32_t *begin, uint32_t *end) {
    bool found = false;
    for (uint32_t n = 0; n < of->node_count; n++) {
        const taxonomy_node *node = &of->nodes[n];
        if (strcmp(node->label, label) != 0 || !holds(node->begin, node->end, beside) ||
            (found && node->end - node->begin >= *end - *begin))
            continue;
        *begin = node->begin;
        *end = node->end;
        found = true;
    }
    for (uint32_t p = 0; !found && p < of->size; p++) {
        found = strcmp(of->label[p], label) == 0 && holds(p, p + 1, beside);
        *begin = p;
        *end = p + 1;
    }
    return found;
}

/* The first comma that is not quoted, or the end. */
static const char *first_comma(const char *at, const char *end) {
    bool quoted = false;
    for (; at < end && (quoted || *at != ','); at++)
        quoted ^= *at == '"';
    return at;
}

static piece last_member(const char *at, const char *end) {
    const char *comma;
    while ((comma = first_comma(at, end)) < end)
        at = comma + 1 + (comma[1] == ' ');
    return (piece){at, (size_t)(end - at)};
}

/* What is between the braces: `a, b, c`, `17-25, ?` or `a ... z, 40 values`. */
static void split(piece *first, piece *last, piece whole) {
    static const char dots[] = " ... ";
    const char *end = whole.at + whole.length;
    const char *gap = memmem(whole.at, whole.length, dots, sizeof dots - 1);
    piece tail = last_member(whole.at, end);
    bool shortened = gap && tail.length > 7 && memcmp(end - 7, " values", 7) == 0;
    const char *comma = first_comma(whole.at, end);
    *first = (piece){whole.at, (size_t)((shortened ? gap : comma) - whole.at)};
    *last = tail;
    if (shortened) {
        const char *from = gap + sizeof dots - 1;
        *last = (piece){from, (size_t)(tail.at - 2 - from)};
    }
}

static bool find_ends(const ordered_domain *of, piece first, piece last, uint32_t *begin,
                      uint32_t *end) {
    uint32_t from = 0, to = of->size;
    while (from < of->size && !begins(of, from, first))
        from++;
    while (to > 0 && !ends_with(of, to - 1, last))
        to--;
    *begin = from;
    *end = to;
    return from < to;
}

bool assess_read_group(const ordered_domain *of, const char *label, const position_range *beside,
                       uint32_t *begin, uint32_t *end) {
    piece whole = {label, strlen(label)}, first, last;
    if (find_named(of, label, beside, begin, end) ||
        (strcmp(label, "{" STAR "}") == 0 && find_named(of, STAR, beside, begin, end)))
        return true;
    while (whole.length > 2 && whole.at[0] == '{' && whole.at[whole.length - 1] == '}')
        whole = (piece){whole.at + 1, whole.length - 2};
    split(&first, &last, whole);
    return find_ends(of, first, last, begin, end) && holds(*begin, *end, beside);
}
