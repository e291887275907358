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

/// A thread with its own OpenGL device, which works while the window draws.
class DeviceThread {
 public:
  using Job = std::function<void(gpu::Device*)>;

  /// Starts the thread and returns once its device exists. No other thread may call OpenGL during this call, because
  /// all threads share the function pointers. The device uses the shader directory of `window`. If `window` is null,
  /// the thread has no device.
  explicit DeviceThread(gpu::Device* window);
  /// Waits until all jobs have ended. The caller must first ask running jobs to stop.
  ~DeviceThread();
  DeviceThread(const DeviceThread&) = delete;
  DeviceThread& operator=(const DeviceThread&) = delete;

  /// Returns the properties of the thread's device. Returns null if the thread has no device, and failure() then
  /// returns the reason.
  const gpu::DeviceInfo* info() const { return info_ ? &*info_ : nullptr; }
  const std::string& failure() const { return failure_; }

  /// Queues a job. The thread runs jobs one after the other. Jobs must not throw.
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
