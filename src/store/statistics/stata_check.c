#include "store/statistics/stata_check.h"

#include <string.h>

/* The first version that has long texts, and the last that ReadStat knows. */
#define FIRST_VERSION 117
#define LAST_VERSION 119
/* Its texts; other long values are bytes, which ReadStat does not hand on. */
#define GSO_TEXT 0x82

typedef struct reading {
    package_input *from;
    bool big; /* byte order */
    uint8_t version;
} reading;

static bool take(reading *of, void *into, size_t size) {
    return package_input_read(of->from, into, size) == size;
}

static bool take_tag(reading *of, const char *tag) {
    char found[32];
    size_t length = strlen(tag);
    return take(of, found, length) && memcmp(found, tag, length) == 0;
}

/* A whole number of `size` bytes. */
static bool take_number(reading *of, uint64_t *out, size_t size) {
    uint8_t bytes[sizeof *out];
    *out = 0;
    if (!take(of, bytes, size))
        return false;
    for (size_t i = 0; i < size; i++)
        *out = *out << 8 | bytes[of->big ? i : size - 1 - i];
    return true;
}

static bool skip(reading *of, uint64_t size) {
    package_input *from = of->from;
    if (size > from->size - from->at)
        return false;
    from->at += size;
    return true;
}

static bool take_version(reading *of) {
    char digit[3];
    if (!take_tag(of, "<header><release>") || !take(of, digit, sizeof digit) ||
        !take_tag(of, "</release>"))
        return false;
    /* As ReadStat has it: in one byte. */
    of->version = (uint8_t)(100 * (digit[0] - '0') + 10 * (digit[1] - '0') + (digit[2] - '0'));
    return true;
}

static bool take_order(reading *of) {
    char order[3];
    if (!take_tag(of, "<byteorder>") || !take(of, order, sizeof order))
        return false;
    of->big = memcmp(order, "MSF", sizeof order) == 0;
    return take_tag(of, "</byteorder>");
}

/* What is between the byte order and the map has a length of its own. */
static bool find_texts(reading *of) {
    bool wide = of->version > FIRST_VERSION;
    uint64_t label, moment, texts;
    return take_tag(of, "<K>") && skip(of, of->version == LAST_VERSION ? 4 : 2) &&
           take_tag(of, "</K><N>") && skip(of, wide ? 8 : 4) && take_tag(of, "</N><label>") &&
           take_number(of, &label, wide ? 2 : 1) && skip(of, label) &&
           take_tag(of, "</label><timestamp>") && take_number(of, &moment, 1) && skip(of, moment) &&
           take_tag(of, "</timestamp></header><map>") && skip(of, 10 * sizeof(uint64_t)) &&
           take_number(of, &texts, sizeof texts) && texts <= of->from->size &&
           (of->from->at = texts, take_tag(of, "<strls>"));
}

/* The head and the last byte of a text. */
static shoal_status check_text(reading *of) {
    uint64_t type, length;
    uint8_t last = 0;
    if (!skip(of, of->version > FIRST_VERSION ? 12 : 8) || !take_number(of, &type, 1) ||
        !take_number(of, &length, 4))
        return package_input_refuse(of->from, "it ends within its long texts");
    /* ReadStat goes on behind the head. */
    if (type != GSO_TEXT)
        return SHOAL_OK;
    if (length == 0)
        return package_input_refuse(of->from, "a long text has no end");
    if (!skip(of, length - 1) || !take(of, &last, 1))
        return package_input_refuse(of->from, "it ends within its long texts");
    return last == 0 ? SHOAL_OK : package_input_refuse(of->from, "a long text has no end");
}

shoal_status stata_check(package_input *from) {
    reading of = {.from = from};
    char tag[3];
    from->at = 0;
    if (!take_tag(&of, "<stata_dta>"))
        return from->status;
    if (!take_version(&of))
        return package_input_refuse(from, "its head is not that of a file of Stata");
    if (of.version < FIRST_VERSION || of.version > LAST_VERSION)
        return SHOAL_OK;
    if (!take_order(&of) || !find_texts(&of))
        return package_input_refuse(from, "its head is not that of a file of Stata");
    while (take(&of, tag, sizeof tag) && memcmp(tag, "GSO", sizeof tag) == 0)
        STATUS_TRY(check_text(&of));
    return from->status;
}
