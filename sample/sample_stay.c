#include "sample/sample_stay.h"

#include "sample/sample_line.h"
#include "sample/sample_society.h"

enum {
    WARD_CARDIOLOGY,
    WARD_PNEUMOLOGY,
    WARD_GASTROENTEROLOGY,
    WARD_NEPHROLOGY,
    WARD_ENDOCRINOLOGY,
    WARD_ONCOLOGY,
    WARD_DERMATOLOGY,
    WARD_NEUROLOGY,
    WARD_PSYCHIATRY,
    WARD_ORTHOPAEDICS,
    WARD_TRAUMA,
    WARD_SURGERY,
    WARD_GYNAECOLOGY,
    WARD_PAEDIATRICS,
    WARD_EMERGENCY,
    WARD_INTENSIVE
};

static const sample_value wards[SAMPLE_WARDS] = {
    {"cardiology", {"internal medicine", "medical"}},
    {"pneumology", {"internal medicine", "medical"}},
    {"gastroenterology", {"internal medicine", "medical"}},
    {"nephrology", {"internal medicine", "medical"}},
    {"endocrinology", {"internal medicine", "medical"}},
    {"oncology", {"internal medicine", "medical"}},
    {"dermatology", {"internal medicine", "medical"}},
    {"neurology", {"brain and mind", "medical"}},
    {"psychiatry", {"brain and mind", "medical"}},
    {"orthopaedics", {"surgery", "surgical"}},
    {"trauma surgery", {"surgery", "surgical"}},
    {"general surgery", {"surgery", "surgical"}},
    {"gynaecology", {"women and children", "surgical"}},
    {"paediatrics", {"women and children", "surgical"}},
    {"emergency", {"acute care", "medical"}},
    {"intensive care", {"acute care", "medical"}}};
const sample_list sample_wards = {"ward", wards, SAMPLE_WARDS, 2};

static const sample_value insurances[SAMPLE_INSURANCES] = {{"statutory", {"insured"}},
                                                           {"company fund", {"insured"}},
                                                           {"private", {"insured"}},
                                                           {"public assistance", {"not insured"}},
                                                           {"self-paying", {"not insured"}}};
const sample_list sample_insurances = {"insurance", insurances, SAMPLE_INSURANCES, 1};

static const char *const admissions[] = {"emergency", "planned", "referral", "transfer"};

/* ---- How many ------------------------------------------------------------------------------- */

/* Most patients come once or twice, a sixth comes back and a few are in and out for years: further
 * visits have a geometric distribution in each of these groups, and their mean over all of them is
 * `more` thousandths. */
static uint64_t draw_group_mean(uint64_t more, random_stream *stream) {
    uint64_t group = random_below(stream, 1000);
    return group < 800 ? more * 4 / 10 : group < 960 ? more * 2 : more * 9;
}

uint32_t sample_visits_draw(const sample_options *options, uint64_t patient) {
    random_stream stream = random_open(options->seed, "visits", patient);
    if (options->even)
        return options->visits / 1000 + (random_below(&stream, 1000) < options->visits % 1000);
    uint64_t mean = draw_group_mean(options->visits - 1000, &stream);
    uint32_t visits = 1;
    while (random_below(&stream, 1000 + mean) < mean)
        visits++;
    return visits;
}

/* ---- One stay ------------------------------------------------------------------------------- */

static bool born_before(const sample_person *person, const sample_stay *stay) {
    if (person->year != stay->year)
        return person->year < stay->year;
    return person->month != stay->month ? person->month < stay->month : person->day <= stay->day;
}

static void draw_day(sample_stay *stay, const sample_person *person, random_stream *stream) {
    do {
        stay->year = SAMPLE_FIRST_STAY + (int)random_below(stream, SAMPLE_STAY_YEARS);
        stay->month = 1 + (int)random_below(stream, 12);
        int days = sample_days_of_month(stay->year, stay->month);
        stay->day = 1 + (int)random_below(stream, (uint64_t)days);
    } while (!born_before(person, stay));
    bool birthday_passed =
        person->month != stay->month ? person->month < stay->month : person->day <= stay->day;
    stay->age = stay->year - person->year - !birthday_passed;
}

/* One insurance for each year: some change it on New Year's Day. */
static uint32_t draw_insurance(uint64_t seed, const sample_person *person, int year) {
    static const uint32_t of_hundred[SAMPLE_INSURANCES] = {64, 14, 12, 7, 3};
    random_stream stream = random_open(seed, "insurance", person->number);
    uint32_t insurance = 0;
    for (int at = SAMPLE_FIRST_STAY; at <= year; at++) {
        uint64_t change = random_below(&stream, 100), draw = random_below(&stream, 100);
        if (at > SAMPLE_FIRST_STAY && change >= 8)
            continue;
        insurance = 0;
        for (; draw >= of_hundred[insurance]; insurance++)
            draw -= of_hundred[insurance];
    }
    return insurance;
}

/* By the chapter of the diagnosis. */
static uint32_t ward_of(const char *code, int age) {
    static const struct {
        char chapter;
        uint32_t ward;
    } wards_of[] = {{'A', WARD_GASTROENTEROLOGY}, {'B', WARD_PNEUMOLOGY},  {'C', WARD_ONCOLOGY},
                    {'E', WARD_ENDOCRINOLOGY},    {'F', WARD_PSYCHIATRY},  {'G', WARD_NEUROLOGY},
                    {'H', WARD_SURGERY},          {'I', WARD_CARDIOLOGY},  {'J', WARD_PNEUMOLOGY},
                    {'K', WARD_SURGERY},          {'L', WARD_DERMATOLOGY}, {'M', WARD_ORTHOPAEDICS},
                    {'N', WARD_NEPHROLOGY},       {'O', WARD_GYNAECOLOGY}, {'S', WARD_TRAUMA}};
    if (age < 16)
        return WARD_PAEDIATRICS;
    for (size_t i = 0; i < sizeof wards_of / sizeof *wards_of; i++)
        if (wards_of[i].chapter == *code)
            return wards_of[i].ward;
    return WARD_EMERGENCY;
}

static void draw_ward(sample_stay *stay, random_stream *stream) {
    uint64_t draw = random_below(stream, 100);
    stay->ward = ward_of(sample_diagnoses[stay->diagnosis].code, stay->age);
    if (draw < 9)
        stay->ward = draw < 6 ? WARD_EMERGENCY : WARD_INTENSIVE;
    bool acute = stay->ward >= WARD_EMERGENCY;
    draw = random_below(stream, 100);
    stay->admission = draw < (acute ? 80 : 30) ? 0 : draw < 85 ? 1 : draw < 95 ? 2 : 3;
}

static void draw_cost(sample_stay *stay, random_stream *stream) {
    uint32_t mean = stay->ward == WARD_PSYCHIATRY ? 14 : stay->ward == WARD_EMERGENCY ? 1 : 4;
    uint32_t price = stay->ward == WARD_INTENSIVE ? 21 : 7;
    stay->days = 1;
    while (random_below(stream, 1 + mean) < mean)
        stay->days++;
    stay->cost = stay->days * price + (uint32_t)random_below(stream, 40);
}

sample_stay sample_stay_draw(const sample_society *society, const sample_person *person,
                             uint64_t seed, uint32_t visit) {
    random_stream stream = random_open(seed, "stay", (person->number << 20) + visit);
    sample_stay stay = {0};
    draw_day(&stay, person, &stream);
    stay.insurance = draw_insurance(seed, person, stay.year);
    /* The complaint that brings somebody back is often the same. */
    int band = sample_band(sample_stage(stay.age));
    uint32_t other = choice_draw(&society->diagnosis[band][person->sex], &stream);
    stay.diagnosis = random_below(&stream, 100) < 60 ? person->diagnosis : other;
    draw_ward(&stay, &stream);
    draw_cost(&stay, &stream);
    return stay;
}

char *sample_stay_write(const sample_society *society, const sample_person *person,
                        const sample_stay *stay, char *out) {
    *out++ = 'P';
    out = line_number(out, person->number, 8);
    out = line_date(out, stay->year, stay->month, stay->day);
    *out++ = ',';
    out = line_number(out, (uint64_t)stay->age, 1);
    out = line_value(out, &sample_sexes, person->sex, true);
    *out++ = ',';
    out = line_number(out, society->postcodes[person->postcode], 5);
    out = line_value(out, &sample_countries, person->country, true);
    out = line_value(out, &sample_maritals, person->marital, true);
    out = line_value(out, &sample_insurances, stay->insurance, true);
    out = line_value(out, &sample_wards, stay->ward, true);
    out = line_field(out, admissions[stay->admission]);
    *out++ = ',';
    out = line_number(out, stay->days, 1);
    out = line_field(out, sample_diagnoses[stay->diagnosis].code);
    *out++ = ',';
    out = line_number(out, stay->cost, 1);
    out = stpcpy(out, "00\n");
    return out;
}
