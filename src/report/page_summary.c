/* The first screen: what was asked, what holds, what was lost, and what is left to worry about. */
#include "report/report_page.h"

#include <string.h>

void page_list_add(page_list *to, document_tone tone, const char *name, const char *sentence,
                   const char *advice) {
    if (to->count < PAGE_ITEMS)
        to->item[to->count++] = (document_item){name, sentence, advice, tone};
    else
        to->left_out++;
}

static bool fails(const page_list *found) {
    for (size_t i = 0; i < found->count; i++)
        if (found->item[i].tone == TONE_BAD)
            return true;
    return false;
}

static document_group group_of(page *of, const char *id, const char *title, page_list *list) {
    if (list->left_out > 0)
        list->item[PAGE_ITEMS - 1] = (document_item){
            .text = page_print(of, "and %zu more, in the sections below", list->left_out + 1)};
    return (document_group){id, title, list->item, list->count};
}

void page_summary(page *of, page_groups *made) {
    if (made->holds.count > 0 && made->left.count == 0)
        page_list_add(
            &made->left, TONE_GOOD, NULL,
            "Nothing that this report looks for. What it did not look at is listed beside.", NULL);
    document_group groups[5];
    size_t count = 0;
    groups[count++] = group_of(of, "asked", "What was asked", &made->asked);
    if (made->holds.count > 0)
        groups[count++] = group_of(
            of, "holds", fails(&made->holds) ? "What holds, and what does not" : "What holds",
            &made->holds);
    if (made->left.count > 0)
        groups[count++] = group_of(of, "left", "What is left to worry about", &made->left);
    if (made->unseen.count > 0)
        groups[count++] = group_of(of, "unseen", "What was not looked at", &made->unseen);
    if (made->lost.count > 0)
        groups[count++] = group_of(of, "lost", "What was lost", &made->lost);
    document_summary(&of->to, groups, count);
}

/* ---- What was lost ----------------------------------------------------------------------------
 */

void page_say_lost(page *of, page_list *to, const assessment *facts) {
    const char **same = arena_new(&of->memory, facts->column_count + 1, sizeof *same);
    size_t unchanged = 0;
    for (size_t i = 0; same && i < facts->column_count; i++) {
        const assessment_column *each = &facts->columns[i];
        if (!each->before.there)
            continue;
        bool quasi = strcmp(each->role, "quasi") == 0;
        if (each->unchanged && (!quasi || each->after.starred == 0))
            same[unchanged++] = each->name;
        else
            page_list_add(to, TONE_PLAIN, page_shorten(of, each->name, PAGE_VALUE),
                          page_lost(of, each), NULL);
    }
    if (!same)
        page_fail(of);
    else if (unchanged > 0)
        page_list_add(to, TONE_PLAIN, page_names(of, same, unchanged), "unchanged", NULL);
}
