#include "store/statistics/spss_dictionary.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* What ReadStat allocates at most at a time. */
#define BYTES_MOST ((size_t)1 << 24)
#define HEAD_BYTES 176
#define UTF8 65001
/* Bytes of a part that count towards the length of its text; cells that a part has at most. */
#define PART_BYTES 252
#define PART_CELLS 32

typedef struct variable {
    char name[9];
    bool is_text;
    uint32_t cells;
    uint32_t length; /* of a text of several parts, in bytes; else 0 */
} variable;

typedef struct reading {
    package_input *from;
    spss_dictionary *out;
    variable *variable;
    size_t count, room;
    uint32_t *by_name; /* [names] variables that others may name */
    size_t names, sorted;
    size_t cells;
    uint32_t charset; /* 0: not told yet */
    bool done;
} reading;

uint32_t spss_uint32(const spss_dictionary *of, const void *bytes) {
    uint32_t number;
    memcpy(&number, bytes, sizeof number);
    return of->swapped ? __builtin_bswap32(number) : number;
}

uint64_t spss_uint64(const spss_dictionary *of, const void *bytes) {
    uint64_t number;
    memcpy(&number, bytes, sizeof number);
    return of->swapped ? __builtin_bswap64(number) : number;
}

void spss_dictionary_free(spss_dictionary *of) {
    memory_free(of->mark);
    of->mark = NULL;
}

/* ---- Bytes ----------------------------------------------------------------------------------- */

static shoal_status damaged(reading *of) {
    return package_input_refuse(of->from, "its dictionary is not that of a file of SPSS");
}

static shoal_status take(reading *of, void *into, size_t size) {
    return package_input_read(of->from, into, size) == size ? SHOAL_OK : damaged(of);
}

static shoal_status take_number(reading *of, uint32_t *out) {
    uint8_t bytes[sizeof *out];
    *out = 0;
    STATUS_TRY(take(of, bytes, sizeof bytes));
    *out = spss_uint32(of->out, bytes);
    return SHOAL_OK;
}

static shoal_status skip(reading *of, uint64_t size) {
    package_input *from = of->from;
    if (size > from->size - from->at)
        return damaged(of);
    from->at += size;
    return SHOAL_OK;
}

/* ---- Variables ------------------------------------------------------------------------------- */

/* Without the blanks and NUL bytes behind it, as ReadStat has it. */
static void copy_name(char *out, const char *field) {
    size_t length = 8;
    while (length > 0 && (field[length - 1] == ' ' || field[length - 1] == '\0'))
        length--;
    memcpy(out, field, length);
    out[length] = '\0';
}

static bool is_text_format(uint32_t format) {
    return (format >> 16 & 0xFF) == 1;
}

/* Ghosts that have labels or missing values would be read in two ways by ReadStat. */
static shoal_status widen(reading *of, uint32_t labelled, uint32_t missing) {
    if (of->count == 0 || labelled || missing)
        return damaged(of);
    of->variable[of->count - 1].cells++;
    of->cells++;
    return SHOAL_OK;
}

static shoal_status skip_label(reading *of) {
    uint32_t length;
    STATUS_TRY(take_number(of, &length));
    return skip(of, ((uint64_t)length + 3) / 4 * 4);
}

static shoal_status read_variable(reading *of) {
    struct {
        uint32_t type, labelled, missing, print, write;
        char name[8];
    } record;
    STATUS_TRY(take(of, &record, sizeof record));
    int32_t type = (int32_t)spss_uint32(of->out, &record.type);
    int32_t missing = (int32_t)spss_uint32(of->out, &record.missing);
    if (type < 0)
        return widen(of, record.labelled, record.missing);
    if (missing > 3 || missing < -3)
        return damaged(of);
    if (!memory_grow((void **)&of->variable, &of->room, of->count + 1, sizeof *of->variable))
        return of->from->status = status_no_memory(of->from->error);
    variable *made = &of->variable[of->count++];
    *made = (variable){.cells = 1};
    copy_name(made->name, record.name);
    made->is_text = type > 0 || is_text_format(spss_uint32(of->out, &record.print)) ||
                    is_text_format(spss_uint32(of->out, &record.write));
    of->cells++;
    if (record.labelled)
        STATUS_TRY(skip_label(of));
    return skip(of, (uint64_t)abs(missing) * sizeof(double));
}

/* ---- Texts of several parts ------------------------------------------------------------------ */

static int compare_names(const void *left, const void *right, void *context) {
    const variable *all = context;
    const uint32_t *a = left, *b = right;
    return strcasecmp(all[*a].name, all[*b].name);
}

/* Of variables with one name that follow each other, the first is meant. */
static shoal_status sort_names(reading *of) {
    if (of->sorted == of->count && of->by_name)
        return SHOAL_OK;
    memory_free(of->by_name);
    of->by_name = memory_new(of->count, sizeof *of->by_name);
    if (!of->by_name)
        return of->from->status = status_no_memory(of->from->error);
    of->names = 0;
    of->sorted = of->count;
    for (size_t i = 0; i < of->count; i++)
        if (i == 0 || strcmp(of->variable[i].name, of->variable[i - 1].name) != 0)
            of->by_name[of->names++] = (uint32_t)i;
    qsort_r(of->by_name, of->names, sizeof *of->by_name, compare_names, of->variable);
    return SHOAL_OK;
}

/* It is not known which of several variables ReadStat finds. */
static shoal_status set_length(reading *of, const char *name, uint32_t length) {
    size_t low = 0, high = of->names;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (strcasecmp(of->variable[of->by_name[middle]].name, name) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    const uint32_t *found = of->by_name + low;
    if (low == of->names || strcasecmp(of->variable[*found].name, name) != 0)
        return SHOAL_OK;
    if (low + 1 < of->names && strcasecmp(of->variable[found[1]].name, name) == 0)
        return damaged(of);
    of->variable[*found].length = length;
    return SHOAL_OK;
}

/* The next NAME=LENGTH from *at on; between them are NUL bytes and a tab. */
static shoal_status take_length(reading *of, const char *record, size_t size, size_t *at) {
    char name[9] = "";
    uint64_t length = 0;
    const char *equals = memchr(record + *at, '=', size - *at);
    size_t begin = *at, end = equals ? (size_t)(equals - record) : size;
    if (!equals || end - begin >= sizeof name)
        return damaged(of);
    memcpy(name, record + begin, end - begin);
    for (begin = ++end; end < size && record[end] >= '0' && record[end] <= '9'; end++)
        if ((length = length * 10 + (uint64_t)(record[end] - '0')) > INT32_MAX)
            return damaged(of);
    if (end == begin || (end < size && record[end] != '\0' && record[end] != '\t'))
        return damaged(of);
    while (end < size && (record[end] == '\0' || record[end] == '\t'))
        end++;
    *at = end;
    return set_length(of, name, (uint32_t)length);
}

static shoal_status read_lengths(reading *of, size_t size) {
    char *record = size <= BYTES_MOST ? memory_new(size, 1) : NULL;
    if (!record)
        return size > BYTES_MOST ? damaged(of)
                                 : (of->from->status = status_no_memory(of->from->error));
    shoal_status status = take(of, record, size);
    if (status == SHOAL_OK)
        status = sort_names(of);
    for (size_t at = 0; status == SHOAL_OK && at < size;)
        status = take_length(of, record, size, &at);
    memory_free(record);
    return status;
}

/* ---- Other records --------------------------------------------------------------------------- */

static shoal_status skip_labels(reading *of) {
    uint32_t count, type, variables;
    uint8_t length;
    STATUS_TRY(take_number(of, &count));
    for (uint32_t i = 0; i < count; i++) {
        STATUS_TRY(skip(of, 8));
        STATUS_TRY(take(of, &length, 1));
        STATUS_TRY(skip(of, ((uint64_t)length + 8) / 8 * 8 - 1));
    }
    STATUS_TRY(take_number(of, &type));
    STATUS_TRY(take_number(of, &variables));
    return type == 4 ? skip(of, variables * sizeof(uint32_t)) : damaged(of);
}

/* ReadStat counts the bytes of these lines with 32 bits. */
static shoal_status skip_document(reading *of) {
    uint32_t lines;
    STATUS_TRY(take_number(of, &lines));
    return skip(of, lines * UINT32_C(80));
}

static shoal_status read_integers(reading *of, uint64_t size) {
    uint32_t number[8];
    if (size != sizeof number)
        return damaged(of);
    STATUS_TRY(take(of, number, sizeof number));
    if (of->charset == 0)
        of->charset = spss_uint32(of->out, &number[7]);
    return SHOAL_OK;
}

static shoal_status read_extension(reading *of) {
    uint32_t kind, size, count;
    STATUS_TRY(take_number(of, &kind));
    STATUS_TRY(take_number(of, &size));
    STATUS_TRY(take_number(of, &count));
    uint64_t whole = (uint64_t)size * count, begin = of->from->at;
    if (kind == 3)
        return read_integers(of, whole);
    if (kind == 14) {
        if (size == 0)
            return damaged(of);
        STATUS_TRY(read_lengths(of, count));
        of->from->at = begin;
    }
    return skip(of, whole);
}

static shoal_status read_record(reading *of) {
    uint32_t type;
    STATUS_TRY(take_number(of, &type));
    switch (type) {
    case 2:
        return read_variable(of);
    case 3:
        return skip_labels(of);
    case 6:
        return skip_document(of);
    case 7:
        return read_extension(of);
    case 999:
        of->done = true;
        return skip(of, 4);
    default:
        return damaged(of);
    }
}

/* ---- The layout of a row --------------------------------------------------------------------- */

static size_t parts_of(const variable *of) {
    return of->length > 0 ? ((size_t)of->length + PART_BYTES - 1) / PART_BYTES : 1;
}

/* The cells of one variable, the first of which is `cell`; `index` becomes the variable whose cells
 * come next. False: here ReadStat gives the row up. */
static bool mark_variable(const reading *of, const variable *from, size_t *index, size_t *cell) {
    uint8_t *mark = of->out->mark;
    size_t parts = parts_of(from);
    if (!from->is_text) {
        ++*cell;
        ++*index;
        return true;
    }
    for (size_t part = 1; part <= parts && *index < of->count; part++, ++*index) {
        size_t end = *cell + of->variable[*index].cells;
        if (of->variable[*index].cells > PART_CELLS || end > of->cells)
            return false;
        for (; parts > 1 && *cell < end; ++*cell)
            mark[*cell] = SPSS_OF_PARTS;
        *cell = end;
        if (parts > 1)
            mark[end - 1] |= part < parts ? SPSS_PART_ENDS : SPSS_TEXT_ENDS;
    }
    of->out->parts |= parts > 1;
    return true;
}

/* ReadStat goes through the variables twice: for their types by the parts that they say they have,
 * for their cells by those that they do have. */
static shoal_status mark_cells(reading *of) {
    size_t cell = 0, index = 0;
    of->out->cells = of->cells;
    if (of->cells == 0 || of->cells > BYTES_MOST / 8)
        return damaged(of);
    of->out->mark = memory_zero(of->cells, 1);
    if (!of->out->mark)
        return of->from->status = status_no_memory(of->from->error);
    for (size_t i = 0; i < of->count && index < of->count && cell < of->cells;
         i += parts_of(&of->variable[i]))
        if (!mark_variable(of, &of->variable[i], &index, &cell))
            break;
    return SHOAL_OK;
}

/* ---- The dictionary -------------------------------------------------------------------------- */

static spss_packing packing_of(uint32_t code) {
    uint32_t other = __builtin_bswap32(code);
    return code == 1 || other == 1   ? SPSS_PACKED
           : code == 2 || other == 2 ? SPSS_BLOCKS
                                     : SPSS_PLAIN;
}

static shoal_status read_head(reading *of) {
    uint8_t head[HEAD_BYTES];
    STATUS_TRY(take(of, head, sizeof head));
    if (memcmp(head, "$FL2", 4) != 0 && memcmp(head, "$FL3", 4) != 0)
        return damaged(of);
    uint32_t layout = spss_uint32(of->out, head + 64);
    of->out->packing = packing_of(spss_uint32(of->out, head + 72));
    of->out->swapped = layout != 2 && layout != 3;
    of->out->rows = (int32_t)spss_uint32(of->out, head + 80);
    return SHOAL_OK;
}

shoal_status spss_dictionary_read(spss_dictionary *out, package_input *from, const char *encoding) {
    reading of = {.from = from, .out = out};
    *out = (spss_dictionary){0};
    from->at = 0;
    shoal_status status = read_head(&of);
    while (status == SHOAL_OK && !of.done)
        status = read_record(&of);
    if (status == SHOAL_OK)
        status = mark_cells(&of);
    out->utf8 = encoding ? strcmp(encoding, "UTF-8") == 0 : of.charset == UTF8;
    out->data = from->at;
    memory_free(of.variable);
    memory_free(of.by_name);
    return status;
}
