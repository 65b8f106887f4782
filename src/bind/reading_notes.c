#include "bind/reading_notes.h"

#include "base/note.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static void note(const shoal_hooks *hooks, const char *code, const char *attribute,
                 const char *format, ...) STATUS_PRINTF(4, 5);

static void note(const shoal_hooks *hooks, const char *code, const char *attribute,
                 const char *format, ...) {
    char sentence[400];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(sentence, sizeof sentence, format, arguments);
    va_end(arguments);
    note_tell(hooks, code, attribute, sentence);
}

static void note_encoding(const shoal_hooks *hooks, const char *label, const char *encoding) {
    if (strcmp(encoding, "ISO-8859-1") == 0)
        note(hooks, note_encoding_found, NULL,
             "%.100s is in none of the encodings that can be found: read as ISO-8859-1, byte by "
             "byte; set input.encoding if letters look wrong",
             label);
    else
        note(hooks, note_encoding_found, NULL,
             "%.100s: read as %s%s; set input.encoding if letters look wrong", label, encoding,
             strcmp(encoding, "CP932") == 0 ? " (Shift-JIS)" : "");
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
    note(hooks, note_columns_unnamed, NULL, "%.100s: %zu column%s no name: called %s", label, count,
         count == 1 ? " has" : "s have", names);
}

bool reading_found_rows(const shoal_table *table) {
    static const char separators[] = " \t#:^~/\\&!|;,";
    const column *only = &table->column[0];
    if (table->columns != 1)
        return false;
    /* The name of a column without one says nothing. */
    bool named = strcmp(only->name, "c1") != 0 || only->values.size == 0;
    return strpbrk(named ? only->name : dictionary_text(&only->values, 0), separators) != NULL;
}

/* Limits of levels, and shapes, are for quasi-identifiers alone. */
static void note_idle_limits(const shoal_hooks *hooks, const shoal_plan *plan) {
    for (size_t i = 0; i < plan->attribute_count; i++) {
        const plan_attribute *each = &plan->attributes[i];
        if (each->role != ROLE_QUASI && (each->shape != SHAPE_AUTO || each->local != LOCAL_FREE))
            note(
                hooks, note_not_generalized, each->name,
                "%.60s is not a quasi-identifier: it is not generalized, and its shape, or that it "
                "is kept or uniform, means nothing",
                each->name);
        if (each->role != ROLE_QUASI && (each->min_level > 0 || each->max_level > 0))
            note(hooks, note_not_generalized, each->name,
                 "%.60s is not a quasi-identifier: it is not generalized, and its lowest and "
                 "highest level mean nothing",
                 each->name);
    }
}

void reading_notes(const shoal_hooks *hooks, const char *label, const shoal_plan *plan,
                   const shoal_table *table, const table_format *format) {
    if (!note_is_heard(hooks))
        return;
    if (!plan->encoding && !text_encoding_is_plain(format->csv.encoding))
        note_encoding(hooks, label, format->csv.encoding);
    if (!plan->delimiter && format->csv.blanks)
        note(hooks, note_separated_by_blanks, NULL,
             "%.100s: blanks separate the values; set input.delimiter if they do not", label);
    if (reading_found_rows(table) && !plan->delimiter)
        note(hooks, note_one_column, NULL,
             "%.100s: only one column was found; set input.delimiter if its rows have several",
             label);
    note_idle_limits(hooks, plan);
    if (*format->csv.unnamed)
        note_unnamed(hooks, label, table, format->csv.unnamed);
}
