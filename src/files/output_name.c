#include "files/output_name.h"

#include "files/codec.h"

#include <string.h>
#include <strings.h>

typedef struct known_suffix {
    const char *suffix;
    int fits; /* bits of the forms that it is right for */
} known_suffix;

#define FITS(form) (1 << (form))

/* A table may also be called .txt, .dat or .data: these promise nothing. */
static const known_suffix suffixes[] = {
    {".csv", FITS(OUTPUT_TABLE) | FITS(OUTPUT_TEXT)},
    {".tsv", FITS(OUTPUT_TABLE) | FITS(OUTPUT_TEXT)},
    {".tab", FITS(OUTPUT_TABLE) | FITS(OUTPUT_TEXT)},
    {".json", FITS(OUTPUT_RESULT)},
    {".html", FITS(OUTPUT_REPORT)},
    {".htm", FITS(OUTPUT_REPORT)},
    {".yaml", FITS(OUTPUT_PLAN)},
    {".yml", FITS(OUTPUT_PLAN)},
    {".jsonl", 0},
    {".ndjson", 0},
    {".xml", 0},
    {".parquet", 0},
    {".feather", 0},
    {".arrow", 0},
    {".orc", 0},
    {".avro", 0},
    {".xlsx", 0},
    {".xlsm", 0},
    {".xlsb", 0},
    {".xls", 0},
    {".ods", 0},
    {".sav", 0},
    {".zsav", 0},
    {".por", 0},
    {".dta", 0},
    {".sas7bdat", 0},
    {".xpt", 0},
    {".rds", 0},
    {".rdata", 0},
    {".pkl", 0},
    {".h5", 0},
    {".hdf5", 0},
    {".db", 0},
    {".sqlite", 0},
    {".duckdb", 0},
    {".mdb", 0},
    {".accdb", 0},
    {".pdf", 0},
    {".doc", 0},
    {".docx", 0},
    {".odt", 0},
    {".rtf", 0},
    {".md", 0},
    {".png", 0},
    {".jpg", 0},
    {".zip", 0},
    {".bz2", 0},
    {".7z", 0},
    {".tar", 0},
    {".rar", 0},
};

static const struct {
    const char *what, *name;
} forms[] = {
    [OUTPUT_TABLE] = {"a release is delimited text",
                      "name it .csv or .tsv, and .gz, .zst or .xz to compress it"},
    [OUTPUT_TEXT] = {"it is delimited text", "name it .csv"},
    [OUTPUT_RESULT] = {"a result is JSON", "name it .json"},
    [OUTPUT_REPORT] = {"a report is a page in HTML", "name it .html"},
    [OUTPUT_PLAN] = {"a plan is YAML", "name it .yaml"},
};

static const known_suffix *find(const char *path) {
    size_t length = codec_stem(path);
    for (size_t i = 0; i < sizeof suffixes / sizeof *suffixes; i++) {
        size_t ending = strlen(suffixes[i].suffix);
        if (length > ending && strncasecmp(path + length - ending, suffixes[i].suffix, ending) == 0)
            return &suffixes[i];
    }
    return NULL;
}

shoal_status output_name_check(const char *path, output_form form, shoal_error *error) {
    const known_suffix *known = path ? find(path) : NULL;
    if (!known || (known->fits & FITS(form)))
        return SHOAL_OK;
    return status_refuse(error, SHOAL_USAGE, "output_suffix", NULL,
                         "cannot write %.80s: %s, not %s; %s", path, forms[form].what,
                         known->suffix, forms[form].name);
}
