#include "classification/classification_tables.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LONGEST_NAME 80
/* Codes of two letters are also those of states, languages and much else; names are not. */
#define NEARLY_ALL 0.95
#define MOST 0.8

const m49_entry m49_table[M49_REGIONS] = {
    [M49_NORTHERN_AFRICA] = {15, "Northern Africa", 2, "Africa"},
    [M49_EASTERN_AFRICA] = {14, "Eastern Africa", 2, "Africa"},
    [M49_MIDDLE_AFRICA] = {17, "Middle Africa", 2, "Africa"},
    [M49_SOUTHERN_AFRICA] = {18, "Southern Africa", 2, "Africa"},
    [M49_WESTERN_AFRICA] = {11, "Western Africa", 2, "Africa"},
    [M49_CARIBBEAN] = {29, "Caribbean", 19, "Americas"},
    [M49_CENTRAL_AMERICA] = {13, "Central America", 19, "Americas"},
    [M49_SOUTH_AMERICA] = {5, "South America", 19, "Americas"},
    [M49_NORTHERN_AMERICA] = {21, "Northern America", 19, "Americas"},
    [M49_CENTRAL_ASIA] = {143, "Central Asia", 142, "Asia"},
    [M49_EASTERN_ASIA] = {30, "Eastern Asia", 142, "Asia"},
    [M49_SOUTH_EASTERN_ASIA] = {35, "South-eastern Asia", 142, "Asia"},
    [M49_SOUTHERN_ASIA] = {34, "Southern Asia", 142, "Asia"},
    [M49_WESTERN_ASIA] = {145, "Western Asia", 142, "Asia"},
    [M49_EASTERN_EUROPE] = {151, "Eastern Europe", 150, "Europe"},
    [M49_NORTHERN_EUROPE] = {154, "Northern Europe", 150, "Europe"},
    [M49_SOUTHERN_EUROPE] = {39, "Southern Europe", 150, "Europe"},
    [M49_WESTERN_EUROPE] = {155, "Western Europe", 150, "Europe"},
    [M49_AUSTRALIA_AND_NEW_ZEALAND] = {53, "Australia and New Zealand", 9, "Oceania"},
    [M49_MELANESIA] = {54, "Melanesia", 9, "Oceania"},
    [M49_MICRONESIA] = {57, "Micronesia", 9, "Oceania"},
    [M49_POLYNESIA] = {61, "Polynesia", 9, "Oceania"},
    [M49_ANTARCTICA] = {10, "Antarctica", 10, "Antarctica"},
};

static void name_regions(classification_path *path, const m49_entry *region) {
    snprintf(path->label[0], sizeof path->label[0], "%s", region->name);
    snprintf(path->label[1], sizeof path->label[1], "%s", region->continent_name);
}

/* ---- Codes and names ------------------------------------------------------------------------ */

/* The letter below the accents of a character of Latin-1, given its second byte in UTF-8. */
static char plain_letter(unsigned char second) {
    static const char letters[] = "aaaaaaaceeeeiiiidnooooo.ouuuuyts"
                                  "aaaaaaaceeeeiiiidnooooo.ouuuuyty";
    return second >= 0x80 && second < 0xC0 ? letters[second - 0x80] : '.';
}

/* Small letters only; & is "and", "the" at the beginning does not count. False: too long. */
static bool plain_name(char *out, const char *value) {
    size_t length = 0;
    for (const char *at = value; *at; at++) {
        unsigned char byte = (unsigned char)*at;
        char letter = byte == 0xC3 ? plain_letter((unsigned char)at[1]) : (char)tolower(byte);
        if (length + 3 >= LONGEST_NAME)
            return false;
        if (letter == '&') {
            memcpy(out + length, "and", 3);
            length += 3;
        } else if (letter >= 'a' && letter <= 'z') {
            out[length++] = letter;
        }
    }
    out[length] = '\0';
    if (strncmp(out, "the", 3) == 0)
        memmove(out, out + 3, length - 2);
    return out[0] != '\0';
}

/* Whether one of the names, which have blanks, is the plain one. */
static bool is_named(const char *names, const char *plain) {
    for (const char *name = names; *name; name += *name == '|') {
        const char *letter = plain;
        for (; *name && *name != '|'; name++) {
            if (*name == ' ')
                continue;
            if (*name != *letter)
                break;
            letter++;
        }
        if (*letter == '\0' && (*name == '\0' || *name == '|'))
            return true;
        name += strcspn(name, "|");
    }
    return false;
}

static const country_entry *country_named(const char *value) {
    char plain[LONGEST_NAME];
    if (!plain_name(plain, value))
        return NULL;
    for (const country_entry *at = country_table; *at->alpha2; at++)
        if (is_named(at->names, plain))
            return at;
    return NULL;
}

/* Codes in either case, and the usual UK and EL, which the EU writes. */
static const country_entry *country_of_code(const char *value) {
    char code[4] = "";
    size_t length = strlen(value);
    if (length != 2 && length != 3)
        return NULL;
    for (size_t i = 0; i < length; i++)
        code[i] = (char)toupper((unsigned char)value[i]);
    if (strcmp(code, "UK") == 0 || strcmp(code, "EL") == 0)
        return country_of_alpha2(*code == 'U' ? "GB" : "GR");
    for (const country_entry *at = country_table; length == 3 && *at->alpha2; at++)
        if (strcmp(at->alpha3, code) == 0)
            return at;
    return length == 2 ? country_of_alpha2(code) : NULL;
}

static classified classify(const char *value, classification_path *path) {
    const country_entry *country = country_of_code(value);
    bool clear = country && isupper((unsigned char)value[0]) && isupper((unsigned char)value[1]);
    if (!country) {
        country = country_named(value);
        clear = country != NULL;
    }
    if (!country)
        return CLASSIFIED_NOT;
    name_regions(path, &m49_table[country->region]);
    return clear ? CLASSIFIED : CLASSIFIED_LOOSELY;
}

static bool suits(const char *const *values, size_t count, double share) {
    size_t names = 0;
    for (size_t i = 0; i < count; i++)
        names += strlen(values[i]) > 3;
    return share >= (2 * names > count ? MOST : NEARLY_ALL);
}

const classification countries_classification = {
    "countries", "countries by the regions of UN M49", 2, classify, suits,
};

/* ---- Numbers -------------------------------------------------------------------------------- */

/* A region is below itself. */
static const m49_entry *region_numbered(long number) {
    for (const country_entry *at = country_table; *at->alpha2; at++)
        if (at->number == number)
            return &m49_table[at->region];
    for (int i = 0; i < M49_REGIONS; i++)
        if (m49_table[i].number == number)
            return &m49_table[i];
    return NULL;
}

static const char *continent_numbered(long number) {
    for (int i = 0; i < M49_REGIONS; i++)
        if (m49_table[i].continent == number)
            return m49_table[i].continent_name;
    return NULL;
}

static classified classify_number(const char *value, classification_path *path) {
    size_t digits = strspn(value, "0123456789");
    if (digits == 0 || digits > 3 || value[digits])
        return CLASSIFIED_NOT;
    long number = strtol(value, NULL, 10);
    const m49_entry *region = region_numbered(number);
    const char *continent = region ? NULL : continent_numbered(number);
    if (region)
        name_regions(path, region);
    for (int level = 0; continent && level < 2; level++)
        snprintf(path->label[level], sizeof path->label[level], "%s", continent);
    return region || continent ? CLASSIFIED_LOOSELY : CLASSIFIED_NOT;
}

const classification m49_classification = {
    "m49", "numbers of UN M49 by its regions", 2, classify_number, NULL,
};
