/* Addresses of machines, and identifiers that machines make. */
#include "recognize/formats/formats.h"
#include "recognize/formats/text_scan.h"

bool format_is_uuid(const char *text, size_t length) {
    static const size_t parts[] = {8, 4, 4, 4, 12};
    text_scan scan = scan_of(text, length);
    bool braced = scan_is(&scan, '{');
    for (size_t i = 0; i < 5; i++)
        if ((i > 0 && !scan_is(&scan, '-')) || scan_hex(&scan, parts[i]) != parts[i])
            return false;
    return (!braced || scan_is(&scan, '}')) && scan_done(&scan);
}

/* Six pairs with the same sign between them, or three groups of four with points. */
bool format_is_mac(const char *text, size_t length) {
    text_scan scan = scan_of(text, length);
    if (length == 14) {
        for (int i = 0; i < 3; i++)
            if ((i > 0 && !scan_is(&scan, '.')) || scan_hex(&scan, 4) != 4)
                return false;
        return scan_done(&scan);
    }
    if (length != 17 || (text[2] != ':' && text[2] != '-'))
        return false;
    for (int i = 0; i < 6; i++)
        if ((i > 0 && !scan_is(&scan, text[2])) || scan_hex(&scan, 2) != 2)
            return false;
    return scan_done(&scan);
}

/* Four numbers up to 255 without leading zeros. */
static bool scan_ipv4(text_scan *scan) {
    for (int i = 0; i < 4; i++) {
        if (i > 0 && !scan_is(scan, '.'))
            return false;
        bool zero = !scan_done(scan) && *scan->at == '0';
        int value;
        size_t digits = scan_digits(scan, 3, &value);
        if (digits == 0 || value > 255 || (zero && digits > 1))
            return false;
    }
    return true;
}

bool format_is_ipv4(const char *text, size_t length) {
    text_scan scan = scan_of(text, length);
    int prefix;
    if (!scan_ipv4(&scan))
        return false;
    if (scan_is(&scan, '/') && (scan_digits(&scan, 2, &prefix) == 0 || prefix > 32))
        return false;
    return scan_done(&scan);
}

/* Eight groups of up to four, or fewer with one `::`; the last two may be written as IPv4. */
bool format_is_ipv6(const char *text, size_t length) {
    text_scan scan = scan_of(text, length);
    int groups = 0;
    bool gap = length > 1 && scan_is(&scan, ':');
    if (gap && !scan_is(&scan, ':'))
        return false;
    while (!scan_done(&scan)) {
        text_scan four = scan;
        if (scan_ipv4(&four) && scan_done(&four))
            return (gap && groups < 6) || groups == 6;
        if (scan_hex(&scan, 4) == 0)
            return false;
        groups++;
        if (scan_done(&scan))
            break;
        if (!scan_is(&scan, ':') || scan_done(&scan))
            return false;
        if (*scan.at == ':') {
            if (gap)
                return false;
            gap = true;
            scan.at++;
        }
    }
    return gap ? groups < 8 && groups > 0 : groups == 8;
}
