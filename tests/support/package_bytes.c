#include "support/package_bytes.h"

#include "base/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

/* ---- Bytes ----------------------------------------------------------------------------------- */

static void put_number(text *out, bool big, uint64_t number, size_t size) {
    for (size_t i = 0; i < size; i++) {
        char byte = (char)(number >> 8 * (big ? size - 1 - i : i));
        text_add(out, &byte, 1);
    }
}

/* `size` bytes, of which those behind the string are `rest`. */
static void put_field(text *out, const char *string, size_t size, char rest) {
    size_t length = strlen(string);
    text_add(out, string, length < size ? length : size);
    for (; length < size; length++)
        text_add(out, &rest, 1);
}

static bool write_file(const char *path, text *bytes) {
    FILE *to = bytes->failed ? NULL : fopen(path, "wb");
    bool fine = to && fwrite(bytes->bytes, 1, bytes->length, to) == bytes->length;
    text_free(bytes);
    return to && fclose(to) == 0 && fine;
}

/* ---- The dictionary of SPSS ------------------------------------------------------------------ */

static void put_double(text *out, bool big, double number) {
    uint64_t bits;
    memcpy(&bits, &number, sizeof bits);
    put_number(out, big, bits, sizeof bits);
}

static void put_words(text *out, bool big, const int32_t *words, size_t count) {
    for (size_t i = 0; i < count; i++)
        put_number(out, big, (uint32_t)words[i], 4);
}

static void put_variable(text *out, bool big, int32_t width, const char *name) {
    int32_t format = width ? 0x010800 : 0x050800;
    put_words(out, big, (const int32_t[]){2, width, 0, 0, format, format}, 6);
    put_field(out, name, 8, ' ');
}

static void put_parts(text *out, const spss_sample *of) {
    size_t parts = strlen(of->rows[0]);
    for (size_t part = 0; part < parts; part++) {
        char name[24];
        snprintf(name, sizeof name, "L%zu", part);
        put_variable(out, of->swapped, (int32_t)(of->cells * 8), name);
        for (size_t cell = 1; cell < of->cells; cell++)
            put_variable(out, of->swapped, -1, "");
    }
}

static void put_records(text *out, const spss_sample *of) {
    bool big = of->swapped;
    char length[24];
    int characters = snprintf(length, sizeof length, "L0=%05zu", strlen(of->rows[0]) * 252);
    put_words(out, big, (const int32_t[]){7, 3, 4, 8, 20, 0, 0, -1, 1, 1, big ? 1 : 2}, 11);
    put_number(out, big, of->other_code ? 1252 : 65001, 4);
    put_words(out, big, (const int32_t[]){7, 14, 1, characters + 2}, 4);
    text_add_string(out, length);
    text_add(out, "\0\t", 2);
    put_words(out, big, (const int32_t[]){999, 0}, 2);
}

static void put_dictionary(text *out, const spss_sample *of) {
    bool big = of->swapped;
    text_add_string(out, of->packing == 2 ? "$FL3" : "$FL2");
    put_field(out, "@(#) SPSS DATA FILE sample", 60, ' ');
    put_words(out, big, (const int32_t[]){2, -1, of->packing, 0, of->declared}, 5);
    put_double(out, big, 100);
    put_field(out, "01 Jan 2512:00:00", 17 + 64, ' ');
    put_field(out, "", 3, 0);
    put_variable(out, big, 0, "N");
    put_parts(out, of);
    put_records(out, of);
}

/* ---- The rows of SPSS ------------------------------------------------------------------------ */

typedef struct packed_rows {
    text bytes;
    char code[8], cells[8 * 8];
    size_t codes, cell_bytes;
} packed_rows;

static void add_code(packed_rows *to, unsigned code, const char *cell) {
    to->code[to->codes++] = (char)code;
    if (cell) {
        memcpy(to->cells + to->cell_bytes, cell, 8);
        to->cell_bytes += 8;
    }
    if (to->codes < 8)
        return;
    text_add(&to->bytes, to->code, 8);
    text_add(&to->bytes, to->cells, to->cell_bytes);
    to->codes = to->cell_bytes = 0;
}

static void add_cell(packed_rows *to, bool packs, unsigned code, const char *cell) {
    if (packs)
        add_code(to, code, code == 253 ? cell : NULL);
    else
        text_add(&to->bytes, cell, 8);
}

static void add_row(packed_rows *to, const spss_sample *of, size_t row) {
    text number = {0};
    put_double(&number, of->swapped, (double)(row + 1));
    if (number.failed)
        return;
    add_cell(to, of->packing > 0, 253, number.bytes);
    text_free(&number);
    for (const char *part = of->rows[row]; *part; part++)
        for (size_t i = 0; i < of->cells; i++)
            if (*part == 'b')
                add_cell(to, of->packing > 0, 254, "        ");
            else if (*part == 'n')
                add_cell(to, of->packing > 0, 100, "\0\0\0\0\0\0\0");
            else
                add_cell(to, of->packing > 0, 253, *part == 'x' ? "abcdefgh" : "\0\0\0\0\0\0\0");
}

static void end_rows(packed_rows *to, const spss_sample *of) {
    if (of->packing > 0 && of->ends)
        add_code(to, 252, NULL);
    while (to->codes > 0)
        add_code(to, 0, NULL);
}

/* Two of them, and the list behind them. */
static bool put_blocks(text *out, bool big, const text *rows) {
    size_t half = rows->length / 16 * 8, begin = out->length;
    text blocks = {0}, list = {0};
    bool fine = true;
    for (int i = 0; i < 2; i++) {
        size_t from = i ? half : 0, size = i ? rows->length - half : half;
        uLongf packed = compressBound(size);
        Bytef *bytes = malloc(packed);
        fine &= bytes && compress(bytes, &packed, (const Bytef *)rows->bytes + from, size) == Z_OK;
        put_number(&list, big, begin + from, 8);
        put_number(&list, big, begin + 24 + blocks.length, 8);
        put_number(&list, big, size, 4);
        put_number(&list, big, packed, 4);
        text_add(&blocks, (const char *)bytes, fine ? packed : 0);
        free(bytes);
    }
    put_number(out, big, begin, 8);
    put_number(out, big, begin + 24 + blocks.length, 8);
    put_number(out, big, 24 + list.length, 8);
    text_add(out, blocks.bytes, blocks.length);
    put_number(out, big, (uint64_t)-100, 8);
    put_number(out, big, 0, 8);
    put_number(out, big, half, 4);
    put_number(out, big, 2, 4);
    text_add(out, list.bytes, list.length);
    fine &= !blocks.failed && !list.failed;
    text_free(&blocks);
    text_free(&list);
    return fine;
}

bool spss_sample_write(const char *path, const spss_sample *of) {
    text made = {0};
    packed_rows rows = {0};
    bool fine = true;
    put_dictionary(&made, of);
    for (size_t row = 0; of->rows[row]; row++)
        add_row(&rows, of, row);
    end_rows(&rows, of);
    if (of->packing == 2)
        fine = put_blocks(&made, of->swapped, &rows.bytes);
    else
        text_add(&made, rows.bytes.bytes, rows.bytes.length - of->left_out);
    fine &= !rows.bytes.failed;
    text_free(&rows.bytes);
    return write_file(path, &made) && fine;
}

/* ---- Stata ----------------------------------------------------------------------------------- */

static bool has_tags(const stata_sample *of) {
    return of->version >= 117;
}

static void put_tag(text *out, const stata_sample *of, const char *tag) {
    if (has_tags(of))
        text_add_string(out, tag);
}

static size_t name_size(const stata_sample *of) {
    return of->version < 110 ? 9 : of->version < 118 ? 33 : 129;
}

/* The name of the set of labels in a field of `size` bytes. */
static void put_set_name(text *out, size_t size, bool open) {
    put_field(out, open ? "" : "yesno", size, open ? 'y' : 0);
}

static void put_old_head(text *out, const stata_sample *of) {
    text_add(out, (const char[]){(char)of->version, of->big ? 1 : 2, 1, 0}, 4);
    put_number(out, of->big, 1, 2);
    put_number(out, of->big, 2, 4);
    put_field(out, "", of->version < 108 ? 32 : 81, 0);
    put_field(out, "", of->version < 105 ? 0 : 18, 0);
}

/* *map is where the places of the parts go. */
static void put_new_head(text *out, const stata_sample *of, size_t *map) {
    bool wide = of->version > 117;
    text_format(out, "<stata_dta><header><release>%d</release><byteorder>%s</byteorder><K>",
                of->version, of->big ? "MSF" : "LSF");
    put_number(out, of->big, 2, of->version > 118 ? 4 : 2);
    text_add_string(out, "</K><N>");
    put_number(out, of->big, 2, wide ? 8 : 4);
    text_add_string(out, "</N><label>");
    put_number(out, of->big, 0, wide ? 2 : 1);
    text_add_string(out, "</label><timestamp>");
    put_number(out, of->big, 0, 1);
    text_add_string(out, "</timestamp></header><map>");
    *map = out->length;
    put_field(out, "", (size_t)14 * 8, 0);
    text_add_string(out, "</map>");
}

static void put_types(text *out, const stata_sample *of) {
    put_tag(out, of, "<variable_types>");
    if (has_tags(of)) {
        put_number(out, of->big, 0xFFF8, 2);
        put_number(out, of->big, 0x8000, 2);
    } else {
        put_number(out, of->big, of->version < 111 ? 'l' : 0xFD, 1);
    }
    put_tag(out, of, "</variable_types>");
}

static void put_names(text *out, const stata_sample *of) {
    put_tag(out, of, "<varnames>");
    put_field(out, "A", name_size(of), 0);
    put_field(out, "T", has_tags(of) ? name_size(of) : 0, 0);
    put_tag(out, of, "</varnames><sortlist>");
    put_field(out, "", (has_tags(of) ? 3U : 2U) * (of->version > 118 ? 4 : 2), 0);
    put_tag(out, of, "</sortlist>");
}

static void put_descriptions(text *out, const stata_sample *of) {
    size_t format = of->version < 105 ? 7 : of->version < 114 ? 12 : of->version < 118 ? 49 : 57;
    size_t label = of->version < 108 ? 32 : of->version < 118 ? 81 : 321;
    put_tag(out, of, "<formats>");
    put_field(out, "%9.0g", format, 0);
    put_field(out, "%9s", has_tags(of) ? format : 0, 0);
    put_tag(out, of, "</formats><value_label_names>");
    put_set_name(out, name_size(of), of->open_name);
    put_field(out, "", has_tags(of) ? name_size(of) : 0, 0);
    put_tag(out, of, "</value_label_names><variable_labels>");
    put_field(out, "", has_tags(of) ? 2 * label : label, 0);
    put_tag(out, of, "</variable_labels><characteristics></characteristics>");
    if (!has_tags(of))
        put_field(out, "", of->version < 105 ? 0 : of->version < 110 ? 3 : 5, 0);
}

static void put_rows(text *out, const stata_sample *of) {
    put_tag(out, of, "<data>");
    for (uint64_t row = 1; row <= 2; row++) {
        put_number(out, of->big, row - 1, 4);
        if (has_tags(of)) {
            put_number(out, of->big, 2, of->version > 117 ? 2 : 4);
            put_number(out, of->big, row, of->version > 117 ? 6 : 4);
        }
    }
    put_tag(out, of, "</data>");
}

static void put_texts(text *out, const stata_sample *of) {
    text_add_string(out, "<strls>");
    for (uint64_t row = 1; row <= 2; row++) {
        bool open = row == 2 && of->open_text, empty = row == 2 && of->empty_text;
        size_t length = empty ? 0 : open ? 5000 : 5001;
        text_add_string(out, "GSO");
        put_number(out, of->big, 2, 4);
        put_number(out, of->big, row, of->version > 117 ? 8 : 4);
        put_number(out, of->big, 130, 1);
        put_number(out, of->big, length, 4);
        put_field(out, "", length < 5000 ? 0 : 5000, 'z');
        put_field(out, "", length > 5000, 0);
    }
    text_add_string(out, "</strls>");
}

static void put_labels(text *out, const stata_sample *of) {
    put_tag(out, of, "<value_labels><lbl>");
    bool old = of->version < 105;
    put_number(out, of->big, old ? 16 : 8 + 16 + 7, old ? 2 : 4);
    put_set_name(out, old ? 12 : of->version < 118 ? 33 : 129, of->open_set);
    put_field(out, "", old ? 2 : 3, 0);
    if (old) {
        put_field(out, "no", 8, 0);
        put_field(out, "yes", 8, 0);
    } else {
        static const uint64_t table[] = {2, 7, 0, 3, 0, 1};
        for (size_t i = 0; i < sizeof table / sizeof *table; i++)
            put_number(out, of->big, table[i], 4);
        text_add(out, "no\0yes", 7);
    }
    put_tag(out, of, "</lbl></value_labels></stata_dta>");
}

bool stata_sample_write(const char *path, const stata_sample *of) {
    text made = {0}, places = {0};
    size_t map = 0;
    if (has_tags(of))
        put_new_head(&made, of, &map);
    else
        put_old_head(&made, of);
    put_types(&made, of);
    put_names(&made, of);
    put_descriptions(&made, of);
    put_number(&places, of->big, made.length, 8);
    put_rows(&made, of);
    put_number(&places, of->big, made.length, 8);
    if (has_tags(of))
        put_texts(&made, of);
    put_number(&places, of->big, made.length, 8);
    put_labels(&made, of);
    if (has_tags(of) && !made.failed && !places.failed)
        memcpy(made.bytes + map + (size_t)9 * 8, places.bytes, places.length);
    text_free(&places);
    return write_file(path, &made);
}
