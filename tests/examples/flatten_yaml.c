/* Prints every scalar of a YAML file (libyaml) with the way to it: spec.jobs.0.name<TAB>value. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <yaml.h>

#define DEEPEST 40

static void print_node(yaml_document_t *in, const yaml_node_t *node, const char *way, int depth) {
    char next[1000];
    if (depth > DEEPEST || !node)
        exit(1);
    if (node->type == YAML_SCALAR_NODE)
        printf("%s\t%s\n", way, (const char *)node->data.scalar.value);
    if (node->type == YAML_SEQUENCE_NODE)
        for (yaml_node_item_t *at = node->data.sequence.items.start;
             at < node->data.sequence.items.top; at++) {
            snprintf(next, sizeof next, "%s.%ld", way,
                     (long)(at - node->data.sequence.items.start));
            print_node(in, yaml_document_get_node(in, *at), next, depth + 1);
        }
    if (node->type == YAML_MAPPING_NODE)
        for (yaml_node_pair_t *at = node->data.mapping.pairs.start;
             at < node->data.mapping.pairs.top; at++) {
            const yaml_node_t *key = yaml_document_get_node(in, at->key);
            if (!key || key->type != YAML_SCALAR_NODE)
                exit(1);
            snprintf(next, sizeof next, "%s%s%s", way, *way ? "." : "",
                     (const char *)key->data.scalar.value);
            print_node(in, yaml_document_get_node(in, at->value), next, depth + 1);
        }
}

int main(int count, char **names) {
    FILE *from = count == 2 ? fopen(names[1], "rb") : NULL;
    yaml_parser_t parser;
    yaml_document_t document;
    if (!from || !yaml_parser_initialize(&parser))
        return 1;
    yaml_parser_set_input_file(&parser, from);
    if (!yaml_parser_load(&parser, &document)) {
        fprintf(stderr, "%s:%zu: %s\n", names[1], parser.problem_mark.line + 1, parser.problem);
        return 1;
    }
    print_node(&document, yaml_document_get_root_node(&document), "", 0);
    yaml_document_delete(&document);
    yaml_parser_delete(&parser);
    return fclose(from);
}
