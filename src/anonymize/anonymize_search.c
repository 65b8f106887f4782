/* The search, and the publication of its answer. */
#include "anonymize/anonymization.h"
#include "base/clock.h"
#include "base/note.h"

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
    bool in_vain = anonymization_was_interrupted(run) && !run->keeps;
    if (of->search.found && !in_vain)
        STATUS_TRY(
            request->recoding->publish(run->recoder, of->space, of->search.best_node, error));
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
