#pragma once

#include <chrono>
#include <string>

namespace texelsort::app {

class Session;

/// Cache of reasons why parameter values conflict with the current values of other parameters, in the words of the
/// command line. Only requested reasons are computed, a few per frame, because preparing large networks is slow.
class ValueRefusals {
 public:
  void begin_frame();

  /// Returns why the value is invalid. Empty if it is valid or was not checked yet.
  const std::string& find(const Session& session, const std::string& parameter, const std::string& value);

  /// Returns whether requested checks are left for a later frame.
  bool waits() const { return waits_; }

 private:
  std::chrono::steady_clock::duration spent_{};
  bool waits_ = false;
};

}  // namespace texelsort::app
