# Writes the files as a C file: cmake -DOUT=FILE.c -DFILES="a.page;b.page" -P embed.cmake
set(code "#include \"experiments/experiment.h\"\n\n#include <string.h>\n
const char *experiment_template(const char *name) {\n")
foreach(file IN LISTS FILES)
  get_filename_component(name ${file} NAME_WLE)
  file(READ ${file} words)
  string(REPLACE "\\" "\\\\" words "${words}")
  string(REPLACE "\"" "\\\"" words "${words}")
  string(REPLACE "\n" "\\n\"\n               \"" words "${words}")
  string(APPEND code "    if (strcmp(name, \"${name}\") == 0)\n        return \"${words}\";\n")
endforeach()
file(WRITE ${OUT} "${code}    return NULL;\n}\n")
