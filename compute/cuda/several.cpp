#include "compute/cuda/several.h"

#include <utility>

#include "compute/cuda/choice.h"
#include "compute/cuda/device.h"
#include "compute/cuda/topology.h"
#include "compute/data/error.h"

namespace texelsort::cuda {
namespace {

thread_local std::vector<int> own_devices;  // of this thread; empty: it has none of its own

}  // namespace

std::vector<int>& wanted_devices() {
  static std::vector<int> ordinals;
  return ordinals;
}

std::vector<int> devices_to_share() {
  if (!own_devices.empty()) return own_devices;
  const DeviceList& list = devices();
  if (wanted_engine() == Engine::cpu || !list.reason.empty()) return {cpu_ordinal};
  if (!wanted_devices().empty()) return wanted_devices();
  std::vector<int> ordinals;
  for (const DeviceInfo& one : list.devices) {
    if (one.unfit.empty()) ordinals.push_back(one.ordinal);
  }
  return ordinals;
}

bool reach_each_other(const std::vector<int>& ordinals) {
  for (const int one : ordinals) {
    for (const int other : ordinals) {
      const auto link = link_between(one, other);
      if (one != other && (!link || !link->reaches)) return false;
    }
  }
  return true;
}

ShareAmong::ShareAmong(std::vector<int> ordinals) : before_(std::exchange(own_devices, std::move(ordinals))) {}

ShareAmong::~ShareAmong() {
  own_devices = std::move(before_);
}

StayOn::StayOn(int ordinal) : before_(present_ordinal()) {
  use(ordinal);
}

StayOn::~StayOn() {
  if (before_ != cpu_ordinal && !devices().reason.empty()) return;  // it was never used
  try {
    use(before_);
  } catch (const Error&) {
    // it has failed: whoever uses it next is told
  }
}

}  // namespace texelsort::cuda
