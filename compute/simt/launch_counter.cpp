#include "compute/simt/launch_counter.h"

#include <atomic>
#include <mutex>

namespace texelsort::simt {
namespace {

std::atomic<bool> counting = false;
std::mutex launches_mutex;  // protects `launches`, because each rank launches kernels from its own thread
std::map<std::string, std::uint64_t> launches;

}  // namespace

LaunchCounter::LaunchCounter() {
  const std::lock_guard lock(launches_mutex);
  launches.clear();
  counting = true;
}

LaunchCounter::~LaunchCounter() {
  counting = false;
}

std::map<std::string, std::uint64_t> LaunchCounter::counts() const {
  const std::lock_guard lock(launches_mutex);
  return launches;
}

void note_launch(const char* kernel) {
  if (!counting) return;
  const std::lock_guard lock(launches_mutex);
  ++launches[kernel];
}

}  // namespace texelsort::simt
