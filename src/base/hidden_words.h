/* Passwords in messages. Whatever a user types may end up in a message, also a URL where a path was
 * expected: all messages go through here. files/store_name_shown.h does the same for names. */
#ifndef SHOAL_BASE_HIDDEN_WORDS_H
#define SHOAL_BASE_HIDDEN_WORDS_H

#include <stddef.h>

/* Copies the message, with `***` in place of passwords of URLs and of what parameters such as
 * `password=` are set to. Cuts it where it does not fit. */
void hide_passwords(char *out, size_t size, const char *message);

#endif
