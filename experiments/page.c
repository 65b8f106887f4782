#include "experiments/page.h"

#include "base/memory.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---- Words ---------------------------------------------------------------------------------- */

#define LONGEST_COUNT 1e12

short_words counted(double count) {
    short_words out;
    if (!(count < LONGEST_COUNT)) {
        snprintf(out.of, sizeof out.of, "%.1e", count);
        return out;
    }
    char digits[32];
    size_t length = (size_t)snprintf(digits, sizeof digits, "%.0f", count), to = 0;
    for (size_t i = 0; i < length; i++) {
        if (i > 0 && (length - i) % 3 == 0)
            out.of[to++] = ',';
        out.of[to++] = digits[i];
    }
    out.of[to] = 0;
    return out;
}

short_words in_seconds(double seconds) {
    short_words out;
    if (seconds < 1)
        snprintf(out.of, sizeof out.of, "%.3f s", seconds);
    else if (seconds < 100)
        snprintf(out.of, sizeof out.of, "%.1f s", seconds);
    else
        snprintf(out.of, sizeof out.of, "%.0f m %02.0f s", floor(seconds / 60), fmod(seconds, 60));
    return out;
}

short_words in_full(double number) {
    short_words out = {""};
    if (isfinite(number))
        number_print(out.of, number);
    return out;
}

short_words in_short(double number) {
    short_words out = {""};
    if (isfinite(number))
        snprintf(out.of, sizeof out.of, "%.4g", number);
    return out;
}

/* ---- Figures -------------------------------------------------------------------------------- */

void figure_set_add(figure_set *to, const char *name, const char *format, ...) {
    va_list arguments;
    text_add(&to->named, name, strlen(name) + 1);
    va_start(arguments, format);
    text_format_list(&to->named, format, arguments);
    text_add(&to->named, "", 1);
    va_end(arguments);
}

static const char *find_figure(const figure_set *in, const char *name, size_t length) {
    const char *at = in->named.bytes, *end = at + in->named.length;
    while (at < end) {
        const char *value = at + strlen(at) + 1;
        if (strlen(at) == length && memcmp(at, name, length) == 0)
            return value;
        at = value + strlen(value) + 1;
    }
    assert(in->named.failed);
    return "";
}

void figure_set_fill(text *out, const figure_set *from, const char *template) {
    for (const char *open; (open = strchr(template, '{'));) {
        size_t length = strcspn(open + 1, "}");
        text_add(out, template, (size_t)(open - template));
        text_add_string(out, find_figure(from, open + 1, length));
        template = open + length + 2;
    }
    text_add_string(out, template);
    out->failed |= from->named.failed;
}

/* ---- Blocks --------------------------------------------------------------------------------- */

void page_free(page *made) {
    memory_free(made->blocks);
    text_free(&made->words);
    *made = (page){0};
}

static void begin_block(page *to, block_kind kind, bool number) {
    if (to->failed ||
        !memory_grow((void **)&to->blocks, &to->held, to->count + 1, sizeof *to->blocks)) {
        to->failed = true;
        return;
    }
    to->blocks[to->count++] = (page_block){kind, number, to->words.length};
}

/* Blocks for the words between bars. */
static void add_parts(page *to, block_kind kind, const char *said) {
    for (;;) {
        bool number = kind == BLOCK_COLUMN && *said == '>';
        size_t length = strcspn(said += number, "|");
        begin_block(to, kind, number);
        text_add(&to->words, said, length);
        text_add(&to->words, "", 1);
        if (!said[length])
            return;
        said += length + 1;
    }
}

void page_columns(page *to, const char *names) {
    add_parts(to, BLOCK_COLUMN, names);
}

void page_row(page *to) {
    begin_block(to, BLOCK_ROW, false);
    text_add(&to->words, "", 1);
}

void page_say(page *to, block_kind kind, const char *said) {
    if (kind == BLOCK_COLUMN || kind == BLOCK_ROW) {
        add_parts(to, kind == BLOCK_ROW ? BLOCK_CELL : kind, said);
        if (kind == BLOCK_ROW)
            page_row(to);
        return;
    }
    begin_block(to, kind, false);
    text_add(&to->words, said, strlen(said) + 1);
}

static void add_printed(page *to, block_kind kind, const char *format, va_list arguments) {
    begin_block(to, kind, kind == BLOCK_COLUMN);
    text_format_list(&to->words, format, arguments);
    text_add(&to->words, "", 1);
}

void page_add(page *to, block_kind kind, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    add_printed(to, kind, format, arguments);
    va_end(arguments);
}

void page_cell(page *to, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    add_printed(to, BLOCK_CELL, format, arguments);
    va_end(arguments);
}

static const char *words_of(const page *of, size_t block) {
    return of->failed || of->words.failed ? "" : of->words.bytes + of->blocks[block].at;
}

void page_append(page *to, const page *more) {
    for (size_t i = 0; i < more->count; i++) {
        begin_block(to, more->blocks[i].kind, more->blocks[i].number);
        text_add(&to->words, words_of(more, i), strlen(words_of(more, i)) + 1);
    }
    to->failed |= more->failed || more->words.failed;
}

void page_append_section(page *to, const char *title, page *more) {
    if (more->count > 0)
        page_say(to, BLOCK_SECTION, title);
    page_append(to, more);
    page_free(more);
}

/* ---- Markdown ------------------------------------------------------------------------------- */

/* Prints the head of a table; returns its last block. */
static size_t print_head(text *out, const page *of, size_t first) {
    size_t end = first;
    for (; end < of->count && of->blocks[end].kind == BLOCK_COLUMN; end++)
        text_format(out, *words_of(of, end) ? "| %s " : "| ", words_of(of, end));
    text_add_string(out, "|\n");
    for (size_t i = first; i < end; i++)
        text_add_string(out, of->blocks[i].number ? "|---:" : "|---");
    text_add_string(out, "|\n");
    return end - 1;
}

void page_print_markdown(text *out, const page *of) {
    static const char *const forms[] = {
        [BLOCK_SECTION] = "## %s\n", [BLOCK_HEADING] = "### %s\n", [BLOCK_TEXT] = "%s\n",
        [BLOCK_ITEM] = "- %s\n",     [BLOCK_CELL] = "| %s ",       [BLOCK_ROW] = "|%s\n"};
    for (size_t i = 0; i < of->count; i++) {
        block_kind kind = of->blocks[i].kind, before = i ? of->blocks[i - 1].kind : BLOCK_ROW;
        bool joined =
            kind == BLOCK_ITEM ? before == BLOCK_ITEM : kind == BLOCK_CELL || kind == BLOCK_ROW;
        if (i > 0 && !joined)
            text_add_string(out, "\n");
        if (kind == BLOCK_COLUMN)
            i = print_head(out, of, i);
        else
            text_format(out, forms[kind], words_of(of, i));
    }
    out->failed |= of->failed || of->words.failed;
}

/* ---- Reports -------------------------------------------------------------------------------- */

const char *report_words(document *to, const text *made) {
    if (made->failed)
        to->out.out.failed = true;
    return made->bytes ? made->bytes : "";
}

/* The length of "](target)" at this place; 0 when it is none. */
static size_t target_length(const char *from) {
    const char *stop = from[0] == ']' && from[1] == '(' ? strchr(from, ')') : NULL;
    return stop ? (size_t)(stop - from) + 1 : 0;
}

static bool opens_link(const char *from) {
    const char *stop = *from == '[' ? strchr(from, ']') : NULL;
    return stop && target_length(stop) > 0;
}

void page_plain(text *out, const char *marked) {
    while (*marked) {
        size_t target = target_length(marked);
        if (target > 0)
            marked += target;
        else if (marked[0] == '*' && marked[1] == '*')
            marked += 2;
        else if (*marked == '`' || opens_link(marked))
            marked++;
        else
            text_add(out, marked++, 1);
    }
}

static void show_plain(document *to, const char *marked, const char *bullet, bool cell) {
    text made = {0};
    page_plain(&made, marked);
    if (cell)
        document_cell(to, report_words(to, &made));
    else
        document_text(to, TONE_PLAIN, "%s%s", bullet, report_words(to, &made));
    text_free(&made);
}

/* Shows the table that begins at a block; returns its last one. */
static size_t show_table(document *to, const page *of, size_t first, const char *caption) {
    document_column columns[DOCUMENT_COLUMNS];
    text names[DOCUMENT_COLUMNS] = {0}, title = {0};
    size_t count = 0, i = first;
    for (; i < of->count && of->blocks[i].kind == BLOCK_COLUMN; i++, count++) {
        assert(count < DOCUMENT_COLUMNS);
        page_plain(&names[count], words_of(of, i));
        columns[count] = (document_column){report_words(to, &names[count]), of->blocks[i].number};
    }
    page_plain(&title, caption ? caption : "");
    document_table(to, caption ? report_words(to, &title) : NULL, columns, count);
    for (; i < of->count && (of->blocks[i].kind == BLOCK_CELL || of->blocks[i].kind == BLOCK_ROW);
         i++)
        if (of->blocks[i].kind == BLOCK_ROW)
            document_end_row(to);
        else
            show_plain(to, words_of(of, i), "", true);
    document_end_table(to);
    text_free(&title);
    for (size_t c = 0; c < count; c++)
        text_free(&names[c]);
    return i - 1;
}

static bool is_wanted(const char *section, const char *title) {
    if (title)
        return strcmp(section, title) == 0;
    return strcmp(section, "Set-up") != 0 && strcmp(section, "Claims") != 0;
}

void page_show(document *to, const page *of, const char *title) {
    const char *heading = NULL;
    size_t number = 0;
    bool shown = false;
    for (size_t i = 0; i < of->count; i++) {
        const char *said = words_of(of, i);
        block_kind kind = of->blocks[i].kind;
        if (kind == BLOCK_SECTION && (shown = is_wanted(said, title))) {
            char id[32];
            snprintf(id, sizeof id, title ? "setup" : "more-%zu", ++number);
            document_section(to, id, said);
        } else if (kind == BLOCK_SECTION || !shown) {
            continue;
        } else if (kind == BLOCK_COLUMN) {
            i = show_table(to, of, i, heading);
            heading = NULL;
        } else if (kind == BLOCK_HEADING) {
            heading = said;
        } else {
            show_plain(to, said, kind == BLOCK_ITEM ? "• " : "", false);
        }
    }
    to->out.out.failed |= of->failed || of->words.failed;
}
