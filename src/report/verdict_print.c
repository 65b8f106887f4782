/* The forms of a verdict. */
#include "report/utf8.h"
#include "report/verdict.h"

#include <string.h>

const char *verdict_tone_name(document_tone tone) {
    return tone == TONE_BAD    ? "bad"
           : tone == TONE_WARN ? "warn"
           : tone == TONE_GOOD ? "good"
                               : "plain";
}

const char *verdict_whole_name(document_tone tone) {
    return tone == TONE_PLAIN ? "open" : verdict_tone_name(tone);
}

const char *verdict_whole_words(document_tone tone) {
    return tone == TONE_BAD    ? "not protected"
           : tone == TONE_WARN ? "caution"
           : tone == TONE_GOOD ? "protected"
                               : "no finding, attacks missing or undecided";
}

/* The sentence with what it is about: "l-diversity l=2 for illness: found 1". */
static void add_sentence(text *to, const verdict_condition *each) {
    text_format(to, "%s%s%s", each->label ? each->label : "", each->label ? ": " : "",
                each->sentence);
}

static void print_condition(json *out, const verdict_condition *each) {
    text sentence = {0};
    add_sentence(&sentence, each);
    json_open(out, NULL, '{');
    json_string(out, "name", each->name);
    json_string(out, "looked_at", each->looked_at);
    json_string(out, "threshold", each->threshold);
    json_string(out, "found", each->found);
    json_string(out, "tone", verdict_tone_name(each->tone));
    json_string(out, "sentence", sentence.bytes);
    json_string(out, "advice", each->advice);
    json_close(out, '}');
    out->out.failed |= sentence.failed;
    text_free(&sentence);
}

void verdict_print_json(json *out, const verdict *of) {
    json_string(out, "tone", verdict_whole_name(of->tone));
    json_string(out, "headline", of->headline);
    json_open(out, "conditions", '[');
    for (size_t i = 0; i < of->conditions; i++)
        print_condition(out, &of->condition[i]);
    json_close(out, ']');
    json_open(out, "not_looked_at", '[');
    for (size_t i = 0; i < of->not_looked_at; i++) {
        json_open(out, NULL, '{');
        json_string(out, "name", of->unseen[i].name);
        json_string(out, "sentence", of->unseen[i].sentence);
        json_close(out, '}');
    }
    json_close(out, ']');
    out->out.failed |= verdict_failed(of);
}

/* Whether a condition of that name and tone comes before. */
static bool is_named(const verdict *of, size_t which) {
    for (size_t i = 0; i < which; i++)
        if (of->condition[i].name == of->condition[which].name &&
            of->condition[i].tone == of->condition[which].tone)
            return true;
    return false;
}

static bool is_open(const verdict_condition *of) {
    return of->tone == TONE_WARN || of->tone == TONE_BAD;
}

/* What an open verdict asks for. */
static void print_advice(text *out, const verdict *of) {
    for (size_t i = 0; of->tone == TONE_PLAIN && i < of->conditions; i++)
        if (strcmp(of->condition[i].name, VERDICT_ATTACKS) == 0 ||
            strcmp(of->condition[i].name, VERDICT_KNOWLEDGE) == 0)
            text_format(out, "  %s\n", of->condition[i].advice);
}

void verdict_print_summary(text *out, const verdict *of) {
    bool any = false;
    text_format(out, "verdict: %s", verdict_whole_words(of->tone));
    for (size_t i = 0; i < of->conditions; i++) {
        const verdict_condition *each = &of->condition[i];
        if (!is_open(each) || is_named(of, i))
            continue;
        text_format(out, "%s%s", any ? ", " : " (", each->name);
        any = true;
    }
    text_add_string(out, any ? ")\n" : "\n");
    print_advice(out, of);
    for (size_t i = 0; i < of->conditions; i++)
        if (of->condition[i].tone == TONE_BAD) {
            text_add_string(out, "  ");
            add_sentence(out, &of->condition[i]);
            text_add_string(out, "\n");
        }
    for (size_t i = 0; i < of->not_looked_at; i++)
        text_format(out, "%s%s", i == 0 ? "not looked at: " : ", ", of->unseen[i].name);
    text_add_string(out, of->not_looked_at > 0 ? "\n" : "");
    out->failed |= verdict_failed(of);
}

void verdict_show(const verdict *of, page_groups *to, bool hidden) {
    for (size_t i = 0; i < of->conditions; i++) {
        const verdict_condition *each = &of->condition[i];
        page_list_add(each->holds ? &to->holds : &to->left, each->tone, hidden ? NULL : each->label,
                      hidden ? each->looked_at : each->sentence, each->advice);
    }
    for (size_t i = 0; i < of->not_looked_at; i++)
        page_list_add(&to->unseen, TONE_PLAIN, NULL, of->unseen[i].sentence, NULL);
}
