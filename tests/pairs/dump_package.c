/* Prints a .sav or .dta as ReadStat sees it, one JSON array a line: dump_package FILE. First the
 * names, then the formats, then the rows: texts, numbers with 17 digits, and null where a number is
 * missing. An oracle: it shares nothing with src/store. */
#include <readstat.h>
#include <stdio.h>
#include <string.h>

static char names[1 << 20], formats[1 << 20];
static int columns;

static size_t write_text(char *out, const char *text) {
    char *at = out;
    *at++ = '"';
    for (; *text; text++)
        if (*text == '"' || *text == '\\')
            at += sprintf(at, "\\%c", *text);
        else if ((unsigned char)*text < ' ')
            at += sprintf(at, "\\u%04x", *text);
        else
            *at++ = *text;
    *at++ = '"';
    *at = '\0';
    return (size_t)(at - out);
}

static void append(char *list, const char *text) {
    size_t length = strlen(list);
    list[length] = length > 0 ? ',' : '[';
    write_text(list + length + 1, text ? text : "");
}

static int on_variable(int index, readstat_variable_t *variable, const char *labels,
                       void *context) {
    (void)index, (void)labels, (void)context;
    append(names, readstat_variable_get_name(variable));
    append(formats, readstat_variable_get_format(variable));
    columns++;
    return READSTAT_HANDLER_OK;
}

static int on_value(int row, readstat_variable_t *variable, readstat_value_t value, void *context) {
    static char text[1 << 20];
    (void)context;
    int index = readstat_variable_get_index(variable);
    if (row == 0 && index == 0)
        printf("%s]\n%s]\n", names, formats);
    putchar(index ? ',' : '[');
    if (readstat_value_type(value) == READSTAT_TYPE_STRING) {
        const char *given = readstat_string_value(value);
        write_text(text, given ? given : "");
        fputs(text, stdout);
    } else if (readstat_value_is_system_missing(value)) {
        fputs("null", stdout);
    } else {
        printf("%.17g", readstat_double_value(value));
    }
    if (index == columns - 1)
        puts("]");
    return READSTAT_HANDLER_OK;
}

int main(int count, char **given) {
    if (count != 2)
        return 2;
    readstat_parser_t *parser = readstat_parser_init();
    readstat_set_variable_handler(parser, on_variable);
    readstat_set_value_handler(parser, on_value);
    size_t length = strlen(given[1]);
    int is_stata = length > 4 && strcmp(given[1] + length - 4, ".dta") == 0;
    readstat_error_t error = is_stata ? readstat_parse_dta(parser, given[1], NULL)
                                      : readstat_parse_sav(parser, given[1], NULL);
    readstat_parser_free(parser);
    if (error != READSTAT_OK)
        fprintf(stderr, "dump_package: %s\n", readstat_error_message(error));
    return error != READSTAT_OK;
}
