/* What a value says, however it is written: 4 and 4.00, 2024-04-04 and 04.04.2024, HIV and hiv. */
#ifndef SHOAL_RECOGNIZE_VALUE_READING_H
#define SHOAL_RECOGNIZE_VALUE_READING_H

#include "recognize/value_fold.h"

#include <stdint.h>

/* Values are told apart by hashes of 64 bits. */
typedef struct value_reading {
    uint64_t key;  /* the same where the values are; of a number, without its unit */
    uint64_t unit; /* of its number: 0: it has none */
    double number; /* NaN: it is none */
} value_reading;

/* Numbers may have one unit or currency, before or behind them: a word of letters with a blank
 * between, or attached where format_is_unit knows it and it has more than one letter (3c is a
 * code). Such numbers may have a decimal comma (1.234,50 EUR). Another word before a number from 0
 * and below 1000 makes a name with it (Covid 19). Dates that can be read in one order only are
 * days, and midnight adds nothing to a day. Everything else is folded text. `room` has
 * value_fold_room(length) bytes. */
void value_read(value_reading *out, char *room, const char *text, size_t length);

#endif
