/* From averages to the text that publishes them. */
#include "data/numeric.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_PLACES 30
#define MOST_WHOLE_DIGITS 15
/* Noon belongs to its own day, whichever way the average was rounded. */
#define HALF_A_DAY_OFF 1e-6

/* A host program may have chosen a locale with another decimal point. */
static void restore_point(char *text) {
    for (; *text; text++)
        if (!strchr("0123456789+-e", *text))
            *text = '.';
}

/* For numbers without a sensible number of decimals. */
static void format_shortest(char out[NUMERIC_LABEL_SIZE], double value) {
    for (int digits = 15; digits <= 17; digits++) {
        snprintf(out, NUMERIC_LABEL_SIZE, "%.*g", digits, value);
        if (strtod(out, NULL) == value)
            break;
    }
    restore_point(out);
}

/* "12.500" is published as "12.5", "-0.00" as "0". */
static void trim_zeros(char *text) {
    size_t length = strlen(text);
    if (strchr(text, '.')) {
        while (text[length - 1] == '0')
            length--;
        length -= text[length - 1] == '.';
        text[length] = '\0';
    }
    if (strcmp(text, "-0") == 0)
        memcpy(text, "0", 2);
}

void numeric_format(char out[NUMERIC_LABEL_SIZE], const numeric_column *of, double average) {
    double value = of->mean + of->deviation * average;
    if (of->type == TYPE_DATE) {
        date published = date_from_days((int64_t)floor(value + 0.5 - HALF_A_DAY_OFF));
        date_format(out, NUMERIC_LABEL_SIZE, &published, of->order, of->separator);
        return;
    }
    double size = fabs(value);
    if (of->places > MOST_PLACES || size >= pow(10, MOST_WHOLE_DIGITS)) {
        format_shortest(out, value);
        return;
    }
    int whole = size >= 1 ? (int)floor(log10(size)) + 1 : 0;
    int most = MOST_WHOLE_DIGITS + 1 - whole;
    int places = of->places < most || size < 1 ? of->places : most;
    snprintf(out, NUMERIC_LABEL_SIZE, "%.*f", places > 0 ? places : 0, value);
    restore_point(out);
    trim_zeros(out);
}
