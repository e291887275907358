#pragma once

#include <chrono>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace texelsort::app {

/// Durations of a command's phases, one after the other, from the start of the process.
class PhaseTimes {
 public:
  using Duration = std::chrono::nanoseconds;

  struct Phase {
    std::string name;  ///< name of the phase: "parse"
    Duration time{};
  };

  void add(std::string_view name, Duration time) { parts_.push_back({std::string(name), time}); }

  /// Calls work(), records its duration as the phase `name`, and returns the result of work().
  template <typename Work>
  decltype(auto) time(std::string_view name, Work&& work) {
    const Ending ending{*this, name};
    return std::forward<Work>(work)();
  }

  const std::vector<Phase>& all() const { return parts_; }

 private:
  struct Ending {
    PhaseTimes& parts;
    std::string_view name;
    std::chrono::steady_clock::time_point start = std::chrono::steady_clock::now();
    ~Ending() { parts.add(name, std::chrono::steady_clock::now() - start); }
  };

  std::vector<Phase> parts_;
};

}  // namespace texelsort::app
