#include "app/tuning/device_thread.h"

#include <exception>
#include <utility>

#include "compute/gpu/program_cache.h"

namespace texelsort::app {

DeviceThread::DeviceThread(gpu::Device* window) {
  gpu::DeviceOptions options;
  if (window != nullptr) {
    options.shader_directory = window->programs().library().directory();
    options.shaders_on_cpu = window->shaders_on_cpu();
  }
  thread_ = std::thread([this, options, wants = window != nullptr] { work(options, wants); });
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return ready_; });
}

DeviceThread::~DeviceThread() {
  {
    const std::scoped_lock lock(mutex_);
    ends_ = true;
  }
  changed_.notify_all();
  thread_.join();
}

void DeviceThread::run(Job job) {
  {
    const std::scoped_lock lock(mutex_);
    jobs_.push(std::move(job));
  }
  changed_.notify_all();
}

void DeviceThread::work(const gpu::DeviceOptions& options, bool wants_device) {
  std::unique_ptr<gpu::Device> device;
  try {
    if (wants_device) device = gpu::Device::headless(options);
    if (device) info_ = device->info();
  } catch (const std::exception& error) {
    failure_ = error.what();
  }
  std::unique_lock lock(mutex_);
  ready_ = true;
  changed_.notify_all();
  for (;;) {
    changed_.wait(lock, [this] { return ends_ || !jobs_.empty(); });
    if (jobs_.empty()) return;
    const Job job = std::move(jobs_.front());
    jobs_.pop();
    lock.unlock();
    job(device.get());
    lock.lock();
  }
}

}  // namespace texelsort::app
