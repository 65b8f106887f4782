# Writes the OpenAPI file as a C file: cmake -DOUT=FILE.c -DFILE=openapi.json -P embed.cmake
file(READ ${FILE} bytes HEX)
string(REGEX REPLACE "(..)" "\\\\x\\1" bytes "${bytes}")
string(REGEX REPLACE "(................................................................)" "\\1\"\n    \""
       bytes "${bytes}")
file(WRITE ${OUT} "#include \"server/session.h\"

const char openapi_json[] =
    \"${bytes}\";
const size_t openapi_json_length = sizeof openapi_json - 1;
")
