/* Groups of values as text. */
#include "base/text.h"
#include "data/ordered_domain_build.h"

#include <inttypes.h>
#include <string.h>

/* Values that a set of neighbours names one by one. */
#define MOST_MEMBERS 32

/* The node with exactly these leaves, or NULL. In preorder nodes ascend by their first leaf and
 * then descend by their last. */
static const taxonomy_node *find_node(const ordered_domain *of, uint32_t begin, uint32_t end) {
    uint32_t low = 0, high = of->node_count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        const taxonomy_node *node = &of->nodes[middle];
        if (node->begin < begin || (node->begin == begin && node->end > end))
            low = middle + 1;
        else
            high = middle;
    }
    const taxonomy_node *found = low < of->node_count ? &of->nodes[low] : NULL;
    return found && found->begin == begin && found->end == end ? found : NULL;
}

/* Missing values that are set apart are one past the last position. */
static const char *label_of(const ordered_domain *of, uint32_t position) {
    return position < of->size ? of->label[position] : of->apart;
}

static void add_range(text *out, const ordered_domain *of, uint32_t begin, uint32_t end) {
    range_ends first = range_ends_of(of->label[begin]), last = range_ends_of(of->label[end - 1]);
    text_add(out, first.low, (size_t)first.low_length);
    text_add_string(out, of->between);
    text_add(out, last.high, (size_t)last.high_length);
}

/* In quotes where it could be taken for more than one value, or for a set. */
static void add_member(text *out, const char *label) {
    if (!strpbrk(label, ",{}\"")) {
        text_add_string(out, label);
        return;
    }
    text_add_string(out, "\"");
    for (; *label; label++)
        text_add(out, *label == '"' ? "\"\"" : label, *label == '"' ? 2 : 1);
    text_add_string(out, "\"");
}

/* The label of every cell of the group. Of many values it names only the first, the last and their
 * number. */
static void add_set(text *out, const ordered_domain *of, uint32_t begin, uint32_t end) {
    if (end - begin > MOST_MEMBERS) {
        add_member(out, label_of(of, begin));
        text_add_string(out, " ... ");
        add_member(out, label_of(of, end - 1));
        text_format(out, ", %" PRIu32 " values", end - begin);
        return;
    }
    for (uint32_t p = begin; p < end; p++) {
        text_add_string(out, p > begin ? ", " : "");
        add_member(out, label_of(of, p));
    }
}

static void write_set(text *out, const ordered_domain *of, uint32_t begin, uint32_t end) {
    text_add_string(out, "{");
    add_set(out, of, begin, end);
    text_add_string(out, "}");
}

/* Numbers as a range, and the values after them one by one. */
static void write_range(text *out, const ordered_domain *of, uint32_t begin, uint32_t end) {
    uint32_t numbers = end < of->ranged ? end : of->ranged;
    bool others = numbers < end;
    text_add_string(out, others ? "{" : "");
    add_range(out, of, begin, numbers);
    text_add_string(out, others ? ", " : "");
    add_set(out, of, numbers, end);
    text_add_string(out, others ? "}" : "");
}

void ordered_domain_write(text *out, const ordered_domain *of, uint32_t begin, uint32_t end,
                          bool as_set) {
    const taxonomy_node *node = as_set ? NULL : find_node(of, begin, end);
    if (node)
        text_add_string(out, node->label);
    else if (!as_set && begin + 1 < of->ranged && begin + 1 < end)
        write_range(out, of, begin, end);
    else if (!as_set && begin + 1 == end)
        text_add_string(out, label_of(of, begin));
    else
        write_set(out, of, begin, end);
}

void ordered_domain_write_range(text *out, const ordered_domain *of, uint32_t begin, uint32_t end) {
    if (begin + 1 < of->ranged && begin + 1 < end)
        write_range(out, of, begin, end);
    else
        ordered_domain_write(out, of, begin, end, false);
}

void ordered_domain_write_between(text *out, const ordered_domain *of, const char *low,
                                  const char *high, uint32_t end) {
    bool others = end > of->ranged;
    text_format(out, "%s%s%s%s%s", others ? "{" : "", low, of->between, high, others ? ", " : "");
    if (!others)
        return;
    add_set(out, of, of->ranged, end);
    text_add_string(out, "}");
}

static void add_members(text *out, const ordered_domain *of, const uint32_t *position,
                        size_t count) {
    for (size_t i = 0; i < count; i++) {
        text_add_string(out, i > 0 ? ", " : "");
        add_member(out, label_of(of, position[i]));
    }
}

void ordered_domain_write_set(text *out, const ordered_domain *of, const uint32_t *position,
                              size_t count) {
    text_add_string(out, "{");
    add_members(out, of, position, count);
    text_add_string(out, "}");
}

/* Numbers as a range, from the first to the last that is listed. */
static void write_listed_range(text *out, const ordered_domain *of, const uint32_t *position,
                               size_t numbers, size_t count) {
    text_add_string(out, numbers < count ? "{" : "");
    add_range(out, of, position[0], position[numbers - 1] + 1);
    text_add_string(out, numbers < count ? ", " : "");
    add_members(out, of, position + numbers, count - numbers);
    text_add_string(out, numbers < count ? "}" : "");
}

void ordered_domain_write_some(text *out, const ordered_domain *of, const uint32_t *position,
                               size_t count, bool as_set) {
    size_t numbers = 0;
    while (numbers < count && position[numbers] < of->ranged)
        numbers++;
    if (!as_set && count == 1) {
        text_add_string(out, label_of(of, position[0]));
    } else if (!as_set && numbers > 1) {
        write_listed_range(out, of, position, numbers, count);
    } else if (count > MOST_MEMBERS) {
        text_add_string(out, "{");
        add_member(out, label_of(of, position[0]));
        text_add_string(out, " ... ");
        add_member(out, label_of(of, position[count - 1]));
        text_format(out, ", %zu values}", count);
    } else {
        ordered_domain_write_set(out, of, position, count);
    }
}

bool ordered_domain_is_node(const ordered_domain *of, uint32_t begin, uint32_t end) {
    return find_node(of, begin, end) != NULL;
}
