# texelsort_embed_files(TARGET NAME FILE FAMILY [NAME FILE FAMILY]...): adds a generated source with the contents of the
# files to the target. embedded_files() in app/problem/embedded_files.h returns the files by name. FAMILY is the family
# of a font, or none.
function(texelsort_embed_files target)
  set(symbols "")
  set(arrays "")
  set(spans "")
  set(declarations "")
  set(table "")
  set(files "")
  set(arguments ${ARGN})
  while(arguments)
    list(POP_FRONT arguments name file family)
    if(family STREQUAL "none")
      set(family "")
    endif()
    string(MAKE_C_IDENTIFIER texelsort_embedded_${name} symbol)
    string(APPEND symbols "        .balign 16\n        .global ${symbol}\n${symbol}:\n        .incbin \"${file}\"\n"
                          "        .global ${symbol}_end\n${symbol}_end:\n        .byte 0\n")
    string(APPEND declarations "extern const std::byte ${symbol}[];\nextern const std::byte ${symbol}_end[];\n")
    string(APPEND arrays "constexpr unsigned char ${symbol}[] = {\n#embed \"${file}\"\n};\n")
    string(APPEND spans "      {\"${name}\", std::as_bytes(std::span(${symbol})), \"${family}\"},\n")
    string(APPEND table "      {\"${name}\", {${symbol}, ${symbol}_end}, \"${family}\"},\n")
    list(APPEND files ${file})
  endwhile()
  set(source ${CMAKE_CURRENT_BINARY_DIR}/embedded_files.cpp)
  # The browser edition uses another template with #embed, because WebAssembly's assembler has no .incbin.
  set(template embedded_files.cpp.in)
  if(EMSCRIPTEN)
    set(template web/embedded_files.cpp.in)
    # Disables the warning that embedded byte values above 127 do not fit in char.
    set_source_files_properties(${source} PROPERTIES COMPILE_OPTIONS "-Wno-c++11-narrowing")
  endif()
  configure_file(${PROJECT_SOURCE_DIR}/cmake/${template} ${source} @ONLY)
  set_source_files_properties(${source} PROPERTIES OBJECT_DEPENDS "${files}" SKIP_UNITY_BUILD_INCLUSION ON)
  # Compiles this source without ccache, which would miss a changed embedded file, because it checks only headers.
  add_library(${target}_files OBJECT ${source})
  set_target_properties(${target}_files PROPERTIES CXX_COMPILER_LAUNCHER "")
  target_include_directories(${target}_files PRIVATE ${PROJECT_SOURCE_DIR})
  target_sources(${target} PRIVATE $<TARGET_OBJECTS:${target}_files>)
endfunction()

# Embeds the window's fonts in the program, so that glyphs never depend on the machine. The licences of both families
# allow this: SIL Open Font License 1.1 (Inter) and Bitstream Vera's (DejaVu). assets/copyright names them.
function(texelsort_find_font variable package)
  find_file(${variable} NAMES ${ARGN}
            PATHS /usr/share/fonts/opentype/inter /usr/share/fonts/truetype/inter /usr/share/fonts/truetype/dejavu
                  /usr/share/fonts/dejavu-sans-mono-fonts /usr/share/fonts/TTF /usr/share/fonts/inter
            NO_DEFAULT_PATH NO_CMAKE_FIND_ROOT_PATH DOC "font file to embed")
  if(NOT ${variable})
    message(FATAL_ERROR "no font for the window: install ${package}, or name a file with -D${variable}=FILE")
  endif()
endfunction()
texelsort_find_font(TEXELSORT_FONT_REGULAR fonts-inter Inter-Regular.otf Inter-Regular.ttf)
texelsort_find_font(TEXELSORT_FONT_BOLD fonts-inter Inter-SemiBold.otf Inter-SemiBold.ttf)
texelsort_find_font(TEXELSORT_FONT_MONO fonts-dejavu-core DejaVuSansMono.ttf)
if(EMSCRIPTEN)
  include(${PROJECT_SOURCE_DIR}/cmake/web/cut_fonts.cmake)
endif()
