/* What is no text is known by how it begins, and text is not taken for anything else. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "files/content_kind.h"

#include <string.h>

typedef struct sample {
    const char *bytes;
    size_t length;
    const char *name; /* NULL: text */
} sample;

#define SAMPLE(bytes, name)                                                                        \
    { bytes, sizeof bytes - 1, name }

static void assert_known(const sample *samples, size_t count) {
    for (size_t i = 0; i < count; i++) {
        const content_kind *found = content_kind_of(samples[i].bytes, samples[i].length);
        const char *name = found ? found->name : "text";
        if (strcmp(name, samples[i].name ? samples[i].name : "text") != 0)
            fail_msg("sample %zu, '%.20s': %s", i, samples[i].bytes, name);
    }
}

static void other_files_are_known(void **state) {
    static const sample samples[] = {
        SAMPLE("%PDF-1.7\n", "a PDF document"),
        SAMPLE("SQLite format 3\0\x10", "an SQLite database"),
        SAMPLE("\xFF\xD8\xFF\xE0", "a JPEG image"),
        SAMPLE("PAR1\x15\x04", "a Parquet file"),
        SAMPLE("PK\x03\x04\x14\0a.csv", "a zip archive"),
        SAMPLE("PK\x03\x04\x14\0word/document.xml", "a Word document (.docx)"),
        SAMPLE("PK\x03\x04\x14\0xl/workbook.xml", "an Excel workbook"),
        SAMPLE("PK\x03\x04\x14\0mimetypeapplication/vnd.oasis.opendocument.spreadsheet",
               "an OpenDocument workbook"),
        SAMPLE("\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1\0\0", "an old Office file (.xls or .doc)"),
        SAMPLE("\xEF\xBB\xBF <!DOCTYPE HTML><html>", "an HTML page"),
        SAMPLE("<?xml version='1.0'?><Workbook/>", "an XML file"),
        SAMPLE("{\n  \"a\": 1}", "a JSON file"),
        SAMPLE("[ {\"a\": 1} ]", "a JSON file"),
        SAMPLE("[[1, 2], [3, 4]]", "a JSON file"),
        SAMPLE("{\\rtf1 a}", "an RTF document"),
        SAMPLE("a\1b\2c\3d\4e\5f\6g\7h\x0Ei\x0F\0\0\0\0", "binary data"),
    };
    (void)state;
    assert_known(samples, sizeof samples / sizeof *samples);
}

static void text_is_text(void **state) {
    static const sample samples[] = {
        SAMPLE("", NULL),
        SAMPLE("a,b\n1,2\n", NULL),
        SAMPLE("PAR1,PAR2\n1,2\n", NULL),
        SAMPLE("PK,name\n1,2\n", NULL),
        SAMPLE("BMI;age\n", NULL),
        SAMPLE("[70-80),x\n[80-90),y\n", NULL),
        SAMPLE("[a],[b]\n", NULL),
        SAMPLE("{x},\"y\"\n", NULL),
        SAMPLE("\"{\"\"a\"\": 1}\",x\n", NULL),
        SAMPLE("<5,>=5\n", NULL),
        SAMPLE("%,PDF\n", NULL),
        SAMPLE("a\0,b\n1,2\n", NULL), /* one stray byte: a mistake with a place */
        SAMPLE("\xFF\xFE"
               "a\0,\0b\0\n\0001\0,\0002\0\n\0",
               NULL),
        SAMPLE("a\0,\0b\0\n\0001\0,\0002\0\n\0a\0a\0a\0a\0", NULL),
        SAMPLE("\0a\0,\0b\0\n\0001\0,\0002\0\n\0a\0a\0a\0a", NULL),
        SAMPLE("\xFC\xE4,\xF6\xDF\n\xE9,\xE8\n", NULL),
        SAMPLE("\x82\xA0,\x8A\xBF\n", NULL),
    };
    (void)state;
    assert_known(samples, sizeof samples / sizeof *samples);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(other_files_are_known),
        cmocka_unit_test(text_is_text),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
