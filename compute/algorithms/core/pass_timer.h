#pragma once

#include <chrono>
#include <functional>
#include <string_view>
#include <vector>

#include "compute/gpu/executor.h"

namespace texelsort::algorithms {

/// Interface of timers that measure the passes of a run, on the CPU, with OpenGL or with CUDA. begin() and end()
/// enclose a pass.
class PassTimer {
 public:
  virtual ~PassTimer() = default;
  virtual void begin(std::string_view label) = 0;
  virtual bool shows_labels() const { return false; }  ///< true if begin() passes its label to profilers
  virtual void end() = 0;
  virtual void time_passes(bool on) = 0;
  virtual std::vector<double> take() = 0;  ///< returns the milliseconds of each pass since time_passes(true)
  /// Measures `work` in milliseconds: earlier commands are done at the start, and the work is done at the end. `waits`
  /// is true if the host waits for the device within the work.
  virtual double time(const std::function<void()>& work, bool waits) = 0;
  virtual gpu::Clock clock() const = 0;
};

class CpuPassTimer final : public PassTimer {
 public:
  void begin(std::string_view) override { start_ = std::chrono::steady_clock::now(); }
  void end() override;
  void time_passes(bool on) override;
  std::vector<double> take() override;
  double time(const std::function<void()>& work, bool waits) override;
  gpu::Clock clock() const override { return gpu::Clock::cpu_steady; }

 private:
  bool on_ = false;
  std::chrono::steady_clock::time_point start_;
  std::vector<double> times_;
};

class GlPassTimer final : public PassTimer {
 public:
  explicit GlPassTimer(gpu::Device& device) : device_(device) {}
  void begin(std::string_view label) override { device_.executor().begin_pass(label); }
  bool shows_labels() const override { return device_.executor().groups_passes(); }
  void end() override { device_.executor().end_pass(); }
  void time_passes(bool on) override { device_.executor().time_passes(on); }
  std::vector<double> take() override { return device_.executor().take_pass_times(); }
  double time(const std::function<void()>& work, bool waits) override {
    return device_.executor().time(work, waits ? gpu::Executor::Start::idle : gpu::Executor::Start::busy);
  }
  gpu::Clock clock() const override { return device_.info().clock; }

 private:
  gpu::Device& device_;
};

}  // namespace texelsort::algorithms
