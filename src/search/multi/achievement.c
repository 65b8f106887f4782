#include "search/multi/achievement.h"

#include <assert.h>

/* The ideal point (0, 0) lies this far beyond the utopian one. */
#define EPSILON 1e-6

double preference_achievement(const preference *wish, double nwp, double necd) {
    assert(wish->loss >= 0 && wish->bias >= 0);
    double loss = 1 / (wish->loss + EPSILON);
    double bias = 1 / (wish->bias + EPSILON);
    double weight = loss / (loss + bias);
    double of_loss = weight * (nwp + EPSILON);
    double of_bias = (1 - weight) * (necd + EPSILON);
    return of_loss > of_bias ? of_loss : of_bias;
}

double preference_deviation(const preference *wish, double nwp, double necd) {
    return nwp + necd - wish->loss - wish->bias;
}
