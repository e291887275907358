#include "compute/cuda/several.h"

#include <algorithm>

#include "compute/cuda/choice.h"
#include "compute/cuda/device.h"
#include "compute/cuda/topology.h"
#include "compute/data/error.h"

namespace texelsort::cuda {

std::vector<int>& wanted_devices() {
  static std::vector<int> ordinals;
  return ordinals;
}

std::vector<int> devices_to_share() {
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
  static const std::vector<Link> pairs = links();
  for (const int one : ordinals) {
    for (const int other : ordinals) {
      const auto joins = [&](const Link& link) { return link.from == one && link.to == other && link.reaches; };
      if (one < other && std::ranges::none_of(pairs, joins)) return false;
    }
  }
  return true;
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
