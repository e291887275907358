# Writes OUTPUT, a C++ table of the kernel sources FILES (paths relative to ROOT) with their texts as raw string
# literals. FILES may be empty.
set(text "// Generated from compute/ by cmake/embed_kernels.cmake.\n")
string(APPEND text "#include <vector>\n\n#include \"compute/algorithms/cuda/kernel_sources.h\"\n\nnamespace texelsort::algorithms {\n\n")
string(APPEND text "std::span<const KernelSource> kernel_sources() {\n  static const std::vector<KernelSource> table{\n")
string(REPLACE " " ";" FILES "${FILES}")
foreach(file IN LISTS FILES)
  file(READ ${ROOT}/${file} source)
  string(APPEND text "      {\"${file}\", R\"embedded(${source})embedded\"},\n")
endforeach()
string(APPEND text "  };\n  return table;\n}\n\n}  // namespace texelsort::algorithms\n")
file(WRITE ${OUTPUT} "${text}")
