# Sets TEXELSORT_HAS_CUDA, and enables the language CUDA if it is wanted and its compiler works. Without CUDA, texelsort
# builds the same algorithms for the CPU and lists those on CUDA as unavailable. With AUTO, kernels are compiled only on
# machines with an NVIDIA device, because they take most of the compile time.

# Sanitizer builds omit CUDA by default. CUDA maps memory that AddressSanitizer reserves for its shadow, and the leak
# checker reports the driver's own allocations.
if(TEXELSORT_SANITIZE)
  set(cuda_wanted OFF)
else()
  set(cuda_wanted AUTO)
endif()
set(TEXELSORT_CUDA ${cuda_wanted} CACHE STRING "CUDA sorts: AUTO (if there are an NVIDIA device and a compiler), ON or OFF")
set_property(CACHE TEXELSORT_CUDA PROPERTY STRINGS AUTO ON OFF)

# Device files of NVIDIA's driver, or of the Windows Subsystem for Linux.
file(GLOB nvidia_devices /proc/driver/nvidia/gpus/* /dev/nvidia[0-9]* /dev/dxg)

set(TEXELSORT_HAS_CUDA OFF)
if(TEXELSORT_CUDA STREQUAL "AUTO" AND NOT nvidia_devices)
  message(STATUS "CUDA sorts are left out: there is no NVIDIA device; -DTEXELSORT_CUDA=ON builds them all the same")
elseif(TEXELSORT_CUDA)
  # Searches the default folder of the CUDA toolkit too, because most machines do not have it in PATH.
  if(NOT CMAKE_CUDA_COMPILER AND "$ENV{CUDACXX}" STREQUAL "")
    find_program(TEXELSORT_NVCC nvcc PATHS /usr/local/cuda/bin)
    mark_as_advanced(TEXELSORT_NVCC)
    if(TEXELSORT_NVCC)
      set(ENV{CUDACXX} ${TEXELSORT_NVCC})
    endif()
  endif()
  include(CheckLanguage)
  check_language(CUDA)
  if(CMAKE_CUDA_COMPILER)
    set(TEXELSORT_HAS_CUDA ON)
  elseif(TEXELSORT_CUDA STREQUAL "AUTO")
    message(STATUS "CUDA sorts are left out: no CUDA compiler that works was found")
  else()
    message(FATAL_ERROR "TEXELSORT_CUDA=${TEXELSORT_CUDA}, and no CUDA compiler that works was found: install the CUDA "
                        "toolkit, 12.0 or later, name its nvcc by CUDACXX if it is elsewhere than on the PATH or in "
                        "/usr/local/cuda/bin, and configure an empty build folder")
  endif()
endif()

if(TEXELSORT_HAS_CUDA)
  # Builds machine code for Hopper, and PTX from which drivers compile code for all other devices from compute
  # capability 7.5 (Turing) on. CUDA toolkit 13 does not support older devices.
  if(NOT CMAKE_CUDA_ARCHITECTURES AND "$ENV{CUDAARCHS}" STREQUAL "")
    set(CMAKE_CUDA_ARCHITECTURES 90-real 75-virtual)
  endif()
  # Linked statically, so that the program starts on machines without CUDA's toolkit or driver.
  set(CMAKE_CUDA_RUNTIME_LIBRARY Static)
  if(CCACHE AND NOT CMAKE_CUDA_COMPILER_LAUNCHER)
    set(CMAKE_CUDA_COMPILER_LAUNCHER ${CCACHE})
  endif()
  enable_language(CUDA)
  set(CMAKE_CUDA_STANDARD 20)
  set(CMAKE_CUDA_STANDARD_REQUIRED ON)
  set(CMAKE_CUDA_EXTENSIONS OFF)
  if(NOT CMAKE_CUDA20_STANDARD_COMPILE_OPTION)  # CMake up to 3.25 does not know nvcc's option for C++20
    set(CMAKE_CUDA20_STANDARD_COMPILE_OPTION -std=c++20)
    set(CMAKE_CUDA20_EXTENSION_COMPILE_OPTION -std=c++20)
  endif()
  if(CMAKE_CUDA_COMPILER_VERSION VERSION_LESS 12)
    message(FATAL_ERROR "${CMAKE_CUDA_COMPILER} is version ${CMAKE_CUDA_COMPILER_VERSION}, and C++20 takes 12.0 or "
                        "later: name another nvcc by CUDACXX, or configure with -DTEXELSORT_CUDA=OFF")
  endif()
  # Compresses the kernels' machine code to about an eighth. The driver decompresses the kernels of a source file when
  # it first loads one of them.
  if(CMAKE_CUDA_COMPILER_VERSION VERSION_GREATER_EQUAL 13)
    add_compile_options("$<$<COMPILE_LANGUAGE:CUDA>:--compress-mode=size>")
  endif()
  find_package(CUDAToolkit REQUIRED)

  set(TEXELSORT_CCCL "" CACHE PATH "Folder of NVIDIA's CCCL, sources or installed, that replaces the CUDA toolkit's")
  if(TEXELSORT_CCCL)
    if(EXISTS ${TEXELSORT_CCCL}/cub/cub/version.cuh)
      set(cccl_folders ${TEXELSORT_CCCL}/cub ${TEXELSORT_CCCL}/thrust ${TEXELSORT_CCCL}/libcudacxx/include)
    elseif(EXISTS ${TEXELSORT_CCCL}/include/cub/version.cuh)
      set(cccl_folders ${TEXELSORT_CCCL}/include)
    else()
      message(FATAL_ERROR "TEXELSORT_CCCL=${TEXELSORT_CCCL} has neither cub/cub/version.cuh nor include/cub/version.cuh: "
                          "name a folder with the sources of CCCL, or one in which CCCL is installed")
    endif()
    include_directories(BEFORE "$<$<COMPILE_LANGUAGE:CUDA>:${cccl_folders}>")
  endif()
endif()
