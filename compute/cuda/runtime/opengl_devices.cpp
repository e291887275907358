#include <array>

#include <GL/gl.h>
// This header must follow OpenGL's header.
#include <cuda_gl_interop.h>

#include "compute/cuda/device.h"

namespace texelsort::cuda {

std::vector<int> devices_of_current_context() {
  std::array<int, 16> ordinals{};
  unsigned count = 0;
  if (cudaGLGetDevices(&count, ordinals.data(), ordinals.size(), cudaGLDeviceListAll) != cudaSuccess) {
    cudaGetLastError();
    return {};
  }
  return {ordinals.begin(), ordinals.begin() + count};
}

}  // namespace texelsort::cuda
