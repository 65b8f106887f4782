#include "command.h"

#include <string.h>

/* How many bytes the UTF-8 character has that begins here; 0: none does. */
static size_t character_length(const unsigned char *at) {
    static const unsigned char least_second[] = {[0xe0 - 0xe0] = 0xa0, [0xf0 - 0xe0] = 0x90};
    if (*at < 0x80)
        return 1;
    size_t length = *at >= 0xc2 && *at < 0xe0 ? 2 : *at >= 0xe0 && *at < 0xf0 ? 3 : 4;
    if (*at < 0xc2 || *at > 0xf4)
        return 0;
    for (size_t i = 1; i < length; i++)
        if ((at[i] & 0xc0) != 0x80)
            return 0;
    bool overlong = (*at == 0xe0 || *at == 0xf0) && at[1] < least_second[*at - 0xe0];
    bool surrogate = *at == 0xed && at[1] > 0x9f;
    bool beyond = *at == 0xf4 && at[1] > 0x8f;
    return overlong || surrogate || beyond ? 0 : length;
}

void command_print_json_string(FILE *to, const char *string) {
    const unsigned char *at = (const unsigned char *)string;
    fputc('"', to);
    while (*at) {
        size_t length = character_length(at);
        if (length == 0)
            fputs("\\ufffd", to);
        else if (*at < 0x20 || *at == 0x7f)
            fprintf(to, "\\u%04x", *at);
        else if (*at == '"' || *at == '\\')
            fprintf(to, "\\%c", *at);
        else
            fwrite(at, 1, length, to);
        at += length > 0 ? length : 1;
    }
    fputc('"', to);
}
