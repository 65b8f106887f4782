#include "store/statistics/package_file.h"

#include "base/memory.h"
#include "store/statistics/package_input.h"
#include "store/statistics/spss_check.h"
#include "store/statistics/stata_check.h"

#ifdef SHOAL_HAS_STATISTICS

#include <limits.h>
#include <math.h>
#include <readstat.h>
#include <time.h>

bool package_is_built(void) {
    return true;
}

/* ---- Bytes ----------------------------------------------------------------------------------- */

typedef struct parsing {
    package_input input;
    const package_handler *handler;
    /* Bytes of the name of a set of labels, where it is a field of that size that need not end: of
     * a variable, and of the set. 0: it ends. */
    size_t name_size, set_name_size;
} parsing;

static int open_bytes(const char *path, void *context) {
    (void)path;
    ((parsing *)context)->input.at = 0;
    return 0;
}

static int close_bytes(void *context) {
    (void)context;
    return 0;
}

static readstat_off_t seek_bytes(readstat_off_t offset, readstat_io_flags_t whence, void *context) {
    package_input *input = &((parsing *)context)->input;
    int64_t from = whence == READSTAT_SEEK_SET   ? 0
                   : whence == READSTAT_SEEK_CUR ? (int64_t)input->at
                                                 : (int64_t)input->size;
    int64_t to;
    if (__builtin_add_overflow(from, (int64_t)offset, &to) || to < 0 || to > (int64_t)input->size)
        return -1;
    input->at = (uint64_t)to;
    return to;
}

/* Never -1, which ReadStat takes for a large number: package_parse looks at what failed. It also
 * reads into blocks that it could not allocate. */
static ssize_t read_bytes(void *into, size_t size, void *context) {
    return into ? (ssize_t)package_input_read(&((parsing *)context)->input, into, size) : 0;
}

static readstat_error_t update_bytes(long size, readstat_progress_handler progress, void *context,
                                     void *io) {
    (void)size;
    (void)progress;
    (void)context;
    (void)io;
    return READSTAT_OK;
}

/* ---- Handlers -------------------------------------------------------------------------------- */

static int answer_of(parsing *of, package_answer answer) {
    if (answer == PACKAGE_STOP && of->input.status == SHOAL_OK)
        of->input.status = SHOAL_INTERRUPTED;
    return answer == PACKAGE_GO_ON  ? READSTAT_HANDLER_OK
           : answer == PACKAGE_SKIP ? READSTAT_HANDLER_SKIP_VARIABLE
                                    : READSTAT_HANDLER_ABORT;
}

static package_type type_of(readstat_type_t type) {
    switch (type) {
    case READSTAT_TYPE_INT8:
        return PACKAGE_INT8;
    case READSTAT_TYPE_INT16:
        return PACKAGE_INT16;
    case READSTAT_TYPE_INT32:
        return PACKAGE_INT32;
    case READSTAT_TYPE_FLOAT:
        return PACKAGE_FLOAT;
    case READSTAT_TYPE_DOUBLE:
        return PACKAGE_DOUBLE;
    case READSTAT_TYPE_STRING:
    case READSTAT_TYPE_STRING_REF:
        break;
    }
    return PACKAGE_TEXT;
}

static const char *known(const char *text) {
    return text ? text : "";
}

/* Stata's names of sets of labels are fields that a NUL should end. */
static int on_metadata(readstat_metadata_t *metadata, void *context) {
    parsing *of = context;
    int version = readstat_get_file_format_version(metadata);
    of->name_size = version < 110 ? 9 : version < 118 ? 33 : 129;
    of->set_name_size = version < 105 ? 12 : version < 118 ? 33 : 129;
    return READSTAT_HANDLER_OK;
}

static bool has_end(parsing *of, const char *name, size_t size) {
    if (!name || size == 0 || memchr(name, 0, size))
        return true;
    package_input_refuse(&of->input, "the name of a set of labels has no end");
    return false;
}

static int on_variable(int index, readstat_variable_t *variable, const char *labels,
                       void *context) {
    parsing *of = context;
    if (index < 0 || !has_end(of, labels, of->name_size))
        return READSTAT_HANDLER_ABORT;
    package_variable found = {
        .index = (size_t)index,
        .name = known(readstat_variable_get_name(variable)),
        .label = known(readstat_variable_get_label(variable)),
        .format = known(readstat_variable_get_format(variable)),
        .labels = known(labels),
        .type = type_of(readstat_variable_get_type(variable)),
        .width = readstat_variable_get_storage_width(variable),
    };
    return answer_of(of, of->handler->variable(&found, of->handler->context));
}

/* The number is the same in whichever type it comes. */
static package_value value_of(readstat_value_t value, bool missing) {
    if (readstat_value_type_class(value) == READSTAT_TYPE_CLASS_STRING) {
        const char *text = readstat_string_value(value);
        return (package_value){.missing = missing || !text, .text = known(text)};
    }
    double number = readstat_double_value(value);
    return (package_value){.missing = missing || isnan(number), .number = number};
}

static int on_label(const char *set, readstat_value_t value, const char *label, void *context) {
    parsing *of = context;
    if (!has_end(of, set, of->set_name_size))
        return READSTAT_HANDLER_ABORT;
    bool missing =
        readstat_value_is_system_missing(value) || readstat_value_is_tagged_missing(value);
    package_value found = value_of(value, missing);
    return answer_of(of,
                     of->handler->label(known(set), &found, known(label), of->handler->context));
}

static int on_value(int row, readstat_variable_t *variable, readstat_value_t value, void *context) {
    parsing *of = context;
    int index = readstat_variable_get_index(variable);
    if (row < 0 || index < 0)
        return READSTAT_HANDLER_ABORT;
    package_value found = value_of(value, readstat_value_is_missing(value, variable));
    return answer_of(of,
                     of->handler->value((size_t)row, (size_t)index, &found, of->handler->context));
}

/* ---- Parsing --------------------------------------------------------------------------------- */

static readstat_error_t parse_as(readstat_parser_t *parser, package_format format, parsing *of) {
    switch (format) {
    case PACKAGE_SAV:
        return readstat_parse_sav(parser, "", of);
    case PACKAGE_POR:
        return readstat_parse_por(parser, "", of);
    case PACKAGE_DTA:
        return readstat_parse_dta(parser, "", of);
    case PACKAGE_SAS7BDAT:
        return readstat_parse_sas7bdat(parser, "", of);
    case PACKAGE_XPT:
        return readstat_parse_xport(parser, "", of);
    }
    return READSTAT_ERROR_PARSE;
}

static void set_handlers(readstat_parser_t *parser, package_format format, parsing *of,
                         const char *encoding) {
    readstat_set_open_handler(parser, open_bytes);
    readstat_set_close_handler(parser, close_bytes);
    readstat_set_seek_handler(parser, seek_bytes);
    readstat_set_read_handler(parser, read_bytes);
    readstat_set_update_handler(parser, update_bytes);
    readstat_set_io_ctx(parser, of);
    if (format == PACKAGE_DTA)
        readstat_set_metadata_handler(parser, on_metadata);
    /* Without a limit ReadStat reads no rows where the file does not say how many it has. */
    if (format == PACKAGE_SAV)
        readstat_set_row_limit(parser, INT_MAX);
    if (of->handler->variable)
        readstat_set_variable_handler(parser, on_variable);
    if (of->handler->label)
        readstat_set_value_label_handler(parser, on_label);
    if (of->handler->value)
        readstat_set_value_handler(parser, on_value);
    if (encoding)
        readstat_set_file_character_encoding(parser, encoding);
    readstat_set_handler_character_encoding(parser, "UTF-8");
}

/* A file of Stata has its labels behind the rows, and ReadStat does without what is missing there.
 * Since version 117 a tag ends the file; before, each part has a length. */
static bool is_stata_cut(package_input *of) {
    static const char opening[] = "<stata_dta>", closing[] = "</stata_dta>";
    char head[sizeof opening - 1], tail[sizeof closing - 1];
    of->at = 0;
    if (package_input_read(of, head, sizeof head) < sizeof head ||
        memcmp(head, opening, sizeof head) != 0)
        return of->cut;
    of->at = of->size < sizeof tail ? 0 : of->size - sizeof tail;
    return package_input_read(of, tail, sizeof tail) < sizeof tail ||
           memcmp(tail, closing, sizeof tail) != 0;
}

/* What failed while ReadStat parsed is remembered here: the library goes without what it could not
 * read, or calls it a fault of the file. */
static shoal_status parse_fault(parsing *of, package_format format, readstat_error_t fault) {
    package_input *input = &of->input;
    if (input->status != SHOAL_OK)
        return input->status;
    if (fault != READSTAT_OK)
        return status_refuse(input->error, SHOAL_BAD_DATA, "package_file_damaged", NULL,
                             "%.100s is damaged or not what its name says (ReadStat: %.80s)",
                             input->label, readstat_error_message(fault));
    bool cut = format == PACKAGE_DTA && is_stata_cut(input);
    if (input->status != SHOAL_OK || !cut)
        return input->status;
    return status_refuse(input->error, SHOAL_BAD_DATA, "package_file_damaged", NULL,
                         "%.100s is cut short: its end is missing", input->label);
}

/* What ReadStat takes on trust where it hands on values. */
static shoal_status check_rows(package_input *input, package_format format, const char *encoding) {
    if (!input->handler->value || (format != PACKAGE_SAV && format != PACKAGE_DTA))
        return SHOAL_OK;
    input->quiet = true;
    shoal_status status = format == PACKAGE_SAV ? spss_check(input, encoding) : stata_check(input);
    input->quiet = input->cut = false;
    return status;
}

shoal_status package_parse(int descriptor, package_format format, const char *encoding,
                           const char *label, const package_handler *handler, shoal_error *error) {
    parsing of = {.handler = handler};
    STATUS_TRY(package_input_open(&of.input, descriptor, label, handler, error));
    STATUS_TRY(check_rows(&of.input, format, encoding));
    readstat_parser_t *parser = readstat_parser_init();
    if (!parser)
        return status_no_memory(error);
    set_handlers(parser, format, &of, encoding);
    readstat_error_t fault = parse_as(parser, format, &of);
    readstat_parser_free(parser);
    return parse_fault(&of, format, fault);
}

/* ---- Writing --------------------------------------------------------------------------------- */

struct package_writer {
    readstat_writer_t *library;
    package_format format;
    package_output *output;
    void *context;
    readstat_error_t fault;
    unsigned label_sets;
};

static ssize_t put_bytes(const void *bytes, size_t length, void *context) {
    package_writer *to = context;
    return to->output(bytes, length, to->context) ? (ssize_t)length : -1;
}

/* The same bytes whenever and wherever they are written. */
static time_t fixed_moment(void) {
    struct tm noon = {.tm_year = 100, .tm_mon = 0, .tm_mday = 1, .tm_hour = 12, .tm_isdst = -1};
    return mktime(&noon);
}

shoal_status package_writer_open(package_writer **out, package_format format, bool packed,
                                 package_output *output, void *context, shoal_error *error) {
    package_writer *made = memory_zero(1, sizeof *made);
    *out = NULL;
    if (!made || !(made->library = readstat_writer_init())) {
        memory_free(made);
        return status_no_memory(error);
    }
    made->format = format;
    made->output = output;
    made->context = context;
    readstat_set_data_writer(made->library, put_bytes);
    readstat_writer_set_file_timestamp(made->library, fixed_moment());
    if (format == PACKAGE_DTA)
        readstat_writer_set_file_format_version(made->library, 118);
    else
        readstat_writer_set_compression(made->library,
                                        packed ? READSTAT_COMPRESS_BINARY : READSTAT_COMPRESS_ROWS);
    if (format == PACKAGE_SAV && packed)
        readstat_writer_set_file_format_version(made->library, 3);
    *out = made;
    return SHOAL_OK;
}

void package_writer_close(package_writer *to) {
    if (!to)
        return;
    readstat_writer_free(to->library);
    memory_free(to);
}

static bool fine(package_writer *to, readstat_error_t fault) {
    if (fault != READSTAT_OK)
        to->fault = fault;
    return fault == READSTAT_OK;
}

const char *package_fault(const package_writer *to) {
    return readstat_error_message(to->fault);
}

static readstat_type_t library_type(package_type type) {
    static const readstat_type_t types[] = {
        READSTAT_TYPE_STRING, READSTAT_TYPE_INT8,   READSTAT_TYPE_INT16,     READSTAT_TYPE_INT32,
        READSTAT_TYPE_FLOAT,  READSTAT_TYPE_DOUBLE, READSTAT_TYPE_STRING_REF};
    return types[type];
}

package_labels *package_add_labels(package_writer *to, package_type type) {
    char name[24];
    snprintf(name, sizeof name, "labels%u", to->label_sets++);
    readstat_type_t stored = type == PACKAGE_TEXT        ? READSTAT_TYPE_STRING
                             : to->format == PACKAGE_DTA ? READSTAT_TYPE_INT32
                                                         : READSTAT_TYPE_DOUBLE;
    return (package_labels *)readstat_add_label_set(to->library, stored, name);
}

void package_label_number(package_writer *to, package_labels *set, double value,
                          const char *label) {
    if (to->format == PACKAGE_DTA)
        readstat_label_int32_value((readstat_label_set_t *)set, (int32_t)value, label);
    else
        readstat_label_double_value((readstat_label_set_t *)set, value, label);
}

void package_label_text(package_labels *set, const char *value, const char *label) {
    readstat_label_string_value((readstat_label_set_t *)set, value, label);
}

bool package_add_variable(package_writer *to, const package_variable *of, package_labels *labels) {
    readstat_variable_t *made =
        readstat_add_variable(to->library, of->name, library_type(of->type), of->width);
    if (!made)
        return fine(to, READSTAT_ERROR_MALLOC);
    readstat_variable_set_label(made, of->label);
    if (of->format && *of->format)
        readstat_variable_set_format(made, of->format);
    if (labels)
        readstat_variable_set_label_set(made, (readstat_label_set_t *)labels);
    return true;
}

bool package_add_long_text(package_writer *to, const char *text) {
    return readstat_add_string_ref(to->library, text) || fine(to, READSTAT_ERROR_MALLOC);
}

bool package_begin(package_writer *to, size_t rows) {
    if (rows > INT_MAX)
        return fine(to, READSTAT_ERROR_ROW_COUNT_MISMATCH);
    return fine(to, to->format == PACKAGE_DTA
                        ? readstat_begin_writing_dta(to->library, to, (long)rows)
                        : readstat_begin_writing_sav(to->library, to, (long)rows));
}

static const readstat_variable_t *variable_at(package_writer *to, size_t index) {
    return readstat_get_variable(to->library, (int)index);
}

bool package_begin_row(package_writer *to) {
    return fine(to, readstat_begin_row(to->library));
}

bool package_put_missing(package_writer *to, size_t variable) {
    return fine(to, readstat_insert_missing_value(to->library, variable_at(to, variable)));
}

bool package_put_number(package_writer *to, size_t variable, double value) {
    const readstat_variable_t *of = variable_at(to, variable);
    switch (readstat_variable_get_type(of)) {
    case READSTAT_TYPE_INT8:
        return fine(to, readstat_insert_int8_value(to->library, of, (int8_t)value));
    case READSTAT_TYPE_INT16:
        return fine(to, readstat_insert_int16_value(to->library, of, (int16_t)value));
    case READSTAT_TYPE_INT32:
        return fine(to, readstat_insert_int32_value(to->library, of, (int32_t)value));
    case READSTAT_TYPE_FLOAT:
        return fine(to, readstat_insert_float_value(to->library, of, (float)value));
    case READSTAT_TYPE_DOUBLE:
    case READSTAT_TYPE_STRING:
    case READSTAT_TYPE_STRING_REF:
        break;
    }
    return fine(to, readstat_insert_double_value(to->library, of, value));
}

bool package_put_text(package_writer *to, size_t variable, const char *value) {
    return fine(to, readstat_insert_string_value(to->library, variable_at(to, variable), value));
}

bool package_put_long_text(package_writer *to, size_t variable, size_t number) {
    return fine(to, readstat_insert_string_ref(to->library, variable_at(to, variable),
                                               readstat_get_string_ref(to->library, (int)number)));
}

bool package_end_row(package_writer *to) {
    return fine(to, readstat_end_row(to->library));
}

bool package_end(package_writer *to) {
    return fine(to, readstat_end_writing(to->library));
}

#else

bool package_is_built(void) {
    return false;
}

/* Sources and sinks say what is missing before they come here. */
static shoal_status fail_absent(shoal_error *error) {
    return status_fail(error, SHOAL_USAGE, "this build has no ReadStat");
}

shoal_status package_parse(int descriptor, package_format format, const char *encoding,
                           const char *label, const package_handler *handler, shoal_error *error) {
    (void)descriptor;
    (void)format;
    (void)encoding;
    (void)label;
    (void)handler;
    return fail_absent(error);
}

shoal_status package_writer_open(package_writer **out, package_format format, bool packed,
                                 package_output *output, void *context, shoal_error *error) {
    (void)format;
    (void)packed;
    (void)output;
    (void)context;
    *out = NULL;
    return fail_absent(error);
}

void package_writer_close(package_writer *to) {
    (void)to;
}

package_labels *package_add_labels(package_writer *to, package_type type) {
    (void)to;
    (void)type;
    return NULL;
}

void package_label_number(package_writer *to, package_labels *set, double value,
                          const char *label) {
    (void)to;
    (void)set;
    (void)value;
    (void)label;
}

void package_label_text(package_labels *set, const char *value, const char *label) {
    (void)set;
    (void)value;
    (void)label;
}

bool package_add_variable(package_writer *to, const package_variable *of, package_labels *labels) {
    (void)to;
    (void)of;
    (void)labels;
    return false;
}

bool package_add_long_text(package_writer *to, const char *text) {
    (void)to;
    (void)text;
    return false;
}

bool package_begin(package_writer *to, size_t rows) {
    (void)to;
    (void)rows;
    return false;
}

bool package_begin_row(package_writer *to) {
    (void)to;
    return false;
}

bool package_put_missing(package_writer *to, size_t variable) {
    (void)to;
    (void)variable;
    return false;
}

bool package_put_number(package_writer *to, size_t variable, double value) {
    (void)to;
    (void)variable;
    (void)value;
    return false;
}

bool package_put_text(package_writer *to, size_t variable, const char *value) {
    (void)to;
    (void)variable;
    (void)value;
    return false;
}

bool package_put_long_text(package_writer *to, size_t variable, size_t number) {
    (void)to;
    (void)variable;
    (void)number;
    return false;
}

bool package_end_row(package_writer *to) {
    (void)to;
    return false;
}

bool package_end(package_writer *to) {
    (void)to;
    return false;
}

const char *package_fault(const package_writer *to) {
    (void)to;
    return "";
}

#endif
