/* The commands of `shoal`. Each has its own file and one row in the table of main.c. */
#ifndef SHOAL_CLI_COMMAND_H
#define SHOAL_CLI_COMMAND_H

#include <shoal.h>
#include <stdio.h>

#if defined(__GNUC__)
#define COMMAND_PRINTF(text, first) __attribute__((format(printf, text, first)))
#else
#define COMMAND_PRINTF(text, first)
#endif

/* argv[0] is the command's name. The returned number is the exit code. A command answers `--help`
 * itself (see options.h). */
int command_anonymize(int argc, char **argv);
int command_assess(int argc, char **argv);
int command_completion(int argc, char **argv);
int command_experiment(int argc, char **argv);
int command_explore(int argc, char **argv);
int command_hierarchy(int argc, char **argv);
int command_inspect(int argc, char **argv);
int command_list(int argc, char **argv);
int command_sample(int argc, char **argv);
int command_serve(int argc, char **argv);
int command_verify(int argc, char **argv);

/* The exit code that stands for a status. */
int command_exit_code(shoal_status status);

/* From now on messages to stderr are JSON objects, one a line. */
void command_speak_json(void);

/* A string in quotes; bytes that are not UTF-8 become U+FFFD. */
void command_print_json_string(FILE *to, const char *string);

/* Prints `shoal: MESSAGE (--flag VALUE)` to stderr, with the flag that belongs to the error's key,
 * if any; returns the exit code of its status. */
int command_fail(const shoal_error *error);

/* Adds ` (--flag VALUE)` for what the error's key can be changed with. Nothing for a mistake in a
 * file, which has a line. */
void command_print_remedy(FILE *to, const shoal_error *error);

/* Prints `shoal: …` to stderr; returns the exit code of a usage error. */
int command_usage(const char *format, ...) COMMAND_PRINTF(1, 2);

/* Flag that Ctrl-C and SIGTERM set, for shoal_hooks.cancel. The first call installs the handlers;
 * a second signal ends the process at once. */
const volatile int *command_cancel_flag(void);

#endif
