#include "measure/numeric_losses.h"

#include <assert.h>
#include <string.h>

/* Pairs of cells that a linkage compares at most; below that every record is attacked. */
#define MOST_PAIRS 1000000000
#define FEWEST_ATTACKED 100

/* 0: all. */
static size_t records_to_attack(const points *of) {
    size_t most = MOST_PAIRS / of->rows / of->dimensions;
    most = most < FEWEST_ATTACKED ? FEWEST_ATTACKED : most;
    return most < of->rows ? most : 0;
}

typedef shoal_status linkage(linkage_outcome *out, const linkage_attack *attack,
                             shoal_error *error);

static shoal_status link_with(double *share, double *guessed, uint64_t *attacked, linkage *method,
                              const linkage_attack *attack, shoal_error *error) {
    linkage_outcome outcome;
    STATUS_TRY(method(&outcome, attack, error));
    *attacked = outcome.attacked;
    *guessed = outcome.expected;
    *share = outcome.attacked > 0 ? (double)outcome.linked / (double)outcome.attacked : 0;
    return SHOAL_OK;
}

shoal_status numeric_losses_link(numeric_losses *out, const linkage_attack *attack,
                                 shoal_error *error) {
    assert(attack->original->rows > 0 && attack->original->dimensions > 0);
    linkage_attack after = *attack;
    after.most = records_to_attack(attack->original);
    linkage_attack before = after;
    before.masked = attack->original;
    uint64_t *attacked = &out->attacked;
    STATUS_TRY(link_with(&out->dld_before, &out->guessed_by_distance_before, attacked,
                         linkage_by_distance, &before, error));
    STATUS_TRY(link_with(&out->dld, &out->guessed_by_distance, attacked, linkage_by_distance,
                         &after, error));
    STATUS_TRY(link_with(&out->pld_before, &out->guessed_by_probability_before, attacked,
                         linkage_by_probability, &before, error));
    return link_with(&out->pld, &out->guessed_by_probability, attacked, linkage_by_probability,
                     &after, error);
}

double numeric_losses_score(const numeric_losses *of) {
    return 100 * (of->loss.sse + 0.5 * of->id + 0.5 * of->dld) / 2;
}

double numeric_losses_full_score(const numeric_losses *of) {
    const information_loss *loss = &of->loss;
    double lost = (loss->il1 + loss->il2 + loss->il3 + loss->il4 + loss->il5) / 5;
    double risk = 0.5 * of->id + 0.25 * of->dld + 0.25 * of->pld;
    return 100 * (lost + risk) / 2;
}

void numeric_losses_list(numeric_loss out[NUMERIC_LOSSES], const numeric_losses *of) {
    const numeric_loss all[] = {
        {"sse", 100 * of->loss.sse},
        {"il1", 100 * of->loss.il1},
        {"il2", 100 * of->loss.il2},
        {"il3", 100 * of->loss.il3},
        {"il4", 100 * of->loss.il4},
        {"il5", 100 * of->loss.il5},
        {"id", 100 * of->id},
        {"dld", 100 * of->dld},
        {"pld", 100 * of->pld},
        {"score", numeric_losses_score(of)},
        {"full_score", numeric_losses_full_score(of)},
    };
    static_assert(sizeof all / sizeof *all == NUMERIC_LOSSES, "every one is listed");
    memcpy(out, all, sizeof all);
}
