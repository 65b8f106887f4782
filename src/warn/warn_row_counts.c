/* How many rows a person has gives values away: of the N rows of a class, n are one person's and c
 * have one value. Where c is more than the N - n rows of all others, the person has the value,
 * however many other values the class has. */
#include "bind/roles.h"
#include "recognize/alike_values.h"
#include "warn/value_counts.h"
#include "warn/warn_parts.h"

#include <inttypes.h>

typedef struct row_counts {
    const class_rows *in;
    value_counts persons; /* of a class: who has which value, however it is written */
    uint32_t *of_value;   /* [values] rows of the class; 0 between two classes */
    uint32_t *of_person;  /* [rows + 1] likewise */
    bool *known;          /* [rows + 1] persons of whom a value is known somewhere */
    uint64_t classes, people;
} row_counts;

static uint32_t value_at(const row_counts *of, uint32_t row) {
    uint32_t code = codes_get(&of->persons.of->codes, row);
    return of->persons.group ? of->persons.group[code] : code;
}

static uint32_t person_at(const row_counts *of, uint32_t row) {
    return of->in->release->person_of[row];
}

/* The most rows of a person and the most of a value, added up. */
static uint64_t count_rows(row_counts *of, const uint32_t *row, size_t count) {
    uint32_t most_of_person = 0, most_of_value = 0;
    for (size_t i = 0; i < count; i++) {
        uint32_t *value = &of->of_value[value_at(of, row[i])];
        uint32_t *person = &of->of_person[person_at(of, row[i])];
        most_of_value = ++*value > most_of_value ? *value : most_of_value;
        most_of_person = ++*person > most_of_person ? *person : most_of_person;
    }
    return (uint64_t)most_of_person + most_of_value;
}

static void clear_rows(row_counts *of, const uint32_t *row, size_t count) {
    for (size_t i = 0; i < count; i++) {
        of->of_value[value_at(of, row[i])] = 0;
        of->of_person[person_at(of, row[i])] = 0;
    }
}

/* What all persons of the class have is known of them without their rows. */
static uint64_t most_rows_of_some(row_counts *of, size_t class, const uint32_t *row, size_t count) {
    uint64_t most = 0;
    value_counts_take(&of->persons, row, count);
    for (size_t i = 0; i < of->persons.distinct; i++) {
        uint32_t value = of->persons.present[i];
        bool some = of->persons.count[value] < of->in->members[class];
        most = some && of->of_value[value] > most ? of->of_value[value] : most;
    }
    return most;
}

static void judge_class(row_counts *of, size_t class) {
    const uint32_t *row = of->in->row + of->in->first[class];
    size_t count = class_rows_count(of->in, class);
    bool tells = false;
    if (count_rows(of, row, count) > count) {
        uint64_t most = most_rows_of_some(of, class, row, count);
        for (size_t i = 0; i < count; i++) {
            uint32_t person = person_at(of, row[i]);
            if (of->of_person[person] + most <= count)
                continue;
            tells = true;
            of->people += !of->known[person];
            of->known[person] = true;
        }
    }
    of->classes += tells;
    clear_rows(of, row, count);
}

static void add_warning(warning_list *out, const row_counts *of) {
    size_t classes = of->in->release->classes;
    const char *name = of->persons.of->name;
    if (of->classes == 0)
        return;
    warnings_add(out, warning_rows_of_person_tell, name,
                 "in %" PRIu64 " of %zu classes so many rows have the same %s that a person with "
                 "many rows must have it: an attacker who knows how many rows each person has is "
                 "certain of it for %" PRIu64 " person%s",
                 of->classes, classes, name, of->people, of->people == 1 ? "" : "s");
    warnings_count(out, "classes", classes);
    warnings_count(out, "telling", of->classes);
    warnings_count(out, "persons", of->people);
}

static bool make_room(row_counts *of, const column *values) {
    size_t rows = of->in->release->table->rows;
    bool made = value_counts_open(&of->persons, of->in->release, values);
    of->of_value = memory_zero(values->values.size, sizeof *of->of_value);
    of->of_person = memory_zero(rows + 1, sizeof *of->of_person);
    of->known = memory_zero(rows + 1, sizeof *of->known);
    return made && of->of_value && of->of_person && of->known;
}

bool warn_row_counts(warning_list *out, const class_rows *in, const column *of) {
    bool any;
    alike_values alike = {0};
    row_counts counts = {.in = in};
    if (!in->release->person_of)
        return true;
    bool *missing = roles_missing_codes(in->release->plan, of, &any);
    bool made = make_room(&counts, of) && missing && alike_values_make(&alike, of, missing);
    counts.persons.group = alike.spelled ? alike.group : NULL;
    for (size_t c = 0; made && c < in->classes; c++)
        if (class_rows_is_judged(in, c))
            judge_class(&counts, c);
    if (made)
        add_warning(out, &counts);
    value_counts_close(&counts.persons);
    alike_values_free(&alike);
    memory_free(counts.of_value);
    memory_free(counts.of_person);
    memory_free(counts.known);
    memory_free(missing);
    return made;
}
