#pragma once

#include <csignal>

namespace texelsort::app {

/// Turns SIGINT and SIGTERM into a request to stop during its lifetime. Long work polls asked() between steps and
/// reports its partial result. main() then ends the program by the signal. A second signal ends the program at once.
/// Signals that were ignored at the start, as set by nohup and shells for SIGINT, stay ignored.
class Interrupt {
 public:
  Interrupt();
  Interrupt(const Interrupt&) = delete;
  Interrupt& operator=(const Interrupt&) = delete;
  ~Interrupt();

  /// Returns the first signal received, or 0 if there was none. The value remains after the object is destroyed.
  static int asked();

 private:
  struct sigaction before_int_ {};
  struct sigaction before_term_ {};
};

}  // namespace texelsort::app
