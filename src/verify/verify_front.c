/* shoal_verify_front: a front, and the release of one of its points. */
#include "verify/front_check.h"

#include <stdio.h>

/* ---- Which point was released --------------------------------------------------------------- */

/* The one that was chosen, unless another was picked later. */
static size_t chosen_point(const saved_front *front) {
    for (size_t p = 0; p < saved_front_points(front); p++)
        if (strcmp(saved_front_cell(front, p, front->chosen), "1") == 0)
            return p;
    return 0;
}

static shoal_status try_point(bool *fits, front_check *run, size_t point, shoal_error *error) {
    if (front_check_release(run, point) && run->made.node)
        STATUS_TRY(front_check_rows(run, point, error));
    *fits = run->says[0] == '\0';
    return SHOAL_OK;
}

/* If no point matches, the difference to the chosen point is reported. */
static shoal_status find_released(size_t *out, front_check *run, shoal_error *error) {
    char first[sizeof run->says];
    bool fits;
    *out = chosen_point(&run->front);
    STATUS_TRY(try_point(&fits, run, *out, error));
    memcpy(first, run->says, sizeof first);
    for (size_t p = 0; !fits && p < saved_front_points(&run->front); p++) {
        run->says[0] = '\0';
        STATUS_TRY(try_point(&fits, run, p, error));
        *out = p;
    }
    if (!fits)
        memcpy(run->says, first, sizeof first);
    return SHOAL_OK;
}

/* --------------------------------------------------------------------------------------------- */

static shoal_status check_all(shoal_front_verdict *out, front_check *run, const char *front,
                              shoal_error *error) {
    size_t point = 0;
    STATUS_TRY(written_release_read(&run->release, error));
    STATUS_TRY(saved_front_read(&run->front, front, error));
    if (run->made.bound.path)
        STATUS_TRY(front_check_open_original(run, error));
    STATUS_TRY(front_check_points(run, error));
    if (!run->says[0] && run->made.node)
        STATUS_TRY(front_check_describe(run, error));
    if (!run->says[0])
        STATUS_TRY(find_released(&point, run, error));
    out->points = (int64_t)saved_front_points(&run->front);
    out->holds = run->says[0] == '\0';
    out->released = out->holds ? (int64_t)point + 1 : 0;
    if (!out->holds)
        status_refuse(error, SHOAL_OK, "front_does_not_hold", NULL, "%s", run->says);
    return SHOAL_OK;
}

shoal_status shoal_verify_front(shoal_front_verdict *verdict, const shoal_plan *plan,
                                const char *release, const char *front, const char *original,
                                shoal_error *error) {
    shoal_front_verdict found = {0};
    front_check run = {
        .plan = plan,
        .release = {.bound = {.plan = plan, .path = release}, .original = original},
        .made = {.bound = {.plan = plan, .path = original}},
    };
    shoal_status status = check_all(&found, &run, front, error);
    if (status == SHOAL_OK) {
        size_t size = verdict->size < sizeof found ? verdict->size : sizeof found;
        found.size = verdict->size;
        memcpy(verdict, &found, size);
    }
    front_original_close(&run.made);
    saved_front_close(&run.front);
    written_release_close(&run.release);
    return status;
}
