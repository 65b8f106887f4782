/* Hooks of a call: notes have codes, and everything reaches whoever listens to events. */
#include "base/hooks.h"
#include "base/note.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <string.h>

#include <cmocka.h>

static void codes_are_different(void **state) {
    (void)state;
    for (const note_code *one = note_codes; one->name; one++) {
        assert_true(strlen(one->summary) > 0);
        for (const note_code *other = note_codes; other < one; other++)
            assert_string_not_equal(one->name, other->name);
    }
}

typedef struct heard {
    char sentence[40];
    shoal_note note;
    int events, wish;
    atomic_int inside;
    bool together;
} heard;

static void hear_note(const char *sentence, void *user) {
    strcpy(((heard *)user)->sentence, sentence);
}

static int hear(const shoal_event *event, void *user) {
    heard *by = user;
    by->together |= atomic_fetch_add(&by->inside, 1) > 0;
    by->events++;
    if (event->note)
        by->note = *event->note;
    atomic_fetch_sub(&by->inside, 1);
    return by->wish;
}

static void notes_go_both_ways(void **state) {
    (void)state;
    heard by = {.wish = 0};
    shoal_hooks theirs = {.size = sizeof theirs, .note = hear_note, .user = &by, .event = hear};
    shoal_hooks hooks;
    hook_relay relay;
    hooks_open(&hooks, &relay, &theirs);
    assert_true(note_is_heard(&hooks));
    note_tell(&hooks, note_one_column, "a", "sentence");
    assert_string_equal(by.sentence, "sentence");
    assert_int_equal(by.events, 1);
    assert_ptr_equal(by.note.code, note_one_column);
    assert_string_equal(by.note.attribute, "a");
    note_tell(&hooks, note_one_column, NULL, NULL);
    assert_int_equal(by.events, 1);
    assert_int_equal(*hooks.cancel, 0);
    by.wish = 7;
    note_tell(&hooks, note_resumed, NULL, "more");
    assert_int_equal(*hooks.cancel, 1);
    note_tell(NULL, note_resumed, NULL, "nobody");
    assert_false(note_is_heard(NULL));
}

static void hooks_without_events_stay_as_they_are(void **state) {
    (void)state;
    heard by = {.wish = 1};
    volatile int flag = 0;
    shoal_hooks theirs = {.size = sizeof theirs, .note = hear_note, .user = &by, .cancel = &flag};
    shoal_hooks hooks;
    hook_relay relay;
    hooks_open(&hooks, &relay, &theirs);
    assert_memory_equal(&hooks, &theirs, sizeof hooks);
    hooks_open(&hooks, &relay, NULL);
    assert_null(hooks.note);
    assert_null(hooks.cancel);
    assert_false(note_is_heard(&hooks));
}

static void *tell_often(void *hooks) {
    const shoal_hooks *to = hooks;
    shoal_phase at = {.size = sizeof at, .name = "read"};
    for (int i = 0; i < 2000; i++)
        to->phase(&at, to->user);
    return NULL;
}

static void events_come_one_at_a_time(void **state) {
    (void)state;
    enum { THREADS = 4 };
    heard by = {.wish = 0};
    shoal_hooks theirs = {.size = sizeof theirs, .user = &by, .event = hear}, hooks;
    hook_relay relay;
    pthread_t threads[THREADS];
    hooks_open(&hooks, &relay, &theirs);
    for (size_t i = 0; i < THREADS; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, tell_often, &hooks), 0);
    for (size_t i = 0; i < THREADS; i++)
        assert_int_equal(pthread_join(threads[i], NULL), 0);
    assert_int_equal(by.events, THREADS * 2000);
    assert_false(by.together);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(codes_are_different),
        cmocka_unit_test(notes_go_both_ways),
        cmocka_unit_test(hooks_without_events_stay_as_they_are),
        cmocka_unit_test(events_come_one_at_a_time),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
