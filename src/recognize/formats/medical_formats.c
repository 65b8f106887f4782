/* Codes of medicine. */
#include "recognize/formats/formats.h"
#include "recognize/formats/text_scan.h"

/* A letter, a digit, a digit or letter, and up to four more behind an optional point. */
bool format_is_icd10(const char *text, size_t length) {
    text_scan scan = scan_of(text, length);
    char first = scan_done(&scan) ? '\0' : *scan.at;
    if (!is_ascii_upper(first) || scan_letters(&scan, 1) != 1 || scan_digits(&scan, 1, NULL) != 1)
        return false;
    if (scan_digits(&scan, 1, NULL) == 0 && !scan_one_of(&scan, "AB"))
        return false;
    if (scan_done(&scan))
        return true;
    bool point = scan_is(&scan, '.');
    size_t more = 0;
    while (!scan_done(&scan) && more < 5) {
        if (!is_ascii_digit(*scan.at) && !is_ascii_upper(*scan.at) && *scan.at != '-')
            break;
        scan.at++;
        more++;
    }
    scan_one_of(&scan, "+*!");
    return scan_done(&scan) && more > 0 &&
           (point ? more <= 4 : more <= 2 && is_ascii_digit(text[3]));
}

/* A10BA02, or its first five characters. */
bool format_is_atc(const char *text, size_t length) {
    if (!scan_shape(text, length, "A99AA99") && !scan_shape(text, length, "A99AA"))
        return false;
    static const char groups[] = "ABCDGHJLMNPRSV";
    text_scan scan = scan_of(text, length);
    return scan_one_of(&scan, groups) && is_ascii_upper(text[3]) && is_ascii_upper(text[4]);
}
