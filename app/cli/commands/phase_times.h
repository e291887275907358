#pragma once

#include <chrono>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace texelsort::app {

/// What a command does one after another, from the start of the process, and how long each took.
class PhaseTimes {
 public:
  using Duration = std::chrono::nanoseconds;

  struct Phase {
    std::string name;  ///< "parse"
    Duration time{};
  };

  void add(std::string_view name, Duration time) { parts_.push_back({std::string(name), time}); }

  /// What `work()` returns; its time becomes a part.
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
