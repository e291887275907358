#pragma once

#include <condition_variable>
#include <functional>
#include <mutex>
#include <optional>
#include <queue>
#include <string>
#include <thread>

#include "compute/gpu/device.h"

namespace texelsort::app {

/// A thread of the system with an OpenGL device of its own, for work that goes on while the window draws.
class DeviceThread {
 public:
  using Job = std::function<void(gpu::Device*)>;

  /// Returns once the device is made: OpenGL's functions are found for all threads together, and meanwhile nobody may
  /// call one. `window`: whose directory of shaders it takes; null: there is to be no device.
  explicit DeviceThread(gpu::Device* window);
  /// Waits for the jobs; who started them tells them to end before.
  ~DeviceThread();
  DeviceThread(const DeviceThread&) = delete;
  DeviceThread& operator=(const DeviceThread&) = delete;

  /// What is known of the device; null if there is none, which failure() then gives the reason of.
  const gpu::DeviceInfo* info() const { return info_ ? &*info_ : nullptr; }
  const std::string& failure() const { return failure_; }

  /// Jobs run one after the other, and throw nothing.
  void run(Job job);

 private:
  void work(const gpu::DeviceOptions& options, bool wants_device);

  std::optional<gpu::DeviceInfo> info_;
  std::string failure_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::queue<Job> jobs_;
  bool ready_ = false, ends_ = false;
  std::thread thread_;
};

}  // namespace texelsort::app
