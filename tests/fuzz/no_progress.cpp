#include "app/problem/progress.h"

// Replaces the program's progress line, because the fuzzer shows none.
namespace texelsort::app {

void show_progress(std::string /*text*/) {}

}  // namespace texelsort::app
