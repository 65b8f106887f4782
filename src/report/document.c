#include "report/document.h"

#include "base/memory.h"
#include "report/document_page.h"

#include <assert.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>

static const char *const tone_names[] = {
    [TONE_PLAIN] = "plain", [TONE_GOOD] = "good", [TONE_WARN] = "warn",
    [TONE_BAD] = "bad",     [TONE_CODE] = "code",
};

/* How deep the JSON is between blocks, and between the rows of a table. */
enum { DEPTH_OF_BLOCKS = 4, DEPTH_OF_ROWS = 6 };

/* ---- The whole ------------------------------------------------------------------------------ */

void document_open(document *of, const char *kind, const char *title) {
    *of = (document){0};
    text_shorten(&of->title, title, DOCUMENT_NAME);
    json_open(&of->out, NULL, '{');
    json_string(&of->out, "kind", kind);
    document_string(&of->out, "title", title, DOCUMENT_NAME);
}

void document_verdict(document *of, document_tone tone, const char *headline,
                      const char *const *sentences, size_t count) {
    json *out = &of->out;
    assert(!of->sections_open);
    json_open(out, "verdict", '{');
    json_string(out, "tone", tone_names[tone]);
    document_string(out, "headline", headline, DOCUMENT_PARAGRAPH);
    json_open(out, "sentences", '[');
    for (size_t sentence = 0; sentence < count; sentence++)
        document_string(out, NULL, sentences[sentence], DOCUMENT_PARAGRAPH);
    json_close(out, ']');
    json_close(out, '}');
}

static void write_item(json *out, const document_item *item) {
    json_open(out, NULL, '{');
    document_string(out, "name", item->name, DOCUMENT_NAME);
    document_string(out, "text", item->text, DOCUMENT_PARAGRAPH);
    document_string(out, "advice", item->advice, DOCUMENT_PARAGRAPH);
    json_string(out, "tone", tone_names[item->tone]);
    json_close(out, '}');
}

void document_summary(document *of, const document_group *groups, size_t count) {
    json *out = &of->out;
    assert(!of->sections_open);
    json_open(out, "summary", '[');
    for (size_t group = 0; group < count; group++) {
        json_open(out, NULL, '{');
        json_string(out, "id", groups[group].id);
        document_string(out, "title", groups[group].title, DOCUMENT_NAME);
        json_open(out, "items", '[');
        for (size_t item = 0; item < groups[group].count; item++)
            write_item(out, &groups[group].items[item]);
        json_close(out, ']');
        json_close(out, '}');
    }
    json_close(out, ']');
}

static void end_section(document *of) {
    if (of->section_open) {
        assert(of->out.depth == DEPTH_OF_BLOCKS);
        json_close(&of->out, ']');
        json_close(&of->out, '}');
    }
    of->section_open = false;
}

static void open_sections(document *of) {
    if (!of->sections_open)
        json_open(&of->out, "sections", '[');
    of->sections_open = true;
}

void document_section(document *of, const char *id, const char *title) {
    open_sections(of);
    end_section(of);
    json_open(&of->out, NULL, '{');
    document_string(&of->out, "id", id, DOCUMENT_NAME);
    document_string(&of->out, "title", title, DOCUMENT_NAME);
    json_open(&of->out, "blocks", '[');
    of->section_open = true;
}

void document_begin_block(document *of, const char *type) {
    if (!of->section_open)
        document_section(of, "start", NULL);
    assert(of->out.depth == DEPTH_OF_BLOCKS);
    json_open(&of->out, NULL, '{');
    json_string(&of->out, "type", type);
}

void document_close(document *of, const char *result_json, text *out) {
    open_sections(of);
    end_section(of);
    json_close(&of->out, ']');
    json_close(&of->out, '}');
    if (of->out.out.failed || of->title.failed)
        out->failed = true;
    else
        page_write(out, of->title.bytes ? of->title.bytes : "", of->out.out.bytes, result_json);
    text_free(&of->title);
    text_free(&of->out.out);
    *of = (document){0};
}

/* ---- Text and tables ------------------------------------------------------------------------ */

/* The printed text in new memory; NULL when out of memory. */
static char *print_arguments(const char *format, va_list arguments) {
    va_list again;
    va_copy(again, arguments);
    int length = vsnprintf(NULL, 0, format, again);
    va_end(again);
    char *value = length < 0 ? NULL : memory_new((size_t)length + 1, 1);
    if (value)
        vsnprintf(value, (size_t)length + 1, format, arguments);
    return value;
}

void document_text(document *of, document_tone tone, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    char *value = print_arguments(format, arguments);
    va_end(arguments);
    if (!value) {
        of->out.out.failed = true;
        return;
    }
    document_begin_block(of, "text");
    json_string(&of->out, "tone", tone_names[tone]);
    document_string(&of->out, "text", value,
                    tone == TONE_CODE ? DOCUMENT_CODE : DOCUMENT_PARAGRAPH);
    json_close(&of->out, '}');
    memory_free(value);
}

void document_link(document *of, const char *href, const char *label) {
    document_begin_block(of, "link");
    document_string(&of->out, "href", href, DOCUMENT_PARAGRAPH);
    document_string(&of->out, "label", label, DOCUMENT_NAME);
    json_close(&of->out, '}');
}

void document_claim(document *of, const char *sentence, const char *verdict, const char *detail) {
    document_begin_block(of, "claim");
    document_string(&of->out, "sentence", sentence, DOCUMENT_PARAGRAPH);
    document_string(&of->out, "verdict", verdict, DOCUMENT_NAME);
    document_string(&of->out, "detail", detail, DOCUMENT_PARAGRAPH);
    json_close(&of->out, '}');
}

void document_table(document *of, const char *caption, const document_column *columns,
                    size_t count) {
    json *out = &of->out;
    document_begin_block(of, "table");
    document_string(out, "caption", caption, DOCUMENT_PARAGRAPH);
    json_open(out, "columns", '[');
    for (size_t i = 0; i < count && i < DOCUMENT_COLUMNS; i++) {
        json_open(out, NULL, '{');
        document_string(out, "name", columns[i].name, DOCUMENT_NAME);
        json_boolean(out, "number", columns[i].number);
        json_close(out, '}');
    }
    json_close(out, ']');
    if (count > DOCUMENT_COLUMNS)
        json_unsigned(out, "moreColumns", count - DOCUMENT_COLUMNS);
    json_open(out, "rows", '[');
    of->rows = of->cells = 0;
    of->columns = count;
}

/* Whether the next cell is written; opens its row. */
static bool cell_begin(document *of) {
    if (of->rows >= DOCUMENT_ROWS)
        return false;
    if (of->cells == 0)
        json_open(&of->out, NULL, '[');
    return of->cells++ < DOCUMENT_COLUMNS;
}

void document_cell(document *of, const char *value) {
    if (cell_begin(of))
        document_string(&of->out, NULL, value, DOCUMENT_NAME);
}

void document_sentence(document *of, const char *sentence) {
    if (cell_begin(of))
        document_string(&of->out, NULL, sentence, DOCUMENT_PARAGRAPH);
}

void document_number(document *of, double value, const char *shown, const char *key) {
    if (!cell_begin(of))
        return;
    json *out = &of->out;
    json_open(out, NULL, '{');
    json_number(out, "value", value);
    if (shown && !isnan(value))
        document_string(out, "shown", shown, DOCUMENT_NAME);
    if (key)
        json_string(out, "key", key);
    json_close(out, '}');
}

void document_end_row(document *of) {
    assert(of->cells == of->columns || of->rows >= DOCUMENT_ROWS);
    if (of->cells > 0)
        json_close(&of->out, ']');
    of->cells = 0;
    of->rows++;
}

void document_end_table(document *of) {
    assert(of->cells == 0 && of->out.depth == DEPTH_OF_ROWS);
    json_close(&of->out, ']');
    if (of->rows > DOCUMENT_ROWS)
        json_unsigned(&of->out, "more", of->rows - DOCUMENT_ROWS);
    json_close(&of->out, '}');
}
