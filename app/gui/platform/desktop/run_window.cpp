#include "app/gui/window/run_window.h"

#include "app/gui/window/window_run.h"

namespace texelsort::app {

int run_window(const WindowOptions& options) {
  WindowRun run(options);
  while (run.frame()) {
  }
  return 0;
}

}  // namespace texelsort::app
