#include "options.h"

#include <stdio.h>
#include <string.h>

static const flag own_flags[] = {{.name = "json", .summary = "as a JSON array"}, {.name = NULL}};

static const char *kind_at(size_t index) {
    static const char *const kinds[] = {"algorithms", "conditions", "metrics",  "models",
                                        "recodings",  "sources",    "warnings", NULL};
    return kinds[index];
}

static const usage shape = {
    .command = "list",
    .synopsis = "list algorithms|conditions|metrics|models|recodings|sources|warnings [--json]",
    .description =
        "Lists what this build supports. For sources: the suffixes of files and schemes of\n"
        "URLs, whether releases can be written there, and what to install where this\n"
        "build cannot. For conditions: what a verdict looks at, what keeps it green, and\n"
        "the tone that it turns to otherwise.\n",
    .flags = own_flags,
    .word_at = kind_at,
    .examples = "  shoal list algorithms\n"
                "  shoal list metrics --json\n"
                "  shoal list sources\n"};

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

/* ---- Where tables come from and go to ---------------------------------------------------------
 */

static void print_field(const char *name, const char *value) {
    printf(", \"%s\": ", name);
    command_print_json_string(stdout, value);
}

/* Words as an array of strings. */
static void print_words(const char *name, const char *words) {
    printf(", \"%s\": [", name);
    for (const char *at = words; *at;) {
        size_t length = strcspn(at, " ");
        printf("%s\"%.*s\"", at == words ? "" : ", ", (int)length, at);
        at += length + (at[length] == ' ');
    }
    putchar(']');
}

static void print_places_json(const shoal_place *places) {
    for (const shoal_place *each = places; each->name; each++) {
        fputs(each == places ? "[\n  {\"name\": " : ",\n  {\"name\": ", stdout);
        command_print_json_string(stdout, each->name);
        print_field("summary", each->summary);
        print_words("suffixes", each->suffixes);
        print_words("written_suffixes", each->written);
        print_words("schemes", each->schemes);
        printf(", \"compressed\": %s, \"reads\": %s, \"writes\": %s, \"built\": %s",
               each->is_packed ? "true" : "false", each->reads ? "true" : "false",
               each->writes ? "true" : "false", each->is_built ? "true" : "false");
        print_field("install", each->install);
        putchar('}');
    }
    puts("\n]");
}

/* The suffixes of its files, or the schemes of its URLs. */
static void name_place(char *out, size_t size, const shoal_place *of) {
    size_t used = (size_t)snprintf(out, size, "%s", of->suffixes);
    for (const char *at = of->schemes; *at && used < size;) {
        size_t length = strcspn(at, " ");
        used +=
            (size_t)snprintf(out + used, size - used, "%s%.*s:", used ? " " : "", (int)length, at);
        at += length + (at[length] == ' ');
    }
}

static void print_places(const shoal_place *places) {
    for (const shoal_place *each = places; each->name; each++) {
        char named[100];
        name_place(named, sizeof named, each);
        printf("%-11s %-22s %-12s %s", each->name, named, each->writes ? "reads writes" : "reads",
               each->summary);
        if (each->is_packed)
            fputs("; also .gz, .zst or .xz", stdout);
        if (each->writes && strcmp(each->suffixes, each->written) != 0)
            printf("; writes %s", each->written);
        if (!each->is_built)
            printf("; not in this build: %s", each->install);
        putchar('\n');
    }
}

static int list_places(const options *given) {
    if (options_has(given, "json"))
        print_places_json(shoal_places());
    else
        print_places(shoal_places());
    return 0;
}

/* ---- The command ------------------------------------------------------------------------------
 */

static int execute(const options *given) {
    if (given->word_count != 1)
        return command_usage("name one list; usage: shoal %s", shape.synopsis);
    if (strcmp(given->words[0], "sources") == 0)
        return list_places(given);
    const shoal_item *items = shoal_list(given->words[0]);
    if (!items)
        return command_usage(
            "unknown list \"%.60s\": use algorithms, conditions, metrics, models, recodings, "
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
