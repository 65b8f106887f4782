#include "options.h"

#include <stdio.h>
#include <string.h>

/* Bash takes a word with `=` for several, which are put together again; and of the candidates only
 * what is behind the `=` is to be inserted. */
static const char bash_script[] =
    "# Completion of shoal for bash, made by `shoal completion bash`.\n"
    "_shoal() {\n"
    "    local words=() word line head\n"
    "    local glue=no\n"
    "    for word in \"${COMP_WORDS[@]:1:COMP_CWORD}\"; do\n"
    "        if [[ ${#words[@]} -gt 0 && ( $word == = || $glue == yes ) ]]; then\n"
    "            words[-1]+=$word\n"
    "        else\n"
    "            words+=(\"$word\")\n"
    "        fi\n"
    "        glue=no\n"
    "        [[ $word == = ]] && glue=yes\n"
    "    done\n"
    "    [[ ${#words[@]} -gt 0 ]] || words=('')\n"
    "    head=\n"
    "    [[ ${words[-1]} == *=* && $COMP_WORDBREAKS == *=* ]] && head=${words[-1]%=*}=\n"
    "    COMPREPLY=()\n"
    "    word=${words[-1]#\"$head\"}\n"
    "    while IFS= read -r line; do\n"
    "        case $line in\n"
    "        :files) compopt -o filenames 2>/dev/null; mapfile -t COMPREPLY < <(compgen -f -- "
    "\"$word\") ;;\n"
    "        :folders) compopt -o filenames 2>/dev/null; mapfile -t COMPREPLY < <(compgen -d -- "
    "\"$word\") ;;\n"
    "        :nospace) compopt -o nospace 2>/dev/null ;;\n"
    "        *)\n"
    "            line=${line%%$'\\t'*}\n"
    "            line=${line#\"$head\"}\n"
    "            [[ $line != *[!A-Za-z0-9_.,:=@%/+-]* ]] || printf -v line %q \"$line\"\n"
    "            COMPREPLY+=(\"$line\") ;;\n"
    "        esac\n"
    "    done < <(\"${COMP_WORDS[0]}\" complete \"${words[@]}\" 2>/dev/null)\n"
    "}\n"
    "complete -F _shoal shoal\n";

static const char zsh_script[] =
    "#compdef shoal\n"
    "# Completion of shoal for zsh, made by `shoal completion zsh`.\n"
    "_shoal() {\n"
    "    local line name\n"
    "    local -a names shown space\n"
    "    while IFS= read -r line; do\n"
    "        case $line in\n"
    "        :files) _files; return ;;\n"
    "        :folders) _files -/; return ;;\n"
    "        :nospace) space=(-S '') ;;\n"
    "        *)\n"
    "            name=${line%%$'\\t'*}\n"
    "            names+=(\"$name\")\n"
    "            if [[ $line == *$'\\t'* ]]; then\n"
    "                shown+=(\"$name -- ${line#*$'\\t'}\")\n"
    "            else\n"
    "                shown+=(\"$name\")\n"
    "            fi ;;\n"
    "        esac\n"
    "    done < <(\"${words[1]}\" complete \"${(@)words[2,CURRENT]}\" 2>/dev/null)\n"
    "    (( ${#names} )) && compadd \"${space[@]}\" -l -d shown -a names\n"
    "}\n"
    "if [[ $funcstack[1] == _shoal ]]; then\n"
    "    _shoal \"$@\"\n"
    "else\n"
    "    compdef _shoal shoal\n"
    "fi\n";

static const char fish_script[] =
    "# Completion of shoal for fish, made by `shoal completion fish`.\n"
    "function __shoal_complete\n"
    "    set -l words (commandline -opc) (commandline -ct)\n"
    "    for line in ($words[1] complete $words[2..-1] 2>/dev/null)\n"
    "        switch $line\n"
    "            case :files\n"
    "                __fish_complete_path (commandline -ct)\n"
    "            case :folders\n"
    "                __fish_complete_directories (commandline -ct)\n"
    "            case ':*'\n"
    "            case '*'\n"
    "                echo $line\n"
    "        end\n"
    "    end\n"
    "end\n"
    "complete -c shoal -f -a '(__shoal_complete)'\n";

typedef struct shell {
    const char *name;
    const char *script;
} shell;

static const shell shells[] = {
    {"bash", bash_script}, {"zsh", zsh_script}, {"fish", fish_script}, {NULL, NULL}};

static const char *shell_at(size_t index) {
    return shells[index].name;
}

static const flag own_flags[] = {{.name = NULL}};

static const usage shape = {
    .command = "completion",
    .synopsis = "completion bash|zsh|fish",
    .description =
        "Prints a script that completes commands, flags, the names of algorithms, metrics and the "
        "like, and\nthe columns of the table that is named. `make install` puts it where the "
        "shells look for it.\n",
    .flags = own_flags,
    .word_at = shell_at,
    .examples = "  source <(shoal completion bash)\n"
                "  shoal completion zsh > ~/.zfunc/_shoal\n"
                "  shoal completion fish > ~/.config/fish/completions/shoal.fish\n"};

static int execute(const options *given) {
    if (given->word_count != 1)
        return command_usage("name one shell; usage: shoal %s", shape.synopsis);
    for (const shell *each = shells; each->name; each++)
        if (strcmp(each->name, given->words[0]) == 0) {
            fputs(each->script, stdout);
            return 0;
        }
    return command_usage("unknown shell \"%.60s\": use bash, zsh or fish", given->words[0]);
}

int command_completion(int argc, char **argv) {
    return options_run(&shape, argc, argv, execute);
}
