#pragma once

#include <chrono>
#include <string>

namespace texelsort::app {

class Session;

/// Cache of the reasons why parameter values conflict with the current values of other parameters. The reasons are in
/// the words of the command line. A few requested reasons are computed per frame, because preparing large networks is
/// slow.
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
