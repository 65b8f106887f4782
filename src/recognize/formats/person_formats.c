/* What people are called, and words for their sex. */
#include "recognize/formats/format_words.h"
#include "recognize/formats/formats.h"
#include "recognize/formats/text_scan.h"

#include <string.h>

bool format_is_sex(const char *text, size_t length) {
    char folded[24];
    size_t count = word_fold(folded, sizeof folded, text, length);
    if (count > 1 && folded[count - 1] == '.')
        folded[count - 1] = '\0';
    return length < sizeof folded && word_set_has(&sex_words, folded);
}

bool format_is_boolean(const char *text, size_t length) {
    char folded[24];
    word_fold(folded, sizeof folded, text, length);
    return length < sizeof folded && word_set_has(&boolean_words, folded);
}

/* Two or three Chinese characters, the first one a surname. */
static bool is_chinese_name(const char *text, size_t length) {
    if (length != 6 && length != 9)
        return false;
    for (size_t i = 0; i < length; i += 3)
        if ((unsigned char)text[i] < 0xe4 || (unsigned char)text[i] > 0xe9)
            return false;
    char surname[4] = {text[0], text[1], text[2], '\0'};
    return word_set_has(&chinese_surnames, surname);
}

/* What the words of a text are like. */
typedef struct word_count {
    size_t words;
    size_t capital; /* begin with a capital letter */
    size_t given;   /* are common given names */
} word_count;

static bool is_word_byte(char c) {
    return is_ascii_letter(c) || (unsigned char)c >= 0x80;
}

/* False: the text has signs that names have not. */
static bool count_words(word_count *out, const char *text, size_t length) {
    *out = (word_count){0};
    for (size_t i = 0; i < length;) {
        if (!is_word_byte(text[i])) {
            if (text[i] == '\0' || !strchr(" ,.'-", text[i++]))
                return false;
            continue;
        }
        size_t begin = i;
        while (i < length && is_word_byte(text[i]))
            i++;
        char folded[32];
        word_fold(folded, sizeof folded, text + begin, i - begin);
        out->words++;
        out->capital += !is_ascii_lower(text[begin]);
        out->given += word_set_has(&given_names, folded);
    }
    return true;
}

/* One to five words with a common given name among them; all but short ones such as `van` and `de`
 * begin with a capital letter. */
bool format_is_person_name(const char *text, size_t length) {
    word_count count;
    if (is_chinese_name(text, length))
        return true;
    return length >= 2 && length <= 60 && count_words(&count, text, length) && count.words <= 5 &&
           count.given > 0 && (count.words == 1 ? count.capital == 1 : count.capital >= 2);
}
