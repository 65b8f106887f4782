#include "recognize/value_format.h"

#include "recognize/formats/formats.h"

static const char *const names[] = {
#define X(NAME, name, plural, share) name,
    VALUE_FORMATS(X)
#undef X
};

static const char *const plurals[] = {
#define X(NAME, name, plural, share) plural,
    VALUE_FORMATS(X)
#undef X
};

static const double shares[] = {
#define X(NAME, name, plural, share) share,
    VALUE_FORMATS(X)
#undef X
};

const char *value_format_name(value_format format) {
    return names[format];
}

const char *value_format_plural(value_format format) {
    return plurals[format];
}

/* Takes blanks off both ends. */
static const char *strip(const char *text, size_t *length) {
    while (*length > 0 && *text == ' ')
        text++, (*length)--;
    while (*length > 0 && text[*length - 1] == ' ')
        (*length)--;
    return text;
}

static bool (*const checks[FORMAT_COUNT])(const char *, size_t) = {
    [FORMAT_UUID] = format_is_uuid,
    [FORMAT_EMAIL] = format_is_email,
    [FORMAT_URL] = format_is_url,
    [FORMAT_IBAN] = format_is_iban,
    [FORMAT_NATIONAL_ID] = format_is_national_id,
    [FORMAT_CARD] = format_is_card,
    [FORMAT_MAC] = format_is_mac,
    [FORMAT_IPV4] = format_is_ipv4,
    [FORMAT_IPV6] = format_is_ipv6,
    [FORMAT_DATE_TIME] = format_is_date_time,
    [FORMAT_DATE] = format_is_date,
    [FORMAT_TIME] = format_is_time,
    [FORMAT_COORDINATES] = format_is_coordinates,
    [FORMAT_SSN] = format_is_ssn,
    [FORMAT_PHONE] = format_is_phone,
    [FORMAT_SEX] = format_is_sex,
    [FORMAT_BOOLEAN] = format_is_boolean,
    [FORMAT_INTERVAL] = format_is_interval,
    [FORMAT_QUANTITY] = format_is_quantity,
    [FORMAT_ICD10] = format_is_icd10,
    [FORMAT_ATC] = format_is_atc,
    [FORMAT_POSTCODE] = format_is_postcode,
    [FORMAT_COUNTRY] = format_is_country,
    [FORMAT_CIVIL] = format_is_civil,
    [FORMAT_ETHNICITY] = format_is_ethnicity,
    [FORMAT_SCHOOLING] = format_is_schooling,
    [FORMAT_PERSON_NAME] = format_is_person_name,
    [FORMAT_STREET] = format_is_street,
    [FORMAT_CODE] = format_is_code,
    [FORMAT_FREE_TEXT] = format_is_free_text,
};

bool value_format_fits(value_format format, const char *text, size_t length) {
    text = strip(text, &length);
    return length > 0 && checks[format] && checks[format](text, length);
}

/* What the format asks of the column: few words for the sexes, names that differ. */
static bool suits(value_format format, const format_facts *facts) {
    if (facts->numbers)
        return (format == FORMAT_NATIONAL_ID || format == FORMAT_CARD) && facts->distinct >= 5;
    switch (format) {
    case FORMAT_SEX:
        return facts->distinct <= 8;
    case FORMAT_BOOLEAN:
        return facts->distinct <= 4;
    case FORMAT_NATIONAL_ID:
    case FORMAT_CARD:
    case FORMAT_PERSON_NAME:
    case FORMAT_POSTCODE:
        return facts->distinct >= 5;
    case FORMAT_FREE_TEXT:
        return facts->mean_length >= 15 && facts->naming >= 0.2;
    default:
        return true;
    }
}

void format_counter_add(format_counter *to, const char *text, size_t length, double weight) {
    text = strip(text, &length);
    if (length == 0)
        return;
    to->total += weight;
    for (int format = 0; format < FORMAT_COUNT; format++)
        if (checks[format] && suits((value_format)format, &to->facts) &&
            checks[format](text, length))
            to->fitting[format] += weight;
}

value_format format_counter_best(const format_counter *of, double *share) {
    for (int format = 0; format < FORMAT_COUNT && of->total > 0; format++) {
        *share = of->fitting[format] / of->total;
        if (*share >= shares[format])
            return (value_format)format;
    }
    *share = 0;
    return FORMAT_NONE;
}
