#include "support/package_samples.h"

#ifdef SHOAL_HAS_STATISTICS

#include <math.h>
#include <readstat.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

typedef enum suffix { SAV, ZSAV, POR, DTA, SAS7BDAT, XPT, SUFFIXES } suffix;

/* ---- Columns ----------------------------------------------------------------------------------
 */

static const char *const texts[PACKAGE_SAMPLE_ROWS] = {"Zoë", "", "a,\"b\"", "Łódź"};
/* 1 female, 2 male, 9 no answer. */
static const double sexes[PACKAGE_SAMPLE_ROWS] = {1, 2, 9, 1};
/* 1 and 2 have the same label; that of 6 is 5; 5 has none. */
static const double regions[PACKAGE_SAMPLE_ROWS] = {1, 2, 5, 6};
static const double incomes[PACKAGE_SAMPLE_ROWS] = {1234.5, NAN, 0.1, -3};
/* Days from 1960: before 1970 and 1960, too. */
static const double days[PACKAGE_SAMPLE_ROWS] = {-1, NAN, 3652, 23376};
static const double seconds[PACKAGE_SAMPLE_ROWS] = {0, 3661.5, NAN, 86399};

static suffix suffix_of(const char *path) {
    static const char *const known[] = {".sav", ".zsav", ".por", ".dta", ".sas7bdat", ".xpt"};
    size_t length = strlen(path);
    for (int i = 0; i < SUFFIXES; i++)
        if (length > strlen(known[i]) && strcmp(path + length - strlen(known[i]), known[i]) == 0)
            return (suffix)i;
    return SUFFIXES;
}

static bool is_spss(suffix of) {
    return of == SAV || of == ZSAV || of == POR;
}

static readstat_label_set_t *add_labels(readstat_writer_t *writer, suffix of, const char *name,
                                        int count, const int *values, const char *const *labels) {
    if (of == SAS7BDAT || of == XPT)
        return NULL;
    readstat_label_set_t *made = readstat_add_label_set(
        writer, of == DTA ? READSTAT_TYPE_INT32 : READSTAT_TYPE_DOUBLE, name);
    for (int i = 0; i < count; i++)
        if (of == DTA)
            readstat_label_int32_value(made, values[i], labels[i]);
        else
            readstat_label_double_value(made, values[i], labels[i]);
    return made;
}

static void add_columns(readstat_writer_t *writer, suffix of) {
    bool spss = is_spss(of);
    const char *date = spss ? "DATE11" : of == DTA ? "%td" : "DATE9";
    const char *moment = spss ? "DATETIME20" : of == DTA ? "%tc" : "DATETIME20";
    readstat_label_set_t *sex = add_labels(writer, of, "sexes", 3, (const int[]){1, 2, 9},
                                           (const char *const[]){"female", "male", "no answer"});
    readstat_label_set_t *region =
        add_labels(writer, of, "regions", 4, (const int[]){1, 2, 3, 6},
                   (const char *const[]){"other", "other", "north", "5"});
    readstat_variable_t *made = readstat_add_variable(writer, "NAME", READSTAT_TYPE_STRING, 12);
    readstat_variable_set_label(made, "Given name");
    made = readstat_add_variable(writer, "SEX",
                                 of == DTA ? READSTAT_TYPE_INT8 : READSTAT_TYPE_DOUBLE, 0);
    readstat_variable_set_label_set(made, sex);
    if (spss)
        readstat_variable_add_missing_double_value(made, 9);
    made = readstat_add_variable(writer, "REGION", READSTAT_TYPE_DOUBLE, 0);
    readstat_variable_set_label_set(made, region);
    readstat_add_variable(writer, "INCOME", of == DTA ? READSTAT_TYPE_FLOAT : READSTAT_TYPE_DOUBLE,
                          0);
    made = readstat_add_variable(writer, "BORN", READSTAT_TYPE_DOUBLE, 0);
    readstat_variable_set_format(made, date);
    made = readstat_add_variable(writer, "SEEN", READSTAT_TYPE_DOUBLE, 0);
    readstat_variable_set_format(made, moment);
    made = readstat_add_variable(writer, "CLOCK", READSTAT_TYPE_DOUBLE, 0);
    readstat_variable_set_format(made, spss ? "TIME11" : of == DTA ? "%tq" : "TIME8");
}

/* ---- Rows ------------------------------------------------------------------------------------ */

/* Days from 1960 in the units of the package. */
static double date_of(suffix of, double day) {
    return is_spss(of) ? (day + 137775) * 86400 : day;
}

static double moment_of(suffix of, double day, double second) {
    return is_spss(of) ? (day + 137775) * 86400 + second
           : of == DTA ? (day * 86400 + second) * 1000
                       : day * 86400 + second;
}

static void put(readstat_writer_t *writer, int column, double number) {
    const readstat_variable_t *of = readstat_get_variable(writer, column);
    readstat_type_t type = readstat_variable_get_type(of);
    if (isnan(number))
        readstat_insert_missing_value(writer, of);
    else if (type == READSTAT_TYPE_INT8)
        readstat_insert_int8_value(writer, of, (int8_t)number);
    else if (type == READSTAT_TYPE_FLOAT)
        readstat_insert_float_value(writer, of, (float)number);
    else
        readstat_insert_double_value(writer, of, number);
}

static bool put_row(readstat_writer_t *writer, suffix of, int row) {
    if (readstat_begin_row(writer) != READSTAT_OK)
        return false;
    /* The old formats have no letters beyond ASCII here. */
    bool plain = of == POR || of == SAS7BDAT || of == XPT;
    const char *name = plain && row == 0 ? "Zoe" : plain && row == 3 ? "Lodz" : texts[row];
    readstat_insert_string_value(writer, readstat_get_variable(writer, 0), name);
    put(writer, 1, sexes[row]);
    put(writer, 2, regions[row]);
    if (row == 1 && of == DTA)
        readstat_insert_tagged_missing_value(writer, readstat_get_variable(writer, 3), 'b');
    else
        put(writer, 3, incomes[row]);
    put(writer, 4, date_of(of, days[row]));
    put(writer, 5, moment_of(of, days[row], seconds[row]));
    put(writer, 6, of == DTA ? floor(seconds[row] / 1000) : seconds[row]);
    return readstat_end_row(writer) == READSTAT_OK;
}

/* ---- The file ---------------------------------------------------------------------------------
 */

static ssize_t write_bytes(const void *bytes, size_t length, void *context) {
    return fwrite(bytes, 1, length, context) == length ? (ssize_t)length : -1;
}

static readstat_error_t begin(readstat_writer_t *writer, suffix of, FILE *to) {
    switch (of) {
    case SAV:
    case ZSAV:
        readstat_writer_set_compression(writer, of == SAV ? READSTAT_COMPRESS_ROWS
                                                          : READSTAT_COMPRESS_BINARY);
        if (of == ZSAV)
            readstat_writer_set_file_format_version(writer, 3);
        return readstat_begin_writing_sav(writer, to, PACKAGE_SAMPLE_ROWS);
    case POR:
        return readstat_begin_writing_por(writer, to, PACKAGE_SAMPLE_ROWS);
    case DTA:
        readstat_writer_set_file_format_version(writer, 118);
        return readstat_begin_writing_dta(writer, to, PACKAGE_SAMPLE_ROWS);
    case SAS7BDAT:
        return readstat_begin_writing_sas7bdat(writer, to, PACKAGE_SAMPLE_ROWS);
    case XPT:
        readstat_writer_set_file_format_version(writer, 5);
        readstat_writer_set_table_name(writer, "SAMPLE");
        return readstat_begin_writing_xport(writer, to, PACKAGE_SAMPLE_ROWS);
    case SUFFIXES:
        break;
    }
    return READSTAT_ERROR_WRITE;
}

bool package_sample_write(const char *path) {
    suffix of = suffix_of(path);
    FILE *to = fopen(path, "wb");
    readstat_writer_t *writer = readstat_writer_init();
    bool fine = to && writer && of != SUFFIXES;
    if (fine) {
        readstat_set_data_writer(writer, write_bytes);
        readstat_writer_set_file_timestamp(writer, 946728000);
        add_columns(writer, of);
        readstat_error_t fault = begin(writer, of, to);
        fine = fault == READSTAT_OK;
        for (int row = 0; fine && row < PACKAGE_SAMPLE_ROWS; row++)
            fine = put_row(writer, of, row);
        fine = fine && readstat_end_writing(writer) == READSTAT_OK;
    }
    readstat_writer_free(writer);
    return to && fclose(to) == 0 && fine;
}

#else

bool package_sample_write(const char *path) {
    (void)path;
    return false;
}

#endif
