#pragma once

#include <csignal>

namespace texelsort::app {

/// Turns SIGINT and SIGTERM into a request to stop, during the object's lifetime. Long work polls asked() between steps
/// and reports its partial result. main() then ends the program by the signal. A second signal ends the program
/// immediately. Signals that were already ignored when the program started, for example by nohup, stay ignored.
class Interrupt {
 public:
  Interrupt();
  Interrupt(const Interrupt&) = delete;
  Interrupt& operator=(const Interrupt&) = delete;
  ~Interrupt();

  /// Returns the first received signal, or 0 before any signal. The value remains after the object is destroyed.
  static int asked();

 private:
  struct sigaction before_int_ {};
  struct sigaction before_term_ {};
};

}  // namespace texelsort::app
