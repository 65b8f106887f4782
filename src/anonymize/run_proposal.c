#include "anonymize/run_proposal.h"

#include "anonymize/run_request.h"
#include "base/note.h"
#include "search/driver/algorithms.h"

#include <stdio.h>
#include <string.h>

static bool all_numbers(const shoal_plan *plan) {
    bool any = false;
    for (size_t i = 0; i < plan->attribute_count; i++) {
        const plan_attribute *each = &plan->attributes[i];
        if (each->role != ROLE_QUASI)
            continue;
        if (each->type != TYPE_INTEGER && each->type != TYPE_DECIMAL)
            return false;
        any = true;
    }
    return any;
}

/* Whether the recoding can do what the plan says besides. */
static bool can_do(const recoding *of, const shoal_plan *plan) {
    const metric *wanted = plan->metric ? recoding_metric(of, plan->metric) : NULL;
    return algorithm_find(of->name, plan->algorithm) &&
           (!plan->metric || (wanted && !of->refuses(wanted))) && run_request_uses_all(of, plan);
}

static const recoding *choose(const shoal_plan *plan) {
    const recoding *best = NULL;
    for (size_t i = 0; recoding_list[i]; i++) {
        const recoding_merit *merit = &recoding_list[i]->suits[plan->purpose];
        if (merit->rank == 0 || (merit->numbers && !all_numbers(plan)) ||
            !can_do(recoding_list[i], plan))
            continue;
        if (!best || merit->rank < best->suits[plan->purpose].rank)
            best = recoding_list[i];
    }
    return best;
}

static void tell(const run_proposal *made, const shoal_hooks *hooks) {
    char sentence[400];
    snprintf(sentence, sizeof sentence, "recoding %s, as the purpose is %s: %s",
             made->plan->recoding, made->purpose, made->why);
    note_tell(hooks, note_recoding_proposed, NULL, sentence);
}

shoal_status run_propose(run_proposal *out, const shoal_plan *plan, const shoal_hooks *hooks,
                         shoal_error *error) {
    *out = (run_proposal){0};
    if (strcmp(plan->recoding, "auto") != 0)
        return SHOAL_OK;
    const recoding *chosen = choose(plan);
    if (!chosen)
        return status_refuse(error, SHOAL_USAGE, "recoding_not_proposed", "recoding",
                             "no recoding suits the purpose %s and has all that the plan sets: "
                             "name a recoding, or leave algorithm and metric to it",
                             plan_purpose_name(plan->purpose));
    STATUS_TRY(plan_copy(&out->plan, plan, error));
    STATUS_TRY(shoal_plan_set(out->plan, "recoding", chosen->name, error));
    out->purpose = plan_purpose_name(plan->purpose);
    out->why = chosen->suits[plan->purpose].why;
    tell(out, hooks);
    return SHOAL_OK;
}

void run_proposal_close(run_proposal *made) {
    shoal_plan_free(made->plan);
    *made = (run_proposal){0};
}
