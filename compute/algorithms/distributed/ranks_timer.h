#pragma once

#include <functional>
#include <string_view>
#include <vector>

#include "compute/algorithms/core/pass_timer.h"
#include "compute/algorithms/distributed/ranks.h"
#include "compute/processes/processes.h"

namespace texelsort::algorithms::distributed {

/// Wall time, from when all ranks are idle to when they are again: that of process 0, where there are several.
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
  std::vector<double> take() override {
    std::vector<double> times = steps_.take();
    for (double& ms : times) ms = processes::agreed(ms);
    return times;
  }
  double time(const std::function<void()>& work) override {
    ranks_.wait();
    return processes::agreed(steps_.time([&] {
      work();
      ranks_.wait();
    }));
  }
  gpu::Clock clock() const override { return ranks_.clock(); }

 private:
  Ranks& ranks_;
  CpuPassTimer steps_;
  bool on_ = false;
};

}  // namespace texelsort::algorithms::distributed
