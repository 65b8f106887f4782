/* How well a release meets a preference for information loss and privacy bias (dewri2009, section
 * 4). */
#ifndef SHOAL_SEARCH_MULTI_ACHIEVEMENT_H
#define SHOAL_SEARCH_MULTI_ACHIEVEMENT_H

/* The preference point, both from 0 to 1. */
typedef struct preference {
    double loss; /* normalized weighted penalty */
    double bias; /* normalized equivalence class dispersion */
} preference;

/* The achievement function: the less the better. Nothing with both a smaller nwp and a smaller necd
 * than where it is least exists. */
double preference_achievement(const preference *wish, double nwp, double necd);

/* How much the sum of both exceeds the preference, below 0 if it is better; decides between
 * releases of equal achievement. */
double preference_deviation(const preference *wish, double nwp, double necd);

#endif
