#pragma once

#include <chrono>
#include <string>

namespace texelsort::app {

class Session;

/// Cache of the reasons why values of a parameter conflict with the values of the other parameters, in the words of the
/// command line. Each frame computes only a few of them, because preparing large networks is slow.
class ValueRefusals {
 public:
  void begin_frame();

  /// Returns the reason why a value is invalid. Returns an empty string if the value is valid or has not been checked
  /// yet.
  const std::string& find(const Session& session, const std::string& parameter, const std::string& value);

  /// Returns whether requested checks remain for a later frame.
  bool waits() const { return waits_; }

 private:
  std::chrono::steady_clock::duration spent_{};
  bool waits_ = false;
};

}  // namespace texelsort::app
