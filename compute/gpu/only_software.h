#pragma once

namespace texelsort::gpu {

/// Whether all candidate devices are known to be CPU rasterisers. Creates no context.
bool has_only_software();

}  // namespace texelsort::gpu
