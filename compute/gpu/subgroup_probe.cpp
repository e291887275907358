#include <algorithm>
#include <array>

#include "compute/gpu/executor.h"
#include "compute/gpu/platform.h"
#include "compute/gpu/probes.h"

namespace texelsort::gpu {
namespace {

constexpr std::uint32_t lanes = 32, probed_workgroup = 256;

}  // namespace

std::uint32_t probe_subgroups(Device& device) {
  if (!device.info().compute || promised_subgroup_lanes() != lanes) return 0;
  if (device.info().max_workgroup_size < probed_workgroup) return 0;
  const Program& program = device.compute_program(
      "common/subgroup_probe.comp", {{"WORKGROUP", std::to_string(probed_workgroup)}, {"SUBGROUPS", "1"}});
  std::array<std::uint32_t, probed_workgroup> found{};
  Buffer seen(sizeof(found), "subgroup probe");
  seen.write(0, std::as_bytes(std::span(found)));
  device.executor().dispatch({.program = &program, .buffers = {{0, &seen}}, .uniforms = {}});
  seen.read(0, std::as_writable_bytes(std::span(found)));
  const bool full = std::ranges::all_of(found, [](std::uint32_t times) { return times == 1; });
  return full ? lanes : 0;
}

}  // namespace texelsort::gpu
