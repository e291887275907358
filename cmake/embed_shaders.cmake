# Writes OUTPUT, a C++ table of the shader sources FILES (paths relative to ROOT) with their texts as raw string
# literals.
set(text "// Generated from shaders/ by cmake/embed_shaders.cmake.\n#include \"compute/gpu/shader_library.h\"\n\n")
string(APPEND text "namespace texelsort::gpu {\n\nstd::span<const EmbeddedShader> embedded_shaders() {\n")
string(APPEND text "  static constexpr EmbeddedShader table[] = {\n")
string(REPLACE " " ";" FILES "${FILES}")
foreach(file IN LISTS FILES)
  file(READ ${ROOT}/${file} source)
  string(APPEND text "      {\"${file}\", R\"embedded(${source})embedded\"},\n")
endforeach()
string(APPEND text "  };\n  return table;\n}\n\n}  // namespace texelsort::gpu\n")
file(WRITE ${OUTPUT} "${text}")
