# Libraries of the browser edition: machine-independent headers from Debian packages, and Dear ImGui's sources in
# TEXELSORT_IMGUI_SOURCE. scripts/web.sh downloads Debian's source package of Dear ImGui.
set(TEXELSORT_IMGUI_SOURCE "" CACHE PATH "folder of Dear ImGui's sources, with backends/")
if(NOT EXISTS ${TEXELSORT_IMGUI_SOURCE}/imgui.cpp)
  message(FATAL_ERROR "no sources of Dear ImGui in '${TEXELSORT_IMGUI_SOURCE}': scripts/web.sh gets them and configures, or name their "
                      "folder with -DTEXELSORT_IMGUI_SOURCE=FOLDER")
endif()

# Folder of links to the headers of single libraries. /usr/include itself is unsuitable, because it also contains
# headers of this machine's C library.
set(borrowed ${CMAKE_BINARY_DIR}/borrowed)
file(MAKE_DIRECTORY ${borrowed})
foreach(folder IN ITEMS fmt glm CLI nlohmann toml++ boost fast_float)
  if(NOT EXISTS /usr/include/${folder})
    message(FATAL_ERROR "no /usr/include/${folder}: scripts/web.sh names the packages")
  endif()
  file(CREATE_LINK /usr/include/${folder} ${borrowed}/${folder} SYMBOLIC)
endforeach()
function(texelsort_borrow name)
  add_library(${name} INTERFACE IMPORTED)
  target_include_directories(${name} SYSTEM INTERFACE ${borrowed} ${ARGN})
endfunction()
foreach(name IN ITEMS fmt::fmt glm::glm CLI11::CLI11 nlohmann_json::nlohmann_json tomlplusplus::tomlplusplus)
  texelsort_borrow(${name})
endforeach()
texelsort_borrow(PkgConfig::STB /usr/include/stb)
target_compile_definitions(fmt::fmt INTERFACE FMT_HEADER_ONLY)
# Omits the formatters of toml++, which would add 0.1 MB to the browser edition.
target_compile_definitions(tomlplusplus::tomlplusplus INTERFACE TOML_ENABLE_FORMATTERS=0)

add_library(texelsort_imgui STATIC ${TEXELSORT_IMGUI_SOURCE}/imgui.cpp ${TEXELSORT_IMGUI_SOURCE}/imgui_draw.cpp
  ${TEXELSORT_IMGUI_SOURCE}/imgui_tables.cpp ${TEXELSORT_IMGUI_SOURCE}/imgui_widgets.cpp
  ${TEXELSORT_IMGUI_SOURCE}/backends/imgui_impl_opengl3.cpp)
target_include_directories(texelsort_imgui SYSTEM PUBLIC ${TEXELSORT_IMGUI_SOURCE} ${TEXELSORT_IMGUI_SOURCE}/backends)
target_include_directories(texelsort_imgui SYSTEM PRIVATE /usr/include/stb)
target_compile_definitions(texelsort_imgui PUBLIC IMGUI_IMPL_OPENGL_ES3)
add_library(PkgConfig::IMGUI ALIAS texelsort_imgui)

# Defines empty targets for libraries that the browser edition does not use, because it has only one thread.
foreach(name IN ITEMS Threads::Threads OpenMP::OpenMP_CXX TBB::tbb PkgConfig::HIGHWAY)
  add_library(${name} INTERFACE IMPORTED)
endforeach()
