#include "app/tuning/device_thread.h"

#include "compute/data/error.h"

/// A web page has one thread. Runs are therefore timed on the window's device, between its frames.
namespace texelsort::app {

namespace {

constexpr auto no_threads =
    "searching needs a second thread, which a browser page does not have: use the desktop program";

}  // namespace

DeviceThread::DeviceThread(gpu::Device*) : failure_(no_threads) {}
DeviceThread::~DeviceThread() = default;

void DeviceThread::run(Job) {
  throw UnavailableError(no_threads);
}

void DeviceThread::work(const gpu::DeviceOptions&, bool) {}

}  // namespace texelsort::app
