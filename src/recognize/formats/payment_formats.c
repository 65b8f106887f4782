/* Accounts and cards, told from other digits by their check digits. */
#include "recognize/formats/formats.h"
#include "recognize/formats/text_scan.h"

/* The remainder by 97 of the text from `begin` around its end, letters as 10 to 35. */
static int iban_remainder(const char *text, size_t length, size_t begin) {
    int remainder = 0;
    for (size_t i = 0; i < length; i++) {
        char c = text[(begin + i) % length];
        remainder = is_ascii_digit(c) ? (remainder * 10 + (c - '0')) % 97
                                      : (remainder * 100 + (c - 'A' + 10)) % 97;
    }
    return remainder;
}

bool format_is_iban(const char *text, size_t length) {
    char compact[40];
    size_t count;
    if (!scan_compact(compact, sizeof compact, &count, text, length) || count < 15 || count > 34)
        return false;
    return is_ascii_letter(compact[0]) && is_ascii_letter(compact[1]) &&
           is_ascii_digit(compact[2]) && is_ascii_digit(compact[3]) &&
           iban_remainder(compact, count, 4) == 1;
}

/* Luhn's sum: every second digit from the right counts twice. */
static bool luhn_holds(const char *digits, size_t count) {
    int sum = 0;
    for (size_t i = 0; i < count; i++) {
        int digit = digits[count - 1 - i] - '0';
        if (i % 2 == 1)
            digit = digit * 2 > 9 ? digit * 2 - 9 : digit * 2;
        sum += digit;
    }
    return sum % 10 == 0;
}

/* The first digits and the lengths that issuers of cards use. */
static bool is_issued(const char *digits, size_t count) {
    int two = (digits[0] - '0') * 10 + (digits[1] - '0');
    if (two == 34 || two == 37)
        return count == 15;
    if (two == 36 || two == 38 || two == 30)
        return count == 14;
    if (digits[0] == '4')
        return count == 13 || count == 16 || count == 19;
    if (two >= 51 && two <= 55)
        return count == 16;
    if (two >= 22 && two <= 27)
        return count == 16;
    return (two == 35 || digits[0] == '6' || digits[0] == '5') && count >= 15;
}

/* Digits alone, or in groups with blanks or hyphens. */
bool format_is_card(const char *text, size_t length) {
    char digits[24];
    size_t count;
    if (!scan_compact(digits, sizeof digits, &count, text, length) || count < 13 || count > 19)
        return false;
    for (size_t i = 0; i < count; i++)
        if (!is_ascii_digit(digits[i]))
            return false;
    return is_issued(digits, count) && luhn_holds(digits, count);
}
