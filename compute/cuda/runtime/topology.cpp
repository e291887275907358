#include "compute/cuda/topology.h"

#include <array>

#include <cuda_runtime_api.h>
#include <dlfcn.h>
#include <unistd.h>

#include "compute/cuda/device.h"

namespace texelsort::cuda {
namespace {

// Excerpts of NVML's interface (NVML API Reference, "Device Queries" and "NvLink Methods"). NVML's own header is rarely
// installed.
using NvmlDevice = void*;
constexpr int nvml_success = 0;
constexpr int p2p_by_nvlink = 2;       // NVML_P2P_CAPS_INDEX_NVLINK of nvmlGpuP2PCapsIndex_t
constexpr unsigned most_nvlinks = 18;  // NVML_NVLINK_MAX_LINKS
struct Level {
  int level;  // number of the nearest common PCIe level, a value of NVML's nvmlGpuTopologyLevel_t
  const char* way;
};
constexpr Level levels[] = {{0, "the same board"},
                            {10, "PCIe through one switch"},
                            {20, "PCIe through several switches"},
                            {30, "PCIe through a host bridge"},
                            {40, "PCIe through the host bridges of one NUMA node"},
                            {50, "PCIe and the link between two NUMA nodes"}};

/// Copy of NVML's nvmlFieldValue_t, which holds the request and the result of nvmlDeviceGetFieldValues().
struct FieldValue {
  unsigned field = 0, scope = 0;
  long long timestamp = 0, latency = 0;
  int type = 0, result = -1;
  union {
    double floating;
    unsigned number;
    unsigned long long wide = 0;
  };
};
// Number of NVML's field for the speed of each NVLink per direction, in MB/s (NVML_FI_DEV_NVLINK_SPEED_MBPS_COMMON).
constexpr unsigned nvlink_speed = 90;
constexpr int unsigned_value = 1;  // NVML_VALUE_TYPE_UNSIGNED_INT

/// Functions of NVML that texelsort uses. All are null if the library is missing.
struct Nvml {
  int (*init)() = nullptr;
  int (*device)(const char* pci, NvmlDevice* device) = nullptr;
  int (*p2p_status)(NvmlDevice one, NvmlDevice other, int index, int* status) = nullptr;
  int (*link_state)(NvmlDevice device, unsigned link, int* active) = nullptr;
  int (*common_ancestor)(NvmlDevice one, NvmlDevice other, int* level) = nullptr;
  int (*field_values)(NvmlDevice device, int count, FieldValue* values) = nullptr;
  bool there = false;
};

Nvml open_nvml() {
  Nvml nvml;
  void* library = dlopen("libnvidia-ml.so.1", RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) return nvml;
  const auto find = [library](const char* name, auto& function) {
    function = reinterpret_cast<std::decay_t<decltype(function)>>(dlsym(library, name));
    return function != nullptr;
  };
  nvml.there = find("nvmlInit_v2", nvml.init) && find("nvmlDeviceGetHandleByPciBusId_v2", nvml.device) &&
               find("nvmlDeviceGetP2PStatus", nvml.p2p_status) && find("nvmlDeviceGetNvLinkState", nvml.link_state) &&
               find("nvmlDeviceGetTopologyCommonAncestor", nvml.common_ancestor) &&
               find("nvmlDeviceGetFieldValues", nvml.field_values) && nvml.init() == nvml_success;
  return nvml;
}

NvmlDevice nvml_device(const Nvml& nvml, int ordinal) {
  std::array<char, 32> pci{};
  NvmlDevice device = nullptr;
  if (cudaDeviceGetPCIBusId(pci.data(), static_cast<int>(pci.size()), ordinal) != cudaSuccess) return nullptr;
  return nvml.device(pci.data(), &device) == nvml_success ? device : nullptr;
}

void ask_nvml(const Nvml& nvml, Link& link) {
  const NvmlDevice one = nvml_device(nvml, link.from), other = nvml_device(nvml, link.to);
  if (one == nullptr || other == nullptr) return;
  int status = -1, level = -1;
  if (nvml.p2p_status(one, other, p2p_by_nvlink, &status) == nvml_success && status == 0) {
    link.way = "NVLink";
    for (unsigned i = 0; i < most_nvlinks; ++i) {
      int active = 0;
      if (nvml.link_state(one, i, &active) == nvml_success && active != 0) ++link.nvlinks;
    }
    FieldValue speed;
    speed.field = nvlink_speed;
    if (nvml.field_values(one, 1, &speed) == nvml_success && speed.result == nvml_success &&
        speed.type == unsigned_value) {
      link.bytes_per_second = 1e6 * speed.number * link.nvlinks;
    }
    return;
  }
  if (nvml.common_ancestor(one, other, &level) != nvml_success) return;
  for (const Level& known : levels) {
    if (known.level == level) link.way = known.way;
  }
}

}  // namespace

std::string name_among_machines(int ordinal) {
  std::array<char, 256> host{};
  std::array<char, 32> pci{};
  if (ordinal == cpu_ordinal || gethostname(host.data(), host.size() - 1) != 0) return {};
  if (cudaDeviceGetPCIBusId(pci.data(), static_cast<int>(pci.size()), ordinal) != cudaSuccess) return {};
  return std::string(host.data()) + " " + pci.data();
}

std::vector<Link> links() {
  std::vector<Link> all;
  const auto& list = devices().devices;
  if (list.size() < 2) return all;
  static const Nvml nvml = open_nvml();
  for (std::size_t one = 0; one < list.size(); ++one) {
    for (std::size_t other = one + 1; other < list.size(); ++other) {
      Link link{.from = list[one].ordinal, .to = list[other].ordinal, .way = {}};
      int there = 0, back = 0;
      link.reaches =
          cudaDeviceGetP2PAttribute(&there, cudaDevP2PAttrAccessSupported, link.from, link.to) == cudaSuccess &&
          cudaDeviceGetP2PAttribute(&back, cudaDevP2PAttrAccessSupported, link.to, link.from) == cudaSuccess &&
          there != 0 && back != 0;
      cudaGetLastError();
      if (nvml.there) ask_nvml(nvml, link);
      all.push_back(link);
    }
  }
  return all;
}

}  // namespace texelsort::cuda
