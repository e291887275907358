#pragma once

#include <chrono>
#include <string>

namespace texelsort::app {

class Session;

/// Cached reasons why parameter values conflict with the current ones, as the command line would report them. Computed
/// on demand, a few per frame, because preparing large networks is slow.
class ValueRefusals {
 public:
  void begin_frame();

  /// Returns why the value is invalid. Empty if it is valid or not checked yet.
  const std::string& find(const Session& session, const std::string& parameter, const std::string& value);

  /// Returns whether checks are left for a later frame.
  bool waits() const { return waits_; }

 private:
  std::chrono::steady_clock::duration spent_{};
  bool waits_ = false;
};

}  // namespace texelsort::app
