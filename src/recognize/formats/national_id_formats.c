/* National identity numbers. All but the US one have check digits, so that other digits are not
 * taken for them. */
#include "recognize/formats/formats.h"
#include "recognize/formats/text_scan.h"

#include <stdint.h>
#include <string.h>

static int digit_at(const char *text, size_t place) {
    return text[place] - '0';
}

/* The sum of digits times weights. */
static int weigh(const char *text, const int *weights, size_t count) {
    int sum = 0;
    for (size_t i = 0; i < count; i++)
        sum += digit_at(text, i) * weights[i];
    return sum;
}

static bool all_equal(const char *text, size_t count) {
    for (size_t i = 1; i < count; i++)
        if (text[i] != text[0])
            return false;
    return true;
}

static bool is_month_day(int month, int day) {
    return month >= 1 && month <= 12 && day >= 1 && day <= 31;
}

/* Spain: eight digits, or X, Y, Z and seven, and a letter that follows from them. */
static bool is_dni(const char *id, size_t length) {
    static const char letters[] = "TRWAGMYFPDXBNJZSQVHLCKE";
    if (!scan_shape(id, length, "99999999A") && !scan_shape(id, length, "A9999999A"))
        return false;
    int value = is_ascii_digit(id[0]) ? digit_at(id, 0) : id[0] - 'X';
    if (value < 0)
        return false;
    for (size_t i = 1; i < 8; i++)
        value = value * 10 + digit_at(id, i);
    return id[8] == letters[value % 23];
}

/* Italy, codice fiscale: letters may stand for digits where two people would share one. */
static bool is_codice_fiscale(const char *id, size_t length) {
    static const char shape[] = "LLLLLLDDLDDLDDDL", stand_ins[] = "LMNPQRSTUV";
    static const int odd[] = {1,  0,  5, 7, 9, 13, 15, 17, 19, 21, 2,  4,  18,
                              20, 11, 3, 6, 8, 12, 14, 16, 10, 22, 25, 24, 23};
    int sum = 0;
    if (length != 16)
        return false;
    for (size_t i = 0; i < 16; i++) {
        bool digit = is_ascii_digit(id[i]);
        if (shape[i] == 'L' ? digit : !digit && !strchr(stand_ins, id[i]))
            return false;
        int value = digit ? digit_at(id, i) : id[i] - 'A';
        if (i < 15)
            sum += i % 2 == 0 ? odd[value] : value;
    }
    return id[15] - 'A' == sum % 26;
}

/* France: sex, year, month, place, number, and 97 minus the remainder by 97. */
static bool is_nir(const char *id, size_t length) {
    int64_t value = 0;
    if (length != 15 || !strchr("123478", id[0]))
        return false;
    for (size_t i = 0; i < 15; i++) {
        bool corsica = i == 6 && (id[6] == 'A' || id[6] == 'B') && id[5] == '2';
        if (!is_ascii_digit(id[i]) && !corsica)
            return false;
        if (corsica) /* 2A counts as 19, 2B as 18 */
            value = (value / 10 * 10 + 1) * 10 + (id[6] == 'A' ? 9 : 8);
        else if (i < 13)
            value = value * 10 + digit_at(id, i);
    }
    int month = digit_at(id, 3) * 10 + digit_at(id, 4),
        key = digit_at(id, 13) * 10 + digit_at(id, 14);
    return month >= 1 && (month <= 12 || month >= 20) && key == 97 - (int)(value % 97);
}

/* Germany: of the first ten digits one comes two or three times, and the last one checks. */
static bool is_german_tax_id(const char *id, size_t length) {
    int seen[10] = {0}, repeated = 0, product = 10;
    if (!scan_shape(id, length, "99999999999") || id[0] == '0')
        return false;
    for (size_t i = 0; i < 10; i++) {
        seen[digit_at(id, i)]++;
        int sum = (digit_at(id, i) + product) % 10;
        product = (sum == 0 ? 10 : sum) * 2 % 11;
    }
    for (int digit = 0; digit < 10; digit++)
        repeated += seen[digit] > 3 ? 10 : seen[digit] > 1;
    return repeated == 1 && digit_at(id, 10) == (11 - product) % 10;
}

/* The Netherlands: nine digits whose weighted sum 11 divides. */
static bool is_bsn(const char *id, size_t length) {
    static const int weights[] = {9, 8, 7, 6, 5, 4, 3, 2, -1};
    return scan_shape(id, length, "999999999") && !all_equal(id, 9) &&
           weigh(id, weights, 9) % 11 == 0;
}

/* China: place, day of birth, number and a check character. */
static bool is_resident_id(const char *id, size_t length) {
    static const int weights[] = {7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2};
    static const char checks[] = "10X98765432";
    if (!scan_shape(id, length, "999999999999999999") &&
        !scan_shape(id, length, "99999999999999999X"))
        return false;
    int century = digit_at(id, 6) * 10 + digit_at(id, 7);
    return (century == 18 || century == 19 || century == 20) &&
           is_month_day(digit_at(id, 10) * 10 + digit_at(id, 11),
                        digit_at(id, 12) * 10 + digit_at(id, 13)) &&
           id[17] == checks[weigh(id, weights, 17) % 11];
}

/* Brazil: two check digits, the second over the first. */
static bool is_cpf(const char *id, size_t length) {
    static const int weights[] = {11, 10, 9, 8, 7, 6, 5, 4, 3, 2};
    if (!scan_shape(id, length, "99999999999") || all_equal(id, 11))
        return false;
    int first = weigh(id, weights + 1, 9) * 10 % 11 % 10;
    int second = weigh(id, weights, 10) * 10 % 11 % 10;
    return digit_at(id, 9) == first && digit_at(id, 10) == second;
}

/* Portugal: nine digits, the last one checks. */
static bool is_nif(const char *id, size_t length) {
    static const int weights[] = {9, 8, 7, 6, 5, 4, 3, 2};
    if (!scan_shape(id, length, "999999999") || !strchr("1235689", id[0]) || all_equal(id, 9))
        return false;
    int left = weigh(id, weights, 8) % 11;
    return digit_at(id, 8) == (left < 2 ? 0 : 11 - left);
}

/* United Kingdom, NHS: ten digits, the last one checks. */
static bool is_nhs_number(const char *id, size_t length) {
    static const int weights[] = {10, 9, 8, 7, 6, 5, 4, 3, 2};
    if (!scan_shape(id, length, "9999999999") || all_equal(id, 10))
        return false;
    int check = 11 - weigh(id, weights, 9) % 11;
    return check != 10 && digit_at(id, 9) == check % 11;
}

bool format_is_national_id(const char *text, size_t length) {
    char id[24];
    size_t count;
    if (!scan_compact(id, sizeof id, &count, text, length))
        return false;
    return is_dni(id, count) || is_codice_fiscale(id, count) || is_nir(id, count) ||
           is_german_tax_id(id, count) || is_bsn(id, count) || is_resident_id(id, count) ||
           is_cpf(id, count) || is_nif(id, count) || is_nhs_number(id, count);
}

/* No check digit: the hyphens must be there, and numbers that are never issued are none. */
bool format_is_ssn(const char *text, size_t length) {
    return scan_shape(text, length, "999-99-9999") && memcmp(text, "000", 3) != 0 &&
           memcmp(text, "666", 3) != 0 && text[0] != '9' && memcmp(text + 4, "00", 2) != 0 &&
           memcmp(text + 7, "0000", 4) != 0;
}
