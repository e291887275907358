#include "app/cli/process.h"

#include <cerrno>
#include <csignal>

#include <fcntl.h>
#include <unistd.h>

#include "app/cli/progress.h"

namespace texelsort::app {

namespace {

/// The other way round than the descriptor is used, so that its use fails as it would have on a closed one.
void open_on_nothing(int descriptor) {
  if (fcntl(descriptor, F_GETFD) != -1 || errno != EBADF) return;
  open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY);  // the lowest number that is free: this one
}

}  // namespace

void prepare_process() {
  for (const int descriptor : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) open_on_nothing(descriptor);
  std::signal(SIGXFSZ, SIG_IGN);
  tell_slow_shaders();
}

}  // namespace texelsort::app
