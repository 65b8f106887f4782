#include "sample/sample_line.h"
#include "sample/sample_society.h"

/* ---- Birth -------------------------------------------------------------------------------- */

static bool is_leap(int year) {
    return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
}

int sample_days_of_month(int year, int month) {
    static const uint8_t days[12] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    return days[month - 1] + (month == 2 && is_leap(year));
}

static void draw_birth(sample_person *person, random_stream *stream) {
    int day = (int)random_below(stream, is_leap(person->year) ? 366 : 365);
    person->month = 1;
    while (day >= sample_days_of_month(person->year, person->month))
        day -= sample_days_of_month(person->year, person->month++);
    person->day = day + 1;
}

/* Names come and go: each decade has its own favourites. */
static void draw_name(const sample_society *society, sample_person *person, random_stream *stream) {
    uint32_t decade = (uint32_t)(person->year - SAMPLE_FIRST_YEAR) / 10;
    uint32_t rank = choice_draw(&society->first_name, stream);
    person->first_name = (rank + 5 * decade) % SAMPLE_FIRST_NAMES;
    person->name_start = choice_draw(&society->name_start, stream);
    person->name_end = (uint32_t)random_below(stream, SAMPLE_NAME_ENDS);
}

/* ---- Life --------------------------------------------------------------------------------- */

/* Of people born abroad the register often does not know the schooling. */
static bool draw_known(random_stream *stream, int age, uint32_t per_thousand) {
    return random_below(stream, 1000) >= per_thousand || age < 16;
}

static void draw_origin(const sample_society *society, sample_person *person, int age,
                        random_stream *stream) {
    uint32_t region = society->postcodes[person->postcode] / 10000;
    bool born_here = age < 18 && random_below(stream, 100) < 65;
    uint32_t country = choice_draw(&society->country[region], stream);
    person->country = born_here ? 0 : country;
}

static void draw_work(const sample_society *society, sample_person *person, int stage,
                      random_stream *stream) {
    int tier = sample_tier[person->education];
    uint32_t status = choice_draw(&society->status[stage][person->sex], stream);
    person->occupation = SAMPLE_TRADES + status - 1;
    person->sector = SAMPLE_NO_SECTOR;
    if (status > 0)
        return;
    person->occupation = choice_draw(&society->trade[tier][person->sex], stream);
    person->sector = choice_draw(&society->sector[person->occupation], stream);
}

static void draw_household(const sample_society *society, sample_person *person, int stage,
                           random_stream *stream) {
    person->marital = choice_draw(&society->marital[stage][person->sex], stream);
    bool partnered = person->marital == SAMPLE_MARRIED || person->marital == SAMPLE_PARTNERSHIP;
    person->household =
        choice_draw(&society->household[sample_situation(stage, partnered)], stream);
}

/* A factor in 2^30 units whose logarithm is near enough normal: the sum of four uniform numbers
 * has a standard deviation of 37,837; `spread` is that of the factor, in SAMPLE_OCTAVEths of an
 * octave, and small enough for the factor to lie between 2^-2 and 2^2. */
static uint64_t draw_factor(const sample_society *society, int64_t spread, random_stream *stream) {
    uint64_t draw = random_next(stream);
    int64_t sum =
        (int64_t)((draw & 0xffff) + (draw >> 16 & 0xffff) + (draw >> 32 & 0xffff) + (draw >> 48)) -
        2 * 0xffff;
    int64_t exponent = sum * spread / 37837 + 2 * SAMPLE_OCTAVE;
    uint64_t power = society->power[exponent % SAMPLE_OCTAVE];
    return (power << exponent / SAMPLE_OCTAVE) >> 2;
}

/* More schooling, more years of experience: more pay. */
static void draw_income(const sample_society *society, sample_person *person, int stage,
                        random_stream *stream) {
    static const uint32_t by_tier[SAMPLE_TIERS] = {82, 92, 100, 114, 134};
    static const uint32_t by_stage[SAMPLE_STAGES] = {0, 0, 0, 45, 68, 90, 108, 116, 96, 88};
    bool working = person->occupation < SAMPLE_TRADES;
    uint64_t base = working ? sample_trades[person->occupation].income
                            : sample_idle_income[person->occupation - SAMPLE_TRADES];
    base *= by_tier[sample_tier[person->education]];
    base *= working ? by_stage[stage] : 100;
    base *= person->sex == SAMPLE_FEMALE ? 94 : 100;
    person->income = (uint32_t)(base * draw_factor(society, 540, stream) / 1000000 >> 30);
}

sample_person sample_person_draw(const sample_society *society, uint64_t seed, uint64_t row) {
    random_stream stream = random_open(seed, "sample", row);
    sample_person person = {.number = row + 1};
    int age = (int)choice_draw(&society->age, &stream);
    int stage = sample_stage(age);
    person.year = SAMPLE_LAST_YEAR - age;
    person.sex = random_below(&stream, 1000) < sample_men[stage] ? SAMPLE_MALE : SAMPLE_FEMALE;
    draw_birth(&person, &stream);
    draw_name(society, &person, &stream);
    person.postcode = choice_draw(&society->postcode, &stream);
    draw_origin(society, &person, age, &stream);
    person.education = choice_draw(&society->education[stage], &stream);
    person.education_known = draw_known(&stream, age, person.country == 0 ? 14 : 70);
    draw_work(society, &person, stage, &stream);
    person.occupation_known = draw_known(&stream, age, person.education_known ? 16 : 400);
    draw_household(society, &person, stage, &stream);
    person.diagnosis = choice_draw(&society->diagnosis[sample_band(stage)][person.sex], &stream);
    draw_income(society, &person, stage, &stream);
    return person;
}

/* ---- The line ----------------------------------------------------------------------------- */

static char *write_names(char *out, const sample_person *person) {
    out = line_field(out, sample_first_names[person->sex][person->first_name]);
    *out++ = ' ';
    out = stpcpy(out, sample_name_starts[person->name_start]);
    return stpcpy(out, sample_name_ends[person->name_end]);
}

char *sample_person_write(const sample_society *society, const sample_person *person, char *out) {
    *out++ = 'P';
    out = line_number(out, person->number, 8);
    out = write_names(out, person);
    out = line_date(out, person->year, person->month, person->day);
    out = line_value(out, &sample_sexes, person->sex, true);
    *out++ = ',';
    out = line_number(out, society->postcodes[person->postcode], 5);
    out = line_value(out, &sample_educations, person->education, person->education_known);
    out = line_value(out, &sample_occupations, person->occupation, person->occupation_known);
    out = line_value(out, &sample_countries, person->country, true);
    out = line_value(out, &sample_maritals, person->marital, true);
    out = line_value(out, &sample_households, person->household, true);
    out = line_field(out, sample_sectors[person->sector]);
    out = line_field(out, sample_diagnoses[person->diagnosis].code);
    *out++ = ',';
    out = line_number(out, person->income, 1);
    if (person->income > 0)
        out = stpcpy(out, "00");
    *out++ = '\n';
    return out;
}
