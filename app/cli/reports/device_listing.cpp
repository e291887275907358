#include <algorithm>
#include <array>
#include <string_view>

#include <fmt/format.h>

#include "app/cli/reports/listings.h"
#include "app/problem/host.h"
#include "compute/algorithms/baselines/cuda/cccl_versions.h"
#include "compute/cuda/choice.h"
#include "compute/cuda/communicator.h"
#include "compute/cuda/device.h"
#include "compute/cuda/topology.h"
#include "compute/gpu/device.h"
#include "compute/mpi/processes.h"

namespace texelsort::app {

namespace {

/// Names of NVIDIA's data-centre GPUs as they appear in the name of the OpenGL renderer.
constexpr std::array<std::string_view, 12> datacenter_names{"A100",  "A30",   "A800", "B100", "B200", "B300",
                                                            "GB200", "GH200", "H100", "H20",  "H200", "H800"};

constexpr auto datacenter_hint =
    "data-centre GPU: only a few of its multiprocessors run fragment shaders (an H100 has 2 such TPCs: "
    "NVIDIA H100 Tensor Core GPU Architecture, 2022). Compute methods are therefore much faster than "
    "fragment methods";

bool is_datacenter_gpu(const gpu::DeviceInfo& device) {
  if (device.renderer.find("NVIDIA") == std::string::npos) return false;
  return std::any_of(datacenter_names.begin(), datacenter_names.end(), [&device](std::string_view name) {
    const std::size_t at = device.renderer.find(name);
    if (at == std::string::npos) return false;
    const std::size_t end = at + name.size();  // rejects longer names: "A30" must not match "A3000"
    return end == device.renderer.size() ||
           std::string_view("0123456789").find(device.renderer[end]) == std::string_view::npos;
  });
}

/// Describes how CUDA accesses the memory of an OpenGL device.
std::string text(const cuda::Choice& choice) {
  if (choice.ordinal == cuda::cpu_ordinal) return "none: " + choice.reason;
  switch (choice.sharing) {
    case cuda::Sharing::imported:
      return fmt::format("device {}; OpenGL imports its memory", choice.ordinal);
    case cuda::Sharing::mapped:
      return fmt::format("device {}; it maps the buffers of OpenGL", choice.ordinal);
    case cuda::Sharing::copied:
      return fmt::format("device {}; it maps and copies the buffers of OpenGL", choice.ordinal);
    case cuda::Sharing::staged:
      break;
  }
  return fmt::format("device {}; arrays are copied through the host: {}", choice.ordinal, choice.reason);
}

/// Text of a heading and one line per property of a device.
struct Lines {
  std::string text;
  void add(std::string_view name, const std::string& value) { text += fmt::format("  {:<18}{}\n", name, value); }
};

std::string text(const gpu::DeviceInfo& device) {
  Lines lines{fmt::format("\n{}\n", device.renderer)};
  lines.add("context", device.platform);
  lines.add("vendor", device.vendor);
  lines.add("driver", device.version);
  lines.add(device.api,
            fmt::format("{}.{}{}{}", device.major, device.minor, device.compute ? "" : ", no compute shaders",
                        device.software ? ", software renderer" : ""));
  lines.add("textures", fmt::format("up to {0} x {0} texels, {1} colour targets", device.max_texture_extent,
                                    device.max_draw_buffers));
  if (device.compute) {
    lines.add("storage blocks", fmt::format("up to {} bytes", device.max_storage_bytes));
    lines.add("workgroups", fmt::format("{} of {} invocations, {} bytes shared", device.max_workgroups,
                                        device.max_workgroup_size, device.max_shared_bytes));
    lines.add("subgroups", device.subgroup_lanes > 0 ? fmt::format("of {} invocations", device.subgroup_lanes)
                                                     : "no subgroups of 32 invocations with KHR_shader_subgroup");
  }
  lines.add("clock", fmt::format("{}: {}", gpu::name(device.clock), device.clock_reason));
  if (is_datacenter_gpu(device)) lines.add("hint", datacenter_hint);
  lines.add("CUDA", text(cuda::choose(device, {})));
  return lines.text;
}

/// Describes CUDA on this machine, or the reason for its absence.
std::string cuda_text() {
  const cuda::DeviceList& list = cuda::devices();
  Lines lines{"\nCUDA\n"};
  if (list.driver_version != 0) lines.add("driver", "supports CUDA " + cuda::version_text(list.driver_version));
  if (list.runtime_version != 0) {
    lines.add("built with",
              fmt::format("CUDA {}, CCCL {}", cuda::version_text(list.runtime_version), algorithms::cccl_version()));
  }
  for (const cuda::DeviceInfo& device : list.devices) {
    lines.add(
        fmt::format("device {}", device.ordinal),
        device.unfit.empty()
            ? fmt::format("{}, compute capability {}.{}, {} multiprocessors, {} bytes of memory, {} of level-2 cache, "
                          "{} shared by a thread block",
                          device.name, device.major, device.minor, device.multiprocessors, device.memory_bytes,
                          device.l2_bytes, device.max_shared_bytes)
            : "cannot be used: " + device.unfit);
  }
  if (!list.reason.empty()) lines.add("no device", list.reason);
  for (const cuda::Link& link : cuda::links()) lines.add(fmt::format("devices {}, {}", link.from, link.to), text(link));
  lines.add("NCCL", cuda::nccl_absence().empty() ? cuda::nccl_version() : "none: " + cuda::nccl_absence());
  const cuda::DeviceInfo& cpu = cuda::cpu_device();
  lines.add("cpu-kernels", fmt::format("{}: runs the same sources for up to {} keys and checks every access; its "
                                       "times are not GPU times",
                                       cpu.name, cuda::most_keys_on_cpu));
  return lines.text;
}

ordered_json cuda_json() {
  const cuda::DeviceList& list = cuda::devices();
  const auto version = [](int number) { return or_null(number != 0, cuda::version_text(number)); };
  auto devices = ordered_json::array();
  for (const cuda::DeviceInfo& device : list.devices) {
    devices.push_back({{"device", device.ordinal},
                       {"name", device.name},
                       {"compute_capability", fmt::format("{}.{}", device.major, device.minor)},
                       {"multiprocessors", device.multiprocessors},
                       {"memory_bytes", device.memory_bytes},
                       {"l2_bytes", device.l2_bytes},
                       {"max_shared_bytes", device.max_shared_bytes},
                       {"unfit", device.unfit}});
  }
  auto links = ordered_json::array();
  for (const cuda::Link& link : cuda::links()) {
    links.push_back({{"from", link.from},
                     {"to", link.to},
                     {"way", or_null(link.way)},
                     {"nvlinks", link.nvlinks},
                     {"bytes_per_s", or_null(link.bytes_per_second > 0, link.bytes_per_second)},
                     {"reaches", link.reaches}});
  }
  return {{"devices", devices},
          {"links", links},
          {"nccl", or_null(cuda::nccl_version())},
          {"nccl_reason", cuda::nccl_absence()},
          {"reason", list.reason},
          {"cpu_kernels", {{"name", cuda::cpu_device().name}, {"most_keys", cuda::most_keys_on_cpu}}},
          {"driver", version(list.driver_version)},
          {"built_with", version(list.runtime_version)},
          {"cccl", or_null(algorithms::cccl_version())}};
}

ordered_json json(const gpu::DeviceInfo& device) {
  return {{"renderer", device.renderer},
          {"vendor", device.vendor},
          {"driver", device.version},
          {"platform", device.platform},
          {"opengl", fmt::format("{}.{}", device.major, device.minor)},
          {"software", device.software},
          {"compute", device.compute},
          {"max_texture_extent", device.max_texture_extent},
          {"max_draw_buffers", device.max_draw_buffers},
          {"max_storage_bytes", device.max_storage_bytes},
          {"max_workgroup_size", device.max_workgroup_size},
          {"max_workgroups", device.max_workgroups},
          {"max_shared_bytes", device.max_shared_bytes},
          {"subgroup_lanes", device.subgroup_lanes},
          {"clock", gpu::name(device.clock)},
          {"clock_reason", device.clock_reason},
          {"cuda", text(cuda::choose(device, {}))},
          {"hint", is_datacenter_gpu(device) ? datacenter_hint : ""}};
}

}  // namespace

std::string devices_text() {
  const gpu::DeviceListing listing = gpu::list_devices();
  measure::ResultTable trials{{{"context", "context"}, {"good", "works"}, {"outcome", "outcome"}}, {}};
  for (const gpu::ContextTrial& trial : listing.trials) trials.rows.push_back({trial.what, trial.good, trial.outcome});
  std::string lines = measure::text_table(trials);
  if (listing.devices.empty()) {
    lines +=
        "\nno OpenGL on this machine: only algorithms that end in @cpu run (apt install libegl1 libgl1-mesa-dri "
        "gives software rendering)\n";
  }
  for (const gpu::DeviceInfo& device : listing.devices) lines += text(device);
  Lines cpu{"\nCPU\n"};
  cpu.add("processor", cpu_name());
  cpu.add("MPI", mpi::absence().empty() ? mpi::version() : "none: " + mpi::absence());
  return lines + cuda_text() + cpu.text;
}

std::string devices_json() {
  const gpu::DeviceListing listing = gpu::list_devices();
  auto trials = ordered_json::array(), devices = ordered_json::array();
  for (const gpu::ContextTrial& trial : listing.trials) {
    trials.push_back({{"context", trial.what}, {"good", trial.good}, {"outcome", trial.outcome}});
  }
  for (const gpu::DeviceInfo& device : listing.devices) devices.push_back(json(device));
  return json_document("list-devices", ordered_json{{"trials", trials},
                                                    {"devices", devices},
                                                    {"cuda", cuda_json()},
                                                    {"cpu", cpu_name()},
                                                    {"mpi", or_null(mpi::version())},
                                                    {"mpi_reason", mpi::absence()}});
}

}  // namespace texelsort::app
