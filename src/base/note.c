#include "base/note.h"

#define NOTE_CODE_DEFINE(name, summary) const char note_##name[] = #name;
NOTE_CODES(NOTE_CODE_DEFINE)
#undef NOTE_CODE_DEFINE

const note_code note_codes[] = {
#define NOTE_CODE_LIST(name, summary) {note_##name, summary},
    NOTE_CODES(NOTE_CODE_LIST)
#undef NOTE_CODE_LIST
        {NULL, NULL}};

bool note_is_heard(const shoal_hooks *hooks) {
    return hooks && (hooks->note || hooks->event);
}

void note_pass(const shoal_note *note, void *hooks) {
    const shoal_hooks *to = hooks;
    if (to && to->note)
        to->note(note->message, to->user);
    if (to && to->event)
        (void)to->event(&(shoal_event){.size = sizeof(shoal_event), .note = note}, to->user);
}

void note_say(note_hearer *to, void *context, const char *code, const char *attribute,
              const char *sentence) {
    if (to && sentence)
        to(&(shoal_note){sizeof(shoal_note), code, attribute, sentence}, context);
}

void note_tell(const shoal_hooks *hooks, const char *code, const char *attribute,
               const char *sentence) {
    if (note_is_heard(hooks))
        note_say(note_pass, (void *)hooks, code, attribute, sentence);
}
