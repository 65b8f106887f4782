/* Codes and sentences. */
#include "recognize/formats/formats.h"
#include "recognize/formats/text_scan.h"

/* One word of at least four characters with both letters and digits, or digits that begin with a
 * zero. */
bool format_is_code(const char *text, size_t length) {
    bool letters = false, digits = false;
    for (size_t i = 0; i < length; i++) {
        char c = text[i];
        letters = letters || is_ascii_letter(c);
        digits = digits || is_ascii_digit(c);
        if (!is_ascii_letter(c) && !is_ascii_digit(c) && c != '-' && c != '_' && c != '/' &&
            c != '.')
            return false;
    }
    return digits && length >= 4 && (letters || (text[0] == '0' && text[1] != '.'));
}

/* At least four words, or twelve characters without blanks between them as Chinese has it. */
bool format_is_free_text(const char *text, size_t length) {
    size_t blanks = 0, letters = 0, wide = 0;
    for (size_t i = 0; i < length; i++) {
        unsigned char c = (unsigned char)text[i];
        blanks += i > 0 && c == ' ' && text[i - 1] != ' ';
        letters += is_ascii_letter(text[i]) || c >= 0x80;
        wide += c >= 0xe3 && c < 0xf0;
    }
    return (blanks >= 3 && length >= 20 && letters * 2 > length) || wide >= 12;
}
