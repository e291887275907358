#pragma once

#include <functional>
#include <string_view>
#include <vector>

#include "compute/algorithms/core/pass_timer.h"
#include "compute/algorithms/distributed/ranks.h"

namespace texelsort::algorithms::distributed {

/// Timer of wall-clock time between two moments at which all ranks are idle.
class RanksTimer final : public PassTimer {
 public:
  explicit RanksTimer(Ranks& ranks) : ranks_(ranks) {}
  void begin(std::string_view label) override {
    if (on_) ranks_.wait();
    steps_.begin(label);
  }
  void end() override {
    if (on_) ranks_.wait();
    steps_.end();
  }
  void time_passes(bool on) override {
    on_ = on;
    steps_.time_passes(on);
  }
  std::vector<double> take() override { return steps_.take(); }
  double time(const std::function<void()>& work, bool waits) override {
    ranks_.wait();
    const auto until_all_are_done = [&] {
      work();
      ranks_.wait();
    };
    return steps_.time(until_all_are_done, waits);
  }
  gpu::Clock clock() const override { return ranks_.clock(); }

 private:
  Ranks& ranks_;
  CpuPassTimer steps_;
  bool on_ = false;
};

}  // namespace texelsort::algorithms::distributed
