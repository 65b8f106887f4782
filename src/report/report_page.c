#include "report/report_page.h"

#include "report/document_page.h"

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void page_open(page *of, const char *kind, const char *title, text *result) {
    document_open(&of->to, kind, title);
    of->to.out.out.failed |= result->failed;
    if (of->hidden || result->length > PAGE_RESULT)
        text_free(result);
    of->result = *result;
}

bool page_result_is_long(const text *result) {
    size_t length = 0;
    bool in_string = false;
    for (size_t i = 0; i < result->length; i++) {
        char byte = result->bytes[i];
        if (byte == '"')
            in_string = !in_string;
        length += in_string || !strchr(" \n", byte);
        if (in_string && byte == '\\')
            i++;
    }
    return length > PAGE_WHOLE_RESULT;
}

void page_close(page *of, text *out) {
    document_close(&of->to, of->result.bytes, out);
    text_free(&of->result);
    arena_free(&of->memory);
}

/* ---- Strings -------------------------------------------------------------------------------- */

const char *page_fail(page *of) {
    of->to.out.out.failed = true;
    return "";
}

static const char *print_list(page *of, const char *format, va_list arguments) {
    va_list again;
    va_copy(again, arguments);
    int length = vsnprintf(NULL, 0, format, again);
    va_end(again);
    char *made = length < 0 ? NULL : arena_new(&of->memory, (size_t)length + 1, 1);
    if (!made)
        return page_fail(of);
    vsnprintf(made, (size_t)length + 1, format, arguments);
    return made;
}

const char *page_print(page *of, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    const char *made = print_list(of, format, arguments);
    va_end(arguments);
    return made;
}

const char *page_keep(page *of, text *made) {
    const char *kept =
        made->failed ? NULL : arena_text(&of->memory, made->bytes ? made->bytes : "", made->length);
    text_free(made);
    return kept ? kept : page_fail(of);
}

const char *page_shorten(page *of, const char *value, size_t limit) {
    if (strnlen(value, limit + 1) <= limit)
        return value;
    text cut = {0};
    text_shorten(&cut, value, limit);
    return page_keep(of, &cut);
}

const char *page_names(page *of, const char *const *names, size_t count) {
    text made = {0};
    size_t shown = count > PAGE_NAMES + 1 ? PAGE_NAMES : count;
    for (size_t i = 0; i < shown; i++) {
        const char *before = i == 0 ? "" : i + 1 == count ? " and " : ", ";
        text_format(&made, "%s%s", before, page_shorten(of, names[i], PAGE_VALUE));
    }
    if (shown < count)
        text_format(&made, " and %zu more", count - shown);
    return page_keep(of, &made);
}

const char *page_path(const page *of, const char *path) {
    const char *slash = path ? strrchr(path, '/') : NULL;
    return of->hidden && slash ? slash + 1 : path;
}

const char *page_whole(page *of, uint64_t count) {
    char digits[24], grouped[32];
    int length = snprintf(digits, sizeof digits, "%" PRIu64, count);
    char *to = grouped;
    for (int i = 0; i < length; i++) {
        if (i > 0 && (length - i) % 3 == 0)
            *to++ = ',';
        *to++ = digits[i];
    }
    *to = '\0';
    return page_print(of, "%s", grouped);
}

/* Small shares keep significant digits, and only 1 is 100 %. */
const char *page_percent(page *of, double share) {
    double percent = 100 * share;
    if (isnan(percent))
        return "–";
    if (percent == floor(percent))
        return page_print(of, "%.0f %%", percent);
    if (fabs(percent) < 0.01)
        return page_print(of, "%.2g %%", percent);
    return page_print(of, "%.*f %%", percent < 1 ? 2 : percent < 99.9 ? 1 : 3, percent);
}

const char *page_figure(page *of, double value) {
    if (isnan(value))
        return "–";
    if (isinf(value))
        return value > 0 ? "∞" : "−∞";
    double size = fabs(value);
    if (size < 1e15 && (value == floor(value) || size >= 1000))
        return page_print(of, "%s%s", value <= -0.5 ? "−" : "",
                          page_whole(of, (uint64_t)llround(size)));
    return page_print(of, "%.3g", value);
}

const char *page_members(const page *of, uint64_t count) {
    if (of->persons)
        return count == 1 ? "person" : "persons";
    return count == 1 ? "row" : "rows";
}

const char *page_plural(uint64_t count) {
    return count == 1 ? "" : "s";
}

/* ---- Cells ---------------------------------------------------------------------------------- */

static const char *key_list(page *of, const char *key, va_list arguments) {
    return key && of->result.length > 0 ? print_list(of, key, arguments) : NULL;
}

const char *page_key(page *of, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    const char *key = key_list(of, format, arguments);
    va_end(arguments);
    return key;
}

void page_number(page *of, double value, const char *key, ...) {
    va_list arguments;
    va_start(arguments, key);
    document_number(&of->to, value, NULL, key_list(of, key, arguments));
    va_end(arguments);
}

void page_count(page *of, uint64_t value, const char *key, ...) {
    va_list arguments;
    va_start(arguments, key);
    document_number(&of->to, (double)value, NULL, key_list(of, key, arguments));
    va_end(arguments);
}

void page_share(page *of, double share, const char *key, ...) {
    va_list arguments;
    va_start(arguments, key);
    document_number(&of->to, share, page_percent(of, share), key_list(of, key, arguments));
    va_end(arguments);
}

void page_pair(page *of, const char *name, const char *value) {
    document_cell(&of->to, name);
    document_sentence(&of->to, value);
    document_end_row(&of->to);
}
