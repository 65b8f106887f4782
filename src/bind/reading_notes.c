#include "bind/reading_notes.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static void note(const shoal_hooks *hooks, const char *format, ...) STATUS_PRINTF(2, 3);

static void note(const shoal_hooks *hooks, const char *format, ...) {
    char sentence[400];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(sentence, sizeof sentence, format, arguments);
    va_end(arguments);
    hooks->note(sentence, hooks->user);
}

static void note_encoding(const shoal_hooks *hooks, const char *label, const char *encoding) {
    if (strcmp(encoding, "ISO-8859-1") == 0)
        note(hooks,
             "%.100s is in none of the encodings that can be found: read as ISO-8859-1, byte by "
             "byte; set input.encoding if letters look wrong",
             label);
    else
        note(hooks, "%.100s: read as %s%s; set input.encoding if letters look wrong", label,
             encoding, strcmp(encoding, "CP932") == 0 ? " (Shift-JIS)" : "");
}

/* Up to a handful of the names that columns without a name were given. */
static void note_unnamed(const shoal_hooks *hooks, const char *label, const shoal_table *table,
                         const char *prefix) {
    char names[200] = "";
    size_t count = 0;
    for (size_t i = 0; i < table->columns; i++) {
        char numbered[40];
        size_t used = strlen(names);
        snprintf(numbered, sizeof numbered, "%s%zu", prefix, i + 1);
        if (strcmp(table->column[i].name, numbered) != 0)
            continue;
        if (count++ < 5)
            snprintf(names + used, sizeof names - used, "%s%s", used ? ", " : "", numbered);
        else if (count == 6)
            snprintf(names + used, sizeof names - used, ", …");
    }
    note(hooks, "%.100s: %zu column%s no name: called %s", label, count,
         count == 1 ? " has" : "s have", names);
}

void reading_notes(const shoal_hooks *hooks, const char *label, const shoal_plan *plan,
                   const shoal_table *table, const table_format *format) {
    if (!hooks || !hooks->note)
        return;
    if (!plan->encoding && !text_encoding_is_plain(format->csv.encoding))
        note_encoding(hooks, label, format->csv.encoding);
    if (!plan->delimiter && format->csv.blanks)
        note(hooks, "%.100s: blanks separate the values; set input.delimiter if they do not",
             label);
    if (*format->csv.unnamed)
        note_unnamed(hooks, label, table, format->csv.unnamed);
}
