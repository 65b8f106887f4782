/* One check per format: whether a text without blanks at its ends, of at least one byte, has it.
 * Texts need no NUL behind them. */
#ifndef SHOAL_RECOGNIZE_FORMATS_FORMATS_H
#define SHOAL_RECOGNIZE_FORMATS_FORMATS_H

#include <stdbool.h>
#include <stddef.h>

bool format_is_uuid(const char *text, size_t length);
bool format_is_email(const char *text, size_t length);
bool format_is_url(const char *text, size_t length);
bool format_is_iban(const char *text, size_t length);
bool format_is_national_id(const char *text, size_t length);
bool format_is_card(const char *text, size_t length);
bool format_is_mac(const char *text, size_t length);
bool format_is_ipv4(const char *text, size_t length);
bool format_is_ipv6(const char *text, size_t length);
bool format_is_date_time(const char *text, size_t length);
bool format_is_date(const char *text, size_t length);
bool format_is_time(const char *text, size_t length);
bool format_is_coordinates(const char *text, size_t length);
bool format_is_ssn(const char *text, size_t length);
bool format_is_phone(const char *text, size_t length);
bool format_is_sex(const char *text, size_t length);
bool format_is_boolean(const char *text, size_t length);
bool format_is_interval(const char *text, size_t length);
bool format_is_quantity(const char *text, size_t length);
bool format_is_unit(const char *text, size_t length); /* of a quantity, or a currency */
bool format_is_icd10(const char *text, size_t length);
bool format_is_atc(const char *text, size_t length);
bool format_is_postcode(const char *text, size_t length);
bool format_is_country(const char *text, size_t length);
bool format_is_civil(const char *text, size_t length);
bool format_is_ethnicity(const char *text, size_t length);
bool format_is_schooling(const char *text, size_t length);
bool format_is_person_name(const char *text, size_t length);
bool format_is_street(const char *text, size_t length);
bool format_is_code(const char *text, size_t length);
bool format_is_free_text(const char *text, size_t length);

#endif
