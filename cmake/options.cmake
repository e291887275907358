# Warnings for our own targets, sanitizers by preset, and a function that makes one layer of the program.

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
  # A float that no integer holds is undefined behaviour that the group "undefined" leaves out.
  set(fuzz_checks address,undefined,float-cast-overflow)
  add_compile_options(-fsanitize=fuzzer-no-link,${fuzz_checks} -fno-sanitize-recover=undefined,float-cast-overflow
                      -fno-omit-frame-pointer -g)
  add_link_options(-fsanitize=${fuzz_checks})
endif()

find_program(CCACHE ccache)
if(CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  # Sources with a precompiled header are kept, too. Paths below the repository count as relative, so that checkouts share objects.
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env CCACHE_SLOPPINESS=pch_defines,time_macros CCACHE_DEPEND=1
                                  CCACHE_BASEDIR=${PROJECT_SOURCE_DIR} ${CCACHE})
endif()

# Each function has a section of its own, and the linker leaves out those that nothing uses.
if(NOT EMSCRIPTEN)
  add_compile_options("$<$<COMPILE_LANGUAGE:CXX>:-ffunction-sections;-fdata-sections>")
  add_link_options(-Wl,--gc-sections)
endif()

# GCC collects garbage from half a gigabyte on, which saves an eighth of the time. The largest source takes 1.6 GB.
add_compile_options("$<$<COMPILE_LANG_AND_ID:CXX,GNU>:--param=ggc-min-heapsize=524288>")

# texelsort_share_headers(TARGET NAME LEVEL): compiles cmake/NAME.h once for all targets that share it: in each source such
# headers take four seconds. LEVEL is the optimisation of a release, which GCC stores in precompiled headers. Clang wants
# the very flags of each target, and the browser edition has few sources.
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
    # Macros of the precompiled headers must be those of the sources: -Wpedantic and GoogleTest decide some.
    if(name STREQUAL "test_headers")
      target_link_libraries(${shared} PRIVATE GTest::gtest)
    else()
      target_compile_options(${shared} PRIVATE -Wpedantic)
    endif()
  endif()
  target_precompile_headers(${target} REUSE_FROM ${shared})
  target_compile_options(${target} PRIVATE $<$<COMPILE_LANGUAGE:CXX>:-fpch-preprocess>)  # for ccache
endfunction()

# Layers that mostly wait for the GPU or for people: -Os makes them small and compiles them sooner. The speed of the others
# is measured.
set(TEXELSORT_QUICK_LAYERS mpi gpu cuda measure)

# texelsort_join_folders(TARGET): the sources of each folder are compiled together unless TEXELSORT_JOIN_SOURCES is off, for
# most of the time goes into headers. So unnamed namespaces of one folder must not have a name twice.
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

# Folders of this name hold what one platform has its own of; those of the other are left out.
if(EMSCRIPTEN)
  set(TEXELSORT_PLATFORM web)
  set(other_platform desktop)
else()
  set(TEXELSORT_PLATFORM desktop)
  set(other_platform web)
endif()

# texelsort_layer(NAME LIBRARY...): a static library texelsort_NAME from the sources under this folder. Headers are
# included by their path from the repository root. With CUDA its *.cu belong to it; without, absent.cpp takes the place of
# what cannot be built.
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
    # GCC 12 warns of std::string's own code (bug 105329) and of a vector with as many elements as a span. It also warns of
    # inlined functions of strings, variants and vectors. These warnings would fill a page during the first build.
    "$<$<AND:$<COMPILE_LANGUAGE:CXX>,$<CXX_COMPILER_ID:GNU>>:-Wno-restrict;-Wno-alloc-size-larger-than;-Wno-stringop-overflow>"
    "$<$<AND:$<COMPILE_LANGUAGE:CXX>,$<CXX_COMPILER_ID:GNU>>:-Wno-maybe-uninitialized;-Wno-array-bounds>"
    # Kernels share constexpr functions with their references.
    "$<$<COMPILE_LANGUAGE:CUDA>:-Xcompiler=-Wall,-Wextra;--expt-relaxed-constexpr>")
  if(EMSCRIPTEN)
    # Memory has fewer than 2^32 bytes there, and numbers of elements are 64 bits wide everywhere.
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
