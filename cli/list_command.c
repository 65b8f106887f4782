#include "options.h"

#include <stdio.h>
#include <string.h>

static const flag own_flags[] = {{.name = "json", .summary = "as a JSON array"}, {.name = NULL}};

static const char *kind_at(size_t index) {
    static const char *const kinds[] = {"algorithms", "metrics",  "models", "recodings",
                                        "sources",    "warnings", NULL};
    return kinds[index];
}

static const usage shape = {
    .command = "list",
    .synopsis = "list algorithms|metrics|models|recodings|sources|warnings [--json]",
    .description = "Lists what this build supports.\n",
    .flags = own_flags,
    .word_at = kind_at,
    .examples = "  shoal list algorithms\n"
                "  shoal list metrics --json\n"};

static void print_json(const shoal_item *items) {
    putchar('[');
    for (const shoal_item *item = items; item->name; item++) {
        fputs(item == items ? "\n  {\"name\": " : ",\n  {\"name\": ", stdout);
        command_print_json_string(stdout, item->name);
        fputs(", \"summary\": ", stdout);
        command_print_json_string(stdout, item->summary);
        fputs(", \"group\": ", stdout);
        command_print_json_string(stdout, item->group);
        putchar('}');
    }
    fputs(items->name ? "\n]\n" : "]\n", stdout);
}

static void print_lines(const shoal_item *items) {
    size_t width = 13;
    for (const shoal_item *item = items; item->name; item++)
        width = strlen(item->name) > width ? strlen(item->name) : width;
    for (const shoal_item *item = items; item->name; item++)
        printf("%-*s %s%s%s%s\n", (int)width, item->name, item->summary, *item->group ? " (" : "",
               item->group, *item->group ? ")" : "");
}

static int execute(const options *given) {
    if (given->word_count != 1)
        return command_usage("name one list; usage: shoal %s", shape.synopsis);
    const shoal_item *items = shoal_list(given->words[0]);
    if (!items)
        return command_usage("unknown list \"%.60s\": use algorithms, metrics, models, recodings, "
                             "sources or warnings",
                             given->words[0]);
    if (options_has(given, "json"))
        print_json(items);
    else
        print_lines(items);
    return 0;
}

int command_list(int argc, char **argv) {
    return options_run(&shape, argc, argv, execute);
}
