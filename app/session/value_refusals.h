#pragma once

#include <chrono>
#include <string>

namespace texelsort::app {

class Session;

/// Why values of parameters cannot be chosen beside the present ones, as the command line refuses them. Found out as
/// they are asked for, some a frame: settings of large networks take a while to prepare.
class ValueRefusals {
 public:
  void begin_frame();

  /// Empty if the value can be chosen, and while nobody knows.
  const std::string& find(const Session& session, const std::string& parameter, const std::string& value);

  /// Whether something was asked for that a further frame is to find out.
  bool waits() const { return waits_; }

 private:
  std::chrono::steady_clock::duration spent_{};
  bool waits_ = false;
};

}  // namespace texelsort::app
