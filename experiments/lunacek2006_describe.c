/* What the page says of the attributes: their trees, bits and valid partitions. */
#include "experiments/experiment_page.h"
#include "experiments/lunacek2006.h"
#include "recode/cut/partition.h"

#include <math.h>

/* Values side by side; the values of an inner node in braces behind its name. */
static void print_tree(text *out, const ordered_domain *of) {
    for (uint32_t i = 1; i < of->node_count; i++) {
        const taxonomy_node *node = &of->nodes[i];
        text_format(out, "%s%s", i > 1 && taxonomy_is_leaf(node - 1) ? ", " : "", node->label);
        if (!taxonomy_is_leaf(node)) {
            text_add_string(out, " {");
            continue;
        }
        for (uint32_t above = 1; above < i; above++)
            if (of->nodes[above].next == i + 1 && !taxonomy_is_leaf(&of->nodes[above]))
                text_add_string(out, "}");
    }
}

static void print_values(text *out, const ordered_domain *of) {
    for (uint32_t i = 0; i < of->size; i++)
        text_format(out, "%s%s", i ? ", " : "", of->label[i]);
}

static void print_absent(text *out, const ordered_domain *of) {
    for (uint32_t i = 0; i < of->size; i++)
        if (of->rows[i] == 0)
            text_format(out, " None of the rows has %s, which stays in the domain.", of->label[i]);
}

static void print_row(text *out, const char *name, const char *kind, size_t values, size_t bits,
                      double valid) {
    md_cell(out, "%s", name);
    md_cell(out, "%s", kind);
    md_cell(out, "%zu", values);
    md_cell(out, "%zu", bits);
    text_add_string(out, "| ");
    md_add_count(out, valid);
    text_add_string(out, " ");
    md_cell(out, "%.2f", log2(valid));
    md_end_row(out);
}

static shoal_status print_sizes(text *out, const ordered_domain *domains, shoal_error *error) {
    size_t values = 0, bits = 0;
    double all = 1;
    text_add_string(out, "| attribute | | values | bits | valid partitions | as a power of two ");
    md_end_row(out);
    md_rule(out, 2, 6);
    for (size_t i = 0; i < LUNACEK2006_ATTRIBUTES; i++) {
        partitions own;
        STATUS_TRY(partitions_open(&own, &domains[i], 0, error));
        double valid = partitions_count(&own);
        partitions_close(&own);
        print_row(out, domains[i].name, domains[i].constrained ? "constrained" : "free",
                  domains[i].size, domains[i].size - 1, valid);
        values += domains[i].size;
        bits += domains[i].size - 1;
        all *= valid;
    }
    print_row(out, "all", "", values, bits, all);
    return SHOAL_OK;
}

shoal_status lunacek2006_describe(text *out, const ordered_domain *domains, shoal_error *error) {
    text_add_string(out, "## Attributes\n\n");
    STATUS_TRY(print_sizes(out, domains, error));
    text_add_string(
        out,
        "\nThe paper prints the tree of the work class and says that all attributes together have "
        "92 bits, 24 of them free, and that the constraints leave on the order of 2^42 solutions. "
        "The other trees are ours, made to mean something and to leave about as many.\n\n");
    for (size_t i = 0; i < LUNACEK2006_ATTRIBUTES; i++) {
        text_format(out, "- **%s**: ", domains[i].name);
        if (domains[i].constrained)
            print_tree(out, &domains[i]);
        else
            print_values(out, &domains[i]);
        text_format(out, ". %s", lunacek2006_attributes[i].reason);
        print_absent(out, &domains[i]);
        text_add_string(out, "\n");
    }
    return SHOAL_OK;
}
