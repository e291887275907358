// Give main the name that emscripten 3.1.6 looks for. Clang 19 gives it the name __main_argc_argv, following
// WebAssembly's convention.
extern "C" {
int texelsort_program(int argc, char** argv) __asm__("__main_argc_argv");
int texelsort_entry(int argc, char** argv) __asm__("main");
int texelsort_entry(int argc, char** argv) {
  return texelsort_program(argc, argv);
}
}
