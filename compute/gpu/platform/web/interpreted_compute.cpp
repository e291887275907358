#include "compute/data/error.h"
#include "compute/gpu/compute_device.h"

// The browser edition has no compiler of shaders.
namespace texelsort::gpu {

void ShaderExecution::set_subgroup_size(std::uint32_t) {}

std::unique_ptr<ComputeDevice> make_interpreted_compute(std::shared_ptr<ShaderExecution>, DeviceInfo&) {
  throw UnavailableError("the browser edition does not execute compute shaders on the CPU");
}

}  // namespace texelsort::gpu
