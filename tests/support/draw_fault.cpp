// Library for LD_PRELOAD that simulates a faulty OpenGL driver. TEXELSORT_DRAW_FAULT="crash 40 FILE" ends the process
// by SIGSEGV in its 40th draw or dispatch. "hang 40 FILE" never returns from this draw. The first process that reaches
// it creates FILE. Once FILE exists, no fault happens.
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include <csignal>
#include <dlfcn.h>
#include <fcntl.h>
#include <unistd.h>

namespace {

using Function = void (*)();
using Loader = Function (*)(const unsigned char*);
using Draw = void (*)(unsigned, int, int, int);
using Dispatch = void (*)(unsigned, unsigned, unsigned);

Draw real_draw = nullptr;
Dispatch real_dispatch = nullptr;

void count_call() {
  static int calls = 0;
  static char kind[16], file[4096];
  static int faulty = -1;
  if (faulty < 0) {
    const char* text = std::getenv("TEXELSORT_DRAW_FAULT");
    faulty = 0;
    if (text != nullptr) std::sscanf(text, "%15s %d %4095s", kind, &faulty, file);
  }
  if (++calls != faulty || open(file, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0600) < 0) return;
  if (std::strcmp(kind, "crash") == 0) std::raise(SIGSEGV);
  for (;;) pause();
}

void draw(unsigned mode, int first, int count, int instances) {
  count_call();
  real_draw(mode, first, count, instances);
}

void dispatch(unsigned columns, unsigned rows, unsigned layers) {
  count_call();
  real_dispatch(columns, rows, layers);
}

}  // namespace

/// Intercepts the function by which GLEW loads OpenGL functions.
extern "C" Function glXGetProcAddressARB(const unsigned char* name) {
  static const auto load = reinterpret_cast<Loader>(dlsym(RTLD_NEXT, "glXGetProcAddressARB"));
  const Function found = load(name);
  const char* text = reinterpret_cast<const char*>(name);
  if (std::strcmp(text, "glDrawArraysInstanced") == 0) {
    real_draw = reinterpret_cast<Draw>(found);
    return reinterpret_cast<Function>(draw);
  }
  if (std::strcmp(text, "glDispatchCompute") == 0) {
    real_dispatch = reinterpret_cast<Dispatch>(found);
    return reinterpret_cast<Function>(dispatch);
  }
  return found;
}
