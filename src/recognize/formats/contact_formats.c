/* How to reach somebody: e-mail addresses, web addresses, phone numbers. */
#include "recognize/formats/formats.h"
#include "recognize/formats/text_scan.h"

#include <string.h>

/* Labels of letters, digits and hyphens, the last of at least two letters. */
static bool is_domain(const char *text, size_t length) {
    size_t label = 0, labels = 0;
    bool letters = true;
    for (size_t i = 0; i < length; i++) {
        char c = text[i];
        if (c == '.') {
            if (label == 0)
                return false;
            label = 0;
            letters = true;
            labels++;
            continue;
        }
        bool foreign = (unsigned char)c >= 0x80;
        if (!is_ascii_letter(c) && !is_ascii_digit(c) && c != '-' && !foreign)
            return false;
        letters = letters && (is_ascii_letter(c) || foreign);
        label++;
    }
    return labels > 0 && label >= 2 && letters;
}

bool format_is_email(const char *text, size_t length) {
    const char *at = memchr(text, '@', length);
    if (!at || at == text)
        return false;
    for (const char *c = text; c < at; c++)
        if (!is_ascii_letter(*c) && !is_ascii_digit(*c) && (unsigned char)*c < 0x80 &&
            (*c == '\0' || !strchr(".!#$%&'*+/=?^_`{|}~-", *c)))
            return false;
    return is_domain(at + 1, length - (size_t)(at + 1 - text));
}

bool format_is_url(const char *text, size_t length) {
    text_scan scan = scan_of(text, length);
    bool scheme =
        scan_word(&scan, "http://") || scan_word(&scan, "https://") || scan_word(&scan, "ftp://");
    if (!scheme && !scan_word(&scan, "www."))
        return false;
    if (memchr(text, ' ', length))
        return false;
    size_t host = 0, rest = (size_t)(scan.end - scan.at);
    while (host < rest && !strchr("/:?#", scan.at[host]))
        host++;
    return is_domain(scan.at, host) || (scheme && format_is_ipv4(scan.at, host));
}

/* Digits of a text of digits, blanks and ( ) - . / alone; 0 where there is anything else. Counts
 * the signs between digits in *breaks. */
static size_t count_phone_digits(const char *text, size_t length, size_t *breaks) {
    size_t digits = 0;
    *breaks = 0;
    for (size_t i = 0; i < length; i++) {
        if (is_ascii_digit(text[i]))
            digits++;
        else if (text[i] != '\0' && strchr(" ()-./", text[i]))
            (*breaks)++;
        else
            return 0;
    }
    return is_ascii_digit(text[length - 1]) ? digits : 0;
}

/* International with a +, a local one that begins with a 0 or a bracket and has a break in it, or
 * the North American 3-3-4. Digits alone are no phone number: too many other things are. */
bool format_is_phone(const char *text, size_t length) {
    size_t breaks;
    bool plus = text[0] == '+';
    size_t digits = length > 1 ? count_phone_digits(text + plus, length - plus, &breaks) : 0;
    if (digits < 7 || digits > 15)
        return false;
    if (plus)
        return is_ascii_digit(text[1]) ? digits >= 8 : text[1] == '(';
    if (scan_shape(text, length, "999-999-9999") || scan_shape(text, length, "999.999.9999"))
        return true;
    if (text[0] == '(')
        return true;
    bool decimal = length > 1 && text[1] == '.';
    return text[0] == '0' && !decimal && breaks > 0 && breaks <= 6 && digits >= 9 &&
           !format_is_date(text, length) && !format_is_date_time(text, length);
}
