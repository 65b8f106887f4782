/* Any bytes as a workbook, or as one of its parts in a sound one: cells or an error, and memory in
 * proportion. */
#include "store/sheet_source.h"
#include "support/zip_writer.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const struct {
    const char *name, *content;
} parts[] = {
    {"_rels/.rels", XLSX_RELS},
    {"xl/_rels/book.xml.rels", XLSX_BOOK_RELS},
    {"xl/book.xml", XLSX_BOOK},
    {"xl/styles.xml", XLSX_STYLES},
    {"xl/strings.xml", "<sst><si><t>a</t></si><si><t>b</t></si></sst>"},
    {"xl/sheet.xml", "<worksheet><sheetData><row><c s='1'><v>3</v></c><c t='s'><v>1</v></c></row>"
                     "</sheetData></worksheet>"},
    {"content.xml", "<a/>"},
};
#define PARTS (sizeof parts / sizeof *parts)

static void read_book(sheet_reader *reader, const char *bytes, size_t length) {
    sheet_grid grid;
    shoal_error error = {0};
    shoal_status status = sheet_read_memory(&grid, reader, bytes, length, NULL, &error);
    if (status != SHOAL_OK && status != SHOAL_BAD_DATA)
        abort();
    if (status == SHOAL_OK && grid.row_count > 0 &&
        (grid.width == 0 || grid.records.bytes[grid.records.length - 1] != '\n'))
        abort();
    sheet_grid_free(&grid);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size == 0 || !zip_archive_is_built())
        return 0;
    size_t chosen = data[0] % (PARTS + 2);
    const char *bytes = (const char *)data + 1;
    if (chosen >= PARTS) {
        read_book(chosen == PARTS ? xlsx_read_sheet : ods_read_sheet, bytes, size - 1);
        return 0;
    }
    zip_writer book = {0};
    for (size_t i = 0; i < PARTS; i++)
        if (i == chosen)
            zip_add(&book, parts[i].name, bytes, size - 1);
        else
            zip_add_text(&book, parts[i].name, parts[i].content);
    zip_finish(&book);
    read_book(chosen + 1 == PARTS ? ods_read_sheet : xlsx_read_sheet, book.bytes.bytes,
              book.bytes.length);
    text_free(&book.bytes);
    return 0;
}
