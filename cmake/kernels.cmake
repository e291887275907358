# Generates sources that instantiate kernels for each engine (CUDA, CPU) and key type, and replacements for kernels that
# an engine does not have. compute/algorithms/cuda/launches.h describes the definitions in these sources.

# texelsort_kernels(TARGET HEADER LAUNCHES ENGINES TYPE...): adds the kernels that HEADER launches. HEADER is a path
# below the current folder, next to its launch.h. It defines the template NAMESPACE::Kernels<TYPE>, which implements
# NAMESPACE::Launches for keys of TYPE (no template if TYPE is void). Other names that end in Launches work likewise.
# ENGINES contains cuda, cpu or both:
#
#   cuda   adds to TARGET one source per type, which compile in parallel. If sources are joined, adds a single source
#          for all types instead, because most of the compile time is spent on headers.
#   cpu    adds one source to the library TARGET_cpu_kernels.
function(texelsort_kernels target header launches engines)
  file(RELATIVE_PATH header ${PROJECT_SOURCE_DIR} ${CMAKE_CURRENT_SOURCE_DIR}/${header})
  get_filename_component(folder ${header} DIRECTORY)
  string(MAKE_C_IDENTIFIER ${launches} name)
  string(REGEX REPLACE "Launches$" "Kernels" kernels ${launches})
  set(all "")
  foreach(type IN LISTS ARGN)
    set(of_type "${kernels}<${type}>")
    if(type STREQUAL "void")
      set(of_type ${kernels})
    endif()
    string(CONCAT instance "template <>\nconst ${launches}& launches_of<this_engine, ${launches}, ${type}>() {\n"
                           "  static constexpr ${of_type} kernels{};\n  return kernels;\n}\n")
    string(APPEND all "${instance}")
    set_property(TARGET ${target} APPEND PROPERTY TEXELSORT_LAUNCHES "${launches}, ${type}")
    foreach(engine IN LISTS engines)
      set_property(TARGET ${target} APPEND PROPERTY TEXELSORT_LAUNCHES_ON_${engine} "${launches}, ${type}")
    endforeach()
    if("cuda" IN_LIST engines AND TEXELSORT_HAS_CUDA AND NOT TEXELSORT_JOIN_SOURCES)
      string(MAKE_C_IDENTIFIER ${type} suffix)
      texelsort_instances(${name}_${suffix}.cu "launches.cuh;${header}" "${instance}")
      target_sources(${target} PRIVATE ${source})
    endif()
  endforeach()
  if("cuda" IN_LIST engines AND TEXELSORT_HAS_CUDA AND TEXELSORT_JOIN_SOURCES)
    texelsort_instances(${name}.cu "launches.cuh;${header}" "${all}")
    target_sources(${target} PRIVATE ${source})
  endif()
  if("cpu" IN_LIST engines AND NOT EMSCRIPTEN)
    texelsort_instances(${name}.cpp "launches.cuh;${header}" "${all}")
    target_sources(${target}_cpu_kernels PRIVATE ${source})
  endif()
  set_property(TARGET ${target} APPEND PROPERTY TEXELSORT_LAUNCH_HEADERS ${folder}/launch.h)
endfunction()

# texelsort_cpu_kernels(TARGET): adds the library of kernels that the CPU executes. Call it before
# texelsort_kernels(TARGET ...).
function(texelsort_cpu_kernels target)
  if(EMSCRIPTEN)  # the browser edition cannot execute kernels
    return()
  endif()
  texelsort_add_cpu_kernels(${target}_cpu_kernels)
  target_link_libraries(${target} PUBLIC ${target}_cpu_kernels)
endfunction()

# texelsort_add_cpu_kernels(LIBRARY SOURCE...): adds a library of kernels for the CPU. Compilers insert calls of
# compute/simt's checks at every memory access and branch. It is a separate library, linked after its users, so that its
# inline functions never replace those of the program.
function(texelsort_add_cpu_kernels library)
  add_library(${library} STATIC ${ARGN})
  target_include_directories(${library} PUBLIC ${PROJECT_SOURCE_DIR})
  target_compile_options(${library} PRIVATE
    -Wall -Wextra -Wshadow -Wno-unknown-pragmas $<$<CXX_COMPILER_ID:GNU>:-Wno-tsan> -O1 -g1 -fno-exceptions
    -fno-omit-frame-pointer -fno-sanitize=all -fsanitize=thread -fsanitize-coverage=trace-pc
    # Findings of the checks contain source lines, which are read from debug information. Sections per function would
    # hide the lines of some functions, because the linker discards others.
    -fno-function-sections)
  # Library with the checks; PUBLIC makes the linker read it after this library.
  target_link_libraries(${library} PUBLIC texelsort_simt)
endfunction()

# texelsort_absent_kernels(TARGET): adds replacements for missing kernels. Call it after all texelsort_kernels(TARGET
# ...). Sets TEXELSORT_ABSENT_KERNELS to the source that replaces the CUDA kernels, and adds it to TARGET in builds
# without CUDA. Also adds replacements for kernels that the CPU does not have.
function(texelsort_absent_kernels target)
  get_target_property(headers ${target} TEXELSORT_LAUNCH_HEADERS)
  list(REMOVE_DUPLICATES headers)
  get_target_property(all ${target} TEXELSORT_LAUNCHES)
  list(REMOVE_DUPLICATES all)
  get_target_property(on_cpu ${target} TEXELSORT_LAUNCHES_ON_cpu)
  foreach(engine cuda cpu)
    set(text "")
    foreach(launches IN LISTS all)
      if(engine STREQUAL "cpu" AND launches IN_LIST on_cpu AND NOT EMSCRIPTEN)
        continue()
      endif()
      string(REGEX REPLACE ",.*" "" name ${launches})
      string(APPEND text "template <>\nconst ${name}& launches_of<cuda::Engine::${engine}, ${launches}>() {\n"
                         "  cuda::throw_absent();\n}\n")
    endforeach()
    texelsort_instances(absent_on_${engine}.cpp "launches.h;compute/cuda/error.h;${headers}" "${text}")
    set(absent_on_${engine} ${source})
  endforeach()
  set(TEXELSORT_ABSENT_KERNELS ${absent_on_cuda} CACHE INTERNAL "")
  target_sources(${target} PRIVATE ${absent_on_cpu})
  if(NOT TEXELSORT_HAS_CUDA)
    target_sources(${target} PRIVATE ${absent_on_cuda})
  endif()
endfunction()

# Generates a source that includes `headers` and instantiates kernels. Sets the variable `source` to its path. The first
# header is a file of compute/algorithms/cuda.
function(texelsort_instances name headers instances)
  list(POP_FRONT headers own)
  set(text "#include \"compute/algorithms/cuda/${own}\"\n\n")
  foreach(header IN LISTS headers)
    string(APPEND text "#include \"${header}\"\n")
  endforeach()
  string(APPEND text "\nnamespace texelsort::algorithms {\n\n${instances}\n}  // namespace texelsort::algorithms\n")
  set(source ${CMAKE_CURRENT_BINARY_DIR}/kernels/${name})
  file(CONFIGURE OUTPUT ${source} CONTENT "${text}" @ONLY)
  set_source_files_properties(${source} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
  set(source ${source} PARENT_SCOPE)
endfunction()
