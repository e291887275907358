# Toolchain of the browser edition. Debian's emscripten links and supplies the system libraries. Clang 19 compiles with
# the headers of libc++ 19. The preset `web` selects Clang 19 by the variable EM_LLVM_ROOT. See docs/web.md.
include(/usr/share/emscripten/cmake/Modules/Platform/Emscripten.cmake)
set(CMAKE_CXX_FLAGS_INIT
    "-nostdinc++ -I${CMAKE_CURRENT_LIST_DIR}/libcxx -isystem /usr/lib/llvm-19/include/wasm32-wasi/c++/v1 -fwasm-exceptions")
set(CMAKE_EXE_LINKER_FLAGS_INIT "-fwasm-exceptions")
