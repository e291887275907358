# Sources that are made of lists: what compiles a family's kernels for each type of keys, and what stands for all of them
# in a program without CUDA. compute/algorithms/cuda/launches.h says what they define.

# texelsort_kernels(TARGET HEADER LAUNCHES TYPE...): HEADER, below the present folder and beside its launch.h, defines
# LAUNCHES::Of<TYPE>. Adds to TARGET one source for all types if sources are joined, for most of the compiler's time goes
# into headers, or one for each, so that they compile side by side.
function(texelsort_kernels target header launches)
  file(RELATIVE_PATH header ${PROJECT_SOURCE_DIR} ${CMAKE_CURRENT_SOURCE_DIR}/${header})
  get_filename_component(folder ${header} DIRECTORY)
  string(MAKE_C_IDENTIFIER ${launches} name)
  set(all "")
  foreach(type IN LISTS ARGN)
    set(instance "template const ${launches}& launches_of<${launches}, ${type}>();\n")
    string(APPEND all "${instance}")
    if(TEXELSORT_HAS_CUDA AND NOT TEXELSORT_JOIN_SOURCES)
      string(MAKE_C_IDENTIFIER ${type} suffix)
      texelsort_instances(${name}_${suffix}.cu "launches.cuh;${header}" "${instance}")
      target_sources(${target} PRIVATE ${source})
    endif()
  endforeach()
  if(TEXELSORT_HAS_CUDA AND TEXELSORT_JOIN_SOURCES)
    texelsort_instances(${name}.cu "launches.cuh;${header}" "${all}")
    target_sources(${target} PRIVATE ${source})
  endif()
  set_property(TARGET ${target} APPEND PROPERTY TEXELSORT_LAUNCH_HEADERS ${folder}/launch.h)
  set_property(TARGET ${target} APPEND_STRING PROPERTY TEXELSORT_INSTANCES "${all}")
endfunction()

# texelsort_absent_kernels(TARGET): after all texelsort_kernels(TARGET ...). Sets TEXELSORT_ABSENT_KERNELS, the source that
# stands for them, and adds it to TARGET in a build without CUDA.
function(texelsort_absent_kernels target)
  get_target_property(headers ${target} TEXELSORT_LAUNCH_HEADERS)
  get_target_property(instances ${target} TEXELSORT_INSTANCES)
  list(REMOVE_DUPLICATES headers)
  texelsort_instances(absent.cpp "absent.h;${headers}" "${instances}")
  set(TEXELSORT_ABSENT_KERNELS ${source} CACHE INTERNAL "")
  if(NOT TEXELSORT_HAS_CUDA)
    target_sources(${target} PRIVATE ${source})
  endif()
endfunction()

# Writes a source of instances, the first of `headers` being of compute/algorithms/cuda, and sets `source` to its path.
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
