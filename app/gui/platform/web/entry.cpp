// Clang 19 names the main function __main_argc_argv, following WebAssembly's convention. emscripten 3.1.6 looks for
// main.
extern "C" {
int texelsort_program(int argc, char** argv) __asm__("__main_argc_argv");
int texelsort_entry(int argc, char** argv) __asm__("main");
int texelsort_entry(int argc, char** argv) {
  return texelsort_program(argc, argv);
}
}
