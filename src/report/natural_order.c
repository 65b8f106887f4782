#include "report/natural_order.h"

#include "data/star.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static bool is_digit(char byte) {
    return byte >= '0' && byte <= '9';
}

static bool is_sign_of_number(const char *at) {
    return (*at == '-' || *at == '+') && (is_digit(at[1]) || (at[1] == '.' && is_digit(at[2])));
}

/* What may stand before the first number of a range. */
static const char *skip_opening(const char *label) {
    while (*label && strchr("[({<>=~ \t'\"", *label))
        label++;
    /* The signs for "at most" and "at least" in UTF-8. */
    while (strncmp(label, "\xe2\x89\xa4", 3) == 0 || strncmp(label, "\xe2\x89\xa5", 3) == 0)
        label += 3;
    return label + strspn(label, " ");
}

/* The number at the beginning of a label; NULL: there is none, else where it ends. */
static const char *leading_number(const char *label, double *out) {
    const char *at = skip_opening(label);
    if (!is_digit(*at) && !is_sign_of_number(at) && !(*at == '.' && is_digit(at[1])))
        return NULL;
    char *end;
    *out = strtod(at, &end);
    return end > at && isfinite(*out) ? end : NULL;
}

/* Before the values of the same number: what is below it; after them: what is above. */
static int side_of(const char *label) {
    bool below = *label == '<' || strncmp(label, "\xe2\x89\xa4", 3) == 0;
    bool above = *label == '>' || strncmp(label, "\xe2\x89\xa5", 3) == 0;
    return above - below;
}

static int sign(bool above, bool below) {
    return (int)above - (int)below;
}

/* Runs of digits by their value, everything else by bytes. */
static int compare_runs(const char *one, const char *other) {
    while (*one && *other) {
        if (is_digit(*one) && is_digit(*other)) {
            one += strspn(one, "0");
            other += strspn(other, "0");
            size_t first = strspn(one, "0123456789"), second = strspn(other, "0123456789");
            int order =
                first == second ? strncmp(one, other, first) : sign(first > second, first < second);
            if (order != 0)
                return order;
            one += first;
            other += second;
        } else if (*one != *other) {
            return sign((unsigned char)*one > (unsigned char)*other,
                        (unsigned char)*one < (unsigned char)*other);
        } else {
            one++;
            other++;
        }
    }
    return sign(*one != '\0', *other != '\0');
}

int natural_compare(const char *one, const char *other) {
    double first = 0, second = 0;
    if (is_star(one) || is_star(other))
        return sign(is_star(one), is_star(other));
    const char *rest = leading_number(one, &first), *other_rest = leading_number(other, &second);
    if (!rest != !other_rest)
        return rest ? -1 : 1;
    if (rest && first != second)
        return first > second ? 1 : -1;
    if (rest && side_of(one) != side_of(other))
        return side_of(one) - side_of(other);
    return compare_runs(one, other);
}

/* Bytes before the first digit, where a digit follows; 0: none does. */
static size_t word_before_number(const char *label) {
    size_t length = strcspn(label, "0123456789");
    return label[length] ? length : 0;
}

bool natural_is_ordered(const char *const *labels, size_t count) {
    size_t numbers = 0, words = 0, judged = 0;
    const char *first = NULL;
    for (size_t i = 0; i < count; i++) {
        double value;
        if (is_star(labels[i]) || !*labels[i])
            continue;
        judged++;
        first = first ? first : labels[i];
        size_t word = word_before_number(labels[i]);
        numbers += leading_number(labels[i], &value) != NULL;
        words +=
            word > 0 && word == word_before_number(first) && strncmp(labels[i], first, word) == 0;
    }
    size_t most = numbers > words ? numbers : words;
    return judged > 0 && 3 * most >= 2 * judged;
}

bool natural_range_read(natural_range *out, const char *label) {
    const char *end = leading_number(label, &out->low);
    if (!end || strchr("<>", *label))
        return false;
    end += strspn(end, " ");
    size_t dash = *end == '-' || *end == ',' || *end == ';' ? 1
                  : strncmp(end, "\xe2\x80\x93", 3) == 0    ? 3
                  : strncmp(end, "to ", 3) == 0             ? 2
                                                            : 0;
    if (dash == 0)
        return false;
    end += dash + strspn(end + dash, " ");
    char *last;
    out->high = strtod(end, &last);
    if (last == end || !isfinite(out->high) || !(out->high > out->low))
        return false;
    last += strspn(last, " ");
    if (*last && strcmp(last, ")") != 0 && strcmp(last, "]") != 0 && strcmp(last, "[") != 0)
        return false;
    out->closed = *last != ')' && *last != '[';
    out->fraction = out->low != floor(out->low) || out->high != floor(out->high);
    return true;
}
