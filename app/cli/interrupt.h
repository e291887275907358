#pragma once

namespace texelsort::app {

/// While it exists, SIGINT and SIGTERM end nothing but ask for an end: long work looks at asked() between its steps. A
/// second signal ends the program as usual.
class Interrupt {
 public:
  Interrupt();
  Interrupt(const Interrupt&) = delete;
  Interrupt& operator=(const Interrupt&) = delete;
  ~Interrupt();

  static bool asked();
};

}  // namespace texelsort::app
