/* The search, and the publication of its answer. */
#include "anonymize/anonymization.h"
#include "base/clock.h"
#include "base/note.h"

#include <inttypes.h>
#include <stdio.h>

static shoal_status search_space(anonymization *run, shoal_error *error) {
    run_search *of = &run->searched;
    const run_request *request = &run->request;
    if (of->checkpoint)
        STATUS_TRY(checkpoint_bind(of->checkpoint, of->space, error));
    search_setup setup = run_request_setup(request, of->space);
    setup.limits.cancel = run->hooks.cancel;
    setup.hooks = &run->hooks;
    setup.trace = anonymization_reports(run) ? &of->trace : NULL;
    setup.others = of->others;
    setup.other_count = of->other_count;
    setup.checkpoint = of->checkpoint;
    return search_run(&of->search, &setup, error);
}

/* ---- Publishing ------------------------------------------------------------------------------ */

/* Answers of the search that are tried before one that suppresses no row. */
enum { TRIED_ANSWERS = 16 };

static shoal_status publish_best(anonymization *run, bool *settled, shoal_error *error) {
    const run_search *of = &run->searched;
    STATUS_TRY(
        run->request.recoding->publish(run->recoder, of->space, of->search.best_node, error));
    if (run->recoder->publication.suppressed > run->bound.limit)
        return status_fail(error, SHOAL_UNVERIFIED,
                           "the release would suppress %" PRIu64
                           " rows, but the plan allows %" PRIu64 ": this is a fault of Shoal",
                           run->recoder->publication.suppressed, run->bound.limit);
    return anonymize_settle(run, settled, error);
}

static shoal_status refuse_unsettled(const anonymization *run, shoal_error *error) {
    bool drops = run->bound.plan->suppressed == SUPPRESSED_DROP;
    return status_refuse(
        error, SHOAL_INFEASIBLE, "suppressed_fail", "suppressed",
        "no release was found: %s%.150s; %s",
        drops ? "without the suppressed rows the others do not meet the models"
              : "the suppressed rows are a class, but ",
        drops ? "" : run->suppressed.why,
        anonymize_stays(run) ? "allow more or no suppression, or let the run read the rows with "
                               "where: memory, which can leave them out"
        : drops              ? "allow less suppression, or relax the models"
                : "leave them out (suppressed: drop), or allow more or no suppression");
}

/* Without suppression, which every plan can do. The bound is that of the search before, which had
 * more to choose from. */
static shoal_status search_unsuppressed(anonymization *run, const char *why, shoal_error *error) {
    run_search *of = &run->searched;
    run_search first = *of;
    double bound = of->search.bound;
    uint64_t limit = run->bound.limit;
    run->bound.limit = 0;
    *of = (run_search){.checkpoint = first.checkpoint, .trace = first.trace};
    first.checkpoint = NULL;
    run_search_close(&first);
    note_tell(&run->hooks, note_suppressed_searched_again, NULL, why);
    STATUS_TRY(run_search_open(of, &run->request, run->recoder, error));
    checkpoint *kept = of->checkpoint;
    of->checkpoint = NULL; /* it is bound to the first search */
    shoal_status status = search_space(run, error);
    of->checkpoint = kept;
    STATUS_TRY(status);
    if (!of->search.found)
        run->bound.limit = limit;
    search_bound_by(&of->search, bound);
    return SHOAL_OK;
}

/* The best answer whose suppressed rows can be settled. */
static shoal_status publish_answer(anonymization *run, shoal_error *error) {
    search *found = &run->searched.search;
    bool settled, single = !found->front && !run->asked.pick && !anonymize_stays(run);
    STATUS_TRY(publish_best(run, &settled, error));
    for (size_t i = 0; !settled && single && i < TRIED_ANSWERS; i++) {
        if (!search_take_next(found, false))
            break;
        STATUS_TRY(publish_best(run, &settled, error));
    }
    if (!settled && single && search_take_next(found, true))
        STATUS_TRY(publish_best(run, &settled, error));
    if (!settled && single) {
        STATUS_TRY(search_unsuppressed(run,
                                       "the suppressed rows neither hold as a class nor can be "
                                       "left out: searching again for a release that suppresses "
                                       "none",
                                       error));
        if (found->found)
            STATUS_TRY(publish_best(run, &settled, error));
    }
    return settled ? SHOAL_OK : refuse_unsettled(run, error);
}

static void tell_left_out(const anonymization *run) {
    char sentence[SUPPRESSED_WHY + 120];
    const run_suppressed *of = &run->suppressed;
    if (of->fate != SUPPRESSED_DROPPED || !of->why[0])
        return;
    snprintf(sentence, sizeof sentence, "the release lacks the %" PRIu64 " suppressed row%s: %s",
             of->rows, of->rows == 1 ? "" : "s", of->why);
    note_tell(&run->hooks, note_suppressed_left_out, NULL, sentence);
}

shoal_status anonymize_search(anonymization *run, shoal_error *error) {
    double begin = clock_seconds();
    run_search *of = &run->searched;
    const run_request *request = &run->request;
    STATUS_TRY(run_search_open(of, request, run->recoder, error));
    STATUS_TRY(anonymize_count_nodes(run, error));
    /* Now, because the search may take long. */
    STATUS_TRY(warnings_tell(&run->warnings, &run->hooks, error));
    STATUS_TRY(run->asked.pick ? run_front_pick(of, request, run->recoder, run->asked.front_path,
                                                run->asked.pick, error)
                               : search_space(run, error));
    /* Once: the caller may change its mind while the release is being made. */
    run->keeps = run->asked.keep ? *run->asked.keep != 0 : run->asked.keep_best;
    STATUS_TRY(anonymize_look_below(run, error));
    if (!run->asked.pick &&
        run_request_suppressed_all(&run->request, &of->search, run->bound.limit))
        STATUS_TRY(search_unsuppressed(run,
                                       "no release was found that suppresses rows: searching "
                                       "again for one that suppresses none",
                                       error));
    bool in_vain = anonymization_was_interrupted(run) && !run->keeps;
    if (of->search.found && !in_vain)
        STATUS_TRY(publish_answer(run, error));
    tell_left_out(run);
    if (of->search.front && !in_vain)
        STATUS_TRY(run_front_take(of, request, run->recoder, anonymization_cancel(run), error));
    run->seconds.search = clock_seconds() - begin;
    return SHOAL_OK;
}

shoal_status anonymize_hint(anonymization *run, shoal_error *error) {
    double begin = clock_seconds();
    text sentence = {0};
    bool told = note_is_heard(&run->hooks);
    bool again =
        anonymize_stays(run) &&
        pushdown_is_below(&run->database, run->searched.search.best_node, run->bound.attributes);
    if (again || (!told && !run->asked.result_path && !anonymization_reports(run)))
        return SHOAL_OK;
    STATUS_TRY(run_hint_find(&run->hint, &run->searched, &run->request, run->recoder,
                             run->hooks.cancel, error));
    run->seconds.search += clock_seconds() - begin;
    if (!run->hint.found || !told)
        return SHOAL_OK;
    run_hint_print(&sentence, &run->hint, &run->searched);
    bool printed = !sentence.failed;
    if (printed)
        note_tell(&run->hooks, note_suppression_helps, NULL, sentence.bytes);
    text_free(&sentence);
    return printed ? SHOAL_OK : status_no_memory(error);
}
