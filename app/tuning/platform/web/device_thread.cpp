#include "app/tuning/device_thread.h"

#include "compute/data/error.h"

/// Replacement for DeviceThread in a web page, which has only one thread. The page measures runs on the window's device
/// between two frames.
namespace texelsort::app {

namespace {

constexpr auto no_threads = "tune needs a second thread, which a web page does not have: use the desktop program";

}  // namespace

DeviceThread::DeviceThread(gpu::Device*) : failure_(no_threads) {}
DeviceThread::~DeviceThread() = default;

void DeviceThread::run(Job) {
  throw UnavailableError(no_threads);
}

void DeviceThread::work(const gpu::DeviceOptions&, bool) {}

}  // namespace texelsort::app
