/* Any bytes as --groups: an error, or a canonical grouping of all attributes that is read again
 * when it is written out. */
#include "recode/microaggregation/averaged_table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { ATTRIBUTES = 6, ROOM = 256 };

/* Short names, so that they are hit upon, with everything that has a meaning of its own. */
static numeric_column columns[ATTRIBUTES] = {{.name = "a"},   {.name = "b"},
                                             {.name = "a,b"}, {.name = "a|b"},
                                             {.name = "\\"},  {.name = "\xc3\xa4 "}};
static const numeric_table table = {.attributes = ATTRIBUTES, .column = columns};

static void check(bool holds) {
    if (!holds)
        abort();
}

static char *write_name(char *out, const char *name) {
    for (; *name; name++) {
        if (strchr(",|\\", *name))
            *out++ = '\\';
        *out++ = *name;
    }
    return out;
}

static void write_groups(char *out, const group_number *node, size_t groups) {
    for (size_t g = 0; g < groups; g++) {
        bool first = true;
        for (size_t a = 0; a < ATTRIBUTES; a++) {
            if (node[a] != g)
                continue;
            if (!first)
                *out++ = ',';
            else if (g > 0)
                *out++ = '|';
            out = write_name(out, columns[a].name);
            first = false;
        }
    }
    *out = '\0';
}

static void read_again(const group_number *node) {
    group_number again[ATTRIBUTES];
    char written[ROOM];
    check(group_node_is_canonical(node, ATTRIBUTES));
    write_groups(written, node, group_node_groups(node, ATTRIBUTES));
    check(averaged_table_read_groups(again, written, &table, NULL) == SHOAL_OK);
    check(memcmp(again, node, sizeof again) == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    group_number node[ATTRIBUTES];
    shoal_error error = {0};
    char *text = malloc(size + 1);
    check(text != NULL);
    if (size > 0)
        memcpy(text, data, size);
    text[size] = '\0';
    shoal_status status = averaged_table_read_groups(node, text, &table, &error);
    if (status == SHOAL_OK)
        read_again(node);
    else
        check(status == SHOAL_USAGE && error.message[0] != '\0');
    free(text);
    return 0;
}
