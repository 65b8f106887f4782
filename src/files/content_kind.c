#include "files/content_kind.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

#define LOOKED_AT ((size_t)4096)

/* ---- Kinds ----------------------------------------------------------------------------------- */

#define AS_TABLE "export its table as CSV or .xlsx"
#define UNPACK "unpack it and name the file in it"
#define CONVERT "convert it to CSV with the program that made it"

typedef struct signature {
    size_t offset;
    const char *magic;
    size_t length;
    content_kind kind;
} signature;

#define READABLE(at, bytes, what, so, suffix)                                                      \
    {                                                                                              \
        at, bytes, sizeof bytes - 1, {                                                             \
            what, so, suffix                                                                       \
        }                                                                                          \
    }
#define MAGIC(at, bytes, what, so) READABLE(at, bytes, what, so, NULL)
#define NAMED(at, bytes, what, suffix)                                                             \
    READABLE(at, bytes, what, "give it a name that ends in " suffix, suffix)

static const signature signatures[] = {
    MAGIC(0, "%PDF-", "a PDF document", AS_TABLE),
    MAGIC(0, "SQLite format 3\0", "an SQLite database",
          "write the table to CSV: sqlite3 -header -csv FILE \"SELECT * FROM TABLE\""),
    MAGIC(0, "\x89PNG\r\n\x1A\n", "a PNG image", "a picture of a table cannot be read"),
    MAGIC(0, "\xFF\xD8\xFF", "a JPEG image", "a picture of a table cannot be read"),
    MAGIC(0, "GIF87a", "a GIF image", "a picture of a table cannot be read"),
    MAGIC(0, "GIF89a", "a GIF image", "a picture of a table cannot be read"),
    MAGIC(0, "II*\0", "a TIFF image", "a picture of a table cannot be read"),
    MAGIC(0, "MM\0*", "a TIFF image", "a picture of a table cannot be read"),
    MAGIC(8, "WEBPVP8", "a WebP image", "a picture of a table cannot be read"),
    MAGIC(0, "PAR1\x15", "a Parquet file", "give it a name that ends in .parquet"),
    MAGIC(8, "DUCK", "a DuckDB database", "name a table of it: duckdb:FILE?table=TABLE"),
    MAGIC(0, "ARROW1\0", "an Arrow file", CONVERT),
    MAGIC(0, "Obj\x01", "an Avro file", CONVERT),
    MAGIC(0, "\x89HDF\r\n\x1A\n", "an HDF5 file", CONVERT),
    NAMED(0, "$FL2@(#)", "an SPSS file", ".sav"),
    NAMED(0, "$FL3@(#)", "a compressed SPSS file", ".zsav"),
    NAMED(40, "ASCII SPSS PORT FILE", "a portable SPSS file", ".por"),
    NAMED(0, "<stata_dta>", "a Stata file", ".dta"),
    NAMED(0, "HEADER RECORD*******LIB", "a SAS transport file", ".xpt"),
    NAMED(12, "\xC2\xEA\x81\x60", "a SAS data set", ".sas7bdat"),
    MAGIC(0, "RDX2\n", "an R data file", "write it with R's write.csv"),
    MAGIC(0, "RDX3\n", "an R data file", "write it with R's write.csv"),
    MAGIC(0, "X\n\0\0\0", "an R data file (.rds)", "write it with R's write.csv"),
    MAGIC(0, "\x93NUMPY", "a NumPy file", "write it with numpy.savetxt"),
    MAGIC(0, "{\\rtf", "an RTF document", AS_TABLE),
    MAGIC(257, "ustar", "a tar archive", UNPACK),
    MAGIC(0, "7z\xBC\xAF\x27\x1C", "a 7-Zip archive", UNPACK),
    MAGIC(0, "Rar!\x1A\x07", "a RAR archive", UNPACK),
    MAGIC(0, "BZh91AY&SY", "compressed with bzip2", "decompress it; gzip, zstd and xz can be read"),
    MAGIC(0,
          "\x7F"
          "ELF",
          "a program", "name a table"),
};

static const content_kind old_office = {
    "an old Office file (.xls or .doc)",
    "save the table as .xlsx or CSV",
    NULL,
};
static const content_kind locked_office = {"an encrypted workbook", "save it without a password",
                                           NULL};
static const content_kind xlsx = {"an Excel workbook", "give it a name that ends in .xlsx",
                                  ".xlsx"};
static const content_kind ods = {"an OpenDocument workbook", "give it a name that ends in .ods",
                                 ".ods"};
static const content_kind word = {"a Word document (.docx)", AS_TABLE, NULL};
static const content_kind writer = {"an OpenDocument text (.odt)", AS_TABLE, NULL};
static const content_kind slides = {"a presentation (.pptx)", AS_TABLE, NULL};
static const content_kind zip = {"a zip archive", UNPACK, ""};
static const content_kind html = {"an HTML page", "export the table as CSV", NULL};
static const content_kind xml = {"an XML file", "export the table as CSV or .xlsx", NULL};
static const content_kind json = {"a JSON file", "write it as CSV, with one column for each field",
                                  NULL};
static const content_kind binary = {"binary data", "name a file of text, such as CSV", NULL};

/* ---- Archives -------------------------------------------------------------------------------- */

static bool has(const char *bytes, size_t length, const char *part, size_t size) {
    return memmem(bytes, length, part, size) != NULL;
}
#define HAS(bytes, length, literal) has(bytes, length, literal, sizeof literal - 1)

/* Names of members are in the archive as they are. */
static const content_kind *kind_of_zip(const char *bytes, size_t length) {
    if (HAS(bytes, length, "opendocument.spreadsheet"))
        return &ods;
    if (HAS(bytes, length, "opendocument.text"))
        return &writer;
    if (HAS(bytes, length, "xl/workbook") || HAS(bytes, length, "xl/worksheets/"))
        return &xlsx;
    if (HAS(bytes, length, "word/document"))
        return &word;
    return HAS(bytes, length, "ppt/presentation") ? &slides : &zip;
}

static const content_kind *kind_of_compound(const char *bytes, size_t length) {
    static const char encrypted[] = "E\0n\0c\0r\0y\0p\0t\0e\0d\0P\0a\0c\0k\0a\0g\0e\0";
    return has(bytes, length, encrypted, sizeof encrypted - 1) ? &locked_office : &old_office;
}

/* ---- Text that is no table ------------------------------------------------------------------- */

static const char *skip_blanks(const char *at, const char *end) {
    while (at < end && isspace((unsigned char)*at))
        at++;
    return at;
}

static bool begins(const char *at, const char *end, const char *with) {
    size_t length = strlen(with);
    return (size_t)(end - at) >= length && strncasecmp(at, with, length) == 0;
}

/* Labels of intervals begin with a bracket, too: an array must hold objects or arrays. */
static bool is_json(const char *at, const char *end) {
    if (at == end || (*at != '{' && *at != '['))
        return false;
    const char *next = skip_blanks(at + 1, end);
    if (next == end)
        return false;
    if (*at == '{')
        return *next == '"' && memchr(next, ':', (size_t)(end - next)) != NULL;
    if (*next != '{' && *next != '[')
        return false;
    next = skip_blanks(next + 1, end);
    return next < end && (*next == '"' || isdigit((unsigned char)*next) || *next == '-');
}

static const content_kind *kind_of_markup(const char *bytes, size_t length) {
    const char *end = bytes + length;
    if (length >= 3 && memcmp(bytes, "\xEF\xBB\xBF", 3) == 0)
        bytes += 3;
    const char *at = skip_blanks(bytes, end);
    if (begins(at, end, "<!doctype html") || begins(at, end, "<html"))
        return &html;
    if (begins(at, end, "<?xml"))
        return HAS(at, (size_t)(end - at), "<html") ? &html : &xml;
    return is_json(at, end) ? &json : NULL;
}

/* ---- Bytes that are no text ------------------------------------------------------------------ */

/* Text in UTF-16 or UTF-32 has its zero bytes at every second place, or at most of them. */
static bool is_wide_text(const char *bytes, size_t length, size_t zeros) {
    size_t odd = 0;
    for (size_t i = 1; i < length; i += 2)
        odd += bytes[i] == '\0';
    size_t side = odd > zeros - odd ? odd : zeros - odd;
    bool marked =
        length >= 2 && (memcmp(bytes, "\xFF\xFE", 2) == 0 || memcmp(bytes, "\xFE\xFF", 2) == 0);
    return marked || (zeros * 5 >= length && side * 10 >= zeros * 9);
}

/* A stray control character or zero byte is for the reader of the text to name. */
static bool is_binary(const char *bytes, size_t length) {
    size_t zeros = 0, controls = 0;
    length = length < LOOKED_AT ? length : LOOKED_AT;
    for (size_t i = 0; i < length; i++) {
        unsigned char byte = (unsigned char)bytes[i];
        zeros += byte == 0;
        controls += byte < ' ' && (byte == 0 || !strchr("\t\n\v\f\r\x1A\x1B", (char)byte));
    }
    return controls >= 8 && controls * 20 > length && !is_wide_text(bytes, length, zeros);
}

/* ---- All ------------------------------------------------------------------------------------- */

static bool matches(const signature *known, const char *bytes, size_t length) {
    return length >= known->offset + known->length &&
           memcmp(bytes + known->offset, known->magic, known->length) == 0;
}

const content_kind *content_kind_signed(const char *bytes, size_t length) {
    static const char compound[] = "\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1";
    if (length >= 4 && memcmp(bytes, "PK\x03\x04", 4) == 0)
        return kind_of_zip(bytes, length);
    if (length >= sizeof compound - 1 && memcmp(bytes, compound, sizeof compound - 1) == 0)
        return kind_of_compound(bytes, length);
    for (size_t i = 0; i < sizeof signatures / sizeof *signatures; i++)
        if (matches(&signatures[i], bytes, length))
            return &signatures[i].kind;
    return NULL;
}

const content_kind *content_kind_of(const char *bytes, size_t length) {
    const content_kind *known = content_kind_signed(bytes, length);
    if (known)
        return known;
    const content_kind *markup = length > 0 ? kind_of_markup(bytes, length) : NULL;
    return markup ? markup : is_binary(bytes, length) ? &binary : NULL;
}

shoal_status content_refuse(const content_kind *kind, const char *label, shoal_error *error) {
    return status_refuse(error, SHOAL_BAD_DATA, "not_a_table", NULL, "%.90s is %s, not %s: %.90s",
                         label, kind->name, kind->suffix && *kind->suffix ? "text" : "a table",
                         kind->cure);
}
