/* The lists of schooling and work. */
#include "sample/sample_lists.h"

static const sample_value educations[SAMPLE_EDUCATIONS] = {
    {"none", {"basic", "basic or secondary"}},
    {"primary", {"basic", "basic or secondary"}},
    {"lower secondary", {"basic", "basic or secondary"}},
    {"upper secondary", {"secondary", "basic or secondary"}},
    {"vocational", {"vocational", "vocational or higher"}},
    {"certificate", {"vocational", "vocational or higher"}},
    {"bachelor", {"higher", "vocational or higher"}},
    {"master", {"higher", "vocational or higher"}},
    {"doctorate", {"higher", "vocational or higher"}}};
const sample_list sample_educations = {"education", educations, SAMPLE_EDUCATIONS, 2};

const uint8_t sample_tier[SAMPLE_EDUCATIONS] = {0, 0, 0, 1, 2, 2, 3, 4, 4};

const uint8_t sample_education_weight[SAMPLE_STAGES][SAMPLE_EDUCATIONS] = {
    {1},
    {1},
    {20, 80},
    {2, 18, 72, 8},
    {1, 3, 16, 48, 12, 8, 11, 1, 0},
    {1, 3, 8, 22, 20, 9, 22, 14, 1},
    {1, 4, 9, 22, 24, 9, 18, 11, 2},
    {1, 7, 14, 23, 28, 8, 11, 7, 1},
    {2, 16, 20, 22, 24, 5, 6, 4, 1},
    {5, 34, 24, 16, 14, 3, 2, 2, 0}};

/* working, student, unemployed, homemaker, unable to work, retired, pupil, child */
const uint8_t sample_status_weight[SAMPLE_STAGES][SAMPLE_SEXES][SAMPLE_STATUSES] = {
    {{0, 0, 0, 0, 0, 0, 0, 1}, {0, 0, 0, 0, 0, 0, 0, 1}},
    {{0, 0, 0, 0, 0, 0, 1, 0}, {0, 0, 0, 0, 0, 0, 1, 0}},
    {{0, 0, 0, 0, 0, 0, 1, 0}, {0, 0, 0, 0, 0, 0, 1, 0}},
    {{12, 83, 4, 0, 1, 0, 0, 0}, {17, 77, 5, 0, 1, 0, 0, 0}},
    {{47, 41, 7, 4, 1, 0, 0, 0}, {53, 36, 9, 1, 1, 0, 0, 0}},
    {{74, 8, 6, 10, 2, 0, 0, 0}, {83, 7, 7, 1, 2, 0, 0, 0}},
    {{80, 1, 5, 10, 4, 0, 0, 0}, {88, 1, 5, 1, 5, 0, 0, 0}},
    {{68, 0, 5, 10, 8, 9, 0, 0}, {76, 0, 5, 1, 8, 10, 0, 0}},
    {{6, 0, 0, 3, 0, 91, 0, 0}, {11, 0, 0, 0, 0, 89, 0, 0}},
    {{0, 0, 0, 1, 0, 99, 0, 0}, {1, 0, 0, 0, 0, 99, 0, 0}}};

static const sample_value occupations[SAMPLE_OCCUPATIONS] = {
    {"manager", {"professional", "office"}},
    {"software developer", {"professional", "office"}},
    {"engineer", {"professional", "office"}},
    {"scientist", {"professional", "office"}},
    {"lawyer", {"professional", "office"}},
    {"physician", {"health and teaching", "office"}},
    {"nurse", {"health and teaching", "office"}},
    {"teacher", {"health and teaching", "office"}},
    {"social worker", {"health and teaching", "office"}},
    {"accountant", {"clerical and technical", "office"}},
    {"technician", {"clerical and technical", "office"}},
    {"sales agent", {"clerical and technical", "office"}},
    {"office clerk", {"clerical and technical", "office"}},
    {"receptionist", {"clerical and technical", "office"}},
    {"shop assistant", {"service", "manual or service"}},
    {"cook", {"service", "manual or service"}},
    {"waiter", {"service", "manual or service"}},
    {"care worker", {"service", "manual or service"}},
    {"childcare worker", {"service", "manual or service"}},
    {"hairdresser", {"service", "manual or service"}},
    {"police officer", {"service", "manual or service"}},
    {"farmer", {"craft and farming", "manual or service"}},
    {"gardener", {"craft and farming", "manual or service"}},
    {"carpenter", {"craft and farming", "manual or service"}},
    {"electrician", {"craft and farming", "manual or service"}},
    {"plumber", {"craft and farming", "manual or service"}},
    {"mechanic", {"craft and farming", "manual or service"}},
    {"machine operator", {"transport and labour", "manual or service"}},
    {"driver", {"transport and labour", "manual or service"}},
    {"warehouse worker", {"transport and labour", "manual or service"}},
    {"cleaner", {"transport and labour", "manual or service"}},
    {"labourer", {"transport and labour", "manual or service"}},
    {"student", {"in education", "not working"}},
    {"unemployed", {"at home", "not working"}},
    {"homemaker", {"at home", "not working"}},
    {"unable to work", {"at home", "not working"}},
    {"retired", {"retired", "not working"}},
    {"pupil", {"in education", "not working"}},
    {"child", {"in education", "not working"}}};
const sample_list sample_occupations = {"occupation", occupations, SAMPLE_OCCUPATIONS, 2};

const sample_trade sample_trades[SAMPLE_TRADES] = {
    {{2, 6, 10, 24, 26}, 36, 620, {70, 14, 12, 4}}, {{0, 8, 8, 30, 22}, 22, 540, {86, 6, 8, 0}},
    {{0, 1, 6, 26, 30}, 22, 520, {80, 12, 8, 0}},   {{0, 0, 0, 6, 24}, 45, 480, {30, 56, 2, 12}},
    {{0, 0, 0, 2, 20}, 52, 640, {48, 16, 34, 2}},   {{0, 0, 0, 0, 26}, 55, 780, {18, 56, 24, 2}},
    {{0, 2, 24, 30, 4}, 88, 360, {18, 66, 2, 14}},  {{0, 2, 4, 40, 36}, 72, 380, {8, 82, 2, 8}},
    {{0, 2, 6, 16, 6}, 78, 320, {8, 58, 2, 32}},    {{0, 8, 14, 24, 12}, 58, 420, {78, 8, 12, 2}},
    {{4, 16, 28, 12, 4}, 28, 360, {78, 16, 5, 1}},  {{6, 22, 16, 16, 6}, 42, 380, {90, 1, 9, 0}},
    {{10, 40, 32, 20, 6}, 74, 310, {60, 32, 2, 6}}, {{8, 18, 10, 4, 1}, 82, 270, {72, 22, 2, 4}},
    {{36, 44, 22, 5, 1}, 68, 240, {92, 0, 8, 0}},   {{18, 14, 18, 1, 0}, 44, 250, {76, 10, 13, 1}},
    {{16, 16, 6, 2, 0}, 62, 210, {94, 0, 6, 0}},    {{30, 28, 36, 4, 0}, 84, 260, {30, 44, 2, 24}},
    {{8, 16, 22, 8, 0}, 92, 250, {24, 54, 4, 18}},  {{6, 6, 18, 0, 0}, 88, 220, {52, 0, 48, 0}},
    {{0, 10, 12, 8, 2}, 26, 390, {4, 96, 0, 0}},    {{14, 10, 16, 3, 1}, 30, 280, {14, 0, 86, 0}},
    {{12, 6, 12, 1, 0}, 28, 240, {58, 20, 21, 1}},  {{14, 8, 34, 1, 0}, 3, 310, {72, 2, 26, 0}},
    {{4, 6, 34, 2, 0}, 3, 340, {78, 5, 17, 0}},     {{5, 4, 22, 0, 0}, 2, 330, {74, 3, 23, 0}},
    {{12, 8, 34, 1, 0}, 3, 310, {82, 4, 14, 0}},    {{40, 22, 24, 1, 0}, 24, 300, {98, 1, 1, 0}},
    {{38, 20, 18, 1, 0}, 8, 280, {76, 12, 12, 0}},  {{36, 24, 10, 2, 0}, 26, 260, {96, 2, 1, 1}},
    {{46, 8, 4, 1, 0}, 78, 210, {68, 22, 8, 2}},    {{40, 12, 6, 1, 0}, 12, 240, {88, 8, 4, 0}}};

/* student, unemployed, homemaker, unable to work, retired, pupil, child */
const uint16_t sample_idle_income[SAMPLE_OCCUPATIONS - SAMPLE_TRADES] = {70,  130, 45, 150,
                                                                         200, 0,   0};

const char *const sample_sectors[SAMPLE_SECTORS] = {"private", "public", "self-employed",
                                                    "non-profit", "none"};
