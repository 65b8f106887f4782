/* Codes by their first characters: postcodes, classifications. */
#include "data/hierarchy_build.h"

#include <ctype.h>
#include <string.h>

#define MOST_LEVELS 6
/* Values that may be no British postcodes in a column of them, such as "abroad". */
#define MOST_OTHERS 5

/* ---- British postcodes
 * --------------------------------------------------------------------------- */

/* SW1A 1AA: area SW, district SW1A, sector SW1A 1. */
enum { SECTOR, DISTRICT, AREA, BRITISH_LEVELS };

static bool is_letter(char c) {
    return isalpha((unsigned char)c) != 0;
}

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

/* One or two letters, a digit, perhaps another digit or letter; then, perhaps after a blank, a
 * digit and two letters. The lengths are those of the parts at the beginning of the text. */
static bool parse_british(const char *value, size_t length[BRITISH_LEVELS]) {
    size_t all = strlen(value);
    if (all < 5 || all > 8 || !is_digit(value[all - 3]) || !is_letter(value[all - 2]) ||
        !is_letter(value[all - 1]))
        return false;
    size_t outward = all - 3 - (value[all - 4] == ' ');
    size_t area = !is_letter(value[0]) ? 0 : is_letter(value[1]) ? 2 : 1;
    bool last = outward == area + 1 ||
                (outward == area + 2 && isalnum((unsigned char)value[outward - 1]) != 0);
    if (area == 0 || !last || !is_digit(value[area]))
        return false;
    length[AREA] = area;
    length[DISTRICT] = outward;
    length[SECTOR] = all - 2;
    return true;
}

bool hierarchy_are_british_postcodes(const build_input *input) {
    size_t others = 0, codes = 0, ignored[BRITISH_LEVELS];
    for (size_t i = 0; i < input->count; i++) {
        bool british = parse_british(input->values[i], ignored);
        /* A star could be taken for a label. */
        if (strchr(input->values[i], '*'))
            return false;
        if (build_rows(input, i) > 0) {
            codes += british;
            others += !british;
        }
    }
    return codes > 0 && others <= MOST_OTHERS && others <= codes;
}

/* ---- Any codes
 * ----------------------------------------------------------------------------------- */

static bool is_separator(char c) {
    return c == ' ' || c == '-' || c == '.' || c == '/';
}

/* Characters that are no separators; a byte that continues a UTF-8 character belongs to it. */
static bool begins_character(char c) {
    return !is_separator(c) && ((unsigned char)c & 0xC0) != 0x80;
}

static size_t count_characters(const char *value) {
    size_t count = 0;
    for (; *value; value++)
        count += begins_character(*value);
    return count;
}

/* Bytes of the first `keep` characters and what separates them. */
static size_t prefix_length(const char *value, size_t keep) {
    size_t at = 0, seen = 0, end = 0;
    for (; value[at]; at++) {
        seen += begins_character(value[at]);
        if (seen > keep)
            return end;
        if (!is_separator(value[at]))
            end = at + 1;
    }
    return at;
}

/* ---- The hierarchy
 * ------------------------------------------------------------------------------- */

typedef struct prefixes {
    bool british;
    size_t keep[MOST_LEVELS]; /* characters of each level */
    int levels;
} prefixes;

static void choose_levels(prefixes *out, const build_input *input) {
    size_t longest = 1;
    out->british = hierarchy_are_british_postcodes(input);
    out->levels = BRITISH_LEVELS;
    if (out->british)
        return;
    for (size_t i = 0; i < input->count; i++) {
        size_t characters = build_rows(input, i) ? count_characters(input->values[i]) : 0;
        longest = characters > longest ? characters : longest;
    }
    size_t step = (longest - 1 + MOST_LEVELS - 1) / MOST_LEVELS;
    out->levels = 0;
    for (size_t keep = longest; keep > step && out->levels < MOST_LEVELS;) {
        keep -= step;
        out->keep[out->levels++] = keep;
    }
}

static const char *label_of(shoal_hierarchy *made, const prefixes *by, size_t value, int level) {
    const char *ground = hierarchy_label(made, value, 0);
    size_t british[BRITISH_LEVELS] = {0}, length = strlen(ground);
    if (!by->british)
        length = prefix_length(ground, by->keep[level]);
    else if (level < BRITISH_LEVELS && parse_british(ground, british))
        length = british[level];
    if (!ground[length])
        return ground;
    char *label = arena_new(&made->memory, length + 2, 1);
    if (!label)
        return NULL;
    memcpy(label, ground, length);
    memcpy(label + length, "*", 2);
    return label;
}

static void describe(const prefixes *by, text *described) {
    if (by->british) {
        text_add_string(described, "postcode sector, district, area");
        return;
    }
    text_add_string(described, by->levels ? "prefixes of " : "no prefixes of so short values");
    for (int level = 0; level < by->levels; level++)
        text_format(described, "%s%zu", level ? ", " : "", by->keep[level]);
    if (by->levels)
        text_format(described, " character%s", by->levels == 1 && by->keep[0] == 1 ? "" : "s");
}

shoal_status hierarchy_build_prefix(shoal_hierarchy **out, const build_input *input,
                                    const char *arguments, text *described, shoal_error *error) {
    prefixes by = {0};
    STATUS_TRY(hierarchy_no_arguments(input, "prefix", arguments, error));
    choose_levels(&by, input);
    STATUS_TRY(hierarchy_frame(out, input, by.levels + 1, error));
    shoal_hierarchy *made = *out;
    for (size_t value = 0; value < input->count; value++)
        for (int level = 0; level < by.levels; level++) {
            const char *label = label_of(made, &by, value, level);
            made->labels[hierarchy_cell(made, value, level + 1)] = label;
            if (label)
                continue;
            shoal_hierarchy_free(made);
            *out = NULL;
            return status_no_memory(error);
        }
    describe(&by, described);
    return SHOAL_OK;
}
