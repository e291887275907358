# Compiler options, sanitizers by preset, and functions that define one layer of the program.

option(TEXELSORT_SANITIZE "address and undefined-behaviour sanitizers" OFF)

if(TEXELSORT_SANITIZE)
  add_compile_options(
    "$<$<COMPILE_LANGUAGE:CXX>:-fsanitize=address,undefined;-fno-sanitize-recover=undefined;-fno-omit-frame-pointer>")
  add_link_options(-fsanitize=address,undefined)
endif()

if(TEXELSORT_FUZZ)
  if(NOT CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
    message(FATAL_ERROR "TEXELSORT_FUZZ needs Clang and its libFuzzer: configure an empty build folder with "
                        "-DCMAKE_CXX_COMPILER=clang++-14 (Debian: clang-14, libclang-rt-14-dev, libomp-14-dev)")
  endif()
  # Adds a check to "undefined", which does not detect floats that exceed the range of an integer type.
  set(fuzz_checks address,undefined,float-cast-overflow)
  add_compile_options(-fsanitize=fuzzer-no-link,${fuzz_checks} -fno-sanitize-recover=undefined,float-cast-overflow
                      -fno-omit-frame-pointer -g)
  add_link_options(-fsanitize=${fuzz_checks})
endif()

find_program(CCACHE ccache)
if(CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  # ccache also caches sources that use precompiled headers. Paths below the repository count as relative, so that
  # checkouts share objects.
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env CCACHE_SLOPPINESS=pch_defines,time_macros CCACHE_DEPEND=1
                                  CCACHE_BASEDIR=${PROJECT_SOURCE_DIR} ${CCACHE})
endif()

# Puts each function into its own section, so that the linker can remove unused functions.
if(NOT EMSCRIPTEN)
  add_compile_options("$<$<COMPILE_LANGUAGE:CXX>:-ffunction-sections;-fdata-sections>")
  add_link_options(-Wl,--gc-sections)
endif()

# Lets GCC's garbage collector start at 0.5 GB, which saves an eighth of the compile time. The largest source needs 1.6
# GB.
add_compile_options("$<$<COMPILE_LANG_AND_ID:CXX,GNU>:--param=ggc-min-heapsize=524288>")

# texelsort_share_headers(TARGET NAME LEVEL): compiles the precompiled header cmake/NAME.h once for all targets that use
# NAME, which saves four seconds per source. LEVEL is the optimisation of release builds; GCC requires the same level in
# all targets. Not for Clang, which requires identical flags, nor for the browser edition, which has few sources.
function(texelsort_share_headers target name level)
  set(release_level $<$<AND:$<COMPILE_LANGUAGE:CXX>,$<CONFIG:Release>>:${level}>)
  if(NOT EMSCRIPTEN)
    target_compile_options(${target} PRIVATE ${release_level})
  endif()
  if(EMSCRIPTEN OR TEXELSORT_FUZZ OR NOT CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    return()
  endif()
  set(shared texelsort_${name}${level})
  if(NOT TARGET ${shared})
    set(source ${PROJECT_BINARY_DIR}/${shared}.cpp)
    file(CONFIGURE OUTPUT ${source} CONTENT "" @ONLY)
    add_library(${shared} OBJECT ${source})
    target_precompile_headers(${shared} PRIVATE "$<$<COMPILE_LANGUAGE:CXX>:${PROJECT_SOURCE_DIR}/cmake/${name}.h>")
    target_compile_options(${shared} PRIVATE ${release_level})
    target_link_libraries(${shared} PRIVATE fmt::fmt)
    # Defines the macros of -Wpedantic and GoogleTest, because a precompiled header requires the same macros as the
    # sources that use it.
    if(name STREQUAL "test_headers")
      target_link_libraries(${shared} PRIVATE GTest::gtest)
    else()
      target_compile_options(${shared} PRIVATE -Wpedantic)
    endif()
  endif()
  target_precompile_headers(${target} REUSE_FROM ${shared})
  # Needed by ccache for precompiled headers.
  target_compile_options(${target} PRIVATE $<$<COMPILE_LANGUAGE:CXX>:-fpch-preprocess>)
endfunction()

# Release builds optimise these layers for size, because they mostly wait for the GPU or the user. All other layers are
# optimised for speed, because their times are measured.
set(TEXELSORT_QUICK_LAYERS mpi gpu cuda measure)

# texelsort_join_folders(TARGET): compiles the sources of each folder together (unity build) if TEXELSORT_JOIN_SOURCES
# is on, because most of the compile time is spent on headers. Unnamed namespaces of one folder must therefore not
# define a name twice.
function(texelsort_join_folders target)
  get_target_property(sources ${target} SOURCES)
  foreach(source IN LISTS sources)
    get_filename_component(folder ${source} DIRECTORY)
    file(RELATIVE_PATH folder ${PROJECT_SOURCE_DIR} ${folder})
    string(MAKE_C_IDENTIFIER "${folder}" group)
    set_source_files_properties(${source} PROPERTIES UNITY_GROUP ${group})
  endforeach()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ${TEXELSORT_JOIN_SOURCES} UNITY_BUILD_MODE GROUP)
endfunction()

# Selects the source folders of this platform, desktop or web, and excludes those of the other platform.
if(EMSCRIPTEN)
  set(TEXELSORT_PLATFORM web)
  set(other_platform desktop)
else()
  set(TEXELSORT_PLATFORM desktop)
  set(other_platform web)
endif()

# texelsort_layer(NAME LIBRARY...): adds the static library texelsort_NAME from all sources below the current folder.
# Sources include headers by paths from the repository root. With CUDA, the library contains the *.cu files. Without
# CUDA, absent.cpp replaces them.
function(texelsort_layer name)
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/*.cpp ${CMAKE_CURRENT_SOURCE_DIR}/*.h)
  list(FILTER sources EXCLUDE REGEX "/${other_platform}/[^/]+$")
  if(TEXELSORT_HAS_CUDA)
    file(GLOB_RECURSE kernels CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/*.cu ${CMAKE_CURRENT_SOURCE_DIR}/*.cuh)
    list(FILTER sources EXCLUDE REGEX "/absent\\.cpp$")
    set_source_files_properties(${kernels} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
    list(APPEND sources ${kernels})
  else()
    list(FILTER sources EXCLUDE REGEX "/compute/cuda/runtime/")
  endif()
  if(TEXELSORT_HAS_MPI)
    list(FILTER sources EXCLUDE REGEX "/compute/mpi/serial/")
  else()
    list(FILTER sources EXCLUDE REGEX "/compute/mpi/parallel/")
  endif()
  add_library(texelsort_${name} STATIC ${sources})
  texelsort_join_folders(texelsort_${name})
  target_include_directories(texelsort_${name} PUBLIC ${PROJECT_SOURCE_DIR})
  target_compile_options(texelsort_${name} PRIVATE
    "$<$<COMPILE_LANGUAGE:CXX>:-Wall;-Wextra;-Wpedantic;-Wshadow;-Wconversion;-Wno-sign-conversion>"
    # Disables false warnings of GCC 12 about std::string (GCC bug 105329), about vectors as large as a span, and about
    # inlined functions of strings, variants and vectors. They would fill a page during the first build.
    "$<$<AND:$<COMPILE_LANGUAGE:CXX>,$<CXX_COMPILER_ID:GNU>>:-Wno-restrict;-Wno-alloc-size-larger-than;-Wno-stringop-overflow>"
    "$<$<AND:$<COMPILE_LANGUAGE:CXX>,$<CXX_COMPILER_ID:GNU>>:-Wno-maybe-uninitialized;-Wno-array-bounds>"
    # Lets kernels call the constexpr functions of their reference implementations.
    "$<$<COMPILE_LANGUAGE:CUDA>:-Xcompiler=-Wall,-Wextra;--expt-relaxed-constexpr>")
  if(EMSCRIPTEN)
    # Disables warnings about narrowing, because element counts have 64 bits but WebAssembly addresses have 32 bits.
    target_compile_options(texelsort_${name} PRIVATE -Wno-c++11-narrowing -Wno-shorten-64-to-32 -Wno-unused-private-field
                                                     -Wno-unknown-pragmas -Wno-missing-designated-field-initializers)
  endif()
  target_link_libraries(texelsort_${name} PUBLIC ${ARGN})
  if(name IN_LIST TEXELSORT_QUICK_LAYERS OR name MATCHES "^app_")
    texelsort_share_headers(texelsort_${name} common_headers -Os)
  else()
    texelsort_share_headers(texelsort_${name} common_headers -O2)
  endif()
endfunction()
