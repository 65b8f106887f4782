/* Writes zip archives whose members are not compressed, in memory: workbooks for tests. */
#ifndef SHOAL_TESTS_SUPPORT_ZIP_WRITER_H
#define SHOAL_TESTS_SUPPORT_ZIP_WRITER_H

#include "base/text.h"

#include <string.h>
#include <zlib.h>

typedef struct zip_writer {
    text bytes, directory;
    unsigned members;
} zip_writer;

static inline void zip_put(text *out, uint32_t value, int width) {
    for (int i = 0; i < width; i++) {
        char byte = (char)(value >> (8 * i));
        text_add(out, &byte, 1);
    }
}

/* What stands in front of the member and in the directory alike. */
static inline void zip_fields(text *out, const char *name, const char *content, size_t length) {
    zip_put(out, 20, 2);
    zip_put(out, 0, 4);
    zip_put(out, 0x210000, 4);
    zip_put(out, (uint32_t)crc32(0, (const unsigned char *)content, (unsigned)length), 4);
    zip_put(out, (uint32_t)length, 4);
    zip_put(out, (uint32_t)length, 4);
    zip_put(out, (uint32_t)strlen(name), 2);
    zip_put(out, 0, 2);
}

static inline void zip_add(zip_writer *to, const char *name, const char *content, size_t length) {
    uint32_t offset = (uint32_t)to->bytes.length;
    zip_put(&to->bytes, 0x04034b50, 4);
    zip_fields(&to->bytes, name, content, length);
    text_add_string(&to->bytes, name);
    text_add(&to->bytes, content, length);
    zip_put(&to->directory, 0x02014b50, 4);
    zip_put(&to->directory, 20, 2);
    zip_fields(&to->directory, name, content, length);
    zip_put(&to->directory, 0, 4); /* no comment, first disk */
    zip_put(&to->directory, 0, 2);
    zip_put(&to->directory, 0, 4);
    zip_put(&to->directory, offset, 4);
    text_add_string(&to->directory, name);
    to->members++;
}

/* After the last member: to->bytes is the archive. */
static inline void zip_finish(zip_writer *to) {
    uint32_t offset = (uint32_t)to->bytes.length;
    text_add(&to->bytes, to->directory.bytes, to->directory.length);
    zip_put(&to->bytes, 0x06054b50, 4);
    zip_put(&to->bytes, 0, 4);
    zip_put(&to->bytes, to->members, 2);
    zip_put(&to->bytes, to->members, 2);
    zip_put(&to->bytes, (uint32_t)to->directory.length, 4);
    zip_put(&to->bytes, offset, 4);
    zip_put(&to->bytes, 0, 2);
    text_free(&to->directory);
}

/* The parts of an .xlsx workbook with one sheet, without the sheet, its texts and styles. */
#define XLSX_TYPES "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
#define XLSX_LINK(id, type, target)                                                                \
    "<Relationship Id='" id "' Type='" XLSX_TYPES "/" type "' Target='" target "'/>"
#define XLSX_RELS                                                                                  \
    "<Relationships>" XLSX_LINK("a", "officeDocument", "xl/book.xml") "</Relationships>"
#define XLSX_BOOK_RELS                                                                             \
    "<Relationships>" XLSX_LINK("b", "worksheet", "sheet.xml")                                     \
        XLSX_LINK("c", "sharedStrings", "strings.xml")                                             \
            XLSX_LINK("d", "styles", "styles.xml") "</Relationships>"
#define XLSX_BOOK                                                                                  \
    "<workbook xmlns:r='" XLSX_TYPES "'><sheets><sheet name='One' r:id='b'/></sheets></workbook>"
#define XLSX_STYLES                                                                                \
    "<styleSheet><cellXfs><xf numFmtId='0'/><xf numFmtId='14'/></cellXfs></styleSheet>"

static inline void zip_add_text(zip_writer *to, const char *name, const char *content) {
    zip_add(to, name, content, strlen(content));
}

#endif
