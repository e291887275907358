# Sets TEXELSORT_HAS_MPI if the header of Open MPI is found. The program loads the library at run time. Headers of other
# MPI implementations are unsuitable, because their handles have other types.
set(TEXELSORT_HAS_MPI OFF)
option(TEXELSORT_MPI "ranks of a sort as processes, where Open MPI's header is found" ON)
if(TEXELSORT_MPI AND NOT EMSCRIPTEN)
  find_path(TEXELSORT_MPI_INCLUDE mpi.h HINTS /usr/lib/${CMAKE_LIBRARY_ARCHITECTURE}/openmpi/include
            PATH_SUFFIXES openmpi/include openmpi openmpi-x86_64 DOC "folder of Open MPI's mpi.h")
  mark_as_advanced(TEXELSORT_MPI_INCLUDE)
  if(TEXELSORT_MPI_INCLUDE)
    file(STRINGS ${TEXELSORT_MPI_INCLUDE}/mpi.h open_mpi REGEX "define OPEN_MPI 1")
    if(open_mpi)
      set(TEXELSORT_HAS_MPI ON)
    endif()
  endif()
  if(NOT TEXELSORT_HAS_MPI)
    message(STATUS "Ranks as processes are left out: there is no header of Open MPI's (Debian: libopenmpi-dev)")
  endif()
endif()
