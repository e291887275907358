#pragma once

#include <csignal>

namespace texelsort::app {

/// While it exists, SIGINT and SIGTERM end nothing but ask for an end: long work looks at asked() between its steps,
/// reports what it has, and main() ends the program by the signal. A second signal ends it at once. A signal that the
/// program was started to ignore, as nohup and shells do for SIGINT, stays ignored.
class Interrupt {
 public:
  Interrupt();
  Interrupt(const Interrupt&) = delete;
  Interrupt& operator=(const Interrupt&) = delete;
  ~Interrupt();

  /// The first signal that has asked, 0 if none has. It outlives the object.
  static int asked();

 private:
  struct sigaction before_int_ {};
  struct sigaction before_term_ {};
};

}  // namespace texelsort::app
