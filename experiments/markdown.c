#include "experiments/markdown.h"

#include "experiments/experiment_report.h"

#include <string.h>

#define MOST_COLUMNS 32

typedef struct line {
    const char *from;
    size_t length;
} line;

static bool begins(const line *of, const char *with) {
    size_t length = strlen(with);
    return of->length >= length && memcmp(of->from, with, length) == 0;
}

static bool next_line(line *out, const char **rest, const char *end) {
    if (*rest >= end)
        return false;
    const char *stop = memchr(*rest, '\n', (size_t)(end - *rest));
    *out = (line){*rest, (size_t)((stop ? stop : end) - *rest)};
    *rest = stop ? stop + 1 : end;
    return true;
}

/* ---- Words ---------------------------------------------------------------------------------- */

/* The length of "](target)" at this place; 0 when it is none. */
static size_t target_length(const char *from, const char *end) {
    if (end - from < 2 || from[0] != ']' || from[1] != '(')
        return 0;
    const char *stop = memchr(from, ')', (size_t)(end - from));
    return stop ? (size_t)(stop - from) + 1 : 0;
}

static bool opens_link(const char *from, const char *end) {
    const char *stop = memchr(from, ']', (size_t)(end - from));
    return *from == '[' && stop && target_length(stop, end) > 0;
}

void markdown_plain(text *out, const char *from, size_t length) {
    const char *end = from + length;
    while (from < end) {
        size_t target = target_length(from, end);
        if (target > 0)
            from += target;
        else if (end - from >= 2 && from[0] == '*' && from[1] == '*')
            from += 2;
        else if (*from == '`' || opens_link(from, end))
            from++;
        else
            text_add(out, from++, 1);
    }
}

static void show_words(document *to, const char *before, const char *from, size_t length) {
    text made = {0};
    markdown_plain(&made, from, length);
    document_text(to, TONE_PLAIN, "%s%s", before, report_words(to, &made));
    text_free(&made);
}

static void show_code(document *to, const char **rest, const char *end) {
    text made = {0};
    line next;
    while (next_line(&next, rest, end) && !begins(&next, "```")) {
        if (made.length > 0)
            text_add_string(&made, "\n");
        text_add(&made, next.from, next.length);
    }
    document_text(to, TONE_CODE, "%s", report_words(to, &made));
    text_free(&made);
}

/* ---- Tables --------------------------------------------------------------------------------- */

/* The cells between the bars, without the blanks around them. */
static size_t split(line *cells, const line *row) {
    const char *end = row->from + row->length;
    size_t count = 0;
    for (const char *at = row->from; at < end && count < MOST_COLUMNS;) {
        const char *from = at + 1;
        const char *stop = memchr(from, '|', (size_t)(end - from));
        if (!stop)
            break;
        at = stop;
        while (from < stop && *from == ' ')
            from++;
        while (stop > from && stop[-1] == ' ')
            stop--;
        cells[count++] = (line){from, (size_t)(stop - from)};
    }
    return count;
}

static void show_head(document *to, const char *caption, const line *names, size_t count,
                      const line *rule) {
    line marks[MOST_COLUMNS];
    text words[MOST_COLUMNS] = {0};
    document_column columns[MOST_COLUMNS];
    size_t marked = split(marks, rule);
    for (size_t i = 0; i < count; i++) {
        markdown_plain(&words[i], names[i].from, names[i].length);
        columns[i] = (document_column){report_words(to, &words[i]),
                                       i < marked && marks[i].length > 0 &&
                                           marks[i].from[marks[i].length - 1] == ':'};
    }
    document_table(to, caption, columns, count);
    for (size_t i = 0; i < count; i++)
        text_free(&words[i]);
}

static void show_row(document *to, const line *cells, size_t found, size_t count) {
    for (size_t i = 0; i < count; i++) {
        text made = {0};
        if (i < found)
            markdown_plain(&made, cells[i].from, cells[i].length);
        document_cell(to, report_words(to, &made));
        text_free(&made);
    }
    document_end_row(to);
}

static bool show_table(document *to, const char *caption, const line *first, const char **rest,
                       const char *end) {
    line cells[MOST_COLUMNS], next = {0};
    size_t count = split(cells, first);
    const char *after = *rest;
    if (!next_line(&next, &after, end) || !begins(&next, "|--"))
        return false;
    show_head(to, caption, cells, count, &next);
    for (*rest = after; next_line(&next, &after, end) && begins(&next, "|"); *rest = after)
        show_row(to, cells, split(cells, &next), count);
    document_end_table(to);
    return true;
}

/* ---- Blocks --------------------------------------------------------------------------------- */

/* A heading waits for the table that it is the caption of; without one it is said as it is. */
static void say_heading(document *to, text *heading) {
    const char *words = report_words(to, heading);
    if (*words)
        document_text(to, TONE_PLAIN, "%s", words);
    text_free(heading);
}

static void show_block(document *to, const line *first, text *heading, const char **rest,
                       const char *end) {
    if (begins(first, "### ")) {
        say_heading(to, heading);
        markdown_plain(heading, first->from + 4, first->length - 4);
    } else if (begins(first, "```")) {
        show_code(to, rest, end);
    } else if (begins(first, "|")) {
        const char *caption = report_words(to, heading);
        if (show_table(to, *caption ? caption : NULL, first, rest, end))
            text_free(heading);
        else
            show_words(to, "", first->from, first->length);
    } else if (begins(first, "- ")) {
        show_words(to, "• ", first->from + 2, first->length - 2);
    } else if (first->length > 0) {
        show_words(to, "", first->from, first->length);
    }
}

void markdown_show(document *to, const char *from, size_t length) {
    const char *rest = from, *end = from + length;
    text heading = {0};
    for (line next; next_line(&next, &rest, end);)
        show_block(to, &next, &heading, &rest, end);
    say_heading(to, &heading);
}

bool markdown_next(markdown_section *out, const char **rest) {
    const char *from = *rest;
    if (!*from)
        return false;
    *out = (markdown_section){.title = from, .body = from};
    if (strncmp(from, "## ", 3) == 0) {
        size_t length = strcspn(from, "\n");
        out->title = from + 3;
        out->title_length = length - 3;
        out->body = from + length;
    }
    const char *stop = strstr(out->body, "\n## ");
    out->body_length = stop ? (size_t)(stop + 1 - out->body) : strlen(out->body);
    *rest = out->body + out->body_length;
    return true;
}
