#include "store/fixed_text.h"

#include "base/memory.h"
#include "files/text_utf8.h"
#include "store/csv_cells.h"
#include "store/csv_fault.h"

/* Short lines become long records where there are many columns; more than this is no table. */
#define GROWTH_MOST 64
#define GROWTH_FREE ((size_t)1 << 20)

/* ---- Lines ----------------------------------------------------------------------------------- */

/* Without its end and without blanks before it. */
typedef struct text_line {
    const char *begin, *end;
    int64_t number;
} text_line;

typedef struct line_walk {
    const char *at, *end;
    int64_t number;
} line_walk;

static line_walk walk_of(const text *content) {
    return (line_walk){content->bytes, content->bytes + content->length, 0};
}

static bool next_line(line_walk *walk, text_line *line) {
    if (walk->at == walk->end)
        return false;
    const char *stop = memchr(walk->at, '\n', (size_t)(walk->end - walk->at));
    const char *end = stop ? stop : walk->end;
    *line = (text_line){walk->at, end, ++walk->number};
    walk->at = stop ? stop + 1 : walk->end;
    if (line->end > line->begin && line->end[-1] == '\r')
        line->end--;
    while (line->end > line->begin && line->end[-1] == ' ')
        line->end--;
    return true;
}

static bool is_sound(const text_line *line, const fixed_text_form *form) {
    size_t length = (size_t)(line->end - line->begin);
    return form->bytes || text_utf8(line->begin, length) == length;
}

static bool ends_with_crlf(const text *content) {
    const char *stop = memchr(content->bytes, '\n', content->length);
    return stop && stop > content->bytes && stop[-1] == '\r';
}

/* What follows the character at `at`. */
static const char *next_character(const char *at, const char *end, bool bytes) {
    at++;
    while (!bytes && at < end && ((unsigned char)*at & 0xC0) == 0x80)
        at++;
    return at;
}

/* ---- Places ---------------------------------------------------------------------------------- */

/* Which places some line uses. */
typedef struct place_map {
    bool *taken; /* [width] */
    size_t width, capacity;
} place_map;

static bool reach(place_map *map, size_t width) {
    if (!memory_grow((void **)&map->taken, &map->capacity, width, sizeof *map->taken))
        return false;
    if (width > map->width) {
        memset(map->taken + map->width, 0, width - map->width);
        map->width = width;
    }
    return true;
}

static bool mark_line(place_map *map, const text_line *line, bool bytes) {
    size_t place = 0;
    if (!reach(map, (size_t)(line->end - line->begin)))
        return false;
    for (const char *at = line->begin; at < line->end;
         at = next_character(at, line->end, bytes), place++)
        map->taken[place] |= *at != ' ';
    return true;
}

static shoal_status fail_tab(const text_line *line, const fixed_text_form *form,
                             shoal_error *error) {
    return csv_fail(error, form->label, line->number, 0,
                    "has a tab, whose width is unknown: replace tabs by blanks, or set "
                    "input.delimiter to tab or blank");
}

/* Marks up to `most` more lines that have text. */
static shoal_status mark_lines(place_map *map, line_walk *walk, size_t most,
                               const fixed_text_form *form, shoal_error *error) {
    text_line line;
    for (size_t lines = 0; lines < most && next_line(walk, &line);) {
        if (line.begin == line.end || !is_sound(&line, form))
            continue;
        if (memchr(line.begin, '\t', (size_t)(line.end - line.begin)))
            return fail_tab(&line, form, error);
        if (!mark_line(map, &line, form->bytes))
            return status_no_memory(error);
        lines++;
    }
    return SHOAL_OK;
}

/* ---- Columns --------------------------------------------------------------------------------- */

/* Places begin <= place < end. */
typedef struct fixed_column {
    size_t begin, end;
} fixed_column;

typedef struct fixed_columns {
    fixed_column *column; /* [count] */
    size_t count, capacity;
} fixed_columns;

static bool find_columns(fixed_columns *out, const place_map *map) {
    for (size_t place = 0; place < map->width; place++) {
        if (!map->taken[place])
            continue;
        fixed_column one = {.begin = place};
        while (place < map->width && map->taken[place])
            place++;
        one.end = place;
        if (!memory_grow((void **)&out->column, &out->capacity, out->count + 1,
                         sizeof *out->column))
            return false;
        out->column[out->count++] = one;
    }
    return true;
}

static void say_columns(text *out, const fixed_columns *columns) {
    size_t shown = columns->count <= 12 ? columns->count : 10;
    for (size_t i = 0; i < shown; i++) {
        const fixed_column *one = &columns->column[i];
        text_format(out, one->end == one->begin + 1 ? "%s%zu" : "%s%zu-%zu", i ? ", " : "",
                    one->begin + 1, one->end);
    }
    if (shown < columns->count)
        text_format(out, " and %zu more", columns->count - shown);
}

/* The first line that takes a place of begin .. end which was free, and where; with `all`, the one
 * that takes the last of them. */
static int64_t find_taker(size_t *place, place_map *map, line_walk walk, const fixed_column *gap,
                          bool all, const fixed_text_form *form) {
    size_t left = gap->end - gap->begin;
    for (text_line line; left > 0 && next_line(&walk, &line);) {
        size_t at_place = 0;
        const char *at = line.begin;
        for (; is_sound(&line, form) && at < line.end && at_place < gap->end && left > 0;
             at = next_character(at, line.end, form->bytes), at_place++) {
            if (at_place < gap->begin || *at == ' ' ||
                (at_place < map->width && map->taken[at_place]))
                continue;
            *place = at_place;
            left = all ? left - 1 : 0;
            if (at_place < map->width)
                map->taken[at_place] = true;
        }
        if (left == 0)
            return line.number;
    }
    return 0;
}

/* What all lines have against what the first ones have: each column of all contains exactly one. */
typedef struct column_check {
    const fixed_columns *first, *all;
    place_map *map; /* of the first lines */
    line_walk rest; /* the others */
} column_check;

static shoal_status fail_joined(const column_check *check, size_t number,
                                const fixed_text_form *form, shoal_error *error) {
    const fixed_column *left = &check->first->column[number];
    fixed_column gap = {left->end, left[1].begin};
    size_t place = gap.begin;
    int64_t line = find_taker(&place, check->map, check->rest, &gap, true, form);
    return csv_fail(error, form->label, line, (int64_t)number + 1,
                    "has text at character %zu, between columns %zu and %zu of the lines above: "
                    "align it with them",
                    place + 1, number + 1, number + 2);
}

static shoal_status fail_new(const column_check *check, const fixed_column *gap,
                             const fixed_text_form *form, shoal_error *error) {
    size_t place = gap->begin;
    int64_t line = find_taker(&place, check->map, check->rest, gap, false, form);
    return csv_fail(error, form->label, line, 0,
                    "has text at character %zu, where the lines above have no column: align it "
                    "with them",
                    place + 1);
}

static shoal_status check_columns(const column_check *check, const fixed_text_form *form,
                                  shoal_error *error) {
    const fixed_columns *first = check->first;
    size_t next = 0; /* of the first lines' */
    for (size_t i = 0; i < check->all->count; i++) {
        const fixed_column *one = &check->all->column[i];
        if (next == first->count || first->column[next].begin >= one->end)
            return fail_new(check, one, form, error);
        next++;
        if (next < first->count && first->column[next].begin < one->end)
            return fail_joined(check, next - 1, form, error);
    }
    return SHOAL_OK;
}

/* ---- Blanks inside values -------------------------------------------------------------------- */

/* In a small table the blank of a value may be one of every line: "Anna Maria" above "Bob" and
 * "Eve". Publishing the parts of a name apart would be a leak. A part is taken for such where the
 * first line, which is the header if there is one, has nothing there, and where all lines that have
 * it have the other part too, with just one blank between them. */
typedef struct inner_blank {
    bool left, right; /* may this side be a part of the other? */
} inner_blank;

static bool has_text(const place_map *line, const fixed_column *where) {
    size_t length = where->end - where->begin;
    return where->begin < line->width && memchr(line->taken + where->begin, true, length);
}

static bool mark_alone(place_map *map, const text_line *line, size_t width, bool bytes) {
    if (!reach(map, width))
        return false;
    memset(map->taken, 0, map->width);
    return mark_line(map, line, bytes);
}

/* What a line says of the blank between a column and the next; false: it is none. */
static bool judge_blank(inner_blank *blank, const fixed_column *left, const place_map *line,
                        bool is_first) {
    const fixed_column *right = left + 1;
    bool has_left = has_text(line, left), has_right = has_text(line, right);
    bool touch = line->taken[left->end - 1] && line->taken[right->begin];
    if (is_first)
        *blank = (inner_blank){right->begin == left->end + 1, right->begin == left->end + 1};
    blank->left &= is_first ? !has_left : !has_left || touch;
    blank->right &= is_first ? !has_right : !has_right || touch;
    return blank->left || blank->right;
}

static shoal_status judge_blanks(inner_blank *blanks, const fixed_columns *columns, line_walk walk,
                                 const fixed_text_form *form, shoal_error *error) {
    place_map map = {0};
    size_t width = columns->column[columns->count - 1].end;
    bool is_first = true, open = true;
    shoal_status status = SHOAL_OK;
    for (text_line line; status == SHOAL_OK && open && next_line(&walk, &line);) {
        if (line.begin == line.end || !is_sound(&line, form))
            continue;
        open = false;
        if (!mark_alone(&map, &line, width, form->bytes))
            status = status_no_memory(error);
        for (size_t i = 0; status == SHOAL_OK && i + 1 < columns->count; i++)
            if (is_first || blanks[i].left || blanks[i].right)
                open |= judge_blank(&blanks[i], &columns->column[i], &map, is_first);
        is_first = false;
    }
    memory_free(map.taken);
    return status;
}

/* The places between such parts are taken, too. `walk`: the lines of the map. */
static shoal_status join_parts(fixed_columns *columns, place_map *map, line_walk walk,
                               const fixed_text_form *form, shoal_error *error) {
    if (columns->count < 2 || !map->taken)
        return SHOAL_OK;
    inner_blank *blanks = memory_zero(columns->count, sizeof *blanks);
    if (!blanks)
        return status_no_memory(error);
    shoal_status status = judge_blanks(blanks, columns, walk, form, error);
    for (size_t i = 0; status == SHOAL_OK && i + 1 < columns->count; i++)
        if (blanks[i].left || blanks[i].right)
            map->taken[columns->column[i].end] = true;
    columns->count = 0;
    if (status == SHOAL_OK && !find_columns(columns, map))
        status = status_no_memory(error);
    memory_free(blanks);
    return status;
}

/* ---- Choosing -------------------------------------------------------------------------------- */

/* The columns of the first lines; `walk` goes on behind them. */
static shoal_status choose_first(fixed_columns *out, place_map *map, line_walk *walk,
                                 const fixed_text_form *form, shoal_error *error) {
    line_walk again = *walk;
    size_t most = form->first ? form->first : FIXED_TEXT_FIRST;
    STATUS_TRY(mark_lines(map, walk, most, form, error));
    again.end = walk->at;
    if (!find_columns(out, map))
        return status_no_memory(error);
    return join_parts(out, map, again, form, error);
}

/* What the others add to the map. */
static shoal_status choose_all(fixed_columns *out, const place_map *first, line_walk walk,
                               const fixed_text_form *form, shoal_error *error) {
    place_map map = {0};
    shoal_status status = reach(&map, first->width) ? SHOAL_OK : status_no_memory(error);
    if (status == SHOAL_OK && first->width > 0)
        memcpy(map.taken, first->taken, first->width);
    if (status == SHOAL_OK)
        status = mark_lines(&map, &walk, SIZE_MAX, form, error);
    if (status == SHOAL_OK && !find_columns(out, &map))
        status = status_no_memory(error);
    memory_free(map.taken);
    return status;
}

static shoal_status choose_columns(fixed_columns *out, const text *content,
                                   const fixed_text_form *form, shoal_error *error) {
    place_map map = {0};
    fixed_columns first = {0};
    line_walk walk = walk_of(content);
    shoal_status status = choose_first(&first, &map, &walk, form, error);
    if (status == SHOAL_OK)
        status = choose_all(out, &map, walk, form, error);
    column_check check = {&first, out, &map, walk};
    if (status == SHOAL_OK)
        status = check_columns(&check, form, error);
    if (status == SHOAL_OK && out->count == 1)
        status = csv_fail(error, form->label, 1, 0,
                          "only one column is found, as no character inside is blank in every "
                          "line: set input.delimiter to what separates the values, or align the "
                          "lines that run over");
    memory_free(map.taken);
    memory_free(first.column);
    return status;
}

/* ---- Records --------------------------------------------------------------------------------- */

static void add_value(text *out, const char *begin, const char *end, const csv_cells_form *form) {
    while (begin < end && *begin == ' ')
        begin++;
    while (begin < end && end[-1] == ' ')
        end--;
    csv_cells_escape(out, begin, (size_t)(end - begin), form);
}

static void add_record(text *out, const text_line *line, const fixed_columns *columns, bool bytes,
                       bool crlf) {
    const char *at = line->begin;
    size_t place = 0;
    for (size_t i = 0; i < columns->count; i++) {
        bool last = i + 1 == columns->count;
        const char *begin = at;
        for (; at < line->end && (last || place < columns->column[i + 1].begin); place++)
            at = next_character(at, line->end, bytes);
        csv_cells_form form = {
            .delimiter = ',', .separator = last ? '\n' : ',', .crlf = last && crlf};
        add_value(out, begin, at, &form);
    }
}

static shoal_status write_records(text *out, const text *content, const fixed_columns *columns,
                                  const fixed_text_form *form, shoal_error *error) {
    bool crlf = ends_with_crlf(content);
    line_walk walk = walk_of(content);
    for (text_line line; next_line(&walk, &line) && !out->failed;) {
        if (line.begin == line.end)
            text_add_string(out, crlf ? "\r\n" : "\n");
        else
            add_record(out, &line, columns, form->bytes, crlf);
        if (out->length > GROWTH_FREE && out->length / GROWTH_MOST > content->length)
            return csv_fail(error, form->label, line.number, 0,
                            "%zu columns are found, and most of the lines above have no value in "
                            "nearly all of them: are columns of fixed width?",
                            columns->count);
    }
    text_add(out, "", 0); /* ends with a NUL, which cells do not */
    return out->failed ? status_no_memory(error) : SHOAL_OK;
}

shoal_status fixed_text_records(text *content, text *found, const fixed_text_form *form,
                                shoal_error *error) {
    fixed_columns columns = {0};
    text records = {0};
    if (content->length == 0)
        return SHOAL_OK;
    shoal_status status = choose_columns(&columns, content, form, error);
    /* Without any, there are only blank lines and some that the reader will refuse. */
    fixed_column only = {0};
    fixed_columns known =
        columns.count > 0 ? columns : (fixed_columns){.column = &only, .count = 1};
    if (status == SHOAL_OK)
        status = write_records(&records, content, &known, form, error);
    if (status == SHOAL_OK) {
        text old = *content;
        *content = records;
        records = old;
        if (found)
            say_columns(found, &columns);
    }
    text_free(&records);
    memory_free(columns.column);
    return status;
}
