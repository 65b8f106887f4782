#include "report/warnings_json.h"

static void print_figure(json *out, const warning_figure *figure) {
    switch (figure->kind) {
    case WARNING_COUNT:
        json_unsigned(out, figure->key, figure->count);
        break;
    case WARNING_NUMBER:
        json_number(out, figure->key, figure->number);
        break;
    case WARNING_TEXT:
        json_string(out, figure->key, figure->text);
        break;
    }
}

void warnings_print_json(json *out, const warning_list *list) {
    json_open(out, "warnings", '[');
    for (size_t i = 0; list && i < list->count; i++) {
        const warning *each = &list->each[i];
        json_open(out, NULL, '{');
        json_string(out, "code", each->code);
        json_string(out, "attribute", each->attribute);
        json_string(out, "message", each->message);
        json_boolean(out, "accepted", each->accepted);
        for (size_t f = 0; f < each->figures; f++)
            print_figure(out, &each->figure[f]);
        json_close(out, '}');
    }
    json_close(out, ']');
}
